//! Laws of rooms in virtual time: they hold for every room, at every command and moment.
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
