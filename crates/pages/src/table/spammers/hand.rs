//! One viewer's secrets: the own hand, and known cards of other hands.

use maud::{Markup, html};
use spammers::{CardId, Secrets, Spammers, View};
use table::Seat;

use crate::table::faces::{action_card, list_card};
use crate::table::name_of;
use room::Sitter;

/// The viewer's hand; a bystander has none.
pub(super) fn hand(game: &Spammers, view: &View, sitters: &[Sitter]) -> Markup {
    let Some(secrets) = &view.secrets else { return html! { section #hand hidden {} } };
    let mut each: Vec<(CardId, usize)> = Vec::new();
    for &title in &secrets.hand {
        match each.last_mut() {
            Some((last, count)) if *last == title => *count += 1,
            Some(_) | None => each.push((title, 1)),
        }
    }
    html! {
        section #hand.window.hand aria-labelledby="hand-title" {
            header.band { h2 #hand-title { "Your hand" span.unseen { ", " (secrets.hand.len()) " cards" } } }
            @if each.is_empty() && secrets.dealt.is_empty() { p.empty { "Your hand is empty." } }
            @else {
                ul.cards.{ "of-" (each.len() + secrets.dealt.len()) } tabindex="0" aria-label="Cards in your hand" {
                    @for &card in &secrets.dealt {
                        @let face = game.set().list(card);
                        (list_card(face, Some(&format!("list-{}", face.slug))))
                    }
                    @for (title, copies) in each {
                        @let face = game.set().face(title);
                        (action_card(face, Some(&format!("hand-{}", face.slug)), copies))
                    }
                }
            }
            @if let Some(chosen) = secrets.chosen {
                p.known { "You give '" (game.set().list(chosen).name) "' to the Unwashed Masses." }
            }
            (known(game, view, secrets, sitters))
        }
    }
}

/// This viewer's knowledge of other hands, beyond public knowledge.
fn known(game: &Spammers, view: &View, secrets: &Secrets, sitters: &[Sitter]) -> Markup {
    let more = |(place, titles): (usize, &Vec<CardId>)| {
        let seat = Seat::new(place).filter(|&seat| seat != secrets.seat)?;
        let open = view.seats.get(place)?.shown.len();
        (titles.len() > open).then(|| (seat, titles.clone()))
    };
    let seen: Vec<(Seat, Vec<CardId>)> = secrets.known.iter().enumerate().filter_map(more).collect();
    html! {
        @for (seat, titles) in seen {
            p.known {
                "You have seen in " (name_of(sitters, seat)) "'s hand: "
                @for (place, &title) in titles.iter().enumerate() { @if place > 0 { ", " } (game.set().face(title).name) } "."
            }
        }
    }
}
