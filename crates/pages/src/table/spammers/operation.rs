//! A player's window: name, hand count, Scams on their way to the marks, Hardware, Lists.

use maud::{Markup, html};
use spammers::{CardId, Kind, SeenScam, SeenSeat, Spammers, View};
use table::Seat;

use super::moment;
use crate::art;
use crate::glyph::{category_letter, glyph};
use crate::table::faces::list_in_play;
use crate::table::{badge, letter, name_of, presence};
use room::Sitter;

/// A part of the window that is drawn anew by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The title bar: whose turn it is, cards in hand.
    Bar,
    /// The Scams on their way to the marks.
    Race,
    /// Hardware, Lists, and what is known of the hand.
    Assets,
}

impl Part {
    /// The id of its element.
    pub(super) fn id(self, seat: Seat) -> String {
        let part = match self {
            Self::Bar => "bar",
            Self::Race => "race",
            Self::Assets => "assets",
        };
        format!("seat-{}-{part}", letter(seat))
    }
}

pub(super) fn operation(game: &Spammers, view: &View, sitters: &[Sitter], seat: Seat) -> Markup {
    let id = format!("seat-{}", letter(seat));
    html! {
        section.window.seat.(id) id=(id) data-piece=(id) aria-labelledby={ (id) "-title" } {
            (bar(view, sitters, seat))
            div.inside { (race(game, view, sitters, seat)) (assets(game, view, seat)) }
        }
    }
}

pub(super) fn bar(view: &View, sitters: &[Sitter], seat: Seat) -> Markup {
    let (now, hand) = (moment(view, seat), view.seats[seat.index()].hand);
    html! {
        header.bar.on[now.on] id=(Part::Bar.id(seat)) {
            (art::face(sitters, seat))
            (badge(seat))
            h2 id={ "seat-" (letter(seat)) "-title" } { (name_of(sitters, seat)) }
            (presence(sitters, seat))
            @if now.on && !now.won { span.turnmark { "▶ turn" } }
            span.tally title={ (hand) " cards in hand" } {
                (glyph("envelope")) (hand) span.unseen { " cards in hand" }
            }
        }
    }
}

pub(super) fn race(game: &Spammers, view: &View, sitters: &[Sitter], seat: Seat) -> Markup {
    let scams = &view.seats[seat.index()].scams;
    let name = name_of(sitters, seat);
    let (one, all) = game.variant().victory_thresholds();
    let sum: u32 = scams.iter().map(|scam| u32::from(scam.rating)).sum();
    let best = scams.iter().map(|scam| scam.rating).max().unwrap_or(0);
    html! {
        div.part id=(Part::Race.id(seat)) {
            @if moment(view, seat).won {
                p.loud { (glyph("crown")) span { "Won by " (name) "." } }
            } @else if best >= one || sum >= all {
                p.loud { (glyph("crown")) span { "At the mark: the game is won when the next turn of " (name) " begins, unless somebody acts." } }
            }
            div.ratings {
                @if scams.is_empty() { p.empty { "No Scam in play." } }
                @else {
                    ul.scams { @for scam in scams { (scam_row(game, scam, one)) } }
                    div.sum {
                        span.name { "All Scams" }
                        (gauge(sum, all, "gauge whole"))
                        span.rating { (sum) span.of { "/" (all) } }
                    }
                }
            }
        }
    }
}

pub(super) fn assets(game: &Spammers, view: &View, seat: Seat) -> Markup {
    let own = &view.seats[seat.index()];
    html! {
        div.part id=(Part::Assets.id(seat)) {
            div.assets {
                @if !own.hardware.is_empty() { (hardware(game, own, seat)) }
                (lists(game, own))
            }
            @if !own.shown.is_empty() { (shown(game, &own.shown)) }
        }
    }
}

/// A Scam in play, with its way to the mark.
fn scam_row(game: &Spammers, scam: &SeenScam, mark: u8) -> Markup {
    let face = game.set().face(scam.scam);
    let Kind::Scam { category, initial } = face.kind else { return html! {} };
    html! {
        li.scam.(category.slug()) data-piece={ "scam-" (face.slug) } title={ (category) ", opened at " (initial) } {
            (art::card(&face.picture))
            span.mark { (glyph(category.slug())) span.letter aria-hidden="true" { (category_letter(category)) } }
            h3.name { (face.name) span.unseen { ", " (category) ", Rating" } }
            (gauge(scam.rating.into(), mark.into(), "gauge"))
            span.rating { (scam.rating) span.of { "/" (mark) } }
        }
    }
}

/// A bar with the winning mark as a line to cross; a quarter more lies beyond the line.
fn gauge(value: u32, mark: u32, class: &str) -> Markup {
    let whole = mark + mark.div_ceil(4);
    html! {
        svg class=(class) viewBox={ "0 0 " (whole) " 4" } preserveAspectRatio="none" aria-hidden="true" {
            rect.past x=(mark) width=(whole - mark) height="4" {}
            rect.fill width=(value.min(whole)) height="4" {}
            path.line d={ "M" (mark) " 0v4" } {}
        }
    }
}

fn hardware(game: &Spammers, own: &SeenSeat, seat: Seat) -> Markup {
    let mut each: Vec<(CardId, usize)> = Vec::new();
    for &title in &own.hardware {
        match each.iter_mut().find(|(known, _)| *known == title) {
            Some((_, count)) => *count += 1,
            None => each.push((title, 1)),
        }
    }
    html! {
        ul.hardware aria-label="Hardware" {
            @for (title, count) in each {
                @let face = game.set().face(title);
                li.machine data-piece={ "hardware-" (letter(seat)) "-" (face.slug) } title={ (face.name) ": " (face.text()) } {
                    details {
                        summary { (art::card(&face.picture)) span { (face.name) @if count > 1 { " ×" (count) } } }
                        p.pop { (face.text()) }
                    }
                }
            }
        }
    }
}

fn lists(game: &Spammers, own: &SeenSeat) -> Markup {
    let area = own.area(game.set());
    html! {
        @if own.lists.is_empty() { @if own.dealt == 0 { p.empty { "No List yet." } } }
        @else { ul.lists aria-label="Proprietary Lists" { @for list in &own.lists { (list_in_play(game.set(), list, area)) } } }
    }
}

/// Cards that everybody knows to be in the hand.
fn shown(game: &Spammers, shown: &[CardId]) -> Markup {
    html! {
        p.known {
            "Known to hold "
            @for (place, &title) in shown.iter().enumerate() { @if place > 0 { ", " } (game.set().face(title).name) } "."
        }
    }
}
