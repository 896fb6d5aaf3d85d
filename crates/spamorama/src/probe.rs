//! Methods of Spam-O-Rama for tests alone.

use table::{Luck, Probe};

use crate::coin::Coin;
use crate::port::{PORTS, Port};
use crate::suit::{SUITS, Suit};
use crate::{Action, SpamORama, State};

const PORT_TILES: usize = 60;
const CLIENT_TILES: usize = PORT_TILES + PORTS;

/// How many pieces there are: coins, port tiles, client tiles.
const PIECES: usize = CLIENT_TILES + SUITS;

impl Probe for SpamORama {
    /// Coins are pieces 0 to 59, port tiles 60 to 119, client tiles 120 to 131.
    fn pieces(&self, state: &State, found: &mut dyn FnMut(usize)) {
        for suit in Suit::ALL {
            for value in state.pool(suit).iter() {
                found(Coin::new(suit, value).index());
            }
            let tiles = PORT_TILES + suit.index() * 5;
            let laid = self.network().ports_of(suit).map(|port| state.port_value(port));
            if laid == [None; 5] {
                (tiles..tiles + 5).for_each(&mut *found);
            }
            for value in laid.into_iter().flatten() {
                found(tiles + usize::from(value.points()) - 1);
            }
            if state.holder(suit).is_none() {
                found(CLIENT_TILES + suit.index());
            }
        }
        for port in state.occupied().iter() {
            state.each_on(port, |coin, _| found(coin.index()));
        }
        for coin in Coin::all().filter(|&coin| state.is_scored(coin)) {
            found(coin.index());
        }
        if let Some(coin) = state.hand() {
            found(coin.index());
        }
        for seat in self.seat_count().iter() {
            let held = Suit::ALL.into_iter().filter(|&suit| state.holder(suit) == Some(seat));
            held.for_each(|suit| found(CLIENT_TILES + suit.index()));
        }
    }

    fn piece_count(&self) -> usize {
        PIECES
    }

    fn any_action(&self, luck: &mut impl Luck) -> Action {
        let mut port = || {
            Port::new(luck.below(60) as usize).unwrap_or_else(|| Port::all().next().expect("there are ports"))
        };
        let (one, other) = (port(), port());
        match luck.below(4) {
            0 => Action::Take(luck.pick(&Suit::ALL).unwrap_or(Suit::Suns)),
            1 => Action::Place(one),
            2 => Action::Relay { from: one, to: other },
            _ => Action::Relay { from: one, to: self.network().adjacent(one).first().unwrap_or(other) },
        }
    }
}
