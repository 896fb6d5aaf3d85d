//! The memory aid as a sheet of deduction (R4.7): who placed which suit on ports worth how much, and what is still hidden.

use maud::{Markup, html};
use spamorama::{ALL_VALUES, Placements, Port, SUITS, SpamORama, Suit, Value, View};
use table::Seat;

use super::{colour, own};
use crate::glyph;
use crate::ink::Ink;
use crate::table::{badge, name_of};
use room::Sitter;

/// The whole sheet, folded up.
pub(super) fn notes(game: &SpamORama, view: &View, sitters: &[Sitter]) -> Markup {
    html! {
        details.window.notes {
            summary.bar data-key="n" { span { "Notes" } }
            div.inside {
                table {
                    thead { tr {
                        th { span.unseen { "Client" } }
                        @for seat in game.seat_count().iter() {
                            th scope="col" { (badge(seat)) span.name { (name_of(sitters, seat)) } }
                        }
                        th scope="col" { "hidden" }
                    } }
                    tbody { @for suit in Suit::ALL { (note(game, view, suit)) } }
                }
                p.note {
                    "Figures: the value of each port that a player chose for that suit. Boxed: a port of the suit itself. Shaded: good ports, so perhaps a client. Hidden: values that you have not seen."
                }
            }
        }
    }
}

/// The suits of which there is something else to know now.
pub(super) fn changed(before: &View, now: &View) -> [bool; SUITS] {
    let (was, is) = (own(before), own(now));
    let (knew, knows) = (before.known_values(), now.known_values());
    let mut changed: [bool; SUITS] =
        std::array::from_fn(|suit| was[suit] != is[suit] || knew[suit] != knows[suit]);
    if before.placements != now.placements {
        let placed = |view: &View, port| view.placements.and_then(|placements| placements.on(port));
        for port in Port::all().filter(|&port| placed(before, port) != placed(now, port)) {
            for (_, suit) in placed(before, port).into_iter().chain(placed(now, port)) {
                changed[suit.index()] = true;
            }
        }
    }
    changed
}

/// What there is to know of one suit.
pub(super) fn note(game: &SpamORama, view: &View, suit: Suit) -> Markup {
    let placements = view.placements.unwrap_or(Placements::NONE);
    html! {
        tr id={ "note-" (suit.name()) } class={ (colour(suit)) @if own(view)[suit.index()] { " mine" } } {
            th scope="row" { span.suit { (glyph::suit(suit)) } span.unseen { (Ink(suit.title())) } }
            @for seat in game.seat_count().iter() { (chosen(game, view, (&placements, seat, suit))) }
            td.unknown { @for value in hidden(view, suit) { (value) " " } }
        }
    }
}

/// The values of the ports that a seat chose for a suit; shaded where they are worth four or more on average.
fn chosen(game: &SpamORama, view: &View, (placements, seat, suit): (&Placements, Seat, Suit)) -> Markup {
    let network = game.network();
    let ports = || {
        let placed = Port::all().filter(|&port| placements.on(port) == Some((seat, suit)));
        placed.filter_map(|port| Some((port, view.port_values[port.index()]?)))
    };
    let (count, sum) =
        ports().fold((0, 0), |(count, sum), (_, value)| (count + 1, sum + usize::from(value.points())));
    html! {
        td.good[count > 0 && sum >= 4 * count] {
            @for (port, value) in ports() {
                @if network.suit(port) == suit { b { (value) } " " } @else { (value) " " }
            }
        }
    }
}

/// The values of a suit that the viewer has not seen and cannot tell.
fn hidden(view: &View, suit: Suit) -> impl Iterator<Item = Value> {
    ALL_VALUES.difference(view.known_values()[suit.index()]).iter()
}
