//! Axes that end and tick at round numbers.

/// An axis from `low` to `high` with ticks `step` apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) step: f64,
}

/// Whether a number can be placed on an axis.
pub(super) fn is_drawable(value: f64) -> bool {
    value.is_finite() && value.abs() < 1e12
}

impl Scale {
    /// An axis that holds all of these numbers, with about so many ticks; none if there is nothing to hold.
    pub(super) fn over(values: impl IntoIterator<Item = f64>, ticks: usize) -> Option<Scale> {
        let ends = values.into_iter().filter(|value| is_drawable(*value)).fold(
            None,
            |ends: Option<(f64, f64)>, value| match ends {
                Some((low, high)) => Some((low.min(value), high.max(value))),
                None => Some((value, value)),
            },
        );
        let (mut low, mut high) = ends?;
        let size = low.abs().max(high.abs());
        if size < 1e-9 {
            (low, high) = (0.0, 1.0);
        } else if high - low < 1e-6 * size {
            (low, high) = (low - 0.1 * size, high + 0.1 * size);
        }
        let step = round_step((high - low) / ticks.max(1) as f64);
        // A little slack, so that an end that should be a tick is one.
        let low = (low / step + 1e-9).floor() * step;
        let high = (high / step - 1e-9).ceil() * step;
        Some(Scale { low, high, step })
    }

    /// An axis of whole numbers, each of which has half a step to either side.
    pub(super) fn of_bins(first: u32, bins: usize, ticks: usize) -> Scale {
        let low = f64::from(first) - 0.5;
        let step = round_step(bins as f64 / ticks.max(1) as f64).max(1.0);
        Scale { low, high: low + bins.max(1) as f64, step }
    }

    /// Where a number lies, from 0 to 1; numbers beyond an end lie at that end.
    pub(super) fn place(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Whether a number lies on the axis.
    pub(super) fn holds(&self, value: f64) -> bool {
        is_drawable(value)
            && value >= self.low - 1e-9 * self.step.abs()
            && value <= self.high + 1e-9 * self.step.abs()
    }

    /// The ticks from left to right.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let first = (self.low / self.step - 1e-6).ceil();
        let last = (self.high / self.step + 1e-6).floor();
        let count = if last >= first { (last - first) as usize + 1 } else { 0 };
        (0..count.min(100)).map(|tick| (first + tick as f64) * self.step).collect()
    }
}

/// The next 1, 2 or 5 times a power of ten.
fn round_step(raw: f64) -> f64 {
    let mut power = 1.0;
    while raw < power {
        power /= 10.0;
    }
    while raw >= 10.0 * power {
        power *= 10.0;
    }
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| raw <= factor * power * (1.0 + 1e-9));
    factor.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers() {
        let scale = Scale::over([0.137, 0.882], 5).unwrap();
        assert_eq!((scale.low, scale.high, scale.step), (0.0, 1.0, 0.2));
        assert_eq!(scale.ticks().len(), 6);
        let scale = Scale::over([-3.0, 17.0], 5).unwrap();
        assert_eq!((scale.low, scale.high, scale.step), (-5.0, 20.0, 5.0));
    }

    #[test]
    fn axes_have_room_for_one_number_and_for_none() {
        assert_eq!(Scale::over([], 5), None);
        assert_eq!(Scale::over([f64::NAN, f64::INFINITY], 5), None);
        for alone in [0.0, 1e-300, 0.5, -7.0, 1e11] {
            let scale = Scale::over([alone, alone], 5).unwrap();
            assert!(scale.low < scale.high && scale.holds(alone), "{scale:?}");
            assert!((2..=12).contains(&scale.ticks().len()), "{scale:?}");
        }
    }

    #[test]
    fn bins_have_room_to_either_side() {
        let scale = Scale::of_bins(2, 39, 8);
        assert_eq!((scale.low, scale.high, scale.step), (1.5, 40.5, 5.0));
        assert_eq!(scale.ticks().first(), Some(&5.0));
    }
}
