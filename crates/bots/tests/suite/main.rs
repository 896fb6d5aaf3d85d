//! What bots and estimates owe.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod estimates;
mod honesty;
mod names;
mod nets;
