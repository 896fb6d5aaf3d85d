//! The one place where reports are drawn.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use report::{Block, Cell, Report, Table};

fn cells(row: &[Cell]) -> String {
    let cells = row.iter().map(|cell| match cell {
        Cell::Text(text) => text.clone(),
        Cell::Count(count) => count.to_string(),
        Cell::Number(number) => format!("{number:.4}"),
        Cell::Estimate(at) => format!("{:.4} ({:.4} to {:.4})", at.value, at.low, at.high),
        Cell::Nothing => String::new(),
    });
    cells.collect::<Vec<_>>().join(";")
}

fn table(table: &Table) -> String {
    let heads: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    let rows = table.rows.iter().map(|row| cells(row));
    std::iter::once(heads.join(";")).chain(rows).map(|line| line + "\n").collect()
}

pub(crate) fn write(report: &Report, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let blocks = report.sections.iter().flat_map(|section| &section.blocks);
    let tables = blocks.filter_map(|block| if let Block::Table(table) = block { Some(table) } else { None });
    let mut files = vec![("report.html".to_owned(), format!("<pre>{}</pre>", text(report, 110)))];
    files.extend(tables.chain(&report.data).map(|one| (format!("{}.csv", one.name), table(one))));
    let write = |(name, content): (String, String)| {
        let path = folder.join(name);
        fs::write(&path, content).map(|()| path)
    };
    files.into_iter().map(write).collect()
}

pub(crate) fn text(report: &Report, _: usize) -> String {
    let mut text = format!("{}\n\n{}\n", report.title, report.lead);
    for section in &report.sections {
        let _ = writeln!(text, "\n{}", section.title);
        for block in &section.blocks {
            match block {
                Block::Prose(prose) => {
                    let _ = writeln!(text, "{prose}");
                }
                Block::Findings(findings) => {
                    for finding in findings {
                        let _ = writeln!(text, "{:?}: {}", finding.verdict, finding.text);
                    }
                }
                Block::Table(one) => text.push_str(&table(one)),
                Block::Plot(plot) => {
                    let _ = writeln!(text, "{}", plot.title);
                }
            }
        }
    }
    text
}
