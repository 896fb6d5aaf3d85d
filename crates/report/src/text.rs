//! Reports for a terminal.

use std::fmt::Write;

use crate::{Block, Column, Figure, Kind, Report, Table, describe, number};

/// A table longer than this is cut.
const MOST_ROWS: usize = 20;

/// No terminal is narrower than this.
const NARROWEST: usize = 20;

/// Spaces between two columns.
const GAP: usize = 2;

/// A report for a terminal so many letters wide: prose, findings and tables, without colours.
pub fn text(report: &Report, width: usize) -> String {
    let width = width.max(NARROWEST);
    let mut out = Lines { text: String::new(), width };
    out.heading(&report.title, '=');
    out.prose(&report.lead, "");
    for section in &report.sections {
        out.text.push('\n');
        out.heading(&section.title, '-');
        for (place, block) in section.blocks.iter().enumerate() {
            if place > 0 {
                out.text.push('\n');
            }
            match block {
                Block::Prose(prose) => out.prose(prose, ""),
                Block::Findings(findings) => {
                    for finding in findings {
                        let verdict = finding.verdict;
                        out.prose(&finding.text, &format!("{} {:<6} ", verdict.glyph(), verdict.word()));
                    }
                }
                Block::Table(table) => out.table(table),
                Block::Plot(plot) => {
                    out.prose(&plot.title, "");
                    out.prose(&describe::plot(plot), "  ");
                    if let Figure::Histogram { first, series } = &plot.figure {
                        out.bars(*first, series);
                    }
                }
            }
        }
    }
    if !report.origin.0.is_empty() {
        out.text.push('\n');
        out.heading("How to get the same numbers again", '-');
        for (key, value) in &report.origin.0 {
            out.prose(value, &format!("{}: ", clean(key)));
        }
    }
    out.text
}

