//! Arrangements: a table in the middle of phase two, laid out by hand for tests, puzzles and examples.

use table::Seat;
use thiserror::Error;

use crate::coin::{Coin, Value, ValueSet, digits, points};
use crate::imagine::fits_marker;
use crate::points::{PortSuit, client_points};
use crate::port::{ALL_PORTS, Port};
use crate::setup::clients_each;
use crate::suit::{SUITS, Suit};
use crate::{SpamORama, Stage, State, relay};

/// A table in phase two, laid out by hand. Coins that lie on no port have been scored.
///
/// Unless said otherwise the ports of every suit have the values 1 to 5 in reading order, clients are dealt in the
/// order of the suits, coins were placed in turn, every scored coin got one point from its port, and A is to relay.
#[derive(Debug, Clone)]
pub struct Arrangement<'a> {
    game: &'a SpamORama,
    turn: Option<Seat>,
    stacks: Vec<(String, String)>,
    values: Vec<(String, u8)>,
    clients: Vec<(Seat, Suit)>,
    scores: Vec<(Suit, u8)>,
    placers: Vec<(Seat, String)>,
}

/// Why an arrangement is no table that could come up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ArrangementError {
    /// The network has no such port.
    #[error("there is no port '{0}' in this network")]
    NoSuchPort(String),
    /// A text that is no coin.
    #[error("'{0}' is not a coin; write letter and value, such as P3 for the 3 of Suns")]
    NotACoin(String),
    /// A number that no port has.
    #[error("{0} is not the value of a port; values are 1 to 5")]
    NotAValue(u8),
    /// A coin lies in two places.
    #[error("the coin {0} lies in two places; every coin is somewhere exactly once")]
    CoinTwice(Coin),
    /// A stack lies where it would have been scored.
    #[error("the stack on {0} stands alone; it would have been scored")]
    StandsAlone(String),
    /// No stack lies on any port.
    #[error("no spam is on the board; the game would be over")]
    NothingToRelay,
    /// A seat that is not at the table.
    #[error("seat {0} is not at this table")]
    NoSuchSeat(Seat),
    /// A seat has too few or too many clients, or a client has two seats.
    #[error("{seat} has {found} clients; every player has {wanted}")]
    ClientCount {
        /// The seat.
        seat: Seat,
        /// How many it has.
        found: usize,
        /// How many it should have.
        wanted: usize,
    },
    /// A marker stands where it cannot.
    #[error(
        "the marker of {suit} cannot stand at {score} when its coins {coins} have been scored",
        coins = digits(*scored)
    )]
    ImpossibleScore {
        /// The suit.
        suit: Suit,
        /// Where its marker should stand.
        score: u8,
        /// Its coins that lie on no port.
        scored: ValueSet,
    },
}

impl<'a> Arrangement<'a> {
    /// An arrangement for this game with nothing on its ports yet.
    #[must_use]
    pub const fn new(game: &'a SpamORama) -> Self {
        Self {
            game,
            turn: None,
            stacks: Vec::new(),
            values: Vec::new(),
            clients: Vec::new(),
            scores: Vec::new(),
            placers: Vec::new(),
        }
    }

    /// Puts these coins on a port, from the bottom up: `.stack("c4", "P1 T2")`.
    #[must_use]
    pub fn stack(mut self, port: &str, coins: &str) -> Self {
        self.stacks.push((port.to_owned(), coins.to_owned()));
        self
    }

    /// Gives a port this value; the port of its suit that had it gets the old one.
    #[must_use]
    pub fn value(mut self, port: &str, value: u8) -> Self {
        self.values.push((port.to_owned(), value));
        self
    }

    /// Deals a seat these clients; with the first such call nothing is dealt by itself any more.
    #[must_use]
    pub fn clients(mut self, seat: Seat, clients: &[Suit]) -> Self {
        self.clients.extend(clients.iter().map(|&client| (seat, client)));
        self
    }

    /// Puts the marker of a client here.
    #[must_use]
    pub fn score(mut self, client: Suit, score: u8) -> Self {
        self.scores.push((client, score));
        self
    }

    /// Says who placed these coins.
    #[must_use]
    pub fn placed_by(mut self, seat: Seat, coins: &str) -> Self {
        self.placers.push((seat, coins.to_owned()));
        self
    }

    /// Says who is to relay.
    #[must_use]
    pub const fn turn(mut self, seat: Seat) -> Self {
        self.turn = Some(seat);
        self
    }

