//! The two decks and their discard piles.

use maud::{Markup, html};
use spammers::{CardId, Picture, Spammers, View};

use crate::art;
use crate::glyph::glyph;
use crate::ink::Ink;
use crate::sprite::BACKS;

/// The two decks, face down.
pub(super) fn decks(view: &View) -> Markup {
    let [action, list] = BACKS;
    html! {
        ul #decks.decks aria-label="Decks" {
            li.deck data-piece="deck-action" { (pile(action)) span.do { "Draw" span { " an Action" } } span.left { (view.deck) span { " left" } } }
            li.deck data-piece="deck-list" { (pile(list)) span.do { span { "Turn up a " } "List" } span.left { (view.list_deck) span { " left" } } }
        }
    }
}

/// The top of a face-down pile.
fn pile(name: &str) -> Markup {
    html! { @if let Some(picture) = Picture::named(name) { (art::card(&picture)) } }
}

/// Both discard piles, open to all.
pub(super) fn discards(game: &Spammers, view: &View) -> Markup {
    let mut each: Vec<(CardId, usize)> = Vec::new();
    for &title in &view.discards {
        match each.last_mut() {
            Some((last, count)) if *last == title => *count += 1,
            Some(_) | None => each.push((title, 1)),
        }
    }
    html! {
        details #discards.trash {
            summary { (glyph("trash")) span.do { "Trash" } span.left { @let cards = view.discards.len() + view.list_discards.len(); (cards) @if cards == 1 { " card" } @else { " cards" } } }
            div.heap {
                @if each.is_empty() { p.empty { "No Action card in the Trash." } }
                @else {
                    ul.titles aria-label="Discarded Action cards" {
                        @for (title, count) in each {
                            @let face = game.set().face(title);
                            li data-piece={ "discard-" (Ink(&face.slug)) } { (art::card(&face.picture)) span { (Ink(&face.name)) } @if count > 1 { " ×" (count) } }
                        }
                    }
                }
                @if !view.list_discards.is_empty() {
                    p.note { "Disbanded Lists" }
                    ul.titles { @for &card in &view.list_discards { @let face = game.set().list(card); li data-piece={ "discard-" (Ink(&face.slug)) } { (art::card(&face.picture)) span { (Ink(&face.name)) } } } }
                }
            }
        }
    }
}
