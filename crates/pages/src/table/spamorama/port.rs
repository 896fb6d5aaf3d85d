//! A port: a square with suit and value, and the pile of coins on it.

use maud::{Markup, Render, html};
use spamorama::{Network, Place, Port, SeenCoin, Suit, View, write_port};

use super::{colour, own};
use crate::glyph;
use crate::ink::{Ink, Letter};

pub(super) fn port(network: &Network, view: &View, port: Port) -> Markup {
    let place = network.place(port);
    let suit = network.suit(port);
    let stack = view.stack(port);
    let mine = own(view);
    let value = view.port_values[port.index()];
    html! {
        li id={ "port-" (At(place)) } class={ "port c" (place.column() + 1) " r" (place.row() + 1) " " (colour(suit)) (walls(network, port, place)) } data-piece={ "port-" (At(place)) } {
            b.tile {
                span.unseen { (Named(network, view, port)) }
                (glyph::port(suit, value))
            }
            @if let Some(top) = stack.last() { (coin(*top, &mine)) }
            @if stack.len() > 1 { (pile(stack)) }
        }
    }
}

/// A port as prompts call it.
struct Named<'a>(&'a Network, &'a View, Port);

impl Render for Named<'_> {
    fn render_to(&self, page: &mut String) {
        write_port(self.0, self.1, self.2, page);
    }
}

/// A place by its letter and number.
pub(super) struct At(pub(super) Place);

impl Render for At {
    fn render_to(&self, page: &mut String) {
        self.0.write_to(page);
    }
}

/// Where the region of the suit ends, a wall is drawn.
fn walls(network: &Network, port: Port, place: Place) -> &'static str {
    let suit = network.suit(port);
    let beside = |column: Option<usize>, row: Option<usize>| {
        let there = Place::new(column?, row?)?;
        let mut near = network.adjacent(port).iter();
        near.find(|&port| network.place(port) == there).filter(|&port| network.suit(port) == suit)
    };
    let (column, row) = (place.column(), place.row());
    let open = [
        beside(Some(column), row.checked_sub(1)).is_some(),
        beside(Some(column + 1), Some(row)).is_some(),
        beside(Some(column), Some(row + 1)).is_some(),
        beside(column.checked_sub(1), Some(row)).is_some(),
    ];
    const WALLS: [&str; 16] = [
        "",
        " wt",
        " wr",
        " wt wr",
        " wb",
        " wt wb",
        " wr wb",
        " wt wr wb",
        " wl",
        " wt wl",
        " wr wl",
        " wt wr wl",
        " wb wl",
        " wt wb wl",
        " wr wb wl",
        " wt wr wb wl",
    ];
    let walls =
        open.into_iter().enumerate().filter(|(_, open)| !open).fold(0, |all, (side, _)| all | 1 << side);
    WALLS[walls]
}

/// The coin on top.
fn coin(coin: SeenCoin, mine: &[bool]) -> Markup {
    html! {
        @match coin.suit {
            Some(suit) => {
                span.coin.(colour(suit)).mine[mine[suit.index()]] { (face(suit)) @if let Some(value) = coin.value { i { (value.points()) } } }
            }
            None => { span.coin { i { "?" } } }
        }
    }
}

/// The suit on a coin's back, as a glyph and for screen readers.
pub(super) fn face(suit: Suit) -> Markup {
    html! { (glyph::suit(suit)) span.unseen { (Ink(suit.title())) " " } }
}

/// The edges of the coins of a pile, from the bottom up, and how many there are; opened it can be read.
fn pile(stack: &[SeenCoin]) -> Markup {
    html! {
        details.pile {
            summary {
                @for coin in stack { i class=[coin.suit.map(colour)] {} }
                b { (stack.len()) span.unseen { " coins" } }
            }
            ol.pop { @for coin in stack { li class=[coin.suit.map(colour)] { (read(*coin)) } } }
        }
    }
}

/// A coin in words: value as far as it is known, suit, and who placed it.
fn read(coin: SeenCoin) -> Markup {
    html! {
        @match (coin.suit, coin.value) {
            (Some(suit), Some(value)) => { (value.points()) " of " (Ink(suit.title())) }
            (Some(suit), None) => { (Ink(suit.title())) }
            (None, _) => "hidden",
        }
        @if let Some(seat) = coin.placer { ", " (Letter(seat.letter())) }
    }
}
