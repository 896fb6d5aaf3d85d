//! How often each whole number came up: bars for one series, outlines for several.

use maud::{Markup, html};

use super::frame::{self, Area, Key, Marks};
use super::scale::{Scale, is_drawable};
use super::{Drawing, Sheet, px};
use crate::{Plot, Unit, number};

/// The widest a bar gets.
const WIDEST_BAR: f64 = 60.0;

pub(super) fn draw(first: u32, series: &[(String, Vec<f64>)], plot: &Plot, sheet: Sheet) -> Option<Drawing> {
    let bins = series.iter().map(|(_, shares)| shares.len()).max().unwrap_or(0);
    let shares = series.iter().flat_map(|(_, shares)| shares.iter().copied());
    if bins == 0 || !shares.clone().any(is_drawable) {
        return None;
    }
    let upward = Scale::over(shares.map(known).chain([0.0]), 4)?;
    let across = Scale::of_bins(first, bins, sheet.ticks());
    let left = frame::gutter(&upward, Unit::Share);
    let right = sheet.width() - 12.0;
    let marks = Marks::new(&plot.marks, &across, (left, right), sheet);
    let key = Key::new(series.iter().map(|(name, _)| name.as_str()), left, sheet);
    let top = 10.0 + key.height() + marks.height();
    let height = match sheet {
        Sheet::Wide => 230.0,
        Sheet::Narrow => 180.0,
    };
    let area = Area { left, right, top, bottom: top + height };
    let bar = (0.9 * (right - left) / bins as f64).min(WIDEST_BAR);
    let number_of = |bin: usize| f64::from(first) + bin as f64;
    let shapes = html! {
        (frame::upward(area, &upward, Unit::Share))
        @if let [(_, shares)] = series {
            @for (bin, share) in shares.iter().enumerate().filter(|(_, share)| known(**share) > 0.0) {
                @let from = area.x(&across, number_of(bin)) - bar / 2.0;
                @let y = area.y(&upward, *share);
                rect class="bar" x=(px(from)) width=(px(bar)) y=(px(y)) height=(px(area.bottom - y)) {
                    title { (number::grouped(u64::from(first) + bin as u64)) ": " (number::number(*share, Unit::Share)) }
                }
            }
        } @else {
            @for (place, (name, shares)) in series.iter().enumerate() {
                (outline(name, shares, place, |bin| area.x(&across, number_of(bin) - 0.5), |share| area.y(&upward, share)))
            }
        }
        (frame::across(area, &across, Unit::Plain(0), ""))
        (marks.draw(area, sheet))
        (key.draw(sheet, |_, _, _| html! {}))
    };
    Some(Drawing { height: area.bottom + frame::below(""), shapes })
}

/// A drawable share; 0 for one that is not.
fn known(share: f64) -> f64 {
    if is_drawable(share) { share.max(0.0) } else { 0.0 }
}

fn outline(
    name: &str,
    shares: &[f64],
    place: usize,
    x: impl Fn(usize) -> f64,
    y: impl Fn(f64) -> f64,
) -> Markup {
    let mut way = format!("M{} {}", px(x(0)), px(y(0.0)));
    for (bin, share) in shares.iter().enumerate() {
        way.push_str(&format!("V{}H{}", px(y(known(*share))), px(x(bin + 1))));
    }
    way.push_str(&format!("V{}", px(y(0.0))));
    html! {
        path class=(frame::style(place)) d=(way) { title { (name) } }
    }
}
