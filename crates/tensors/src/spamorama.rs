//! Spam-O-Rama in numbers.

mod legal;
mod seen;

use spamorama::{
    Action, Holder, LastMove, Memory, Open, PORTS, Port, SUITS, SpamORama, Stage, State, Suit, Value, View,
    Way,
};
use table::{Game, Luck, MOST_SEATS, Seat, Viewer};

use crate::seats::Round;
use crate::{Begun, Channel, Fields, Layout, Next, Tensors, Tokens};

/// The coins of a network, as many as there are ports.
const COINS: usize = PORTS;
/// The ways to relay, by their numbers.
const WAYS: [&str; Way::ALL.len()] = ["up", "right", "down", "left"];
/// Where the tokens of each kind begin.
const PLACE: usize = SUITS;
const RELAY: usize = PLACE + PORTS;
const TOKENS: usize = RELAY + PORTS * WAYS.len();

fn suit_number(suit: Option<Suit>) -> i16 {
    suit.map_or(0, |suit| suit.index() as i16 + 1)
}

fn value_number(value: Option<Value>) -> i16 {
    value.map_or(0, |value| value.points().into())
}

fn port_number(port: Port) -> i16 {
    port.index() as i16 + 1
}

/// The number of a stage: 0 before the first turn.
const fn stage_number(stage: Stage) -> i16 {
    match stage {
        Stage::Laying(_) | Stage::Dealing(_) | Stage::DrawingLots => 0,
        Stage::Taking(_) => 1,
        Stage::Looking(..) => 2,
        Stage::Placing(..) => 3,
        Stage::Relaying(_) => 4,
        Stage::Busted => 5,
    }
}

/// The token of an action.
#[inline]
fn token(game: &SpamORama, action: Action) -> usize {
    match action {
        Action::Take(suit) => suit.index(),
        Action::Place(port) => PLACE + port.index(),
        Action::Relay { from, to } => {
            RELAY + from.index() * WAYS.len() + Way::between(game.network(), from, to).index()
        }
    }
}

impl Tensors for SpamORama {
    type Legal = Open;

