//! The twelve clients as bars: one's own on top and large, the lowest of them named.

use maud::{Markup, html};
use spamorama::{Holder, Stage, Suit, View};
use table::Seat;

use super::{colour, own};
use crate::glyph;
use crate::ink::Ink;
use crate::table::{badge, name_of};
use room::Sitter;

/// No client ever gets further (R4.6).
const MOST: u8 = 40;

pub(super) fn clients(view: &View, sitters: &[Sitter]) -> Markup {
    let mine = own(view);
    let score = |suit: Suit| view.scores[suit.index()];
    let least = Suit::ALL.into_iter().filter(|suit| mine[suit.index()]).map(score).min();
    let begun = view.scores.iter().any(|&score| score > 0);
    let lowest = |suit: Suit| mine[suit.index()] && begun && Some(score(suit)) == least;
    let row = |suit: Suit| {
        html! {
            li.client.(colour(suit)).low[lowest(suit)] data-client=(suit.name()) {
                span.suit title=(glyph::client(suit)) { (glyph::suit(suit)) }
                span.unseen { (glyph::client(suit)) @if mine[suit.index()] { ", yours" } @else { (held(view, sitters, suit)) } @if lowest(suit) { ", lowest" } ": " }
                span.name title=(glyph::client(suit)) aria-hidden="true" { (holder(view, sitters, suit)) (glyph::client(suit)) }
                (bar(score(suit)))
                b { (score(suit)) }
            }
        }
    };
    html! {
        section #clients.window.clients aria-labelledby="clients-title" {
            header.bar { h2 #clients-title { "Clients" } span.tally { "0 to " (MOST) } }
            div.inside {
                (aim(least, &Suit::ALL.into_iter().filter(|&suit| lowest(suit)).collect::<Vec<_>>()))
                @if least.is_some() { ul.own aria-label="Yours" { @for suit in Suit::ALL { @if mine[suit.index()] { (row(suit)) } } } }
                ul.others { @for suit in Suit::ALL { @if !mine[suit.index()] { (row(suit)) } } }
            }
        }
    }
}

/// How the game is won (R5.2), and which of one's own counts for it. Who is nearest nobody knows before the end.
fn aim(least: Option<u8>, lowest: &[Suit]) -> Markup {
    html! {
        p.aim {
            @match (least, lowest) {
                (Some(least), [only]) => { "Your lowest: " b { (only) span.client-name { " · " (Ink(only.client())) } ", " (least) } ". The highest lowest wins." }
                (Some(least), [_, ..]) => { "Your lowest: " b { (lowest.len()) " at " (least) } ". The highest lowest wins." }
                (Some(_), []) => { "Your lowest client counts. " b { "The highest lowest wins." } }
                (None, _) => b { "The player whose lowest client is highest wins." }
            }
        }
    }
}

/// How far a client has come.
fn bar(score: u8) -> Markup {
    html! {
        svg.meter viewBox={ "0 0 " (MOST) " 6" } preserveAspectRatio="none" aria-hidden="true" { rect width=(score) height="6" {} }
    }
}

/// When all is over, whose client it was.
fn holder_of(view: &View, suit: Suit) -> Option<Seat> {
    match view.clients[suit.index()] {
        Some(Holder::Seat(seat)) if view.stage == Stage::Busted => Some(seat),
        Some(Holder::Seat(_) | Holder::Nobody) | None => None,
    }
}

fn holder(view: &View, sitters: &[Sitter], suit: Suit) -> Markup {
    html! { @if let Some(seat) = holder_of(view, suit) { span.holder title=(name_of(sitters, seat)) { (badge(seat)) } " " } }
}

/// The same for screen readers.
fn held(view: &View, sitters: &[Sitter], suit: Suit) -> Markup {
    html! { @if let Some(seat) = holder_of(view, suit) { ", held by " (name_of(sitters, seat)) } }
}
