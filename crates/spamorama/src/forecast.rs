//! Forecasts of relays' scores, as far as a viewer can tell (R4.4, R4.5).

use std::cell::Cell;
use std::ops::RangeInclusive;

use crate::coin::{ALL_VALUES, Value, ValueSet};
use crate::points::{PortSuit, client_points};
use crate::port::{Port, PortSet};
use crate::relay::isolated_by_emptying;
use crate::suit::{SUITS, Suit};
use crate::{Network, SeenCoin, View};

/// A viewer's forecast of relays' scores.
pub struct Forecast<'a> {
    network: &'a Network,
    view: &'a View,
    /// The values of each suit that may lie anywhere.
    unknown: [ValueSet; SUITS],
    /// The last answer about isolation: relays from one port are asked about together.
    isolated: Cell<Option<(Port, PortSet)>>,
}

/// Clients' gains from some stacks, as far as a viewer can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gains {
    /// Points that are certain.
    sure: [u8; SUITS],
    /// Coins of each suit whose value the viewer does not know.
    hidden: [u8; SUITS],
    /// Whether the suit is there at all.
    present: [bool; SUITS],
    /// The fewest and the most points that the hidden coins have.
    spread: [(u8, u8); SUITS],
    /// Coins whose very suit the viewer does not know.
    pub unseen: usize,
}

impl Gains {
    /// The fewest and the most points this client would get; nothing if none of its coins is seen.
    #[must_use]
    pub fn of(&self, suit: Suit) -> Option<RangeInclusive<u8>> {
        let index = suit.index();
        let (low, high) = self.spread[index];
        self.present[index].then(|| self.sure[index] + low..=self.sure[index] + high)
    }

    /// Whether nothing would be scored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.unseen == 0 && self.present == [false; SUITS]
    }
}

impl<'a> Forecast<'a> {
    /// The forecast from this view.
    #[must_use]
    pub fn new(network: &'a Network, view: &'a View) -> Self {
        let unknown = view.known_values().map(|known| ALL_VALUES.difference(known));
        Self { network, view, unknown, isolated: Cell::new(None) }
    }

    /// R4.4: the ports that would stand alone if the stack of this one were relayed.
    #[must_use]
    pub fn isolated(&self, from: Port) -> PortSet {
        let holds = |port: &Port| *port != from && self.view.heights[port.index()] > 0;
        let known = self.isolated.get().filter(|(port, _)| *port == from).map(|(_, isolated)| isolated);
        let isolated = known.unwrap_or_else(|| {
            isolated_by_emptying(self.network, from, |ports| ports.iter().filter(holds).collect())
        });
        self.isolated.set(Some((from, isolated)));
        isolated
    }

    /// The values of this suit that the viewer cannot point at.
    pub(crate) const fn unknown(&self, suit: Suit) -> ValueSet {
        self.unknown[suit.index()]
    }

    /// The gains of all these ports together if the stack of one port were relayed onto another.
    #[must_use]
    pub fn gains(&self, ports: PortSet, from: Port, to: Port) -> Gains {
        let mut gains = Gains::default();
        for port in ports.iter() {
            let above = if port == to { self.view.stack(from) } else { &[] };
            self.add(port, self.view.stack(port).iter().chain(above), &mut gains);
        }
        for (index, unknown) in self.unknown.iter().enumerate() {
            let hidden = gains.hidden[index].into();
            if hidden > 0 {
                let low = unknown.iter().take(hidden).map(Value::points).sum();
                let high = unknown.iter().rev().take(hidden).map(Value::points).sum();
                gains.spread[index] = (low, high);
            }
        }
        gains
    }

    /// Adds the certain gains of the stack of one port.
    fn add<'c>(&self, port: Port, stack: impl Iterator<Item = &'c SeenCoin>, gains: &mut Gains) {
        let (mut coins, mut points) = ([0; SUITS], [0; SUITS]);
        for coin in stack {
            let Some(suit) = coin.suit else {
                gains.unseen += 1;
                continue;
            };
            coins[suit.index()] += 1;
            match coin.value {
                Some(value) => points[suit.index()] += value.points(),
                None => gains.hidden[suit.index()] += 1,
            }
        }
        let worth = self.view.port_values[port.index()].map_or(0, Value::points);
        let own = self.network.suit(port).index();
        for (index, &count) in coins.iter().enumerate().filter(|(_, count)| **count > 0) {
            let whose = if index == own { PortSuit::Own } else { PortSuit::Other };
            gains.sure[index] += client_points(count, points[index], worth, whose);
            gains.present[index] = true;
        }
    }
}
