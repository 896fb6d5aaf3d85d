//! Quantiles of whole numbers.

/// A quantile with an interval between two of the numbers themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quantile {
    /// The least number that this share of all does not exceed.
    pub value: u32,
    /// The lower end.
    pub low: u32,
    /// The upper end.
    pub high: u32,
}

/// The quantile of sorted numbers, its interval by the order of the numbers; `None` of none.
#[must_use]
pub fn quantile_of(sorted: &[u32], share: f64, z: f64) -> Option<Quantile> {
    let count = sorted.len() as f64;
    let at = |rank: f64| {
        let rank = rank.ceil().clamp(1.0, count) as usize;
        sorted.get(rank - 1).copied()
    };
    if sorted.is_empty() {
        return None;
    }
    let reach = z * (count * share * (1.0 - share)).sqrt();
    // Rounding must not push 0.9 · 10 past nine.
    let rank = count * share - 1e-9;
    Some(Quantile { value: at(rank)?, low: at(rank - reach)?, high: at(rank + reach + 1.0)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Z95;

    #[test]
    fn quantiles_of_numbers_that_are_there() {
        let numbers: Vec<u32> = (1..=100).collect();
        // For 100 numbers the interval of the median goes from the 41st or so to the 60th or so.
        assert_eq!(quantile_of(&numbers, 0.5, Z95), Some(Quantile { value: 50, low: 41, high: 61 }));
        assert_eq!(quantile_of(&numbers, 0.9, Z95).map(|found| found.value), Some(90));
        assert_eq!(quantile_of(&[7], 0.99, Z95), Some(Quantile { value: 7, low: 7, high: 7 }));
        assert_eq!(quantile_of(&[], 0.5, Z95), None);
    }
}
