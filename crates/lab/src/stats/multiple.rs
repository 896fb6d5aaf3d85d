//! Corrections for many questions at once: of a hundred, five come true by luck.

use crate::stats::quantile;

/// Holm's correction: chances of luck that may be looked at together, in the order they came.
#[must_use]
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&one, &other| chances[one].total_cmp(&chances[other]).then(one.cmp(&other)));
    let mut corrected = vec![1.0; chances.len()];
    let mut least = 0.0_f64;
    for (rank, place) in order.into_iter().enumerate() {
        least = least.max(chances[place] * (chances.len() - rank) as f64).min(1.0);
        corrected[place] = least;
    }
    corrected
}

/// The z of intervals of which all so many hold the truth 95 times of 100 (Bonferroni).
#[must_use]
pub fn bonferroni_z(intervals: usize) -> f64 {
    quantile(1.0 - 0.025 / intervals.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holm_as_in_the_books() {
        let found = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, known) in found.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - known).abs() < 1e-12, "{found}");
        }
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn bonferroni() {
        assert!((bonferroni_z(1) - 1.959_964).abs() < 1e-6);
        assert!((bonferroni_z(10) - 2.807_034).abs() < 1e-6);
        assert!((bonferroni_z(0) - 1.959_964).abs() < 1e-6);
    }
}
