//! Luck: the lay of the ports, the deal of the clients, the lots, and the value of a coin taken.

use table::{Luck, Occasion, SeatSet};

use crate::setup::{LAYINGS, clients_left};
use crate::{Outcome, Stage, State};

/// One outcome drawn evenly; `None` where no luck is awaited.
pub(crate) fn chance(candidates: SeatSet, state: &State, luck: &mut impl Luck) -> Option<Outcome> {
    match state.stage {
        Stage::Laying(suit) => {
            let values = LAYINGS[luck.below(LAYINGS.len() as u32) as usize];
            Some(Outcome::Lay(suit, values))
        }
        Stage::Dealing(_) => {
            let left = clients_left(state).count() as u32;
            let nth = luck.below(left.max(1)) as usize;
            clients_left(state).nth(nth).map(Outcome::Client)
        }
        Stage::DrawingLots => {
            let nth = luck.below(candidates.len().max(1) as u32) as usize;
            candidates.iter().nth(nth).map(Outcome::First)
        }
        Stage::Looking(_, suit) => {
            let left = state.pool(suit);
            let nth = luck.below(left.len().max(1) as u32) as usize;
            left.iter().nth(nth).map(Outcome::Value)
        }
        Stage::Taking(_) | Stage::Placing(..) | Stage::Relaying(_) | Stage::Busted => None,
    }
}

/// The occasion of awaited luck.
pub(crate) const fn occasion(stage: Stage) -> Option<Occasion> {
    match stage {
        Stage::Laying(suit) => Some(Occasion { of: Some(suit.name()), ..Occasion::open("ports") }),
        Stage::Dealing(seat) => Some(Occasion::of_seat("client", seat)),
        Stage::DrawingLots => Some(Occasion::open("first turn")),
        Stage::Looking(seat, suit) => {
            Some(Occasion { of: Some(suit.name()), ..Occasion::of_seat("coin", seat) })
        }
        Stage::Taking(_) | Stage::Placing(..) | Stage::Relaying(_) | Stage::Busted => None,
    }
}

/// Every outcome luck may bring, evenly weighted, in canonical order.
pub(crate) fn chances(candidates: SeatSet, state: &State, into: &mut Vec<(Outcome, u32)>) {
    match state.stage {
        Stage::Laying(suit) => into.extend(LAYINGS.map(|values| (Outcome::Lay(suit, values), 1))),
        Stage::Dealing(_) => into.extend(clients_left(state).map(|suit| (Outcome::Client(suit), 1))),
        Stage::DrawingLots => into.extend(candidates.iter().map(|seat| (Outcome::First(seat), 1))),
        Stage::Looking(_, suit) => {
            into.extend(state.pool(suit).iter().map(|value| (Outcome::Value(value), 1)));
        }
        Stage::Taking(_) | Stage::Placing(..) | Stage::Relaying(_) | Stage::Busted => {}
    }
}
