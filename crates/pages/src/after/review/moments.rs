//! The moments that decided the game and the choices that gave something away, and one of them looked at closely.

use ::table::{Prose, Seat};
use maud::{Markup, html};
use review::{Decision, Grade, Moment, Points, Review, Step};

use super::ReviewPage;
use super::wording::{errors, give_or_take, reach, signed};
use crate::table::{Named, letter};

/// How many are listed at most.
const MOST: usize = 9;

/// A line of the list.
struct Listed<'a> {
    step: &'a Step,
    /// To whom it did what.
    seat: Option<Seat>,
    change: Points,
}

/// The five that decided the game, the weightiest first.
fn decided(review: &Review) -> Vec<Listed<'_>> {
    let listed = |moment: &Moment| {
        review.step(moment.at).map(|step| Listed { step, seat: moment.seat, change: moment.change })
    };
    review.moments.iter().filter_map(listed).collect()
}

/// Errors beside these of the seat the page looks from, the largest first.
fn besides<'a>(page: &ReviewPage<'_>, review: &'a Review, decided: &[Listed<'_>]) -> Vec<Listed<'a>> {
    let mut errors: Vec<(&Step, &Decision)> = review
        .steps
        .iter()
        .filter(|step| step.by == Some(page.eyes))
        .filter_map(|step| Some((step, step.decision.as_ref()?)))
        .filter(|(_, decision)| decision.grade.is_error())
        .filter(|(step, _)| decided.iter().all(|known| known.step.at != step.at))
        .collect();
    errors.sort_by(|(_, one), (_, other)| other.loss.mean.total_cmp(&one.loss.mean));
    let listed = |(step, decision): (&'a Step, &Decision)| Listed {
        step,
        seat: step.by,
        change: decision.loss.times(-1.0),
    };
    errors.into_iter().take(MOST.saturating_sub(decided.len())).map(listed).collect()
}

pub(super) fn moments(page: &ReviewPage<'_>, review: &Review) -> Markup {
    let decided = decided(review);
    let besides = besides(page, review, &decided);
    let picked = page.picked.and_then(|at| review.step(at)).or_else(|| first(page, &decided, &besides));
    html! {
        section #moments.window aria-labelledby="moments-title" {
            h2 #moments-title .bar.dressed { span { "The moments" } span.tally { (tally(page, review)) } }
            div.inside {
                div.lists {
                    @if !decided.is_empty() {
                        h3 { "What decided the game: luck and errors" }
                        (list("decided", page, &decided, picked))
                    }
                    @if !besides.is_empty() {
                        h3 { "What else " (if page.is_own() { "you" } else { page.name(page.eyes) }) " gave away" }
                        (list("besides", page, &besides, picked))
                    }
                    (smaller(page, review, decided.iter().chain(&besides)))
                }
                @if let Some(step) = picked { (closely(page, review, step)) }
            }
        }
    }
}

/// The shown seat's smaller errors, beside the list.
fn smaller<'a>(
    page: &ReviewPage<'_>,
    review: &Review,
    listed: impl Iterator<Item = &'a Listed<'a>>,
) -> Markup {
    let loss = |step: &Step| step.decision.as_ref().map_or(0.0, |decision| decision.loss.mean);
    let own = |step: &Step| step.by == Some(page.eyes);
    let all: f64 = review.steps.iter().filter(|step| own(step)).map(loss).sum();
    let told: f64 = listed.map(|one| one.step).filter(|step| own(step)).map(loss).sum();
    html! { @if (all - told).abs() >= 0.5 { p.hint { "All smaller ones together: " (signed(told - all)) "." } } }
}

