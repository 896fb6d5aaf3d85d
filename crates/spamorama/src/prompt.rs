//! What a viewer is asked, worded from his view alone.

use table::{Barred, Choice, Clause, Ending, Game as _, Prompt, SeatSet, Step, Viewer};

use crate::coin::{Value, ValueSet};
use crate::port::{Port, PortSet};
use crate::refusal::clause_of;
use crate::suit::{SUITS, Suit};
use crate::words::{coins, listed};
use crate::{Action, Holder, Refusal, SeenCoin, SpamORama, Stage, State, View, relay};

pub(crate) fn prompt(game: &SpamORama, state: &State, viewer: Viewer) -> Prompt<Action> {
    let view = game.view(state, viewer);
    let awaited = game.awaits(state).seats();
    let Some(seat) = viewer.seat().filter(|&seat| awaited.has(seat)) else {
        let asks = waits(&view, game.ending(state)).into();
        return Prompt {
            awaited,
            asks,
            clause: clause_of(view.stage),
            choices: Vec::new(),
            barred: Vec::new(),
        };
    };
    let mut actions = Vec::new();
    game.choices(state, seat, &mut actions);
    let says = Says::new(game, &view);
    let choice = |action| Choice {
        action,
        notation: game.write_action(action),
        says: says.of(action).into(),
        steps: says.steps(action),
    };
    Prompt {
        awaited,
        asks: asks(&view).into(),
        clause: clause_of(view.stage),
        choices: actions.into_iter().map(choice).collect(),
        barred: barred(game, &says),
    }
}

/// The question to the one who is asked.
fn asks(view: &View) -> String {
    match view.stage {
        Stage::Taking(_) => "Take one coin from the pool: choose a suit.".to_owned(),
        Stage::Placing(_, suit) => {
            let value = view.hand.and_then(|coin| coin.value);
            let value = value.map_or("coin", Value::word);
            format!("Place the {value} of {suit} face down: choose a port without a coin.")
        }
        Stage::Relaying(_) => {
            "Relay the whole stack of one port onto an adjacent port that holds spam: choose from where to where."
                .to_owned()
        }
        Stage::Laying(_) | Stage::Dealing(_) | Stage::DrawingLots | Stage::Looking(..) | Stage::Busted => {
            "Nothing is asked of you.".to_owned()
        }
    }
}

/// What those hear who are not asked.
fn waits(view: &View, ending: Option<Ending>) -> String {
    match view.stage {
        Stage::Laying(suit) => format!("The ports of {suit} are being laid."),
        Stage::Dealing(seat) => format!("{seat:#} is being dealt a client."),
        Stage::DrawingLots => "Lots are being drawn for the first turn.".to_owned(),
        Stage::Taking(seat) => format!("The table waits for {seat:#} to take a coin from the pool."),
        Stage::Looking(seat, suit) => format!("{seat:#} looks at a coin of {suit}."),
        Stage::Placing(seat, suit) => format!("The table waits for {seat:#} to place a coin of {suit}."),
        Stage::Relaying(seat) => format!("The table waits for {seat:#} to relay a stack."),
        Stage::Busted => {
            let winners = ending.map_or(SeatSet::NONE, |ending| ending.winners);
            match winners.len() {
                1 => format!("The game is over: {winners:#} has won."),
                _ => format!("The game is over: {winners:#} share the win."),
            }
        }
    }
}

/// What one might have wanted to do and may not.
fn barred(game: &SpamORama, says: &Says<'_>) -> Vec<Barred> {
    let (network, view) = (game.network(), says.view);
    match view.stage {
        Stage::Taking(_) => Suit::ALL
            .into_iter()
            .filter(|suit| view.pool[suit.index()] == 0)
            .map(|suit| {
                let steps = says.steps(Action::Take(suit));
                Barred::new(format!("take {}", suit.name()), steps, &Refusal::SuitNotInPool(suit))
            })
            .collect(),
        Stage::Relaying(_) => {
            let occupied = view.occupied();
            let mut barred = vec![Barred {
                what: "pass".into(),
                clause: Clause("R4.3"),
                why: "there is no pass: while a relay is possible you must make one".into(),
                steps: vec![Step::new("pass", "Pass")],
            }];
            for from in occupied.iter() {
                for to in network.adjacent(from).less(occupied).iter() {
                    let relay = Action::Relay { from, to };
                    let refusal = relay::why_not(network, occupied, from, to);
                    barred.extend(
                        refusal.map(|refusal| {
                            Barred::new(game.write_action(relay), says.steps(relay), &refusal)
                        }),
                    );
                }
            }
            barred
        }
        Stage::Laying(_)
        | Stage::Dealing(_)
        | Stage::DrawingLots
        | Stage::Looking(..)
        | Stage::Placing(..)
        | Stage::Busted => Vec::new(),
    }
}

