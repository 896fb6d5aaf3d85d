//! The lab's promises: games counted as they are played, true studies, and datasets.
#![allow(clippy::unwrap_used)] // A test may stop at once.

#[cfg(feature = "parquet")]
mod dataset;
mod simulation;
mod stages;
mod studies;
