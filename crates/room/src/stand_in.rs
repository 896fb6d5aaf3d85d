//! Stand-ins: a bot plays for a player who leaves, runs out of time or is voted absent, until they come back, and for
//! one who gives up, for good.

use games::Level;
use table::{Seat, SeatSet};

use crate::command::Requester;
use crate::effects::{Outcome, Step, Tell};
use crate::entry::Entry;
use crate::presence::Whereabouts;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::seats::{Chair, Plays, Presence, Seats};
use crate::waiting::Waiting;

impl Chair {
    /// The bot that decides for this seat now, if one does; this one stands in for people.
    const fn bot(&self, stand_in: Level) -> Option<Level> {
        match (self.sitter.plays, self.sitter.presence) {
            (Plays::Bot(level), _) => Some(level),
            (Plays::Person, Presence::Away(_) | Presence::Resigned) => Some(stand_in),
            (Plays::Person, Presence::Here) | (Plays::Nobody, _) => None,
        }
    }
}

impl Seats {
    /// The bot that decides for this seat now, if one does.
    #[must_use]
    pub fn bot_at(&self, seat: Seat) -> Option<Level> {
        self.get(seat).and_then(|chair| chair.bot(self.stand_in))
    }
}

impl Room {
    /// The requester's seat in a game that goes on, and whether the person is there.
    fn seat_in_game(&self, from: Requester) -> Result<(Seat, Presence), Refusal> {
        let seat = self.own_seat(from)?;
        if !self.is_playing() {
            return Err(Refusal::not_now("that is for a game that is being played"));
        }
        match self.seats.get(seat).map(|chair| chair.sitter.presence) {
            Some(Presence::Resigned) | None => {
                Err(Refusal::not_now("you have given this game up; a bot plays it to its end"))
            }
            Some(presence) => Ok((seat, presence)),
        }
    }

    /// Somebody has come or gone: everybody is told, and the seat's present decider is asked.
    pub(crate) fn came_or_went(&mut self, step: &mut Step, seat: Seat, entry: Entry) -> Outcome {
        self.record(step, entry);
        step.effects.tell.push(Tell::Afresh);
        match &self.waiting {
            Waiting::Window(_) => self.window_seat_changed(step, seat),
            // Other seats' bots are not disturbed, nor a stand-in at work: the time for that is over.
            Waiting::Bot(thinking) if thinking.seat != seat || self.has_run_out(step.now) => {}
            Waiting::Bot(_) | Waiting::Person { .. } | Waiting::Dormant | Waiting::Nobody => self.ask(step),
        }
        Outcome::Changed(self.version)
    }

    pub(crate) fn leave(&mut self, step: &mut Step, from: Requester) -> Result<Outcome, Refusal> {
        Ok(match self.seat_in_game(from)? {
            // A deal waits for its player: nobody stands in.
            (_, Presence::Here) if self.deal().is_some() => Outcome::Changed(self.version),
            (seat, Presence::Here) => self.came_or_went(step, seat, Entry::Left(seat)),
            (_, Presence::Away(_) | Presence::Resigned) => Outcome::Changed(self.version),
        })
    }

    /// Has a bot stand in at a seat that no key opens any more.
    pub(crate) fn stand_in_if_closed(&mut self, step: &mut Step, seat: Seat) {
        let is_closed = |chair: &Chair| chair.keys.is_empty() && chair.sitter.presence == Presence::Here;
        if self.is_playing() && self.deal().is_none() && self.seats.get(seat).is_some_and(is_closed) {
            self.came_or_went(step, seat, Entry::Left(seat));
        }
    }

    pub(crate) fn come_back(&mut self, step: &mut Step, from: Requester) -> Result<Outcome, Refusal> {
        Ok(match self.seat_in_game(from)? {
            (seat, Presence::Away(_)) => self.came_or_went(step, seat, Entry::Returned(seat)),
            (_, Presence::Here | Presence::Resigned) => Outcome::Changed(self.version),
        })
    }

    pub(crate) fn resign(&mut self, step: &mut Step, from: Requester) -> Result<Outcome, Refusal> {
        let (seat, _) = self.seat_in_game(from)?;
        Ok(self.came_or_went(step, seat, Entry::Resigned(seat)))
    }

    /// A vote to call a bot to an absent person's seat: the opener's counts at once, others' as soon as more than half
    /// of the waiting people agree.
    pub(crate) fn replace(
        &mut self,
        step: &mut Step,
        from: Requester,
        seat: Seat,
    ) -> Result<Outcome, Refusal> {
        if !self.is_playing() {
            return Err(Refusal::not_now("that is for a game that is being played"));
        }
        let by = self.held_by(from).intersection(self.seats.manned()).first();
        if by.is_none() && !self.is_opener(from) {
            return Err(Refusal::forbidden("only those who play at this table call a bot for somebody"));
        }
        let chair = self.seats.get(seat).ok_or_else(|| Refusal::wrong("there is no such seat here"))?;
        if !chair.is_manned() {
            return Err(Refusal::not_now("a bot plays there already"));
        }
        if self.held_by(from).contains(seat) {
            return Err(Refusal::wrong("that is your own seat; leave it, and a bot stands in"));
        }
        if self.whereabouts_of(seat, step.now) == Some(Whereabouts::Here) {
            return Err(Refusal::not_now(format!("{} is at the table", chair.sitter.name)));
        }
        let mut wanted_by = chair.sitter.bot_wanted_by;
        if let Some(by) = by.filter(|by| !wanted_by.contains(*by) && !self.is_opener(from)) {
            wanted_by = wanted_by.with(by);
            self.record(step, Entry::Voted(by, seat));
            step.effects.tell.push(Tell::Afresh);
        }
        let waits = |other: &Seat| {
            *other != seat && !matches!(self.whereabouts_of(*other, step.now), Some(Whereabouts::Away { .. }))
        };
        let waiting: SeatSet = self.seats.manned().iter().filter(waits).collect();
        Ok(if self.is_opener(from) || 2 * wanted_by.intersection(waiting).len() > waiting.len() {
            self.came_or_went(step, seat, Entry::Replaced(seat))
        } else {
            Outcome::Changed(self.version)
        })
    }
}
