//! A full table that looks like a view, with everything hidden drawn from luck.

use std::array::IntoIter;
use std::iter::Flatten;

use table::{Luck, Seat};

use crate::coin::{ALL_VALUES, COINS, Coin, Value, ValueSet, points};
use crate::points::{PortSuit, client_points};
use crate::port::Port;
use crate::suit::{SUITS, Suit};
use crate::{Holder, Placements, SpamORama, State, View};

/// Draws a state that gives this view to its viewer.
pub(crate) fn imagine(game: &SpamORama, view: &View, luck: &mut impl Luck) -> State {
    let mut state = State::new();
    state.stage = view.stage;
    state.set_turns(view.turns);
    state.set_first(view.first);
    for port in Port::all() {
        state.set_port_value(port, view.port_values[port.index()]);
    }
    for suit in Suit::ALL {
        state.set_score(suit, view.scores[suit.index()]);
    }
    state.set_placements(view.placements.unwrap_or(Placements::NONE));
    for seat in game.seat_count().iter() {
        if let Some(last) = view.last_moves[seat.index()] {
            state.set_last_move(seat, last);
        }
    }
    deal_clients(game, view, &mut state, luck);
    place_coins(game, view, &mut state, luck);
    state
}

/// How likely a suit is somebody's client who leans to it so much, from six below to six above nothing: each point
/// makes it half as likely again and a little more. What players do who want to win, but not to the letter.
const LIKELIHOOD: [u32; 13] = [15, 24, 39, 62, 100, 160, 256, 410, 655, 1049, 1678, 2684, 4295];

fn likelihood(leaning: i8) -> u32 {
    LIKELIHOOD[(leaning.clamp(-6, 6) + 6) as usize]
}

/// Deals the clients that the viewer does not know to the seats that have them: at random, but rather those to which
/// a seat leaned when it placed coins.
fn deal_clients(game: &SpamORama, view: &View, state: &mut State, luck: &mut impl Luck) {
    let mut unknown = [Suit::Suns; SUITS];
    let mut count = 0;
    for suit in Suit::ALL {
        match view.clients[suit.index()] {
            Some(Holder::Seat(seat)) => state.set_holder(suit, seat),
            Some(Holder::Nobody) => {}
            None => {
                unknown[count] = suit;
                count += 1;
            }
        }
    }
    let leanings = *state.leanings();
    let seats = game.seat_count();
    // Nobody has the first pick each time.
    let mut seat = Seat::new(luck.below(seats.get() as u32) as usize).unwrap_or(seats.first());
    for _ in seats.iter() {
        let owed = usize::from(view.client_counts[seat.index()]).saturating_sub(state.clients_of(seat));
        for _ in 0..owed.min(count) {
            let left = &mut unknown[..count];
            let sum = left.iter().map(|&suit| likelihood(leanings.of(seat, suit))).sum::<u32>();
            let mut lot = luck.below(sum.max(1));
            let picked = left.iter().position(|&suit| {
                let weight = likelihood(leanings.of(seat, suit));
                let hit = lot < weight;
                lot = lot.wrapping_sub(weight);
                hit
            });
            let picked = picked.unwrap_or(0);
            state.set_holder(left[picked], seat);
            left.swap(picked, count - 1);
            count -= 1;
        }
        seat = seat.next(seats);
    }
}

/// Some coins, as a stack of its own on no port.
struct Coins {
    coins: [Option<Coin>; COINS],
    count: usize,
}

impl Coins {
    const fn none() -> Self {
        Self { coins: [None; COINS], count: 0 }
    }

    const fn push(&mut self, coin: Option<Coin>) {
        if self.count < COINS {
            self.coins[self.count] = coin;
            self.count += 1;
        }
    }

    fn pop(&mut self) -> Option<Coin> {
        self.count = self.count.checked_sub(1)?;
        self.coins[self.count]
    }
}

/// The values of one suit that lie the viewer knows not where, in random order.
#[derive(Clone, Copy)]
struct Loose {
    values: [Value; 5],
    count: usize,
}

impl Loose {
    fn new(values: ValueSet, luck: &mut impl Luck) -> Self {
        let mut loose = Self { values: Value::ALL, count: 0 };
        for value in values.iter() {
            loose.values[loose.count] = value;
            loose.count += 1;
        }
        luck.shuffle(&mut loose.values[..loose.count]);
        loose
    }

    fn pop(&mut self) -> Option<Value> {
        self.count = self.count.checked_sub(1)?;
        Some(self.values[self.count])
    }
}

