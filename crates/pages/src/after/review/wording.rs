//! Numbers of a review in words.

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

/// So many points to either side, whole ones where there are any.
pub(super) fn give_or_take(points: Points) -> String {
    let reach = points.interval().1 - points.mean;
    if reach < 1.0 { format!("±\u{a0}{reach:.1}") } else { format!("±\u{a0}{reach:.0}") }
}

/// How well somebody played, in whole percent.
pub(super) fn percent(sum: &SeatSummary) -> Option<u32> {
    sum.played_at.map(|played| played.mean.round().clamp(0.0, 100.0) as u32)
}

/// How many errors of each kind, the worst first.
pub(super) fn errors(grades: [usize; 5]) -> String {
    let errors =
        Grade::ALL.into_iter().zip(grades).rev().filter(|(grade, count)| grade.is_error() && *count > 0);
    let words: Vec<String> =
        errors.map(|(grade, count)| format!("{count} {}", plural(grade, count))).collect();
    if words.is_empty() { "no errors".to_owned() } else { words.join(", ") }
}

/// What choices of this grade are called.
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
