//! The race as a drawing of our own: a line for each seat, told apart by dash and by the label at its end.

use ::table::Seat;
use maud::{Markup, html};

use crate::model::Frame;
use crate::table::name_of;
use review::GameResult;

/// A canvas of the race: the page shows the one that fits, so that text keeps its size on a phone.
#[derive(Debug, Clone, Copy)]
struct Sheet {
    class: &'static str,
    width: u32,
    height: u32,
    /// Room at the right, for the labels.
    labels: u32,
    /// How many letters of a name fit there.
    letters: usize,
}

const WIDE: Sheet = Sheet { class: "wide", width: 600, height: 300, labels: 150, letters: 13 };
const NARROW: Sheet = Sheet { class: "narrow", width: 340, height: 260, labels: 108, letters: 9 };

/// Room for the numbers at the left, above and below.
const LEFT: u32 = 34;
const TOP: u32 = 22;
const BOTTOM: u32 = 34;
/// Labels closer than this would run into each other.
const LINE: u32 = 17;

/// The first turn that is drawn, counted from 0: the last at which everybody had nothing yet.
fn first_drawn(result: &GameResult) -> usize {
    let turns = turns(result);
    let anything =
        |turn: usize| result.race.iter().any(|(_, line)| line.get(turn).is_some_and(|&number| number > 0));
    let begins = (0..turns).find(|&turn| anything(turn)).unwrap_or(0);
    begins.saturating_sub(1).min(turns.saturating_sub(2))
}

fn turns(result: &GameResult) -> usize {
    result.race.iter().map(|(_, line)| line.len()).max().unwrap_or(0)
}

pub(super) fn race(frame: &Frame<'_>, result: &GameResult) -> Markup {
    let turns = turns(result);
    html! {
        @if turns > 1 {
            figure.race {
                figcaption { "The race: " (result.measure) ", turn by turn" }
                (drawing(WIDE, frame, result))
                (drawing(NARROW, frame, result))
                (numbers(frame, result, turns))
            }
        }
    }
}

