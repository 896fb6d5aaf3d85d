//! Rooms in virtual time: what must hold of every one, whatever is done at it and whenever.
#![allow(clippy::unwrap_used, reason = "a test may stop at once")]

mod absent;
mod alike;
mod bots;
mod coach;
mod deals;
mod own;
mod random;
mod shown;
mod story;
mod windows;
mod world;
