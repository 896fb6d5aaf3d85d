//! The lobby: people sit down and stand up; the opener sends them away or calls a bot.

use games::{GameName, Level};
use table::{Seat, proper_name};

use crate::command::Requester;
use crate::effects::{Outcome, Step, Tell};
use crate::entry::Entry;
use crate::refusal::Refusal;
use crate::room::{Room, Stage};
use crate::seats::{Plays, bot_name};

/// How much spam anybody can have got today.
const MOST_SPAM: u32 = 1_000_000;

impl Room {
    pub(crate) fn in_lobby(&self) -> Result<(), Refusal> {
        match &self.stage {
            Stage::Lobby => Ok(()),
            Stage::Game(_) | Stage::Closed(_) => Err(Refusal::not_now("the game has begun")),
        }
    }

    /// The requester's own seat, in the lobby.
    pub(crate) fn lobby_seat(&self, from: Requester) -> Result<Seat, Refusal> {
        self.in_lobby()?;
        self.own_seat(from)
    }

    /// Whether the requester opened the table.
    #[must_use]
    pub fn is_opener(&self, from: Requester) -> bool {
        from.key.is_some() && from.key == self.header.opener
    }

    fn opener_alone(&self, from: Requester) -> Result<(), Refusal> {
        self.in_lobby()?;
        match self.is_opener(from) {
            true => Ok(()),
            false => Err(Refusal::forbidden("only whoever opened the table may do that")),
        }
    }

    fn plays_at(&self, seat: Seat) -> Result<Plays, Refusal> {
        let chair = self.seats.get(seat).ok_or_else(|| Refusal::wrong("there is no such seat here"))?;
        Ok(chair.sitter.plays)
    }

    /// Records changed seats and tells everybody; without a change it does nothing.
    pub(crate) fn seats_changed(
        &mut self,
        step: &mut Step,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Outcome {
        let before = self.entries;
        for entry in entries {
            self.record(step, entry);
        }
        if self.entries > before {
            step.effects.tell.push(Tell::Afresh);
        }
        Outcome::Changed(self.version)
    }

    pub(crate) fn sit(
        &mut self,
        step: &mut Step,
        from: Requester,
        seat: Option<Seat>,
        name: &str,
    ) -> Result<Outcome, Refusal> {
        self.in_lobby()?;
        let key = from.key.ok_or_else(|| Refusal::forbidden("your browser keeps no cookie for this site"))?;
        let own = self.held_by(from);
        let seat = self.seat_to_take(from, seat);
        let seat = seat.ok_or_else(|| Refusal::not_now("that seat is taken; choose another, or watch"))?;
        let name = proper_name(name).unwrap_or_else(|| format!("Player {seat}"));
        let chair = self.seats.get(seat).filter(|_| own.contains(seat));
        if chair.is_some_and(|chair| chair.sitter.name == name) {
            return Ok(self.seats_changed(step, None));
        }
        let ready = chair.filter(|chair| chair.ready).map(|_| Entry::Readied(seat));
        let sat = Entry::Sat { seat, plays: Plays::Person, name };
        let keyed = (!own.contains(seat)).then_some(Entry::Keyed(seat, key));
        Ok(self.seats_changed(step, [sat].into_iter().chain(keyed).chain(ready)))
    }

    /// Where the requester would sit down who names this seat, or none.
    pub(crate) fn seat_to_take(&self, from: Requester, named: Option<Seat>) -> Option<Seat> {
        let own = self.held_by(from);
        let is_free = |seat: &Seat| self.plays_at(*seat) == Ok(Plays::Nobody);
        match named {
            // Sitting down on one's own seat again changes the name.
            Some(seat) if own.contains(seat) => Some(seat),
            Some(seat) => Some(seat).filter(is_free),
            // Asking twice gives one seat.
            None => own.iter().next().or_else(|| {
                let free = || self.seats.iter().map(|chair| chair.sitter.seat).filter(is_free);
                free().find(|seat| !self.has_spent(*seat)).or_else(|| free().next())
            }),
        }
    }

    pub(crate) fn stand(&mut self, step: &mut Step, from: Requester) -> Result<Outcome, Refusal> {
        let seat = self.lobby_seat(from)?;
        Ok(self.seats_changed(step, [Entry::Stood(seat)]))
    }

    pub(crate) fn count_spam(
        &mut self,
        step: &mut Step,
        from: Requester,
        spam: u32,
    ) -> Result<Outcome, Refusal> {
        let seat = self.lobby_seat(from)?;
        if self.options.game()? != GameName::SpamORama {
            return Err(Refusal::wrong("R2.7 is a rule of Spam-O-Rama; here nobody asks"));
        }
        let spam = spam.min(MOST_SPAM);
        let is_known = self.seats.get(seat).is_some_and(|chair| chair.spam == Some(spam));
        Ok(self.seats_changed(step, (!is_known).then_some(Entry::Counted(seat, spam))))
    }

    pub(crate) fn kick(&mut self, step: &mut Step, from: Requester, seat: Seat) -> Result<Outcome, Refusal> {
        self.opener_alone(from)?;
        match self.plays_at(seat)? {
            Plays::Nobody => Err(Refusal::not_now("nobody sits there")),
            Plays::Person | Plays::Bot(_) => Ok(self.seats_changed(step, [Entry::Stood(seat)])),
        }
    }

    pub(crate) fn open_seat(
        &mut self,
        step: &mut Step,
        from: Requester,
        seat: Seat,
    ) -> Result<Outcome, Refusal> {
        self.opener_alone(from)?;
        match self.plays_at(seat)? {
            Plays::Bot(_) => Ok(self.seats_changed(step, [Entry::Stood(seat)])),
            Plays::Nobody | Plays::Person => Err(Refusal::not_now("no bot sits there")),
        }
    }

    pub(crate) fn fill(
        &mut self,
        step: &mut Step,
        from: Requester,
        seat: Seat,
        level: Level,
    ) -> Result<Outcome, Refusal> {
        self.opener_alone(from)?;
        match self.plays_at(seat)? {
            Plays::Nobody => {
                let name = bot_name(seat, level);
                Ok(self.seats_changed(step, [Entry::Sat { seat, plays: Plays::Bot(level), name }]))
            }
            Plays::Person | Plays::Bot(_) => Err(Refusal::not_now("somebody sits there")),
        }
    }
}
