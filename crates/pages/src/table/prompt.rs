//! The task bar: what is asked, what may be answered, why not the rest; whose turn it is, clocks, settings. One form
//! holds every answer, so it works without any script; with one, the table itself is used to choose.

use std::collections::BTreeMap;

use ::table::{Barred, Choice, Prompt, Prose, Step, Viewer};
use maud::{Markup, Render, html};

use super::{Turn, badge, clause_link, letter, name_of, sitter};
use crate::glyph::glyph;
use crate::model::{Frame, Presence, Reacting, Window};

/// The task bar of a table, made from what the viewer is asked.
#[must_use]
pub fn prompt<A>(frame: &Frame, prompt: &Prompt<A>, turn: Turn) -> Markup {
    let you = frame.viewer.seat().is_some_and(|seat| prompt.awaited.has(seat)) && !prompt.choices.is_empty();
    html! {
        section #prompt.taskbar.your-move[you].ended[frame.status.over.is_some()] aria-label="Task bar" tabindex="-1" data-yours[you] data-awaited=(prompt.awaited.iter().map(letter).collect::<String>()) {
            (window(frame.status.window.as_ref()))
            div.ask {
                form #act method="post" action={ "/t/" (frame.code) "/act" } {
                    input type="hidden" name="version" value=(frame.version);
                    @if let Some(seat) = frame.viewer.seat() { input type="hidden" name="seat" value=(letter(seat)); }
                    (question(frame, prompt))
                    @if !prompt.choices.is_empty() { (choices(frame, &prompt.choices)) }
                    @if !prompt.barred.is_empty() { (barred(frame, &prompt.barred)) }
                    @if !prompt.choices.is_empty() { (labels(frame, prompt)) }
                }
            }
            div.status { (whose(frame, turn)) (tools(frame)) }
        }
    }
}

/// The countdown of a reaction window, the same for everybody.
fn window(window: Option<&Window>) -> Markup {
    html! {
        @if let Some(Window { left: Some(left), whole: Some(whole), .. }) = window {
            div.countdown data-left=(left) data-whole=(whole) aria-hidden="true" { span {} }
        }
    }
}

fn question<A>(frame: &Frame, prompt: &Prompt<A>) -> Markup {
    html! {
        p #asks { span { (named(frame, &prompt.asks)) } " " (clause_link(prompt.clause)) }
        @if let Some(answered) = frame.status.window.as_ref().and_then(|window| window.answered.as_ref()) {
            p.answered { "Your answer: " b { (answer(frame, prompt, answered)) } " Until the window closes you can give another." }
        }
        p #hint {}
        div #steps role="group" aria-label="Answers" {}
        (hand_over(frame, prompt))
        @if frame.status.over.is_some() {
            p { a.button.primary href={ "/t/" (frame.code) } { "See how it went" } }
        }
    }
}

/// An answer already given, in words.
fn answer<A>(frame: &Frame, prompt: &Prompt<A>, notation: &str) -> String {
    let given = prompt.choices.iter().find(|choice| choice.notation == notation);
    given.map_or_else(|| notation.to_owned(), |choice| named(frame, &choice.says))
}

/// On one device the next player is asked to take over.
fn hand_over<A>(frame: &Frame, prompt: &Prompt<A>) -> Markup {
    let own = frame.status.own;
    let asked = prompt.awaited.iter().find(|&seat| own.has(seat));
    html! {
        @if let Some(seat) = asked.filter(|&seat| !frame.viewer.is(seat)) {
            p { a.button.primary href={ "/t/" (frame.code) } { "Hand over to " (name_of(frame.sitters, seat)) } }
        }
    }
}

/// The sentence with names in it.
fn named(frame: &Frame, prose: &Prose) -> String {
    prose.named(|seat| name_of(frame.sitters, seat))
}

/// Every answer as a button, grouped by what one would point at first.
fn choices<A>(frame: &Frame, choices: &[Choice<A>]) -> Markup {
    let mut groups: Vec<(&Step, Vec<&Choice<A>>)> = Vec::new();
    for choice in choices {
        let Some(first) = choice.steps.first() else { continue };
        match groups.iter_mut().find(|(step, _)| step.piece == first.piece) {
            Some((_, group)) => group.push(choice),
            None => groups.push((first, vec![choice])),
        }
    }
    html! {
        details.all open {
            summary { "All choices (" (choices.len()) ")" }
            div.choices {
                @for (first, group) in &groups {
                    @if let [only] = group.as_slice() { (Button(frame, only)) }
                    @else {
                        details.group {
                            summary { (named(frame, &first.label)) " (" (group.len()) ")" }
                            @for choice in group { (Button(frame, choice)) }
                        }
                    }
                }
            }
        }
    }
}

/// An answer as a button. There may be hundreds of them, so it is written without detours.
struct Button<'a, A>(&'a Frame<'a>, &'a Choice<A>);

impl<A> Render for Button<'_, A> {
    fn render_to(&self, page: &mut String) {
        let Self(frame, choice) = self;
        page.push_str("<button name=\"action\" value=\"");
        choice.notation.render_to(page);
        page.push_str("\" data-steps=\"");
        for (place, step) in choice.steps.iter().enumerate() {
            if place > 0 {
                page.push(' ');
            }
            step.piece.as_ref().render_to(page);
        }
        // Two Lists to be merged can be pointed at in either order.
        let either = choice.steps.len() == 3 && choice.steps[0].piece == "merge";
        page.push_str(if either { "\" data-either>" } else { "\">" });
        named(frame, &choice.says).render_to(page);
        page.push_str("</button>");
    }
}

