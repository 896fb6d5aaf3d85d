//! How the game is won, and who is nearest.

use maud::{Markup, html};
use spammers::{Spammers, View};
use table::{Game as _, Seat};

use super::wire::who;
use crate::glyph::glyph;
use room::Sitter;

/// Who is nearest to one of the marks, and by how much it is missed; nobody as long as there is no Scam.
pub(super) fn nearest(game: &Spammers, view: &View) -> Option<(Seat, u32)> {
    let (one, all) = game.variant().victory_thresholds();
    let missed = |seat: Seat| {
        let has = &view.seats[seat.index()];
        let by_one = u32::from(one.saturating_sub(has.best()));
        (!has.scams.is_empty()).then(|| (seat, by_one.min(all.saturating_sub(has.sum()))))
    };
    game.seats().iter().filter_map(missed).min_by_key(|&(_, missed)| missed)
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
                    Some((seat, 0)) => p.nearest { "At the mark: " (who(sitters, seat)) },
                    Some((seat, missed)) => p.nearest { "Nearest: " (who(sitters, seat)) ", " b { (missed) } " short" },
                    None => {}
                }
            }
        }
    }
}
