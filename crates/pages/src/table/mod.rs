//! The table: both games as desktops, the task bar that asks, the log that answers why.

mod chat;
mod company;
pub mod faces;
mod log;
pub mod moment;
mod page;
mod prompt;
mod spammers;
mod spamorama;

use ::table::{Part, Prose, Seat};
use maud::{Markup, Render, html};

pub use chat::quick_chat;
pub use company::{company, missed, whereabouts};
pub use log::{ClauseLink, clause_link, late_line, log, log_line};
pub use page::{Tabs, curtain, lesson_page, replay_page, table_page};
pub use prompt::{Menu, prompt};

use crate::glyph::glyph;
use crate::ink::{ink, special};
use room::{Absence, Plays, Presence, Sitter};

/// Whose turn is on, for the task bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Turn {
    /// The seat; nobody's before and after the game.
    pub seat: Option<Seat>,
    /// Actions left, in a game that counts them.
    pub actions_left: Option<u32>,
    /// How many turns have begun.
    pub number: u32,
}

/// The letter of a seat as ids have it.
pub(crate) fn letter(seat: Seat) -> char {
    char::from(b'a' + seat.index() as u8)
}

/// Who sits there.
pub(crate) fn sitter(sitters: &[Sitter], seat: Seat) -> Option<&Sitter> {
    sitters.iter().find(|sitter| sitter.seat == seat)
}

/// The name of the seat's player.
#[must_use]
pub fn name_of(sitters: &[Sitter], seat: Seat) -> &str {
    const LETTERS: [&str; ::table::MOST_SEATS] = ["A", "B", "C", "D", "E", "F"];
    sitter(sitters, seat).map_or(LETTERS[seat.index()], |sitter| sitter.name.as_str())
}

/// A bot's short name and its style; everybody else has but one name.
pub(crate) fn short_name(sitters: &[Sitter], seat: Seat) -> (&str, &str) {
    let name = name_of(sitters, seat);
    match sitter(sitters, seat).map(|sitter| sitter.plays) {
        Some(Plays::Bot(_)) => name.find(" the ").map_or((name, ""), |at| name.split_at(at)),
        Some(Plays::Person | Plays::Nobody) | None => (name, ""),
    }
}

/// A sentence with the names of the sitters.
pub(crate) struct Named<'a>(pub(crate) &'a Prose, pub(crate) &'a [Sitter]);

impl Render for Named<'_> {
    fn render_to(&self, page: &mut String) {
        if let Some(words) = self.0.plain(special) {
            return page.push_str(words);
        }
        for part in self.0.parts() {
            match part {
                Part::Words(words) => ink(words, page),
                Part::Seat(seat) => ink(name_of(self.1, seat), page),
            }
        }
    }
}

/// The same where a script says "you" to the viewer: every name with its seat.
pub(crate) struct Told<'a>(pub(crate) &'a Prose, pub(crate) &'a [Sitter]);

impl Render for Told<'_> {
    fn render_to(&self, page: &mut String) {
        for part in self.0.parts() {
            match part {
                Part::Words(words) => ink(words, page),
                Part::Seat(seat) => {
                    page.push_str("<b data-seat=\"");
                    page.push(letter(seat));
                    page.push_str("\">");
                    ink(name_of(self.1, seat), page);
                    page.push_str("</b>");
                }
            }
        }
    }
}

/// The letter of a seat on its colour.
const fn badge(seat: Seat) -> Badge {
    Badge(seat)
}

struct Badge(Seat);

impl Render for Badge {
    fn render_to(&self, page: &mut String) {
        page.push_str("<span class=\"seat-badge at-");
        page.push(letter(self.0));
        page.push_str("\">");
        page.push(self.0.letter());
        page.push_str("</span>");
    }
}

/// Badges of the seat's player: a bot, away, resigned.
fn presence(sitters: &[Sitter], seat: Seat) -> Markup {
    html! {
        @if let Some(sitter) = sitter(sitters, seat) {
            @match (sitter.plays, sitter.presence) {
                (Plays::Bot(level), _) => {
                    span.presence title={ "Bot: " (level.title()) } { (glyph("bot")) span.unseen { (level.title()) " bot" } }
                }
                (Plays::Person | Plays::Nobody, Presence::Away(Absence::TimedOut)) => { span.presence { "out of time" } }
                (Plays::Person | Plays::Nobody, Presence::Away(_)) => { span.presence { "away" } }
                (Plays::Person | Plays::Nobody, Presence::Resigned) => { span.presence { "resigned" } }
                (Plays::Person | Plays::Nobody, Presence::Here) => {}
            }
        }
    }
}
