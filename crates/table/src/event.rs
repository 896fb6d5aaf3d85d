//! Events: what happened, worded once for those who know and once for the rest.

use std::fmt::Debug;

use crate::{Clause, Seat, SeatSet, Viewer};

/// Something that happened at the table, in the past tense.
pub trait Event: Clone + PartialEq + Debug + Send {
    /// The clause by which it happened.
    fn clause(&self) -> Clause;

    /// Whether this event turns up something that was secret until now. All others must tell nothing secret.
    fn reveals(&self) -> bool {
        false
    }
}

/// One happening in the words of those who know and of those who do not. Silence is the default.
#[derive(Debug, Clone, PartialEq)]
pub struct Telling<E> {
    known: Option<(SeatSet, E)>,
    open: Option<E>,
}

impl<E> Telling<E> {
    /// Everybody hears it.
    pub const fn openly(event: E) -> Self {
        Self { known: None, open: Some(event) }
    }

    /// One seat hears it; the rest hear nothing.
    pub const fn only(seat: Seat, event: E) -> Self {
        Self::among(SeatSet::only(seat), event)
    }

    /// These seats hear it; the rest hear nothing.
    pub const fn among(seats: SeatSet, event: E) -> Self {
        Self { known: Some((seats, event)), open: None }
    }

    /// What the rest hear instead.
    #[must_use]
    pub fn others_hear(self, event: E) -> Self {
        Self { open: Some(event), ..self }
    }

    /// What this viewer hears of it.
    pub fn heard_by(&self, viewer: Viewer) -> Option<&E> {
        match &self.known {
            Some((seats, event)) if viewer.seat().is_some_and(|seat| seats.has(seat)) => Some(event),
            Some(_) | None => self.open.as_ref(),
        }
    }
}

impl<E> Telling<E> {
    /// Every way in which it is worded.
    pub(crate) fn versions(&self) -> impl Iterator<Item = &E> {
        self.known.iter().map(|(_, event)| event).chain(&self.open)
    }

    /// The seats that hear more of it than the rest.
    pub(crate) fn confidants(&self) -> SeatSet
    where
        E: PartialEq,
    {
        match &self.known {
            Some((seats, event)) if self.open.as_ref() != Some(event) => *seats,
            Some(_) | None => SeatSet::NONE,
        }
    }

    /// The words of those who know most: for a game that is over.
    pub(crate) fn in_full(&self) -> Option<&E> {
        self.known.as_ref().map(|(_, event)| event).or(self.open.as_ref())
    }
}

/// Somebody the rules tell events to.
pub trait Ear<E> {
    /// Takes one telling; an ear that does not listen never has it made.
    fn hear(&mut self, telling: impl FnOnce() -> Telling<E>);
}

/// Nobody listens: events cost nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Deaf;

impl<E> Ear<E> for Deaf {
    #[inline(always)]
    fn hear(&mut self, _: impl FnOnce() -> Telling<E>) {}
}

impl<E> Ear<E> for Vec<Telling<E>> {
    fn hear(&mut self, telling: impl FnOnce() -> Telling<E>) {
        self.push(telling());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_the_default() {
        let [a, b] = [0, 1].map(|index| Seat::new(index).unwrap());
        let secret = Telling::only(a, "drew the ace");
        assert_eq!(secret.heard_by(Viewer::Seat(a)), Some(&"drew the ace"));
        assert_eq!(secret.heard_by(Viewer::Seat(b)), None);
        assert_eq!(secret.heard_by(Viewer::Bystander), None);
        let split = secret.others_hear("drew a card");
        assert_eq!(split.heard_by(Viewer::Seat(a)), Some(&"drew the ace"));
        assert_eq!(split.heard_by(Viewer::Bystander), Some(&"drew a card"));
    }
}
