//! The serpentine track from 0 to 99 with the twelve markers.

use maud::{Markup, html};
use spamorama::{Suit, View};

use super::{colour, own};

/// A field is as wide as this; and as high up to 49.
const FIELD: u32 = 44;
/// Higher fields are low: no client ever gets past 40 (R4.6).
const LOW: u32 = 18;
const HIGH_ROWS: u32 = 5;

/// The left upper corner of a field: rows run to the right and back in turn.
const fn corner(field: u32) -> (u32, u32) {
    let (row, along) = (field / 10, field % 10);
    let column = if row % 2 == 0 { along } else { 9 - along };
    let y = if row <= HIGH_ROWS { row * FIELD } else { HIGH_ROWS * FIELD + (row - HIGH_ROWS) * LOW };
    (column * FIELD, y)
}

/// The fields with their numbers, which never change.
pub(super) fn fields() -> Markup {
    let height = HIGH_ROWS * FIELD + (10 - HIGH_ROWS) * LOW;
    let rows = (1..10).map(|row| corner(row * 10).1);
    let mut path = String::new();
    for y in rows {
        path += &format!("M0 {y}h440");
    }
    for column in 1..10 {
        path += &format!("M{} 0v{height}", column * FIELD);
    }
    html! {
        svg.squares viewBox={ "0 0 440 " (height) } aria-hidden="true" {
            path d=(path) {}
            // Past 49 only the ends of the rows have numbers: nobody gets there.
            @for field in (0..100).filter(|field| field / 10 < HIGH_ROWS || field % 10 == 0 || field % 10 == 9) {
                @let (x, y) = corner(field);
                text x=(x + 3) y=(y + 11) { (field) }
            }
        }
    }
}

/// The markers; those that share a field make room for each other.
pub(super) fn markers(view: &View) -> Markup {
    let mine = own(view);
    let height = HIGH_ROWS * FIELD + (10 - HIGH_ROWS) * LOW;
    let mut before = [0_u32; 100];
    let mut there = [0_u32; 100];
    for &score in &view.scores {
        there[usize::from(score).min(99)] += 1;
    }
    html! {
        svg #track.markers viewBox={ "0 0 440 " (height) } aria-hidden="true" {
            @for suit in Suit::ALL {
                @let score = usize::from(view.scores[suit.index()]).min(99);
                @let place = { before[score] += 1; before[score] - 1 };
                g.(colour(suit)).mine[mine[suit.index()]] transform=(spot(score as u32, place, there[score])) {
                    circle r="12" {}
                    use href={ "#g-" (suit.name()) } x="-8" y="-8" width="16" height="16" {}
                }
            }
        }
    }
}

/// Where the so-manieth of several markers of a field stands, and how large: in hundredths, so that no floats are
/// needed.
fn spot(field: u32, place: u32, of: u32) -> String {
    let (columns, rows, size) = match of {
        0..=1 => (1, 1, 130),
        2 => (2, 1, 88),
        3..=4 => (2, 2, 80),
        5..=9 => (3, 3, 56),
        _ => (4, 3, 44),
    };
    let (x, y) = corner(field);
    let high = if field < HIGH_ROWS * 10 { FIELD } else { LOW };
    let x = x * 10 + (2 * (place % columns) + 1) * FIELD * 10 / (2 * columns);
    let y = y * 10 + (2 * (place / columns) + 1) * high * 10 / (2 * rows);
    format!("translate({}.{} {}.{}) scale(.{size:02})", x / 10, x % 10, y / 10, y % 10)
        .replace("scale(.130)", "scale(1.3)")
}
