//! Shared parts of plots: axes, marks and the key to several series.

use maud::{Markup, html};

use super::letters;
use super::scale::Scale;
use super::{Sheet, px};
use crate::Unit;

/// The height of a line of text.
pub(super) const LINE: f64 = 16.0;

/// Where the numbers are drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl Area {
    /// Where a number of the axis across lies.
    pub(super) fn x(&self, scale: &Scale, value: f64) -> f64 {
        self.left + (self.right - self.left) * scale.place(value)
    }

    /// Where a number of the axis upward lies.
    pub(super) fn y(&self, scale: &Scale, value: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * scale.place(value)
    }
}

/// Lines across at the ticks of an axis upward, numbers to their left.
pub(super) fn upward(area: Area, scale: &Scale, unit: Unit) -> Markup {
    html! {
        @for tick in scale.ticks() {
            @let y = area.y(scale, tick);
            line class="grid" x1=(px(area.left)) x2=(px(area.right)) y1=(px(y)) y2=(px(y)) {}
            text class="tick" x=(px(area.left - 6.0)) y=(px(y + 4.0)) text-anchor="end" {
                (crate::number::tick(tick, scale.step, unit))
            }
        }
    }
}

/// How much room the numbers of an axis upward take.
pub(super) fn gutter(scale: &Scale, unit: Unit) -> f64 {
    let numbers = scale.ticks().into_iter().map(|tick| crate::number::tick(tick, scale.step, unit));
    numbers.map(|number| letters::width(&number)).fold(0.0, f64::max) + 12.0
}

/// Numbers below an axis across, with small strokes, and what they count.
pub(super) fn across(area: Area, scale: &Scale, unit: Unit, name: &str) -> Markup {
    html! {
        line class="axis" x1=(px(area.left)) x2=(px(area.right)) y1=(px(area.bottom)) y2=(px(area.bottom)) {}
        @for tick in scale.ticks() {
            @let x = area.x(scale, tick);
            line class="axis" x1=(px(x)) x2=(px(x)) y1=(px(area.bottom)) y2=(px(area.bottom + 4.0)) {}
            text class="tick" x=(px(x)) y=(px(area.bottom + LINE)) text-anchor="middle" {
                (crate::number::tick(tick, scale.step, unit))
            }
        }
        @if !name.is_empty() {
            text class="tick" x=(px((area.left + area.right) / 2.0)) y=(px(area.bottom + 2.0 * LINE))
                text-anchor="middle" {
                (letters::fitted(name, area.right - area.left))
            }
        }
    }
}

/// How much room stands below an axis across.
pub(super) fn below(name: &str) -> f64 {
    if name.is_empty() { LINE + 6.0 } else { 2.0 * LINE + 6.0 }
}

/// A mark on an axis across, with its word in a line of its own where words would touch.
struct Placed<'a> {
    x: f64,
    word: &'a str,
    line: usize,
    end: End,
}

/// Which end of a word stands at its mark.
#[derive(Clone, Copy)]
enum End {
    Left,
    Right,
}

/// Marks on an axis across, as lines from top to bottom with words above.
pub(super) struct Marks<'a> {
    placed: Vec<Placed<'a>>,
    lines: usize,
}

impl<'a> Marks<'a> {
    /// Finds room for the words of the marks that an axis from left to right holds.
    pub(super) fn new(
        marks: &'a [(f64, String)],
        scale: &Scale,
        (left, right): (f64, f64),
        sheet: Sheet,
    ) -> Marks<'a> {
        let mut held: Vec<&(f64, String)> = marks.iter().filter(|(value, _)| scale.holds(*value)).collect();
        held.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut taken: Vec<f64> = Vec::new();
        let mut placed = Vec::new();
        for (value, word) in held {
            let x = left + (right - left) * scale.place(*value);
            let width = letters::width(word) + 8.0;
            let goes_right = x + width <= sheet.width() || x < sheet.width() / 2.0;
            let (start, end) = if goes_right { (x, End::Left) } else { (x - width, End::Right) };
            let line = taken.iter().position(|end| *end <= start).unwrap_or(taken.len());
            if line == taken.len() {
                taken.push(0.0);
            }
            taken[line] = start + width;
            placed.push(Placed { x, word, line, end });
        }
        Marks { placed, lines: taken.len() }
    }

    /// How much room the words take above the area.
    pub(super) fn height(&self) -> f64 {
        self.lines as f64 * LINE
    }

    /// The lines, then the words over them.
    pub(super) fn draw(&self, area: Area, sheet: Sheet) -> Markup {
        let base = |mark: &Placed| area.top - 5.0 - (self.lines - 1 - mark.line) as f64 * LINE;
        html! {
            @for mark in &self.placed {
                line class="mark" x1=(px(mark.x)) x2=(px(mark.x)) y1=(px(base(mark) - 9.0)) y2=(px(area.bottom)) {}
            }
            @for mark in &self.placed {
                @let (x, anchor, room) = match mark.end {
                    End::Left => (mark.x + 4.0, "start", sheet.width() - mark.x - 4.0),
                    End::Right => (mark.x - 4.0, "end", mark.x - 4.0),
                };
                text class="word" x=(px(x)) y=(px(base(mark))) text-anchor=(anchor) {
                    (letters::fitted(mark.word, room))
                }
            }
        }
    }
}

