//! How long games take, how they are won, and how they go.

use report::{Block, Cell, Estimate, Figure, Kind, Plot, Section, Table, Unit};

use crate::balance::Studied;
use crate::balance::seats::{By, share};
use crate::facts::Facts;
use crate::measure::{MEASURES, Measure};
use crate::sheet::{Rows, estimate, section};
use crate::stats::{Z95, quantile_of, wilson};

/// A whole number with its interval.
const WHOLE: Kind = Kind::Estimate(Unit::Plain(0));

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

/// One row a scenario: what one looks at first.
pub(crate) fn summary(studied: &[Studied<'_>]) -> Table {
    let mean = |name: &str| {
        let measure = MEASURES.iter().find(|measure| measure.name == name).unwrap_or(&MEASURES[0]);
        move |(one, _): &(&Studied<'_>, Vec<u32>)| measure.mean(one.facts)
    };
    let with_rounds = studied.iter().map(|one| (one, lengths(one.facts, Facts::rounds)));
    Rows::new("summary", "What one looks at first", with_rounds)
        .text("scenario", "Scenario", |(one, _)| one.label)
        .count("games", "Games", |(one, _)| one.facts.len() as u64)
        .column("median_rounds", "Median rounds", WHOLE, |(_, rounds)| quantile_cell(rounds, 0.5))
        .column("p99_rounds", "99% within", WHOLE, |(_, rounds)| quantile_cell(rounds, 0.99))
        .estimate("first_player_wins", "First player wins", Unit::Share, |(one, _)| {
            share(one, By::Order, 0, Z95)
        })
        .estimate("lead_changes", "Lead changes", Unit::Plain(2), mean("lead_changes"))
        .estimate("drama", "Drama", Unit::Plain(3), mean("drama"))
        .estimate("runaway", "Runaways", Unit::Share, mean("runaway"))
        .estimate("real_turns", "Real turns", Unit::Share, mean("real_turns"))
        .table()
}

pub(crate) fn length(studied: &[Studied<'_>]) -> Section {
    let rows = studied.iter().flat_map(|one| {
        let decisions = lengths(one.facts, |game| game.decisions);
        [(one, "rounds", lengths(one.facts, Facts::rounds)), (one, "decisions", decisions)]
    });
    let table = Rows::new("length", "How long finished games take", rows)
        .text("scenario", "Scenario", |(one, ..)| one.label)
        .text("counted_in", "Counted in", |(_, what, _)| *what)
        .column("median", "Median", WHOLE, |(.., sorted)| quantile_cell(sorted, 0.5))
        .column("p90", "90% within", WHOLE, |(.., sorted)| quantile_cell(sorted, 0.9))
        .column("p99", "99% within", WHOLE, |(.., sorted)| quantile_cell(sorted, 0.99))
        .column("max", "Longest", Kind::Count, |(.., sorted)| {
            sorted.last().map_or(Cell::Nothing, |&most| Cell::Count(u64::from(most)))
        })
        .count("unfinished", "Unfinished", |(one, _, sorted)| (one.facts.len() - sorted.len()) as u64);
    section("Length", vec![Block::Plot(histogram(studied)), table.block()])
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
    let rows = studied.iter().flat_map(|one| {
        let finished = || one.facts.iter().filter(|game| game.finished());
        let all = finished().count() as f64;
        one.cast.ways.iter().enumerate().map(move |(way, name)| {
            (one.label, *name, finished().filter(|game| usize::from(game.way) == way).count(), all)
        })
    });
    let table = Rows::new("ways", "Finished games by how they were won", rows)
        .text("scenario", "Scenario", |(label, ..)| *label)
        .text("way", "Won by", |(_, name, ..)| *name)
        .count("games", "Games", |(_, _, count, _)| *count as u64)
        .estimate("share", "Share", Unit::Share, |(.., count, all)| wilson(*count as f64, *all, Z95));
    section("How games are won", vec![table.block()])
}

pub(crate) fn course(studied: &[Studied<'_>]) -> Section {
    let rows = studied
        .iter()
        .flat_map(|one| MEASURES.iter().map(move |measure| (one.label, measure, measure.mean(one.facts))));
    let is_share = |measure: &Measure| match measure.unit {
        Unit::Share => true,
        Unit::Plain(_) | Unit::Points | Unit::Chance => false,
    };
    let only = |wanted: bool, at: Estimate| if wanted { estimate(at) } else { Cell::Nothing };
    let table = Rows::new("course", "Means over all games", rows)
        .text("scenario", "Scenario", |(label, ..)| *label)
        .text("measure", "Measure", |(_, measure, _)| measure.title)
        .column("mean", "Mean", Kind::Estimate(Unit::Plain(2)), |(_, measure, at)| {
            only(!is_share(measure), *at)
        })
        .column("share", "Share", Kind::Estimate(Unit::Share), |(_, measure, at)| {
            only(is_share(measure), *at)
        });
    let prose = "Who leads is judged at the start of each turn by the rules alone: how near a seat is to winning. The \
                 lead changes when another seat is alone in front. Drama is the greatest gap that the winner had to make \
                 good, as a part of the whole way. In a runaway game the winner is alone in front from the first third of \
                 the turns to the end. An idle round brings nobody nearer.";
    section("Course", vec![Block::Prose(prose.to_owned()), table.block()])
}
