//! Lessons and puzzles that come with the program, and files that are none.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod breaking;
mod lessons;
mod puzzles;
