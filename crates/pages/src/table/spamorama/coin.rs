//! The pool of twelve piles, and the coin somebody has taken.

use maud::{Markup, html};
use spamorama::{COINS, Stage, Suit, View};

use super::port::face;
use super::{at, colour, own};
use crate::glyph;
use crate::ink::Ink;
use crate::table::short_name;
use room::Sitter;

/// The pool: twelve piles by suit with their remaining coins.
pub(super) fn pool(view: &View) -> Markup {
    html! {
        section.window.pool aria-labelledby="pool-title" data-page="board" {
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
                _ => { (left) " of " (COINS) " left" }
            }
        }
    }
}

/// The coins of one suit that are left.
pub(super) fn heap(view: &View, suit: Suit) -> Markup {
    let left = view.pool[suit.index()];
    html! {
        li.heap.(colour(suit)).none[left == 0] id={ "pool-" (suit.name()) } data-piece={ "pool-" (suit.name()) } title=(glyph::client(suit)) {
            span.coin { (face(suit)) } b { (left) span.unseen { " left" } }
        }
    }
}

/// The coin taken, large, until it is placed; in somebody else's hand it is no more than said.
pub(super) fn coin(view: &View, sitters: &[Sitter]) -> Markup {
    let held = view.hand.and_then(|coin| Some((coin.suit?, coin.value)));
    let theirs = view.stage.turn().filter(|&seat| !view.viewer.is(seat));
    let mine = own(view);
    html! {
        @match (held, theirs) {
            (Some((suit, _)), Some(seat)) => {
                div #coin class={ "slot theirs " (at(seat)) } {
                    span.coin.(colour(suit)) { (face(suit)) }
                    p { b { (short_name(sitters, seat).0) } small { "holds a coin of " (Ink(suit.title())) } }
                }
            }
            (Some((suit, value)), None) => {
                div #coin.slot.full {
                    span.coin.huge.(colour(suit)).mine[mine[suit.index()]].known[value.is_some()] { (face(suit)) @if let Some(value) = value { i { (value.points()) } } }
                    p {
                        @match value {
                            Some(value) => b { "The " (value.word()) " of " (Ink(suit.title())) },
                            None => b { "A coin of " (Ink(suit.title())) },
                        }
                        small { (Ink(suit.client())) @if mine[suit.index()] { ", one of yours" } }
                    }
                }
            }
            (None, _) => { div #coin.slot { p { small { (nothing(view)) } } } }
        }
    }
}

/// Why nothing is in hand.
fn nothing(view: &View) -> &'static str {
    match view.stage {
        Stage::Taking(seat) | Stage::Looking(seat, _) if view.viewer.is(seat) => "Nothing yet. Take a coin.",
        Stage::Relaying(seat) if view.viewer.is(seat) => "Nothing yet. Choose a stack.",
        Stage::Busted => "Nothing. It is over.",
        Stage::Laying(_)
        | Stage::Dealing(_)
        | Stage::DrawingLots
        | Stage::Taking(_)
        | Stage::Looking(..)
        | Stage::Placing(..)
        | Stage::Relaying(_) => "Nothing.",
    }
}
