//! Legal actions of a seat as sets, for callers that need no list.

use table::Seat;

use crate::port::{Port, PortSet};
use crate::suit::{Suit, SuitSet};
use crate::{Action, Network, SpamORama, Stage, State, relay, scan};

/// Which way a stack is relayed, as the network is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// To the port above.
    Up,
    /// To the one on the right.
    Right,
    /// To the one below.
    Down,
    /// To the one on the left.
    Left,
}

impl Way {
    /// All four, by their numbers.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// Its number, from 0 on.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The way from a port to its neighbour; ports are numbered in reading order.
    #[inline]
    #[must_use]
    pub fn between(network: &Network, from: Port, to: Port) -> Self {
        let is_level = network.place(from).row() == network.place(to).row();
        match (to < from, is_level) {
            (true, true) => Self::Left,
            (true, false) => Self::Up,
            (false, true) => Self::Right,
            (false, false) => Self::Down,
        }
    }
}

/// A seat's legal actions: of the three kinds never more than one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Open {
    /// The suits it may take.
    takes: SuitSet,
    /// The ports it may place on.
    places: PortSet,
    /// The ports that hold spam, if it is to relay.
    stacks: PortSet,
}

impl SpamORama {
    /// This seat's legal actions: none unless it is its turn to choose.
    #[inline]
    #[must_use]
    pub fn open(&self, state: &State, seat: Seat) -> Open {
        if state.stage.turn() != Some(seat) {
            return Open::default();
        }
        match state.stage {
            Stage::Taking(_) => Open { takes: state.suits_left(), ..Open::default() },
            Stage::Placing(..) => Open { places: scan::ports_without_coin(state), ..Open::default() },
            Stage::Relaying(_) => Open { stacks: state.occupied(), ..Open::default() },
            Stage::Laying(_)
            | Stage::Dealing(_)
            | Stage::DrawingLots
            | Stage::Looking(..)
            | Stage::Busted => Open::default(),
        }
    }
}

impl Open {
    /// The suits that may be taken.
    #[inline]
    #[must_use]
    pub const fn takes(&self) -> SuitSet {
        self.takes
    }

    /// The ports that may be placed on.
    #[inline]
    #[must_use]
    pub const fn places(&self) -> PortSet {
        self.places
    }

    /// The ports whose stacks may be relayed each way, by the way's number.
    #[inline]
    #[must_use]
    pub fn ways(&self, network: &Network) -> [PortSet; 4] {
        let mut ways = [PortSet::EMPTY; 4];
        for lane in network.lanes() {
            let [lower, upper] = lane.open_level(self.stacks);
            ways[Way::Right.index()] = ways[Way::Right.index()].union(lower);
            ways[Way::Left.index()] = ways[Way::Left.index()].union(upper);
            let [lower, upper] = lane.open_upright(self.stacks);
            ways[Way::Down.index()] = ways[Way::Down.index()].union(lower);
            ways[Way::Up.index()] = ways[Way::Up.index()].union(upper);
        }
        ways
    }

    /// Taking this suit, if it may be taken.
    #[inline]
    #[must_use]
    pub fn take(&self, suit: Suit) -> Option<Action> {
        self.takes.contains(suit).then_some(Action::Take(suit))
    }

    /// Placing on this port, if it may be placed on.
    #[inline]
    #[must_use]
    pub fn place(&self, port: Port) -> Option<Action> {
        self.places.contains(port).then_some(Action::Place(port))
    }

    /// Relaying the stack of this port that way, if it may be relayed there.
    #[inline]
    #[must_use]
    pub fn relay(&self, network: &Network, from: Port, way: Way) -> Option<Action> {
        if !self.stacks.contains(from) {
            return None;
        }
        let neighbours = relay::ports_open_to_relay(network, self.stacks, from);
        let to = neighbours.iter().find(|to| Way::between(network, from, *to) == way)?;
        Some(Action::Relay { from, to })
    }

    /// How many actions there are.
    #[inline]
    #[must_use]
    pub fn count(&self, network: &Network) -> usize {
        let relays = || network.lanes().iter().map(|lane| 2 * lane.open_pairs(self.stacks).len()).sum();
        if self.stacks.is_empty() { self.takes.len() + self.places.len() } else { relays() }
    }

    /// The action at this place in the order of choices.
    #[inline]
    #[must_use]
    pub fn nth(&self, network: &Network, place: usize) -> Option<Action> {
        let number = u32::try_from(place).ok()?;
        let listed = self.takes.nth(number).map(Action::Take);
        listed
            .or_else(|| self.places.nth(number).map(Action::Place))
            .or_else(|| self.nth_relay(network, place))
    }

    fn nth_relay(&self, network: &Network, mut place: usize) -> Option<Action> {
        for lane in network.lanes() {
            let pairs = lane.open_pairs(self.stacks);
            if place < 2 * pairs.len() {
                return pairs.nth(place as u32 / 2).map(|lower| lane.relays_over(lower)[place % 2]);
            }
            place -= 2 * pairs.len();
        }
        None
    }
}
