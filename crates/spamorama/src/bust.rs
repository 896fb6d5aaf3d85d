//! R5, phase three: the big bust.

use table::{Clause, Ending, EventSink, MOST_SEATS, ScopedEvent, Seat, SeatCount, SeatSet};

use crate::{Event, Stage, State, Suit};

/// Ends the game: all clients are revealed (R5.1).
pub(crate) fn bust(seats: SeatCount, state: &mut State, sink: &mut impl EventSink<Event>) {
    state.stage = Stage::Busted;
    sink.emit(|| {
        let clients = Suit::ALL.map(|suit| state.whose_client(suit));
        ScopedEvent::openly(Event::Busted { clients })
    });
    sink.emit(|| {
        let ending = decide(seats, state);
        ScopedEvent::openly(Event::Won { ending })
    });
}

/// The scores of a seat's clients, lowest first, and how many there are: the greater is ahead (R5.2, R5.3).
type Ranked = ([u8; 5], usize);

fn ranked(state: &State, seat: Seat) -> Ranked {
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

/// The winners by the clients' scores as they stand (R5.2, R5.3).
pub(crate) fn decide(seats: SeatCount, state: &State) -> Ending {
    let mut ranks = [Ranked::default(); MOST_SEATS];
    seats.iter().for_each(|seat| ranks[seat.index()] = ranked(state, seat));
    let of = |seat: Seat| ranks[seat.index()];
    let best = seats.iter().map(of).max().unwrap_or_default();
    let lowest_alike = seats.iter().filter(|&seat| of(seat).0[0] == best.0[0]).count();
    let winners: SeatSet = seats.iter().filter(|&seat| of(seat) == best).collect();
    let (clause, how) = if lowest_alike == 1 {
        ("R5.2", "lowest client")
    } else if winners.len() == 1 {
        ("R5.3", "tie broken")
    } else {
        ("R5.3", "shared")
    };
    Ending { winners, clause: Clause(clause), how }
}
