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
use crate::sheet::{column, text};
use crate::stats::{Z95, quantile_of};

/// Every game in a row.
pub(crate) fn table(studied: &[Studied<'_>]) -> Table {
    let mut rows = Vec::new();
    for one in studied {
        for game in one.facts {
            rows.push(vec![
                text(one.label),
                Cell::Count(game.number),
                Cell::Count(u64::from(game.first)),
                text(game.winners.to_string()),
                if game.finished() { text(one.cast.ways[usize::from(game.way)]) } else { Cell::Nothing },
                Cell::Count(u64::from(game.rounds())),
                Cell::Count(u64::from(game.turns)),
                Cell::Count(u64::from(game.decisions)),
                Cell::Count(u64::from(game.real_decisions)),
                Cell::Count(game.choices),
                Cell::Count(u64::from(game.asked_turns)),
                Cell::Count(u64::from(game.real_turns)),
                Cell::Count(u64::from(game.lead_changes)),
                Cell::Number(f64::from(game.drama) / 1000.0),
                Cell::Count(u64::from(game.runaway)),
                Cell::Count(u64::from(game.idle_rounds)),
            ]);
        }
    }
    Table {
        name: "games".to_owned(),
        caption: "Every game".to_owned(),
        columns: vec![
            column("scenario", "Scenario", Kind::Text),
            column("number", "Number", Kind::Count),
            column("first", "First seat", Kind::Count),
            column("winners", "Winners", Kind::Text),
            column("way", "Won by", Kind::Text),
            column("rounds", "Rounds", Kind::Count),
            column("turns", "Turns", Kind::Count),
            column("decisions", "Decisions", Kind::Count),
            column("real_decisions", "With a choice", Kind::Count),
            column("choices", "Choices", Kind::Count),
            column("asked_turns", "Turns with a decision", Kind::Count),
            column("real_turns", "Real turns", Kind::Count),
            column("lead_changes", "Lead changes", Kind::Count),
            column("drama", "Drama", Kind::Number(Unit::Plain(3))),
            column("runaway", "Runaway", Kind::Count),
            column("idle_rounds", "Idle rounds", Kind::Count),
        ],
        rows,
    }
}

/// An interval as a list of value, low and high.
pub(crate) fn triple(estimate: report::Estimate) -> Value {
    json!([estimate.value, estimate.low, estimate.high])
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
    let findings = findings(studied).into_iter().map(
        |finding| json!({"verdict": format!("{:?}", finding.verdict).to_lowercase(), "text": finding.text}),
    );
    json!({
        "command": settings.command,
        "seed": settings.seed,
        "findings": findings.collect::<Vec<_>>(),
        "scenarios": scenarios.collect::<Vec<_>>(),
    })
}
