//! A viewer's prompt, worded from their view alone.

use table::{
    Choice, Clause, Ending, Game as _, Piece, PieceId, Pieces, Prompt, SeatSet, Steps, Unavailable, Viewer,
};

use crate::coin::Value;
use crate::forecast::Forecast;
use crate::network::Network;
use crate::port::{ALL_PORTS, PORTS, Port, PortSet};
use crate::refusal::clause_of;
use crate::suit::{SUITS, Suit};
use crate::words::{add_coins, add_number};
use crate::{Action, Holder, Refusal, SeenCoin, SpamORama, Stage, State, View};

pub(crate) fn prompt(game: &SpamORama, state: &State, viewer: Viewer) -> Prompt<Action> {
    let awaited = game.awaits(state).seats();
    let Some(seat) = viewer.seat().filter(|&seat| awaited.contains(seat)) else {
        return Prompt {
            awaited,
            asks: waits(state, game.ending(state), viewer).into(),
            clause: clause_of(state.stage),
            choices: Vec::new(),
            unavailable: Vec::new(),
            pieces: Vec::new(),
        };
    };
    let view = game.view(state, viewer);
    let mut actions = Vec::new();
    game.choices(state, seat, &mut actions);
    let mut says = Says::new(game, &view);
    let mut choices = Vec::with_capacity(actions.len());
    for action in actions {
        let (notation, steps) = (game.write_action(action), says.steps(action));
        choices.push(Choice { action, notation, says: says.of(action).into(), steps });
    }
    let unavailable = unavailable(game, &mut says);
    Prompt {
        awaited,
        asks: asks(&view).into(),
        clause: clause_of(view.stage),
        choices,
        unavailable,
        pieces: says.pieces.into_all(),
    }
}

/// The question to the one who is asked.
fn asks(view: &View) -> String {
    match view.stage {
        Stage::Taking(_) => {
            let filled = view.occupied().len();
            format!("First phase, {filled} of {PORTS} ports filled: take one coin from the pool.")
        }
        Stage::Placing(_, suit) => {
            let value = view.hand.and_then(|coin| coin.value);
            let value = value.map_or("coin", Value::word);
            let ports = match PORTS - view.occupied().len() {
                1 => "the last port".to_owned(),
                open => format!("one of {open} ports"),
            };
            format!("Place the {value} of {suit} face down on {ports} without a coin.")
        }
        Stage::Relaying(_) => {
            let stacks = view.occupied().len();
            format!("Second phase, {stacks} stacks left: relay one onto an adjacent port that holds spam.")
        }
        Stage::Laying(_) | Stage::Dealing(_) | Stage::DrawingLots | Stage::Looking(..) | Stage::Busted => {
            "Nothing is asked of you.".to_owned()
        }
    }
}

/// The sentence for viewers who are not asked: everybody knows how far the game is.
fn waits(state: &State, ending: Option<Ending>, viewer: Viewer) -> String {
    let filled = state.occupied().len();
    match state.stage {
        Stage::Laying(suit) => format!("The ports of {suit} are being laid."),
        Stage::Dealing(seat) => format!("{seat:#} is being dealt a client."),
        Stage::DrawingLots => "Lots are being drawn for the first turn.".to_owned(),
        Stage::Taking(seat) => {
            format!("The table waits for {seat:#} to take a coin; {filled} of {PORTS} ports are filled.")
        }
        Stage::Looking(seat, suit) => format!("{seat:#} looks at a coin of {suit}."),
        Stage::Placing(seat, suit) => format!("The table waits for {seat:#} to place a coin of {suit}."),
        Stage::Relaying(seat) => format!("The table waits for {seat:#} to relay one of {filled} stacks."),
        Stage::Busted => {
            let winners = ending.map_or(SeatSet::EMPTY, |ending| ending.winners);
            match winners.len() {
                1 if viewer.seat().is_some_and(|seat| winners.contains(seat)) => {
                    "The game is over: you have won.".to_owned()
                }
                1 => format!("The game is over: {winners:#} has won."),
                _ => format!("The game is over: {winners:#} share the win."),
            }
        }
    }
}