    /// The state laid out, or its error.
    pub fn build(&self) -> Result<State, ArrangementError> {
        let mut state = State::new();
        self.lay_ports(&mut state)?;
        self.stack_coins(&mut state)?;
        self.put_markers(&mut state)?;
        self.deal_clients(&mut state)?;
        let first = self.game.seat_count().iter().next();
        state.set_first(first);
        let turn = self.turn.or(first).ok_or(ArrangementError::NothingToRelay)?;
        self.seated(turn)?;
        let emptied = ALL_PORTS.difference(state.occupied()).len() as u32;
        state.set_turns(60 + emptied);
        state.begin_turn(Stage::Relaying(turn));
        Ok(state)
    }

    fn port(&self, name: &str) -> Result<Port, ArrangementError> {
        let port = self.game.network().port_named(name);
        port.ok_or_else(|| ArrangementError::NoSuchPort(name.to_owned()))
    }

    fn seated(&self, seat: Seat) -> Result<(), ArrangementError> {
        match self.game.seat_count().contains(seat) {
            true => Ok(()),
            false => Err(ArrangementError::NoSuchSeat(seat)),
        }
    }

    fn lay_ports(&self, state: &mut State) -> Result<(), ArrangementError> {
        let network = self.game.network();
        for suit in Suit::ALL {
            for (port, value) in network.ports_of(suit).into_iter().zip(Value::ALL) {
                state.set_port_value(port, Some(value));
            }
        }
        for (name, value) in &self.values {
            let port = self.port(name)?;
            let value = Value::new(*value).ok_or(ArrangementError::NotAValue(*value))?;
            let old = state.port_value(port);
            for other in network.ports_of(network.suit(port)) {
                if state.port_value(other) == Some(value) {
                    state.set_port_value(other, old);
                }
            }
            state.set_port_value(port, Some(value));
        }
        Ok(())
    }

    fn stack_coins(&self, state: &mut State) -> Result<(), ArrangementError> {
        for suit in Suit::ALL {
            state.set_pool(suit, ValueSet::EMPTY);
        }
        let mut lying: Vec<Coin> = Vec::new();
        for (name, coins) in &self.stacks {
            let port = self.port(name)?;
            for coin in read_coins(coins)? {
                if lying.contains(&coin) {
                    return Err(ArrangementError::CoinTwice(coin));
                }
                lying.push(coin);
                state.put(coin, port);
            }
        }
        let seats = self.game.seat_count();
        for coin in Coin::all() {
            if !lying.contains(&coin) {
                state.mark_scored(coin);
            } else if let Some(seat) = Seat::new(coin.index() % seats.get()) {
                state.set_placer(coin, seat);
            }
        }
        for (seat, coins) in &self.placers {
            self.seated(*seat)?;
            for coin in read_coins(coins)?.into_iter().filter(|coin| lying.contains(coin)) {
                state.set_placer(coin, *seat);
            }
        }
        let network = self.game.network();
        if state.occupied().is_empty() {
            return Err(ArrangementError::NothingToRelay);
        }
        let alone =
            |&port: &Port| relay::is_isolated(network, port, |ports| ports.intersection(state.occupied()));
        match state.occupied().iter().find(alone) {
            Some(port) => Err(ArrangementError::StandsAlone(network.place(port).to_string())),
            None => Ok(()),
        }
    }

    fn put_markers(&self, state: &mut State) -> Result<(), ArrangementError> {
        for suit in Suit::ALL {
            let scored = state.scored(suit);
            let said = self.scores.iter().rev().find(|(said, _)| *said == suit);
            let score = said
                .map_or(client_points(scored.len() as u8, points(scored), 1, PortSuit::Own), |(_, score)| {
                    *score
                });
            if !fits_marker(score, scored) {
                return Err(ArrangementError::ImpossibleScore { suit, score, scored });
            }
            state.set_score(suit, score);
        }
        Ok(())
    }

    fn deal_clients(&self, state: &mut State) -> Result<(), ArrangementError> {
        let seats = self.game.seat_count();
        let wanted = clients_each(seats);
        let in_order = || {
            let places = seats.iter().flat_map(|seat| [seat; SUITS].into_iter().take(wanted));
            places.zip(Suit::ALL).collect()
        };
        let dealt: Vec<(Seat, Suit)> = match self.clients.is_empty() {
            true => in_order(),
            false => self.clients.clone(),
        };
        for (seat, suit) in dealt {
            self.seated(seat)?;
            state.set_holder(suit, seat);
        }
        let counts = seats.iter().map(|seat| (seat, state.clients_of(seat)));
        match counts.into_iter().find(|(_, found)| *found != wanted) {
            Some((seat, found)) => Err(ArrangementError::ClientCount { seat, found, wanted }),
            None => Ok(()),
        }
    }
}

fn read_coins(text: &str) -> Result<Vec<Coin>, ArrangementError> {
    let coin =
        |word: &str| Coin::of_notation(word).ok_or_else(|| ArrangementError::NotACoin(word.to_owned()));
    text.split_whitespace().map(coin).collect()
}
