//! Honest numbers: shares, means and differences with the intervals that belong to them.
//!
//! Every sum goes in a fixed order, so that any number of threads gives the same bits.

mod luce;
mod mantel_haenszel;
mod matrix;
mod mean;
mod multiple;
mod normal;
mod quantiles;
mod share;

pub use luce::{Luce, Meeting};
pub use mantel_haenszel::{Contrast, Group, Ratio, SeatTrial, mantel_haenszel, paired_contrast};
pub use mean::{Difference, mean, paired};
pub use multiple::{bonferroni_z, holm};
pub use normal::{cdf, p_value, quantile};
pub use quantiles::{Quantile, quantile_of};
pub use share::{share_difference, wilson};

/// The z of an interval that holds the truth 95 times of 100.
pub const Z95: f64 = 1.959_963_984_540_054;