/// Words for what an action would do, as far as the viewer can tell.
struct Says<'a> {
    game: &'a SpamORama,
    view: &'a View,
    occupied: PortSet,
    unknown: [ValueSet; SUITS],
}

impl<'a> Says<'a> {
    fn new(game: &'a SpamORama, view: &'a View) -> Self {
        Self {
            game,
            view,
            occupied: view.occupied(),
            unknown: view.known_values().map(|known| ValueSet::ALL.less(known)),
        }
    }

    fn of(&self, action: Action) -> String {
        match action {
            Action::Take(suit) => self.take(suit),
            Action::Place(port) => {
                format!("Place it on {}, {}.", self.game.network().place(port), self.tile(port))
            }
            Action::Relay { from, to } => self.relay(from, to),
        }
    }

    /// What to point at to pick this action.
    fn steps(&self, action: Action) -> Vec<Step> {
        match action {
            Action::Take(suit) => vec![Step::new(format!("pool-{}", suit.name()), suit.to_string())],
            Action::Place(port) => vec![self.step(port)],
            Action::Relay { from, to } => vec![self.step(from), self.step(to)],
        }
    }

    fn step(&self, port: Port) -> Step {
        let place = self.game.network().place(port);
        Step::new(format!("port-{place}"), format!("{place}, {}", self.tile(port)))
    }

    fn take(&self, suit: Suit) -> String {
        let left = self.view.pool[suit.index()];
        let values: Vec<String> =
            self.unknown[suit.index()].iter().map(|value| value.word().to_owned()).collect();
        let owned = self.view.viewer.seat().map(Holder::Seat);
        let whose =
            if owned.is_some() && self.view.clients[suit.index()] == owned { ", your client" } else { "" };
        format!(
            "Take one of {suit}{whose}: {} left in the pool; as far as you know it is {}.",
            coins(left.into()),
            listed(&values, "or")
        )
    }

    fn tile(&self, port: Port) -> String {
        let suit = self.game.network().suit(port);
        match self.view.port_values[port.index()] {
            Some(value) => format!("the {} of {suit}", value.word()),
            None => format!("a port of {suit}"),
        }
    }

    fn relay(&self, from: Port, to: Port) -> String {
        let network = self.game.network();
        let mut says = format!(
            "Relay {} from {} onto {} on {}, {}.",
            coins(self.view.stack(from).len()),
            network.place(from),
            coins(self.view.stack(to).len()),
            network.place(to),
            self.tile(to),
        );
        let isolated = relay::isolated_by_emptying(network, self.occupied, from);
        if isolated.is_empty() {
            says.push_str(" Nothing would stand alone.");
        }
        for port in isolated.iter() {
            let added = if port == to { self.view.stack(from) } else { &[] };
            let stack: Vec<SeenCoin> = self.view.stack(port).iter().chain(added).copied().collect();
            says.push_str(&self.alone(port, &stack));
        }
        if isolated.len() == self.occupied.len() - 1 {
            says.push_str(" That would end the game.");
        }
        says
    }

    /// What a port that would stand alone would score; values the viewer does not know make a range.
    fn alone(&self, port: Port, stack: &[SeenCoin]) -> String {
        let place = self.game.network().place(port);
        if stack.iter().any(|coin| coin.suit.is_none()) {
            let top = stack.last().and_then(|coin| coin.suit);
            let top = top.map_or(String::new(), |suit| format!(", with {suit} on top"));
            return format!(
                " {place} ({}) would stand alone and score its {}{top}.",
                self.tile(port),
                coins(stack.len())
            );
        }
        let scores: Vec<String> = Suit::ALL
            .into_iter()
            .filter_map(|suit| Some((suit, self.points(port, suit, stack)?)))
            .map(|(suit, (low, high))| match low == high {
                true => format!("{suit} {low}"),
                false => format!("{suit} {low} to {high}"),
            })
            .collect();
        format!(" {place} ({}) would stand alone and score {}.", self.tile(port), listed(&scores, "and"))
    }

    /// The fewest and the most points a client would get out of a stack; `None` if it has no coin there.
    fn points(&self, port: Port, suit: Suit, stack: &[SeenCoin]) -> Option<(u8, u8)> {
        let own = || stack.iter().filter(|coin| coin.suit == Some(suit));
        let count = own().count();
        let worth = self.view.port_values[port.index()].map_or(0, Value::points);
        let times = if suit == self.game.network().suit(port) { count as u8 } else { 1 };
        let sure: u8 = own().filter_map(|coin| coin.value).map(Value::points).sum();
        let hidden = own().filter(|coin| coin.value.is_none()).count();
        let unknown = self.unknown[suit.index()];
        let low: u8 = unknown.iter().take(hidden).map(Value::points).sum();
        let high: u8 = unknown.iter().rev().take(hidden).map(Value::points).sum();
        let base = sure + worth * times;
        (count > 0).then_some((base + low, base + high))
    }
}
