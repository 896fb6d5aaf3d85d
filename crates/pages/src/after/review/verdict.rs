//! Luck and skill, summed apart.

use ::table::Seat;
use maud::{Markup, html};
use review::{Points, Review, SeatSummary};

use super::wording::{errors, give_or_take, percent, signed};
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
                        @match percent(sum) {
                            Some(percent) => {
                                (pixel::word(&format!("{percent}%")).unwrap_or_default())
                                p { span.unseen { (percent) " percent " } "is how well " (who) " played: 100 gives nothing away, 0 as much as choosing blindly." }
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
                p.hint { "The others: how the chance changed when they acted. Not foreseen: what is left, for no chance knows beforehand how well " @if page.is_own() { "you" } @else { "somebody" } " will act." }
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
                            td.number title=[sum.played_at.map(interval)] { @match percent(sum) { Some(percent) => { (percent) " %" }, None => "–" } }
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

/// Who gave less away and who was luckier.
fn compared(page: &ReviewPage<'_>, review: &Review) -> String {
    let by = |number: fn(&SeatSummary) -> f64| {
        seats(review)
            .max_by(|(_, one), (_, other)| number(one).total_cmp(&number(other)))
            .map(|(seat, _)| seat)
    };
    let best = by(|sum| -sum.loss.mean);
    let luckiest = by(|sum| sum.luck.mean);
    match (best, luckiest) {
        (Some(best), Some(luckiest)) => {
            let is_lucky = review.seats.get(luckiest.index()).is_some_and(|sum| sum.luck.mean >= 0.5);
            let had = if is_lucky { "was helped most by luck" } else { "lost the least by luck" };
            let (best, luckiest) = (page.name(best), page.name(luckiest));
            if best == luckiest {
                format!("{best} gave the least away and {had}.")
            } else {
                format!("{best} gave the least away, {luckiest} {had}.")
            }
        }
        (_, _) => String::new(),
    }
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
    let played = percent(sum).map_or_else(String::new, |percent| format!("{who} played at {percent} %. "));
    let points = sum.luck.mean.abs().round() as i64;
    let unit = if points == 1 { "point" } else { "points" };
    let luck = match sum.luck.mean {
        // What may as well have been nothing is not told as something.
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
