//! A viewer's knowledge of a table, asked one thing at a time: the one place where that is decided (R4.6, R4.7).

use std::hint::select_unpredictable;

use table::{MOST_SEATS, Seat, Viewer};

use crate::coin::{CoinSet, Value};
use crate::port::{PORTS, Port};
use crate::suit::{SUITS, Suit};
use crate::{Holder, LastMove, Leanings, Memory, Placements, SeenCoin, SpamORama, Stage, State};

/// The lowest coin of each suit, as bits of a set of coins.
const LOWEST: u64 = 0x0084_2108_4210_8421;
/// A set of coins has five bits for each suit.
const OF_A_SUIT: u64 = 0b1_1111;
/// A table as one viewer sees it. A [`View`](crate::View) is made of this; callers that need it for a moment ask here.
pub struct Look<'a> {
    state: &'a State,
    viewer: Viewer,
    memory: Memory,
    /// The coins whose values the viewer knows.
    known: CoinSet,
}

/// The coins on the board, port by port in reading order, each stack from the bottom up.
pub struct Board<'a> {
    look: &'a Look<'a>,
}

impl SpamORama {
    /// The table as this viewer sees it.
    #[inline]
    #[must_use]
    pub fn look<'a>(&self, state: &'a State, viewer: Viewer) -> Look<'a> {
        let known = match self.memory() {
            Memory::On => remembered(state, viewer),
            Memory::Off => CoinSet::EMPTY,
        };
        Look { state, viewer, memory: self.memory(), known }
    }
}

/// The coins whose values a viewer has seen; who knows four of a suit knows the fifth (R4.6, R4.7).
#[inline]
fn remembered(state: &State, viewer: Viewer) -> CoinSet {
    let mut seen = state.all_scored();
    if let Some(seat) = viewer.seat() {
        seen = seen.union(state.placed_by(seat));
        let held = state.hand().filter(|_| state.stage.turn() == Some(seat));
        seen = held.map_or(seen, |coin| seen.with(coin));
    }
    with_fifth_of_four(seen)
}

/// These coins, and all five of each suit of which four are among them.
#[inline]
fn with_fifth_of_four(seen: CoinSet) -> CoinSet {
    let (mut one_missing, mut more_missing) = (0, 0);
    for value in 0..5 {
        let missing = !seen.bits() >> value & LOWEST;
        more_missing |= one_missing & missing;
        one_missing |= missing;
    }
    CoinSet::from_bits(seen.bits() | ((LOWEST & !more_missing) * OF_A_SUIT))
}

impl Look<'_> {
    /// Who looks.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// How far the game has come and whom it is up to.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.state.stage
    }

    /// How many turns have begun.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.state.turns()
    }

    /// Who went first.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<Seat> {
        self.state.first()
    }

    /// The value of each port, once it is laid.
    #[inline]
    #[must_use]
    pub const fn port_values(&self) -> &[Option<Value>; PORTS] {
        self.state.port_values()
    }

    /// The coins on the board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> Board<'_> {
        Board { look: self }
    }

    /// The coin somebody holds and is to place; only they see its value.
    #[inline]
    #[must_use]
    pub fn hand(&self) -> Option<SeenCoin> {
        self.state.hand().map(|coin| {
            let holds = self.state.stage.turn().is_some_and(|seat| self.viewer.is(seat));
            let is_known = holds || self.known.contains(coin);
            SeenCoin { suit: Some(coin.suit()), value: is_known.then(|| coin.value()), placer: None }
        })
    }

    /// How many coins of each suit are in the pool.
    #[inline]
    #[must_use]
    pub fn pool(&self) -> [u8; SUITS] {
        self.state.pools().map(|values| values.bits().count_ones() as u8)
    }

    /// Where each client's marker stands.
    #[inline]
    #[must_use]
    pub const fn scores(&self) -> &[u8; SUITS] {
        self.state.scores()
    }

    /// The coins that have been scored; `None` without the memory aid.
    #[inline]
    #[must_use]
    pub const fn scored(&self) -> Option<CoinSet> {
        match self.memory {
            Memory::On => Some(self.state.all_scored()),
            Memory::Off => None,
        }
    }

    /// Who placed which suit on which port; `None` without the memory aid.
    #[inline]
    #[must_use]
    pub const fn placements(&self) -> Option<&Placements> {
        match self.memory {
            Memory::On => Some(self.state.placements()),
            Memory::Off => None,
        }
    }

    /// How much the ports were worth on which each seat placed each suit; `None` without the memory aid.
    #[inline]
    #[must_use]
    pub const fn leanings(&self) -> Option<Leanings> {
        match self.memory {
            Memory::On => Some(*self.state.leanings()),
            Memory::Off => None,
        }
    }

    /// A seat's last move on the board.
    #[inline]
    #[must_use]
    pub fn last_move(&self, seat: Seat) -> Option<LastMove> {
        self.state.last_move(seat)
    }

    /// Whose client this suit is, as far as the viewer may know: their own, and in the end all (R2.6, R5.1).
    #[inline]
    #[must_use]
    pub fn client(&self, suit: Suit) -> Option<Holder> {
        let holder = self.state.holder(suit);
        let is_open = self.state.stage == Stage::Busted || holder.is_some_and(|seat| self.viewer.is(seat));
        is_open.then(|| holder.map_or(Holder::Nobody, Holder::Seat))
    }

    /// How many clients each seat has been dealt.
    #[inline]
    #[must_use]
    pub fn client_counts(&self) -> [u8; MOST_SEATS] {
        let mut counts = [0; MOST_SEATS];
        for seat in self.state.holders() {
            counts[seat.index()] += 1;
        }
        counts
    }
}

impl Board<'_> {
    /// How many coins lie on each port.
    #[inline]
    #[must_use]
    pub const fn heights(&self) -> &[u8; PORTS] {
        self.look.state.heights()
    }

    /// Visits the coins as the viewer sees them, with their ports: with the memory aid everything that is remembered or
    /// follows, else the suit of each top coin.
    #[inline]
    pub fn tell(&self, mut tell: impl FnMut(usize, Port, SeenCoin)) {
        let Look { state, memory, known, .. } = *self.look;
        let mut place = 0;
        let mut next = |port, seen| {
            tell(place, port, seen);
            place += 1;
        };
        for port in state.occupied().iter() {
            match memory {
                Memory::On => state.each_on(port, |coin, _| {
                    // As often as not: branchless, for a branch here would be mispredicted.
                    let value = select_unpredictable(known.contains(coin), Some(coin.value()), None);
                    next(port, SeenCoin { suit: Some(coin.suit()), value, placer: state.placer(coin) });
                }),
                Memory::Off => state.each_on(port, |coin, is_on_top| {
                    let suit = is_on_top.then(|| coin.suit());
                    next(port, SeenCoin { suit, ..SeenCoin::HIDDEN });
                }),
            }
        }
    }
}