/// How many ways there are to draw a series.
const STYLES: usize = 6;

/// The class that draws a series: its colour, its dashes.
pub(super) fn style(series: usize) -> String {
    format!("series s{}", series % STYLES)
}

/// A point of a series: a circle, a diamond, a square, a triangle, one on its head, or a bar.
pub(super) fn point(series: usize, x: f64, y: f64) -> Markup {
    let class = format!("point s{}", series % STYLES);
    let shape = |corners: &[(f64, f64)]| {
        let corners: Vec<String> =
            corners.iter().map(|(dx, dy)| format!("{},{}", px(x + dx), px(y + dy))).collect();
        html! { polygon class=(class) points=(corners.join(" ")) {} }
    };
    match series % STYLES {
        0 => html! { circle class=(class) cx=(px(x)) cy=(px(y)) r="3.5" {} },
        1 => shape(&[(0.0, -4.5), (4.5, 0.0), (0.0, 4.5), (-4.5, 0.0)]),
        2 => shape(&[(-3.2, -3.2), (3.2, -3.2), (3.2, 3.2), (-3.2, 3.2)]),
        3 => shape(&[(0.0, -4.2), (4.2, 3.4), (-4.2, 3.4)]),
        4 => shape(&[(0.0, 4.2), (4.2, -3.4), (-4.2, -3.4)]),
        _ => shape(&[(-1.6, -4.8), (1.6, -4.8), (1.6, 4.8), (-1.6, 4.8)]),
    }
}

/// The names of several series beside a piece of their lines.
pub(super) struct Key<'a> {
    places: Vec<(f64, f64, &'a str)>,
    lines: usize,
}

impl<'a> Key<'a> {
    const STROKE: f64 = 30.0;

    /// Finds room for the names; a single series needs none unless it has a name.
    pub(super) fn new(names: impl Iterator<Item = &'a str>, left: f64, sheet: Sheet) -> Key<'a> {
        let right = sheet.width();
        let (mut x, mut line) = (left, 0);
        let mut places = Vec::new();
        for name in names {
            let width = Self::STROKE + 6.0 + letters::width(name) + 18.0;
            if x > left && x + width > right {
                (x, line) = (left, line + 1);
            }
            places.push((x, line as f64, name));
            x += width;
        }
        if places.iter().all(|(_, _, name)| name.is_empty()) {
            places.clear();
        }
        Key { lines: if places.is_empty() { 0 } else { line + 1 }, places }
    }

    /// How much room the key takes at the top.
    pub(super) fn height(&self) -> f64 {
        self.lines as f64 * (LINE + 2.0) + if self.lines > 0 { 6.0 } else { 0.0 }
    }

    /// The key; `sample` draws on a stroke what a series has beside its line.
    pub(super) fn draw(&self, sheet: Sheet, sample: impl Fn(usize, f64, f64) -> Markup) -> Markup {
        html! {
            @for (series, (x, line, name)) in self.places.iter().enumerate() {
                @let y = 9.0 + line * (LINE + 2.0);
                line class=(style(series)) x1=(px(*x)) x2=(px(x + Self::STROKE)) y1=(px(y)) y2=(px(y)) {}
                (sample(series, x + Self::STROKE / 2.0, y))
                text class="name" x=(px(x + Self::STROKE + 6.0)) y=(px(y + 4.0)) {
                    (letters::fitted(name, sheet.width() - x - Self::STROKE - 6.0))
                }
            }
        }
    }
}
