//! The body of a table page.

use ::table::Seat;
use maud::{Markup, html};

use super::{badge, letter, name_of, quick_chat};
use crate::glyph;
use crate::model::Frame;

/// A table as it is played: the desktop, the task bar, the log and the chat.
#[must_use]
pub fn table_page(frame: &Frame, desktop: Markup, prompt: Markup, log: Markup) -> Markup {
    html! {
        main #table.table.(frame.game.name()) data-code=(frame.code) data-version=(frame.version)
            data-viewer=(viewer(frame)) data-events={ "/t/" (frame.code) "/events" } data-own=[own(frame)] {
            (top(frame))
            (desktop)
            div.side { (log) (quick_chat(frame)) }
            (prompt)
        }
    }
}

/// A finished game, looked at again: nothing is asked, and `controls` take the place of the task bar.
#[must_use]
pub fn replay_page(frame: &Frame, desktop: Markup, controls: Markup, log: Markup) -> Markup {
    html! {
        main #table.table.rerun.(frame.game.name()) data-code=(frame.code) data-version=(frame.version) data-viewer=(viewer(frame)) {
            (top(frame))
            (desktop)
            div.side { (log) }
            section #prompt.taskbar aria-label="Replay" { (controls) }
        }
    }
}

/// What stands above everything: glyphs, the heading, what a screen reader is told, and the tabs of a small screen.
fn top(frame: &Frame) -> Markup {
    html! {
        (glyph::sprite(frame.game))
        h1.unseen { (frame.game.title()) ", table " (frame.code) }
        p #say.unseen role="status" {}
        div.tabs hidden role="group" aria-label="Show" {
            button type="button" data-tab="desk" aria-pressed="true" { "Table" }
            button type="button" data-tab="side" aria-pressed="false" { "Log" }
        }
    }
}

/// The seats of a device that has several.
fn own(frame: &Frame) -> Option<String> {
    (frame.status.own.len() > 1).then(|| frame.status.own.iter().map(letter).collect())
}

/// As whom the page is drawn, as the events address has it.
fn viewer(frame: &Frame) -> String {
    frame.viewer.seat().map_or_else(|| "bystander".to_owned(), |seat| letter(seat).to_string())
}

/// Between two players on one device: nothing is shown until the next one asks for it.
#[must_use]
pub fn curtain(frame: &Frame, seat: Seat) -> Markup {
    html! {
        main #table.table.curtain data-code=(frame.code) data-version=(frame.version) data-viewer="curtain"
            data-events={ "/t/" (frame.code) "/events" } {
            section.window aria-labelledby="curtain-title" {
                header.bar { (badge(seat)) h1 #curtain-title { "Hand the device to " (name_of(frame.sitters, seat)) } }
                div.inside {
                    p { "Everybody else looks out of the window." }
                    p { a.button.primary href={ "/t/" (frame.code) "?seat=" (letter(seat)) } { "I am " (name_of(frame.sitters, seat)) } }
                }
            }
        }
    }
}
