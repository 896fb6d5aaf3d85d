//! What a net of Spam-O-Rama sees: small whole numbers, made of an observation as `tensors` writes it. Suits stand in an order of
//! their own: the viewer's first, the one with the least prospect leading, then the others, those that rivals placed well leading.

use spamorama::{PORTS, SUITS};
use table::MOST_SEATS;
use tensors::Layout;

use super::layer::{ONE, clipped, fraction};

/// Numbers of a port, of a relay, of a suit, and of the whole table.
pub(super) const PORT: usize = 5 * SUITS + 14;
pub(super) const PAIR: usize = 2 * SUITS;
pub(super) const SLOT: usize = 8 + SUITS + 10;
pub(super) const TABLE: usize = 8 * SUITS + 6 + 1 + 1 + 5 + SUITS + 10 * SUITS + 7;
/// The ways from a port to its neighbours: up, right, down, left.
pub(super) const WAYS: usize = 4;

type Suits = [i32; SUITS];

/// Where the channels of an observation begin.
pub(super) struct Channels {
    seats: usize,
    memory: usize,
    stage: usize,
    turns: usize,
    port_suit: usize,
    port_value: usize,
    port_column: usize,
    port_row: usize,
    coin_port: usize,
    coin_suit: usize,
    coin_placer: usize,
    hand: usize,
    pool: usize,
    scores: usize,
    scored: usize,
    leanings: usize,
    last_moves: usize,
    clients: usize,
}

impl Channels {
    /// Finds the channels in a layout; `None` if one is not there.
    pub(super) fn of(layout: &Layout) -> Option<Self> {
        let at = |name: &str| {
            let before = layout.channels.iter().position(|channel| channel.name == name)?;
            Some(layout.channels[..before].iter().map(tensors::Channel::size).sum())
        };
        Some(Self {
            seats: at("seats")?,
            memory: at("memory")?,
            stage: at("stage")?,
            turns: at("turns")?,
            port_suit: at("port_suit")?,
            port_value: at("port_value")?,
            port_column: at("port_column")?,
            port_row: at("port_row")?,
            coin_port: at("coin_port")?,
            coin_suit: at("coin_suit")?,
            coin_placer: at("coin_placer")?,
            hand: at("hand")?,
            pool: at("pool")?,
            scores: at("scores")?,
            scored: at("scored")?,
            leanings: at("leanings")?,
            last_moves: at("last_moves")?,
            clients: at("clients")?,
        })
    }
}

/// A port as a relay needs it.
#[derive(Clone, Copy, Default)]
struct Port {
    worth: i32,
    home: usize,
    coins: Suits,
    /// What its coins add to each client.
    added: Suits,
    /// What its neighbours that would stand alone add.
    isolates: Suits,
    height: i32,
    alone: bool,
}

impl Port {
    fn added(&self, coins: &Suits) -> Suits {
        let mut added = coins.map(|count| i32::from(count > 0) * self.worth);
        added[self.home] = coins[self.home] * self.worth;
        added
    }
}

/// What a net sees of a table.
pub(super) struct Features {
    /// The suits in their order, by their numbers.
    pub(super) order: [usize; SUITS],
    pub(super) ports: [[i16; PORT]; PORTS],
    /// The neighbours of each port, by way.
    pub(super) neighbours: [[Option<usize>; WAYS]; PORTS],
    pub(super) slots: [[i16; SLOT]; SUITS],
    pub(super) table: [i16; TABLE],
    facts: [Port; PORTS],
}

/// The neighbours of ports that stand in these columns and rows.
fn neighbours(columns: &[i16], rows: &[i16]) -> [[Option<usize>; WAYS]; PORTS] {
    // All ports hang together, so that none is further from the corner than there are ports.
    let mut map = [[None; PORTS]; PORTS];
    for (port, (column, row)) in columns.iter().zip(rows).enumerate() {
        let place = map.get_mut(*row as usize).and_then(|row| row.get_mut(*column as usize));
        place.into_iter().for_each(|place| *place = Some(port as u8));
    }
    let at = |column: i16, row: i16| *map.get(row as usize)?.get(column as usize)?;
    std::array::from_fn(|port| {
        let (column, row) = (columns[port], rows[port]);
        [(0, -1), (1, 0), (0, 1), (-1, 0)]
            .map(|(right, down)| at(column + right, row + down).map(usize::from))
    })
}