/// The same in numbers.
fn numbers(frame: &Frame<'_>, result: &GameResult, turns: usize) -> Markup {
    let first = first_drawn(result);
    html! {
        details {
            summary { "The race in numbers" }
            div.scroll tabindex="0" role="region" aria-label="The race in numbers" {
                table {
                    thead {
                        tr {
                            th scope="col" { "Seat" }
                            @for turn in first + 1..=turns { th.number scope="col" { (turn) } }
                        }
                    }
                    tbody {
                        @for (seat, line) in &result.race {
                            tr {
                                th scope="row" { (seat) " " (name_of(frame.sitters, *seat)) }
                                @for number in line.iter().skip(first) { td.number { (number) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Where numbers lie on a sheet.
struct Scale {
    sheet: Sheet,
    /// The first turn, counted from 0.
    first: u32,
    steps: u32,
    top: u32,
}

impl Scale {
    fn new(sheet: Sheet, result: &GameResult) -> Self {
        let first = first_drawn(result);
        let steps = (turns(result) - first).max(2) as u32 - 1;
        let highest = result.race.iter().flat_map(|(_, line)| line).copied().max().unwrap_or(0);
        let top = highest.max(result.goal.unwrap_or(0)).max(1);
        Self { sheet, first: first as u32, steps, top: top.next_multiple_of(Self::step_to(top)) }
    }

    /// The step between the marks of the left edge.
    const fn step_to(top: u32) -> u32 {
        match top {
            0..=5 => 1,
            6..=12 => 2,
            13..=30 => 5,
            31..=60 => 10,
            _ => 25,
        }
    }

    /// Where a turn is, counted from the first that is drawn.
    fn x(&self, step: u32) -> u32 {
        LEFT + step * (self.right() - LEFT) / self.steps
    }

    fn y(&self, number: u32) -> u32 {
        self.bottom() - number.min(self.top) * (self.bottom() - TOP) / self.top
    }

    const fn right(&self) -> u32 {
        self.sheet.width - self.sheet.labels
    }

    const fn bottom(&self) -> u32 {
        self.sheet.height - BOTTOM
    }

    /// The numbers marked at the left edge.
    fn marks(&self) -> impl Iterator<Item = u32> {
        (0..=self.top).step_by(Self::step_to(self.top) as usize)
    }

    /// The turns marked at the lower edge, counted from the first that is drawn; about six of them.
    fn turns(&self) -> impl Iterator<Item = u32> {
        let every = (self.steps + 1).div_ceil(6).max(1);
        (0..=self.steps).filter(move |step| (self.first + step + 1).is_multiple_of(every))
    }

    /// A line of the race on this sheet.
    fn points(&self, line: &[u32]) -> String {
        let drawn = line.iter().skip(self.first as usize).enumerate();
        drawn
            .map(|(step, &number)| format!("{},{}", self.x(step as u32), self.y(number)))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

fn drawing(sheet: Sheet, frame: &Frame<'_>, result: &GameResult) -> Markup {
    let scale = Scale::new(sheet, result);
    let (right, bottom) = (scale.right(), scale.bottom());
    html! {
        svg class=(sheet.class) viewBox={ "0 0 " (sheet.width) " " (sheet.height) } role="img" aria-label=(said(frame, result)) {
            @for mark in scale.marks() {
                line.grid x1=(LEFT) x2=(right) y1=(scale.y(mark)) y2=(scale.y(mark)) {}
                text.tick x=(LEFT - 6) y=(scale.y(mark) + 4) text-anchor="end" { (mark) }
            }
            @for step in scale.turns() {
                text.tick x=(scale.x(step)) y=(bottom + 18) text-anchor="middle" { (scale.first + step + 1) }
            }
            text.tick x=(right) y=(bottom + 32) text-anchor="end" { "turn" }
            @if let Some(goal) = result.goal {
                line.goal x1=(LEFT) x2=(right) y1=(scale.y(goal)) y2=(scale.y(goal)) {}
                text.goal x=(LEFT + 5) y=(scale.y(goal) - 6) { "the mark: " (goal) }
            }
            @for (seat, line) in &result.race { polyline class=(class(frame, result, *seat)) points=(scale.points(line)) {} }
            @for (seat, y, number) in labels(&scale, result) {
                line.lead x1=(right) y1=(scale.y(number)) x2=(right + 12) y2=(y) {}
                text.label.(class(frame, result, seat)) x=(right + 16) y=(y + 4) {
                    tspan.strong { (seat) } " " (shortened(name_of(frame.sitters, seat), sheet.letters)) " " tspan.strong { (number) }
                }
            }
        }
    }
}

fn class(frame: &Frame<'_>, result: &GameResult, seat: Seat) -> String {
    let won = if result.ending.winners.contains(seat) { " won" } else { "" };
    let own = if frame.viewer.is(seat) { " own" } else { "" };
    format!("line-{}{won}{own}", seat.index())
}

/// Where the label of each seat stands: beside the end of its line, but never on another.
fn labels(scale: &Scale, result: &GameResult) -> Vec<(Seat, u32, u32)> {
    let mut labels: Vec<(Seat, u32, u32)> = result
        .race
        .iter()
        .filter_map(|(seat, line)| line.last().map(|&number| (*seat, scale.y(number), number)))
        .collect();
    labels.sort_by_key(|&(seat, y, _)| (y, seat));
    let mut lowest = 0;
    for (_, y, _) in &mut labels {
        *y = (*y).max(lowest);
        lowest = *y + LINE;
    }
    let mut highest = scale.bottom() + LINE;
    for (_, y, _) in labels.iter_mut().rev() {
        *y = (*y).min(highest.saturating_sub(LINE));
        highest = *y;
    }
    labels
}

fn shortened(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.to_owned();
    }
    name.chars().take(letters - 1).chain(['…']).collect()
}

/// The drawing in a sentence.
fn said(frame: &Frame<'_>, result: &GameResult) -> String {
    let ends: Vec<String> = result
        .race
        .iter()
        .filter_map(|(seat, line)| line.last().map(|end| format!("{} {end}", name_of(frame.sitters, *seat))))
        .collect();
    let goal = result.goal.map_or_else(String::new, |goal| format!(", with the mark at {goal}"));
    format!("{}{goal}, at the end: {}.", result.measure, ends.join(", "))
}