/// Illegal actions that one might have wanted.
fn unavailable(game: &SpamORama, says: &mut Says<'_>) -> Vec<Unavailable> {
    let (network, view) = (game.network(), says.view);
    match view.stage {
        Stage::Taking(_) => Suit::ALL
            .into_iter()
            .filter(|suit| view.pool[suit.index()] == 0)
            .map(|suit| {
                let steps = says.steps(Action::Take(suit));
                Unavailable::new(format!("take {}", suit.name()), steps, &Refusal::SuitNotInPool(suit))
            })
            .collect(),
        Stage::Placing(..) => {
            let why = "it holds a coin already; place yours on a port without one";
            let taken = view.occupied().iter().map(|port| says.steps(Action::Place(port))).collect();
            said_once("place it on a port that is taken", Clause("R3.1"), why, taken).into_iter().collect()
        }
        Stage::Relaying(_) => {
            let occupied = view.occupied();
            let mut unavailable = vec![Unavailable {
                what: "pass".into(),
                clause: Clause("R4.3"),
                why: "there is no pass: while a relay is possible you must make one".into(),
                ways: vec![Steps::from_iter([says.point(Pointed::Pass)])],
            }];
            let empty = ALL_PORTS.difference(occupied);
            let empty =
                empty.iter().map(|port| Steps::from_iter([says.point(Pointed::Port(port))])).collect();
            let why = "it holds no spam to relay";
            unavailable.extend(said_once("relay from an empty port", Clause("R4.1"), why, empty));
            let mut denied = Vec::new();
            for from in occupied.iter() {
                let onto_empty = network.adjacent(from).difference(occupied);
                denied.extend(onto_empty.iter().map(|to| says.steps(Action::Relay { from, to })));
            }
            let why = "550: relaying denied: it is empty; relay to an adjacent port that holds spam";
            unavailable.extend(said_once("relay onto an empty port", Clause("R4.2"), why, denied));
            unavailable
        }
        Stage::Laying(_) | Stage::Dealing(_) | Stage::DrawingLots | Stage::Looking(..) | Stage::Busted => {
            Vec::new()
        }
    }
}

/// An action that is illegal in all these ways for the same reason: said once, for there may be dozens.
fn said_once(what: &'static str, clause: Clause, why: &'static str, ways: Vec<Steps>) -> Option<Unavailable> {
    (!ways.is_empty()).then(|| Unavailable { what: what.into(), clause, why: why.into(), ways })
}

/// A step's target.
#[derive(Clone, Copy)]
enum Pointed {
    /// A pile of the pool.
    Pool(Suit),
    /// A port with what lies on it.
    Port(Port),
    /// An action that is always illegal.
    Pass,
}

impl Pointed {
    const fn number(self) -> usize {
        match self {
            Self::Port(port) => port.index(),
            Self::Pool(suit) => PORTS + suit.index(),
            Self::Pass => PORTS + SUITS,
        }
    }
}

/// A port in words: `c4, a Suns port of 1`; never like a coin, which may lie on it.
pub fn write_port(network: &Network, view: &View, port: Port, text: &mut String) {
    network.place(port).write_to(text);
    text.push_str(", ");
    write_tile(network, view, port, text);
}

fn write_tile(network: &Network, view: &View, port: Port, text: &mut String) {
    let suit = network.suit(port);
    text.push_str(if suit == Suit::Arms { "an " } else { "a " });
    text.push_str(suit.title());
    text.push_str(" port");
    if let Some(value) = view.port_values[port.index()] {
        text.push_str(" of ");
        text.push(char::from(b'0' + value.points()));
    }
}

/// Words for what an action would do, as far as the viewer can tell. There may be hundreds of actions: text is put
/// together without detours.
struct Says<'a> {
    game: &'a SpamORama,
    view: &'a View,
    /// How many ports hold spam.
    occupied: usize,
    forecast: Forecast<'a>,
    pieces: Pieces,
}

impl<'a> Says<'a> {
    fn new(game: &'a SpamORama, view: &'a View) -> Self {
        Self {
            game,
            view,
            occupied: view.occupied().len(),
            forecast: Forecast::new(game.network(), view),
            pieces: Pieces::new(),
        }
    }

    fn of(&self, action: Action) -> String {
        match action {
            Action::Take(suit) => self.take(suit),
            Action::Place(port) => {
                let mut says = String::with_capacity(48);
                says.push_str("Place it on ");
                self.port(port, &mut says);
                says.push('.');
                says
            }
            Action::Relay { from, to } => self.relay(from, to),
        }
    }

    /// The steps of this action.
    fn steps(&mut self, action: Action) -> Steps {
        let (first, second) = match action {
            Action::Take(suit) => (Pointed::Pool(suit), None),
            Action::Place(port) => (Pointed::Port(port), None),
            Action::Relay { from, to } => (Pointed::Port(from), Some(Pointed::Port(to))),
        };
        [first].into_iter().chain(second).map(|at| self.point(at)).collect()
    }

    fn point(&mut self, at: Pointed) -> PieceId {
        let mut pieces = std::mem::take(&mut self.pieces);
        let id = pieces.at(at.number(), || self.piece(at));
        self.pieces = pieces;
        id
    }

