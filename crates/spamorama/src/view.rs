//! One viewer's view of the table.

use serde::{Deserialize, Serialize};
use table::{Seat, Viewer};

use crate::coin::{COINS, CoinSet, Value, ValueSet, values_of};
use crate::port::{PORTS, Port, PortSet, by_port};
use crate::suit::{SUITS, Suit};
use crate::{Holder, LastMove, Leanings, Placements, SpamORama, Stage, State};

/// A viewer's view of the table, and with the memory aid everything they saw and can conclude (R4.7).
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
    /// Each seat's last move on the board.
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
    let look = game.look(state, viewer);
    let board = look.board();
    let mut coins = Vec::with_capacity(COINS);
    board.tell(|_, _, coin| coins.push(coin));
    View {
        viewer,
        stage: look.stage(),
        turns: look.turns(),
        first: look.first(),
        port_values: *look.port_values(),
        heights: *board.heights(),
        coins,
        hand: look.hand(),
        pool: look.pool(),
        scores: *look.scores(),
        scored: look.scored().map(by_suit),
        placements: look.placements().copied(),
        last_moves: std::array::from_fn(|index| Seat::new(index).and_then(|seat| look.last_move(seat))),
        clients: Suit::ALL.map(|suit| look.client(suit)),
        client_counts: look.client_counts(),
    }
}

/// The values of these coins, suit by suit.
fn by_suit(coins: CoinSet) -> [ValueSet; SUITS] {
    Suit::ALL.map(|suit| values_of(coins, suit))
}
