//! The company at a table: who is here, who is away and for how long, for whom a bot plays.

use ::table::Seat;
use maud::{Markup, html};
use room::{Absence, Plays, Presence, Sitter, Whereabouts};

use super::{badge, letter};
use crate::glyph::glyph;

/// The region `company`: everybody at the table, the same for all viewers. At a table of this code, while it is played,
/// its players may call a bot for somebody who is not there.
#[must_use]
pub fn company(sitters: &[Sitter], all: &[(Seat, Whereabouts)], played_at: Option<&str>) -> Markup {
    html! {
        ul #company.company {
            @for sitter in sitters {
                @let bot = matches!(sitter.plays, Plays::Bot(_));
                li.bot[bot] title=[bot.then_some(&sitter.name)] {
                    (badge(sitter.seat)) " " b { (sitter.name) } " " (whereabouts(sitter, all))
                    @if let Some(code) = played_at.filter(|_| is_missed(sitter, all)) { (call_bot(code, sitter)) }
                }
            }
        }
    }
}

/// Whether a person is not there for whom nobody plays yet.
fn is_missed(sitter: &Sitter, all: &[(Seat, Whereabouts)]) -> bool {
    let is_here = all.contains(&(sitter.seat, Whereabouts::Here));
    sitter.plays == Plays::Person && sitter.presence == Presence::Here && !is_here
}

/// A button for players alone, by style: to call a bot for somebody.
fn call_bot(code: &str, sitter: &Sitter) -> Markup {
    let wanted_by = sitter.bot_wanted_by.len();
    html! {
        form.call-bot method="post" action={ "/t/" (code) "/replace" } data-live data-about=(letter(sitter.seat)) {
            input type="hidden" name="seat" value=(letter(sitter.seat));
            button { "Let a bot play for " (sitter.name) @if wanted_by > 0 { " (" (wanted_by) " for it)" } }
        }
    }
}

/// The region `missed` of the task bar, at a table of this code while it is played: who is away for whom no bot plays
/// yet. It is shown while the game waits for them, in place of the question.
#[must_use]
pub fn missed(sitters: &[Sitter], all: &[(Seat, Whereabouts)], played_at: Option<&str>) -> Markup {
    let away = |sitter: &Sitter| {
        let known = all.iter().find(|(seat, _)| *seat == sitter.seat).map(|(_, known)| *known);
        known.filter(|known| matches!(known, Whereabouts::Away { .. }) && is_missed(sitter, all))
    };
    html! {
        div #missed data-kept {
            @if let Some(code) = played_at {
                @for (sitter, known) in sitters.iter().filter_map(|sitter| Some((sitter, away(sitter)?))) {
                    div data-about=(letter(sitter.seat)) {
                        p { b { (sitter.name) } " has been away" (time(Some(known))) "." }
                        (call_bot(code, sitter))
                    }
                }
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

/// For how long, in whole minutes; nothing where nobody knows.
fn time(known: Option<Whereabouts>) -> Markup {
    html! {
        @if let Some(Whereabouts::Away { since }) = known {
            " " span data-away=(since.as_millis()) { @if since.as_secs() < 60 { "for a moment" } @else { "for " (since.as_secs() / 60) " min" } }
        }
    }
}
