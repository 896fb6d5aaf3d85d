//! The memory aid as a sheet of deduction (R4.7): who placed which suit on ports worth how much, and the hidden rest.

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
    let mut changed = [false; SUITS];
    if (before.viewer, before.clients) != (now.viewer, now.clients) {
        let (was, is) = (own(before), own(now));
        changed = std::array::from_fn(|suit| was[suit] != is[suit]);
    }
    if (&before.coins, before.hand, before.scored) != (&now.coins, now.hand, now.scored) {
        let (knew, knows) = (before.known_values(), now.known_values());
        changed = std::array::from_fn(|suit| changed[suit] || knew[suit] != knows[suit]);
    }
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

/// The notes on one suit.
pub(super) fn note(game: &SpamORama, view: &View, suit: Suit) -> Markup {
    let placements = view.placements.unwrap_or(Placements::NONE);
    // Everybody's ports for this suit, found in one round of the board.
    let placed = Port::all().filter_map(|port| {
        let (seat, _) = placements.on(port).filter(|(_, placed)| *placed == suit)?;
        Some(Chosen { seat, value: view.port_values[port.index()]?, own: game.network().suit(port) == suit })
    });
    let placed: Vec<Chosen> = placed.collect();
    html! {
        tr id={ "note-" (suit.name()) } class={ (colour(suit)) @if own(view)[suit.index()] { " mine" } } {
            th scope="row" { span.suit { (glyph::suit(suit)) } span.unseen { (Ink(suit.title())) } }
            @for seat in game.seat_count().iter() { (chosen(&placed, seat)) }
            td.unknown { @for value in hidden(view, suit) { (value.points()) " " } }
        }
    }
}

/// A port that a seat chose for a suit: its value, and whether it is one of the suit itself.
struct Chosen {
    seat: Seat,
    value: Value,
    own: bool,
}

/// The values of the ports that a seat chose for a suit; shaded where they are worth four or more on average.
fn chosen(placed: &[Chosen], seat: Seat) -> Markup {
    let ports = || placed.iter().filter(|port| port.seat == seat);
    let (count, sum) =
        ports().fold((0, 0), |(count, sum), port| (count + 1, sum + usize::from(port.value.points())));
    html! {
        td.good[count > 0 && sum >= 4 * count] {
            @for port in ports() { @if port.own { b { (port.value.points()) } " " } @else { (port.value.points()) " " } }
        }
    }
}

/// The values of a suit that the viewer has not seen and cannot tell.
fn hidden(view: &View, suit: Suit) -> impl Iterator<Item = Value> {
    ALL_VALUES.difference(view.known_values()[suit.index()]).iter()
}