/// The places of the suits' numbers: which stands where.
fn in_order(order: &[usize; SUITS], suits: &Suits) -> Suits {
    order.map(|suit| suits[suit])
}

impl Features {
    /// Reads an observation.
    pub(super) fn of(channels: &Channels, seen: &[i16]) -> Self {
        let one = |from: usize| i32::from(seen[from]);
        let suits = |from: usize| -> Suits { std::array::from_fn(|suit| one(from + suit)) };
        let seats = one(channels.seats) as usize;
        let own = suits(channels.clients).map(|holder| holder == 1);
        let leanings: [Suits; MOST_SEATS] =
            std::array::from_fn(|seat| suits(channels.leanings + seat * SUITS));
        let rival: Suits = std::array::from_fn(|suit| {
            let of_rivals = leanings[..seats.clamp(1, MOST_SEATS)].iter().skip(1);
            of_rivals.map(|leaning| leaning[suit]).max().unwrap_or(-99)
        });
        let mut facts = [Port::default(); PORTS];
        for (port, fact) in facts.iter_mut().enumerate() {
            fact.worth = one(channels.port_value + port);
            fact.home = (one(channels.port_suit + port) - 1).max(0) as usize;
        }
        let mut own_coins = [0; PORTS];
        let mut placed = [[0; SUITS]; MOST_SEATS];
        for coin in 0..PORTS {
            let number = |from: usize| usize::try_from(seen[from + coin] - 1).ok();
            let (port, suit) = (number(channels.coin_port), number(channels.coin_suit));
            let placer = number(channels.coin_placer);
            if let (Some(port), Some(suit)) = (port, suit) {
                facts[port].coins[suit] += 1;
            }
            if let (Some(port), Some(0)) = (port, placer) {
                own_coins[port] += 1;
            }
            if let (Some(placer), Some(suit)) = (placer, suit) {
                placed[placer][suit] += 1;
            }
        }
        let sure: Suits = std::array::from_fn(|suit| {
            let scored = (0..5).map(|value| one(channels.scored + suit * 5 + value) * (value as i32 + 1));
            one(channels.scores + suit) - scored.sum::<i32>()
        });
        let mut prospect = sure;
        for fact in &facts {
            for (sum, more) in prospect.iter_mut().zip(fact.added(&fact.coins)) {
                *sum += more;
            }
        }
        let mut order: [usize; SUITS] = std::array::from_fn(|suit| suit);
        order.sort_by_key(|&suit| match own[suit] {
            true => 100 * (prospect[suit] - 1_000),
            false => prospect[suit] - 100 * rival[suit],
        });
        for fact in &mut facts {
            fact.coins = in_order(&order, &fact.coins);
            fact.home = order.iter().position(|suit| *suit == fact.home).unwrap_or(0);
            fact.added = fact.added(&fact.coins);
            fact.height = fact.coins.iter().sum();
        }
        let span = |from: usize| &seen[from..from + PORTS];
        let neighbours = neighbours(span(channels.port_column), span(channels.port_row));
        let beside: [i32; PORTS] = std::array::from_fn(|port| {
            neighbours[port].iter().flatten().map(|next| i32::from(facts[*next].height > 0)).sum()
        });
        for (fact, beside) in facts.iter_mut().zip(beside) {
            fact.alone = fact.height > 0 && beside == 1;
        }
        for (port, ways) in neighbours.iter().enumerate() {
            for next in ways.iter().flatten() {
                let Port { alone, added, .. } = facts[*next];
                let isolates = facts[port].isolates.iter_mut();
                isolates.zip(added).filter(|_| alone).for_each(|(sum, more)| *sum += more);
            }
        }
        let held = usize::try_from(seen[channels.hand] - 1).ok();
        let held = order.iter().position(|suit| Some(*suit) == held);
        let slots = {
            let pool = suits(channels.pool);
            let others = |of: &[Suits; MOST_SEATS], suit: usize| -> [i16; MOST_SEATS - 1] {
                std::array::from_fn(|seat| fraction(of[seat + 1][suit], 5))
            };
            std::array::from_fn(|place| {
                let suit = order[place];
                let mut slot = [0; SLOT];
                slot[..8].copy_from_slice(&[
                    fraction(prospect[suit], 10),
                    fraction(sure[suit], 10),
                    fraction(pool[suit], 5),
                    fraction(rival[suit], 5),
                    fraction(leanings[0][suit], 5),
                    clipped(i32::from(own[suit]) * ONE),
                    clipped(i32::from(held == Some(place)) * ONE),
                    fraction(placed[0][suit], 5),
                ]);
                slot[8 + place] = clipped(ONE);
                slot[8 + SUITS..8 + SUITS + 5].copy_from_slice(&others(&leanings, suit));
                slot[8 + SUITS + 5..].copy_from_slice(&others(&placed, suit));
                slot
            })
        };
        let mut features =
            Self { order, ports: [[0; PORT]; PORTS], neighbours, slots, table: [0; TABLE], facts };
        let last = |place: usize, port: usize| seen[channels.last_moves + place] == port as i16 + 1;
        for port in 0..PORTS {
            let moves = [0, 1, 2, 3].map(|place| last(place, port));
            features.ports[port] = features.port(port, (own_coins[port], beside[port]), held, moves);
        }
        let stage = one(channels.stage) as usize;
        let is_aided = one(channels.memory) == 1;
        features.table = features.table(stage, one(channels.turns), seats, is_aided);
        features
    }

