//! Laws of all games together: clauses, golden records, thoughts, and untrusted input.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod clauses;
mod fuzz;
mod golden;
mod original;
mod own;
mod thoughts;
