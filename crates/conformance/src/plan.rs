//! How much to try, and how much was tried.

use std::collections::BTreeMap;
use std::fmt;

use table::Viewer;

use crate::law::{Law, Verdict};

/// How many games to play, from which seed, and how closely to look at each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The number that all luck comes from.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games to play.
    pub games: u64,
    /// How many made-up and how many remembered actions each seat tries at every moment.
    pub probes: u32,
    /// One moment in this many has every view and prompt examined.
    pub look_every: u32,
    /// At how many moments of a game worlds are imagined.
    pub moments: u32,
    /// How many worlds are imagined at such a moment.
    pub worlds: u32,
    /// How many imagined worlds of a game are played to their end.
    pub playouts: u32,
    /// How many pairs of a game are made by letting something hidden fall in two ways.
    pub forks: u32,
    /// How many pairs of a game are made of the truth and an imagined world.
    pub doubles: u32,
    /// Over how many inputs a pair is walked.
    pub walk: u32,
    /// How many ways of spoiling its record are tried on a game.
    pub forgeries: u32,
    /// How often something is taken back in a game.
    pub take_backs: u32,
    /// In how many games the frequencies of luck are weighed.
    pub weighings: u64,
}

impl Plan {
    /// So many games from this seed if a campaign is asked for (`GRUNTLE_CAMPAIGN` in the environment), a third of them
    /// if not.
    #[must_use]
    pub fn in_campaign(games: u64, seed: u64) -> Self {
        let is_campaign = std::env::var_os("GRUNTLE_CAMPAIGN").is_some();
        Self::new(if is_campaign { games } else { games.div_ceil(3) }, seed)
    }

    /// So many games from this seed, looked at with the usual care.
    #[must_use]
    pub const fn new(games: u64, seed: u64) -> Self {
        Self {
            seed,
            first: 0,
            games,
            probes: 2,
            look_every: 8,
            moments: 4,
            worlds: 3,
            playouts: 1,
            forks: 3,
            doubles: 2,
            walk: 40,
            forgeries: 2,
            take_backs: 2,
            weighings: 16,
        }
    }
}

impl Default for Plan {
    fn default() -> Self {
        Self::new(200, 42)
    }
}

/// Counts of a run's tries. A law whose count is 0 never met its occasion.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to their end.
    pub games: u64,
    /// Choices made by seats in them.
    pub decisions: u64,
    /// Outcomes of luck in them.
    pub outcomes: u64,
    /// The most decisions any one game took.
    pub longest: u64,
    /// Enumerated actions and listed outcomes seen to be accepted.
    pub accepted: u64,
    /// Inputs seen to be refused.
    pub refused: u64,
    /// Moments at which every view and prompt was examined.
    pub looks: u64,
    /// Seats asked in reaction windows that had been told what they would be asked.
    pub windows: u64,
    /// Events heard, each counted once however many heard it.
    pub events: u64,
    /// Records replayed.
    pub replays: u64,
    /// Spoiled records found out.
    pub forgeries: u64,
    /// Inputs taken back.
    pub taken_back: u64,
    /// Moments of luck whose frequencies were weighed.
    pub weighings: u64,
    /// Worlds imagined.
    pub worlds: u64,
    /// Imagined worlds played to their end.
    pub playouts: u64,
    /// Twice-imagined worlds compared, made with the same luck from two tables that look alike.
    pub blind: u64,
    /// Pairs made by two outcomes of luck that the viewer may not see.
    pub hidden_luck: u64,
    /// Pairs made by two choices of somebody else under seal.
    pub sealed: u64,
    /// Pairs made of the truth and an imagined world.
    pub doubles: u64,
    /// Inputs over which pairs were walked.
    pub walked: u64,
    /// Moments of a pair at which another seat than the viewer's was awaited, and was the same at both tables.
    pub asked_alike: u64,
    /// Refusals of a viewer compared between the two tables of a pair.
    pub refused_alike: u64,
    /// Pairs that parted because an event revealed a difference.
    pub parted: u64,
    /// Times a pair had to be made anew because a secret made one table do what the other could not.
    pub remade: u64,
    /// Imagined worlds for each viewer once a secret had fallen.
    pub imagined: BTreeMap<Viewer, Imagined>,
}

/// How often the worlds imagined for a viewer were other than the true one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Imagined {
    /// Moments at which something hidden from them had fallen before.
    pub moments: u64,
    /// Those of them at which some imagined world was not the true one.
    pub differed: u64,
}

impl Report {
    /// So many moments with secrets must show at least one world that is not the truth.
    const ENOUGH: u64 = 24;

    /// Judges the whole run: no viewer's every imagined world was the true one.
    pub(crate) fn judge(&self) -> Verdict {
        for (viewer, imagined) in &self.imagined {
            if imagined.moments >= Self::ENOUGH && imagined.differed == 0 {
                return Law::ImaginedBlindly.broken(format!(
                    "at all {} moments of the run with something hidden from {viewer}, every world imagined \
                     for {viewer} was the true one",
                    imagined.moments
                ));
            }
        }
        Ok(())
    }

    /// Laws that the run never tried, each in a few words.
    #[must_use]
    pub fn untried(&self) -> Vec<&'static str> {
        let idle = self.counts().into_iter().filter(|(_, count)| *count == 0);
        idle.map(|(what, _)| what).collect()
    }

    const fn counts(&self) -> [(&'static str, u64); 24] {
        [
            ("games", self.games),
            ("decisions", self.decisions),
            ("outcomes of luck", self.outcomes),
            ("decisions in the longest game", self.longest),
            ("inputs accepted", self.accepted),
            ("inputs refused", self.refused),
            ("moments examined", self.looks),
            ("seats asked in windows", self.windows),
            ("events", self.events),
            ("records replayed", self.replays),
            ("forgeries found out", self.forgeries),
            ("inputs taken back", self.taken_back),
            ("weighings of luck", self.weighings),
            ("worlds imagined", self.worlds),
            ("worlds played out", self.playouts),
            ("worlds imagined twice", self.blind),
            ("pairs by hidden luck", self.hidden_luck),
            ("pairs by sealed choices", self.sealed),
            ("pairs by imagination", self.doubles),
            ("inputs walked in pairs", self.walked),
            ("questions to others alike", self.asked_alike),
            ("refusals alike", self.refused_alike),
            ("pairs parted by a reveal", self.parted),
            ("pairs made anew", self.remade),
        ]
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, count) in self.counts() {
            writeln!(f, "{count:>10} {what}")?;
        }
        for (viewer, imagined) in &self.imagined {
            writeln!(
                f,
                "{:>10} of {} moments of secrets with worlds other than the truth for {viewer}",
                imagined.differed, imagined.moments
            )?;
        }
        Ok(())
    }
}
