//! Why something may not be done, in a sentence with its clause.

use table::{Clause, Prose, Seat};
use thiserror::Error;

use crate::{Place, Stage, Suit};

/// Why an input is not taken. Nothing here depends on what its reader may not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over: every stack is scored and the clients are revealed")]
    GameOver,
    /// No such seat is at this table.
    #[error("seat {0} is not at this table")]
    NotAtTheTable(Seat),
    /// It is somebody else's turn to take and place.
    #[error("{}", not_your_turn("scan", *.0))]
    NotYourScan(Seat),
    /// It is somebody else's turn to relay.
    #[error("{}", not_your_turn("relay", *.0))]
    NotYourRelay(Seat),
    /// The network is still being laid.
    #[error("the ports are still being laid; wait until the set-up is done")]
    StillLaying,
    /// Clients are still being dealt.
    #[error("the clients are still being dealt; wait until the set-up is done")]
    StillDealing,
    /// It is not yet known who goes first.
    #[error("lots are still being drawn for the first turn; wait until somebody has it")]
    StillDrawingLots,
    /// The value of the coin just taken is not known yet.
    #[error("look at the value of the coin first; it is placed only then")]
    NotLookedYet,
    /// A coin is in hand already.
    #[error("you have taken a coin of {0} already; place it on a port without a coin")]
    CoinInHand(Suit),
    /// The pool has no coin of that suit.
    #[error("no coin of {0} is left in the pool; take one of another suit")]
    SuitNotInPool(Suit),
    /// Nothing is in hand that could be placed.
    #[error("you have no coin to place; take one from the pool first")]
    NothingToPlace,
    /// The port holds a coin already.
    #[error("{0} holds a coin already; place yours on a port without one")]
    PortTaken(Place),
    /// All coins have been taken and placed.
    #[error("all coins lie on the ports; scanning is over, so relay a stack instead")]
    ScanIsOver,
    /// Not all coins have been placed yet.
    #[error("relaying begins when all 60 coins lie on the ports; until then take a coin and place it")]
    ScanIsNotOver,
    /// There is nothing on the port to relay.
    #[error("{0} holds no spam to relay; choose a port that does")]
    NothingToRelay(Place),
    /// From a port to itself.
    #[error("{0} cannot relay to itself; relay to an adjacent port that holds spam")]
    SamePort(Place),
    /// The two ports share no edge.
    #[error("{from} and {to} share no edge; relay to an adjacent port that holds spam")]
    NotAdjacent {
        /// Where the stack lies.
        from: Place,
        /// Where it should have gone.
        to: Place,
    },
    /// The port that should have taken the stack is empty.
    #[error("550: relaying denied: {0} is empty; relay to an adjacent port that holds spam")]
    RelayingDenied(Place),
    /// Luck came where a player is to choose.
    #[error("no luck is awaited here; the table waits for a player to choose")]
    LuckNotAwaited(Stage),
    /// Luck of another kind is awaited, or it cannot bring this.
    #[error("luck cannot bring this here; {}", awaited_luck(.0))]
    Impossible(Stage),
}

fn not_your_turn(to: &str, awaited: Seat) -> Prose {
    Prose::from(format!("it is not your turn to {to}; the table waits for {awaited:#}"))
}

fn awaited_luck(stage: &Stage) -> String {
    match stage {
        Stage::Laying(suit) => format!("it lays the values 1 to 5 on the ports of {suit}, each once"),
        Stage::Dealing(seat) => format!("it deals {seat} a client nobody has been dealt"),
        Stage::DrawingLots => "it draws the first player among those who may be".to_owned(),
        Stage::Looking(_, suit) => format!("it gives a value of {suit} that is left in the pool"),
        Stage::Taking(_) | Stage::Placing(..) | Stage::Relaying(_) | Stage::Busted => {
            "it has nothing to bring".to_owned()
        }
    }
}

/// The clause by which the table does what it does at this stage.
pub(crate) const fn clause_of(stage: Stage) -> Clause {
    Clause(match stage {
        Stage::Laying(_) => "R2.3",
        Stage::Dealing(_) => "R2.6",
        Stage::DrawingLots => "R2.7",
        Stage::Taking(_) | Stage::Placing(..) => "R3.1",
        Stage::Looking(..) => "R3.2",
        Stage::Relaying(_) => "R4.1",
        Stage::Busted => "R5.1",
    })
}

impl table::Refusal for Refusal {
    fn clause(&self) -> Clause {
        Clause(match self {
            Self::GameOver => "R5.1",
            Self::StillLaying => "R2.3",
            Self::StillDealing => "R2.6",
            Self::NotAtTheTable(_) | Self::StillDrawingLots => "R2.7",
            Self::NotYourScan(_)
            | Self::NotLookedYet
            | Self::CoinInHand(_)
            | Self::SuitNotInPool(_)
            | Self::NothingToPlace
            | Self::PortTaken(_) => "R3.1",
            Self::ScanIsOver | Self::ScanIsNotOver => "R3.3",
            Self::NotYourRelay(_)
            | Self::NothingToRelay(_)
            | Self::SamePort(_)
            | Self::NotAdjacent { .. } => "R4.1",
            Self::RelayingDenied(_) => "R4.2",
            Self::LuckNotAwaited(stage) | Self::Impossible(stage) => return clause_of(*stage),
        })
    }

    fn says(&self) -> Prose {
        match self {
            Self::NotYourScan(awaited) => not_your_turn("scan", *awaited),
            Self::NotYourRelay(awaited) => not_your_turn("relay", *awaited),
            Self::GameOver
            | Self::NotAtTheTable(_)
            | Self::StillLaying
            | Self::StillDealing
            | Self::StillDrawingLots
            | Self::NotLookedYet
            | Self::CoinInHand(_)
            | Self::SuitNotInPool(_)
            | Self::NothingToPlace
            | Self::PortTaken(_)
            | Self::ScanIsOver
            | Self::ScanIsNotOver
            | Self::NothingToRelay(_)
            | Self::SamePort(_)
            | Self::NotAdjacent { .. }
            | Self::RelayingDenied(_)
            | Self::LuckNotAwaited(_)
            | Self::Impossible(_) => Prose::from(self.to_string()),
        }
    }
}
