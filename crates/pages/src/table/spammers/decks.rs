//! The two decks and their discard piles.

use maud::{Markup, html};
use spammers::{CardId, Picture, Spammers, View};

use crate::art;

/// The two decks, face down, and the List discard pile.
pub(super) fn decks(game: &Spammers, view: &View) -> Markup {
    html! {
        section #decks.window.decks aria-labelledby="decks-title" {
            header.bar { h2 #decks-title { "Decks" } }
            div.inside {
                ul.stacks {
                    li.deck data-piece="deck-action" { (pile("dear-firstname")) b { (view.deck) } span { "Action" } }
                    li.deck data-piece="deck-list" { (pile("everyone-with-an-e-mail-address")) b { (view.list_deck) } span { "List" } }
                }
                @if !view.list_discards.is_empty() {
                    details.gone {
                        summary { (view.list_discards.len()) " disbanded" }
                        ul.pop { @for &card in &view.list_discards { @let face = game.set().list(card); li { (art::card(&face.picture)) span { (face.name) } } } }
                    }
                }
            }
        }
    }
}

/// What a face-down pile shows.
fn pile(name: &str) -> Markup {
    html! { @if let Some(picture) = Picture::named(name) { (art::card(&picture)) } }
}

/// The Action discard pile, open to all.
pub(super) fn discards(game: &Spammers, view: &View) -> Markup {
    let mut each: Vec<(CardId, usize)> = Vec::new();
    for &title in &view.discards {
        match each.last_mut() {
            Some((last, count)) if *last == title => *count += 1,
            Some(_) | None => each.push((title, 1)),
        }
    }
    html! {
        section #discards.window.trash aria-labelledby="discards-title" {
            header.bar { h2 #discards-title { "Trash" } span.tally { (view.discards.len()) } }
            div.inside {
                @if each.is_empty() { p.empty { "Empty." } }
                @else {
                    details.bin {
                        summary { "Open" }
                        ul.titles {
                            @for (title, count) in each {
                                @let face = game.set().face(title);
                                li data-piece={ "discard-" (face.slug) } { (art::card(&face.picture)) span { (face.name) } @if count > 1 { " ×" (count) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
