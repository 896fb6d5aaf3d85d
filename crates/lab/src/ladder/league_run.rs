//! A league and what was run of it.

use crate::ladder::{Gap, League, Standing};
use crate::run::{Played, Settings};

/// A league and what was run of it.
pub(super) struct LeagueRun<'a> {
    pub(super) league: &'a League,
    pub(super) standing: &'a Standing,
    pub(super) settings: &'a Settings,
    pub(super) played: &'a Played,
}

impl LeagueRun<'_> {
    pub(super) fn name(&self, bot: usize) -> String {
        self.league.bots[bot].to_string()
    }

    /// The games of each line-up; those of a run that was stopped may differ by a few, and these are the least.
    pub(super) fn games(&self) -> u64 {
        self.played.facts.iter().map(|facts| facts.len() as u64).min().unwrap_or(0)
    }

    /// A claim is decided only when the league looks, so that every look is paid for.
    pub(super) fn is_certain(&self, gap: &Gap) -> bool {
        self.played.finished && gap.is_certain()
    }

    pub(super) fn is_settled(&self) -> bool {
        self.played.finished && self.standing.is_certain()
    }

    /// The look at which the league ended, from 1 on.
    pub(super) fn stage(&self) -> Option<usize> {
        let stages = self.league.stages();
        stages.iter().position(|&end| end == self.games()).filter(|_| self.played.finished).map(|at| at + 1)
    }
}
