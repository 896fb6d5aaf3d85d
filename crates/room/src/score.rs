//! How somebody fared at a deal: what people are ranked by.

use games::GameName;

/// How the person fared at a deal. The smaller is the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Score {
    /// SPAMMERS, won in this round.
    Round(u32),
    /// SPAMMERS, not won: so much was missing from a large sum of Ratings, for order alone.
    Short(u32),
    /// Spam-O-Rama: so far behind the best of the others; ahead of them below nought. A tie that was broken or shared
    /// counts as won, by nought.
    Behind(i32),
    /// Spam-O-Rama, level with the best of the others and not won.
    Level,
    /// Given up.
    GaveUp,
}

/// A change of how somebody fares at a deal, written with the entries that brought it about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlayChange {
    /// Whether the person has just decided for the first time.
    pub decided: bool,
    /// How the person fared, if the deal has just ended.
    pub score: Option<Score>,
}

/// More than any sum of Ratings.
const LARGE_SUM: u32 = 10_000;
/// From where on scores are kept that are not won, and those that are given up.
const SHORT: i64 = 1_000_000;
const GAVE_UP: i64 = 10_000_000;

impl Score {
    /// SPAMMERS, not won, with this sum of Ratings at the end.
    #[must_use]
    pub const fn not_won(ratings: u32) -> Self {
        Self::Short(LARGE_SUM.saturating_sub(ratings))
    }

    /// As it is kept: a number that grows as play gets worse.
    #[must_use]
    pub const fn kept(self) -> i64 {
        match self {
            Self::Round(round) => round as i64,
            Self::Short(short) => SHORT + short as i64,
            // Doubled, so that there is room for a tie that was lost.
            Self::Behind(behind) => 2 * behind as i64,
            Self::Level => 1,
            Self::GaveUp => GAVE_UP,
        }
    }

    /// As it was kept.
    #[must_use]
    pub fn read(game: GameName, kept: i64) -> Self {
        match game {
            _ if kept >= GAVE_UP => Self::GaveUp,
            GameName::Spammers if kept >= SHORT => {
                Self::Short(u32::try_from(kept - SHORT).unwrap_or(LARGE_SUM))
            }
            GameName::Spammers => Self::Round(u32::try_from(kept).unwrap_or(0)),
            GameName::SpamORama if kept == 1 => Self::Level,
            GameName::SpamORama => Self::Behind(i32::try_from(kept / 2).unwrap_or(0)),
        }
    }

    /// In few words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Round(round) => format!("round {round}"),
            Self::Short(short) => format!("not won, at {}", LARGE_SUM.saturating_sub(short)),
            Self::Behind(0) => "won by a tie-break".to_owned(),
            Self::Behind(behind) if behind < 0 => format!("won by {}", -behind),
            Self::Behind(behind) => format!("{behind} behind"),
            Self::Level => "lost by a tie-break".to_owned(),
            Self::GaveUp => "gave up".to_owned(),
        }
    }

    /// Whether the person has won.
    #[must_use]
    pub const fn is_won(self) -> bool {
        match self {
            Self::Round(_) => true,
            Self::Behind(behind) => behind <= 0,
            Self::Short(_) | Self::Level | Self::GaveUp => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_kept_in_their_order_and_read_again() {
        let spammers = [
            Score::Round(1),
            Score::Round(9),
            Score::Round(400),
            Score::not_won(40),
            Score::not_won(11),
            Score::not_won(0),
            Score::GaveUp,
        ];
        let spam_o_rama = [
            Score::Behind(-12),
            Score::Behind(-1),
            Score::Behind(0),
            Score::Level,
            Score::Behind(1),
            Score::Behind(30),
            Score::GaveUp,
        ];
        for (game, scores) in [(GameName::Spammers, spammers), (GameName::SpamORama, spam_o_rama)] {
            assert!(scores.windows(2).all(|pair| pair[0].kept() < pair[1].kept()), "{scores:?}");
            for score in scores {
                assert_eq!(Score::read(game, score.kept()), score);
            }
            let won = scores.iter().filter(|score| score.is_won()).count();
            assert_eq!(won, 3, "the first three are won");
        }
        let words: Vec<String> = spam_o_rama.iter().map(|score| score.words()).collect();
        assert_eq!(words[0], "won by 12");
        assert_eq!(words[5], "30 behind");
        assert_eq!(Score::not_won(11).words(), "not won, at 11");
    }
}
