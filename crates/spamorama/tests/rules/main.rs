//! The rules of Spam-O-Rama, clause by clause, and what must hold of every game on every network.
#![allow(clippy::unwrap_used, clippy::wildcard_enum_match_arm)] // A test may stop at once and look for one thing.

mod conformance;
mod door;
mod live;
mod r1_components;
mod r2_networks;
mod r2_setup;
mod r3_scan;
mod r4_relay;
mod r5_bust;
mod script;
mod views;
