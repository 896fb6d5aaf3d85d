//! Numbers of a review in words.

use std::fmt;

use review::{Grade, Points, SeatSummary};

/// Whole points with their sign.
pub(super) fn signed(points: f64) -> String {
    let whole = points.round() as i64;
    match whole {
        0 => "0".to_owned(),
        1.. => format!("+{whole}"),
        _ => format!("−{}", -whole),
    }
}

/// So many points to either side.
pub(super) fn give_or_take(points: Points) -> String {
    format!("±\u{a0}{}", reach(points))
}

/// How far the truth may lie to either side, in whole points where there are any.
pub(super) fn reach(points: Points) -> String {
    let reach = points.interval().1 - points.mean;
    if reach < 1.0 { format!("{reach:.1}") } else { format!("{reach:.0}") }
}

/// How well somebody played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Played {
    /// In whole percent.
    pub(super) percent: u32,
    at: Points,
}

impl Played {
    /// That of a seat, where it can be told.
    pub(super) fn of(sum: &SeatSummary) -> Option<Self> {
        sum.played_at.map(Self::new)
    }

    fn new(at: Points) -> Self {
        Self { percent: at.mean.round().clamp(0.0, 100.0) as u32, at }
    }

    /// Whether it may as well have been choosing blindly.
    pub(super) fn may_be_blind(self) -> bool {
        self.at.interval().0 <= 0.0
    }

    /// How far it may be off.
    pub(super) fn give_or_take(self) -> String {
        give_or_take(self.at)
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} %", self.percent, self.give_or_take())
    }
}

/// How many errors of each kind, the worst first.
pub(super) fn errors(grades: [usize; 5]) -> String {
    let errors =
        Grade::ALL.into_iter().zip(grades).rev().filter(|(grade, count)| grade.is_error() && *count > 0);
    let words: Vec<String> =
        errors.map(|(grade, count)| format!("{count} {}", plural(grade, count))).collect();
    if words.is_empty() { "no errors".to_owned() } else { words.join(", ") }
}

/// The name of choices of this grade.
const fn plural(grade: Grade, count: usize) -> &'static str {
    match (grade, count) {
        (Grade::Best, _) => "best",
        (Grade::Fine, _) => "fine",
        (Grade::Inaccurate, 1) => "inaccuracy",
        (Grade::Inaccurate, _) => "inaccuracies",
        (Grade::Mistake, 1) => "mistake",
        (Grade::Mistake, _) => "mistakes",
        (Grade::Blunder, 1) => "blunder",
        (Grade::Blunder, _) => "blunders",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(mean: f64, error: f64) -> Played {
        Played::new(Points { mean, error })
    }

    #[test]
    fn how_well_somebody_played_says_how_far_it_may_be_off() {
        assert_eq!(played(60.4, 5.0).to_string(), "60 ±\u{a0}10 %");
        assert_eq!(played(-12.0, 0.3).to_string(), "0 ±\u{a0}0.6 %");
    }

    #[test]
    fn what_may_be_choosing_blindly_is_told_from_what_is_better() {
        assert!(played(15.0, 10.0).may_be_blind() && played(-3.0, 1.0).may_be_blind());
        assert!(!played(60.0, 10.0).may_be_blind());
    }
}
