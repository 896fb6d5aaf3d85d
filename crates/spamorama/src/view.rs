//! What one viewer may see of the table.

use serde::{Deserialize, Serialize};
use table::{Element as _, Seat, Viewer};

use crate::coin::{COINS, Coin, CoinSet, Value, ValueSet, coins_of};
use crate::port::{PORTS, Port, PortSet, by_port};
use crate::suit::{SUITS, Suit};
use crate::{Holder, LastMove, Leanings, Memory, Placements, SpamORama, Stage, State};

/// What a viewer sees of the table, and with the memory aid what they saw and can conclude (R4.7).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// How far the game has come and whom it is up to.
    pub stage: Stage,
    /// How many turns have begun.
    pub turns: u32,
    /// Who went first.
    pub first: Option<Seat>,
    /// The value of each port, once it is laid.
    #[serde(with = "by_port")]
    pub port_values: [Option<Value>; PORTS],
    /// How many coins lie on each port.
    #[serde(with = "by_port")]
    pub heights: [u8; PORTS],
    /// The coins on the board, port by port in reading order, each stack from the bottom up.
    pub coins: Vec<SeenCoin>,
    /// The coin somebody holds and is to place.
    pub hand: Option<SeenCoin>,
    /// How many coins of each suit are in the pool.
    pub pool: [u8; SUITS],
    /// Where each client's marker stands.
    pub scores: [u8; SUITS],
    /// The coins of each suit that have been scored; `None` without the memory aid.
    pub scored: Option<[ValueSet; SUITS]>,
    /// Who placed which suit on which port; `None` without the memory aid.
    pub placements: Option<Placements>,
    /// What each seat did last on the board.
    pub last_moves: [Option<LastMove>; table::MOST_SEATS],
    /// Whose client each suit is, as far as the viewer knows.
    pub clients: [Option<Holder>; SUITS],
    /// How many clients each seat has been dealt.
    pub client_counts: [u8; table::MOST_SEATS],
}

/// A coin as a viewer sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenCoin {
    /// The suit on its back; `None` inside a stack without the memory aid.
    pub suit: Option<Suit>,
    /// The value on its face, if the viewer knows it.
    pub value: Option<Value>,
    /// Who placed it, and so knows it; `None` without the memory aid and before it is placed.
    pub placer: Option<Seat>,
}

impl SeenCoin {
    /// A coin of which nothing can be seen.
    pub const HIDDEN: Self = Self { suit: None, value: None, placer: None };
}

impl View {
    /// The coins on a port from the bottom up, as the viewer sees them.
    #[must_use]
    pub fn stack(&self, port: Port) -> &[SeenCoin] {
        let sum = |heights: &[u8]| heights.iter().map(|&height| height as usize).sum::<usize>();
        let start = sum(&self.heights[..port.index()]);
        let end = start + self.heights[port.index()] as usize;
        self.coins.get(start..end).unwrap_or_default()
    }

    /// The ports that hold spam.
    #[must_use]
    pub fn occupied(&self) -> PortSet {
        Port::all().filter(|port| self.heights[port.index()] > 0).collect()
    }

    /// The values of each suit whose coins the viewer can point at: on the board, in hand, or scored.
    #[must_use]
    pub fn known_values(&self) -> [ValueSet; SUITS] {
        let mut known = self.scored.unwrap_or_default();
        for coin in self.coins.iter().chain(&self.hand) {
            if let (Some(suit), Some(value)) = (coin.suit, coin.value) {
                known[suit.index()] = known[suit.index()].with(value);
            }
        }
        known
    }

    /// How much the ports were worth on which each seat placed each suit; `None` without the memory aid.
    #[must_use]
    pub fn leanings(&self) -> Option<Leanings> {
        self.placements.map(|placements| Leanings::of_placements(&placements, &self.port_values))
    }

    /// The clients the viewer knows to be this seat's.
    pub fn clients_of(&self, seat: Seat) -> impl Iterator<Item = Suit> {
        let held = Some(Holder::Seat(seat));
        Suit::ALL.into_iter().filter(move |suit| self.clients[suit.index()] == held)
    }
}