    fn layout(&self) -> Layout {
        let channels = vec![
            Channel::new("seats", &[1], "how many sit at the table"),
            Channel::new("seat", &[1], "the viewer's seat, 0 for A; 0 for a bystander, too"),
            Channel::new("memory", &[1], "1 with the memory aid (R4.7), else 0"),
            Channel::new("stage", &[1], "0 set-up, 1 taking, 2 looking, 3 placing, 4 relaying, 5 busted"),
            Channel::new(
                "turn",
                &[1],
                "whose turn it is: 0 nobody's, 1 the viewer's, 2 the next one's and so on",
            ),
            Channel::new("turns", &[1], "how many turns have begun"),
            Channel::new("first", &[1], "who went first, counted like turn"),
            Channel::new(
                "port_suit",
                &[PORTS],
                "the suit of each port in reading order, 1 to 12 in the order of R1.1",
            ),
            Channel::new("port_value", &[PORTS], "its value, 1 to 5; 0 before it is laid"),
            Channel::new("port_column", &[PORTS], "its column from the left, 0 on"),
            Channel::new("port_row", &[PORTS], "its row from the top, 0 on"),
            Channel::new("height", &[PORTS], "how many coins lie on it"),
            Channel::new(
                "coin_port",
                &[COINS],
                "the coins on the board, port by port, each stack from the bottom up: the port, 1 to 60; 0 for no more coins",
            ),
            Channel::new(
                "coin_suit",
                &[COINS],
                "the suit of that coin, 1 to 12; 0 where the viewer does not see it",
            ),
            Channel::new("coin_value", &[COINS], "its value, 1 to 5; 0 where the viewer does not know it"),
            Channel::new("coin_placer", &[COINS], "who placed it, counted like turn; 0 unknown"),
            Channel::new(
                "hand",
                &[2],
                "the coin somebody holds: its suit, and its value if the viewer knows it; 0 else",
            ),
            Channel::new("pool", &[SUITS], "how many coins of each suit are in the pool"),
            Channel::new("scores", &[SUITS], "where each client's marker stands"),
            Channel::new(
                "scored",
                &[SUITS, 5],
                "1 for each coin that was scored, by suit and value; 0 without the memory aid",
            ),
            Channel::new(
                "leanings",
                &[MOST_SEATS, SUITS],
                "for each seat, the viewer's first, and each suit: the values of the ports it placed that suit on, each less 3",
            ),
            Channel::new(
                "last_moves",
                &[MOST_SEATS, 2],
                "for each seat its last move on the board: the ports it relayed from and to, or 0 and the port it placed on",
            ),
            Channel::new(
                "clients",
                &[SUITS],
                "whose client each suit is, counted like turn; 7 nobody's, 0 unknown",
            ),
            Channel::new(
                "client_counts",
                &[MOST_SEATS],
                "how many clients each seat was dealt, the viewer's first",
            ),
        ];
        let mut tokens: Vec<String> = Suit::ALL.iter().map(|suit| format!("take {}", suit.name())).collect();
        tokens.extend((0..PORTS).map(|port| format!("place on port {port}")));
        let relays = (0..PORTS).flat_map(|port| WAYS.map(|way| format!("relay port {port} {way}")));
        tokens.extend(relays);
        Layout {
            game: Self::NAME,
            setting: String::new(),
            channels,
            tokens,
            features: vec![
                ("kind", "0 take, 1 place, 2 relay"),
                ("suit", "the suit taken, or of the port placed on or relayed to, 1 to 12"),
                ("own", "1 if that suit is a client the viewer knows as their own"),
                ("value", "the value of the port placed on or relayed to; 0 for a take"),
                ("from", "how many coins lie where a relay begins, else 0"),
                ("to", "how many coins lie on the port placed on or relayed to"),
                (
                    "own_moved",
                    "how many coins of the viewer's own clients a relay moves, as far as they see them",
                ),
                (
                    "own_there",
                    "how many coins of the viewer's own clients lie on the port placed on or relayed to",
                ),
            ],
        }
    }

    fn fill(&self, view: &View, into: &mut Fields<'_>) {
        let network = self.network();
        let seats = Round::of(self.seat_count(), view.viewer);
        into.one("seats", self.seat_count().get());
        into.one("seat", view.viewer.seat().map_or(0, Seat::index));
        into.one("memory", i16::from(self.memory() == Memory::On));
        into.one("stage", stage_number(view.stage));
        into.one("turn", seats.number(view.stage.turn()));
        into.one("turns", view.turns);
        into.one("first", seats.number(view.first));
        into.each("port_suit", network.suits(), |suit| suit_number(Some(suit)));
        into.each("port_value", &view.port_values, value_number);
        into.each("port_column", network.places(), |place| place.column() as i16);
        into.each("port_row", network.places(), |place| place.row() as i16);
        into.each("height", &view.heights, i16::from);
        let (coins, mut lowest) = (into.next("coin_port"), 0);
        for (height, port) in view.heights.iter().zip(1..).filter(|(height, _)| **height > 0) {
            let above = coins.len().min(lowest + usize::from(*height));
            coins[lowest..above].fill(port);
            lowest = above;
        }
        let [suits, values, placers] =
            ["coin_suit", "coin_value", "coin_placer"].map(|name| into.next(name).iter_mut());
        for (((suit, value), placer), coin) in suits.zip(values).zip(placers).zip(&view.coins) {
            *suit = suit_number(coin.suit);
            *value = value_number(coin.value);
            *placer = seats.number(coin.placer);
        }
        let hand = view.hand.iter().flat_map(|coin| [suit_number(coin.suit), value_number(coin.value)]);
        into.some("hand", hand);
        into.each("pool", &view.pool, i16::from);
        into.each("scores", &view.scores, i16::from);
        let scored = into.next("scored").chunks_exact_mut(Value::ALL.len());
        for (row, values) in scored.zip(view.scored.iter().flatten()).filter(|(_, values)| !values.is_empty())
        {
            values.iter().for_each(|value| row[usize::from(value.points()) - 1] = 1);
        }
        let leanings = into.next("leanings");
        if let Some(known) = view.leanings() {
            for (row, seat) in leanings.chunks_mut(SUITS).zip(seats.iter()) {
                row.copy_from_slice(&known.of_seat(seat).map(i16::from));
            }
        }
        for (row, seat) in into.next("last_moves").chunks_mut(2).zip(seats.iter()) {
            match view.last_moves[seat.index()] {
                Some(LastMove::Placed(port)) => row[1] = port_number(port),
                Some(LastMove::Relayed(from, to)) => {
                    row.copy_from_slice(&[port_number(from), port_number(to)])
                }
                None => {}
            }
        }
        let holder = |holder: &Option<Holder>| match holder {
            Some(Holder::Seat(seat)) => seats.number(Some(*seat)),
            Some(Holder::Nobody) => 7,
            None => 0,
        };
        into.some("clients", view.clients.iter().map(holder));
        into.some("client_counts", seats.iter().map(|seat| view.client_counts[seat.index()].into()));
    }

