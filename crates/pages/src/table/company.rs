//! The company at a table: who is here, who is away and for how long, for whom a bot plays.

use maud::{Markup, html};
use room::{Absent, Plays, Presence, Sitter};

use super::badge;
use crate::glyph::glyph;

/// The region `company`: everybody at the table, the same for all who look.
#[must_use]
pub fn company(sitters: &[Sitter], absent: &[Absent]) -> Markup {
    html! {
        ul #company.company {
            @for sitter in sitters { li { (badge(sitter.seat)) " " b { (sitter.name) } " " (whereabouts(sitter, absent)) } }
        }
    }
}

/// Whether somebody is here, in words. Minutes go on by themselves where there is a script.
#[must_use]
pub fn whereabouts(sitter: &Sitter, absent: &[Absent]) -> Markup {
    let away = absent.iter().find(|absent| absent.seat == sitter.seat);
    html! {
        @match (sitter.plays, sitter.presence, away) {
            (Plays::Bot(level), ..) => span.where { (glyph("bot")) " " (level.title()) " bot" },
            (Plays::Nobody, ..) => span.where { "free" },
            (Plays::Person, Presence::Resigned, _) => span.where { (glyph("bot")) " gave up, a bot plays" },
            (Plays::Person, Presence::Away, away) => span.where { (glyph("bot")) " away" (time(away)) ", a bot plays" },
            (Plays::Person, Presence::Here, Some(away)) => span.where { "away" (time(Some(away))) },
            (Plays::Person, Presence::Here, None) => span.where.here { "here" },
        }
    }
}

/// For how long, in whole minutes; nothing where nobody knows.
fn time(away: Option<&Absent>) -> Markup {
    html! {
        @if let Some(since) = away.and_then(|absent| absent.since) {
            " " span data-away=(since) { "for " (since / 60_000) " min" }
        }
    }
}
