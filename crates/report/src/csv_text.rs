//! Tables as CSV.

use csv::WriterBuilder;

use crate::field::{Values, fields};
use crate::{Origin, Table};

/// A table as CSV (RFC 4180, lines ended by a line feed): the origin in lines that begin with `#`, then a header and
/// the rows, numbers in full.
pub fn csv(table: &Table, origin: &Origin) -> String {
    let mut text = String::new();
    for (key, value) in &origin.0 {
        text.push_str(&format!("# {}: {}\n", one_line(key), one_line(value)));
    }
    let fields = fields(table);
    if fields.is_empty() {
        return text;
    }
    // Rows whose first cell begins with `#` are quoted, so that no reader takes them for comments.
    let mut writer = WriterBuilder::new().comment(Some(b'#')).from_writer(Vec::new());
    let written = writer.write_record(fields.iter().map(|field| &field.name)).and_then(|()| {
        (0..table.rows.len())
            .try_for_each(|row| writer.write_record(fields.iter().map(|field| field.values.written(row))))
    });
    written.expect("rows of one length fit into memory");
    let rows = writer.into_inner().expect("memory needs no flushing");
    text.push_str(&String::from_utf8(rows).expect("made of text alone"));
    text
}

impl Values {
    fn written(&self, row: usize) -> String {
        match self {
            Values::Words(words) => words[row].clone(),
            Values::Whole(numbers) => numbers[row].map(|number| number.to_string()),
            // The shortest text that reads back as the same number.
            Values::Real(numbers) => numbers[row].map(|number| format!("{number:?}")),
        }
        .unwrap_or_default()
    }
}

fn one_line(text: &str) -> String {
    text.split(|letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}'))
        .collect::<Vec<_>>()
        .join(" ")
}