    #[inline]
    fn fill_seen(&self, state: &State, viewer: Viewer, into: &mut Fields<'_>) {
        let written = seen::write(self, &self.look(state, viewer), into.all());
        debug_assert!(written.is_some(), "an observation has the numbers of the layout");
    }

    #[inline]
    fn tokens(&self, _seat: Seat, action: Action) -> Tokens {
        Tokens::one(token(self, action))
    }

    fn features(&self, view: &View, action: Action, into: &mut [i16]) {
        let network = self.network();
        let own = |suit: Suit| {
            let held = view.clients[suit.index()];
            view.viewer.seat().is_some_and(|seat| held == Some(Holder::Seat(seat)))
        };
        let own_on = |port: Port| {
            let coins = view.stack(port).iter().filter_map(|coin| coin.suit);
            coins.filter(|suit| own(*suit)).count() as i16
        };
        let height = |port: Port| i16::from(view.heights[port.index()]);
        let value = |port: Port| value_number(view.port_values[port.index()]);
        let facts = match action {
            Action::Take(suit) => [0, suit_number(Some(suit)), own(suit).into(), 0, 0, 0, 0, 0],
            Action::Place(port) => {
                let suit = network.suit(port);
                [1, suit_number(Some(suit)), own(suit).into(), value(port), 0, height(port), 0, own_on(port)]
            }
            Action::Relay { from, to } => {
                let suit = network.suit(to);
                let known = [suit_number(Some(suit)), own(suit).into(), value(to), height(from), height(to)];
                [2, known[0], known[1], known[2], known[3], known[4], own_on(from), own_on(to)]
            }
        };
        into.iter_mut().zip(facts).for_each(|(place, fact)| *place = fact);
    }

    #[inline]
    fn ask(&self, state: &State, seat: Option<Seat>, into: &mut Open) {
        *into = seat.map_or_else(Open::default, |seat| self.open(state, seat));
    }

    fn mask(&self, legal: &Open, begun: Begun, into: &mut [u8]) {
        // An action is one token, so nothing ever comes after one.
        let open = if begun.count() == 0 { *legal } else { Open::default() };
        legal::mask(self.network(), &open, into);
    }

    fn follow(&self, legal: &Open, begun: Begun, token: u16) -> Option<Next<Action>> {
        let action = legal::action(self.network(), legal, token.into()).filter(|_| begun.count() == 0);
        action.map(Next::Whole)
    }

    fn draw_token(&self, legal: &Open, begun: Begun, luck: &mut impl Luck) -> Option<u16> {
        let count = legal.count(self.network());
        if count == 0 || begun.count() > 0 {
            return None;
        }
        let action = legal.nth(self.network(), luck.below(count as u32) as usize)?;
        Some(token(self, action) as u16)
    }
}
