//! R3, phase one: scan for open ports.

use table::{EventSink, ScopedEvent, Seat, SeatCount};

use crate::coin::{Coin, Value};
use crate::port::{ALL_PORTS, Port, PortSet};
use crate::suit::{SUITS, Suit};
use crate::{Action, Event, LastMove, Network, Refusal, Stage, State};

/// Taking each suit, by its number; as long as a set of numbers has bits.
const TAKES: [Action; 64] = {
    let mut takes = [Action::Take(Suit::Suns); 64];
    let mut number = 0;
    while number < SUITS {
        takes[number] = Action::Take(Suit::ALL[number]);
        number += 1;
    }
    takes
};

/// Placing on each port, by its number; as long as a set of numbers has bits.
const PLACES: [Action; 64] = {
    let mut places = [Action::Take(Suit::Suns); 64];
    let mut number = 0;
    while let Some(port) = Port::new(number) {
        places[number] = Action::Place(port);
        number += 1;
    }
    places
};

/// Whether a coin of this suit may be taken (R3.1).
pub(crate) fn is_in_pool(state: &State, suit: Suit) -> bool {
    !state.pool(suit).is_empty()
}

/// The ports a coin may be placed on (R3.1).
pub(crate) fn ports_without_coin(state: &State) -> PortSet {
    ALL_PORTS.difference(state.occupied())
}

/// Every suit that may be taken, in order.
pub(crate) fn takes(state: &State, into: &mut Vec<Action>) {
    into.extend(state.suits_left().indices().map(|suit| TAKES[suit]));
}

/// Every port that may be placed on, in order.
pub(crate) fn places(state: &State, into: &mut Vec<Action>) {
    into.extend(ports_without_coin(state).indices().map(|port| PLACES[port]));
}

/// Takes a coin from the pool (R3.1).
pub(crate) fn take(
    state: &mut State,
    seat: Seat,
    suit: Suit,
    sink: &mut impl EventSink<Event>,
) -> Result<(), Refusal> {
    if !is_in_pool(state, suit) {
        return Err(Refusal::SuitNotInPool(suit));
    }
    state.stage = Stage::Looking(seat, suit);
    sink.emit(|| ScopedEvent::openly(Event::Took { seat, suit }));
    Ok(())
}

/// Looks at the coin just taken (R3.1, R3.2).
pub(crate) fn look(
    state: &mut State,
    seat: Seat,
    suit: Suit,
    value: Value,
    sink: &mut impl EventSink<Event>,
) -> Result<(), Refusal> {
    let left = state.pool(suit);
    if !left.contains(value) {
        return Err(Refusal::Impossible(state.stage));
    }
    state.set_pool(suit, left.without(value));
    state.set_hand(Some(Coin::new(suit, value)));
    state.stage = Stage::Placing(seat, suit);
    sink.emit(|| {
        let looked = |value| Event::Looked { seat, suit, value };
        ScopedEvent::only(seat, looked(Some(value))).others_hear(looked(None))
    });
    Ok(())
}

/// Places the coin in hand; with the last coin the phase ends (R3.1, R3.3).
pub(crate) fn place(
    network: &Network,
    seats: SeatCount,
    state: &mut State,
    seat: Seat,
    port: Port,
    sink: &mut impl EventSink<Event>,
) -> Result<(), Refusal> {
    let coin = state.hand().ok_or(Refusal::NothingToPlace)?;
    if !ports_without_coin(state).contains(port) {
        return Err(Refusal::PortTaken(network.place(port)));
    }
    state.set_hand(None);
    state.put(coin, port);
    state.set_placer(coin, seat);
    let suit = coin.suit();
    state.remember_placing(seat, suit, port);
    state.set_last_move(seat, LastMove::Placed(port));
    sink.emit(|| ScopedEvent::openly(Event::Placed { seat, suit, port }));
    let next = seat.next(seats);
    if ports_without_coin(state).is_empty() {
        state.begin_turn(Stage::Relaying(next));
        sink.emit(|| ScopedEvent::openly(Event::ScanEnded));
    } else {
        state.begin_turn(Stage::Taking(next));
    }
    Ok(())
}
