//! Points of a chance, and how much of them a choice may give away.

use bots::Estimate;
use serde::{Deserialize, Serialize};

/// A number of percentage points with its standard error. Both are kept to a hundredth of a point.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Points {
    /// The estimate.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Points {
    /// This many points, known for certain.
    #[must_use]
    pub fn certain(mean: f64) -> Self {
        Self::rounded(mean, 0.0)
    }

    fn rounded(mean: f64, error: f64) -> Self {
        // Adding 0 turns -0 into 0.
        let to_hundredths = |number: f64| (number * 100.0).round() / 100.0 + 0.0;
        Self { mean: to_hundredths(mean), error: to_hundredths(error) }
    }

    /// The sum of these, which are independent.
    #[must_use]
    pub fn sum(all: impl IntoIterator<Item = Self>) -> Self {
        let (mean, squares) = all
            .into_iter()
            .fold((0.0, 0.0), |(mean, squares), one| (mean + one.mean, squares + one.error * one.error));
        Self::rounded(mean, f64::sqrt(squares))
    }

    /// The same so many times.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self::rounded(self.mean * factor, self.error * factor.abs())
    }

    /// Between which numbers the truth lies in 95 of 100 cases, as far as that is a matter of sampling.
    #[must_use]
    pub fn interval(self) -> (f64, f64) {
        Estimate { mean: self.mean, error: self.error }.interval()
    }

    /// How far from nought it is at least, give or take its error.
    #[must_use]
    pub const fn at_least(self) -> f64 {
        (self.mean.abs() - self.error).max(0.0)
    }
}

impl From<Estimate> for Points {
    fn from(chance: Estimate) -> Self {
        Self::rounded(chance.mean * 100.0, chance.error * 100.0)
    }
}

/// The grade of a choice, by its loss in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Nothing better was found.
    Best,
    /// Less than two points were given away.
    Fine,
    /// Two points or more.
    Inaccurate,
    /// Four points or more.
    Mistake,
    /// Eight points or more.
    Blunder,
}

impl Grade {
    /// All, the best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Fine, Self::Inaccurate, Self::Mistake, Self::Blunder];

    /// The grade of a choice that is not the favourite of the search and gave away so much. One standard error is taken
    /// off first, in favour of the player.
    #[must_use]
    pub const fn of(loss: Points) -> Self {
        if loss.mean <= 0.0 {
            return Self::Best;
        }
        match loss.at_least() {
            8.0.. => Self::Blunder,
            4.0.. => Self::Mistake,
            2.0.. => Self::Inaccurate,
            _ => Self::Fine,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Fine => "fine",
            Self::Inaccurate => "inaccurate",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Its sign, as notes on games have it.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Best => "★",
            Self::Fine => "✓",
            Self::Inaccurate => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Whether something was given away beyond doubt.
    #[must_use]
    pub const fn is_error(self) -> bool {
        match self {
            Self::Best | Self::Fine => false,
            Self::Inaccurate | Self::Mistake | Self::Blunder => true,
        }
    }
}
