//! Everybody's last move, marked on the network.

use maud::{Markup, html};
use spamorama::{LastMove, Network, Place, SpamORama, View};
use table::Seat;

use super::at;
use super::port::At;
use crate::ink::Letter;

/// An arrow on the port that a stack left, which nothing ever lies on again, or a mark on the port that a coin was
/// placed on, each with the letter of its seat; the newest comes last.
pub(super) fn moves(game: &SpamORama, view: &View) -> Markup {
    let network = game.network();
    // The seat to move did so longest ago.
    let next = view.stage.turn().map_or(0, Seat::index);
    let seats = game.seat_count().iter();
    let seats = seats.clone().skip(next).chain(seats.take(next));
    html! {
        ol #moves.moves aria-hidden="true" {
            @for (seat, last) in seats.filter_map(|seat| Some((seat, view.last_moves[seat.index()]?))) {
                @if let Some((place, way)) = mark(network, view, last) {
                    li class={ (at(seat)) " c" (place.column() + 1) " r" (place.row() + 1) " " (way) } { (Letter(seat.letter())) }
                }
            }
        }
    }
}

/// Where the mark of a move stands, and its class: the way the stack went. A coin that others lie on is not marked.
fn mark(network: &Network, view: &View, last: LastMove) -> Option<(Place, &'static str)> {
    match last {
        LastMove::Placed(port) => (view.heights[port.index()] == 1).then(|| (network.place(port), "placed")),
        LastMove::Relayed(from, to) => {
            let (from, to) = (network.place(from), network.place(to));
            let way = match (to.column().cmp(&from.column()), to.row().cmp(&from.row())) {
                (std::cmp::Ordering::Less, _) => "leftward",
                (std::cmp::Ordering::Greater, _) => "rightward",
                (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => "upward",
                (std::cmp::Ordering::Equal, _) => "downward",
            };
            Some((from, way))
        }
    }
}

/// The last move of a seat in a few words.
pub(super) fn last_move(network: &Network, view: &View, seat: Seat) -> Markup {
    html! {
        @match view.last_moves[seat.index()] {
            Some(LastMove::Placed(port)) => { span.verb { "placed on " } (At(network.place(port))) }
            Some(LastMove::Relayed(from, to)) => { (At(network.place(from))) " to " (At(network.place(to))) }
            None => {}
        }
    }
}
