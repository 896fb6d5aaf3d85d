//! How fast bots move, as whoever plays with them sets it while they play.

use std::time::Duration;

use table::Seat;

use crate::effects::{Outcome, Step, Tell};
use crate::entry::Entry;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::seats::{Plays, Presence};

/// How long bots wait between a change and their answer to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pace {
    /// Time to read every move aloud.
    Slow,
    /// Time to follow.
    #[default]
    Normal,
    /// Time to notice.
    Fast,
    /// As soon as they have decided.
    AtOnce,
}

impl Pace {
    /// All there are, the slowest first.
    pub const ALL: [Self; 4] = [Self::Slow, Self::Normal, Self::Fast, Self::AtOnce];

    /// The word for it in forms and in journals.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Fast => "fast",
            Self::AtOnce => "instant",
        }
    }

    /// What this word stands for.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.word() == word)
    }

    /// Milliseconds between a change and a bot's answer to it, at least.
    #[must_use]
    pub const fn millis(self) -> u64 {
        match self {
            Self::Slow => 2_500,
            Self::Normal => 1_000,
            Self::Fast => 400,
            Self::AtOnce => 0,
        }
    }
}

/// What a player who may set the pace has to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaceControl {
    /// The pace there is; `None` where the table was opened with one of its own.
    pub now: Option<Pace>,
}

impl Room {
    /// How long bots wait between a change and their answer to it.
    pub(crate) fn pace(&self) -> Duration {
        self.pace.map_or_else(|| self.options.pace(), |pace| Duration::from_millis(pace.millis()))
    }

    /// Whether this seat may say how fast bots move: the one person among bots, else whoever opened the table.
    fn sets_pace(&self, seat: Seat) -> bool {
        let chairs = || self.seats.iter();
        let plays = |presence: Presence| presence != Presence::Resigned;
        let mut people = chairs()
            .filter(|chair| chair.sitter.plays == Plays::Person && plays(chair.sitter.presence))
            .map(|chair| chair.sitter.seat);
        let alone = people.next() == Some(seat) && people.next().is_none();
        let opened = chairs().any(|chair| {
            chair.sitter.seat == seat && self.header.opener.is_some_and(|key| chair.keys.contains(&key))
        });
        alone || opened
    }

    /// What the viewer at this seat may set, where bots play.
    pub(crate) fn pace_control(&self, seat: Seat) -> Option<PaceControl> {
        let bots = self.seats.iter().any(|chair| chair.bot().is_some());
        let now = Pace::ALL.into_iter().find(|pace| Duration::from_millis(pace.millis()) == self.pace());
        (bots && self.is_playing() && self.sets_pace(seat)).then_some(PaceControl { now })
    }

    /// Bots move so fast from the next question on; whoever thinks already is heard when it was fixed.
    pub(crate) fn set_pace(&mut self, step: &mut Step, seat: Seat, pace: Pace) -> Result<Outcome, Refusal> {
        if !self.is_playing() {
            return Err(Refusal::not_now("that is for a game that is being played"));
        }
        if !self.sets_pace(seat) {
            return Err(Refusal::forbidden("only whoever opened the table may set the bots' pace"));
        }
        if self.pace != Some(pace) {
            self.record(step, Entry::Paced(seat, pace));
            step.effects.tell.push(Tell::Own(seat));
        }
        Ok(Outcome::Noted(self.version))
    }
}
