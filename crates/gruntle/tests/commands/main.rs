//! The commands as a person or a script meets them: output, refusals, exit codes.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod answers;
mod bench;
#[cfg(not(all(feature = "nats", feature = "parquet", feature = "postgres")))]
mod built_without;
mod config;
#[cfg(feature = "parquet")]
mod dataset;
mod decks;
#[cfg(unix)]
mod documented;
mod lab;
mod ladder;
mod listed;
mod manual;
#[cfg(all(unix, feature = "nats"))]
mod nats;
mod networks;
mod programs;
mod puzzles;
mod records;
mod refusals;
mod reviews;
mod simulations;
mod tampering;
mod tune;
mod voice;
mod welcome;
#[cfg(all(unix, feature = "nats"))]
mod workers;
