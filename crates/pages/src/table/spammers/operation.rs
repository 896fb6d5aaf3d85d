//! A player's window: name, hand count, Scams on their way to the marks, Hardware, Lists.

use maud::{Markup, html};
use spammers::{CardId, Kind, Power, SeenScam, SeenSeat, Spammers, View};
use table::Seat;

use super::{Moment, moment, place_of};
use crate::art;
use crate::figures::number;
use crate::glyph::glyph;
use crate::ink::{Breaking, Ink, Letter};
use crate::table::faces::{list_in_play, lock};
use crate::table::{badge, letter, name_of, presence, short_name};
use room::Sitter;

/// A part of a player's standing that is drawn anew by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The line in the strip of everybody's standing.
    Standing,
    /// The title bar of the window: whose turn it is, cards in hand.
    Bar,
    /// The Scams on their way to the marks.
    Race,
    /// Hardware, Lists, and known cards of the hand.
    Assets,
}

impl Part {
    /// The id of its element.
    pub(super) fn id(self, seat: Seat) -> String {
        let part = match self {
            Self::Standing => "standing",
            Self::Bar => "bar",
            Self::Race => "race",
            Self::Assets => "assets",
        };
        format!("seat-{}-{part}", letter(seat))
    }
}

/// A player's window.
pub(super) fn operation(game: &Spammers, view: &View, sitters: &[Sitter], seat: Seat) -> Markup {
    let id = format!("seat-{}", letter(seat));
    html! {
        section.window.seat.{ "at-" (Letter(letter(seat))) } id=(id) aria-labelledby={ (id) "-title" } {
            (bar(game, view, sitters, seat)) (race(game, view, seat)) (assets(game, view, seat))
        }
    }
}

/// Who it is, how near to winning, and how many cards are held.
pub(super) fn bar(game: &Spammers, view: &View, sitters: &[Sitter], seat: Seat) -> Markup {
    let (now, seen) = (moment(game, view, seat), &view.seats[seat.index()]);
    let (_, all) = game.variant().victory_thresholds();
    let (name, style) = short_name(sitters, seat);
    html! {
        header.id.on[now.on].near[now.near] id=(Part::Bar.id(seat)) data-piece={ "seat-" (Letter(letter(seat))) } {
            (art::face(sitters, seat))
            (badge(seat))
            h2 id={ "seat-" (Letter(letter(seat))) "-title" } title=(name_of(sitters, seat)) { span.name { (name) @if !style.is_empty() { span.style { (style) } } } span.you { "You" } }
            (presence(sitters, seat))
            (flag(now))
            span.held title="cards in hand" { (glyph("card")) (seen.hand) span.unseen { " cards in hand" } }
            p.sum { span.what { "All Scams " } b { (number(seen.sum() as i32)) } small { "/" (all) } (cells("of-all", seen.sum(), all)) }
        }
    }
}

/// A player's state in a word.
pub(super) fn flag(now: Moment) -> Markup {
    html! {
        @if now.won { span.flag { (glyph("crown")) "won" } }
        @else if now.near { span.flag { (glyph("flag")) "may win" span.long { " next turn" } } }
        @else if now.on { span.flag.turn { "turn" } }
    }
}

/// So many of so many, as cells; the last one is the mark.
pub(super) fn cells(class: &'static str, value: u32, of: u32) -> Markup {
    html! { i.cells.(Ink(class)).{ "v" (value.min(of)) } {} }
}

/// The Scams on their way to the mark.
pub(super) fn race(game: &Spammers, view: &View, seat: Seat) -> Markup {
    let own = &view.seats[seat.index()];
    html! {
        div.part id=(Part::Race.id(seat)) {
            @if own.scams.is_empty() { p.empty.scams { "No Scam in play." } }
            @else { ul.scams aria-label="Scams" { @for scam in &own.scams { (scam_tile(game, own, scam)) } } }
        }
    }
}

/// Hardware, Lists, and known cards of the hand.
pub(super) fn assets(game: &Spammers, view: &View, seat: Seat) -> Markup {
    let own = &view.seats[seat.index()];
    let place = place_of(game, own);
    html! {
        div.part id=(Part::Assets.id(seat)) {
            @if !own.hardware.is_empty() { (hardware(game, own, seat)) }
            @if own.lists.is_empty() { p.empty.lists { "No List yet." } }
            @else { ul.lists aria-label="Proprietary Lists" { @for list in &own.lists { (list_in_play(game.set(), list, place)) } } }
            @if !own.shown.is_empty() { (shown(game, &own.shown)) }
        }
    }
}

/// A Scam in play, with its way to the mark.
fn scam_tile(game: &Spammers, own: &SeenSeat, scam: &SeenScam) -> Markup {
    let face = game.set().face(scam.scam);
    let Kind::Scam { category, initial } = face.kind else { return html! {} };
    let (one, _) = game.variant().victory_thresholds();
    html! {
        li.scam.(category.slug()) data-piece={ "scam-" (Ink(&face.slug)) } title={ (category) ", opened at " (initial) } {
            div.scene { (art::card(&face.picture)) @if own.has_power(game.set(), Power::ProtectScams) { (lock("S12.12")) } }
            h3 { (Breaking(&face.name)) }
            p.category { (glyph(category.slug())) span { (category) } }
            (cells("of-one", scam.rating.into(), one.into()))
            b.rating { span.unseen { "Rating " } (number(scam.rating.into())) }
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
    let guarded = own.has_power(game.set(), Power::ProtectHardware);
    html! {
        ul.machines aria-label="Hardware" {
            @for (title, count) in each {
                @let face = game.set().face(title);
                @let id = format!("hardware-{}-{}", letter(seat), face.slug);
                li.machine data-piece=(id) {
                    button.open type="button" popovertarget={ (id) "-text" } title={ (face.name) ": " (face.text()) } {
                        (art::card(&face.picture)) span.unseen { (face.name) } @if count > 1 { "×" (count) } @if guarded { (lock("S12.14")) }
                    }
                    p.pop popover id={ (id) "-text" } { b { (face.name) ". " } (face.text()) }
                }
            }
        }
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
