//! Readiness: the game starts once every seat is taken and every person has said that they are ready.

use crate::command::Requester;
use crate::effects::{Outcome, Progress, Step, Tell};
use crate::entry::Entry;
use crate::game::LiveGame;
use crate::refusal::Refusal;
use crate::room::{Room, Stage};
use crate::seats::{Plays, Seats};

impl Seats {
    /// Why the game cannot start yet.
    #[must_use]
    pub fn not_yet(&self) -> Option<String> {
        let free = self.iter().filter(|chair| chair.sitter.plays == Plays::Nobody).count();
        let waiting: Vec<&str> = self
            .iter()
            .filter(|chair| chair.sitter.plays == Plays::Person && !chair.ready)
            .map(|chair| chair.sitter.name.as_str())
            .collect();
        match (free, waiting.as_slice()) {
            (0, []) => None,
            (0, names) => Some(format!("Not ready yet: {}.", names.join(", "))),
            (1, _) => Some("One seat is still free; wait for a friend or fill it with a bot.".to_owned()),
            (free, _) => {
                Some(format!("{free} seats are still free; wait for friends or fill them with bots."))
            }
        }
    }
}

impl Room {
    pub(crate) fn ready(&mut self, step: &mut Step, from: Requester) -> Result<Outcome, Refusal> {
        let seat = self.lobby_seat(from)?;
        let is_ready = self.seats.get(seat).is_some_and(|chair| chair.ready);
        Ok(self.seats_changed(step, (!is_ready).then_some(Entry::Readied(seat))))
    }

    pub(crate) fn unready(&mut self, step: &mut Step, from: Requester) -> Result<Outcome, Refusal> {
        let seat = self.lobby_seat(from)?;
        let is_ready = self.seats.get(seat).is_some_and(|chair| chair.ready);
        Ok(self.seats_changed(step, is_ready.then_some(Entry::Unreadied(seat))))
    }

    pub(crate) fn start_game(&mut self, step: &mut Step, from: Requester) -> Result<Outcome, Refusal> {
        self.in_lobby()?;
        if !self.is_opener(from) && self.held_by(from).is_empty() {
            return Err(Refusal::forbidden("only those who sit here may start"));
        }
        self.begin(step)?;
        Ok(Outcome::Changed(self.version))
    }

    /// The game begins, if everybody is there and ready.
    pub(crate) fn begin(&mut self, step: &mut Step) -> Result<(), Refusal> {
        if let Some(why) = self.seats.not_yet() {
            return Err(Refusal::not_now(why));
        }
        let live = LiveGame::new(self.options.build(self.seats.least_spam(), self.header.secret)?);
        let start = live.start();
        self.stage = Stage::Game(Box::new(live));
        self.record(step, Entry::Started(start));
        step.effects.progress = Some(Progress::Playing);
        self.go_on(step);
        step.effects.tell.push(Tell::Reload);
        Ok(())
    }
}
