//! After the game: how it was won, how the race went, and every step again.

mod race;
mod replay;

use ::table::Seat;
use maud::{Markup, html};

use crate::art;
use crate::live::tabs;
use crate::model::{Frame, GameResult};
use crate::rules::address_of;
use crate::table::replay_page;
use room::Sitter;

pub use replay::replay;

/// The window `result`: how it was won, the race, and what to do now.
#[must_use]
pub fn result(frame: &Frame<'_>, result: &GameResult) -> Markup {
    verdict(frame, result, &doors(frame))
}

/// The page after the game: how it came out, below it the table as it was left, and in the task bar what to do now.
#[must_use]
pub fn over(frame: &Frame<'_>, result: &GameResult, desktop: Markup, log: Markup) -> Markup {
    let desk = html! { div.after { (verdict(frame, result, &html! {})) (desktop) } };
    replay_page(frame, tabs(frame.game), desk, doors(frame), log)
}

fn verdict(frame: &Frame<'_>, result: &GameResult, doors: &Markup) -> Markup {
    let clause = result.ending.clause;
    html! {
        section #result .window {
            h2.bar { span { "It is over" } }
            div.inside {
                p.verdict {
                    @for seat in result.ending.winners.iter() { (art::face(frame.sitters, seat)) }
                    (result.sentence) " "
                    @match address_of(clause.0) {
                        Some(address) => a href=(address) { (clause) },
                        None => (clause),
                    }
                }
                (race::race(frame, result))
                (doors)
            }
        }
    }
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
