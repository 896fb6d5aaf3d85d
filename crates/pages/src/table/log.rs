//! The log: every line can be asked why, and opens the clause that made it happen.

use ::table::{Clause, Event as _, Part};
use games::GameName;
use maud::{Markup, PreEscaped, Render, html};

use super::{Told, letter};
use crate::render::RenderGame;
use room::Sitter;

/// A clause as a link into the rulebook, which the page opens in place. There are hundreds on a page: it is short, and
/// written without detours.
#[must_use]
pub const fn clause_link(clause: Clause) -> ClauseLink {
    ClauseLink(clause, clause.0)
}

/// A clause as a link, and how it is called there.
#[derive(Debug, Clone, Copy)]
pub struct ClauseLink(pub Clause, pub &'static str);

impl Render for ClauseLink {
    fn render_to(&self, page: &mut String) {
        let id = self.0.0;
        let game = if id.starts_with('S') { GameName::Spammers } else { GameName::SpamORama };
        for part in ["<a href=\"/rules/", game.name(), "#", id, "\">", self.1, "</a>"] {
            page.push_str(part);
        }
    }
}

/// One line of the log: what happened by which clause in the change of this number, whom it names first, and what it
/// is about.
#[must_use]
pub fn log_line<G: RenderGame>(game: &G, version: u64, event: &G::Event, sitters: &[Sitter]) -> Markup {
    let prose = game.tell(event);
    let by = prose.parts().find_map(|part| match part {
        Part::Seat(seat) => Some(letter(seat)),
        Part::Words(_) => None,
    });
    let mut line = String::from("<li data-version=\"");
    version.render_to(&mut line);
    line.push('"');
    if let Some(by) = by {
        line.push_str(" data-by=\"");
        line.push(by);
        line.push('"');
    }
    game.moment(event).render_to(&mut line);
    line.push('>');
    Told(&prose, sitters).render_to(&mut line);
    line.push(' ');
    clause_link(event.clause()).render_to(&mut line);
    line.push_str("</li>");
    PreEscaped(line)
}

/// The line that says that somebody's time ran out before the change of this number, which a stand-in made for them.
#[must_use]
pub fn late_line(version: u64, late: &Sitter) -> Markup {
    let by = letter(late.seat);
    html! {
        li data-version=(version) data-by=(by) data-moment="timeout" { "Time ran out for " b data-seat=(by) { (late.name) } ": a stand-in moved." }
    }
}

/// The log window with these lines, oldest first.
#[must_use]
pub fn log(lines: Markup) -> Markup {
    html! {
        section #log.window.log aria-labelledby="log-title" {
            header.bar { h2 #log-title { "Log" } span.tally { "each clause says why" } button.newest type="button" data-newest hidden { "Newest ↓" } }
            div.inside tabindex="0" role="region" aria-label="What happened" { ol #lines { (lines) } }
        }
    }
}
