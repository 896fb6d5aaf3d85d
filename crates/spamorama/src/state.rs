//! Everything on the table, seen and unseen.

use serde::{Deserialize, Serialize};
use table::{MOST_SEATS, Seat};

use crate::coin::{ALL_VALUES, COINS, Coin, CoinSet, Value, ValueSet, values_of};
use crate::placements::{Leanings, Placements};
use crate::port::{PORTS, Port, PortSet};
use crate::suit::{SUITS, Suit, SuitSet};

/// How far the game has come and whom it is up to; open to all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// The five ports of this suit are about to be laid (R2.3).
    Laying(Suit),
    /// This seat is about to be dealt a client (R2.6).
    Dealing(Seat),
    /// Lots are about to be drawn for the first turn (R2.7).
    DrawingLots,
    /// This seat is to take a coin from the pool (R3.1).
    Taking(Seat),
    /// This seat has taken a coin of this suit and is about to look at its value (R3.1).
    Looking(Seat, Suit),
    /// This seat holds a coin of this suit and is to place it (R3.1).
    Placing(Seat, Suit),
    /// This seat is to relay (R4.1).
    Relaying(Seat),
    /// The big bust: the game is over (R5.1).
    Busted,
}

impl Stage {
    /// Whose turn it is, if it is anybody's.
    #[must_use]
    pub const fn turn(self) -> Option<Seat> {
        match self {
            Self::Laying(_) | Self::Dealing(_) | Self::DrawingLots | Self::Busted => None,
            Self::Taking(seat) | Self::Looking(seat, _) | Self::Placing(seat, _) | Self::Relaying(seat) => {
                Some(seat)
            }
        }
    }
}

/// Whose client a suit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Holder {
    /// It was dealt to this seat.
    Seat(Seat),
    /// It was dealt to nobody.
    Nobody,
}

/// A seat's last move on the board; open to all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LastMove {
    /// It placed a coin on this port (R3.1).
    Placed(Port),
    /// It relayed the stack of the first port onto the second (R4.1).
    Relayed(Port, Port),
}

/// No coin, no seat: what the flat tables below hold where nothing is.
const NONE: u8 = u8::MAX;

/// The whole table. Only the rules can reach into it; everybody else gets a [`View`](crate::View).
#[derive(Clone, Copy)]
pub struct State {
    occupied: PortSet,
    scored: CoinSet,
    turns: u32,
    pub(crate) stage: Stage,
    first: u8,
    hand: u8,
    pool: [ValueSet; SUITS],
    /// The suits the pool still has.
    suits_left: SuitSet,
    score: [u8; SUITS],
    holder: [u8; SUITS],
    port_values: [Option<Value>; PORTS],
    top: [u8; PORTS],
    heights: [u8; PORTS],
    /// The coin above each one that lies on the board; above the top of a stack comes its bottom again.
    above: [u8; COINS],
    placer: [u8; COINS],
    placements: Placements,
    /// Cache of the placements' leanings, kept up with them: every look at a table reads it.
    leanings: Leanings,
    /// The ports of each seat's last move, from and to; the same twice where a coin was placed.
    last: [[u8; 2]; MOST_SEATS],
}

#[inline]
fn seat_of(entry: u8) -> Option<Seat> {
    Seat::new(entry as usize)
}

#[inline]
fn coin_of(entry: u8) -> Option<Coin> {
    Coin::of_index(entry as usize)
}

