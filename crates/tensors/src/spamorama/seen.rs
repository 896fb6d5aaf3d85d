//! An observation straight from a table, without a view: the same numbers, a fifth of the work. Tests compare both.

use spamorama::{COINS, CoinSet, Holder, LastMove, Leanings, Look, Memory, PORTS, SUITS, SpamORama, Suit};
use table::{MOST_SEATS, Seat};

use super::{port_number, stage_number, suit_number, value_number};
use crate::rest::Rest;
use crate::seats::Round;

/// How many numbers an observation has.
const SIZE: usize = 7 + 5 * PORTS + 4 * COINS + 2 + 2 * SUITS + COINS + MOST_SEATS * (SUITS + 2 + 1) + SUITS;

/// Four coins as four numbers, for each set of them.
const FOUR: [[i16; 4]; 16] = {
    let mut four = [[0; 4]; 16];
    let mut set = 0;
    while set < 16 {
        let mut place = 0;
        while place < 4 {
            four[set][place] = (set >> place & 1) as i16;
            place += 1;
        }
        set += 1;
    }
    four
};

/// Writes the observation into zeros, in the order of the layout; nothing where the room is not exact.
pub(super) fn write(game: &SpamORama, look: &Look<'_>, into: &mut [i16]) -> Option<()> {
    let into: &mut [i16; SIZE] = into.try_into().ok()?;
    let (mut rest, network) = (Rest::of(into), game.network());
    let seats = Round::of(game.seat_count(), look.viewer());
    *rest.next()? = [
        game.seat_count().get() as i16,
        look.viewer().seat().map_or(0, Seat::index) as i16,
        i16::from(game.memory() == Memory::On),
        stage_number(look.stage()),
        seats.number(look.stage().turn()),
        look.turns().try_into().unwrap_or(i16::MAX),
        seats.number(look.first()),
    ];
    *rest.next()? = network.suits().map(|suit| suit_number(Some(suit)));
    *rest.next()? = look.port_values().map(value_number);
    *rest.next()? = network.port_columns().map(i16::from);
    *rest.next()? = network.port_rows().map(i16::from);
    write_board(look, &seats, &mut rest)?;
    *rest.next()? = look.hand().map_or([0; 2], |coin| [suit_number(coin.suit), value_number(coin.value)]);
    *rest.next()? = look.pool().map(i16::from);
    *rest.next()? = look.scores().map(i16::from);
    write_scored(look.scored(), rest.next()?);
    write_leanings(look.leanings(), &seats, rest.next()?);
    let last_moves = rest.next::<{ 2 * MOST_SEATS }>()?.as_chunks_mut().0;
    for (row, seat) in last_moves.iter_mut().zip(seats.iter()) {
        *row = match look.last_move(seat) {
            Some(LastMove::Placed(port)) => [0, port_number(port)],
            Some(LastMove::Relayed(from, to)) => [port_number(from), port_number(to)],
            None => [0; 2],
        };
    }
    for (number, suit) in rest.next::<SUITS>()?.iter_mut().zip(Suit::ALL) {
        *number = match look.client(suit) {
            Some(Holder::Seat(seat)) => seats.number(Some(seat)),
            Some(Holder::Nobody) => 7,
            None => 0,
        };
    }
    let (client_counts, dealt) = (rest.next::<MOST_SEATS>()?, look.client_counts());
    for (count, seat) in client_counts.iter_mut().zip(seats.iter()) {
        *count = dealt[seat.index()].into();
    }
    Some(())
}

/// Heights and coins.
#[inline]
fn write_board(look: &Look<'_>, seats: &Round, rest: &mut Rest<'_>) -> Option<()> {
    let board = look.board();
    *rest.next()? = board.heights().map(i16::from);
    let (ports, suits) = (rest.next::<COINS>()?, rest.next::<COINS>()?);
    let (values, placers) = (rest.next::<COINS>()?, rest.next::<COINS>()?);
    board.tell(|place, port, coin| {
        ports[place] = port_number(port);
        suits[place] = suit_number(coin.suit);
        values[place] = value_number(coin.value);
        placers[place] = seats.number(coin.placer);
    });
    Some(())
}

/// The coins are numbered as the channel has them: by suit, and then by value.
#[inline]
fn write_scored(scored: Option<CoinSet>, into: &mut [i16; COINS]) {
    let mut left = scored.map_or(0, CoinSet::bits);
    if left == 0 {
        return;
    }
    for four in into.as_chunks_mut().0 {
        *four = FOUR[left as usize % FOUR.len()];
        left >>= 4;
    }
}

#[inline]
fn write_leanings(leanings: Option<Leanings>, seats: &Round, into: &mut [i16; MOST_SEATS * SUITS]) {
    let Some(leanings) = leanings else { return };
    for (row, seat) in into.as_chunks_mut().0.iter_mut().zip(seats.iter()) {
        *row = leanings.of_seat(seat).map(i16::from);
    }
}
