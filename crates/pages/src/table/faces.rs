//! The faces of cards, pictures first: a List is a card of the address book. Their texts are made of the effects that
//! the engine executes.

use maud::{Markup, html};
use spammers::{
    ActionFace, Area, CardSet, Category, Kind, ListFace, ListSet, SeenList, Specialties, Specialty,
};

use crate::art;
use crate::figures::number as pixels;
use crate::glyph::{Glyph, category_letter, glyph};
use crate::ink::{Breaking, Ink};

/// The class that gives a card its stripe.
fn stripe(kind: Kind) -> &'static str {
    match kind {
        Kind::Scam { category, .. } => category.slug(),
        Kind::Mailing { .. } => "mailing",
        Kind::Hardware(_) => "hardware",
    }
}

/// The kind of card, in words.
fn sender(kind: Kind) -> String {
    match kind {
        Kind::Scam { category, .. } => format!("{category} Scam"),
        Kind::Mailing { .. } => "Mailing".to_owned(),
        Kind::Hardware(_) => "Hardware".to_owned(),
    }
}

/// The body of the card, beside its big number.
fn body(kind: Kind) -> Markup {
    html! {
        @match kind {
            Kind::Scam { initial, .. } => { "Opens at Rating " (initial) ", and never falls below it." }
            Kind::Mailing { effect, .. } => { b { "Special: " } (effect) }
            Kind::Hardware(power) => { (power) }
        }
    }
}

/// The clause of a Special Effect.
const fn effect_clause(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Mailing { effect, .. } => Some(effect.clause().0),
        Kind::Scam { .. } | Kind::Hardware(_) => None,
    }
}

/// The glyph of a kind.
const fn kind_glyph(kind: Kind) -> Glyph<'static> {
    match kind {
        Kind::Scam { category, .. } => glyph(category.slug()),
        Kind::Mailing { .. } => glyph("envelope"),
        Kind::Hardware(_) => glyph("chip"),
    }
}

/// The big number of a card, if it has one.
fn number(kind: Kind) -> Markup {
    html! {
        @match kind {
            Kind::Scam { initial, .. } => { span.corner { span.unseen { "Initial Rating " } (initial) } }
            Kind::Mailing { modifier, .. } => { span.corner { span.unseen { "Mailing Modifier " } "+" (modifier) } }
            Kind::Hardware(_) => {}
        }
    }
}

/// An Action card: what it is, its picture, its name and what it does. `copies` of it lie there.
#[must_use]
pub fn action_card(face: &ActionFace, piece: Option<&str>, copies: usize) -> Markup {
    let sender = sender(face.kind);
    // On a small card there is room for one word.
    let (first, rest) = sender.split_at(sender.find(' ').unwrap_or(sender.len()));
    html! {
        li.card.(stripe(face.kind)) data-piece=[piece] {
            p.kind { (kind_glyph(face.kind)) span { (first) span { (rest) } } }
            div.scene { (art::card(&face.picture)) (number(face.kind)) }
            h3 { (Breaking(&face.name)) }
            p.rule data-clause=[effect_clause(face.kind)] { span { (body(face.kind)) } }
            @if copies > 1 { span.copies { "×" (copies) span.unseen { " copies" } } }
        }
    }
}

/// The glyph and letter of a Specialty, like a stamp.
fn stamp(specialty: Specialty) -> Markup {
    let category = match specialty {
        Specialty::Adult => Category::Adult,
        Specialty::InternetServices => Category::InternetServices,
        Specialty::GetRichQuick => Category::GetRichQuick,
        Specialty::FreeStuff => Category::FreeStuff,
    };
    html! {
        span.spec.(specialty.slug()) title=(specialty) {
            (glyph(specialty.slug())) span aria-hidden="true" { (category_letter(category)) }
            span.unseen { (specialty) " " }
        }
    }
}

/// The counters that lie on a List.
pub(super) fn stamps(specialties: Specialties) -> Markup {
    html! {
        @if !specialties.is_empty() {
            span.specs { @for specialty in specialties.iter() { (stamp(specialty)) } }
        }
    }
}

/// The face of the nth Gruntle, 1 to 4, crosser with each.
const fn crossness(place: u16, of: u16) -> u16 {
    let level = 1 + place * 4 / if of == 0 { 1 } else { of };
    if level > 4 { 4 } else { level }
}

