//! Verdicts, cells and plots in words, the same on the page and on the terminal.

use crate::number;
use crate::{Cell, Figure, Kind, Plot, Unit, Verdict};

impl Verdict {
    /// The verdict in a word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "Holds",
            Verdict::Fails => "Fails",
            Verdict::Open => "Open",
            Verdict::Noted => "Noted",
        }
    }

    /// A sign that can be told from the others without colour.
    pub(crate) const fn glyph(self) -> &'static str {
        match self {
            Verdict::Holds => "✓",
            Verdict::Fails => "✗",
            Verdict::Open => "?",
            Verdict::Noted => "•",
        }
    }
}

/// A cell in words: what it says, and its interval where it has one.
pub(crate) fn cell(cell: &Cell, kind: Kind) -> (String, Option<String>) {
    let unit = match kind {
        Kind::Number(unit) | Kind::Estimate(unit) => unit,
        Kind::Text | Kind::Count => Unit::Plain(3),
    };
    match cell {
        Cell::Text(text) => (text.clone(), None),
        Cell::Count(count) => (number::grouped(*count), None),
        Cell::Number(value) => (number::number(*value, unit), None),
        Cell::Estimate(estimate) => (number::number(estimate.value, unit), number::interval(*estimate, unit)),
        Cell::Nothing => (String::new(), None),
    }
}

/// A plot in words, for readers who cannot see it.
pub(crate) fn plot(plot: &Plot) -> String {
    let mut said = match &plot.figure {
        Figure::Dots(dots) => {
            let out: Vec<&str> =
                dots.iter().filter(|dot| dot.stands_out).map(|dot| dot.name.as_str()).collect();
            let places = dots.iter().map(|dot| (dot.name.as_str(), dot.at.value));
            let mut said = format!("{}{}", many(dots.len(), "row"), ends(places, plot.unit));
            match out.as_slice() {
                [] => said.push_str(" None stands out."),
                [one] => said.push_str(&format!(" {one} stands out.")),
                some if some.len() <= 5 => said.push_str(&format!(" {} stand out.", some.join(", "))),
                many => said.push_str(&format!(" {} stand out.", many.len())),
            }
            said
        }
        Figure::Histogram { first, series } => {
            let mut said = format!("A histogram of {}", many(series.len(), "series"));
            for (name, shares) in series {
                let peak = (u64::from(*first)..)
                    .zip(shares)
                    .filter(|(_, share)| share.is_finite())
                    .max_by(|(_, one), (_, other)| one.total_cmp(other));
                if let Some((bin, share)) = peak {
                    let share = number::number(*share, Unit::Share);
                    said.push_str(&format!(" {name}: most often {} ({share}).", number::grouped(bin)));
                }
            }
            said
        }
        Figure::Curves { across, series } => {
            let mut said = format!("{} over {across}.", many(series.len(), "curve").trim_end_matches('.'));
            for (name, points) in series {
                let mut known = points.iter().filter(|(x, at)| x.is_finite() && at.value.is_finite());
                let first = known.next();
                if let (Some((_, from)), Some((_, to))) = (first, known.next_back().or(first)) {
                    let [from, to] = [from, to].map(|end| number::in_prose(end.value, plot.unit));
                    said.push_str(&format!(" {name}: from {from} to {to}."));
                }
            }
            said
        }
        Figure::Board(squares) => {
            let places = squares.iter().map(|square| (square.label.as_str(), square.value));
            format!("A board of {}{}", many(squares.len(), "square"), ends(places, plot.unit))
        }
    };
    for (value, word) in &plot.marks {
        if value.is_finite() {
            let unit =
                if matches!(plot.figure, Figure::Histogram { .. }) { Unit::Plain(1) } else { plot.unit };
            said.push_str(&format!(" A line at {}: {word}.", number::in_prose(*value, unit)));
        }
    }
    said
}

fn many(count: usize, noun: &str) -> String {
    let plural = if count == 1 || noun.ends_with('s') { "" } else { "s" };
    format!("{} {noun}{plural}.", number::grouped(count as u64))
}

/// The lowest and the highest of named numbers, in two sentences.
fn ends<'a>(named: impl Iterator<Item = (&'a str, f64)>, unit: Unit) -> String {
    let known: Vec<(&str, f64)> = named.filter(|(_, value)| value.is_finite()).collect();
    let lowest = known.iter().min_by(|one, other| one.1.total_cmp(&other.1));
    let highest = known.iter().max_by(|one, other| one.1.total_cmp(&other.1));
    match (lowest, highest) {
        (Some((low, least)), Some((high, most))) => format!(
            " Lowest {low} at {}, highest {high} at {}.",
            number::in_prose(*least, unit),
            number::in_prose(*most, unit)
        ),
        (None, _) | (_, None) => String::new(),
    }
}
