//! The yardstick: Spam-O-Rama written for speed alone. Plain arrays, no checks, no views, no records, a short
//! generator; but every legal choice is listed at every step, and scores are true.

use spamorama::{Network, PORTS, Port, SUITS, Suit};

const SEATS: usize = 3;
const CLIENTS: usize = 4;
const NOTHING: u8 = u8::MAX;

/// Constants of all games.
pub(crate) struct Board {
    adjacent: [u64; PORTS],
    suit: [u8; PORTS],
    of_suit: [[u8; 5]; SUITS],
}

impl Board {
    pub(crate) fn of(network: &Network) -> Self {
        let mut board = Self { adjacent: [0; PORTS], suit: [0; PORTS], of_suit: [[0; 5]; SUITS] };
        for port in Port::all() {
            let neighbours = network.adjacent(port).iter();
            board.adjacent[port.index()] = neighbours.fold(0, |set, port| set | 1 << port.index());
            board.suit[port.index()] = network.suit(port).index() as u8;
        }
        for suit in Suit::ALL {
            board.of_suit[suit.index()] = network.ports_of(suit).map(|port| port.index() as u8);
        }
        board
    }
}

/// One game in progress.
pub(crate) struct Table {
    occupied: u64,
    top: [u8; PORTS],
    bottom: [u8; PORTS],
    below: [u8; PORTS],
    worth: [u8; PORTS],
    pool: [[u8; 5]; SUITS],
    left: [u8; SUITS],
    score: [u8; SUITS],
    holder: [u8; SUITS],
}

struct XorShift(u64);

impl XorShift {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * bound as u64) >> 32) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Plays so many games; how many decisions that took and how often each seat won.
pub(crate) fn play(board: &Board, games: u64) -> (u64, [u64; SEATS]) {
    let mut luck = XorShift(0x9E37_79B9_7F4A_7C15);
    let mut wins = [0; SEATS];
    let mut decisions = 0;
    for _ in 0..games {
        let mut table = deal(board, &mut luck);
        decisions += scan(&mut table, &mut luck) + relay(board, &mut table, &mut luck);
        count_winners(&table, &mut wins);
    }
    (decisions, wins)
}

fn deal(board: &Board, luck: &mut XorShift) -> Table {
    let mut table = Table {
        occupied: 0,
        top: [NOTHING; PORTS],
        bottom: [NOTHING; PORTS],
        below: [NOTHING; PORTS],
        worth: [0; PORTS],
        pool: [[1, 2, 3, 4, 5]; SUITS],
        left: [5; SUITS],
        score: [0; SUITS],
        holder: [0; SUITS],
    };
    for ports in &board.of_suit {
        let mut values = [1, 2, 3, 4, 5];
        luck.shuffle(&mut values);
        for (&port, value) in ports.iter().zip(values) {
            table.worth[port as usize] = value;
        }
    }
    for (place, holder) in table.holder.iter_mut().enumerate() {
        *holder = (place / CLIENTS) as u8;
    }
    luck.shuffle(&mut table.holder);
    table
}

fn scan(table: &mut Table, luck: &mut XorShift) -> u64 {
    let mut list = [0_u8; PORTS];
    for _ in 0..PORTS {
        let mut count = 0;
        for suit in 0..SUITS {
            if table.left[suit] > 0 {
                list[count] = suit as u8;
                count += 1;
            }
        }
        let suit = list[luck.below(count)] as usize;
        let nth = luck.below(table.left[suit] as usize);
        table.left[suit] -= 1;
        let last = table.left[suit] as usize;
        let value = table.pool[suit][nth];
        table.pool[suit][nth] = table.pool[suit][last];
        let coin = suit as u8 * 5 + value - 1;

        let mut count = 0;
        let mut free = !table.occupied & ((1 << PORTS) - 1);
        while free != 0 {
            list[count] = free.trailing_zeros() as u8;
            count += 1;
            free &= free - 1;
        }
        let port = list[luck.below(count)] as usize;
        table.top[port] = coin;
        table.bottom[port] = coin;
        table.occupied |= 1 << port;
    }
    2 * PORTS as u64
}

fn relay(board: &Board, table: &mut Table, luck: &mut XorShift) -> u64 {
    let mut list = [(0_u8, 0_u8); 4 * PORTS];
    let mut decisions = 0;
    while table.occupied != 0 {
        let mut count = 0;
        let mut froms = table.occupied;
        while froms != 0 {
            let from = froms.trailing_zeros() as u8;
            froms &= froms - 1;
            let mut tos = board.adjacent[from as usize] & table.occupied;
            while tos != 0 {
                list[count] = (from, tos.trailing_zeros() as u8);
                count += 1;
                tos &= tos - 1;
            }
        }
        let (from, to) = list[luck.below(count)];
        let (from, to) = (from as usize, to as usize);
        decisions += 1;
        table.below[table.bottom[from] as usize] = table.top[to];
        table.top[to] = table.top[from];
        table.occupied &= !(1 << from);
        let mut near = board.adjacent[from] & table.occupied;
        while near != 0 {
            let port = near.trailing_zeros() as usize;
            near &= near - 1;
            if board.adjacent[port] & table.occupied == 0 {
                score(board, table, port);
            }
        }
    }
    decisions
}

fn score(board: &Board, table: &mut Table, port: usize) {
    let worth = table.worth[port];
    let mut seen = 0_u16;
    let mut coin = table.top[port];
    while coin != NOTHING {
        let suit = coin / 5;
        let bit = 1 << suit;
        if seen & bit == 0 || suit == board.suit[port] {
            table.score[suit as usize] += worth;
        }
        seen |= bit;
        table.score[suit as usize] += coin % 5 + 1;
        coin = table.below[coin as usize];
    }
    table.occupied &= !(1 << port);
}

fn count_winners(table: &Table, wins: &mut [u64; SEATS]) {
    let mut ranks = [[0; CLIENTS]; SEATS];
    let mut counts = [0; SEATS];
    for (&holder, &score) in table.holder.iter().zip(&table.score) {
        let seat = holder as usize;
        ranks[seat][counts[seat]] = score;
        counts[seat] += 1;
    }
    for scores in &mut ranks {
        scores.sort_unstable();
    }
    let best = ranks[0].max(ranks[1]).max(ranks[2]);
    for (seat, scores) in ranks.iter().enumerate() {
        wins[seat] += u64::from(*scores == best);
    }
}
