//! The body of a table page.

use ::table::Seat;
use games::GameName;
use lessons::Lesson;
use maud::{Markup, html};

use super::{badge, letter, name_of, quick_chat};
use crate::assets::address;
use crate::glyph;
use crate::model::Frame;

/// The pages of a small screen: the name of each, and what it is called.
pub type Tabs = [(&'static str, &'static str)];

/// A table as it is played: the desktop, the task bar, what happened and the chat. Each has its zone, which the style
/// of the game gives it.
#[must_use]
pub fn table_page(frame: &Frame, tabs: &Tabs, desktop: Markup, prompt: Markup, log: Markup) -> Markup {
    html! {
        main #table.table.(frame.game.name()) data-code=(frame.code) data-version=(frame.version)
            data-viewer=(viewer(frame)) data-events={ "/t/" (frame.code) "/events" } data-own=[own(frame)] {
            (top(frame, tabs))
            (desktop)
            div.side data-page="log" { (since()) @if frame.viewer.seat().is_some() { (about_plainly(frame.game)) } (log) (quick_chat(frame)) }
            (prompt)
            @if frame.viewer.seat().is_some() { (about(frame.game)) }
        }
    }
}

/// A lesson at the table: nobody else is there, and `coach` says what to do.
#[must_use]
pub fn lesson_page(
    frame: &Frame,
    tabs: &Tabs,
    coach: Markup,
    desktop: Markup,
    (prompt, log): (Markup, Markup),
) -> Markup {
    html! {
        main #table.table.lesson.puzzle[frame.is_puzzle()].(frame.game.name()) data-code=(frame.code) data-version=(frame.version) data-viewer=(viewer(frame)) {
            (top(frame, tabs))
            @for sheet in ["lesson.css", "lesson-phone.css"] { link rel="stylesheet" href=(address(sheet)); }
            p #coach-says.unseen role="status" aria-live="polite" {}
            (coach)
            (desktop)
            div.side data-page="log" { (since()) (log) }
            (prompt)
        }
    }
}

/// A finished game, looked at again: nothing is asked, and `controls` take the place of the task bar.
#[must_use]
pub fn replay_page(frame: &Frame, tabs: &Tabs, desktop: Markup, controls: Markup, log: Markup) -> Markup {
    html! {
        main #table.table.rerun.(frame.game.name()) data-code=(frame.code) data-version=(frame.version) data-viewer=(viewer(frame)) {
            (top(frame, tabs))
            (desktop)
            div.side data-page="log" { (log) }
            section #prompt.taskbar aria-label="Replay" { (controls) }
        }
    }
}

/// The head of the page: the style of the game, glyphs, the heading, the line for screen readers, and the tabs of a
/// small screen.
fn top(frame: &Frame, tabs: &Tabs) -> Markup {
    html! {
        @for sheet in sheets(frame.game) { link rel="stylesheet" href=(address(sheet)); }
        (glyph::sprite(frame.game))
        h1.unseen { (frame.game.title()) @if frame.is_puzzle() { ", a puzzle" } @else if frame.is_lesson() { ", a first game" } @else { ", table " (frame.code) } }
        p #say.unseen role="status" {}
        p #refused.unseen role="alert" {}
        div.tabs role="group" aria-label="Show" {
            @for (name, title) in tabs { button type="button" data-tab=(name) aria-pressed="false" { (title) } }
            button type="button" data-tab="log" aria-pressed="false" { "Log" }
        }
    }
}

/// The introduction of the game, which the browser shows at the first table that it sees of it.
fn about(game: GameName) -> Markup {
    html! { div #about.greeting popover role="status" data-game=(game.name()) {
        h2 { (game.title()) }
        p { (Lesson::of(game).intro()) }
        button.primary type="button" { "Begin" }
    } }
}

/// The same where no scripts run.
fn about_plainly(game: GameName) -> Markup {
    html! { noscript { section.window.purpose aria-labelledby="purpose-title" {
        header.bar { h2 #purpose-title { "What it is about" } }
        div.inside { p { (Lesson::of(game).intro()) } }
    } } }
}

/// The style of each game, in the order in which it is read.
const fn sheets(game: GameName) -> &'static [&'static str] {
    match game {
        GameName::Spammers => &[
            "table-phone.css",
            "spammers.css",
            "spammers-zones.css",
            "spammers-reading.css",
            "spammers-phone.css",
        ],
        GameName::SpamORama => &["table-phone.css", "spam-o-rama.css", "spam-o-rama-phone.css"],
    }
}

/// News since the viewer's last turn, which the browser sums up.
fn since() -> Markup {
    html! {
        section #since.window.since aria-labelledby="since-title" hidden {
            header.bar { (glyph::glyph("clock")) h2 #since-title { "Since your last turn" } }
            div.inside tabindex="0" role="region" aria-label="What the others did" { ol {} }
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
