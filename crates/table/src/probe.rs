//! Methods of a game for tests alone.

use crate::{Game, Luck};

/// A game that tests can look into: where every piece is, and actions that nobody would think of.
pub trait Probe: Game {
    /// Names every piece on the table where it lies; each of `0..piece_count()` must come up exactly once.
    fn pieces(&self, state: &Self::State, found: &mut dyn FnMut(usize));

    /// How many pieces there are.
    fn piece_count(&self) -> usize;

    /// Any action, sensible or not, to try at the door.
    fn any_action(&self, luck: &mut impl Luck) -> Self::Action;
}
