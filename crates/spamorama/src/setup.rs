//! R2: set-up. Ports are laid, clients dealt, and lots drawn for the first turn.

use table::{EventSink, ScopedEvent, Seat, SeatCount, SeatSet};

use crate::coin::{ALL_VALUES, Value, ValueSet};
use crate::{Event, Network, Refusal, Stage, State, Suit};

/// How many clients each player gets (R2.6).
#[must_use]
pub const fn clients_each(seats: SeatCount) -> usize {
    match seats.get() {
        2 => 5,
        3 => 4,
        4 => 3,
        _ => 2,
    }
}

/// Every order of the five values, in order.
pub(crate) const LAYINGS: [[Value; 5]; 120] = {
    let mut all = [Value::ALL; 120];
    let mut place = 1;
    while place < 120 {
        all[place] = next_order(all[place - 1]);
        place += 1;
    }
    all
};

const fn next_order(mut order: [Value; 5]) -> [Value; 5] {
    let mut pivot = 3;
    while order[pivot].points() > order[pivot + 1].points() {
        pivot -= 1;
    }
    let mut larger = 4;
    while order[larger].points() < order[pivot].points() {
        larger -= 1;
    }
    order = swapped(order, pivot, larger);
    let (mut low, mut high) = (pivot + 1, 4);
    while low < high {
        order = swapped(order, low, high);
        low += 1;
        high -= 1;
    }
    order
}

const fn swapped(mut order: [Value; 5], one: usize, other: usize) -> [Value; 5] {
    let kept = order[one];
    order[one] = order[other];
    order[other] = kept;
    order
}

/// The clients nobody has been dealt.
pub(crate) fn clients_left(state: &State) -> impl Iterator<Item = Suit> {
    Suit::ALL.into_iter().filter(|&suit| state.holder(suit).is_none())
}

/// Lays the ports of one suit (R2.3).
pub(crate) fn lay(
    network: &Network,
    state: &mut State,
    suit: Suit,
    values: [Value; 5],
    sink: &mut impl EventSink<Event>,
) -> Result<(), Refusal> {
    if state.stage != Stage::Laying(suit) || values.into_iter().collect::<ValueSet>() != ALL_VALUES {
        return Err(Refusal::Impossible(state.stage));
    }
    for (port, value) in network.ports_of(suit).into_iter().zip(values) {
        state.set_port_value(port, Some(value));
    }
    state.stage = match (suit.after(), Seat::new(0)) {
        (Some(next), _) => Stage::Laying(next),
        (None, Some(seat)) => Stage::Dealing(seat),
        (None, None) => Stage::DrawingLots,
    };
    sink.emit(|| ScopedEvent::openly(Event::Laid { suit, values }));
    Ok(())
}

/// Deals one client to the seat that is to get one (R2.6).
pub(crate) fn deal(
    seats: SeatCount,
    state: &mut State,
    seat: Seat,
    client: Suit,
    sink: &mut impl EventSink<Event>,
) -> Result<(), Refusal> {
    if state.holder(client).is_some() {
        return Err(Refusal::Impossible(state.stage));
    }
    state.set_holder(client, seat);
    if state.clients_of(seat) == clients_each(seats) {
        state.stage = match Seat::new(seat.index() + 1).filter(|&next| seats.contains(next)) {
            Some(next) => Stage::Dealing(next),
            None => Stage::DrawingLots,
        };
    }
    sink.emit(|| {
        let known = Event::Dealt { seat, client: Some(client) };
        ScopedEvent::only(seat, known).others_hear(Event::Dealt { seat, client: None })
    });
    Ok(())
}

/// Gives the first turn to one of its candidates (R2.7).
pub(crate) fn go_first(
    candidates: SeatSet,
    state: &mut State,
    seat: Seat,
    sink: &mut impl EventSink<Event>,
) -> Result<(), Refusal> {
    if !candidates.contains(seat) {
        return Err(Refusal::Impossible(state.stage));
    }
    state.set_first(Some(seat));
    state.begin_turn(Stage::Taking(seat));
    sink.emit(|| ScopedEvent::openly(Event::WentFirst { seat }));
    Ok(())
}
