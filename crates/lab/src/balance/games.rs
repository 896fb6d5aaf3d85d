//! The same as data: every game in a row, and the numbers in short.

use report::{Cell, Kind, Table, Unit};
use serde_json::{Map, Value, json};

use crate::balance::Studied;
use crate::balance::course::lengths;
use crate::balance::findings::findings;
use crate::balance::seats::{By, share};
use crate::facts::Facts;
use crate::measure::MEASURES;
use crate::run::Settings;
use crate::sheet::{Rows, findings_as_data, text, triple};
use crate::stats::{Z95, quantile_of};

/// Every game in a row.
pub(crate) fn table(studied: &[Studied<'_>]) -> Table {
    let rows = studied.iter().flat_map(|one| one.facts.iter().map(move |game| (one, game)));
    Rows::new("games", "Every game", rows)
        .text("scenario", "Scenario", |(one, _)| one.label)
        .count("number", "Number", |(_, game)| game.number)
        .count("first", "First seat", |(_, game)| game.first.into())
        .text("winners", "Winners", |(_, game)| game.winners.to_string())
        .column("way", "Won by", Kind::Text, |(one, game)| {
            if game.finished() { text(one.cast.ways[usize::from(game.way)]) } else { Cell::Nothing }
        })
        .count("rounds", "Rounds", |(_, game)| game.rounds().into())
        .count("turns", "Turns", |(_, game)| game.turns.into())
        .count("decisions", "Decisions", |(_, game)| game.decisions.into())
        .count("real_decisions", "With a choice", |(_, game)| game.real_decisions.into())
        .count("choices", "Choices", |(_, game)| game.choices)
        .count("asked_turns", "Turns with a decision", |(_, game)| game.asked_turns.into())
        .count("real_turns", "Real turns", |(_, game)| game.real_turns.into())
        .count("lead_changes", "Lead changes", |(_, game)| game.lead_changes.into())
        .number("drama", "Drama", Unit::Plain(3), |(_, game)| f64::from(game.drama) / 1000.0)
        .count("runaway", "Runaway", |(_, game)| game.runaway.into())
        .count("idle_rounds", "Idle rounds", |(_, game)| game.idle_rounds.into())
        .table()
}

/// The numbers in short.
pub(crate) fn in_short(settings: &Settings, studied: &[Studied<'_>]) -> Value {
    let scenarios = studied.iter().map(|one| {
        let rounds = lengths(one.facts, Facts::rounds);
        let quantile = |share: f64| quantile_of(&rounds, share, Z95).map(|found| found.value);
        let wins = |by| (0..one.cast.seats).map(|seat| triple(share(one, by, seat, Z95))).collect::<Vec<_>>();
        let means: Map<String, Value> = MEASURES
            .iter()
            .map(|measure| (measure.name.to_owned(), triple(measure.mean(one.facts))))
            .collect();
        let things: Vec<Value> = one
            .families
            .iter()
            .flatten()
            .filter(|study| study.stands_out())
            .map(|study| {
                let thing = &one.cast.things[study.thing];
                json!({
                    "name": thing.name,
                    "kind": thing.kind,
                    "dealt_lift": study.dealt_lift.map(|lift| triple(lift.estimate())),
                    "held_lift": study.held_lift.map(|lift| triple(lift.estimate())),
                })
            })
            .collect();
        json!({
            "label": one.label,
            "seats": one.cast.seats,
            "games": one.facts.len(),
            "rounds": {
                "median": quantile(0.5),
                "p90": quantile(0.9),
                "p99": quantile(0.99),
                "max": rounds.last(),
            },
            "wins_in_order": wins(By::Order),
            "wins_by_seat": wins(By::Letter),
            "means": means,
            "stand_out": things,
        })
    });
    json!({
        "command": settings.command,
        "seed": settings.seed,
        "findings": findings_as_data(findings(studied)),
        "scenarios": scenarios.collect::<Vec<_>>(),
    })
}
