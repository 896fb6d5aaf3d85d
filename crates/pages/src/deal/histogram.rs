//! How many came out how, as columns: drawn for a wide page and for a phone, so that letters keep their size.

use maud::{Markup, html};

use super::{DealColumn, DealResult};

/// What the columns are drawn on.
#[derive(Debug, Clone, Copy)]
struct Sheet {
    class: &'static str,
    width: u32,
    height: u32,
    /// At most so many letters stand under the columns, all together.
    letters: usize,
}

const WIDE: Sheet = Sheet { class: "wide", width: 780, height: 380, letters: 90 };
const NARROW: Sheet = Sheet { class: "narrow", width: 340, height: 280, letters: 34 };

const LEFT: u32 = 34;
const RIGHT: u32 = 6;
const BOTTOM: u32 = 44;
/// A line of tags above the columns.
const LINE: u32 = 22;
const TOP: u32 = 3 * LINE + 16;

pub(super) fn histogram(result: &DealResult, axis: &str) -> Markup {
    html! {
        figure.histogram {
            figcaption.unseen { "How many came out how: " (axis) }
            (drawing(WIDE, result, axis))
            (drawing(NARROW, result, axis))
            details {
                summary { "The same in numbers" }
                table {
                    thead { tr { th scope="col" { (axis) } th.number scope="col" { "players" } } }
                    tbody {
                        @for column in &result.columns {
                            tr { th scope="row" { (column.label) @for tag in &column.tags { " (" (tag) ")" } } td.number { (column.count) } }
                        }
                    }
                }
            }
        }
    }
}

/// The step between the marks at the left.
fn step(most: u32) -> u32 {
    let mut step = 1;
    for factor in [2, 5, 2].into_iter().cycle().take(24) {
        if most.div_ceil(step) <= 5 {
            break;
        }
        // 1, 2, 10, 20, 100: and 5 between them.
        step = if factor == 5 { step / 2 * 5 } else { step * 2 };
    }
    step
}

fn drawing(sheet: Sheet, result: &DealResult, axis: &str) -> Markup {
    let columns = &result.columns;
    let most = columns.iter().map(|column| column.count).max().unwrap_or(0).max(1);
    let (step, floor) = (step(most), sheet.height - BOTTOM);
    let top = most.next_multiple_of(step);
    let y = |count: u32| floor - count * (floor - TOP) / top;
    let wide = sheet.width - LEFT - RIGHT;
    let count = columns.len().max(1) as u32;
    let left = |at: usize| LEFT + 3 + wide * at as u32 / count;
    let width = (wide / count).min(90).saturating_sub(6).max(2);
    // Where there is no room for all labels, every second or third stands there, and always one's own.
    let longest = columns.iter().map(|column| column.label.chars().count() + 2).max().unwrap_or(1);
    let every = (longest * columns.len()).div_ceil(sheet.letters).max(1);
    let shown = |at: usize, column: &DealColumn| at.is_multiple_of(every) || column.tags.contains(&"you");
    html! {
        svg class=(sheet.class) viewBox={ "0 0 " (sheet.width) " " (sheet.height) } role="img" aria-label=(said(result, axis)) {
            @for mark in (0..=top).step_by(step as usize) {
                line.grid x1=(LEFT) x2=(sheet.width - RIGHT) y1=(y(mark)) y2=(y(mark)) {}
                text.tick x=(LEFT - 6) y=(y(mark) + 4) text-anchor="end" { (mark) }
            }
            @for (at, column) in columns.iter().enumerate() {
                @let middle = left(at) + width / 2;
                rect.column class=(class(column)) x=(left(at)) y=(y(column.count)) width=(width) height=(floor - y(column.count)) {}
                @if column.count > 0 && (every == 1 || !column.tags.is_empty()) {
                    text.count x=(middle) y=(y(column.count) - 5) text-anchor="middle" { (column.count) }
                }
                @if shown(at, column) { text.name x=(middle) y=(floor + 17) text-anchor="middle" { (column.label) } }
                @for (line, tag) in column.tags.iter().enumerate() { (tagged(sheet, tag, middle, 2 + line as u32 * LINE, y(column.count))) }
            }
            line.floor x1=(LEFT) x2=(sheet.width - RIGHT) y1=(floor) y2=(floor) {}
            text.tick x=(LEFT + wide / 2) y=(sheet.height - 6) text-anchor="middle" { (axis) }
        }
    }
}

/// A word above a column, with a line down to it.
fn tagged(sheet: Sheet, tag: &str, middle: u32, top: u32, column: u32) -> Markup {
    let width = tag.chars().count() as u32 * 8 + 12;
    let x = middle.saturating_sub(width / 2).clamp(LEFT, sheet.width - RIGHT - width);
    html! {
        line.lead.(tag) x1=(middle) x2=(middle) y1=(top + 18) y2=(column.saturating_sub(18).max(top + 18)) {}
        rect.tag.(tag) x=(x) y=(top) width=(width) height="18" {}
        text.tag.(tag) x=(x + width / 2) y=(top + 13) text-anchor="middle" { (capital(tag)) }
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn class(column: &DealColumn) -> &'static str {
    column.tags.first().copied().unwrap_or("others")
}

/// The drawing in a sentence.
fn said(result: &DealResult, axis: &str) -> String {
    let columns = result.columns.iter().filter(|column| column.count > 0);
    let counts: Vec<String> = columns.map(|column| format!("{}: {}", column.label, column.count)).collect();
    format!(
        "How many of {} players came out how ({axis}): {}. You: {}. Median: {}. Best: {}.",
        result.of,
        counts.join(", "),
        result.own,
        result.median,
        result.best
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_few_and_round() {
        for (most, expected) in
            [(1, 1), (5, 1), (6, 2), (10, 2), (11, 5), (25, 5), (26, 10), (214, 50), (4_000, 1_000)]
        {
            assert_eq!(step(most), expected, "{most}");
        }
    }
}
