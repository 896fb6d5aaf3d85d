//! The rules of SPAMMERS, clause by clause, and what must hold of every game and every card set.
#![allow(clippy::unwrap_used, clippy::wildcard_enum_match_arm)] // A test may stop at once and look for one thing.

mod bench;
mod conformance;
mod consequences;
mod effects_matter;
mod exhaustive;
mod names;
mod numbers;
mod pictures;
mod s10_effects;
mod s11_reactions;
mod s12_hardware;
mod s1_components;
mod s2_set_up;
mod s3_turn;
mod s4_cards;
mod s5_degeneration;
mod s6_winning;
mod s7_reactions;
mod s8_cards;
mod sets;
mod stakes;
