//! Everybody's standing in one strip, which a small screen always shows.

use maud::{Markup, html};
use spammers::{Spammers, View};
use table::{Game as _, Seat};

use super::moment;
use super::operation::{Part, cells, flag};
use crate::art;
use crate::glyph::glyph;
use crate::ink::Letter;
use crate::table::{badge, letter, short_name};
use room::Sitter;

/// Who stands where.
pub(super) fn standing(game: &Spammers, view: &View, sitters: &[Sitter]) -> Markup {
    html! {
        ul.standing aria-label="How everybody stands" { @for seat in game.seats().iter() { (of(game, view, sitters, seat)) } }
    }
}

/// A player's sum, best Scam, cards in hand. Pressed, it shows all that the player has.
pub(super) fn of(game: &Spammers, view: &View, sitters: &[Sitter], seat: Seat) -> Markup {
    let (one, all) = game.variant().victory_thresholds();
    let (now, seen) = (moment(game, view, seat), &view.seats[seat.index()]);
    html! {
        li.{ "at-" (Letter(letter(seat))) }.on[now.on].near[now.near] id=(Part::Standing.id(seat)) {
            button type="button" data-tab="rivals" data-at={ "seat-" (Letter(letter(seat))) } {
                (art::face(sitters, seat)) (badge(seat)) span.name { (short_name(sitters, seat).0) } (flag(now))
                span.held { (glyph("card")) (seen.hand) span.unseen { " cards in hand" } }
                (cells("of-one", seen.best().into(), one.into())) b.best { span.unseen { "best " } (seen.best()) small { "/" (one) } }
                (cells("of-all", seen.sum(), all)) b { span.unseen { "in all " } (seen.sum()) small { "/" (all) } }
            }
        }
    }
}
