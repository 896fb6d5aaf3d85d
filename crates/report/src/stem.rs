//! File names of tables.

use std::collections::BTreeSet;

use crate::field::unique;
use crate::{Block, Report, Table};

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