    fn piece(&self, at: Pointed) -> Piece {
        match at {
            Pointed::Pool(suit) => Piece::new(["pool-", suit.name()].concat(), suit.title()),
            Pointed::Port(port) => {
                let (mut name, mut words) = (String::with_capacity(8), String::with_capacity(32));
                name.push_str("port-");
                self.game.network().place(port).write_to(&mut name);
                self.port(port, &mut words);
                Piece::new(name, words)
            }
            Pointed::Pass => Piece::new("pass", "Pass"),
        }
    }

    fn take(&self, suit: Suit) -> String {
        let left = self.view.pool[suit.index()];
        let owned = self.view.viewer.seat().map(Holder::Seat);
        let is_own = owned.is_some() && self.view.clients[suit.index()] == owned;
        let mut says = String::with_capacity(128);
        says.push_str("Take one of ");
        says.push_str(suit.title());
        says.push_str(if is_own { ", your client: " } else { ": " });
        add_coins(&mut says, left.into());
        says.push_str(" left in the pool; as far as you know it is ");
        let unknown = self.forecast.unknown(suit);
        if unknown.is_empty() {
            says.push_str("nothing");
        }
        for (place, value) in unknown.iter().enumerate() {
            if place > 0 {
                says.push_str(if place + 1 == unknown.len() { " or " } else { ", " });
            }
            says.push_str(value.word());
        }
        says.push('.');
        says
    }

    fn port(&self, port: Port, text: &mut String) {
        write_port(self.game.network(), self.view, port, text);
    }

    fn tile(&self, port: Port, text: &mut String) {
        write_tile(self.game.network(), self.view, port, text);
    }

    fn relay(&self, from: Port, to: Port) -> String {
        let network = self.game.network();
        let mut says = String::with_capacity(192);
        says.push_str("Relay ");
        self.moved(self.view.stack(from), &mut says);
        says.push_str(" from ");
        network.place(from).write_to(&mut says);
        says.push_str(" onto ");
        add_coins(&mut says, self.view.stack(to).len());
        says.push_str(" on ");
        self.port(to, &mut says);
        says.push('.');
        let isolated = self.forecast.isolated(from);
        if isolated.is_empty() {
            says.push_str(" Nothing would stand alone.");
        }
        for port in isolated.iter() {
            self.alone(port, (from, to), &mut says);
        }
        if isolated.len() == self.occupied - 1 {
            says.push_str(" That would end the game.");
        }
        says
    }

    /// The coins that are moved, the top one first: `the 3 of Suns and a coin of Moons`.
    fn moved(&self, stack: &[SeenCoin], says: &mut String) {
        let named = stack.iter().rev().take_while(|coin| coin.suit.is_some()).count();
        let hidden = stack.len() - named;
        for (place, coin) in stack.iter().rev().take(named).enumerate() {
            if place > 0 {
                says.push_str(if place + 1 == named && hidden == 0 { " and " } else { ", " });
            }
            match coin.value {
                Some(value) => ["the ", value.word()].into_iter().for_each(|word| says.push_str(word)),
                None => says.push_str("a coin"),
            }
            if let Some(suit) = coin.suit {
                says.push_str(" of ");
                says.push_str(suit.title());
            }
        }
        if hidden > 0 {
            if named > 0 {
                says.push_str(" and ");
            }
            add_coins(says, hidden);
            if named > 0 {
                says.push_str(" below");
            }
        }
    }

    /// The score of a port that would stand alone; values the viewer does not know make a range.
    fn alone(&self, port: Port, (from, to): (Port, Port), says: &mut String) {
        let gains = self.forecast.gains(PortSet::only(port), from, to);
        says.push(' ');
        self.game.network().place(port).write_to(says);
        says.push_str(" (");
        self.tile(port, says);
        if gains.unseen > 0 {
            let top = if port == to { from } else { port };
            let above = if port == to { self.view.stack(from).len() } else { 0 };
            says.push_str(") would stand alone and score its ");
            add_coins(says, self.view.stack(port).len() + above);
            if let Some(suit) = self.view.stack(top).last().and_then(|coin| coin.suit) {
                [", with ", suit.title(), " on top"].into_iter().for_each(|word| says.push_str(word));
            }
            says.push('.');
            return;
        }
        says.push_str(") would stand alone and score ");
        let told = || Suit::ALL.into_iter().filter_map(|suit| Some((suit, gains.of(suit)?)));
        let mut left = told().count();
        for (suit, range) in told() {
            says.push_str(suit.title());
            says.push(' ');
            add_number(says, (*range.start()).into());
            if range.start() != range.end() {
                says.push_str(" to ");
                add_number(says, (*range.end()).into());
            }
            left -= 1;
            says.push_str(match left {
                0 => ".",
                1 => " and ",
                _ => ", ",
            });
        }
    }
}
