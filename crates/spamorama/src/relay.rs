//! R4, phase two: relay spam.

use table::{EventSink, ScopedEvent, Seat, SeatCount};

use crate::points::{PortSuit, client_points};
use crate::port::{Port, PortSet};
use crate::suit::{SUITS, Suit, SuitSet};
use crate::{Action, Event, LastMove, Network, Points, Refusal, Stage, State, bust};

/// The ports the stack of this one, if it has one, may be relayed to: adjacent, and holding spam (R4.1, R4.2).
pub(crate) fn ports_open_to_relay(network: &Network, occupied: PortSet, from: Port) -> PortSet {
    network.adjacent(from).intersection(occupied)
}

/// The ports that stand alone once this one has been emptied by a relay (R4.4). Only its neighbours can. `holding` says
/// which of some ports hold spam then: of a state a set says so, of a view the height of each stack.
#[inline]
pub(crate) fn isolated_by_emptying(
    network: &Network,
    emptied: Port,
    holding: impl Fn(PortSet) -> PortSet,
) -> PortSet {
    holding(network.adjacent(emptied)).iter().filter(|&port| is_isolated(network, port, &holding)).collect()
}

/// Whether all ports adjacent to this one are empty (R4.4).
#[inline]
pub(crate) fn is_isolated(network: &Network, port: Port, holding: impl Fn(PortSet) -> PortSet) -> bool {
    holding(network.adjacent(port)).is_empty()
}

/// Every relay there is, in order.
pub(crate) fn relays(network: &Network, state: &State, into: &mut Vec<Action>) {
    let occupied = state.occupied();
    for lane in network.lanes() {
        into.extend(lane.open(occupied));
    }
}

/// Why this relay is not possible; `None` if it is.
pub(crate) fn why_not(network: &Network, occupied: PortSet, from: Port, to: Port) -> Option<Refusal> {
    if occupied.contains(from) && ports_open_to_relay(network, occupied, from).contains(to) {
        return None;
    }
    let (from_at, to_at) = (network.place(from), network.place(to));
    Some(if !occupied.contains(from) {
        Refusal::NothingToRelay(from_at)
    } else if from == to {
        Refusal::SamePort(from_at)
    } else if !network.adjacent(from).contains(to) {
        Refusal::NotAdjacent { from: from_at, to: to_at }
    } else {
        Refusal::RelayingDenied(to_at)
    })
}

/// Relays a stack, scores what then stands alone, and passes the turn or ends the game (R4.1 to R4.5, R5.1).
pub(crate) fn relay(
    network: &Network,
    seats: SeatCount,
    state: &mut State,
    seat: Seat,
    (from, to): (Port, Port),
    sink: &mut impl EventSink<Event>,
) -> Result<(), Refusal> {
    if let Some(refusal) = why_not(network, state.occupied(), from, to) {
        return Err(refusal);
    }
    sink.emit(|| {
        let coins = state.heights()[from.index()].into();
        ScopedEvent::openly(Event::Relayed { seat, from, to, coins })
    });
    let left = state.occupied().without(from);
    let isolated = isolated_by_emptying(network, from, |ports| ports.intersection(left));
    state.stack_onto(from, to);
    state.set_last_move(seat, LastMove::Relayed(from, to));
    for port in isolated.iter() {
        score(network, state, port, sink);
    }
    // Every stack on the board has a neighbour, so a relay is possible.
    if state.occupied().is_empty() {
        bust::bust(seats, state, sink);
    } else {
        state.begin_turn(Stage::Relaying(seat.next(seats)));
    }
    Ok(())
}

/// Every client's points for the stack of a port (R4.5).
pub(crate) fn points_of(network: &Network, state: &State, port: Port) -> [u8; SUITS] {
    let own = network.suit(port).index();
    let worth = state.port_value(port).map_or(0, |value| value.points());
    let (mut coins, mut points) = ([0; SUITS], [0; SUITS]);
    let mut suits = SuitSet::EMPTY;
    state.each_on(port, |coin, _| {
        let suit = coin.suit();
        coins[suit.index()] += 1;
        points[suit.index()] += coin.value().points();
        suits = suits.with(suit);
    });
    for suit in suits.indices() {
        let whose = if suit == own { PortSuit::Own } else { PortSuit::Other };
        points[suit] = client_points(coins[suit], points[suit], worth, whose);
    }
    points
}

/// Scores the stack of an isolated port and takes it off the board.
fn score(network: &Network, state: &mut State, port: Port, sink: &mut impl EventSink<Event>) {
    let points = points_of(network, state, port);
    for (suit, points) in Suit::ALL.into_iter().zip(points) {
        state.set_score(suit, state.score(suit) + points);
    }
    sink.emit(|| {
        let coins = state.stack(port);
        ScopedEvent::openly(Event::Isolated { port, coins })
    });
    sink.emit(|| {
        let gains = Suit::ALL.into_iter().zip(points).filter(|(_, points)| *points > 0);
        let points = gains.map(|(client, points)| Points { client, points, total: state.score(client) });
        ScopedEvent::openly(Event::Scored { port, points: points.collect() })
    });
    state.clear_away(port);
}
