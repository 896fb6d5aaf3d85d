//! Standings of a deal: place, median, best, and the histogram.

use games::GameName;
use room::Score;

/// The most columns.
const MOST: i32 = 16;

/// A column of the histogram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    /// Its short label.
    pub(crate) label: String,
    /// The count.
    pub(crate) count: u32,
    /// Whether this is where this score is: one's own, the median, the best.
    pub(crate) own: bool,
    pub(crate) median: bool,
    pub(crate) best: bool,
}

/// A player's standing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    /// The score it is about.
    pub(crate) own: Score,
    /// The place, counted from 1; equal scores share one.
    pub(crate) place: u32,
    /// The number of finished players.
    pub(crate) of: u32,
    /// The number of worse scores.
    pub(crate) worse: u32,
    /// The score in the middle.
    pub(crate) median: Score,
    /// The best.
    pub(crate) best: Score,
    /// How many have the best.
    pub(crate) at_best: u32,
    /// Everybody, from the best to the worst.
    pub(crate) columns: Vec<Column>,
}

impl Standing {
    /// The standing of this score among these stored scores, in order, each with its count.
    pub(crate) fn new(game: GameName, own: i64, all: &[(i64, u32)]) -> Option<Self> {
        let (best, at_best) = *all.first()?;
        let sum = |which: &dyn Fn(i64) -> bool| -> u32 {
            all.iter().filter(|(score, _)| which(*score)).map(|(_, count)| count).sum()
        };
        let of = sum(&|_| true);
        let mut passed = 0;
        let median = all.iter().find_map(|(score, count)| {
            passed += count;
            (passed >= of.div_ceil(2)).then_some(*score)
        })?;
        let read = |kept| Score::read(game, kept);
        let marks = [own, median, best].map(read);
        Some(Self {
            own: marks[0],
            place: 1 + sum(&|score| score < own),
            of,
            worse: sum(&|score| score > own),
            median: marks[1],
            best: marks[2],
            at_best,
            columns: columns(game, marks, all),
        })
    }

    /// Percentile: of a hundred others so many have worse scores; `None` without others.
    pub(crate) fn better_than(&self) -> Option<u32> {
        (self.worse * 100).checked_div(self.of - 1)
    }
}

/// Where a score lies on the axis; those without a place come last, together.
const fn place(score: Score) -> Option<i32> {
    match score {
        Score::Round(round) => Some(round as i32),
        Score::Behind(behind) => Some(behind),
        Score::Level => Some(0),
        Score::Short(_) | Score::GaveUp => None,
    }
}

fn columns(game: GameName, [own, median, best]: [Score; 3], all: &[(i64, u32)]) -> Vec<Column> {
    let placed = || all.iter().map(|(kept, count)| (place(Score::read(game, *kept)), *count));
    let first = placed().filter_map(|(place, _)| place).min();
    let last = placed().filter_map(|(place, _)| place).max();
    let mut columns = Vec::new();
    let mut column = |label: String, is_here: &dyn Fn(Option<i32>) -> bool| {
        let count = placed().filter(|(place, _)| is_here(*place)).map(|(_, count)| count).sum();
        let has = |score| is_here(place(score));
        columns.push(Column { label, count, own: has(own), median: has(median), best: has(best) });
    };
    if let (Some(first), Some(last)) = (first, last) {
        let width = (last - first + MOST) / MOST;
        for from in (first..=last).step_by(width as usize) {
            let to = (from + width - 1).min(last);
            let label = if from == to {
                named(game, from)
            } else {
                format!("{}…{}", named(game, from), named(game, to))
            };
            column(label, &|place| place.is_some_and(|place| (from..=to).contains(&place)));
        }
    }
    if placed().any(|(place, _)| place.is_none()) {
        let label = match game {
            GameName::Spammers => "never",
            GameName::SpamORama => "gave up",
        };
        column(label.to_owned(), &|place| place.is_none());
    }
    columns
}

/// A place on the axis.
fn named(game: GameName, place: i32) -> String {
    match game {
        GameName::Spammers => place.to_string(),
        GameName::SpamORama if place < 0 => format!("+{}", -place),
        GameName::SpamORama if place > 0 => format!("−{place}"),
        GameName::SpamORama => "0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(scores: &[(Score, u32)]) -> Vec<(i64, u32)> {
        scores.iter().map(|(score, count)| (score.kept(), *count)).collect()
    }

    #[test]
    fn place_median_best_and_columns_are_those_of_everybody() {
        let all = kept(&[
            (Score::Round(7), 1),
            (Score::Round(10), 4),
            (Score::Round(12), 3),
            (Score::not_won(15), 1),
            (Score::not_won(2), 1),
            (Score::GaveUp, 1),
        ]);
        let standing = Standing::new(GameName::Spammers, Score::Round(12).kept(), &all).unwrap();
        assert_eq!((standing.place, standing.of, standing.worse), (6, 11, 3));
        assert_eq!(
            (standing.median, standing.best, standing.at_best),
            (Score::Round(12), Score::Round(7), 1)
        );
        assert_eq!(standing.better_than(), Some(30));
        let shown: Vec<(&str, u32)> =
            standing.columns.iter().map(|column| (column.label.as_str(), column.count)).collect();
        assert_eq!(shown, [("7", 1), ("8", 0), ("9", 0), ("10", 4), ("11", 0), ("12", 3), ("never", 3)]);
        let own: Vec<bool> = standing.columns.iter().map(|column| column.own).collect();
        assert_eq!(own, [false, false, false, false, false, true, false]);
        let alone =
            Standing::new(GameName::Spammers, Score::GaveUp.kept(), &kept(&[(Score::GaveUp, 1)])).unwrap();
        assert_eq!((alone.place, alone.better_than(), alone.columns.len()), (1, None, 1));
        assert_eq!(Standing::new(GameName::Spammers, 3, &[]), None);
    }

    #[test]
    fn many_results_share_columns_and_nobody_is_lost() {
        let scores: Vec<(Score, u32)> =
            (-30..=60).map(|behind| (Score::Behind(behind), 1)).chain([(Score::GaveUp, 2)]).collect();
        let mut all = kept(&scores);
        all.push((Score::Level.kept(), 1));
        all.sort_unstable();
        let standing = Standing::new(GameName::SpamORama, Score::Level.kept(), &all).unwrap();
        assert!(standing.columns.len() <= MOST as usize + 1, "{}", standing.columns.len());
        assert_eq!(standing.columns.iter().map(|column| column.count).sum::<u32>(), 94);
        assert_eq!(standing.columns.iter().filter(|column| column.own).count(), 1);
        assert_eq!(standing.columns[0].label, "+30…+25");
        assert_eq!(standing.columns.last().map(|column| column.label.as_str()), Some("gave up"));
    }
}
