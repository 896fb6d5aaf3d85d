//! The home page: a visitor plays within a minute.

mod new_table;

use games::{BuiltIn, GameName};
use maud::{Markup, html};

use crate::gallery;
use crate::glyph;
use crate::model::{FinishedMatch, Home};
use crate::preview::tagline;
use crate::shell::window;
use room::{MatchStatus, MatchSummary};

/// The home page.
#[must_use]
pub fn home(home: &Home) -> Markup {
    html! {
        (glyph::sprite(GameName::SpamORama))
        @if !home.mine.is_empty() { (mine(&home.mine)) }
        section.hero {
            (logo())
            div {
                h1 { "You have mail. You sent it." }
                p {
                    "Two tabletop games about e-mail spam, against bots or friends, in this browser. "
                    "There is no account, because a list of accounts is a thing that gets sold."
                }
                p { a href="/deal" { "The deal of the day" } ": the same cards and dice for everybody." }
            }
        }
        div.two {
            (game(GameName::Spammers, home))
            (game(GameName::SpamORama, home))
        }
        @if !home.finished.is_empty() { (finished(&home.finished)) }
        div.two {
            (join())
            (public(&home.public))
        }
    }
}

/// The name of the house in pixels, 48 × 8. A screen reader has it from the top bar.
const LOGO: &str = "M1 0h4v1H1zM7 0h5v1H7zM14 0h2v7H14zM18 0h2v7H18zM21 0h2v8H21zM25 0h2v8H25zM28 0h6v1H28zM35 0h2v8H35zM42 0h6v1H42zM0 1h2v6H0zM4 1h2v1H4zM7 1h2v7H7zM11 1h2v2H11zM23 1h1v2H23zM30 1h2v7H30zM42 1h2v7H42zM24 2h1v2H24zM3 3h3v1H3zM9 3h3v1H9zM44 3h2v1H44zM4 4h2v3H4zM9 4h2v1H9zM10 5h2v1H10zM11 6h2v2H11zM1 7h4v1H1zM15 7h4v1H15zM37 7h4v1H37zM44 7h4v1H44z";

fn logo() -> Markup {
    html! { svg.logo viewBox="0 0 48 8" aria-hidden="true" { path d=(LOGO) {} } }
}

/// A game in a paragraph.
const fn pitch(game: GameName) -> &'static str {
    match game {
        GameName::Spammers => {
            "The card game of 1998. Open Scams, mail them to Lists of people who asked for nothing, and roll low. \
             Every Mailing leaves a Gruntle behind, and a List with enough Gruntles leaves you. The first to start \
             a turn on top of the heap wins, so everybody has one round to pull you off it."
        }
        GameName::SpamORama => {
            "The piecepack game of 2004. Twelve clients pay by the message; some are yours, and nobody knows which. \
             Plant spam on open ports, relay it in ever taller piles, and let it score where it is cut off. Only \
             your worst-served client counts, so play no favourites, or at least do not get caught at it."
        }
    }
}

/// The target of the play button: a visitor's first game is short where a short one is known.
fn begins(game: GameName, home: &Home) -> &'static str {
    match (game, home.played.contains(&game)) {
        (GameName::Spammers, false) => "a short first game, about 9 minutes",
        (GameName::Spammers, true) => "a full game, about 23 minutes",
        (GameName::SpamORama, _) => "a full game, about 25 minutes",
    }
}

/// How long a game takes, as reckoned in `docs/length.md`.
const fn minutes(game: GameName) -> &'static str {
    match game {
        GameName::Spammers => "About 23 minutes against bots, 38 among three",
        GameName::SpamORama => "About 25 minutes against bots, 47 among three",
    }
}

fn game(game: GameName, home: &Home) -> Markup {
    let name = game.name();
    html! {
        section.window.game id=(name) {
            h2.bar.dressed { span { (game.title()) } }
            div.inside {
                div.shown aria-hidden="true" { (picture(game)) }
                p.tagline { (tagline(game)) }
                div.begin {
                    form method="post" action={ "/play/" (name) } {
                        button.primary.big { span { "Play now against bots" small { (begins(game, home)) } } }
                    }
                    (with_a_friend(game))
                    a.button.big href={ "/learn/" (name) } { span { "First time?" small { "A pigeon shows you how, in three minutes" } } }
                    form method="post" action={ "/watch/" (name) } { button { "Watch bots play" } }
                }
                details.about {
                    summary { "What it is about, for how many, how long" }
                    p { (pitch(game)) }
                    dl.facts {
                        div { dt { "Seats" } dd { "2–6, bots fill the rest" } }
                        div { dt { "Time" } dd { (minutes(game)) } }
                    }
                }
                ul.links {
                    li { a href={ "/rules/" (name) } { "Rules of " (game.title()) } }
                    li { a href={ "/rules/" (name) "/reference" } { "On one page" } }
                    @match game {
                        GameName::Spammers => {
                            li { a href="/cards" { "All cards" } }
                            @for set in home.collection.own_card_sets() {
                                li { a href={ "/cards/" (set.name()) } { "The " (set.name()) " set" } }
                            }
                        },
                        GameName::SpamORama => {
                            li { a href="/networks" { "All networks" } }
                            @for network in home.collection.own_networks() {
                                li { a href={ "/networks#" (network.name()) } { "The network " (network.name()) } }
                            }
                        },
                    }
                }
                (new_table::new_table(game, &home.name, &home.collection))
            }
        }
    }
}

