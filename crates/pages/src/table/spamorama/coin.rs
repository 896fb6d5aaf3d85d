//! The pool of twelve piles, and the coin somebody has taken.

use maud::{Markup, html};
use spamorama::{Stage, Suit, View};

use super::colour;
use crate::glyph;
use crate::model::Sitter;
use crate::table::name_of;

/// The pool: twelve piles by suit with what is left.
pub(super) fn pool(view: &View) -> Markup {
    let left: u32 = view.pool.iter().map(|&left| u32::from(left)).sum();
    html! {
        section #pool.window.pool aria-labelledby="pool-title" {
            header.bar { h2 #pool-title { "The pool" } span.tally { (left) @if left == 1 { " coin" } @else { " coins" } } }
            div.inside {
                @if left == 0 { p.empty { "Every coin is out there." } }
                @else { ul {
                    @for suit in Suit::ALL {
                        @let left = view.pool[suit.index()];
                        li.heap.(colour(suit)).none[left == 0] data-piece={ "pool-" (suit.name()) } title=(suit.client()) {
                            span.coin { (glyph::suit(suit)) i { (suit.letter()) } }
                            span.name { (suit) } b { (left) span.unseen { " left" } }
                        }
                    }
                } }
            }
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
                        (glyph::suit(suit)) i { (suit.letter()) @if let Some(value) = value { (value) } }
                    }
                    p {
                        @match value {
                            Some(value) => { "The " b { (value.word()) } " of " (suit) "." }
                            None => { "A coin of " (suit) ", face down." }
                        }
                        @if let Stage::Placing(..) = view.stage { span.note { "To be placed on a port without a coin." } }
                    }
                }
            }
        }
    }
}
