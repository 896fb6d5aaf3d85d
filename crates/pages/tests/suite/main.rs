//! Pages of the site and of tables.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod asked;
mod golden;
mod lessons;
mod puzzles;
mod sample;
mod site;
mod story;
mod styles;
mod table;
