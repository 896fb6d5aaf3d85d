//! Each game on one page, to be printed and put beside the table.

mod spam_o_rama;
mod spammers;

use games::GameName;
use maud::{Markup, html};

use super::inline::inline;

/// The play reference of a game: what to do when, in a few lines each, with the clauses behind them.
#[must_use]
pub fn reference(game: GameName) -> Markup {
    let (lead, parts) = match game {
        GameName::Spammers => (spammers::LEAD, spammers::parts()),
        GameName::SpamORama => (spam_o_rama::LEAD, spam_o_rama::parts()),
    };
    html! {
        section.window.reference {
            h1.bar.dressed { span { (game.title()) " on one page" } }
            div.inside.paper {
                p.lead { (inline(lead, "")) }
                div.columns { @for part in parts { (part) } }
                p.unprinted {
                    a href={ "/rules/" (game.name()) } { "The whole book" } " · this page fits a sheet of paper: print it"
                }
            }
        }
    }
}

/// A part under its heading.
fn part(title: &str, inside: Markup) -> Markup {
    html! { section { h2 { (title) } (inside) } }
}

/// A part of a few points.
fn points(title: &str, points: &[&str]) -> Markup {
    part(title, html! { ul { @for point in points { li { (inline(point, "")) } } } })
}

/// A part of a few steps, in order.
fn steps(title: &str, steps: &[&str]) -> Markup {
    part(title, html! { ol { @for step in steps { li { (inline(step, "")) } } } })
}
