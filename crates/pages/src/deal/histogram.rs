//! How many came out how, as columns: drawn for a wide page and for a phone, so that letters keep their size.

use maud::{Markup, html};

use super::{DealColumn, DealResult};

/// The canvas of the columns.
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
/// Room for the number above the highest column.
const ROOM: u32 = 16;

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

/// Where the columns lie on a sheet.
struct Scale {
    sheet: Sheet,
    /// The height of what stands above the columns.
    top: u32,
    /// The number at the upper edge, and the step to it.
    most: u32,
    step: u32,
    columns: u32,
}

impl Scale {
    fn new(sheet: Sheet, columns: &[DealColumn]) -> Self {
        let most = columns.iter().map(|column| column.count).max().unwrap_or(0).max(1);
        let step = step(most);
        let columns = columns.len().max(1) as u32;
        Self { sheet, top: 0, most: most.next_multiple_of(step), step, columns }
    }

    const fn floor(&self) -> u32 {
        self.sheet.height - BOTTOM
    }

    const fn right(&self) -> u32 {
        self.sheet.width - RIGHT
    }

    fn y(&self, count: u32) -> u32 {
        self.floor() - count * (self.floor() - self.top) / self.most
    }

    fn left(&self, column: usize) -> u32 {
        LEFT + 3 + (self.right() - LEFT) * column as u32 / self.columns
    }

    fn width(&self) -> u32 {
        ((self.right() - LEFT) / self.columns).min(90).saturating_sub(6).max(2)
    }

    fn middle(&self, column: usize) -> u32 {
        self.left(column) + self.width() / 2
    }

    /// The tags above the columns, each on the first line on which it runs into no other.
    fn tags(&self, columns: &[DealColumn]) -> Vec<Tag> {
        let mut tags: Vec<Tag> = Vec::new();
        for (at, column) in columns.iter().enumerate() {
            for &word in &column.tags {
                let width = word.chars().count() as u32 * 8 + 12;
                let x = self.middle(at).saturating_sub(width / 2).clamp(LEFT, self.right() - width);
                let is_free =
                    |line: &u32| !tags.iter().any(|tag| tag.line == *line && tag.x + tag.width + 4 > x);
                let line = (0..).find(is_free).unwrap_or(0);
                tags.push(Tag { word, column: at, x, width, line });
            }
        }
        tags
    }
}

/// A word above a column.
struct Tag {
    word: &'static str,
    column: usize,
    x: u32,
    width: u32,
    line: u32,
}

fn drawing(sheet: Sheet, result: &DealResult, axis: &str) -> Markup {
    let columns = &result.columns;
    let mut scale = Scale::new(sheet, columns);
    let tags = scale.tags(columns);
    scale.top = tags.iter().map(|tag| tag.line + 1).max().unwrap_or(0) * LINE + ROOM;
    let (floor, right) = (scale.floor(), scale.right());
    // Where there is no room for all labels, every second or third stands there, and always one's own.
    let letters: usize = columns.iter().map(|column| column.label.chars().count() + 2).sum();
    let every = letters.div_ceil(sheet.letters).max(1);
    let shown = |at: usize, column: &DealColumn| at.is_multiple_of(every) || column.tags.contains(&"you");
    html! {
        svg class=(sheet.class) viewBox={ "0 0 " (sheet.width) " " (sheet.height) } role="img" aria-label=(said(result, axis)) {
            @for mark in (0..=scale.most).step_by(scale.step as usize) {
                line.grid x1=(LEFT) x2=(right) y1=(scale.y(mark)) y2=(scale.y(mark)) {}
                text.tick x=(LEFT - 6) y=(scale.y(mark) + 4) text-anchor="end" { (mark) }
            }
            @for tag in &tags {
                @let (middle, below) = (scale.middle(tag.column), tag.line * LINE + 20);
                line.lead x1=(middle) x2=(middle) y1=(below) y2=(scale.y(columns[tag.column].count).saturating_sub(18).max(below)) {}
            }
            @for (at, column) in columns.iter().enumerate() {
                @let (middle, y) = (scale.middle(at), scale.y(column.count));
                rect.column.(class(column)) x=(scale.left(at)) y=(y) width=(scale.width()) height=(floor - y) {}
                @if column.count > 0 && (every == 1 || !column.tags.is_empty()) {
                    text.count x=(middle) y=(y - 5) text-anchor="middle" { (column.count) }
                }
                @if shown(at, column) { text.name x=(middle.min(sheet.width - column.label.chars().count() as u32 * 9 / 2 - 1)) y=(floor + 17) text-anchor="middle" { (column.label) } }
            }
            @for Tag { word, x, width, line, .. } in &tags {
                rect.tag.(word) x=(x) y=(line * LINE + 2) width=(width) height="18" {}
                text.tag.(word) x=(x + width / 2) y=(line * LINE + 15) text-anchor="middle" { (capital(word)) }
            }
            line.floor x1=(LEFT) x2=(right) y1=(floor) y2=(floor) {}
            text.tick x=(LEFT + (right - LEFT) / 2) y=(sheet.height - 6) text-anchor="middle" { (axis) }
        }
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
