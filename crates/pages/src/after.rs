//! After the game: how it was won, how the race went, what turned it, and every step again.

mod laid_open;
mod race;
mod replay;
mod review;
mod rung;
mod step;

use ::table::{Seat, Viewer};
use games::GameName;
use maud::{Markup, html};

use crate::model::Frame;
use crate::table::{ClauseLink, Named, Told, clause_link, letter, name_of, sitter};
use crate::{art, glyph, pixel};
use ::review::{GameResult, Highlight, retell};
use room::{LiveGame, Presence};

pub use self::review::{ReviewPage, review};
pub use replay::replay;
pub use step::{Glimpse, LastInput, glimpse, last_input, moment, step};

/// A match that is over, told again; `None` if it is not.
#[must_use]
pub fn story(live: &LiveGame) -> Option<GameResult> {
    match live {
        LiveGame::Spammers(live) => retell(live),
        LiveGame::SpamORama(live) => retell(live),
    }
}

/// The page after the game: who won and how, everything laid open, what turned it, and what to do now.
#[must_use]
pub fn over(frame: &Frame<'_>, result: &GameResult, live: &LiveGame) -> Markup {
    html! {
        main #table.after.(frame.game.name()) data-code=(frame.code) data-version=(frame.version)
            data-viewer=(frame.viewer) {
            (glyph::sprite(frame.game))
            h1.unseen { (frame.game.title()) ", table " (frame.code) ": how it came out" }
            section #result.window aria-labelledby="result-title" {
                h2 #result-title .bar.dressed { span { "It is over" } span.tally { (result.turns.len()) " turns" } }
                div.inside {
                    (banner(frame, result))
                    div.ends {
                        (standings(frame, result, live))
                        div { (race::race(frame, result)) (highlights(frame, result)) (comparison(frame, result)) }
                    }
                }
            }
            (doors(frame, result, live))
        }
    }
}

/// Who won, as large as can be, and how.
fn banner(frame: &Frame<'_>, result: &GameResult) -> Markup {
    let winners = result.ending.winners;
    let yours = is_yours(frame, result);
    let called = |seat| if frame.viewer.seat() == Some(seat) { "you" } else { name_of(frame.sitters, seat) };
    html! {
        div.banner.triumph[yours] {
            div.faces { @for seat in winners.iter() { (art::face(frame.sitters, seat)) } }
            div {
                (pixel::word(&headline(frame, result)).unwrap_or_default())
                p.verdict {
                    @match yours && winners.len() == 1 {
                        true => (result.sentence.named(called).replacen("you wins", "You win", 1)),
                        false => (Named(&result.sentence, frame.sitters)),
                    }
                    " "
                    (ClauseLink(result.ending.clause, "Why?")) " "
                    b { (last_words(frame, result)) }
                }
            }
            (envelopes())
        }
        @if !frame.status.coached.is_empty() {
            p.had-coach { "Coached: " @for (place, seat) in frame.status.coached.iter().enumerate() { @if place > 0 { ", " } (called(seat)) } "." }
        }
    }
}

/// Whether the viewer has won, and had not given the game up to a bot.
fn is_yours(frame: &Frame<'_>, result: &GameResult) -> bool {
    let own = frame.viewer.seat().filter(|seat| result.ending.winners.contains(*seat));
    own.and_then(|seat| sitter(frame.sitters, seat)).is_some_and(|own| own.presence != Presence::Resigned)
}

