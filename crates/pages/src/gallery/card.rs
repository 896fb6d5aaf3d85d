//! A card, drawn like an e-mail.

use games::{ActionFace, Kind, ListFace};
use maud::{Markup, html};
use spammers::{Category, Specialty};

/// The letter by which a category is told where its glyph is too small.
pub(super) const fn letter(category: Category) -> &'static str {
    match category {
        Category::Adult => "A",
        Category::InternetServices => "I",
        Category::GetRichQuick => "G",
        Category::FreeStuff => "F",
        Category::Miscellaneous => "M",
    }
}

const fn stamp_letter(specialty: Specialty) -> &'static str {
    match specialty {
        Specialty::Adult => "A",
        Specialty::InternetServices => "I",
        Specialty::GetRichQuick => "G",
        Specialty::FreeStuff => "F",
    }
}

/// An Action card: Scam, Mailing or Hardware.
pub(super) fn action_card(face: &ActionFace) -> Markup {
    let (class, from, big, small, body, clause) = match face.kind {
        Kind::Scam { category, initial } => (
            format!("scam {}", category.slug()),
            format!("{}@scams", category.slug()),
            initial.to_string(),
            "Initial Rating",
            format!("{category} Scam. It never falls below Rating {initial}."),
            "S1.8",
        ),
        Kind::Mailing { modifier, effect } => (
            "mailing".to_owned(),
            "outbox@mailings".to_owned(),
            format!("+{modifier}"),
            "Modifier",
            effect.to_string(),
            effect.clause().0,
        ),
        Kind::Hardware(power) => (
            "hardware".to_owned(),
            "basement@hardware".to_owned(),
            "∞".to_owned(),
            "while in play",
            power.to_string(),
            power.clause().0,
        ),
    };
    html! {
        article.specimen class=(class) {
            p.big { b { (big) } span { (small) } }
            dl.head {
                div {
                    dt { "From" }
                    dd {
                        @if let Kind::Scam { category, .. } = face.kind { span class={ "stamp " (category.slug()) } { (letter(category)) } " " }
                        (from)
                    }
                }
                div { dt { "Subject" } dd { strong { (face.name) } } }
            }
            p.body { (body) }
            p.flavour { (face.flavour) }
            p.tail {
                a href={ "/rules/spammers#" (clause) } { (clause) }
                @if face.copies > 1 { span { "×" (face.copies) span.unseen { " copies" } } }
            }
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
                    span.interest { span class={ "stamp " (specialty.slug()) } { (stamp_letter(specialty)) } " " (specialty.to_string()) }
                }
                @if face.specialties.is_empty() { span.dim { "No Specialty" } }
            }
            p.flavour { (face.flavour) }
        }
    }
}
