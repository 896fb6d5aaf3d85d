//! Plots as drawings in the page. Each is drawn twice, for a wide sheet and for a narrow one, and the page shows the
//! one that fits: so text keeps its size on a phone.

mod board;
mod curves;
mod dots;
mod frame;
mod histogram;
mod letters;
mod scale;

use maud::{Markup, html};

use crate::{Figure, Plot, describe};

/// The canvas of a plot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sheet {
    Wide,
    Narrow,
}

impl Sheet {
    const fn width(self) -> f64 {
        match self {
            Sheet::Wide => 760.0,
            Sheet::Narrow => 340.0,
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Sheet::Wide => "wide",
            Sheet::Narrow => "narrow",
        }
    }

    /// About how many ticks an axis across the sheet has.
    const fn ticks(self) -> usize {
        match self {
            Sheet::Wide => 8,
            Sheet::Narrow => 4,
        }
    }
}

/// A finished drawing and how high it is.
struct Drawing {
    height: f64,
    shapes: Markup,
}

/// A plot with its title and caption.
pub(crate) fn plot(plot: &Plot) -> Markup {
    let (wide, narrow) = (drawn(plot, Sheet::Wide), drawn(plot, Sheet::Narrow));
    // A plot higher than a printed page may be broken there; others are kept on one.
    let is_tall = wide.as_ref().is_some_and(|drawing| drawing.height > 1.5 * Sheet::Wide.width());
    html! {
        figure class=(if is_tall { "plot tall" } else { "plot" }) {
            @if !plot.title.is_empty() { h3 { (plot.title) } }
            @match (wide, narrow) {
                (Some(wide), Some(narrow)) => {
                    (sheet(plot, Sheet::Wide, wide))
                    (sheet(plot, Sheet::Narrow, narrow))
                }
                (None, _) | (_, None) => { p class="nothing" { "There is nothing to draw here." } }
            }
            @if let Figure::Dots(dots) = &plot.figure && dots.iter().any(|dot| dot.stands_out) {
                p class="key" { span class="out" { "◆" } " stands out " span class="dot" { "○" } " does not" }
            }
            @if !plot.caption.is_empty() { figcaption { (plot.caption) } }
        }
    }
}

fn sheet(plot: &Plot, sheet: Sheet, drawing: Drawing) -> Markup {
    html! {
        svg class=(sheet.class()) role="img" aria-label=(plot.title)
            viewBox=(format!("0 0 {} {}", px(sheet.width()), px(drawing.height))) {
            title { (plot.title) }
            desc { (describe::plot(plot)) }
            (drawing.shapes)
        }
    }
}

fn drawn(plot: &Plot, sheet: Sheet) -> Option<Drawing> {
    match &plot.figure {
        Figure::Dots(dots) => dots::draw(dots, plot, sheet),
        Figure::Histogram { first, series } => histogram::draw(*first, series, plot, sheet),
        Figure::Curves { across, series } => curves::draw(across, series, plot, sheet),
        Figure::Board(squares) => board::draw(squares, plot.unit, sheet),
    }
}

/// A length in a drawing, to a tenth.
fn px(length: f64) -> String {
    let tenths = (length * 10.0).round() / 10.0;
    // Adding nothing turns a negative zero into zero.
    format!("{}", tenths + 0.0)
}