    fn port(
        &self,
        port: usize,
        (own_coins, beside): (i32, i32),
        held: Option<usize>,
        moves: [bool; 4],
    ) -> [i16; PORT] {
        let fact = &self.facts[port];
        let mut home = [0; SUITS];
        home[fact.home] = 1;
        let next = || self.neighbours[port].iter().flatten().map(|next| &self.facts[*next]);
        let mut own_there = [0; SUITS];
        own_there[fact.home] = fact.added[fact.home];
        let scalars = [
            fact.worth,
            fact.height,
            (fact.height > 0).into(),
            beside,
            fact.alone.into(),
            own_coins,
            next().count() as i32,
            next().map(|next| next.worth).sum(),
            held.map_or(0, |held| home[held]),
            held.map_or(0, |held| fact.coins[held]),
        ];
        let numbers = [fact.coins, fact.added, home, fact.isolates, own_there].into_iter().flatten();
        let numbers = numbers.chain(scalars).chain(moves.map(i32::from));
        let mut port = [0; PORT];
        for (place, number) in port.iter_mut().zip(numbers) {
            *place = clipped(number * ONE / 4);
        }
        port
    }

    fn table(&self, stage: usize, turns: i32, seats: usize, is_aided: bool) -> [i16; TABLE] {
        let occupied = self.facts.iter().filter(|fact| fact.height > 0).count() as i32;
        let empty = || self.facts.iter().filter(|fact| fact.height == 0);
        let stages = (0..6).map(|one| clipped(i32::from(one == stage) * ONE));
        let values =
            (1..=5).map(|value| fraction(empty().filter(|fact| fact.worth == value).count() as i32, 5));
        let free = (0..SUITS)
            .map(|suit| fraction(empty().filter(|fact| fact.home == suit).map(|fact| fact.worth).sum(), 5));
        let numbers = self.slots.iter().flat_map(|slot| &slot[..8]).copied();
        let numbers = numbers.chain(stages);
        let numbers = numbers.chain([fraction(turns, 120), fraction(occupied, PORTS as i32)]);
        let numbers = numbers.chain(values).chain(free);
        let numbers = numbers.chain(self.slots.iter().flat_map(|slot| &slot[8 + SUITS..]).copied());
        // No table has nought seats, so that place tells that there is no memory aid.
        let lit = |count| count == seats || count == 0 && !is_aided;
        let numbers = numbers.chain((0..7).map(|count| clipped(i32::from(lit(count)) * ONE)));
        let mut table = [0; TABLE];
        table.iter_mut().zip(numbers).for_each(|(place, number)| *place = number);
        table
    }

    /// What a relay changes: what each client gains, and what is locked in.
    pub(super) fn pair(&self, from: usize, to: usize) -> [i16; PAIR] {
        let (from, to) = (&self.facts[from], &self.facts[to]);
        let coins: Suits = std::array::from_fn(|suit| from.coins[suit] + to.coins[suit]);
        let merged = to.added(&coins);
        let mut pair = [0; PAIR];
        for suit in 0..SUITS {
            let gained = merged[suit] - from.added[suit] - to.added[suit];
            let locked = from.isolates[suit] + i32::from(to.alone) * (merged[suit] - to.added[suit]);
            pair[suit] = fraction(gained, 5);
            pair[SUITS + suit] = fraction(locked, 5);
        }
        pair
    }
}
