//! The bots there are, by name.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::Budget;

/// A bot, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BotName {
    /// [`Random`](crate::Random).
    Random,
    /// [`Careless`](crate::Careless) in so many of a hundred decisions.
    Careless(u32),
    /// [`Noisy`](crate::Noisy) by up to so many hundredths.
    Noisy(u32),
    /// [`Greedy`](crate::Greedy).
    Greedy,
    /// A net that looks once; of games that have one.
    Net,
    /// [`ParallelSearch`](crate::ParallelSearch) with this budget a decision.
    Search(Budget),
}

/// The most by which a choice may be misjudged, in hundredths.
const MOST_NOISE: u32 = 1_000;
/// The most a search may think about one decision.
const MOST_ITERATIONS: u32 = 10_000_000;
/// The same by the clock, in milliseconds.
const MOST_MILLISECONDS: u32 = 600_000;

/// A name that no bot has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "there is no bot '{0}'; bots are: random, greedy, search:N (iterations, 1 to {MOST_ITERATIONS}), search:Nms (milliseconds, 1 to {MOST_MILLISECONDS}), net (a net that looks once, of Spam-O-Rama), noisy:N (greedy, but misjudges each choice by up to N hundredths, 1 to {MOST_NOISE}) and careless:N (greedy, but any choice in N of 100 decisions, 1 to 99)"
)]
pub struct NoSuchBot(String);

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Net => f.write_str("net"),
            Self::Careless(of_hundred) => write!(f, "careless:{of_hundred}"),
            Self::Noisy(hundredths) => write!(f, "noisy:{hundredths}"),
            Self::Search(Budget::Iterations(count)) => write!(f, "search:{count}"),
            Self::Search(Budget::Time(time)) => write!(f, "search:{}ms", time.as_millis()),
        }
    }
}

impl FromStr for BotName {
    type Err = NoSuchBot;

    fn from_str(name: &str) -> Result<Self, NoSuchBot> {
        let wrong = || NoSuchBot(name.to_owned());
        let within = |number: &str, most: u32| {
            number.parse::<u32>().ok().filter(|number| (1..=most).contains(number)).ok_or_else(wrong)
        };
        if let Some(of_hundred) = name.strip_prefix("careless:") {
            return Ok(Self::Careless(within(of_hundred, 99)?));
        }
        if let Some(hundredths) = name.strip_prefix("noisy:") {
            return Ok(Self::Noisy(within(hundredths, MOST_NOISE)?));
        }
        match (name, name.strip_prefix("search:")) {
            ("random", _) => Ok(Self::Random),
            ("greedy", _) => Ok(Self::Greedy),
            ("net", _) => Ok(Self::Net),
            (_, Some(budget)) => Ok(Self::Search(match budget.strip_suffix("ms") {
                Some(time) => Budget::Time(Duration::from_millis(within(time, MOST_MILLISECONDS)?.into())),
                None => Budget::Iterations(within(budget, MOST_ITERATIONS)?),
            })),
            (_, None) => Err(wrong()),
        }
    }
}

impl BotName {
    /// A search of so many iterations.
    #[must_use]
    pub const fn iterations(count: u32) -> Self {
        Self::Search(Budget::Iterations(count))
    }

    /// Whether it thinks by the clock, so that no game with it can be repeated.
    #[must_use]
    pub const fn thinks_by_the_clock(self) -> bool {
        matches!(self, Self::Search(Budget::Time(_)))
    }
}
