//! Events, each worded once for viewers who know and once for the rest.

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

/// An event with its audience: a wording for viewers who know, and one for the others. Silence is the default.
#[derive(Debug, Clone, PartialEq)]
pub struct ScopedEvent<E> {
    known: Option<(SeatSet, E)>,
    open: Option<E>,
}

impl<E> ScopedEvent<E> {
    /// Everybody hears it.
    pub const fn openly(event: E) -> Self {
        Self { known: None, open: Some(event) }
    }

    /// One seat hears it; the rest hear nothing.
    pub fn only(seat: Seat, event: E) -> Self {
        Self::among(SeatSet::only(seat), event)
    }

    /// These seats hear it; the rest hear nothing.
    pub const fn among(seats: SeatSet, event: E) -> Self {
        Self { known: Some((seats, event)), open: None }
    }

    /// The wording for the rest.
    #[must_use]
    pub fn others_hear(self, event: E) -> Self {
        Self { open: Some(event), ..self }
    }

    /// This viewer's wording, if they hear of it.
    pub fn heard_by(&self, viewer: Viewer) -> Option<&E> {
        match &self.known {
            Some((seats, event)) if viewer.seat().is_some_and(|seat| seats.contains(seat)) => Some(event),
            Some(_) | None => self.open.as_ref(),
        }
    }
}

impl<E> ScopedEvent<E> {
    /// Every way in which it is worded.
    pub fn versions(&self) -> impl Iterator<Item = &E> {
        self.known.iter().map(|(_, event)| event).chain(&self.open)
    }

    /// The seats that hear more of it than the rest.
    pub(crate) fn confidants(&self) -> SeatSet
    where
        E: PartialEq,
    {
        match &self.known {
            Some((seats, event)) if self.open.as_ref() != Some(event) => *seats,
            Some(_) | None => SeatSet::EMPTY,
        }
    }

    /// The fullest wording: for a game that is over.
    pub(crate) fn in_full(&self) -> Option<&E> {
        self.known.as_ref().map(|(_, event)| event).or(self.open.as_ref())
    }
}

/// A receiver of the rules' events.
pub trait EventSink<E> {
    /// Takes one event; a sink that drops events never has it made.
    fn emit(&mut self, event: impl FnOnce() -> ScopedEvent<E>);
}

/// Drops every event before it is made: events cost nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoEvents;

impl<E> EventSink<E> for NoEvents {
    #[inline(always)]
    fn emit(&mut self, _: impl FnOnce() -> ScopedEvent<E>) {}
}

impl<E> EventSink<E> for Vec<ScopedEvent<E>> {
    fn emit(&mut self, event: impl FnOnce() -> ScopedEvent<E>) {
        self.push(event());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_the_default() {
        let [a, b] = [0, 1].map(|index| Seat::new(index).unwrap());
        let secret = ScopedEvent::only(a, "drew the ace");
        assert_eq!(secret.heard_by(Viewer::Seat(a)), Some(&"drew the ace"));
        assert_eq!(secret.heard_by(Viewer::Seat(b)), None);
        assert_eq!(secret.heard_by(Viewer::Bystander), None);
        let split = secret.others_hear("drew a card");
        assert_eq!(split.heard_by(Viewer::Seat(a)), Some(&"drew the ace"));
        assert_eq!(split.heard_by(Viewer::Bystander), Some(&"drew a card"));
    }
}
