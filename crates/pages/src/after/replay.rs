//! A finished game again, step by step.

use ::table::{Seat, Viewer};
use maud::{Markup, html};

use crate::live::tabs;
use crate::model::Replay;
use crate::table::{name_of, replay_page};

/// A step of a replay as a page of the table: the table as it was, what led there, and the way to any other step.
#[must_use]
pub fn replay(replay: &Replay<'_>, desktop: Markup, log: Markup) -> Markup {
    replay_page(&replay.frame, tabs(replay.frame.game), desktop, controls(replay), log)
}

/// The way to any other step, for the task bar.
fn controls(replay: &Replay<'_>) -> Markup {
    html! {
        div.replay {
            div.walk {
                (steps(replay))
                (slider(replay))
                p.dim { (replay.at) " of " (replay.of) }
            }
            p.input {
                @match &replay.input {
                    Some(input) => code { (input) },
                    None => "Before the first move.",
                }
            }
            details.more {
                summary { "Jump to a turn, look through other eyes, play on from here" }
                div.row { (turn_choice(replay)) (view_choice(replay)) (go_on(replay)) }
            }
        }
    }
}

/// The address of a step, seen as it is seen now.
fn address(replay: &Replay<'_>, at: usize) -> String {
    format!("{}?at={at}&as={}", path(replay), replay.frame.viewer)
}

fn path(replay: &Replay<'_>) -> String {
    format!("/t/{}/replay", replay.frame.code)
}

fn steps(replay: &Replay<'_>) -> Markup {
    let back = replay.at.checked_sub(1);
    let forward = (replay.at < replay.of).then_some(replay.at + 1);
    let ways = [
        (None, "|◀", "First", back.map(|_| 0)),
        (Some("prev"), "◀", "Back", back),
        (Some("next"), "▶", "Forward", forward),
        (None, "▶|", "Last", forward.map(|_| replay.of)),
    ];
    html! {
        nav.row aria-label="Steps" {
            @for (rel, sign, word, to) in ways {
                @match to {
                    Some(to) => a.button href=(address(replay, to)) rel=[rel] { span aria-hidden="true" { (sign) } span.word { (word) } },
                    None => span.button.off { span aria-hidden="true" { (sign) } span.word { (word) } },
                }
            }
        }
    }
}

/// The viewer as a hidden field, so that a form keeps the view.
fn kept_view(replay: &Replay<'_>) -> Markup {
    html! { input type="hidden" name="as" value=(replay.frame.viewer); }
}

fn slider(replay: &Replay<'_>) -> Markup {
    html! {
        form.slider method="get" action=(path(replay)) data-slider {
            (kept_view(replay))
            label for="replay-at" { "Step" }
            input #replay-at type="range" name="at" min="0" max=(replay.of) value=(replay.at);
            button { "Go" }
        }
    }
}

fn turn_choice(replay: &Replay<'_>) -> Markup {
    let current = replay.turns.iter().rposition(|&at| at <= replay.at);
    html! {
        @if !replay.turns.is_empty() {
            form.row method="get" action=(path(replay)) {
                (kept_view(replay))
                label for="replay-turn" { "Turn" }
                select #replay-turn name="at" {
                    @for (turn, at) in replay.turns.iter().enumerate() {
                        option value=(at) selected[current == Some(turn)] { (turn + 1) }
                    }
                }
                button { "Jump" }
            }
        }
    }
}

fn view_choice(replay: &Replay<'_>) -> Markup {
    let viewers = seats(replay).map(Viewer::Seat).chain([Viewer::Bystander]);
    html! {
        form.row method="get" action=(path(replay)) {
            input type="hidden" name="at" value=(replay.at);
            label for="replay-as" { "Seen by" }
            select #replay-as name="as" {
                @for viewer in viewers {
                    option value=(viewer) selected[viewer == replay.frame.viewer] {
                        @match viewer {
                            Viewer::Seat(seat) => { (seat) " " (name_of(replay.frame.sitters, seat)) },
                            Viewer::Bystander => "A bystander",
                        }
                    }
                }
            }
            button { "Look" }
        }
    }
}

fn go_on(replay: &Replay<'_>) -> Markup {
    let own = replay.frame.viewer.seat();
    html! {
        @if replay.at < replay.of {
            form.row method="post" action={ "/t/" (replay.frame.code) "/continue" } {
                input type="hidden" name="at" value=(replay.at);
                label for="replay-seat" { "Play as" }
                select #replay-seat name="seat" {
                    @for seat in seats(replay) {
                        option value=(seat) selected[own == Some(seat)] { (seat) " " (name_of(replay.frame.sitters, seat)) }
                    }
                }
                button.primary { "Continue from here against bots" }
            }
        }
    }
}

fn seats(replay: &Replay<'_>) -> impl Iterator<Item = Seat> {
    replay.frame.sitters.iter().map(|sitter| sitter.seat)
}