/// Some of them, each with a way to look at it closely.
fn list(class: &str, page: &ReviewPage<'_>, some: &[Listed<'_>], picked: Option<&Step>) -> Markup {
    html! {
        ol.list.(class) {
            @for one in some {
                @let on = picked.is_some_and(|step| step.at == one.step.at);
                li {
                    a href={ (page.path()) "?as=" (page.eyes) "&at=" (one.step.at) "#moments" } aria-current=[on.then_some("true")] {
                        (sign(one.step))
                        span.what { "Turn " (one.step.turn) ": " (what(page, one.step)) }
                        b.change.(if one.change.mean < 0.0 { "down" } else { "up" }) { (signed(one.change.mean)) @if let Some(seat) = one.seat { span class={ "seat-badge at-" (letter(seat)) } { (seat) } } }
                    }
                }
            }
        }
    }
}

/// The moment shown first: the largest error of the shown seat, or the moment of most effect.
fn first<'a>(page: &ReviewPage<'_>, decided: &[Listed<'a>], besides: &[Listed<'a>]) -> Option<&'a Step> {
    let mut all = decided.iter().chain(besides);
    let own = all.find(|one| one.step.by == Some(page.eyes) && one.step.decision.is_some());
    own.or(decided.first()).map(|one| one.step)
}

/// The number of errors of the shown seat; the list has others' errors, too.
fn tally(page: &ReviewPage<'_>, review: &Review) -> String {
    let grades = review.seats.get(page.eyes.index()).map_or([0; 5], |sum| sum.grades);
    format!("{}: {}", page.who(page.eyes), errors(grades))
}

/// A sign for what it was: a grade, or luck.
fn sign(step: &Step) -> Markup {
    html! {
        @match &step.decision {
            Some(decision) => { span.grade.(decision.grade.word()) title=(decision.grade.word()) { (decision.grade.sign()) span.unseen { " " (decision.grade.word()) } } },
            None if step.by.is_some() => { span.grade.fine { "·" } },
            None => {
                span.grade.luck title="luck" {
                    svg viewBox="0 0 16 16" aria-hidden="true" { path d="M2 2h12v12H2zM4 4v2h2V4zM10 4v2h2V4zM7 7v2h2V7zM4 10v2h2v-2zM10 10v2h2v-2z" {} }
                    span.unseen { "luck" }
                }
            },
        }
    }
}

/// The moment, as short as can be.
fn what(page: &ReviewPage<'_>, step: &Step) -> Markup {
    let sitters = page.frame.sitters;
    html! {
        @match (&step.decision, step.by) {
            (Some(decision), Some(seat)) => {
                (page.who(seat)) ": " (Named(&short(&decision.says), sitters))
                @if let Some(better) = &decision.better { ", not " i { (Named(&short(&better.says), sitters)) } }
            },
            (_, _) => (Named(&step.says, sitters)),
        }
    }
}

/// The choice in words, without its consequences.
fn short(says: &Prose) -> Prose {
    Prose::from(bots::head(&format!("{says:#}")).to_owned())
}

/// One moment with what was chosen, what would have been better, and everybody's chance.
fn closely(page: &ReviewPage<'_>, review: &Review, step: &Step) -> Markup {
    let path = format!("/t/{}", page.frame.code);
    let eyes = step.by.unwrap_or(page.eyes);
    let better = step.decision.as_ref().and_then(|decision| decision.better.as_ref());
    let shown = better.map_or_else(String::new, |better| format!("#show={}", better.pieces.join("+")));
    let before = step.at.saturating_sub(1);
    html! {
        div.closely {
            @match &step.decision {
                Some(decision) => (chosen(page, step, decision)),
                None if step.by.is_some() => { p.lead { b { "Turn " (step.turn) ". " } (Named(&step.says, page.frame.sitters)) " There was nothing to decide." } },
                None => (fallen(page, step)),
            }
            @if better.is_some() {
                p.hint { "As searches found that play on from both choices. The lines of the chart are judged by a quicker look, and stand higher or lower." }
            } @else {
                (chances(page, review, step))
            }
            div.acts {
                a.button href={ (path) "/replay?at=" (before) "&as=" (eyes) (shown) } { "See it at the table" }
                form method="post" action={ (path) "/continue" } {
                    input type="hidden" name="at" value=(before);
                    input type="hidden" name="seat" value=(eyes);
                    button { "Play on from here" }
                }
            }
        }
    }
}

