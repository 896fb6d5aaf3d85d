//! The log: every line can be asked why, and opens the clause that made it happen.

use ::table::{Clause, Prose};
use games::GameName;
use maud::{Markup, html};

use super::Named;
use crate::model::Sitter;

/// A clause as a link into the rulebook, which the page opens in place. There are hundreds on a page: it is short.
#[must_use]
pub fn clause_link(clause: Clause) -> Markup {
    let game = if clause.0.starts_with('S') { GameName::Spammers } else { GameName::SpamORama };
    html! {
        a href={ "/rules/" (game.name()) "#" (clause.0) } { (clause.0) }
    }
}

/// One line of the log: what happened by which clause in the change of this number.
#[must_use]
pub fn log_line(version: u64, clause: Clause, prose: &Prose, sitters: &[Sitter]) -> Markup {
    html! { li data-version=(version) { (Named(prose, sitters)) " " (clause_link(clause)) } }
}

/// The log window with these lines, oldest first.
#[must_use]
pub fn log(lines: Markup) -> Markup {
    html! {
        section #log.window.log aria-labelledby="log-title" {
            header.bar { h2 #log-title { "Log" } span.tally { "ask any line why" } }
            div.inside tabindex="0" role="region" aria-label="What happened" { ol #lines { (lines) } }
        }
    }
}
