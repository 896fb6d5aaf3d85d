//! R5, phase three: the big bust.

use table::{Clause, Ending, EventSink, ScopedEvent, Seat, SeatCount, SeatSet};

use crate::{Event, Stage, State, Suit};

/// Whose client a suit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// It was dealt to this seat.
    Seat(Seat),
    /// It was dealt to nobody.
    Nobody,
}

/// Ends the game: all clients are revealed (R5.1).
pub(crate) fn bust(seats: SeatCount, state: &mut State, sink: &mut impl EventSink<Event>) {
    state.stage = Stage::Busted;
    sink.emit(|| {
        let clients = Suit::ALL.map(|suit| holder(state, suit));
        ScopedEvent::openly(Event::Busted { clients })
    });
    sink.emit(|| {
        let ending = decide(seats, state);
        ScopedEvent::openly(Event::Won { ending })
    });
}

/// Whose client this suit is.
pub(crate) fn holder(state: &State, suit: Suit) -> Holder {
    state.holder(suit).map_or(Holder::Nobody, Holder::Seat)
}

/// The scores of a seat's clients, lowest first.
fn ranked(state: &State, seat: Seat) -> ([u8; 5], usize) {
    let mut scores = [0; 5];
    let mut count = 0;
    for suit in Suit::ALL {
        if state.holder(suit) == Some(seat)
            && let Some(entry) = scores.get_mut(count)
        {
            *entry = state.score(suit);
            count += 1;
        }
    }
    scores[..count].sort_unstable();
    (scores, count)
}

/// Who has won by the clients' scores as they stand (R5.2, R5.3).
pub(crate) fn decide(seats: SeatCount, state: &State) -> Ending {
    let ranks = |seat| {
        let (scores, count) = ranked(state, seat);
        (scores[0], scores, count)
    };
    let best = seats.iter().map(ranks).max().unwrap_or_default();
    let lowest_alike = seats.iter().filter(|&seat| ranks(seat).0 == best.0).count();
    let winners: SeatSet = seats.iter().filter(|&seat| ranks(seat) == best).collect();
    let (clause, how) = if lowest_alike == 1 {
        ("R5.2", "lowest client")
    } else if winners.len() == 1 {
        ("R5.3", "tie broken")
    } else {
        ("R5.3", "shared")
    };
    Ending { winners, clause: Clause(clause), how }
}
