//! Pace: a player among bots sets how fast they move, during the game.

use std::time::Duration;

use table::Seat;

use crate::effects::{Outcome, Step, Tell};
use crate::entry::Entry;
use crate::pace::{Pace, PaceControl};
use crate::refusal::Refusal;
use crate::room::Room;
use crate::seats::{Plays, Presence};

impl Room {
    /// How long bots wait between a change and their answer to it.
    pub(crate) fn pace(&self) -> Duration {
        self.pace.map_or_else(|| self.options.pace(), |pace| Duration::from_millis(pace.millis()))
    }

    /// Whether this seat may set the bots' pace: the one person among bots, else the opener.
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

    /// The pace control of the viewer at this seat, where bots play.
    pub(crate) fn pace_control(&self, seat: Seat) -> Option<PaceControl> {
        let bots = self.seats.iter().any(|chair| self.seats.bot_at(chair.sitter.seat).is_some());
        let now = Pace::ALL.into_iter().find(|pace| Duration::from_millis(pace.millis()) == self.pace());
        (bots && self.is_playing() && self.sets_pace(seat)).then_some(PaceControl { now })
    }

    /// Sets the bots' pace from the next question on; a bot that thinks already is heard at its fixed moment.
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
