//! Everything laid open at the end: what each seat has, hidden things and all.

use maud::{Markup, html};
use room::LiveGame;
use spammers::{Kind, Spammers};
use spamorama::Suit;
use table::{Seat, Viewer};

use crate::{art, glyph};

/// A seat's cards or clients in the end.
pub(super) fn laid_open(live: &LiveGame, seat: Seat) -> Markup {
    let own = Viewer::Seat(seat);
    match live {
        LiveGame::Spammers(live) => spammers(live.game(), &live.view(own), seat),
        LiveGame::SpamORama(live) => spamorama(&live.view(own), seat),
    }
}

fn spammers(game: &Spammers, end: &spammers::View, seat: Seat) -> Markup {
    let set = game.set();
    let (one, _) = game.variant().victory_thresholds();
    let held = end.secrets.iter().flat_map(|secrets| &secrets.hand);
    html! {
        ul.laid.scams data-cards={ (set.name()) "-" (set.version()) } {
            @for scam in &end.seats[seat.index()].scams {
                @let face = set.face(scam.scam);
                li.(stripe(face.kind)) data-piece={ "scam-" (face.slug) } {
                    span.scene { (art::card(&face.picture)) }
                    span.name { (face.name) }
                    (cells(scam.rating, one))
                    b { span.unseen { "Rating " } (scam.rating) }
                }
            }
        }
        p.held { @if held.clone().next().is_none() { "No cards left in hand." } @else { "In hand, unused:" } }
        ul.laid.hand {
            @for &card in held {
                @let face = set.face(card);
                li.(stripe(face.kind)) data-piece={ "hand-" (face.slug) } {
                    span.scene { (art::card(&face.picture)) } span.name { (face.name) }
                }
            }
        }
    }
}

/// The class that gives a card its colour.
const fn stripe(kind: Kind) -> &'static str {
    match kind {
        Kind::Scam { category, .. } => category.slug(),
        Kind::Mailing { .. } => "mailing",
        Kind::Hardware(_) => "hardware",
    }
}

/// A Rating as cells, of which the last is the mark.
fn cells(rating: u8, mark: u8) -> Markup {
    html! { span.cells aria-hidden="true" { @for cell in 1..=mark { i.full[cell <= rating] {} } } }
}

fn spamorama(end: &spamorama::View, seat: Seat) -> Markup {
    let score = |suit: Suit| end.scores[suit.index()];
    let mut own: Vec<Suit> = end.clients_of(seat).collect();
    own.sort_by_key(|&suit| score(suit));
    html! {
        ul.laid.clients {
            @for (place, &suit) in own.iter().enumerate() {
                li class={ "s" (suit.index()) (if place == 0 { " lowest" } else { "" }) } {
                    span.suit aria-hidden="true" { (glyph::suit(suit)) }
                    span.name { (glyph::client(suit)) }
                    svg.level viewBox={ "0 0 " (HIGHEST) " 1" } preserveAspectRatio="none" aria-hidden="true" { rect width=(score(suit)) height="1" {} }
                    b { (score(suit)) @if place == 0 { span.unseen { ", the lowest" } } }
                }
            }
        }
    }
}

/// R4.6: no client ends higher.
const HIGHEST: u8 = 40;
