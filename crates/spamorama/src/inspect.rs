//! Reading a table, secrets included: for players who have imagined one, and for studies of games. Only its match has
//! the table of a live game.

use table::Seat;

use crate::port::{Port, PortSet};
use crate::suit::{SUITS, Suit};
use crate::{SpamORama, Stage, State, Value, relay};

impl SpamORama {
    /// How far the game has come.
    #[must_use]
    pub const fn stage(&self, state: &State) -> Stage {
        state.stage
    }

    /// The ports that hold spam.
    #[inline]
    #[must_use]
    pub const fn occupied(&self, state: &State) -> PortSet {
        state.occupied()
    }

    /// R4.2: the ports that the stack of this port may be relayed to.
    #[inline]
    #[must_use]
    pub fn relay_targets(&self, state: &State, from: Port) -> PortSet {
        relay::ports_open_to_relay(self.network(), state.occupied(), from)
    }

    /// R2.6: whether this suit is a client of that seat.
    #[must_use]
    pub fn is_client(&self, state: &State, seat: Seat, suit: Suit) -> bool {
        state.holder(suit) == Some(seat)
    }

    /// R2.3: the value of a port, once it is laid.
    #[must_use]
    pub fn worth_of(&self, state: &State, port: Port) -> Option<u8> {
        state.port_value(port).map(Value::points)
    }

    /// A client's score.
    #[inline]
    #[must_use]
    pub const fn score(&self, state: &State, client: Suit) -> u8 {
        state.score(client)
    }

    /// R4.5: what every client gets out of the stack of a port when it is scored.
    #[must_use]
    pub fn points_of(&self, state: &State, port: Port) -> [u8; SUITS] {
        relay::points_of(self.network(), state, port)
    }
}
