//! What must hold of all games together: clauses, golden records, thoughts, and whatever comes in from outside.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod clauses;
mod fuzz;
mod golden;
mod original;
mod own;
mod thoughts;
