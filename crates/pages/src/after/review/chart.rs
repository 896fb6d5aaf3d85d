//! Everybody's chances as lines, and below them what one seat's choices and luck did.

use ::table::Seat;
use maud::{Markup, html};
use review::{Grade, Points, Review, Step};

use super::ReviewPage;
use crate::table::{letter, name_of};

/// A canvas of the chart: the page shows the one that fits, so that text keeps its size on a phone.
#[derive(Debug, Clone, Copy)]
struct Sheet {
    class: &'static str,
    width: usize,
    height: usize,
    /// How many turns have their number below, at most.
    turns: usize,
}

const WIDE: Sheet = Sheet { class: "wide", width: 940, height: 340, turns: 12 };
const LOW: Sheet = Sheet { class: "low", width: 850, height: 236, turns: 12 };
const NARROW: Sheet = Sheet { class: "narrow", width: 350, height: 330, turns: 5 };

/// Room at the left for numbers, and at the right for letters.
const LEFT: usize = 40;
const RIGHT: usize = 20;
const TOP: usize = 10;
/// The height of each strip, the space above it, and the line of turns below.
const STRIP: usize = 30;
const GAP: usize = 8;
const FOOT: usize = 16;
/// So many points fill half of a strip.
const FULL: f64 = 12.0;

impl Sheet {
    const fn bottom(self) -> usize {
        self.height - FOOT - 2 * (STRIP + GAP)
    }

    const fn right(self) -> usize {
        self.width - RIGHT
    }

    /// Where so many of all inputs are.
    const fn x(self, at: usize, of: usize) -> usize {
        LEFT + at * (self.right() - LEFT) / if of == 0 { 1 } else { of }
    }

    /// Where a chance is, in points.
    fn y(self, chance: f64) -> usize {
        let height = (self.bottom() - TOP) as f64;
        self.bottom() - (chance.clamp(0.0, 100.0) / 100.0 * height).round() as usize
    }

    /// The line in the middle of a strip, the choices' first.
    const fn middle(self, strip: usize) -> usize {
        self.bottom() + GAP + strip * (STRIP + GAP) + STRIP / 2
    }
}

pub(super) fn chances(page: &ReviewPage<'_>, review: &Review) -> Markup {
    html! {
        section #chance.window aria-labelledby="chance-title" {
            h2 #chance-title .bar.dressed { span { "Chance to win" } span.tally { (review.steps.len()) " moves and rolls" } }
            div.inside {
                div.keys { (key(page, review)) (eyes(page, review)) }
                figure.plot {
                    (drawing(WIDE, page, review))
                    (drawing(LOW, page, review))
                    (drawing(NARROW, page, review))
                }
            }
        }
    }
}

/// The key of the lines and marks.
fn key(page: &ReviewPage<'_>, review: &Review) -> Markup {
    html! {
        ul.key {
            @for seat in seats(review) {
                li class={ "at-" (letter(seat)) } {
                    svg.sample viewBox="0 0 28 10" aria-hidden="true" { path class={ "line-" (seat.index()) } d="M0 5h28" {} }
                    span.seat-badge { (seat) } " " (page.name(seat))
                }
            }
            li.long { i.swatch.good {} "best choice" }
            li.long { i.swatch.bad {} "lost by a choice" }
            li.long { i.swatch.lucky {} "luck" }
        }
    }
}

/// Through whose eyes choices and luck are shown.
fn eyes(page: &ReviewPage<'_>, review: &Review) -> Markup {
    html! {
        nav.eyes-of aria-label="Whose choices and luck" {
            @for seat in seats(review) {
                a.button href={ (page.path()) "?as=" (seat) } aria-current=[(seat == page.eyes).then_some("true")] { (page.name(seat)) }
            }
        }
    }
}

fn seats(review: &Review) -> impl Iterator<Item = Seat> {
    (0..review.start.len()).filter_map(Seat::new)
}

