//! Events at the table.

use table::{Clause, Ending, Seat};

use crate::{Coin, Holder, Port, SUITS, Suit, Value};

/// Something that happened, in the past tense. Where a value is `None`, the hearer may not know it.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The five ports of a suit were laid, with these values in reading order.
    Laid {
        /// The suit.
        suit: Suit,
        /// The values of its ports in reading order.
        values: [Value; 5],
    },
    /// A client was dealt.
    Dealt {
        /// To whom.
        seat: Seat,
        /// Which client, for that seat alone.
        client: Option<Suit>,
    },
    /// The first player was found.
    WentFirst {
        /// Which seat it is.
        seat: Seat,
    },
    /// A coin was taken from the pool.
    Took {
        /// By whom.
        seat: Seat,
        /// The suit on its back.
        suit: Suit,
    },
    /// The coin just taken was looked at.
    Looked {
        /// By whom.
        seat: Seat,
        /// The suit on its back.
        suit: Suit,
        /// The value on its face, for that seat alone.
        value: Option<Value>,
    },
    /// The coin was placed.
    Placed {
        /// By whom.
        seat: Seat,
        /// The suit on its back.
        suit: Suit,
        /// On which port.
        port: Port,
    },
    /// All sixty coins lie on the ports.
    ScanEnded,
    /// A stack was relayed.
    Relayed {
        /// By whom.
        seat: Seat,
        /// The port it lay on.
        from: Port,
        /// The port it went to.
        to: Port,
        /// How many coins it had.
        coins: usize,
    },
    /// A port stood alone, and its coins were turned up.
    Isolated {
        /// The port.
        port: Port,
        /// Its coins from the bottom up.
        coins: Vec<Coin>,
    },
    /// The stack of an isolated port was scored.
    Scored {
        /// The port.
        port: Port,
        /// The points of each client in the stack, with its new marker.
        points: Vec<Points>,
    },
    /// The big bust: all clients were revealed.
    Busted {
        /// Whose client each suit was.
        clients: [Holder; SUITS],
    },
    /// The game was won.
    Won {
        /// By whom and how.
        ending: Ending,
    },
}

/// One client's points out of one stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Points {
    /// The client.
    pub client: Suit,
    /// The points it got.
    pub points: u8,
    /// Where its marker stands now.
    pub total: u8,
}

impl table::Event for Event {
    fn clause(&self) -> Clause {
        Clause(match self {
            Self::Laid { .. } => "R2.3",
            Self::Dealt { .. } => "R2.6",
            Self::WentFirst { .. } => "R2.7",
            Self::Took { .. } | Self::Placed { .. } => "R3.1",
            Self::Looked { .. } => "R3.2",
            Self::ScanEnded => "R3.3",
            Self::Relayed { .. } => "R4.1",
            Self::Isolated { .. } => "R4.4",
            Self::Scored { .. } => "R4.5",
            Self::Busted { .. } => "R5.1",
            Self::Won { ending } => return ending.clause,
        })
    }

    fn reveals(&self) -> bool {
        match self {
            Self::Isolated { .. } | Self::Scored { .. } | Self::Busted { .. } | Self::Won { .. } => true,
            Self::Laid { .. }
            | Self::Dealt { .. }
            | Self::WentFirst { .. }
            | Self::Took { .. }
            | Self::Looked { .. }
            | Self::Placed { .. }
            | Self::ScanEnded
            | Self::Relayed { .. } => false,
        }
    }
}
