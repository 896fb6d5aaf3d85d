//! The coach of a lesson: a pigeon who has seen a great deal of mail, and its words.

use games::GameName;
use lessons::{Lesson, Point};
use maud::{Markup, html};
use room::{Plays, Sitter, name_or_guest};
use table::Seat;

use crate::art;
use crate::rules::address_of;

/// The sitters at the table of a lesson: the learner, and a bot that plays by the record.
#[must_use]
pub fn sitters(lesson: &Lesson) -> Vec<Sitter> {
    let seat = |(place, name): (usize, &String)| {
        let seat = Seat::new(place)?;
        // Sentences are about "Guest": "You has won" is not one.
        let (name, plays) = match seat {
            lessons::LEARNER => (name_or_guest(""), Plays::Person),
            _ => (name.clone(), Plays::Bot(games::Level::Intern)),
        };
        Some(Sitter::here(seat, name, plays))
    };
    lesson.names().iter().enumerate().filter_map(seat).collect()
}

/// The coach's bubble at a beat; `remark` is its answer to another attempt.
#[must_use]
pub fn coach(lesson: &Lesson, beat: usize, remark: Option<&str>) -> Markup {
    let step = lesson.step(beat);
    let (now, of) = (lesson.beats()[beat].step + 1, lesson.steps().len());
    let expects = lesson.beats()[beat].expects.as_deref();
    let refused = step.otherwise.iter().filter_map(|other| Some((other.refused.as_ref()?, &other.says)));
    html! {
        aside #coach.coach aria-label="Coach" data-game=(lesson.game().name()) data-expects=[expects] data-frames=(step.frames.join(" "))
            data-elsewhere=(step.elsewhere) data-idle=(lesson.idle()) {
            (pull())
            details open {
                summary { (art::carrier()) h2 { (step.title) } }
                div.bubble {
                    @if beat == 0 { p.intro { (lesson.intro()) } }
                    p.tells { (step.says) " " (why(&step.clauses)) }
                    @if !lesson.is_last(beat) { p.todo { b { (step.todo) } } }
                    p.remark { @if let Some(remark) = remark { (remark) } }
                    @if lesson.is_last(beat) { (end(lesson)) }
                }
            }
            div.ways {
                p.progress { span aria-hidden="true" { @for place in 1..=of { i.done[place <= now] {} } } span { (now) " of " (of) } }
                (ways(lesson, beat))
            }
            @if refused.clone().next().is_some() {
                div hidden data-refused { @for (clause, says) in refused { data value=(clause) { (says) } } }
            }
        }
    }
}

/// The grip of the sheet that the coach is on a phone: pulled up it says all there is to say.
#[must_use]
pub fn pull() -> Markup {
    html! { button.pull.scripted type="button" data-pull aria-expanded="false" { span {} span.unseen { "All that the coach says" } } }
}

/// The clauses behind a sentence: one "Why?", and the others once it is pointed at.
fn why(clauses: &[String]) -> Markup {
    let cited = clauses.iter().filter_map(|id| Some((id, address_of(id)?))).enumerate();
    html! {
        span.why-links { @for (place, (id, address)) in cited { a href=(address) { @if place == 0 { "Why?" } @else { (id) } } " " } }
    }
}

/// The usual mistakes, once the lesson is over.
fn end(lesson: &Lesson) -> Markup {
    let end = lesson.end();
    let point = |point: &Point| html! { (point.says) " " (why(&point.clauses)) };
    html! {
        h3 { (end.title) }
        ol { @for one in &end.points { li { (point(one)) } } }
        p.small-print { (point(&end.small)) }
    }
}

/// Back, on, out, and on by oneself.
fn ways(lesson: &Lesson, beat: usize) -> Markup {
    let game = lesson.game();
    let path = format!("/learn/{}", game.name());
    let is_last = lesson.is_last(beat);
    let label = match lesson.beats()[beat].expects {
        Some(_) => "Show me",
        None => lesson.step(beat).todo.trim_end_matches('.'),
    };
    html! {
        div.row.on {
            @if is_last {
                a.button href=(path) { "Again" }
                (real_game(game))
            } @else {
                form method="post" action={ (path) "/act" } data-on {
                    input type="hidden" name="version" value=(beat);
                    button.primary[lesson.beats()[beat].expects.is_none()] { (label) }
                }
            }
            // After it, so that a second click on what leads on does not lead back.
            @if beat > 0 { a.button href={ (path) "?at=" (beat - 1) } data-back { "Back" } }
        }
        div.row.out {
            @if !is_last {
                form method="post" action={ (path) "/play" } {
                    input type="hidden" name="version" value=(beat);
                    button { "Go on by yourself" }
                }
            }
            a href="/" { "Leave" }
        }
    }
}

/// A real table: the short set-up, against one bot of the easiest level.
fn real_game(game: GameName) -> Markup {
    let fields: &[(&str, &str)] = match game {
        GameName::Spammers => &[("variant", "demonstration"), ("deck", "starter")],
        GameName::SpamORama => &[("network", "ring"), ("memory", "on")],
    };
    html! {
        form method="post" action="/tables" {
            @for (name, value) in [("game", game.name()), ("seats", "2"), ("seat-b", "intern")].iter().chain(fields) {
                input type="hidden" name=(name) value=(value);
            }
            button.primary { (match game { GameName::Spammers => "Play a short game", GameName::SpamORama => "Play a real game" }) }
        }
    }
}