/// Text without what a terminal would obey, on one line.
fn clean(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// At most so many letters of a text; a cut one ends in an ellipsis.
fn cut(text: &str, most: usize) -> String {
    match length(text) > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

struct Lines {
    text: String,
    width: usize,
}

impl Lines {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn heading(&mut self, title: &str, rule: char) {
        let from = self.text.len();
        self.prose(title, "");
        let longest = self.text[from..].lines().map(length).max().unwrap_or(0);
        let under = String::from_iter(std::iter::repeat_n(rule, longest.min(self.width)));
        self.line(&under);
    }

    /// Words in lines; the first begins with `label`, the others are set in below it.
    fn prose(&mut self, prose: &str, label: &str) {
        let inset = if length(label) * 2 > self.width { 2 } else { length(label) };
        let mut line = label.to_owned();
        let mut is_fresh = true;
        for word in clean(prose).split([' ', '\t']).filter(|word| !word.is_empty()) {
            if length(&line) + usize::from(!is_fresh) + length(word) > self.width && !line.trim().is_empty() {
                self.line(&line);
                line = " ".repeat(inset);
                is_fresh = true;
            }
            if !is_fresh {
                line.push(' ');
            }
            line.push_str(word);
            is_fresh = false;
        }
        self.line(&line);
    }

    fn table(&mut self, table: &Table) {
        self.prose(&table.caption, "");
        let rows = &table.rows[..table.rows.len().min(MOST_ROWS)];
        let mut columns: Vec<Vec<String>> = Vec::new();
        for (place, column) in table.columns.iter().enumerate() {
            columns.push(written(rows.iter().map(|row| row.get(place)), column));
        }
        let Some(names) = columns.first_mut() else { return };
        // The first column says what a row is: it is repeated where a table is wider than the terminal.
        fit(names, if table.columns.len() > 1 { self.width * 2 / 5 } else { self.width });
        let room = self.width - length(&names[0]);
        for column in &mut columns[1..] {
            fit(column, room.saturating_sub(GAP));
        }
        let mut next = 1;
        loop {
            let from = next;
            let mut used = 0;
            while next < columns.len() && (next == from || used + GAP + length(&columns[next][0]) <= room) {
                used += GAP + length(&columns[next][0]);
                next += 1;
            }
            for row in 0..=rows.len() {
                let mut line = columns[0][row].clone();
                for column in &columns[from..next] {
                    line.push_str(&" ".repeat(GAP));
                    line.push_str(&column[row]);
                }
                self.line(&line);
                if row == 0 {
                    self.line(&"-".repeat(length(&line)));
                }
            }
            if next >= columns.len() {
                break;
            }
            self.text.push('\n');
        }
        let more = table.rows.len() - rows.len();
        if more > 0 {
            let rows = if more == 1 { "row is" } else { "rows are" };
            self.prose(&format!("… {} more {rows} in the report.", number::grouped(more as u64)), "");
        }
    }

    /// A line of bars a series.
    fn bars(&mut self, first: u32, series: &[(String, Vec<f64>)]) {
        const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        let names = series.iter().map(|(name, _)| cut(&clean(name), self.width / 3)).collect::<Vec<_>>();
        let longest = names.iter().map(|name| length(name)).max().unwrap_or(0);
        for (name, (_, shares)) in names.iter().zip(series) {
            let label = format!("  {name:<longest$} ");
            let end = (u64::from(first) + shares.len() as u64).saturating_sub(1);
            let (start, end) = (format!("{first} "), format!(" {end}"));
            let taken = length(&label) + length(&start) + length(&end);
            if shares.is_empty() || taken + 4 > self.width {
                continue;
            }
            let heap = shares.len().div_ceil(self.width - taken);
            let known = |share: &f64| if share.is_finite() { share.max(0.0) } else { 0.0 };
            let heaps: Vec<f64> =
                shares.chunks(heap).map(|heap| heap.iter().map(known).fold(0.0, f64::max)).collect();
            let most = heaps.iter().copied().fold(0.0, f64::max);
            let bars: String = heaps
                .iter()
                .map(|&share| match share > 0.0 {
                    true => BARS[((share / most * 8.0).ceil() as usize).clamp(1, 8) - 1],
                    false => ' ',
                })
                .collect();
            self.line(&format!("{label}{start}{bars}{end}"));
        }
    }
}

/// The heading and the cells of a column, all of one length.
fn written<'a>(cells: impl Iterator<Item = Option<&'a crate::Cell>>, column: &Column) -> Vec<String> {
    let cells: Vec<(String, Option<String>)> = cells
        .map(|cell| cell.map_or((String::new(), None), |cell| describe::cell(cell, column.kind)))
        .map(|(value, interval)| (clean(&value), interval))
        .collect();
    let longest = cells.iter().map(|(value, _)| length(value)).max().unwrap_or(0);
    let widest = cells.iter().filter_map(|(_, interval)| interval.as_deref()).map(length).max().unwrap_or(0);
    let mut lines = vec![clean(column.title)];
    for (value, interval) in &cells {
        let mut line = String::new();
        let _ = match column.kind {
            Kind::Text => write!(line, "{value:<longest$}"),
            Kind::Count | Kind::Number(_) | Kind::Estimate(_) => write!(line, "{value:>longest$}"),
        };
        if widest > 0 {
            let _ = write!(line, " {:<widest$}", interval.as_deref().unwrap_or_default());
        }
        lines.push(line);
    }
    let width = lines.iter().map(|line| length(line)).max().unwrap_or(0);
    for line in &mut lines {
        *line = match column.kind {
            Kind::Text => format!("{line:<width$}"),
            Kind::Count | Kind::Number(_) | Kind::Estimate(_) => format!("{line:>width$}"),
        };
    }
    lines
}

fn fit(column: &mut [String], most: usize) {
    if column.first().is_some_and(|heading| length(heading) > most) {
        for line in column {
            *line = cut(line.trim_end(), most);
            let missing = most - length(line);
            line.push_str(&" ".repeat(missing));
        }
    }
}
