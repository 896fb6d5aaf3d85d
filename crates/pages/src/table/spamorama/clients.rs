//! The twelve clients by score: one's own marked, and the lowest of them named.

use maud::{Markup, html};
use spamorama::{Holder, Stage, Suit, View};

use super::{own, tag};
use crate::ink::Ink;
use crate::table::{badge, name_of};
use room::Sitter;

pub(super) fn clients(view: &View, sitters: &[Sitter]) -> Markup {
    let mine = own(view);
    let score = |suit: Suit| view.scores[suit.index()];
    let mut ranked = Suit::ALL;
    ranked.sort_by_key(|&suit| std::cmp::Reverse(score(suit)));
    let least = Suit::ALL.into_iter().filter(|suit| mine[suit.index()]).map(score).min();
    let lowest: Vec<Suit> =
        Suit::ALL.into_iter().filter(|&suit| mine[suit.index()] && Some(score(suit)) == least).collect();
    html! {
        section #clients.window.clients aria-labelledby="clients-title" {
            header.bar { h2 #clients-title { "Clients" } }
            div.inside {
                @match (least, lowest.as_slice()) {
                    (Some(least), [only]) => {
                        p.counts { "Your lowest client counts: " (tag(*only)) b { (Ink(only.title())) } " at " b { (least) } "." }
                    }
                    (Some(least), [_, ..]) => {
                        p.counts { "Your lowest " b { (lowest.len()) } " clients stand at " b { (least) } ". The lowest counts." }
                    }
                    (None, _) | (Some(_), []) => {}
                }
                ol {
                    @for suit in ranked {
                        li.mine[mine[suit.index()]] {
                            (tag(suit)) span.name { (Ink(suit.client())) }
                            (holder(view, sitters, suit))
                            b { (score(suit)) }
                        }
                    }
                }
            }
        }
    }
}

fn holder(view: &View, sitters: &[Sitter], suit: Suit) -> Markup {
    let over = view.stage == Stage::Busted;
    html! {
        @match view.clients[suit.index()] {
            Some(Holder::Seat(seat)) if over => { span.holder title=(name_of(sitters, seat)) { (badge(seat)) } }
            Some(Holder::Seat(_)) => { span.holder { "yours" } }
            Some(Holder::Nobody) | None => {}
        }
    }
}