fn drawing(sheet: Sheet, page: &ReviewPage<'_>, review: &Review) -> Markup {
    let of = review.steps.len();
    let (right, bottom) = (sheet.right(), sheet.bottom());
    let [play, luck] = [sheet.middle(0), sheet.middle(1)];
    html! {
        svg class=(sheet.class) viewBox={ "0 0 " (sheet.width) " " (sheet.height) } role="img" aria-label=(said(page, review)) {
            (dither(sheet.class))
            @for mark in [0, 25, 50, 75, 100] {
                @let y = sheet.y(f64::from(mark));
                line.grid x1=(LEFT) x2=(right) y1=(y) y2=(y) {}
                text.tick x=(LEFT - 6) y=(y + 4) text-anchor="end" { (mark) @if mark == 100 { " %" } }
            }
            @for (turn, at) in turns(sheet, page) {
                @let x = sheet.x(at, of);
                line.grid.turn x1=(x) x2=(x) y1=(TOP) y2=(sheet.height - FOOT) {}
                text.tick x=(x + 3) y=(sheet.height - 4) { (turn) }
            }
            text.tick x=(LEFT - 6) y=(sheet.height - 4) text-anchor="end" { "turn" }
            path class={ "band at-" (letter(page.eyes)) } d=(band(sheet, review, page.eyes)) {}
            @for seat in seats(review).filter(|&seat| seat != page.eyes).chain([page.eyes]) {
                g class={ "at-" (letter(seat)) } {
                    path class={ "chance line-" (seat.index()) (if seat == page.eyes { " own" } else { "" }) } d=(line(sheet, review, seat)) {}
                }
            }
            @for (seat, y) in labels(sheet, review) {
                text class={ "label at-" (letter(seat)) } x=(right + 6) y=(y + 4) { (seat) }
            }
            @if let Some(at) = page.picked { line.picked x1=(sheet.x(at, of)) x2=(sheet.x(at, of)) y1=(TOP) y2=(sheet.height - FOOT) {} }
            line.base x1=(LEFT) x2=(right) y1=(play) y2=(play) {}
            line.base x1=(LEFT) x2=(right) y1=(luck) y2=(luck) {}
            text.tick x=(LEFT - 6) y=(play + 4) text-anchor="end" { "play" }
            text.tick x=(LEFT - 6) y=(luck + 4) text-anchor="end" { "luck" }
            @for step in &review.steps { (strips(sheet, page, step, of)) }
            @for mark in marks(page, review) { (mark_at(sheet, page, review, mark)) }
            line.base.floor x1=(LEFT) x2=(right) y1=(bottom) y2=(bottom) {}
        }
    }
}

/// Squares of which every second one is there: luck is dithered, choices are solid.
pub(super) fn dither(of: &str) -> Markup {
    html! {
        defs {
            pattern id={ "luck-" (of) } width="4" height="4" patternUnits="userSpaceOnUse" {
                rect.ground width="4" height="4" {}
                rect.dot width="2" height="2" {} rect.dot x="2" y="2" width="2" height="2" {}
            }
        }
    }
}

/// The turns whose numbers stand below, and where they begin.
fn turns(sheet: Sheet, page: &ReviewPage<'_>) -> Vec<(usize, usize)> {
    let all = page.result.turns.iter().enumerate().map(|(turn, (at, _))| (turn + 1, *at));
    let every = page.result.turns.len().div_ceil(sheet.turns).max(1);
    all.filter(|(turn, _)| (turn - 1).is_multiple_of(every)).collect()
}

/// The chances of a seat as a stair.
fn line(sheet: Sheet, review: &Review, seat: Seat) -> String {
    stair(sheet, review, |at| review.chance(seat, at).unwrap_or_default().mean)
}

/// Where the truth about a seat's chances lies in 95 of 100 cases.
fn band(sheet: Sheet, review: &Review, seat: Seat) -> String {
    let chance = |at| review.chance(seat, at).unwrap_or_default();
    let of = review.steps.len();
    let points = |end: fn(Points) -> f64| {
        (0..=of).map(move |at| format!("{} {}", sheet.x(at, of), sheet.y(end(chance(at)))))
    };
    let upper = points(|chance| chance.interval().1);
    let lower: Vec<String> = points(|chance| chance.interval().0).collect();
    let all: Vec<String> = upper.chain(lower.into_iter().rev()).collect();
    format!("M{}z", all.join("L"))
}

/// A path that goes level to every input and there up or down; where nothing changes, nothing is written.
fn stair(sheet: Sheet, review: &Review, height: impl Fn(usize) -> f64) -> String {
    let of = review.steps.len();
    let mut now = sheet.y(height(0));
    let mut path = format!("M{} {now}", sheet.x(0, of));
    for at in 1..=of {
        let next = sheet.y(height(at));
        if next != now {
            path += &format!("H{}V{next}", sheet.x(at, of));
            now = next;
        }
    }
    path + &format!("H{}", sheet.x(of, of))
}

