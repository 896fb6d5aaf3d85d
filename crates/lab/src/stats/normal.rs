//! The normal distribution.

use std::f64::consts::FRAC_1_SQRT_2;

use libm::erfc;

/// The share of a standard normal distribution below `z`.
#[must_use]
pub fn cdf(z: f64) -> f64 {
    0.5 * erfc(-z * FRAC_1_SQRT_2)
}

/// How likely luck alone would bring a number at least `z` standard errors from nothing, on either side.
#[must_use]
pub fn p_value(z: f64) -> f64 {
    if z.is_nan() { 1.0 } else { erfc(z.abs() * FRAC_1_SQRT_2).min(1.0) }
}

/// The `z` below which this share of a standard normal distribution lies.
#[must_use]
pub fn quantile(share: f64) -> f64 {
    if share <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if share >= 1.0 {
        return f64::INFINITY;
    }
    // Halving is slow and cannot go wrong; nobody asks for more than a few of these.
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if cdf(middle) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        for (z, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (1.96, 0.975_002_104_851_780),
            (3.0, 0.998_650_101_968_370),
            (-6.0, 9.865_876_450_376_98e-10),
        ] {
            assert!((cdf(z) - share).abs() < 1e-13, "{z}: {}", cdf(z));
            assert!((quantile(share) - z).abs() < 1e-8, "{share}: {}", quantile(share));
        }
        assert!((quantile(0.975) - crate::stats::Z95).abs() < 1e-12);
        assert!((p_value(1.959_963_984_540_054) - 0.05).abs() < 1e-13);
        assert!((p_value(-5.0) - 5.733_031_437_583_88e-7).abs() < 1e-18);
        assert_eq!((p_value(0.0), p_value(f64::NAN), p_value(f64::INFINITY)), (1.0, 1.0, 0.0));
    }

    #[test]
    fn the_tails_are_exact() {
        assert!((erfc(2.0) - 0.004_677_734_981_047_266).abs() < 1e-16);
        assert!((erfc(10.0) / 2.088_487_583_762_545e-45 - 1.0).abs() < 1e-12);
    }
}
