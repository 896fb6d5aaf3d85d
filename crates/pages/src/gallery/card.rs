//! A card, drawn like an e-mail.

use games::{ActionFace, Kind, ListFace};
use maud::{Markup, html};
use spammers::{Category, Specialty};

use crate::glyph;

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
pub(super) fn action_front(face: &ActionFace, tail: &Markup) -> Markup {
    let (class, from, at, big, small, body) = match face.kind {
        Kind::Scam { category, initial } => (
            format!("scam {}", category.slug()),
            category.slug(),
            "@scams",
            initial.to_string(),
            "Initial",
            format!("{category} Scam. It never falls below Rating {initial}."),
        ),
        Kind::Mailing { modifier, effect } => (
            "mailing".to_owned(),
            "outbox",
            "@mailings",
            format!("+{modifier}"),
            "Modifier",
            effect.to_string(),
        ),
        Kind::Hardware(power) => {
            ("hardware".to_owned(), "basement", "@hardware", "∞".to_owned(), "in play", power.to_string())
        }
    };
    html! {
        article.specimen.(class) {
            p.big { b { (big) } span { (small) } }
            dl.head {
                div {
                    dt { "From" }
                    dd.from { span { (from) } wbr; span { (at) } }
                }
                div { dt { "Subject" } dd { strong { (face.name) } } }
            }
            p.body {
                @if let Kind::Scam { category, .. } = face.kind { (stamp(category.slug(), glyph::category_letter(category))) " " }
                (body)
            }
            p.flavour { (face.flavour) }
            (tail)
        }
    }
}

/// A List card, as an entry of an address book.
pub(super) fn list_card(face: &ListFace) -> Markup {
    html! {
        article.specimen.list {
            p.big { b { (face.size) } span { "million" } }
            dl.head {
                div { dt { "To" } dd { strong { (face.name) } } }
            }
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
