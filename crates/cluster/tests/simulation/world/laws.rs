//! The laws: what must be so at the end, and whenever it is looked.

use cluster::{GRACE, NodeId};

use super::{LONGEST, World, Wrong};
use crate::host::{Host, Reach};

/// An owner that is gone is replaced within so long.
const REPLACED: u64 = 3000;
/// A node is known to be linked when it has been for so long: it has said so since.
const KNOWN: u64 = 1000;

impl World {
    /// While some node can be reached, nobody waits long, and rooms are with nodes that can be reached: not for long
    /// with one that is gone, and not for much longer with one that is cut off from messages.
    pub(super) fn everybody_is_served(&mut self) -> Result<(), Wrong> {
        let now = self.now;
        let can_serve = |host: &Host| host.reach.0 == Reach::Linked && now >= host.reach.1 + KNOWN;
        if !self.hosts.iter().any(can_serve) {
            self.served = None;
            self.ownerless.clear();
            return Ok(());
        }
        let served = *self.served.get_or_insert(now);
        self.rooms_are_with_those_who_can_be_reached(served)?;
        for (number, client) in self.clients.iter().enumerate() {
            let waits = |from: u64| client.since.map_or(0, |since| now - since.max(from));
            self.counts.longest_served = self.counts.longest_served.max(waits(served));
            // A client whose owner goes away waits for the next owner, too.
            let Some((owner, owned)) = self.owned_since.get(&client.room) else { continue };
            let (reach, reached) = self.hosts[owner.0 as usize].reach;
            if reach == Reach::Linked && waits(served.max(*owned).max(reached)) > LONGEST {
                return Err(format!(
                    "client {number} of {:?} waits, and a node could be reached",
                    client.room
                ));
            }
        }
        Ok(())
    }

    fn rooms_are_with_those_who_can_be_reached(&mut self, served: u64) -> Result<(), Wrong> {
        let now = self.now;
        let mut ownerless = std::mem::take(&mut self.ownerless);
        for (room, owner) in self.database.awake() {
            let Some(owner) = owner else {
                if now > *ownerless.entry(room).or_insert(now) + REPLACED {
                    return Err(format!("nobody takes {room:?}"));
                }
                continue;
            };
            ownerless.remove(&room);
            let owned = self.owned_since.entry(room).or_insert((owner, now));
            if owned.0 != owner {
                *owned = (owner, now);
            }
            let (reach, since) = self.hosts[owner.0 as usize].reach;
            let patience = match reach {
                Reach::Linked => continue,
                Reach::Unlinked => GRACE + REPLACED,
                Reach::Gone => REPLACED,
            };
            if now > since.max(served) + patience {
                return Err(format!(
                    "{room:?} is still with {owner:?}, which cannot be reached since {since}"
                ));
            }
        }
        self.ownerless = ownerless;
        Ok(())
    }

    pub(super) fn nobody_waits_long(&self, faults: u64) -> Result<(), Wrong> {
        for (number, client) in self.clients.iter().enumerate() {
            if let Some(since) = client.since
                && self.now.saturating_sub(since.max(faults)) > LONGEST
            {
                return Err(format!("client {number} of {:?} waits since {since}", client.room));
            }
        }
        for (number, viewer) in self.viewers.iter().enumerate() {
            let missing = self.written_at[&viewer.room].iter().find(|(line, _)| *line >= viewer.seen);
            if let Some((line, at)) = missing
                && self.now.saturating_sub((*at).max(faults)) > LONGEST
            {
                return Err(format!("viewer {number} does not see line {line} of {:?}", viewer.room));
            }
        }
        Ok(())
    }

    /// Every acknowledged act is there once; everybody saw all; nobody takes a room for their own that is not.
    pub(super) fn judge(&self) -> Result<(), Wrong> {
        for act in &self.acknowledged {
            let times = self.database.acts.get(act).copied().unwrap_or(0);
            if times != 1 {
                return Err(format!("{act:?} was acknowledged and is there {times} times"));
            }
        }
        if let Some((act, times)) = self.database.acts.iter().find(|(_, times)| **times > 1) {
            return Err(format!("{act:?} is there {times} times"));
        }
        for (number, viewer) in self.viewers.iter().enumerate() {
            let lines = self.database.lines(viewer.room).len() as u64;
            if viewer.seen != lines {
                return Err(format!("viewer {number} saw {} of {lines} lines", viewer.seen));
            }
        }
        for node in 0..self.hosts.len() {
            let theirs = |room| self.database.owner(room) == Some(NodeId(node as u32));
            if let Some(room) = self.owned_by(node).into_iter().find(|room| !theirs(*room)) {
                return Err(format!("node {node} takes {room:?} for its own"));
            }
        }
        Ok(())
    }
}
