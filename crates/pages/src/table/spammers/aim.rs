//! How the game is won, and who is nearest.

use maud::{Markup, html};
use spammers::{Spammers, View};
use table::{Game as _, Seat, SeatSet};

use super::wire::who;
use crate::glyph::glyph;
use room::Sitter;

/// Those who are nearest to one of the marks, and by how much it is missed; nobody as long as there is no Scam.
pub(super) fn nearest(game: &Spammers, view: &View) -> Option<(SeatSet, u32)> {
    let (one, all) = game.variant().victory_thresholds();
    let missed = |seat: Seat| {
        let has = &view.seats[seat.index()];
        let by_one = u32::from(one.saturating_sub(has.best()));
        (!has.scams.is_empty()).then(|| (seat, by_one.min(all.saturating_sub(has.sum()))))
    };
    let (_, least) = game.seats().iter().filter_map(missed).min_by_key(|&(_, missed)| missed)?;
    let all = game.seats().iter().filter_map(missed).filter(|&(_, missed)| missed == least);
    Some((all.map(|(seat, _)| seat).collect(), least))
}

/// They by name; of many only how many.
fn names(seats: SeatSet, sitters: &[Sitter]) -> Markup {
    html! {
        @if seats.len() > 2 { b { (seats.len()) " players" } }
        @else { @for (place, seat) in seats.iter().enumerate() { @if place > 0 { " and " } (who(sitters, seat)) } }
    }
}

/// What the game is about, from the marks that are played for (S6.1).
pub(super) fn aim(game: &Spammers, view: &View, sitters: &[Sitter]) -> Markup {
    let (one, all) = game.variant().victory_thresholds();
    html! {
        section #aim.window.aim aria-label="The aim" {
            (glyph("cup"))
            div {
                p { "First to " b { (one) } " on one Scam, or " b { (all) } " in all" span.when { ", at the start of your turn." } }
                @match nearest(game, view) {
                    Some((seats, 0)) => p.nearest { "At the mark: " (names(seats, sitters)) },
                    Some((seats, missed)) => p.nearest { "Nearest: " (names(seats, sitters)) ", " b { (missed) } " short" },
                    None => {}
                }
            }
        }
    }
}
