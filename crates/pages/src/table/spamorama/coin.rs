//! The pool of twelve piles, and the coin somebody has taken.

use maud::{Markup, html};
use spamorama::{Stage, Suit, View};

use super::colour;
use crate::glyph;
use crate::ink::{Ink, Letter};
use crate::table::name_of;
use room::Sitter;

/// The pool: twelve piles by suit with what is left.
pub(super) fn pool(view: &View) -> Markup {
    html! {
        section.window.pool aria-labelledby="pool-title" {
            header.bar { h2 #pool-title { "The pool" } (tally(view)) }
            div.inside { ul { @for suit in Suit::ALL { (heap(view, suit)) } } }
        }
    }
}

/// How many coins are left in all.
pub(super) fn tally(view: &View) -> Markup {
    let left: u32 = view.pool.iter().map(|&left| u32::from(left)).sum();
    html! {
        span #pool.tally {
            @match left {
                0 => "empty",
                1 => "1 coin",
                _ => { (left) " coins" }
            }
        }
    }
}

/// The coins of one suit that are left.
pub(super) fn heap(view: &View, suit: Suit) -> Markup {
    let left = view.pool[suit.index()];
    html! {
        li.heap.(colour(suit)).none[left == 0] id={ "pool-" (suit.name()) } data-piece={ "pool-" (suit.name()) } title=(Ink(suit.client())) {
            span.coin { (glyph::suit(suit)) i { (Letter(suit.letter())) } }
            span.name { (Ink(suit.title())) } b { (left) span.unseen { " left" } }
        }
    }
}

/// The coin taken, large, until it is placed.
pub(super) fn coin(view: &View, sitters: &[Sitter]) -> Markup {
    let held = view.hand.and_then(|coin| Some((coin.suit?, coin.value)));
    html! {
        section #coin.window.taken hidden[held.is_none()] aria-labelledby="coin-title" {
            header.bar { h2 #coin-title {
                @match view.stage.turn() {
                    Some(seat) if view.viewer.is(seat) => "Your coin",
                    Some(seat) => { "The coin of " (name_of(sitters, seat)) }
                    None => "The coin",
                }
            } }
            div.inside {
                @if let Some((suit, value)) = held {
                    span.coin.huge.(colour(suit)) {
                        (glyph::suit(suit)) i { (Letter(suit.letter())) @if let Some(value) = value { (value) } }
                    }
                    p {
                        @match value {
                            Some(value) => { "The " b { (value.word()) } " of " (Ink(suit.title())) "." }
                            None => { "A coin of " (Ink(suit.title())) ", face down." }
                        }
                        @if let Stage::Placing(..) = view.stage { span.note { "To be placed on a port without a coin." } }
                    }
                }
            }
        }
    }
}