/// A table of two that waits in its lobby for a friend: the short game where there is one, and a clock that is noticed
/// only while a player is away.
fn with_a_friend(game: GameName) -> Markup {
    let (fields, length): (&[_], _) = match game {
        GameName::Spammers => (&[("variant", "demonstration")], "A short game for two, by a link"),
        GameName::SpamORama => (&[], "A game for two, by a link"),
    };
    html! {
        form.befriend method="post" action="/tables" {
            @for (name, value) in [("game", game.name()), ("seats", "2"), ("seat-b", "person"), ("clock", "relaxed")].iter().chain(fields) {
                input type="hidden" name=(name) value=(value);
            }
            button.big { span { "Play with a friend" small { (length) } } }
        }
    }
}

/// Something of the game to look at.
fn picture(game: GameName) -> Markup {
    match game {
        GameName::Spammers => gallery::fan(),
        GameName::SpamORama => gallery::network_drawing(&BuiltIn::Ring.network()),
    }
}

fn mine(matches: &[MatchSummary]) -> Markup {
    window(
        "Unfinished business",
        html! {
            ul.shelf {
                @for summary in matches {
                    li {
                        (about(summary))
                        a.button.primary href={ "/t/" (summary.code) } {
                            "Go on" span.unseen { " with table " (summary.code) }
                        }
                    }
                }
            }
            p.dim { a href="/forget" { "Forget this browser" } ", on a device that others use." }
        },
    )
}

/// Finished games, still open to look at.
fn finished(matches: &[FinishedMatch]) -> Markup {
    window(
        "Your last games",
        html! {
            ul.shelf {
                @for FinishedMatch { code, game, day, others, won } in matches {
                    li {
                        div {
                            strong { (game.title()) } " " span.dim { (day) } " "
                            @if let Some(won) = won { span.badge.yours[*won] { @if *won { "You won" } @else { "You lost" } } }
                            span.names { @if others.is_empty() { (code) } @else { "against " (others.join(", ")) } }
                        }
                        @for (what, page) in [("Result", ""), ("Review", "/review"), ("Replay", "/replay")] {
                            a.button href={ "/t/" (code) (page) } { (what) span.unseen { " of table " (code) } }
                        }
                    }
                }
            }
        },
    )
}

fn public(matches: &[MatchSummary]) -> Markup {
    window(
        "Public tables",
        html! {
            @if matches.is_empty() {
                p { "Nobody plays in public at the moment. Open a table above and tick “Anybody may watch and join”." }
            } @else {
                ul.shelf {
                    @for summary in matches {
                        li {
                            (about(summary))
                            a.button href={ "/t/" (summary.code) } {
                                @match summary.status {
                                    MatchStatus::Lobby { .. } => "Join",
                                    MatchStatus::Playing { .. } => "Watch",
                                    MatchStatus::Over => "Look",
                                }
                                span.unseen { " at table " (summary.code) }
                            }
                        }
                    }
                }
            }
        },
    )
}

fn about(summary: &MatchSummary) -> Markup {
    html! {
        div {
            strong { (summary.game.title()) } " " span.dim { (summary.code) } " "
            @match summary.status {
                MatchStatus::Lobby { free: 0 } => span.badge { "all seats taken" },
                MatchStatus::Lobby { free: 1 } => span.badge { "1 free seat" },
                MatchStatus::Lobby { free } => span.badge { (free) " free seats" },
                MatchStatus::Playing { yours: true, .. } => span.badge.yours { "Your turn" },
                MatchStatus::Playing { turns, .. } => span.badge { "turn " (turns) },
                MatchStatus::Over => span.badge { "over" },
            }
            span.names { (summary.names.join(", ")) }
        }
    }
}

fn join() -> Markup {
    window(
        "Join a table",
        html! {
            p { "Somebody sent you a link or a code? For once it is safe to open." }
            form.row method="get" action="/join" {
                label for="code" { "Code or link" }
                input #code name="code" required maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false";
                button { "Join" }
            }
        },
    )
}
