//! Numbers that come out the same on every machine: made of sums, products and the bits of a number only.

/// The natural exponential; good to a millionth, at most `e^60`.
pub(super) fn exp(x: f64) -> f64 {
    let halves = (x * core::f64::consts::LOG2_E).clamp(-90.0, 86.0);
    let whole = halves.floor();
    // Two to the fraction as a series in its logarithm, which is below 0.7.
    let y = (halves - whole) * core::f64::consts::LN_2;
    let fraction = 1.0
        + y * (1.0
            + y / 2.0
                * (1.0 + y / 3.0 * (1.0 + y / 4.0 * (1.0 + y / 5.0 * (1.0 + y / 6.0 * (1.0 + y / 7.0))))));
    let scale = f64::from_bits(((whole as i64 + 1023) as u64) << 52);
    fraction * scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_good_to_a_millionth() {
        for step in -600..=590 {
            let x = f64::from(step) / 10.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-6, "{x}");
        }
        assert!(exp(f64::MAX).is_finite() && exp(f64::MIN) > 0.0);
    }
}
