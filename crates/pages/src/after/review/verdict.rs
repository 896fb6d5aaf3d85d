//! Luck and skill, summed apart.

use ::table::Seat;
use maud::{Markup, html};
use review::{Points, Review, SeatSummary};

use super::wording::{Played, errors, give_or_take, signed};
use super::{ReviewPage, cascade, progress};
use crate::table::letter;
use crate::{art, pixel};

pub(super) fn verdict(page: &ReviewPage<'_>, review: &Review) -> Markup {
    let Some(sum) = review.seats.get(page.eyes.index()) else { return Markup::default() };
    let who = if page.is_own() { "you" } else { page.name(page.eyes) };
    html! {
        section #verdict.window.(format!("at-{}", letter(page.eyes))) aria-labelledby="verdict-title" {
            h2 #verdict-title .bar.dressed { span { "Luck and skill" } }
            div.inside {
                div.heads {
                    div.headn.skill {
                        @match Played::of(sum) {
                            Some(played) => {
                                (pixel::word(&format!("{}%", played.percent)).unwrap_or_default())
                                p {
                                    span.unseen { (played.percent) " percent, " } (played.give_or_take()) ", is how well " (who) " played: 100 gives nothing away, 0 as much as choosing blindly."
                                    @if played.may_be_blind() { " " b { "This cannot be told from choosing blindly." } }
                                }
                            },
                            None => p { "What blind choices would have cost is not certain enough to say in percent how well " (who) " played." },
                        }
                    }
                    div.headn.chance {
                        (pixel::word(&signed(sum.luck.mean).replace('−', "-")).unwrap_or_default())
                        p { span.unseen { (signed(sum.luck.mean)) " " } "points of chance is what luck " (if sum.luck.mean < 0.0 { "cost " } else { "gave " }) (who) ", " (give_or_take(sum.luck)) "." }
                    }
                }
                (cascade::cascade(page, sum))
                p.hint { "All else: what the others did, and how well everybody acted, which no chance knows beforehand." }
                (everybody(page, review))
                p.hint { (compared(page, review)) }
                (coached(page))
                (super::chart::numbers(page, review))
                (progress(page))
            }
        }
    }
}

/// Everybody in numbers.
fn everybody(page: &ReviewPage<'_>, review: &Review) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Everybody in numbers" {
            table.sums {
                thead {
                    tr {
                        th scope="col" { "Seat" }
                        th.number scope="col" { "played at" }
                        th.number scope="col" { "lost" }
                        th.number scope="col" { "luck" }
                        th.number scope="col" { "end" }
                    }
                }
                tbody {
                    @for (seat, sum) in seats(review) {
                        tr class={ "at-" (letter(seat)) } {
                            th scope="row" { (art::face(page.frame.sitters, seat)) " " (page.name(seat)) }
                            td.number title=[sum.played_at.map(interval)] { @match Played::of(sum) { Some(played) => (played), None => "–" } }
                            td.number title=(interval(sum.loss)) { (signed(-sum.loss.mean)) }
                            td.number title=(interval(sum.luck)) { (signed(sum.luck.mean)) }
                            td.number { @if page.result.ending.winners.contains(seat) { "won" } @else { (format!("{:.0} %", sum.end)) } }
                        }
                    }
                }
            }
        }
    }
}

fn seats(review: &Review) -> impl Iterator<Item = (Seat, &SeatSummary)> {
    review.seats.iter().filter_map(|sum| sum.seat.map(|seat| (seat, sum)))
}

/// The interval of a number in words.
fn interval(points: Points) -> String {
    let (least, most) = points.interval();
    format!("from {} to {} in 95 of 100 cases", signed(least), signed(most))
}

/// Who gave less away and who was luckier, as far as either is certain.
fn compared(page: &ReviewPage<'_>, review: &Review) -> String {
    let gave = surely_first(review, |sum| sum.loss.times(-1.0));
    let gave = gave.map(|best| format!("{} gave the least away.", page.name(best)));
    let had = surely_first(review, |sum| sum.luck);
    let had = had.map(|luckiest| format!("{} had the most luck.", page.name(luckiest)));
    let unsure = "Who gave the least away is too close to say.";
    let said: Vec<String> = [gave.or_else(|| Some(unsure.to_owned())), had].into_iter().flatten().collect();
    said.join(" ")
}

/// The seat with more of this than each other one, beyond the errors of both; nobody where that is not certain.
fn surely_first(review: &Review, number: impl Fn(&SeatSummary) -> Points) -> Option<Seat> {
    let (first, most) = seats(review)
        .map(|(seat, sum)| (seat, number(sum)))
        .max_by(|(_, one), (_, other)| one.mean.total_cmp(&other.mean))?;
    let ahead = |of: Points| Points::sum([most, of.times(-1.0)]).interval().0 > 0.0;
    let others = seats(review).filter(|(seat, _)| *seat != first);
    others.map(|(_, sum)| number(sum)).all(ahead).then_some(first)
}

/// Who had advice.
fn coached(page: &ReviewPage<'_>) -> Markup {
    html! {
        @if !page.coached.is_empty() {
            p.hint { "Coached: " @for (place, seat) in page.coached.iter().enumerate() { @if place > 0 { ", " } (page.name(seat)) } "." }
        }
    }
}

/// The result for the task bar.
pub(super) fn sentence(page: &ReviewPage<'_>, review: &Review) -> String {
    let Some(sum) = review.seats.get(page.eyes.index()) else { return String::new() };
    let (who, whom) =
        if page.is_own() { ("You", "you") } else { (page.name(page.eyes), page.name(page.eyes)) };
    let played = Played::of(sum).map_or_else(String::new, |played| match played.may_be_blind() {
        true => format!("{who} played at {played}, which may be choosing blindly. "),
        false => format!("{who} played at {played}. "),
    });
    let points = sum.luck.mean.abs().round() as i64;
    let unit = if points == 1 { "point" } else { "points" };
    let luck = match sum.luck.mean {
        // Luck within its error counts as even.
        luck if luck.abs() < 0.5 || sum.luck.interval().1 - luck > luck.abs() => {
            "Luck was about even.".to_owned()
        }
        luck if luck < 0.0 => format!("Luck cost {whom} {points} {unit}."),
        _ => format!("Luck gave {whom} {points} {unit}."),
    };
    played + &luck
}

/// How many decisions of the seat were of which kind.
pub(super) fn counted(page: &ReviewPage<'_>, review: &Review) -> String {
    let Some(sum) = review.seats.get(page.eyes.index()) else { return String::new() };
    let errors = errors(sum.grades);
    let (decisions, look) = (sum.decisions, review.depth.word());
    if page.is_own() {
        format!("Your {decisions} decisions: {errors}. A {look} look.")
    } else {
        format!("{decisions} decisions of {}: {errors}. A {look} look.", page.name(page.eyes))
    }
}