/// Everybody's chance before a moment and after it, as the chart has it.
fn chances(page: &ReviewPage<'_>, review: &Review, step: &Step) -> Markup {
    html! {
        ul.tri {
            @for (place, chance) in step.chances.iter().enumerate() {
                @if let Some(seat) = Seat::new(place) {
                    @let was = review.chance(seat, step.at.saturating_sub(1)).unwrap_or_default();
                    li class={ "at-" (letter(seat)) } { span { (page.who(seat)) } b { (format!("{:.0} ±\u{a0}{} → {:.0} ±\u{a0}{} %", was.mean, reach(was), chance.mean, reach(*chance))) } }
                }
            }
        }
        p.hint { "Chances are judged from what each player could see, and need not come to 100 %." }
    }
}

/// A choice beside the better one. Both chances are of the searches that compared the two, so that one less the other
/// is what was given away.
fn chosen(page: &ReviewPage<'_>, step: &Step, decision: &Decision) -> Markup {
    let sitters = page.frame.sitters;
    let who = step.by.map_or("", |seat| page.who(seat));
    let give = give_or_take;
    // A reason that fits both choices tells nothing.
    let is_same = decision.better.as_ref().is_some_and(|better| better.why == decision.why);
    html! {
        p.lead {
            b { (capital(decision.grade.word())) ", turn " (step.turn) ". " }
            @match (&decision.better, &decision.stake) {
                (Some(_), _) if decision.grade == Grade::Best => { "Worth as much as what the search prefers, of " (decision.choices) " choices." },
                (Some(_), _) => { (who) " gave away " (format!("{:.1}", decision.loss.mean.max(0.0))) " points, " (give(decision.loss)) ", of " (decision.choices) " choices." },
                (None, Some(stake)) => { "Nothing better was found among " (decision.choices) " choices; the next best would have given away " (format!("{:.1}", stake.mean.max(0.0))) " points." },
                (None, None) => { "Nothing better was found among " (decision.choices) " choices." },
            }
        }
        div.opt.chosen {
            h3 { (sign(step)) " " (who) " chose" }
            p { (Named(&decision.says, sitters)) }
            @if !is_same { (why(&decision.why)) }
            (to_win(decision.chance))
        }
        @if let Some(better) = &decision.better {
            div.opt.better {
                h3 { span.grade.best { (Grade::Best.sign()) } @if decision.grade == Grade::Best { " Worth as much" } @else { " Better" } }
                p { (Named(&better.says, sitters)) }
                @if !is_same { (why(&better.why)) }
                (to_win(better.chance))
            }
        }
    }
}

/// The chance after a choice.
fn to_win(chance: Points) -> Markup {
    html! { p.to-win { b { (format!("{:.1} %", chance.mean)) } " to win after it, " (give_or_take(chance)) } }
}

/// A bot's reason for a choice.
fn why(remark: &str) -> Markup {
    html! { @if !remark.is_empty() { p.why { "What it does: " q { (capital(remark)) "." } } } }
}

/// Luck, and what it was worth to everybody.
fn fallen(page: &ReviewPage<'_>, step: &Step) -> Markup {
    html! {
        p.lead { b { "Luck, turn " (step.turn) ". " } (Named(&step.says, page.frame.sitters)) }
        div.opt.chosen.whole {
            h3 { (sign(step)) " What it was worth" }
            ul.worth {
                @for (place, luck) in step.luck.iter().enumerate() {
                    @if let Some(seat) = Seat::new(place) {
                        li { (page.who(seat)) ": " b { (signed(luck.mean)) } " " (give_or_take(*luck)) " points" }
                    }
                }
            }
            p.hint { "Against what could as well have fallen, as each could see it." }
        }
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
