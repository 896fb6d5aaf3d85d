//! A dot with a whisker a row: names to the left on a wide sheet, above on a narrow one.

use maud::{Markup, html};

use super::frame::{self, Area, Marks};
use super::scale::{Scale, is_drawable};
use super::{Drawing, Sheet, letters, px};
use crate::{Dot, Plot, number};

/// The widest a name gets beside its row.
const WIDEST_NAME: f64 = 285.0;

pub(super) fn draw(dots: &[Dot], plot: &Plot, sheet: Sheet) -> Option<Drawing> {
    let scale = scale(dots, plot, sheet)?;
    let written: Vec<String> = dots.iter().map(|dot| number::estimate(dot.at, plot.unit)).collect();
    let widest = |texts: &mut dyn Iterator<Item = &str>| texts.map(letters::width).fold(0.0, f64::max);
    let (row, left, right) = match sheet {
        Sheet::Wide => {
            let names = widest(&mut dots.iter().map(|dot| dot.name.as_str()));
            let numbers = widest(&mut written.iter().map(String::as_str));
            // Names that stand out are bold, and so a little wider.
            let left = (1.08 * names).min(WIDEST_NAME) + 16.0;
            (20.0, left, sheet.width() - numbers.min(200.0) - 14.0)
        }
        Sheet::Narrow => (36.0, 12.0, sheet.width() - 12.0),
    };
    let marks = Marks::new(&plot.marks, &scale, (left, right), sheet);
    let name = number::axis_name(plot.unit).unwrap_or_default();
    let top = 10.0 + marks.height();
    let area = Area { left, right, top, bottom: top + row * dots.len() as f64 };
    let shapes = html! {
        @for (place, _) in dots.iter().enumerate().filter(|(place, _)| is_striped(*place)) {
            rect class="band" x="0" width=(px(sheet.width())) y=(px(top + row * place as f64)) height=(px(row)) {}
        }
        @for tick in scale.ticks() {
            @let x = area.x(&scale, tick);
            line class="grid" x1=(px(x)) x2=(px(x)) y1=(px(area.top)) y2=(px(area.bottom)) {}
        }
        (marks.draw(area, sheet))
        (frame::across(area, &scale, plot.unit, name))
        @for ((place, dot), written) in dots.iter().enumerate().zip(&written) {
            @let y = top + row * place as f64;
            g class=(class(place, dot)) {
                title { (dot.name) ": " (written) }
                @match sheet {
                    Sheet::Wide => {
                        text class="name" x=(px(left - 12.0)) y=(px(y + 14.0)) text-anchor="end" {
                            (letters::fitted(&dot.name, (left - 16.0) / if dot.stands_out { 1.08 } else { 1.0 }))
                        }
                        text class="value" x=(px(sheet.width() - 2.0)) y=(px(y + 14.0)) text-anchor="end" { (written) }
                        (whisker(dot, &scale, area, y + row / 2.0))
                    }
                    Sheet::Narrow => {
                        // The name needs the room; the interval is drawn, and said when asked.
                        @let alone = number::number(dot.at.value, plot.unit);
                        @let room = sheet.width() - letters::width(&alone) - 12.0;
                        text class="name" x="2" y=(px(y + 14.0)) {
                            (letters::fitted(&dot.name, room / if dot.stands_out { 1.08 } else { 1.0 }))
                        }
                        text class="value" x=(px(sheet.width() - 2.0)) y=(px(y + 14.0)) text-anchor="end" { (alone) }
                        (whisker(dot, &scale, area, y + 26.0))
                    }
                }
            }
        }
    };
    Some(Drawing { height: area.bottom + frame::below(name), shapes })
}

fn class(place: usize, dot: &Dot) -> String {
    let striped = if is_striped(place) { "striped " } else { "" };
    format!("{striped}{}", if dot.stands_out { "out" } else { "in" })
}

/// Every second row lies on a band.
fn is_striped(place: usize) -> bool {
    place % 2 == 1
}

/// An axis for the dots and most of their whiskers: one that is far longer than the rest is cut, not drawn out.
fn scale(dots: &[Dot], plot: &Plot, sheet: Sheet) -> Option<Scale> {
    let values = || dots.iter().map(|dot| dot.at.value).filter(|value| is_drawable(*value));
    values().next()?;
    let least = values().fold(f64::INFINITY, f64::min);
    let most = values().fold(f64::NEG_INFINITY, f64::max);
    let mut lengths: Vec<f64> =
        dots.iter().map(|dot| dot.at.high - dot.at.low).filter(|length| is_drawable(*length)).collect();
    lengths.sort_by(f64::total_cmp);
    let usual = lengths.get(lengths.len() / 2).copied().unwrap_or(0.0).abs();
    let beyond = (most - least).max(2.0 * usual);
    let ends = dots.iter().flat_map(|dot| [dot.at.low, dot.at.high]).filter(|end| is_drawable(*end));
    let ends = ends.map(|end| end.clamp(least - beyond, most + beyond));
    Scale::over(values().chain(ends).chain(plot.marks.iter().map(|mark| mark.0)), sheet.ticks())
}

fn whisker(dot: &Dot, scale: &Scale, area: Area, y: f64) -> Markup {
    let at = dot.at;
    if !is_drawable(at.value) {
        return html! {};
    }
    let x = area.x(scale, at.value);
    let end = |end: f64| if end.is_nan() { x } else { area.x(scale, end) };
    let (low, high) = (end(at.low), end(at.high));
    html! {
        line class="whisker" x1=(px(low)) x2=(px(high)) y1=(px(y)) y2=(px(y)) {}
        @for (end, x, way) in [(at.low, low, -1.0), (at.high, high, 1.0)] {
            @if !end.is_nan() && !scale.holds(end) {
                polygon class="arrow" points=(format!(
                    "{},{} {},{} {},{}", px(x + way * 5.0), px(y), px(x), px(y - 4.0), px(x), px(y + 4.0)
                )) {}
            } @else if !end.is_nan() {
                line class="whisker" x1=(px(x)) x2=(px(x)) y1=(px(y - 3.0)) y2=(px(y + 3.0)) {}
            }
        }
        @if dot.stands_out {
            polygon class="head" points=(format!(
                "{},{} {},{} {},{} {},{}",
                px(x - 6.0), px(y), px(x), px(y - 6.0), px(x + 6.0), px(y), px(x), px(y + 6.0)
            )) {}
        } @else {
            circle class="head" cx=(px(x)) cy=(px(y)) r="4" {}
        }
    }
}
