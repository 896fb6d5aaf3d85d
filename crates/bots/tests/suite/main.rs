//! Promises of bots and estimates.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod estimates;
mod honesty;
mod names;
mod nets;