/// The last words to the winner, and to everybody else.
fn last_words(frame: &Frame<'_>, result: &GameResult) -> &'static str {
    match (frame.game, is_yours(frame, result)) {
        (GameName::Spammers, true) => "Nobody asked for any of it.",
        (GameName::Spammers, false) => "There is always another List.",
        (GameName::SpamORama, true) => "Every client was served. Nobody else was asked.",
        (GameName::SpamORama, false) => "There is always another open port.",
    }
}

/// The headline in pixels. Names that cannot be drawn so stand in the sentence below.
fn headline(frame: &Frame<'_>, result: &GameResult) -> String {
    let winners = result.ending.winners;
    let yours = is_yours(frame, result);
    match (winners.len(), winners.iter().next()) {
        (1, Some(_)) if yours => "You win!".to_owned(),
        (1, Some(seat)) => {
            let first = name_of(frame.sitters, seat).split(' ').next().unwrap_or_default();
            let wins = format!("{first} wins");
            if first.chars().count() <= 10 && pixel::word(&wins).is_some() {
                wins
            } else {
                "It is over".to_owned()
            }
        }
        (_, _) if yours => "You share it!".to_owned(),
        (_, _) => "A shared win".to_owned(),
    }
}

/// Mail that comes down, as decoration.
fn envelopes() -> Markup {
    html! {
        div.confetti aria-hidden="true" {
            @for _ in 0..6 {
                svg viewBox="0 0 12 8" {
                    path fill="var(--a-k)" d="M0 0h12v8H0z" {}
                    path fill="var(--a-w)" d="M1 1h10v6H1z" {}
                    path fill="var(--a-r)" d="M1 1h1v1H1zM10 1h1v1h-1zM2 2h1v1H2zM9 2h1v1H9zM3 3h1v1H3zM8 3h1v1H8zM4 4h4v1H4z" {}
                }
            }
        }
    }
}

/// Everybody in order, with all they had.
fn standings(frame: &Frame<'_>, result: &GameResult, live: &LiveGame) -> Markup {
    let end = |seat: Seat| {
        let line = result.race.iter().find(|(of, _)| *of == seat).and_then(|(_, line)| line.last());
        (result.ending.winners.contains(seat), line.copied().unwrap_or(0))
    };
    let mut seats: Vec<Seat> = result.race.iter().map(|(seat, _)| *seat).collect();
    seats.sort_by_key(|&seat| std::cmp::Reverse(end(seat)));
    html! {
        ol.standings {
            @for &seat in &seats {
                @let place = 1 + seats.iter().filter(|&&other| end(other) > end(seat)).count();
                li class={ "at-" (letter(seat)) (if end(seat).0 { " won" } else { "" }) } {
                    span.place { (place) "." }
                    (art::face(frame.sitters, seat))
                    div.who {
                        b { (name_of(frame.sitters, seat)) }
                        span.hint { "seat " (seat) @if frame.viewer.is(seat) { ", you" } @if end(seat).0 { ", won" } }
                    }
                    div.score { (pixel::number(end(seat).1)) span.hint { (result.measure) } }
                    div.open { (laid_open::laid_open(live, seat)) }
                }
            }
        }
    }
}

/// The moments that changed it most, each a way into the replay.
fn highlights(frame: &Frame<'_>, result: &GameResult) -> Markup {
    html! {
        @if !result.highlights.is_empty() {
            section.highlights aria-labelledby="highlights-title" {
                h3 #highlights-title { "What turned it" }
                ul { @for highlight in &result.highlights { li { (told_highlight(frame, highlight)) } } }
            }
        }
    }
}

fn told_highlight(frame: &Frame<'_>, highlight: &Highlight) -> Markup {
    html! {
        h4 { (highlight.title) }
        p { (Told(&highlight.says, frame.sitters)) " " (clause_link(highlight.clause)) }
        @if let Some((seat, before, after)) = highlight.swing {
            p.swing { (if frame.viewer.is(seat) { "You" } else { name_of(frame.sitters, seat) }) ": " b { (before) " → " (after) " %" } " by the bots' reckoning" }
        }
        a.button href={ "/t/" (frame.code) "/replay?at=" (highlight.at) "&as=" (frame.viewer) } {
            "See it" span.unseen { " in the replay: " (highlight.title) }
        }
    }
}

/// The players side by side.
fn comparison(frame: &Frame<'_>, result: &GameResult) -> Markup {
    let most = |column: usize| result.rows.iter().filter_map(|(_, row)| row.get(column)).max().copied();
    html! {
        div.scroll tabindex="0" role="region" aria-label="The players compared" {
            table.compared {
                thead {
                    tr {
                        th scope="col" { "Player" }
                        @for (heading, means) in result.columns { th.number scope="col" title=(means) { (heading) } }
                    }
                }
                tbody {
                    @for (seat, row) in &result.rows {
                        tr {
                            th scope="row" class={ "at-" (letter(*seat)) } { span.seat-badge { (seat) } " " (name_of(frame.sitters, *seat)) }
                            @for (column, number) in row.iter().enumerate() {
                                td.number.most[Some(*number) == most(column) && *number > 0] { (number) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Next steps, in the place of the task bar.
fn doors(frame: &Frame<'_>, result: &GameResult, live: &LiveGame) -> Markup {
    let path = format!("/t/{}", frame.code);
    html! {
        nav.doors aria-label="What now" {
            @if let Some(deal) = &frame.status.deal {
                a.button.primary href=(crate::deal::path(deal)) { "How others fared" }
            } @else if frame.viewer != Viewer::Bystander || !frame.status.own.is_empty() {
                form method="post" action={ (path) "/rematch" } { button.primary { "Rematch" } }
            }
            (rung::next_rung(frame, result, live))
            // After the short game the long one is offered.
            @if result.ending.clause.0 == "S6.2" {
                form method="post" action={ "/play/" (frame.game.name()) } { button { span { "Long game" span.long { ", to 12 or 20" } } } }
            }
            a.button href={ (path) "/review" } { span { "Review" span.long { ": luck and skill" } } }
            a.button href={ (path) "/replay" } { span { "Replay" span.long { " it step by step" } } }
            a.button href={ (path) "/replay?at=" (result.inputs) "&as=" (frame.viewer) } { span { "Table" span.long { " as it was left" } } }
            button.scripted type="button" data-copy=(path) { "Copy link" }
            a.button href={ (path) "/record" } download { span { "Record" span.long { " to download" } } }
            a.button.home href="/" { "Home" }
        }
    }
}
