//! The company at a table: who is here, who is away and for how long, for whom a bot plays.

use ::table::Seat;
use maud::{Markup, html};
use room::{Absence, Plays, Presence, Sitter, Whereabouts};

use super::badge;
use crate::glyph::glyph;

/// The region `company`: everybody at the table, the same for all who look.
#[must_use]
pub fn company(sitters: &[Sitter], all: &[(Seat, Whereabouts)]) -> Markup {
    html! {
        ul #company.company {
            @for sitter in sitters {
                @let bot = matches!(sitter.plays, Plays::Bot(_));
                li.bot[bot] title=[bot.then_some(&sitter.name)] { (badge(sitter.seat)) " " b { (sitter.name) } " " (whereabouts(sitter, all)) }
            }
        }
    }
}

/// Whether somebody is here, in words. Minutes go on by themselves where there is a script.
#[must_use]
pub fn whereabouts(sitter: &Sitter, all: &[(Seat, Whereabouts)]) -> Markup {
    let known = all.iter().find(|(seat, _)| *seat == sitter.seat).map(|(_, known)| *known);
    html! {
        @match (sitter.plays, sitter.presence, known) {
            (Plays::Bot(level), ..) => span.where { (glyph("bot")) span { " " (level.title()) " bot" } },
            (Plays::Nobody, ..) => span.where { "free" },
            (Plays::Person, Presence::Resigned, _) => span.where { (glyph("bot")) " gave up, a bot plays" },
            (Plays::Person, Presence::Away(why), known) => span.where { (glyph("bot")) " " (reason(why)) (time(known)) ", a bot plays" },
            (Plays::Person, Presence::Here, Some(Whereabouts::Away { .. })) => span.where { "away" (time(known)) },
            (Plays::Person, Presence::Here, Some(Whereabouts::Here)) => span.where.here { "here" },
            (Plays::Person, Presence::Here, None) => {}
        }
    }
}

/// Why somebody is away for whom a bot plays.
const fn reason(why: Absence) -> &'static str {
    match why {
        Absence::Left => "away",
        Absence::TimedOut => "out of time",
        Absence::Replaced => "missed",
    }
}

/// For how long, in whole minutes; nothing where nobody knows, or in the first.
fn time(known: Option<Whereabouts>) -> Markup {
    html! {
        @if let Some(Whereabouts::Away { since }) = known {
            " " span data-away=(since.as_millis()) { @if since.as_secs() >= 60 { "for " (since.as_secs() / 60) " min" } }
        }
    }
}
