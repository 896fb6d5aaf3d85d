//! Tables as data files hold them: columns of plain values, an estimate spread over three.

use std::collections::BTreeSet;

use crate::{Cell, Estimate, Kind, Table};

/// A column of a data file.
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) values: Values,
}

/// The values of a column of a data file.
pub(crate) enum Values {
    Words(Vec<Option<String>>),
    Whole(Vec<Option<u64>>),
    Real(Vec<Option<f64>>),
}

/// A table as columns of plain values; values that are not finite or do not fit their column are left out.
pub(crate) fn fields(table: &Table) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut taken = BTreeSet::new();
    for (place, column) in table.columns.iter().enumerate() {
        let cells = || table.rows.iter().map(move |row| row.get(place).unwrap_or(&Cell::Nothing));
        let mut add = |end: &str, values| {
            let name = unique(format!("{}{end}", column.name), "_", &mut taken);
            fields.push(Field { name, values });
        };
        match column.kind {
            Kind::Text => add("", Values::Words(cells().map(words).collect())),
            Kind::Count => add("", Values::Whole(cells().map(whole).collect())),
            Kind::Number(_) => add("", Values::Real(cells().map(|cell| real(cell, VALUE)).collect())),
            Kind::Estimate(_) => {
                for (end, part) in [("", VALUE), ("_low", LOW), ("_high", HIGH)] {
                    add(end, Values::Real(cells().map(|cell| real(cell, part)).collect()));
                }
            }
        }
    }
    fields
}

/// A unique name, ignoring case; the second gets a 2.
pub(crate) fn unique(name: String, joint: &str, taken: &mut BTreeSet<String>) -> String {
    let mut given = name.clone();
    let mut number = 2;
    while !taken.insert(given.to_lowercase()) {
        given = format!("{name}{joint}{number}");
        number += 1;
    }
    given
}

fn words(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Text(text) => Some(text.clone()),
        Cell::Count(count) => Some(count.to_string()),
        Cell::Number(_) | Cell::Estimate(_) => real(cell, VALUE).map(|value| format!("{value:?}")),
        Cell::Nothing => None,
    }
}

fn whole(cell: &Cell) -> Option<u64> {
    match cell {
        Cell::Count(count) => Some(*count),
        Cell::Text(_) | Cell::Number(_) | Cell::Estimate(_) | Cell::Nothing => None,
    }
}

/// A number of an estimate, and what a number without an interval has in its place.
#[derive(Clone, Copy)]
struct Part {
    of: fn(&Estimate) -> f64,
    alone: fn(f64) -> Option<f64>,
}

const VALUE: Part = Part { of: |at| at.value, alone: Some };
const LOW: Part = Part { of: |at| at.low, alone: |_| None };
const HIGH: Part = Part { of: |at| at.high, alone: |_| None };

fn real(cell: &Cell, part: Part) -> Option<f64> {
    let value = match cell {
        Cell::Count(count) => (part.alone)(*count as f64),
        Cell::Number(value) => (part.alone)(*value),
        Cell::Estimate(estimate) => Some((part.of)(estimate)),
        Cell::Text(_) | Cell::Nothing => None,
    };
    value.filter(|value| value.is_finite())
}
