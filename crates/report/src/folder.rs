//! Reports as files.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::field::unique;
use crate::{Block, Report, Table};

/// Writes a report into a folder that is there: `report.html`, and of each table `NAME.csv` and `NAME.parquet`.
/// Each file comes whole or not at all; the paths come back in the order of writing.
pub fn write(report: &Report, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut written = vec![put(folder, "report.html", crate::page(report).as_bytes())?];
    for (stem, table) in stems(report) {
        let comma = crate::csv(table, &report.origin);
        written.push(put(folder, &format!("{stem}.csv"), comma.as_bytes())?);
        let parquet = crate::parquet(table, &report.origin).map_err(io::Error::other)?;
        written.push(put(folder, &format!("{stem}.parquet"), &parquet)?);
    }
    Ok(written)
}

fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let path = folder.join(name);
    let part = folder.join(format!("{name}.part"));
    let whole = File::create(&part)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&part, &path));
    if let Err(error) = whole {
        // What cannot be removed either is told by its name.
        let _ = fs::remove_file(&part);
        return Err(error);
    }
    Ok(path)
}

/// The tables of a report with the stems of their files, in reading order, each stem once.
pub(crate) fn stems(report: &Report) -> Vec<(String, &Table)> {
    let blocks = report.sections.iter().flat_map(|section| &section.blocks);
    let shown = blocks.filter_map(|block| match block {
        Block::Table(table) => Some(table),
        Block::Prose(_) | Block::Findings(_) | Block::Plot(_) => None,
    });
    let mut taken = BTreeSet::new();
    shown.chain(&report.data).map(|table| (unique(stem(&table.name), "-", &mut taken), table)).collect()
}

/// A name as the stem of a file on any system: a name cannot lead out of the folder.
fn stem(name: &str) -> String {
    let letter = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => letter,
        _ => '-',
    };
    let stem: String = name.chars().map(letter).take(80).collect();
    if stem.is_empty() { "table".to_owned() } else { stem }
}
