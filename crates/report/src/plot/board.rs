//! Squares in their places, tinted by a number that stands in them.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::scale::is_drawable;
use super::{Drawing, Sheet, letters, px};
use crate::{Square, Unit, number};

/// The largest a square gets.
const LARGEST: f64 = 58.0;

/// Below this a square has no room for percent signs: the scale has them.
const SMALLEST_FOR_SIGNS: f64 = 50.0;

/// Below this a square has no room for words.
const SMALLEST_FOR_WORDS: f64 = 30.0;

/// How many tints the scale below shows.
const STEPS: u32 = 5;

/// A board with more columns or rows than this is drawn without its gaps.
const MOST_PLACES: u32 = 64;

/// From which number to which the tint goes.
struct Tint {
    low: f64,
    high: f64,
}

impl Tint {
    fn over(values: impl Iterator<Item = f64> + Clone, unit: Unit) -> Option<Tint> {
        let low = values.clone().reduce(f64::min)?;
        let high = values.reduce(f64::max)?;
        Some(match unit {
            // Signed values are tinted to either side of zero.
            Unit::Points if low < 0.0 => {
                let most = high.abs().max(low.abs());
                Tint { low: -most, high: most }
            }
            Unit::Points | Unit::Plain(_) | Unit::Share | Unit::Chance => Tint { low, high },
        })
    }

    /// The class and how strong it is.
    fn of(&self, value: f64) -> (&'static str, f64) {
        if self.high - self.low <= 0.0 {
            ("tint", 0.3)
        } else if self.low < 0.0 && self.high == -self.low {
            let class = if value < 0.0 { "tint below" } else { "tint" };
            (class, 0.04 + 0.5 * (value / self.high).abs())
        } else {
            ("tint", 0.04 + 0.5 * (value - self.low) / (self.high - self.low))
        }
    }

    fn steps(&self) -> Vec<f64> {
        match self.high > self.low {
            true => (0..STEPS)
                .map(|step| self.low + (self.high - self.low) * f64::from(step) / f64::from(STEPS - 1))
                .collect(),
            false => vec![self.low],
        }
    }
}

pub(super) fn draw(squares: &[Square], unit: Unit, sheet: Sheet) -> Option<Drawing> {
    let known = squares.iter().map(|square| square.value).filter(|value| is_drawable(*value));
    let tint = Tint::over(known, unit)?;
    let columns = Places::new(squares.iter().map(|square| square.column));
    let rows = Places::new(squares.iter().map(|square| square.row));
    let size = ((sheet.width() - 4.0) / f64::from(columns.count)).min(LARGEST);
    let left = (sheet.width() - size * f64::from(columns.count)) / 2.0;
    let bottom = 2.0 + size * f64::from(rows.count);
    let shapes = html! {
        @for square in squares {
            @let x = left + size * f64::from(columns.of(square.column));
            @let y = 2.0 + size * f64::from(rows.of(square.row));
            (one(square, unit, &tint, (x, y, size)))
        }
        (scale(&tint, unit, sheet, bottom + 14.0))
    };
    Some(Drawing { height: bottom + 52.0, shapes })
}

/// Which columns or rows there are.
struct Places {
    first: u32,
    count: u32,
    /// The places in order, where there are too many to leave gaps.
    dense: Option<Vec<u32>>,
}

impl Places {
    fn new(places: impl Iterator<Item = u32>) -> Places {
        let places: BTreeSet<u32> = places.collect();
        let first = places.first().copied().unwrap_or(0);
        let last = places.last().copied().unwrap_or(0);
        match last - first < MOST_PLACES {
            true => Places { first, count: last - first + 1, dense: None },
            false => Places {
                first,
                count: u32::try_from(places.len()).unwrap_or(u32::MAX),
                dense: Some(places.into_iter().collect()),
            },
        }
    }

    fn of(&self, place: u32) -> u32 {
        match &self.dense {
            Some(places) => places.partition_point(|other| *other < place) as u32,
            None => place - self.first,
        }
    }
}

fn one(square: &Square, unit: Unit, tint: &Tint, (x, y, size): (f64, f64, f64)) -> Markup {
    let written = number::number(square.value, unit);
    let (class, strength) = match is_drawable(square.value) {
        true => tint.of(square.value),
        false => ("tint", 0.0),
    };
    let inner = px(size - 2.0);
    let room = size - 6.0;
    html! {
        g {
            title { (square.label) ": " (written) }
            rect class="square" x=(px(x + 1.0)) y=(px(y + 1.0)) width=(inner) height=(inner) {}
            rect class=(class) x=(px(x + 1.0)) y=(px(y + 1.0)) width=(inner) height=(inner)
                fill-opacity=(format!("{strength:.2}")) {}
            @if size >= SMALLEST_FOR_WORDS {
                text class="label" x=(px(x + 5.0)) y=(px(y + 14.0)) { (letters::fitted(&square.label, room)) }
                @let inside = if size < SMALLEST_FOR_SIGNS { number::bare(square.value, unit) } else { written };
                @if letters::width(&inside) <= size + 2.0 {
                    text class="number" x=(px(x + size / 2.0)) y=(px(y + size * 0.5 + 13.0)) text-anchor="middle" {
                        (inside)
                    }
                }
            }
        }
    }
}

fn scale(tint: &Tint, unit: Unit, sheet: Sheet, top: f64) -> Markup {
    let steps = tint.steps();
    let width = 60.0;
    let left = (sheet.width() - width * steps.len() as f64) / 2.0;
    html! {
        @for (place, value) in steps.iter().enumerate() {
            @let x = left + width * place as f64;
            @let (class, strength) = tint.of(*value);
            rect class="square" x=(px(x)) y=(px(top)) width=(px(width)) height="12" {}
            rect class=(class) x=(px(x)) y=(px(top)) width=(px(width)) height="12"
                fill-opacity=(format!("{strength:.2}")) {}
            text class="tick" x=(px(x + width / 2.0)) y=(px(top + 28.0)) text-anchor="middle" {
                (number::number(*value, unit))
            }
        }
    }
}