/// The places, from the lowest byte up, of the bytes that have this value.
#[inline]
const fn equal_bytes(bytes: u64, wanted: u8) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const ALL_BUT_HIGHEST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let differing = bytes ^ (ONES * wanted as u64);
    // The highest bit of each byte that is not 0.
    let highest = ((differing & ALL_BUT_HIGHEST) + ALL_BUT_HIGHEST) | differing;
    // The lowest bit of each byte that is, and then these eight bits side by side.
    (!highest >> 7 & ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

impl State {
    /// The pieces in their box: nothing laid, nothing dealt, all coins in the pool (R2.1, R2.2).
    pub(crate) const fn new() -> Self {
        Self {
            occupied: PortSet::EMPTY,
            scored: CoinSet::EMPTY,
            turns: 0,
            stage: Stage::Laying(Suit::Suns),
            first: NONE,
            hand: NONE,
            pool: [ALL_VALUES; SUITS],
            suits_left: SuitSet::from_bits((1 << SUITS) - 1),
            score: [0; SUITS],
            holder: [NONE; SUITS],
            port_values: [None; PORTS],
            top: [NONE; PORTS],
            heights: [0; PORTS],
            above: [NONE; COINS],
            placer: [NONE; COINS],
            placements: Placements::NONE,
            leanings: Leanings::NONE,
            last: [[NONE; 2]; MOST_SEATS],
        }
    }

    pub(crate) const fn turns(&self) -> u32 {
        self.turns
    }

    pub(crate) const fn set_turns(&mut self, turns: u32) {
        self.turns = turns;
    }

    pub(crate) fn first(&self) -> Option<Seat> {
        seat_of(self.first)
    }

    pub(crate) fn set_first(&mut self, seat: Option<Seat>) {
        self.first = seat.map_or(NONE, |seat| seat.index() as u8);
    }

    pub(crate) fn hand(&self) -> Option<Coin> {
        coin_of(self.hand)
    }

    #[inline]
    pub(crate) fn set_hand(&mut self, coin: Option<Coin>) {
        self.hand = coin.map_or(NONE, |coin| coin.index() as u8);
    }

    pub(crate) const fn pool(&self, suit: Suit) -> ValueSet {
        self.pool[suit.index()]
    }

    /// The values of each suit that are in the pool.
    pub(crate) const fn pools(&self) -> &[ValueSet; SUITS] {
        &self.pool
    }

    /// The suits the pool still has.
    #[inline]
    pub(crate) const fn suits_left(&self) -> SuitSet {
        self.suits_left
    }

    #[inline]
    pub(crate) fn set_pool(&mut self, suit: Suit, values: ValueSet) {
        self.pool[suit.index()] = values;
        self.suits_left =
            if values.is_empty() { self.suits_left.without(suit) } else { self.suits_left.with(suit) };
    }

    pub(crate) const fn score(&self, suit: Suit) -> u8 {
        self.score[suit.index()]
    }

    /// Where all markers stand.
    pub(crate) const fn scores(&self) -> &[u8; SUITS] {
        &self.score
    }

    pub(crate) const fn set_score(&mut self, suit: Suit, score: u8) {
        self.score[suit.index()] = score;
    }

    /// The seat that was dealt this client.
    #[inline]
    pub(crate) fn holder(&self, suit: Suit) -> Option<Seat> {
        seat_of(self.holder[suit.index()])
    }

    /// The seats that were dealt clients, suit by suit.
    #[inline]
    pub(crate) fn holders(&self) -> impl Iterator<Item = Seat> {
        self.holder.iter().filter_map(|&holder| seat_of(holder))
    }

    /// Whose client this suit is.
    pub(crate) fn whose_client(&self, suit: Suit) -> Holder {
        self.holder(suit).map_or(Holder::Nobody, Holder::Seat)
    }

    pub(crate) const fn set_holder(&mut self, suit: Suit, seat: Seat) {
        self.holder[suit.index()] = seat.index() as u8;
    }

    /// How many clients this seat was dealt.
    pub(crate) fn clients_of(&self, seat: Seat) -> usize {
        self.holders().filter(|holder| *holder == seat).count()
    }

    pub(crate) const fn port_value(&self, port: Port) -> Option<Value> {
        self.port_values[port.index()]
    }

    /// The values of all ports.
    pub(crate) const fn port_values(&self) -> &[Option<Value>; PORTS] {
        &self.port_values
    }

    pub(crate) const fn set_port_value(&mut self, port: Port, value: Option<Value>) {
        self.port_values[port.index()] = value;
    }

    /// The ports that hold spam.
    pub(crate) const fn occupied(&self) -> PortSet {
        self.occupied
    }

    /// How many coins lie on each port.
    pub(crate) const fn heights(&self) -> &[u8; PORTS] {
        &self.heights
    }

    /// The coins on a port from the bottom up.
    pub(crate) fn stack(&self, port: Port) -> Vec<Coin> {
        let mut coins = Vec::new();
        self.each_on(port, |coin, _| coins.push(coin));
        coins
    }

    /// Goes through the coins on a port from the bottom up: each, and whether it lies on top.
    #[inline]
    pub(crate) fn each_on(&self, port: Port, mut lies: impl FnMut(Coin, bool)) {
        let Some(top) = coin_of(self.top[port.index()]) else { return };
        let mut last = top;
        while let Some(coin) = coin_of(self.above[last.index()]) {
            lies(coin, coin == top);
            if coin == top {
                break;
            }
            last = coin;
        }
    }

    /// Puts one coin on top of the port's stack.
    #[inline]
    pub(crate) fn put(&mut self, coin: Coin, port: Port) {
        let (entry, at) = (coin.index() as u8, port.index());
        self.above[coin.index()] = entry;
        if self.occupied.contains(port) {
            self.above.swap(coin.index(), self.top[at] as usize);
        }
        self.top[at] = entry;
        self.heights[at] += 1;
        self.occupied = self.occupied.with(port);
    }

    /// Puts the whole stack of one port on top of that of another; both hold spam and are not the same.
    #[inline]
    pub(crate) fn stack_onto(&mut self, from: Port, to: Port) {
        let (from_at, to_at) = (from.index(), to.index());
        // Each top now has above it what was the bottom of the other.
        self.above.swap(self.top[from_at] as usize, self.top[to_at] as usize);
        self.top[to_at] = self.top[from_at];
        self.heights[to_at] += self.heights[from_at];
        self.empty(from);
    }

    /// Takes the stack of a port off the board as scored.
    pub(crate) fn clear_away(&mut self, port: Port) {
        let mut next = coin_of(self.top[port.index()]);
        while let Some(coin) = next {
            // Round to the top again, above which nothing is any more.
            next = coin_of(self.above[coin.index()]);
            self.mark_scored(coin);
        }
        self.empty(port);
    }

    /// Nothing lies on this port any more.
    #[inline]
    fn empty(&mut self, port: Port) {
        self.top[port.index()] = NONE;
        self.heights[port.index()] = 0;
        self.occupied = self.occupied.without(port);
    }

    /// Lays a coin aside as scored; nobody needs to know any more who placed it.
    pub(crate) fn mark_scored(&mut self, coin: Coin) {
        self.scored = self.scored.with(coin);
        self.above[coin.index()] = NONE;
        self.placer[coin.index()] = NONE;
    }

    pub(crate) fn is_scored(&self, coin: Coin) -> bool {
        self.scored.contains(coin)
    }

    /// Every coin that was scored.
    pub(crate) const fn all_scored(&self) -> CoinSet {
        self.scored
    }

    pub(crate) fn scored(&self, suit: Suit) -> ValueSet {
        values_of(self.scored, suit)
    }

    /// The seat that placed this coin, while it lies on the board.
    #[inline]
    pub(crate) fn placer(&self, coin: Coin) -> Option<Seat> {
        seat_of(self.placer[coin.index()])
    }

    /// The coins on the board that this seat placed; eight at a time, for every view begins with it.
    #[inline]
    pub(crate) fn placed_by(&self, seat: Seat) -> CoinSet {
        let (eights, rest) = self.placer.as_chunks::<8>();
        let mut last = [NONE; 8];
        last[..rest.len()].copy_from_slice(rest);
        let placed = eights.iter().chain([&last]).enumerate();
        CoinSet::from_bits(placed.fold(0, |placed, (eight, placers)| {
            placed | equal_bytes(u64::from_le_bytes(*placers), seat.index() as u8) << (8 * eight)
        }))
    }

    pub(crate) const fn set_placer(&mut self, coin: Coin, seat: Seat) {
        self.placer[coin.index()] = seat.index() as u8;
    }

    pub(crate) const fn placements(&self) -> &Placements {
        &self.placements
    }

    /// The leanings behind the placements.
    pub(crate) const fn leanings(&self) -> &Leanings {
        &self.leanings
    }

    /// Everything that was placed on ports, whose values are known.
    pub(crate) fn set_placements(&mut self, placements: Placements) {
        self.placements = placements;
        self.leanings = Leanings::of_placements(&placements, &self.port_values);
    }

    /// Remembers who placed a coin of which suit where.
    pub(crate) fn remember_placing(&mut self, seat: Seat, suit: Suit, port: Port) {
        self.placements.add(seat, suit, port);
        self.leanings.add(seat, suit, self.port_value(port));
    }

    /// This seat's last move on the board.
    #[inline]
    pub(crate) fn last_move(&self, seat: Seat) -> Option<LastMove> {
        let [from, to] = self.last[seat.index()].map(|entry| Port::new(entry as usize));
        let (from, to) = (from?, to?);
        Some(if from == to { LastMove::Placed(to) } else { LastMove::Relayed(from, to) })
    }

    pub(crate) const fn set_last_move(&mut self, seat: Seat, last: LastMove) {
        let (from, to) = match last {
            LastMove::Placed(port) => (port, port),
            LastMove::Relayed(from, to) => (from, to),
        };
        self.last[seat.index()] = [from.index() as u8, to.index() as u8];
    }

    /// The turn of this seat begins.
    pub(crate) const fn begin_turn(&mut self, stage: Stage) {
        self.stage = stage;
        self.turns += 1;
    }
}
