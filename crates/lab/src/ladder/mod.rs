//! `lab ladder`: a league of bots. Who is stronger, by how much, and whether that is certain.

mod draw;
mod league;
mod league_run;
mod standing;
mod tables;

pub use league::{League, MOST_BOTS, Patience};
pub use standing::{Gap, Standing};

use report::Report;
use serde_json::Value;

use crate::facts::Facts;
use crate::run::{Played, Settings};

/// The report of a league and the same in short, as data; `None` where some line-up has not been played yet.
#[must_use]
pub fn ladder(title: &str, settings: &Settings, league: &League, played: &Played) -> Option<(Report, Value)> {
    if played.facts.iter().any(Vec::is_empty) {
        return None;
    }
    let facts: Vec<&[Facts]> = played.facts.iter().map(Vec::as_slice).collect();
    let standing = Standing::of(league, &facts);
    let run = league_run::LeagueRun { league, standing: &standing, settings, played };
    Some((draw::report(title, &run), tables::in_short(&run)))
}
