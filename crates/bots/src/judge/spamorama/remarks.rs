//! Remarks on a choice of Spam-O-Rama in a few words, as its player would say it: out of its view alone.

use spamorama::{Action, Forecast, Gains, Network, Port, PortSet, SpamORama, Stage, Suit, Value, View};
use table::Seat;

/// A seat's remarks on its choices.
pub(super) struct Remarks<'a> {
    pub(super) game: &'a SpamORama,
    pub(super) view: &'a View,
    pub(super) seat: Seat,
}

impl Remarks<'_> {
    pub(super) fn of(&self, action: Action) -> String {
        match action {
            Action::Take(suit) if self.is_mine(suit) => {
                "I will know where this coin of my client lies".to_owned()
            }
            Action::Take(_) => "I choose where it goes".to_owned(),
            Action::Place(port) => self.placing(port),
            Action::Relay { from, to } => self.relaying(from, to),
        }
    }

    fn network(&self) -> &Network {
        self.game.network()
    }

    fn is_mine(&self, suit: Suit) -> bool {
        self.view.clients_of(self.seat).any(|client| client == suit)
    }

    fn worth(&self, port: Port) -> u8 {
        self.view.port_values[port.index()].map_or(0, Value::points)
    }

    /// How many coins of the seat's clients it sees on a port.
    fn mine_on(&self, port: Port) -> usize {
        self.view.stack(port).iter().filter_map(|coin| coin.suit).filter(|&suit| self.is_mine(suit)).count()
    }

    fn placing(&self, port: Port) -> String {
        let whose = match self.view.stage {
            Stage::Placing(_, suit) if self.is_mine(suit) => "a",
            Stage::Placing(..)
            | Stage::Laying(_)
            | Stage::Dealing(_)
            | Stage::DrawingLots
            | Stage::Taking(_)
            | Stage::Looking(..)
            | Stage::Relaying(_)
            | Stage::Busted => "no",
        };
        let beside = self.network().adjacent(port);
        let best = beside.iter().map(|port| self.worth(port)).max().unwrap_or(0);
        let worth = self.worth(port);
        let own: usize = beside.iter().map(|port| self.mine_on(port)).sum();
        let own = if own > 0 { format!(", with {} of my clients", coins(own)) } else { String::new() };
        let held = match beside.intersection(self.view.occupied()).len() {
            0 => "none holds".to_owned(),
            1 => "one holds".to_owned(),
            held => format!("{held} hold"),
        };
        format!(
            "{whose} client of mine gets {worth} if it stays there; of {} ports beside it {held} spam{own}, and the best is worth {best}",
            beside.len()
        )
    }

    /// The score of a relay, or else the stack that is nearer to standing alone, and the coins it moves.
    fn relaying(&self, from: Port, to: Port) -> String {
        let alone = Forecast::new(self.network(), self.view).isolated(from);
        let seen = |port: Port| self.view.stack(port).iter().all(|coin| coin.suit.is_some());
        let parts = if [from, to].into_iter().chain(alone.iter()).all(seen) {
            let scored = self.scoring(alone, from, to);
            let left = if scored.is_none() { self.leaving(from) } else { None };
            [scored, Some(self.moving(from, to)), left]
        } else {
            let (here, there) = (self.worth(from), self.worth(to));
            let moved = format!("the port is worth {here}, the next one {there}");
            [Some("what lies below I can only guess".to_owned()), Some(moved), self.leaving(from)]
        };
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// R4.4: the gains, where something stands alone then.
    fn scoring(&self, alone: PortSet, from: Port, to: Port) -> Option<String> {
        if alone.is_empty() {
            return None;
        }
        let gains = Forecast::new(self.network(), self.view).gains(alone, from, to);
        let others = range(points(&gains, |suit| !self.is_mine(suit)));
        Some(match points(&gains, |suit| self.is_mine(suit)) {
            (_, 0) => format!("it scores {others} for other suits and nothing for my clients"),
            own => {
                let (own, lowest) = (range(own), self.lowest(&gains));
                format!("it scores {own} for my clients{lowest}, and {others} for other suits")
            }
        })
    }

    /// R5.2: whether the client that counts is among those that are scored.
    fn lowest(&self, gains: &Gains) -> &'static str {
        let score = |suit: Suit| self.view.scores[suit.index()];
        let own = || self.view.clients_of(self.seat);
        let (least, most) = (own().map(score).min(), own().map(score).max());
        let helped = own().any(|suit| Some(score(suit)) == least && gains.of(suit).is_some());
        match helped {
            _ if least == most => "",
            true => ", my lowest among them",
            false => ", but not for my lowest",
        }
    }

    /// Whose coins go where.
    fn moving(&self, from: Port, to: Port) -> String {
        let (here, there) = (self.worth(from), self.worth(to));
        match (self.mine_on(from), self.mine_on(to)) {
            (0, 0) => {
                let others = coins(self.view.stack(from).len());
                format!("it takes {others} of other suits from a port worth {here} to one worth {there}")
            }
            (0, under) => format!("it covers {} of my clients on a port worth {there}", coins(under)),
            (own, _) => {
                format!("it takes {} of my clients from a port worth {here} to one worth {there}", coins(own))
            }
        }
    }

    /// The stack beside an emptied port with one neighbour left; most coins of the seat's clients first.
    fn leaving(&self, from: Port) -> Option<String> {
        let left = |port: Port| {
            let beside = self.network().adjacent(port).intersection(self.view.occupied());
            beside.iter().filter(|&other| other != from).count()
        };
        let beside = self.network().adjacent(from).intersection(self.view.occupied());
        let nearly = beside.iter().filter(|&port| left(port) == 1);
        let port = nearly.max_by_key(|&port| (self.mine_on(port), std::cmp::Reverse(port)))?;
        let place = self.network().place(port);
        Some(match self.mine_on(port) {
            0 => format!("{place} has one neighbour left"),
            own => format!("{place} with {} of my clients has one neighbour left", coins(own)),
        })
    }
}

/// The sum of some suits' gains, at least and at most.
fn points(gains: &Gains, of: impl Fn(Suit) -> bool) -> (u32, u32) {
    let some = Suit::ALL.into_iter().filter(|&suit| of(suit)).filter_map(|suit| gains.of(suit));
    some.fold((0, 0), |(low, high), points| {
        (low + u32::from(*points.start()), high + u32::from(*points.end()))
    })
}

fn range((low, high): (u32, u32)) -> String {
    match (low, high) {
        (0, 0) => "nothing".to_owned(),
        _ if low == high => low.to_string(),
        _ => format!("{low} to {high}"),
    }
}

fn coins(count: usize) -> String {
    if count == 1 { "a coin".to_owned() } else { format!("{count} coins") }
}
