//! Small things that all reports write alike.

pub(crate) use report::grouped;
use report::{Cell, Column, Estimate, Kind, Origin, Unit};

use crate::run::Settings;
use crate::stats::Difference;

pub(crate) const fn column(name: &'static str, title: &'static str, kind: Kind) -> Column {
    Column { name, title, kind }
}

/// A share as a percentage.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// A difference of shares in points with its sign, and never a nought with a minus.
pub(crate) fn points(difference: f64) -> String {
    let tenths = (difference * 1000.0).round() / 10.0;
    if tenths == 0.0 { "0.0".to_owned() } else { format!("{tenths:+.1}") }
}

/// A share with its interval.
pub(crate) fn percent_within(estimate: Estimate) -> String {
    format!("{} ({}–{})", percent(estimate.value), percent(estimate.low), percent(estimate.high))
}

/// A difference of shares with its interval.
pub(crate) fn points_within(estimate: Estimate) -> String {
    format!("{} ({} to {})", points(estimate.value), points(estimate.low), points(estimate.high))
}

/// A number the way its unit has it.
pub(crate) fn in_unit(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Plain(decimals) => format!("{value:.decimals$}"),
        Unit::Share => percent(value),
        Unit::Points => points(value),
        Unit::Chance if value < 0.001 => "< 0.001".to_owned(),
        Unit::Chance => format!("{value:.3}"),
    }
}

pub(crate) fn estimate(estimate: Estimate) -> Cell {
    if estimate.value.is_nan() { Cell::Nothing } else { Cell::Estimate(estimate) }
}

pub(crate) fn number(number: f64) -> Cell {
    if number.is_nan() { Cell::Nothing } else { Cell::Number(number) }
}

pub(crate) fn difference(difference: Option<Difference>) -> Cell {
    difference.map_or(Cell::Nothing, |difference| estimate(difference.estimate()))
}

pub(crate) fn text(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

/// Names in a sentence: `a, b and c`.
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// What one must know to get the same numbers again.
pub(crate) fn origin(settings: &Settings) -> Origin {
    let mut lines = vec![
        ("command", settings.command.clone()),
        ("program", format!("gruntle {}", env!("CARGO_PKG_VERSION"))),
        ("seed", settings.seed.to_string()),
        ("games", format!("{} of each scenario", settings.games)),
    ];
    for scenario in &settings.scenarios {
        let cast = scenario.cast();
        let bots: Vec<String> = scenario.bots.iter().map(ToString::to_string).collect();
        let mut parts = vec![format!("{} rules {}", cast.game, cast.rules)];
        parts.extend(cast.setting.iter().map(|(key, value)| format!("{key} {value}")));
        parts.push(format!("{} seats: {}", cast.seats, bots.join(", ")));
        lines.push(("scenario", format!("{}: {}", scenario.label, parts.join("; "))));
    }
    Origin(lines)
}
