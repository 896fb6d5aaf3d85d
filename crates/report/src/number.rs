//! How numbers are written: the one place that knows.

use crate::{Estimate, Unit};

/// The sign for a missing number.
pub(crate) const NONE: &str = "–";

/// More decimals than this say nothing.
const MOST_DECIMALS: usize = 12;

/// From here on a number is written with an exponent.
const TOO_LONG: f64 = 1e15;

/// A whole number in groups of three.
#[must_use]
pub fn grouped(number: u64) -> String {
    in_groups(&number.to_string())
}

fn in_groups(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Whether positive numbers have a plus.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Always,
    BelowNothing,
}

fn decimal(value: f64, decimals: usize, sign: Sign) -> String {
    if !value.is_finite() {
        return NONE.to_owned();
    }
    let size = value.abs();
    let digits = match size < TOO_LONG {
        true => format!("{size:.*}", decimals.min(MOST_DECIMALS)),
        false => format!("{size:.1e}"),
    };
    let is_nothing = digits.chars().all(|digit| matches!(digit, '0' | '.'));
    let sign = match sign {
        Sign::Always | Sign::BelowNothing if is_nothing => "",
        Sign::Always | Sign::BelowNothing if value < 0.0 => "−",
        Sign::Always => "+",
        Sign::BelowNothing => "",
    };
    match digits.split_once('.') {
        Some((whole, rest)) => format!("{sign}{}.{rest}", in_groups(whole)),
        None => format!("{sign}{}", in_groups(&digits)),
    }
}

/// A number by its unit.
pub(crate) fn number(value: f64, unit: Unit) -> String {
    let bare = bare(value, unit);
    match unit {
        Unit::Share if value.is_finite() => format!("{bare}%"),
        Unit::Share | Unit::Plain(_) | Unit::Points | Unit::Chance => bare,
    }
}

/// A number by its unit, in a sentence that does not name the unit.
pub(crate) fn in_prose(value: f64, unit: Unit) -> String {
    let number = number(value, unit);
    match unit {
        Unit::Points if value.is_finite() => format!("{number} points"),
        Unit::Points | Unit::Plain(_) | Unit::Share | Unit::Chance => number,
    }
}

/// A number by its unit, without the percent sign.
pub(crate) fn bare(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Plain(decimals) => decimal(value, decimals, Sign::BelowNothing),
        Unit::Share => decimal(100.0 * value, 1, Sign::BelowNothing),
        Unit::Points => decimal(100.0 * value, 1, Sign::Always),
        Unit::Chance if (0.0..0.001).contains(&value) => "< 0.001".to_owned(),
        Unit::Chance => decimal(value, 3, Sign::BelowNothing),
    }
}

/// The interval of an estimate, `(11.0–13.6)`; none where neither end is known.
pub(crate) fn interval(estimate: Estimate, unit: Unit) -> Option<String> {
    if !estimate.low.is_finite() && !estimate.high.is_finite() {
        return None;
    }
    let (low, high) = (bare(estimate.low, unit), bare(estimate.high, unit));
    let is_plain =
        [&low, &high].iter().all(|end| end.chars().all(|digit| digit.is_ascii_digit() || digit == '.'));
    Some(match is_plain {
        true => format!("({low}–{high})"),
        false => format!("({low} to {high})"),
    })
}

/// An estimate with its interval: `12.3 (11.0–13.6)`.
pub(crate) fn estimate(estimate: Estimate, unit: Unit) -> String {
    let value = number(estimate.value, unit);
    match interval(estimate, unit) {
        Some(interval) => format!("{value} {interval}"),
        None => value,
    }
}

/// A number at an axis whose ticks are `step` apart: as many decimals as it takes to tell them apart.
pub(crate) fn tick(value: f64, step: f64, unit: Unit) -> String {
    match unit {
        Unit::Plain(_) | Unit::Chance => decimal(value, decimals(step), Sign::BelowNothing),
        Unit::Share => format!("{}%", decimal(100.0 * value, decimals(100.0 * step), Sign::BelowNothing)),
        Unit::Points => decimal(100.0 * value, decimals(100.0 * step), Sign::Always),
    }
}

fn decimals(step: f64) -> usize {
    let mut scaled = step;
    let mut decimals = 0;
    while decimals < MOST_DECIMALS && (scaled - scaled.round()).abs() > 1e-6 * scaled.abs() {
        scaled *= 10.0;
        decimals += 1;
    }
    decimals
}

/// The name of an axis, where its numbers do not say it.
pub(crate) fn axis_name(unit: Unit) -> Option<&'static str> {
    match unit {
        Unit::Points => Some("percentage points"),
        Unit::Chance => Some("probability"),
        Unit::Share | Unit::Plain(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_write_numbers() {
        for (value, unit, written) in [
            (1234.56, Unit::Plain(1), "1\u{202f}234.6"),
            (-0.04, Unit::Plain(1), "0.0"),
            (-2.0, Unit::Plain(0), "−2"),
            (1e300, Unit::Plain(2), "1.0e300"),
            (0.5234, Unit::Share, "52.3%"),
            (f64::NAN, Unit::Share, "–"),
            (f64::INFINITY, Unit::Plain(2), "–"),
            (0.012, Unit::Points, "+1.2"),
            (-0.012, Unit::Points, "−1.2"),
            (0.0001, Unit::Points, "0.0"),
            (0.0, Unit::Chance, "< 0.001"),
            (0.00099, Unit::Chance, "< 0.001"),
            (0.001, Unit::Chance, "0.001"),
            (1.0, Unit::Plain(usize::MAX), "1.000000000000"),
        ] {
            assert_eq!(number(value, unit), written);
        }
    }

    #[test]
    fn intervals_stand_in_brackets() {
        let of = |value, low, high| Estimate { value, low, high };
        assert_eq!(estimate(of(12.3, 11.0, 13.6), Unit::Plain(1)), "12.3 (11.0–13.6)");
        assert_eq!(estimate(of(0.5, 0.41, 0.59), Unit::Share), "50.0% (41.0–59.0)");
        assert_eq!(estimate(of(0.01, -0.01, 0.03), Unit::Points), "+1.0 (−1.0 to +3.0)");
        assert_eq!(estimate(of(1.0, f64::NAN, f64::NAN), Unit::Plain(0)), "1");
        assert_eq!(estimate(of(1.0, 0.5, f64::INFINITY), Unit::Plain(1)), "1.0 (0.5 to –)");
    }

    #[test]
    fn ticks_have_the_decimals_they_need() {
        assert_eq!(tick(0.3, 0.1, Unit::Share), "30%");
        assert_eq!(tick(0.305, 0.005, Unit::Share), "30.5%");
        assert_eq!(tick(-0.02, 0.01, Unit::Points), "−2");
        assert_eq!(tick(2.5, 0.5, Unit::Plain(0)), "2.5");
        assert_eq!(tick(20_000.0, 10_000.0, Unit::Plain(3)), "20\u{202f}000");
    }

    #[test]
    fn counts_come_in_groups_of_three() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1\u{202f}000", "1\u{202f}234\u{202f}567"]
        );
    }
}
