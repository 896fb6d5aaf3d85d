//! A finished game again, step by step.

use ::table::{Seat, Viewer};
use maud::{Markup, html};

use crate::art;
use crate::live::tabs;
use crate::model::Replay;
use crate::table::{letter, name_of, replay_page};
use ::review::Highlight;

/// A step of a replay as a page of the table: the table as it was, what led there, and the way to any other step. With
/// a script the page steps by itself; without one every way is a link or a form.
#[must_use]
pub fn replay(replay: &Replay<'_>, moment: Markup, desktop: Markup, log: Markup) -> Markup {
    replay_page(&replay.frame, tabs(replay.frame.game), desktop, controls(replay, &moment), log)
}

/// The way to any other step, in one bar.
fn controls(replay: &Replay<'_>, moment: &Markup) -> Markup {
    let of = replay.result.inputs;
    let turns: Vec<String> = replay.result.turns.iter().map(|(at, _)| at.to_string()).collect();
    html! {
        div.replay data-at=(replay.at) data-of=(of) data-as=(replay.frame.viewer) data-turns=(turns.join(" ")) {
            (walk(replay))
            div.line { (moment) (slider(replay)) }
            p.count #step-count { (replay.at) " of " (of) }
            (faces(replay))
            details.more {
                summary { "More" }
                div.pop {
                    label.row.scripted { "Speed" select #replay-speed {
                        @for (speed, words) in [("slow", "Slow"), ("normal", "Normal"), ("fast", "Fast")] {
                            option value=(speed) selected[speed == "normal"] { (words) }
                        }
                    } }
                    (highlights(replay))
                    (turn_choice(replay))
                    (view_choice(replay))
                    (go_on(replay))
                    p.row {
                        a.button href="/" { "Home" }
                        a.button href={ "/t/" (replay.frame.code) } { "How it came out" }
                        a.button href={ "/t/" (replay.frame.code) "/review?at=" (replay.at.max(1)) } { "Review" }
                        button.scripted type="button" data-copy=(address(replay, replay.at)) { "Copy link to this moment" }
                    }
                    p.input.scripted { code {} }
                    p.dim.keys.scripted { "Space plays and stops, arrows step, Home and End go to the ends, [ and ] from turn to turn." }
                }
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

/// The buttons of a machine that plays.
fn walk(replay: &Replay<'_>) -> Markup {
    let of = replay.result.inputs;
    let back = replay.at.checked_sub(1);
    let forward = (replay.at < of).then_some(replay.at + 1);
    let way = |rel: &str, word: &str, shape: &str, to: Option<usize>| {
        html! {
            a.button.off[to.is_none()] rel=(rel) href=[to.map(|to| address(replay, to))] aria-disabled=[to.is_none().then_some("true")] title=(word) {
                (sign(shape)) span.unseen { (word) }
            }
        }
    };
    html! {
        nav.walk aria-label="Steps" {
            (way("first", "To the beginning", "M2 3h2v10H2zM13 3v10L5 8z", back.map(|_| 0)))
            (way("prev", "Back a step", "M12 3v10L4 8z", back))
            button.play.scripted type="button" aria-pressed="false" title="Play" {
                (sign("M3 2v12l10-6z")) (sign("M3 2h4v12H3zM9 2h4v12H9z")) span.unseen { "Play by itself" }
            }
            (way("next", "Forward a step", "M4 3v10l8-5z", forward))
            (way("last", "To the end", "M12 3h2v10h-2zM3 3v10l8-5z", forward.map(|_| of)))
        }
    }
}

fn sign(shape: &str) -> Markup {
    html! { svg viewBox="0 0 16 16" aria-hidden="true" { path d=(shape) {} } }
}

/// The viewer as a hidden field, so that a form keeps the view.
fn kept_view(replay: &Replay<'_>) -> Markup {
    html! { input type="hidden" name="as" value=(replay.frame.viewer); }
}

fn slider(replay: &Replay<'_>) -> Markup {
    html! {
        form.slider method="get" action=(path(replay)) {
            (kept_view(replay))
            label.unseen for="replay-at" { "Step" }
            div.track {
                (strip(replay))
                input #replay-at type="range" name="at" min="0" max=(replay.result.inputs) value=(replay.at) autocomplete="off";
            }
            button.go { "Go" }
        }
    }
}

/// The whole game as a strip: turns in the colours of the seats, and marks where it was changed most.
fn strip(replay: &Replay<'_>) -> Markup {
    let (of, turns) = (replay.result.inputs, &replay.result.turns);
    let ends = turns.iter().skip(1).map(|(at, _)| *at).chain([of]);
    html! {
        svg viewBox={ "0 0 " (of.max(1)) " 16" } preserveAspectRatio="none" aria-hidden="true" {
            rect y="5" width=(turns.first().map_or(of, |(at, _)| *at)) height="9" {}
            @for ((at, seat), end) in turns.iter().zip(ends) {
                rect class=[seat.map(|seat| format!("at-{}", letter(seat)))] x=(at) y="5" width=(end.saturating_sub(*at)) height="9" {}
            }
            @for highlight in &replay.result.highlights { line x1=(highlight.at) x2=(highlight.at) y1="0" y2="16" {} }
        }
    }
}

/// The moments that changed the game, to jump to, in the order in which they came.
fn highlights(replay: &Replay<'_>) -> Markup {
    let mut in_order: Vec<&Highlight> = replay.result.highlights.iter().collect();
    in_order.sort_by_key(|highlight| highlight.at);
    html! {
        @if !replay.result.highlights.is_empty() {
            ul.jumps {
                @for highlight in in_order {
                    li { a href=(address(replay, highlight.at)) data-to=(highlight.at) { (highlight.title) } " " span.dim { "step " (highlight.at) } }
                }
            }
        }
    }
}

fn turn_choice(replay: &Replay<'_>) -> Markup {
    let turns = &replay.result.turns;
    let current = turns.iter().rposition(|&(at, _)| at <= replay.at);
    html! {
        @if !turns.is_empty() {
            form.row method="get" action=(path(replay)) {
                (kept_view(replay))
                label for="replay-turn" { "Turn" }
                select #replay-turn name="at" {
                    @for (turn, (at, seat)) in turns.iter().enumerate() {
                        option value=(at) selected[current == Some(turn)] {
                            (turn + 1) @if let Some(seat) = seat { ": " (name_of(replay.frame.sitters, *seat)) }
                        }
                    }
                }
                button { "Jump" }
            }
        }
    }
}

/// Everybody through whose eyes it can be seen, as faces; the form says the same.
fn faces(replay: &Replay<'_>) -> Markup {
    html! {
        nav.eyes aria-label="Through whose eyes" {
            @for viewer in viewers(replay) {
                @let words = seen_by(replay, viewer);
                a href={ (path(replay)) "?at=" (replay.at) "&as=" (viewer) } data-as=(viewer)
                    aria-current=[(viewer == replay.frame.viewer).then_some("true")] title={ "Seen by " (words) } {
                    @match viewer {
                        Viewer::Seat(seat) => (art::face(replay.frame.sitters, seat)),
                        Viewer::Bystander => (sign("M1 8l4-4h6l4 4-4 4H5zM6 6v4h4V6z")),
                    }
                    span.unseen { "Seen by " (words) }
                }
            }
        }
    }
}

fn viewers(replay: &Replay<'_>) -> impl Iterator<Item = Viewer> {
    seats(replay).map(Viewer::Seat).chain([Viewer::Bystander])
}

fn seen_by(replay: &Replay<'_>, viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => format!("{seat} {}", name_of(replay.frame.sitters, seat)),
        Viewer::Bystander => "a bystander".to_owned(),
    }
}

fn view_choice(replay: &Replay<'_>) -> Markup {
    html! {
        form.row method="get" action=(path(replay)) {
            input type="hidden" name="at" value=(replay.at);
            label for="replay-as" { "Seen by" }
            select #replay-as name="as" {
                @for viewer in viewers(replay) {
                    option value=(viewer) selected[viewer == replay.frame.viewer] { (seen_by(replay, viewer)) }
                }
            }
            button { "Look" }
        }
    }
}

fn go_on(replay: &Replay<'_>) -> Markup {
    let own = replay.frame.viewer.seat();
    html! {
        form.row.on method="post" action={ "/t/" (replay.frame.code) "/continue" } hidden[replay.at == replay.result.inputs] {
            input type="hidden" name="at" value=(replay.at);
            label for="replay-seat" { "Play as" }
            select #replay-seat name="seat" {
                @for seat in seats(replay) {
                    option value=(seat) selected[own == Some(seat)] { (seat) " " (name_of(replay.frame.sitters, seat)) }
                }
            }
            button.primary { "Play on from here against bots" }
        }
    }
}

fn seats(replay: &Replay<'_>) -> impl Iterator<Item = Seat> {
    replay.frame.sitters.iter().map(|sitter| sitter.seat)
}
