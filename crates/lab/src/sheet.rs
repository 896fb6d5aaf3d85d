//! Small things that all reports write alike.

pub(crate) use report::grouped;
use report::{Block, Cell, Column, Estimate, Finding, Kind, Origin, Section, Table, Unit};
use serde_json::{Value, json};

use crate::run::Settings;
use crate::stats::Difference;

/// A table in the making: some things, and column by column what there is to say of each.
pub(crate) struct Rows<R> {
    of: Vec<R>,
    table: Table,
}

impl<R> Rows<R> {
    /// A table with a row for each of these.
    pub(crate) fn new(name: &str, caption: impl Into<String>, of: impl IntoIterator<Item = R>) -> Self {
        let of: Vec<R> = of.into_iter().collect();
        let rows = of.iter().map(|_| Vec::new()).collect();
        let table = Table { name: name.to_owned(), caption: caption.into(), columns: Vec::new(), rows };
        Self { of, table }
    }

    /// Another column; the shorter ways to add one are below.
    pub(crate) fn column(
        mut self,
        name: &'static str,
        title: &'static str,
        kind: Kind,
        cell: impl Fn(&R) -> Cell,
    ) -> Self {
        self.add(Column { name, title, kind }, &cell);
        self
    }

    /// Adds a column. There is one such function for each kind of row, and not one for each column.
    #[inline(never)]
    fn add(&mut self, column: Column, cell: &dyn Fn(&R) -> Cell) {
        self.table.columns.push(column);
        self.table.rows.iter_mut().zip(&self.of).for_each(|(row, of)| row.push(cell(of)));
    }

    pub(crate) fn text<T: Into<String>>(
        self,
        name: &'static str,
        title: &'static str,
        of: impl Fn(&R) -> T,
    ) -> Self {
        self.column(name, title, Kind::Text, |row| text(of(row)))
    }

    pub(crate) fn count(self, name: &'static str, title: &'static str, of: impl Fn(&R) -> u64) -> Self {
        self.column(name, title, Kind::Count, |row| Cell::Count(of(row)))
    }

    pub(crate) fn number(
        self,
        name: &'static str,
        title: &'static str,
        unit: Unit,
        of: impl Fn(&R) -> f64,
    ) -> Self {
        let cell = |number: f64| if number.is_nan() { Cell::Nothing } else { Cell::Number(number) };
        self.column(name, title, Kind::Number(unit), |row| cell(of(row)))
    }

    pub(crate) fn estimate(
        self,
        name: &'static str,
        title: &'static str,
        unit: Unit,
        of: impl Fn(&R) -> Estimate,
    ) -> Self {
        self.column(name, title, Kind::Estimate(unit), |row| estimate(of(row)))
    }

    /// A difference of win rates, in points.
    pub(crate) fn lift(
        self,
        name: &'static str,
        title: &'static str,
        of: impl Fn(&R) -> Option<Difference>,
    ) -> Self {
        let cell = |lift: Option<Difference>| lift.map_or(Cell::Nothing, |lift| estimate(lift.estimate()));
        self.column(name, title, Kind::Estimate(Unit::Points), |row| cell(of(row)))
    }

    pub(crate) fn table(self) -> Table {
        self.table
    }

    pub(crate) fn block(self) -> Block {
        Block::Table(self.table)
    }
}

/// A part of a report.
pub(crate) fn section(title: &str, blocks: Vec<Block>) -> Section {
    Section { title: title.to_owned(), blocks }
}

/// An interval as a list of value, low and high.
pub(crate) fn triple(estimate: Estimate) -> Value {
    json!([estimate.value, estimate.low, estimate.high])
}

/// Findings as data.
pub(crate) fn findings_as_data(findings: Vec<Finding>) -> Vec<Value> {
    let said = |finding: Finding| json!({"verdict": format!("{:?}", finding.verdict).to_lowercase(), "text": finding.text});
    findings.into_iter().map(said).collect()
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
#[must_use]
pub fn percent_within(estimate: Estimate) -> String {
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

/// The settings that reproduce the numbers.
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
