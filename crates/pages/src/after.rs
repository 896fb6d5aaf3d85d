//! After the game: how it was won, how the race went, and every step again.

mod race;
mod replay;

use maud::{Markup, html};
use table::Seat;

use crate::model::{Frame, Outcome, Sitter};
use crate::rules::address_of;

pub use replay::replay;

/// The region `result`: how it was won, the race, and what to do now.
#[must_use]
pub fn result(frame: &Frame<'_>, outcome: &Outcome) -> Markup {
    let clause = outcome.ending.clause;
    html! {
        section #result .window {
            h2.bar.dressed { span { "It is over" } }
            div.inside {
                p.verdict {
                    (outcome.sentence) " "
                    @match address_of(clause.0) {
                        Some(address) => a href=(address) { (clause) },
                        None => (clause),
                    }
                }
                (race::race(frame, outcome))
                (doors(frame))
            }
        }
    }
}

/// The page after the game: how it came out, and below it the table as it was left.
#[must_use]
pub fn over(frame: &Frame<'_>, outcome: &Outcome, desktop: Markup, log: Markup) -> Markup {
    html! { (result(frame, outcome)) (desktop) (log) }
}

fn doors(frame: &Frame<'_>) -> Markup {
    let path = format!("/t/{}", frame.code);
    html! {
        div.row {
            form method="post" action={ (path) "/rematch" } { button.primary { "Rematch" } }
            a.button href={ (path) "/replay" } { "Replay it step by step" }
            a.button href={ (path) "/record" } download { "Download the record" }
            button.scripted type="button" data-copy=(path) { "Copy link to this game" }
        }
    }
}

/// What a seat is called: its name, or its letter where nobody sits.
fn name_of(sitters: &[Sitter], seat: Seat) -> String {
    sitters
        .iter()
        .find(|sitter| sitter.seat == seat)
        .map_or_else(|| seat.to_string(), |sitter| sitter.name.clone())
}
