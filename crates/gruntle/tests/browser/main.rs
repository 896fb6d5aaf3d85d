//! The table as people meet it: in a real browser, by mouse, keys and finger, with scripts and without.
//!
//! The tests need Chromium and its WebDriver on the machine and say so where there is none; with `CI=true` that is a
//! failure. Nothing in them waits for a while: they wait for something to be so.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod absent;
mod accessible;
mod cards;
mod chrome;
mod clicks;
mod company;
mod crowd;
mod deals;
mod desk;
mod drags;
mod following;
mod friends;
mod hot_seat;
mod keys;
mod law;
mod lessons;
mod memory;
mod moments;
mod phone;
mod places;
mod plain;
mod policy;
mod ports;
mod print;
mod puzzles;
mod replay;
mod review;
mod screens;
mod terms;
mod told;
mod zones;