/// Gives every coin a place that fits the view: values within a suit in any order, hidden suits in any order.
fn place_coins(game: &SpamORama, view: &View, state: &mut State, luck: &mut impl Luck) {
    let scored = view.scored.unwrap_or_else(|| draw_scored(view, luck));
    let known = view.known_values();
    let mut loose = Suit::ALL.map(|suit| {
        let gone = scored[suit.index()].union(known[suit.index()]);
        Loose::new(ALL_VALUES.difference(gone), luck)
    });
    let mut name = |suit: Option<Suit>, value: Option<Value>| {
        let suit = suit?;
        let value = value.or_else(|| loose[suit.index()].pop())?;
        Some(Coin::new(suit, value))
    };
    state.set_hand(view.hand.and_then(|coin| name(coin.suit, coin.value)));
    let mut board = Coins::none();
    for seen in &view.coins {
        board.push(name(seen.suit, seen.value));
    }
    for suit in Suit::ALL {
        let pool = std::iter::from_fn(|| loose[suit.index()].pop());
        state.set_pool(suit, pool.take(view.pool[suit.index()].into()).collect::<ValueSet>());
        for value in scored[suit.index()].iter() {
            state.mark_scored(Coin::new(suit, value));
        }
    }
    let mut floating = Coins::none();
    for suit in Suit::ALL {
        while let Some(value) = loose[suit.index()].pop() {
            floating.push(Some(Coin::new(suit, value)));
        }
    }
    luck.shuffle(&mut floating.coins[..floating.count]);
    let mut placers = placers(game, view, luck);
    let mut seen = view.coins.iter().zip(board.coins);
    for port in Port::all() {
        for (seen, coin) in seen.by_ref().take(view.heights[port.index()].into()) {
            if let Some(coin) = coin.or_else(|| floating.pop()) {
                state.put(coin, port);
                if let Some(seat) = seen.placer.or_else(|| placers.next()) {
                    state.set_placer(coin, seat);
                }
            }
        }
    }
}

/// Who placed the coins of the board, in any order; nobody where the view itself tells.
fn placers(game: &SpamORama, view: &View, luck: &mut impl Luck) -> Flatten<IntoIter<Option<Seat>, COINS>> {
    let mut seats = [None; COINS];
    if view.scored.is_none()
        && let Some(first) = view.first
    {
        let order = std::iter::successors(Some(first), |seat| Some(seat.next(game.seat_count())));
        let placed = (view.turns as usize).saturating_sub(1).min(COINS);
        for (entry, seat) in seats.iter_mut().zip(order).take(placed) {
            *entry = Some(seat);
        }
        luck.shuffle(&mut seats[..placed]);
    }
    seats.into_iter().flatten()
}

/// Whether a client's marker can stand where it does when just these coins of it have been scored: between all of them
/// on an ace of another suit and all of them on a 5 of its own.
pub(crate) fn fits_marker(marker: u8, scored: ValueSet) -> bool {
    let coins = scored.len() as u8;
    match coins {
        0 => marker == 0,
        _ => {
            let least = client_points(coins, points(scored), 1, PortSuit::Other);
            let most = client_points(coins, points(scored), 5, PortSuit::Own);
            (least..=most).contains(&marker)
        }
    }
}

/// Draws which coins have been scored, each way as likely as the number of tables it leaves (R4.7 without the aid).
fn draw_scored(view: &View, luck: &mut impl Luck) -> [ValueSet; SUITS] {
    let mut fixed = view.pool;
    for coin in view.coins.iter().chain(&view.hand) {
        if let Some(suit) = coin.suit {
            fixed[suit.index()] += 1;
        }
    }
    let in_sight = view.coins.len() + usize::from(view.hand.is_some());
    let in_pool: usize = view.pool.iter().map(|&count| usize::from(count)).sum();
    let gone = COINS.saturating_sub(in_sight + in_pool);

    // ways[suit][n]: in how many ways this suit and those after it make up n scored coins.
    let mut ways = [[0_u128; COINS + 1]; SUITS + 1];
    ways[SUITS][0] = 1;
    for suit in (0..SUITS).rev() {
        let mut weights = [0_u128; 6];
        for set in sets() {
            weights[set.len()] += weight(view.scores[suit], fixed[suit], set);
        }
        for total in 0..=gone {
            let rest = |count: usize| total.checked_sub(count).map_or(0, |rest| ways[suit + 1][rest]);
            ways[suit][total] = (0..6).map(|count| weights[count] * rest(count)).sum();
        }
    }

    let mut left = gone;
    std::array::from_fn(|suit| {
        let mut lot = below(luck, ways[suit][left]);
        for set in sets().filter(|set| set.len() <= left) {
            let share = weight(view.scores[suit], fixed[suit], set) * ways[suit + 1][left - set.len()];
            if lot < share {
                left -= set.len();
                return set;
            }
            lot -= share;
        }
        ValueSet::EMPTY
    })
}

fn sets() -> impl Iterator<Item = ValueSet> {
    (0..32).map(ValueSet::from_bits)
}

/// In how many ways the coins of a suit that are left fill the places where that suit is seen.
fn weight(marker: u8, places: u8, scored: ValueSet) -> u128 {
    let coins = 5 - scored.len() as u128;
    if !fits_marker(marker, scored) || u128::from(places) > coins {
        return 0;
    }
    (0..u128::from(places)).map(|taken| coins - taken).product()
}

/// An even choice among `0..bound`, which may be large.
fn below(luck: &mut impl Luck, bound: u128) -> u128 {
    if let Ok(bound) = u32::try_from(bound) {
        return luck.below(bound.max(1)).into();
    }
    let spare = bound.leading_zeros();
    loop {
        let drawn = (0..4).fold(0_u128, |drawn, _| drawn << 32 | u128::from(luck.word())) >> spare;
        if drawn < bound {
            return drawn;
        }
    }
}