/// Builds up what a viewer sees.
pub(crate) fn view(game: &SpamORama, state: &State, viewer: Viewer) -> View {
    let board = Board::of(state, viewer);
    let sight = Sight::new(game, state, viewer, &board);
    let mut client_counts = [0; table::MOST_SEATS];
    for seat in Suit::ALL.into_iter().filter_map(|suit| state.holder(suit)) {
        client_counts[seat.index()] += 1;
    }
    View {
        viewer,
        stage: state.stage,
        turns: state.turns(),
        first: state.first(),
        port_values: state.port_values(),
        heights: board.heights,
        coins: match game.memory() {
            Memory::On => board.coins().iter().map(|coin| sight.remembered(state, *coin)).collect(),
            Memory::Off => board.in_sight(),
        },
        hand: state.hand().map(|coin| sight.in_hand(state, coin)),
        pool: Suit::ALL.map(|suit| state.pool(suit).len() as u8),
        scores: Suit::ALL.map(|suit| state.score(suit)),
        scored: match game.memory() {
            Memory::On => Some(Suit::ALL.map(|suit| state.scored(suit))),
            Memory::Off => None,
        },
        placements: match game.memory() {
            Memory::On => Some(state.placements()),
            Memory::Off => None,
        },
        last_moves: std::array::from_fn(|index| Seat::new(index).and_then(|seat| state.last_move(seat))),
        clients: Suit::ALL.map(|suit| seen_client(state, viewer, suit)),
        client_counts,
    }
}

/// Whose client this suit is, as far as the viewer may know (R2.6, R5.1).
fn seen_client(state: &State, viewer: Viewer, suit: Suit) -> Option<Holder> {
    let holder = state.whose_client(suit);
    match holder {
        Holder::Seat(_) | Holder::Nobody if state.stage == Stage::Busted => Some(holder),
        Holder::Seat(seat) if viewer.is(seat) => Some(holder),
        Holder::Seat(_) | Holder::Nobody => None,
    }
}

/// What lies on the board, in the order of a view.
struct Board {
    lying: [Coin; COINS],
    count: usize,
    heights: [u8; PORTS],
    /// The coins that the viewer placed.
    own: CoinSet,
}

impl Board {
    fn of(state: &State, viewer: Viewer) -> Self {
        let mut board =
            Self { lying: [Coin::at(0); COINS], count: 0, heights: [0; PORTS], own: CoinSet::EMPTY };
        let (mut count, mut own) = (0, CoinSet::EMPTY);
        for port in state.occupied().iter() {
            let bottom = count;
            for coin in state.stack_down(port) {
                board.lying[count] = coin;
                count += 1;
                let is_own = state.placer(coin).is_some_and(|seat| viewer.is(seat));
                own = own.union(CoinSet::from_bits(u64::from(is_own) << coin.index()));
            }
            // Most stacks are of one coin.
            if count > bottom + 1 {
                board.lying[bottom..count].reverse();
            }
            board.heights[port.index()] = (count - bottom) as u8;
        }
        Self { count, own, ..board }
    }

    fn coins(&self) -> &[Coin] {
        &self.lying[..self.count]
    }

    /// Without the memory aid: the suit of whatever lies on top.
    fn in_sight(&self) -> Vec<SeenCoin> {
        let mut coins = vec![SeenCoin::HIDDEN; self.count];
        let mut above = 0;
        for height in self.heights.iter().filter(|height| **height > 0) {
            above += usize::from(*height);
            coins[above - 1].suit = Some(self.lying[above - 1].suit());
        }
        coins
    }
}

/// What a viewer can make of a coin.
struct Sight {
    viewer: Viewer,
    known: CoinSet,
}

impl Sight {
    fn new(game: &SpamORama, state: &State, viewer: Viewer, board: &Board) -> Self {
        let known = match game.memory() {
            Memory::On => remembered(state, viewer, board),
            Memory::Off => CoinSet::EMPTY,
        };
        Self { viewer, known }
    }

    /// A coin on the board, with the memory aid.
    fn remembered(&self, state: &State, coin: Coin) -> SeenCoin {
        SeenCoin { suit: Some(coin.suit()), value: self.known_value(coin), placer: state.placer(coin) }
    }

    fn in_hand(&self, state: &State, coin: Coin) -> SeenCoin {
        let looks = state.stage.turn().is_some_and(|seat| self.viewer.is(seat));
        SeenCoin {
            suit: Some(coin.suit()),
            value: if looks { Some(coin.value()) } else { self.known_value(coin) },
            placer: None,
        }
    }

    fn known_value(&self, coin: Coin) -> Option<Value> {
        self.known.contains(coin).then(|| coin.value())
    }
}

/// The coins whose values a viewer has seen; who knows four of a suit knows the fifth (R4.6, R4.7).
fn remembered(state: &State, viewer: Viewer, board: &Board) -> CoinSet {
    let mut seen = state.all_scored().union(board.own);
    if let Some(seat) = viewer.seat() {
        let held = state.hand().filter(|_| state.stage.turn() == Some(seat));
        seen = held.map_or(seen, |coin| seen.with(coin));
    }
    for suit in Suit::ALL {
        let coins = coins_of(suit);
        if coins.difference(seen).without_first().is_empty() {
            seen = seen.union(coins);
        }
    }
    seen
}
