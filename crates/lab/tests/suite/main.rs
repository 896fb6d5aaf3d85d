//! What the lab owes: games counted as they are played, studies that find what is there, and datasets.
#![allow(clippy::unwrap_used)] // A test may stop at once.

#[cfg(feature = "parquet")]
mod dataset;
mod simulation;
mod stages;
mod studies;
