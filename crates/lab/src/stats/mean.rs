//! Means and differences of means.

use report::Estimate;

use crate::stats::{Z95, p_value};

/// A difference with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The best guess.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl Difference {
    /// With the interval of so many standard errors.
    #[must_use]
    pub fn within(self, z: f64) -> Estimate {
        let reach = if self.error > 0.0 { z * self.error } else { 0.0 };
        Estimate { value: self.value, low: self.value - reach, high: self.value + reach }
    }

    /// With the interval that holds the truth 95 times of 100.
    #[must_use]
    pub fn estimate(self) -> Estimate {
        self.within(Z95)
    }

    /// How likely luck alone would bring so much; where nothing differs at all, certain.
    #[must_use]
    pub fn p(self) -> f64 {
        match (self.value == 0.0, self.error > 0.0) {
            (true, _) => 1.0,
            (false, true) => p_value(self.value / self.error),
            (false, false) => 0.0,
        }
    }

    /// This one less another that is independent of it.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self { value: self.value - other.value, error: libm::hypot(self.error, other.error) }
    }
}

/// The mean of numbers in their order, with its standard error.
#[must_use]
pub fn mean(numbers: impl Iterator<Item = f64>) -> Difference {
    let (mut count, mut mean, mut squares) = (0.0_f64, 0.0, 0.0);
    for number in numbers {
        count += 1.0;
        let off = number - mean;
        mean += off / count;
        squares += off * (number - mean);
    }
    match count {
        0.0 => Difference { value: f64::NAN, error: 0.0 },
        // One number says nothing of how far others would be from it.
        1.0 => Difference { value: mean, error: f64::INFINITY },
        _ => Difference { value: mean, error: (squares / (count - 1.0) / count).sqrt() },
    }
}

/// The mean of second less first over pairs.
#[must_use]
pub fn paired(pairs: impl Iterator<Item = (f64, f64)>) -> Difference {
    mean(pairs.map(|(first, second)| second - first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_its_error() {
        let found = mean([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter());
        assert!((found.value - 5.0).abs() < 1e-12);
        assert!((found.error - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
        let wide = found.estimate();
        assert!((wide.high - wide.low - 2.0 * Z95 * found.error).abs() < 1e-12);
        assert!(mean(std::iter::empty()).value.is_nan());
    }

    #[test]
    fn pairs() {
        // Student's sleep data: extra hours under two drugs, the same ten people.
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let found = paired(first.into_iter().zip(second));
        assert!((found.value - 1.58).abs() < 1e-12);
        assert!((found.value / found.error - 4.062_127_7).abs() < 1e-6);
        assert!(found.p() < 1e-4);
    }

    #[test]
    fn the_same_twice_is_no_difference() {
        let found = paired([(1.0, 1.0), (2.0, 2.0)].into_iter());
        assert_eq!((found.value, found.error, found.p()), (0.0, 0.0, 1.0));
    }
}
