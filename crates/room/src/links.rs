//! Links: each lets another device in, once.

use std::time::Duration;

use table::Seat;

use crate::command::Requester;
use crate::effects::{Outcome, Step};
use crate::entry::Entry;
use crate::key::KeyHash;
use crate::refusal::Refusal;
use crate::room::Room;

/// How long a link opens a seat.
const LINK: Duration = Duration::from_secs(24 * 60 * 60);
/// How many links of one seat may be open at a time.
const MOST_LINKS: usize = 8;

impl Room {
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
}
