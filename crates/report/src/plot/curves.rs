//! Curves with the band that their intervals make.

use maud::{Markup, html};

use super::frame::{self, Area, Key};
use super::scale::{Scale, is_drawable};
use super::{Drawing, Sheet, letters, px};
use crate::{Estimate, Plot, Unit, number};

type Point = (f64, Estimate);

pub(super) fn draw(
    name: &str,
    series: &[(String, Vec<Point>)],
    plot: &Plot,
    sheet: Sheet,
) -> Option<Drawing> {
    let points = || series.iter().flat_map(|(_, points)| points).filter(|point| is_known(point));
    let across = Scale::over(points().map(|(x, _)| *x), sheet.ticks())?;
    let ends = points().flat_map(|(_, at)| [at.value, at.low, at.high]);
    let upward = Scale::over(ends.chain(plot.marks.iter().map(|mark| mark.0)), 5)?;
    let left = frame::gutter(&upward, plot.unit);
    let unit_name = number::axis_name(plot.unit).unwrap_or_default();
    let key = Key::new(series.iter().map(|(name, _)| name.as_str()), left, sheet);
    let top = 10.0 + key.height() + if unit_name.is_empty() { 0.0 } else { frame::LINE };
    let height = match sheet {
        Sheet::Wide => 280.0,
        Sheet::Narrow => 220.0,
    };
    let area = Area { left, right: sheet.width() - 14.0, top, bottom: top + height };
    let shapes = html! {
        (frame::upward(area, &upward, plot.unit))
        @if !unit_name.is_empty() {
            text class="tick" x="2" y=(px(area.top - 12.0)) { (unit_name) }
        }
        (frame::across(area, &across, Unit::Plain(0), name))
        @for (place, (_, points)) in series.iter().enumerate() {
            @for run in points.split(|point| !is_known(point)).filter(|run| !run.is_empty()) {
                (band(run, place, area, &across, &upward))
            }
        }
        @for (value, word) in plot.marks.iter().filter(|(value, _)| upward.holds(*value)) {
            @let y = area.y(&upward, *value);
            line class="mark" x1=(px(area.left)) x2=(px(area.right)) y1=(px(y)) y2=(px(y)) {}
            text class="word" x=(px(area.right)) y=(px(y - 4.0)) text-anchor="end" {
                (letters::fitted(word, area.right - area.left))
            }
        }
        @for (place, (name, points)) in series.iter().enumerate() {
            @for run in points.split(|point| !is_known(point)).filter(|run| !run.is_empty()) {
                polyline class=(frame::style(place)) points=(way(run.iter().map(|(x, at)| (*x, at.value)), area, &across, &upward)) {}
                @for (x, at) in run {
                    g {
                        title { (name) ", " (number::number(*x, Unit::Plain(2))) ": " (number::estimate(*at, plot.unit)) }
                        (frame::point(place, area.x(&across, *x), area.y(&upward, at.value)))
                    }
                }
            }
        }
        (key.draw(sheet, frame::point))
    };
    Some(Drawing { height: area.bottom + frame::below(name), shapes })
}

fn is_known((x, at): &Point) -> bool {
    is_drawable(*x) && is_drawable(at.value)
}

fn way(points: impl Iterator<Item = (f64, f64)>, area: Area, across: &Scale, upward: &Scale) -> String {
    points
        .map(|(x, y)| format!("{},{}", px(area.x(across, x)), px(area.y(upward, y))))
        .collect::<Vec<_>>()
        .join(" ")
}

fn band(run: &[Point], place: usize, area: Area, across: &Scale, upward: &Scale) -> Markup {
    let or_value = |end: f64, at: &Estimate| if end.is_nan() { at.value } else { end };
    if let [(x, at)] = run {
        let x = area.x(across, *x);
        let [low, high] = [at.low, at.high].map(|end| area.y(upward, or_value(end, at)));
        return html! { line class=(frame::style(place)) x1=(px(x)) x2=(px(x)) y1=(px(low)) y2=(px(high)) {} };
    }
    let there = run.iter().map(|(x, at)| (*x, or_value(at.high, at)));
    let back = run.iter().rev().map(|(x, at)| (*x, or_value(at.low, at)));
    html! {
        polygon class=(format!("spread {}", frame::style(place)))
            points=(way(there.chain(back), area, across, upward)) {}
    }
}
