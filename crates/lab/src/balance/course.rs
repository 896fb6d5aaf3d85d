//! How long games take, how they are won, and how they go.

use report::{Block, Cell, Estimate, Figure, Kind, Plot, Section, Table, Unit};

use crate::balance::Studied;
use crate::balance::seats::{By, share};
use crate::facts::Facts;
use crate::measure::{MEASURES, Measure};
use crate::sheet::{column, estimate, text};
use crate::stats::{Z95, quantile_of, wilson};

/// The lengths of finished games, shortest first.
pub(crate) fn lengths(facts: &[Facts], of: fn(&Facts) -> u32) -> Vec<u32> {
    let mut lengths: Vec<u32> = facts.iter().filter(|game| game.finished()).map(of).collect();
    lengths.sort_unstable();
    lengths
}

fn quantile_cell(sorted: &[u32], share: f64) -> Cell {
    quantile_of(sorted, share, Z95).map_or(Cell::Nothing, |found| {
        estimate(Estimate {
            value: f64::from(found.value),
            low: f64::from(found.low),
            high: f64::from(found.high),
        })
    })
}

fn named(name: &str) -> &'static Measure {
    MEASURES.iter().find(|measure| measure.name == name).unwrap_or(&MEASURES[0])
}

/// One row a scenario: what one looks at first.
pub(crate) fn summary(studied: &[Studied<'_>]) -> Table {
    let rows = studied.iter().map(|one| {
        let rounds = lengths(one.facts, Facts::rounds);
        let mut row = vec![
            text(one.label),
            Cell::Count(one.facts.len() as u64),
            quantile_cell(&rounds, 0.5),
            quantile_cell(&rounds, 0.99),
            estimate(share(one, By::Order, 0, Z95)),
        ];
        row.extend(
            ["lead_changes", "drama", "runaway", "real_turns"]
                .map(|name| estimate(named(name).mean(one.facts))),
        );
        row
    });
    Table {
        name: "summary".to_owned(),
        caption: "What one looks at first".to_owned(),
        columns: vec![
            column("scenario", "Scenario", Kind::Text),
            column("games", "Games", Kind::Count),
            column("median_rounds", "Median rounds", Kind::Estimate(Unit::Plain(0))),
            column("p99_rounds", "99% within", Kind::Estimate(Unit::Plain(0))),
            column("first_player_wins", "First player wins", Kind::Estimate(Unit::Share)),
            column("lead_changes", "Lead changes", Kind::Estimate(Unit::Plain(2))),
            column("drama", "Drama", Kind::Estimate(Unit::Plain(3))),
            column("runaway", "Runaways", Kind::Estimate(Unit::Share)),
            column("real_turns", "Real turns", Kind::Estimate(Unit::Share)),
        ],
        rows: rows.collect(),
    }
}

pub(crate) fn length(studied: &[Studied<'_>]) -> Section {
    let mut rows = Vec::new();
    for one in studied {
        let rounds = lengths(one.facts, Facts::rounds);
        let decisions = lengths(one.facts, |game| game.decisions);
        for (what, sorted) in [("rounds", rounds), ("decisions", decisions)] {
            rows.push(vec![
                text(one.label),
                text(what),
                quantile_cell(&sorted, 0.5),
                quantile_cell(&sorted, 0.9),
                quantile_cell(&sorted, 0.99),
                sorted.last().map_or(Cell::Nothing, |&most| Cell::Count(u64::from(most))),
                Cell::Count((one.facts.len() - sorted.len()) as u64),
            ]);
        }
    }
    Section {
        title: "Length".to_owned(),
        blocks: vec![
            Block::Plot(histogram(studied)),
            Block::Table(Table {
                name: "length".to_owned(),
                caption: "How long finished games take".to_owned(),
                columns: vec![
                    column("scenario", "Scenario", Kind::Text),
                    column("counted_in", "Counted in", Kind::Text),
                    column("median", "Median", Kind::Estimate(Unit::Plain(0))),
                    column("p90", "90% within", Kind::Estimate(Unit::Plain(0))),
                    column("p99", "99% within", Kind::Estimate(Unit::Plain(0))),
                    column("max", "Longest", Kind::Count),
                    column("unfinished", "Unfinished", Kind::Count),
                ],
                rows,
            }),
        ],
    }
}

pub(crate) fn histogram(studied: &[Studied<'_>]) -> Plot {
    let all: Vec<Vec<u32>> = studied.iter().map(|one| lengths(one.facts, Facts::rounds)).collect();
    let first = all.iter().filter_map(|rounds| rounds.first()).min().copied().unwrap_or(0);
    // The few longest games would squeeze the rest; they share the last bin.
    let last = all.iter().filter_map(|rounds| quantile_of(rounds, 0.995, Z95)).map(|found| found.value).max();
    let last = last.unwrap_or(first);
    let series = studied.iter().zip(&all).map(|(one, rounds)| {
        let mut bins = vec![0.0; (last - first + 1) as usize];
        for &rounds in rounds {
            bins[(rounds.min(last) - first) as usize] += 1.0;
        }
        let games = one.facts.len() as f64;
        (one.label.to_owned(), bins.into_iter().map(|count| count / games).collect())
    });
    let marks = match studied.first().and_then(|one| one.cast.aims.median_rounds) {
        Some((low, high)) => vec![
            (f64::from(low), "aim for the median".to_owned()),
            (f64::from(high), "aim for the median".to_owned()),
        ],
        None => Vec::new(),
    };
    Plot {
        title: "Rounds a game".to_owned(),
        caption: "The share of games that took so many rounds; the last bin holds the longer ones too."
            .to_owned(),
        unit: Unit::Share,
        figure: Figure::Histogram { first, series: series.collect() },
        marks,
    }
}

pub(crate) fn ways(studied: &[Studied<'_>]) -> Section {
    let mut rows = Vec::new();
    for one in studied {
        let finished = one.facts.iter().filter(|game| game.finished()).count() as f64;
        for (way, name) in one.cast.ways.iter().enumerate() {
            let count =
                one.facts.iter().filter(|game| game.finished() && usize::from(game.way) == way).count();
            rows.push(vec![
                text(one.label),
                text(*name),
                Cell::Count(count as u64),
                estimate(wilson(count as f64, finished, Z95)),
            ]);
        }
    }
    Section {
        title: "How games are won".to_owned(),
        blocks: vec![Block::Table(Table {
            name: "ways".to_owned(),
            caption: "Finished games by how they were won".to_owned(),
            columns: vec![
                column("scenario", "Scenario", Kind::Text),
                column("way", "Won by", Kind::Text),
                column("games", "Games", Kind::Count),
                column("share", "Share", Kind::Estimate(Unit::Share)),
            ],
            rows,
        })],
    }
}

pub(crate) fn section(studied: &[Studied<'_>]) -> Section {
    let mut rows = Vec::new();
    for one in studied {
        for measure in MEASURES {
            let found = measure.mean(one.facts);
            let (shared, plain) = match measure.unit {
                Unit::Share => (estimate(found), Cell::Nothing),
                Unit::Plain(_) | Unit::Points | Unit::Chance => (Cell::Nothing, estimate(found)),
            };
            rows.push(vec![text(one.label), text(measure.title), plain, shared]);
        }
    }
    Section {
        title: "Course".to_owned(),
        blocks: vec![
            Block::Prose(
                "Who leads is judged at the start of each turn by the rules alone: how near a seat is to winning. The \
                 lead changes when another seat is alone in front. Drama is the greatest gap that the winner had to make \
                 good, as a part of the whole way. In a runaway game the winner is alone in front from the first third of \
                 the turns to the end. An idle round brings nobody nearer."
                    .to_owned(),
            ),
            Block::Table(Table {
                name: "course".to_owned(),
                caption: "Means over all games".to_owned(),
                columns: vec![
                    column("scenario", "Scenario", Kind::Text),
                    column("measure", "Measure", Kind::Text),
                    column("mean", "Mean", Kind::Estimate(Unit::Plain(2))),
                    column("share", "Share", Kind::Estimate(Unit::Share)),
                ],
                rows,
            }),
        ],
    }
}
