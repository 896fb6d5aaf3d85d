//! Coming and going: a bot stands in for whoever leaves; a link lets another device in; a line of chat.

use std::time::Duration;

use table::Seat;

use crate::chat::{A_LINE, QUICK_CHAT};
use crate::command::Requester;
use crate::effects::{Outcome, Step, Tell};
use crate::entry::Entry;
use crate::key::KeyHash;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::seats::Presence;
use crate::waiting::Waiting;

/// How long a link opens a seat.
const LINK: Duration = Duration::from_secs(24 * 60 * 60);
/// How many links of one seat may be open at a time.
const MOST_LINKS: usize = 8;

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

    /// Somebody has come or gone: everybody is told, and whoever decides for the seat now is asked.
    fn came_or_went(&mut self, step: &mut Step, seat: Seat, entry: Entry) -> Outcome {
        self.record(step, entry);
        step.effects.tell.push(Tell::Afresh);
        match &self.waiting {
            Waiting::Window(_) => self.window_seat_changed(step, seat),
            // Whoever else decides is not disturbed.
            Waiting::Bot(thinking) if thinking.seat != seat => {}
            Waiting::Bot(_) | Waiting::Person { .. } | Waiting::Dormant | Waiting::Nobody => self.ask(step),
        }
        Outcome::Changed(self.version)
    }

    pub(crate) fn leave(&mut self, step: &mut Step, from: Requester) -> Result<Outcome, Refusal> {
        Ok(match self.seat_in_game(from)? {
            // A deal waits for its player: nobody stands in.
            (_, Presence::Here) if self.deal().is_some() => Outcome::Changed(self.version),
            (seat, Presence::Here) => self.came_or_went(step, seat, Entry::Left(seat)),
            (_, Presence::Away | Presence::Resigned) => Outcome::Changed(self.version),
        })
    }

    pub(crate) fn come_back(&mut self, step: &mut Step, from: Requester) -> Result<Outcome, Refusal> {
        Ok(match self.seat_in_game(from)? {
            (seat, Presence::Away) => self.came_or_went(step, seat, Entry::Returned(seat)),
            (_, Presence::Here | Presence::Resigned) => Outcome::Changed(self.version),
        })
    }

    pub(crate) fn resign(&mut self, step: &mut Step, from: Requester) -> Result<Outcome, Refusal> {
        let (seat, _) = self.seat_in_game(from)?;
        Ok(self.came_or_went(step, seat, Entry::Resigned(seat)))
    }

    pub(crate) fn hand_over(
        &mut self,
        step: &mut Step,
        seat: Seat,
        link: KeyHash,
    ) -> Result<Outcome, Refusal> {
        if self.deal().is_some() {
            return Err(Refusal::not_now("a deal is played in the browser that began it"));
        }
        let now = step.now;
        let open = self.links.iter().filter(|link| link.seat == seat && now < link.until).count();
        if open >= MOST_LINKS {
            return Err(Refusal::full("this seat has enough links; use one of them, or wait a day"));
        }
        self.record(step, Entry::Linked { seat, link, until: now + LINK });
        Ok(Outcome::Noted(self.version))
    }

    pub(crate) fn take_seat(
        &mut self,
        step: &mut Step,
        from: Requester,
        link: KeyHash,
    ) -> Result<Outcome, Refusal> {
        let key = from.key.ok_or_else(|| Refusal::forbidden("your browser keeps no cookie for this site"))?;
        let found = self.links.iter().find(|one| one.hash == link && step.now < one.until);
        let seat = found.map(|link| link.seat).ok_or_else(|| {
            Refusal::gone("this link has been used, is older than a day, or never was one; ask for another")
        })?;
        self.record(step, Entry::Unlinked(link));
        self.record(step, Entry::Keyed(seat, key));
        Ok(Outcome::Changed(self.version))
    }

    pub(crate) fn say(&mut self, step: &mut Step, seat: Seat, line: usize) -> Result<Outcome, Refusal> {
        let Some(words) = QUICK_CHAT.get(line) else {
            return Err(Refusal::wrong("there is no such line to say"));
        };
        let spoke = &mut self.spoke[seat.index()];
        if spoke.is_some_and(|before| step.now < before + A_LINE) {
            return Err(Refusal::too_fast("one line a second is enough for anybody"));
        }
        *spoke = Some(step.now);
        self.record(step, Entry::Said(seat, line));
        step.effects.tell.push(Tell::Said(seat, words));
        Ok(Outcome::Noted(self.version))
    }
}
