//! What the lab owes: games counted as they are played, studies that find what is there, and datasets.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod dataset;
mod simulation;
mod stages;
mod studies;