/// Steps as one attribute.
fn path(steps: &[Step]) -> String {
    let mut path = String::new();
    for step in steps {
        if !path.is_empty() {
            path.push(' ');
        }
        path.push_str(&step.piece);
    }
    path
}

/// What may not be done, each with its reason.
fn barred(frame: &Frame, barred: &[Barred]) -> Markup {
    html! {
        details.why {
            summary { "Why not? (" (barred.len()) ")" }
            ul { @for bar in barred {
                li data-steps=(path(&bar.steps)) {
                    b { (named(frame, &bar.what)) } ": " span { (named(frame, &bar.why)) } " " (clause_link(bar.clause))
                }
            } }
        }
    }
}

/// What the pieces are called, for whoever lights them.
fn labels<A>(frame: &Frame, prompt: &Prompt<A>) -> Markup {
    let mut labels: BTreeMap<&str, &Prose> = BTreeMap::new();
    let barred = prompt.barred.iter().flat_map(|bar| &bar.steps);
    for step in prompt.choices.iter().flat_map(|choice| &choice.steps).chain(barred) {
        labels.entry(&step.piece).or_insert(&step.label);
    }
    html! {
        div #labels hidden { @for (piece, label) in labels { data value=(piece) { (named(frame, label)) } } }
    }
}

/// Whose turn it is, how much of it is left, and the clock.
fn whose(frame: &Frame, turn: Turn) -> Markup {
    html! {
        p.whose {
            @if let Some(seat) = turn.seat {
                (badge(seat))
                span { @if frame.viewer.is(seat) { "Your turn" } @else { (name_of(frame.sitters, seat)) "'s turn" } }
            }
            @if let Some(left) = turn.actions_left {
                span.actions { @for _ in 0..left.min(6) { span.pip aria-hidden="true" {} } span.unseen { (left) " Actions left" } }
            }
            @if let Some(left) = frame.status.clock {
                span.clock data-left=(left) { (glyph("clock")) span { (left / 60_000) ":" (format!("{:02}", left / 1000 % 60)) } }
            }
            span.lost hidden { "Connection lost. Trying again." }
        }
    }
}

/// Take-back, settings, leaving.
fn tools(frame: &Frame) -> Markup {
    let at = |what: &str| format!("/t/{}/{what}", frame.code);
    html! {
        div.tools {
            @if let (Some(chance), Viewer::Seat(seat)) = (&frame.status.may_take_back, frame.viewer) {
                form method="post" action=(at("back")) data-live {
                    input type="hidden" name="seat" value=(letter(seat));
                    input type="hidden" name="version" value=(frame.version);
                    input type="hidden" name="to" value=(chance.to);
                    button.square data-key="u" { (glyph("undo")) "Take back" }
                }
            }
            details.menu {
                summary { "Menu" }
                div.pop {
                    @if let Viewer::Seat(seat) = frame.viewer { (seat_tools(frame, letter(seat))) }
                    button type="button" hidden data-sound aria-pressed="false" { (glyph("sound")) "Sound" }
                    button type="button" hidden data-theme-switch { (glyph("theme")) "Light or dark" }
                    button type="button" hidden data-help { "Keys and help" }
                    a href={ "/rules/" (frame.game.name()) } { "The rules" }
                    a href="/" { "Home" }
                }
            }
        }
    }
}

/// How one goes and comes: address, words, and what is asked before it is done.
fn deeds(frame: &Frame) -> &'static [(&'static str, &'static str, Option<&'static str>)] {
    const LEAVE: (&str, &str, Option<&str>) = ("leave", "Leave; a bot stands in", None);
    const RETURN: (&str, &str, Option<&str>) = ("return", "I am back", None);
    const RESIGN: (&str, &str, Option<&str>) = ("resign", "Resign for good", Some("Press again to resign"));
    const HANDOVER: (&str, &str, Option<&str>) = ("handover", "Go on at another device", None);
    let own = frame.viewer.seat().and_then(|seat| sitter(frame.sitters, seat));
    match own.map(|sitter| sitter.presence) {
        Some(Presence::Here) if frame.status.over.is_none() => &[LEAVE, RESIGN, HANDOVER],
        Some(Presence::Away) => &[RETURN, RESIGN],
        Some(Presence::Here | Presence::Resigned) | None => &[],
    }
}

/// What a seat may set, and how it leaves.
fn seat_tools(frame: &Frame, seat: char) -> Markup {
    let at = |what: &str| format!("/t/{}/{what}", frame.code);
    let now = frame.status.reacting;
    let hows = [
        (Reacting::Ask, "ask", "Ask me in reaction windows"),
        (Reacting::Pass, "pass", "Pass them all for me"),
        (Reacting::Hold, "hold", "Never pass for me"),
    ];
    html! {
        @if frame.game == games::GameName::Spammers {
            form method="post" action=(at("react")) data-live {
                input type="hidden" name="seat" value=(seat);
                fieldset {
                    legend { "Reactions" }
                    @for (how, word, says) in hows {
                        button name="react" value=(word) aria-pressed=(if how == now { "true" } else { "false" }) { (says) }
                    }
                }
            }
        }
        @for (deed, says, sure) in deeds(frame) {
            form method="post" action=(at(deed)) data-live[!matches!(*deed, "leave" | "handover")] {
                input type="hidden" name="seat" value=(seat);
                button data-sure=[*sure] { (says) }
            }
        }
    }
}
