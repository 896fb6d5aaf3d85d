//! Shares: how often something came of so many.

use report::Estimate;

use crate::stats::Difference;

/// A share with Wilson's interval, which stays within nothing and all, and holds up for few trials. Wins may be
/// shared, so the count need not be whole.
#[must_use]
pub fn wilson(count: f64, trials: f64, z: f64) -> Estimate {
    if trials <= 0.0 {
        return Estimate { value: f64::NAN, low: 0.0, high: 1.0 };
    }
    let share = count / trials;
    let spread = z * z / trials;
    let middle = (share + spread / 2.0) / (1.0 + spread);
    let reach =
        z / (1.0 + spread) * (share * (1.0 - share) / trials + z * z / (4.0 * trials * trials)).sqrt();
    Estimate {
        value: share,
        low: if count <= 0.0 { 0.0 } else { (middle - reach).max(0.0) },
        high: if count >= trials { 1.0 } else { (middle + reach).min(1.0) },
    }
}

/// The difference of two shares of independent trials.
#[must_use]
pub fn share_difference((count, trials): (f64, f64), (other_count, other_trials): (f64, f64)) -> Difference {
    let (one, other) = (count / trials, other_count / other_trials);
    let variance = one * (1.0 - one) / trials + other * (1.0 - other) / other_trials;
    Difference { value: one - other, error: variance.sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Z95;

    #[test]
    fn wilson_as_in_the_books() {
        let all = wilson(20.0, 20.0, Z95);
        assert!((all.low - 0.838_875).abs() < 1e-6 && all.high == 1.0);
        let none = wilson(0.0, 10.0, Z95);
        assert!(none.low == 0.0 && (none.high - 0.277_532).abs() < 1e-6);
        let some = wilson(81.0, 263.0, Z95);
        assert!((some.low - 0.255_284).abs() < 1e-4 && (some.high - 0.366_209).abs() < 1e-4, "{some:?}");
        assert!(wilson(0.0, 0.0, Z95).value.is_nan());
    }

    #[test]
    fn two_shares() {
        let found = share_difference((56.0, 70.0), (48.0, 80.0));
        assert!((found.value - 0.2).abs() < 1e-12);
        assert!((found.error - (0.16_f64 / 70.0 + 0.24 / 80.0).sqrt()).abs() < 1e-12);
    }
}