/// Where the letter of each seat stands at the end of its line, none on another.
fn labels(sheet: Sheet, review: &Review) -> Vec<(Seat, usize)> {
    let end = |seat| sheet.y(review.chance(seat, review.steps.len()).unwrap_or_default().mean);
    let mut all: Vec<(Seat, usize)> = seats(review).map(|seat| (seat, end(seat))).collect();
    all.sort_by_key(|&(seat, y)| (std::cmp::Reverse(y), seat));
    let mut highest = sheet.height;
    for (_, y) in &mut all {
        *y = (*y).min(highest);
        highest = y.saturating_sub(14);
    }
    all
}

/// The effect of an input on the shown seat, below the lines.
fn strips(sheet: Sheet, page: &ReviewPage<'_>, step: &Step, of: usize) -> Markup {
    let x = sheet.x(step.at, of);
    let own = step.decision.as_ref().filter(|_| step.by == Some(page.eyes));
    let luck = step.luck.get(page.eyes.index()).filter(|luck| luck.mean.abs() >= 0.3);
    html! {
        @if let Some(decision) = own {
            @if decision.grade == Grade::Best { rect.good x=(x.saturating_sub(2)) y=(sheet.middle(0) - 2) width="4" height="4" {} }
            @else { (stroke("bad", x, sheet.middle(0), -decision.loss.mean)) }
        }
        @if let Some(luck) = luck { (stroke("lucky", x, sheet.middle(1), luck.mean)) }
    }
}

/// A bar from the middle of a strip up or down.
fn stroke(class: &str, x: usize, middle: usize, points: f64) -> Markup {
    let half = (STRIP / 2) as f64;
    let height = (points.abs() / FULL * half).round().clamp(1.0, half) as usize;
    let top = if points > 0.0 { middle - height } else { middle };
    html! { rect class=(class) x=(x.saturating_sub(2)) y=(top) width="5" height=(height) {} }
}

/// The marks on the line of the seat: its errors, and luck that decided the game.
fn marks(page: &ReviewPage<'_>, review: &Review) -> Vec<(usize, Option<Grade>)> {
    let graded = |step: &Step| {
        let grade = step.decision.as_ref().map(|decision| decision.grade).filter(|grade| grade.is_error());
        grade.filter(|_| step.by == Some(page.eyes)).map(|grade| (step.at, Some(grade)))
    };
    let errors = review.steps.iter().filter_map(graded);
    let luck =
        review.moments.iter().filter(|moment| review.step(moment.at).is_some_and(|step| step.by.is_none()));
    errors.chain(luck.map(|moment| (moment.at, None))).collect()
}

fn mark_at(
    sheet: Sheet,
    page: &ReviewPage<'_>,
    review: &Review,
    (at, grade): (usize, Option<Grade>),
) -> Markup {
    let x = sheet.x(at, review.steps.len());
    let y = sheet.y(review.chance(page.eyes, at).unwrap_or_default().mean);
    html! {
        @match grade {
            Some(grade) => { rect.mark.(grade.word()) x=(x.saturating_sub(4)) y=(y.saturating_sub(4)) width="9" height="9" {} },
            None => { path.mark.luck d={ "M" (x) " " (y.saturating_sub(6)) "l6 6l-6 6l-6 -6z" } {} },
        }
    }
}

/// The drawing in a sentence.
fn said(page: &ReviewPage<'_>, review: &Review) -> String {
    let ends = seats(review).zip(&review.seats).map(|(seat, sum)| {
        format!("{} from {:.0} to {:.0} percent", page.name(seat), sum.start.mean, sum.end)
    });
    format!("Chances to win, as each could see it: {}.", ends.collect::<Vec<_>>().join(", "))
}

/// The same in numbers, turn by turn.
pub(super) fn numbers(page: &ReviewPage<'_>, review: &Review) -> Markup {
    html! {
        details.in-numbers {
            summary { "The chances in numbers" }
            div.scroll tabindex="0" role="region" aria-label="The chances in numbers" {
                table {
                    thead { tr { th scope="col" { "Before turn" } @for (turn, _) in page.result.turns.iter().enumerate() { th.number scope="col" { (turn + 1) } } } }
                    tbody {
                        @for seat in seats(review) {
                            tr {
                                th scope="row" { (seat) " " (name_of(page.frame.sitters, seat)) }
                                @for (at, _) in &page.result.turns {
                                    @let chance = review.chance(seat, *at).unwrap_or_default();
                                    td.number { (format!("{:.0} ± {:.0}", chance.mean, chance.interval().1 - chance.mean)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