/// The most faces in a row; past that they are counted.
const MOST_FACES: u16 = 6;

/// The Gruntles on a List, crosser and crosser, and the places of those that would still be borne.
fn gruntles(there: u16, bears: u16) -> Markup {
    html! {
        span.gruntles {
            @if bears <= MOST_FACES {
                @for place in 0..there { (face(crossness(place + 1, bears))) }
                @for _ in there..bears { i {} }
                span.unseen { (there) " of " (bears) " Gruntles" }
            } @else {
                @if there > 0 { (face(crossness(there, bears))) } @else { i {} }
                span { (there) "/" (bears) span.unseen { " Gruntles" } }
            }
        }
    }
}

const fn face(level: u16) -> Glyph<'static> {
    glyph(match level {
        0 | 1 => "face-1",
        2 => "face-2",
        3 => "face-3",
        _ => "face-4",
    })
}

/// The id of a List in play, by its first card.
pub(super) fn list_id(face: &ListFace) -> String {
    format!("list-{}", face.slug)
}

/// Where a List lies: how much it bears there, and whether others may touch it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// How much it bears.
    pub area: Area,
    /// S12.13: whether others may not touch it.
    pub guarded: bool,
}

impl Place {
    /// Among the Unwashed Masses.
    pub(super) const MASSES: Self = Self { area: Area::Masses, guarded: false };
}

/// A mark on what others may not touch, with the clause that protects it.
pub(super) fn lock(clause: &'static str) -> Markup {
    html! { span.lock data-clause=(clause) title={ "Protected by Hardware from other players, " (clause) } { (glyph("lock")) span.unseen { "protected by Hardware, " (clause) } } }
}

/// A List in play.
pub(super) fn list_in_play(set: &CardSet, list: &SeenList, place: Place) -> Markup {
    let Some(face) = list.cards.first().map(|card| set.list(card)) else { return html! {} };
    let (id, bears) = (list_id(face), place.area.leaves_at(list.size));
    html! {
        li.list.merged[list.cards.len() > 1] id=(Ink(&id)) data-piece=(Ink(&id)) {
            div.scene { (art::card(&face.picture)) @if place.guarded { (lock("S12.13")) } }
            h3 { (Breaking(&face.name)) }
            p.state {
                span.size { span.unseen { "Size " } (pixels(list.effective_size().into())) }
                @if list.gruntles > 0 { small { "of " (list.size) } }
                (gruntles(list.gruntles, bears)) (stamps(list.specialties))
            }
            p.room { (room(list.gruntles, bears, place.area)) }
            @if list.cards.len() > 1 { (members(set, &id, list.cards)) }
        }
    }
}

/// How many Gruntles more it bears, or what the next one does.
fn room(there: u16, bears: u16, area: Area) -> Markup {
    html! {
        @match (bears.saturating_sub(there), area) {
            (0 | 1, Area::Masses) => "next Gruntle: it is gone",
            (0 | 1, Area::Proprietary | Area::Patient) => "next Gruntle: it leaves",
            (2, _) => "bears 1 more Gruntle",
            (left, _) => { "bears " (left - 1) " more Gruntles" }
        }
    }
}

/// The cards of a merged List, to be opened.
fn members(set: &CardSet, id: &str, cards: ListSet) -> Markup {
    html! {
        button.open type="button" popovertarget={ (id) "-cards" } title="Lists merged into one: show them" { (glyph("stack")) (cards.len()) span.unseen { " merged: show the cards" } }
        ul.cards-of.pop popover id={ (id) "-cards" } { @for card in cards.iter() { @let face = set.list(card); li { (art::card(&face.picture)) b { (face.size) } " " (face.name) } } }
    }
}

/// A List card as it is printed, in a hand or turned up.
#[must_use]
pub fn list_card(face: &ListFace, piece: Option<&str>) -> Markup {
    html! {
        li.card.printed data-piece=[piece] {
            p.kind { (glyph("book")) span { "List" } }
            div.scene { (art::card(&face.picture)) span.corner { span.unseen { "Size " } (face.size) } }
            h3 { (Breaking(&face.name)) }
            p.rule { (stamps(face.specialties)) (face.flavour) }
        }
    }
}
