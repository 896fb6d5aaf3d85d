//! A card, its picture first.

use games::{ActionFace, Kind, ListFace};
use maud::{Markup, html};
use spammers::{Category, Picture, Specialty};

use crate::{art, glyph};

/// The mark of a category or a Specialty: glyph and letter, in its colour.
pub(super) fn stamp(slug: &str, letter: char) -> Markup {
    html! { span.stamp.(slug) { (glyph::glyph(slug)) (letter) } }
}

/// The category whose glyph and letter a Specialty has.
const fn category(specialty: Specialty) -> Category {
    match specialty {
        Specialty::Adult => Category::Adult,
        Specialty::InternetServices => Category::InternetServices,
        Specialty::GetRichQuick => Category::GetRichQuick,
        Specialty::FreeStuff => Category::FreeStuff,
    }
}

/// The class that gives a card the colour of its kind.
pub(super) const fn stripe(kind: Kind) -> &'static str {
    match kind {
        Kind::Scam { category, .. } => category.slug(),
        Kind::Mailing { .. } => "of-mailing",
        Kind::Hardware(_) => "of-hardware",
    }
}

/// An Action card with the clause behind it.
pub(super) fn action_card(face: &ActionFace) -> Markup {
    let clause = match face.kind {
        Kind::Scam { .. } => "S1.8",
        Kind::Mailing { effect, .. } => effect.clause().0,
        Kind::Hardware(power) => power.clause().0,
    };
    action_front(
        face,
        &html! {
            p.tail {
                a href={ "/rules/spammers#" (clause) } { (clause) }
                @if face.copies > 1 { span { "×" (face.copies) span.unseen { " copies" } } }
            }
        },
    )
}

/// An Action card: Scam, Mailing or Hardware, with something below.
fn action_front(face: &ActionFace, tail: &Markup) -> Markup {
    let (number, body) = match face.kind {
        Kind::Scam { initial, .. } => (
            Some(("Initial Rating ", initial.to_string())),
            format!("Opens at Rating {initial}, and never falls below it."),
        ),
        Kind::Mailing { modifier, effect } => {
            (Some(("Mailing Modifier ", format!("+{modifier}"))), effect.to_string())
        }
        Kind::Hardware(power) => (None, power.to_string()),
    };
    html! {
        article.specimen.(stripe(face.kind)) {
            p.kind {
                @match face.kind {
                    Kind::Scam { category, .. } => { (glyph::glyph(category.slug())) span { "Scam: " (category) } }
                    Kind::Mailing { .. } => { (glyph::glyph("envelope")) span { "Mailing" } }
                    Kind::Hardware(_) => { (glyph::glyph("chip")) span { "Hardware" } }
                }
            }
            (scene(&face.picture, number))
            h3 { (face.name) }
            p.body { (body) }
            p.flavour { (face.flavour) }
            (tail)
        }
    }
}

/// The picture with the number of the card in its corner, like a stamp.
fn scene(picture: &Picture, number: Option<(&str, String)>) -> Markup {
    html! {
        div.scene {
            (art::card(picture))
            @if let Some((what, number)) = number { span.corner { span.unseen { (what) } (number) } }
        }
    }
}

/// A List card, as an entry of an address book.
pub(super) fn list_card(face: &ListFace) -> Markup {
    html! {
        article.specimen.of-list {
            p.kind { (glyph::glyph("book")) span { "List" } }
            (scene(&face.picture, Some(("Size ", face.size.to_string()))))
            h3 { (face.name) }
            p.stamps {
                @for specialty in face.specialties.iter() {
                    span.interest { (stamp(specialty.slug(), glyph::category_letter(category(specialty)))) " " (specialty.to_string()) }
                }
                @if face.specialties.is_empty() { span.dim { "No Specialty" } }
            }
            p.flavour { (face.flavour) }
        }
    }
}
