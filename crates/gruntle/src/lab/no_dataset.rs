//! `gruntle lab dataset` in a program that was built without Parquet.

use std::io::Write;

use crate::Trouble;
use crate::lab::arguments::Dataset;

pub(super) fn run(_: &Dataset, _: &mut impl Write) -> Result<(), Trouble> {
    Err(Trouble::Refused(
        "this gruntle was built without Parquet, in which data sets are written; build one with it: cargo build --release --features full"
            .to_owned(),
    ))
}
