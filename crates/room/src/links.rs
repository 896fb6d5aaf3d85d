//! Links and keys of a seat: a link moves the seat to another browser, once; both are listed, and can be revoked.

use std::time::Duration;

use table::Seat;

use crate::access::{Device, OpenLink, Revoked, SeatAccess, Tag};
use crate::command::Requester;
use crate::effects::{Outcome, Step, Tell};
use crate::entry::Entry;
use crate::key::KeyHash;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::time::Time;

/// How long a link opens a seat.
const LINK: Duration = Duration::from_secs(24 * 60 * 60);
/// How many links of one seat may be open at a time.
const MOST_LINKS: usize = 8;

impl Room {
    /// Links and browsers with access to the requester's seat.
    pub fn seat_access(&self, from: Requester, now: Time) -> Result<SeatAccess, Refusal> {
        let seat = self.own_seat(from)?;
        let keys = self.seats().get(seat).map_or(&[][..], |chair| &chair.keys);
        let devices = keys.iter().map(|key| Device { tag: Tag::of(*key), here: from.key == Some(*key) });
        let links = self.links.iter().filter(|link| link.seat == seat && now < link.until);
        let links = links.map(|link| OpenLink { tag: Tag::of(link.hash), left: link.until.after(now) });
        Ok(SeatAccess { seat, devices: devices.collect(), links: links.collect() })
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
            return Err(Refusal::full("this seat has enough links; use or revoke one of them"));
        }
        self.record(step, Entry::Linked { seat, link, until: now + LINK });
        Ok(Outcome::Noted(self.version))
    }

    /// Moves a seat to the browser that brings the link: every other key and link of it opens nothing any more.
    pub(crate) fn take_seat(
        &mut self,
        step: &mut Step,
        from: Requester,
        link: KeyHash,
    ) -> Result<Outcome, Refusal> {
        let key = from.key.ok_or_else(|| Refusal::forbidden("your browser keeps no cookie for this site"))?;
        let found = self.links.iter().find(|one| one.hash == link && step.now < one.until);
        let seat = found.map(|link| link.seat).ok_or_else(|| {
            Refusal::gone(
                "this link has been used or revoked, is older than a day, or never was one; ask for another",
            )
        })?;
        self.close(step, self.all_but(seat, Some(key)));
        if !self.held_by(from).contains(seat) {
            self.record(step, Entry::Keyed(seat, key));
        }
        step.effects.tell.push(Tell::Revoked);
        Ok(Outcome::Changed(self.version))
    }

    pub(crate) fn revoke(
        &mut self,
        step: &mut Step,
        from: Requester,
        what: Revoked,
    ) -> Result<Outcome, Refusal> {
        let seat = self.own_seat(from)?;
        let entries = match what {
            Revoked::One(tag) => {
                let mut all = self.all_but(seat, None);
                all.retain(|entry| matches!(entry, Entry::Unkeyed(_, hash) | Entry::Unlinked(hash) if Tag::of(*hash) == tag));
                if all.is_empty() {
                    return Err(Refusal::gone(
                        "this link or browser opens the seat no longer; load the list again",
                    ));
                }
                all
            }
            Revoked::Others => self.all_but(seat, from.key),
            Revoked::Here if self.game().is_none() => {
                let own = self.held_by(from);
                return Ok(self.seats_changed(step, own.iter().map(Entry::Stood)));
            }
            Revoked::Here => {
                let own = self.held_by(from);
                own.iter().flat_map(|seat| from.key.map(|key| Entry::Unkeyed(seat, key))).collect()
            }
        };
        let own = self.held_by(from);
        self.close(step, entries);
        step.effects.tell.push(Tell::Revoked);
        for seat in own.iter() {
            self.stand_in_if_closed(step, seat);
        }
        Ok(Outcome::Noted(self.version))
    }

    /// The entries that revoke every link of a seat, and every key but this one.
    fn all_but(&self, seat: Seat, key: Option<KeyHash>) -> Vec<Entry> {
        let links = self.links.iter().filter(|link| link.seat == seat).map(|link| Entry::Unlinked(link.hash));
        let keys = self.seats().get(seat).map_or(&[][..], |chair| &chair.keys);
        let keys = keys.iter().filter(|one| Some(**one) != key).map(|one| Entry::Unkeyed(seat, *one));
        links.chain(keys).collect()
    }

    fn close(&mut self, step: &mut Step, entries: Vec<Entry>) {
        for entry in entries {
            self.record(step, entry);
        }
    }
}
