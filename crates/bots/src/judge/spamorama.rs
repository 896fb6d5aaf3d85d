//! Spam-O-Rama as players judge it.

use spamorama::{
    Action, Forecast, Port, SUITS, SpamORama, Stage, State, Suit, Value, View, isolated_by_relay,
};
use table::{Game, Luck, MOST_SEATS, Seat, Seed};

use super::{Judge, in_shares};
use crate::{Bot, BotName, Level};

/// A relay from any port that holds spam to any neighbour that does, each as likely as the next; `None` outside of
/// phase two. Cheaper than a choice from the list of all.
fn some_relay(game: &SpamORama, state: &State, luck: &mut impl Luck) -> Option<Action> {
    let Stage::Relaying(_) = game.stage(state) else { return None };
    let from = luck.pick_from(game.occupied(state))?;
    let to = luck.pick_from(game.relay_targets(state, from))?;
    Some(Action::Relay { from, to })
}

/// What every client would have if each stack were scored where it lies now.
fn scores_if_all_were_isolated(game: &SpamORama, state: &State) -> [u8; SUITS] {
    let mut sums = Suit::ALL.map(|suit| game.score(state, suit));
    for port in game.occupied(state).iter() {
        for (sum, points) in sums.iter_mut().zip(game.points_of(state, port)) {
            *sum += points;
        }
    }
    sums
}

/// The clients of a seat, each with its score and with what it would have if every stack were scored where it lies.
fn prospects(game: &SpamORama, state: &State, seat: Seat) -> impl Iterator<Item = (u8, u8)> {
    let hoped = scores_if_all_were_isolated(game, state);
    let clients =
        Suit::ALL.into_iter().zip(hoped).filter(move |(suit, _)| game.is_client(state, seat, *suit));
    clients.map(|(suit, hoped)| (game.score(state, suit), hoped))
}

/// What can be said of a relay: what it scores for the clients of a seat, or else what it moves.
fn relaying(game: &SpamORama, view: &View, seat: Seat, (from, to): (Port, Port)) -> String {
    let network = game.network();
    let alone = isolated_by_relay(network, view, from);
    let gains = Forecast::new(network, view).gains(alone, from, to);
    let own = view.clients_of(seat).filter_map(|suit| gains.of(suit));
    let (low, high) = own.fold((0, 0), |(low, high), points| {
        (low + u32::from(*points.start()), high + u32::from(*points.end()))
    });
    let sees_all = [from, to]
        .into_iter()
        .chain(alone.iter())
        .all(|port| view.stack(port).iter().all(|coin| coin.suit.is_some()));
    let mine = |port: Port| {
        let coins = view.stack(port).iter().filter_map(|coin| coin.suit);
        coins.filter(|suit| view.clients_of(seat).any(|client| client == *suit)).count()
    };
    let worth = |port: Port| view.port_values[port.index()].map_or(0, Value::points);
    let coins = |count: usize| if count == 1 { "a coin".to_owned() } else { format!("{count} coins") };
    let moved = match (mine(from), mine(to)) {
        (0, 0) => "it moves no coin of my clients".to_owned(),
        (0, under) => format!("it covers {} of my clients on a port worth {}", coins(under), worth(to)),
        (own, _) => {
            let (here, there) = (worth(from), worth(to));
            format!("it takes {} of my clients from a port worth {here} to one worth {there}", coins(own))
        }
    };
    let score = |suit: Suit| view.scores[suit.index()];
    let (least, most) = view
        .clients_of(seat)
        .map(score)
        .fold((u8::MAX, 0), |(least, most), score| (least.min(score), most.max(score)));
    let helped = view.clients_of(seat).any(|suit| score(suit) == least && gains.of(suit).is_some());
    let lowest = match helped {
        _ if least == most => "",
        true => ", my lowest among them",
        false => ", but not for my lowest",
    };
    match (low, high) {
        _ if !sees_all => "what lies below I can only guess".to_owned(),
        (0, 0) if alone.is_empty() => moved,
        (0, 0) => format!("no client of mine is scored by it; {moved}"),
        (low, high) if low == high => format!("it scores {low} for my clients{lowest}"),
        (low, high) => format!("it scores {low} to {high} for my clients{lowest}"),
    }
}

impl Judge for SpamORama {
    const LADDER: [BotName; Level::COUNT] = [
        BotName::Noisy(78),
        BotName::Noisy(14),
        BotName::Greedy,
        BotName::iterations(40),
        BotName::iterations(85),
        BotName::iterations(280),
        BotName::iterations(1_000),
        BotName::iterations(5_000),
    ];
    const HORIZON: u32 = Self::LONGEST;
    const WIDTH: usize = 12;
    const LUCK_BRANCHES: bool = true;
    const MARGIN: f64 = 0.3;

    fn thinking(name: BotName, workers: usize, seed: Seed, seat: Seat) -> Box<dyn Bot<Self> + Send + Sync> {
        name.boxed(workers, seed, seat)
    }

    /// What the lowest clients have and may hope for: the lowest counts most (R5.2).
    fn standing(&self, state: &Self::State, seat: Seat) -> f64 {
        let mut hopes = [f64::MAX; 5];
        for (place, (score, prospect)) in prospects(self, state, seat).enumerate().take(5) {
            hopes[place] = 0.6 * f64::from(score) + 0.4 * f64::from(prospect);
        }
        hopes.sort_by(f64::total_cmp);
        let mut weight = 0.6;
        let mut standing = 0.0;
        for hope in hopes.into_iter().filter(|&hope| hope < f64::MAX) {
            standing += weight * hope / 30.0;
            weight *= 0.4;
        }
        standing
    }

    fn may_be_passed(&self, _: &Self::State) -> bool {
        false
    }

    /// Takes and places anything, and relays the stack of any port to any neighbour.
    fn rollout_policy(
        &self,
        state: &Self::State,
        seat: Seat,
        scratch: &mut Vec<Action>,
        luck: &mut impl Luck,
    ) -> Option<Action> {
        some_relay(self, state, luck).or_else(|| {
            self.choices(state, seat, scratch);
            luck.pick(scratch)
        })
    }

    fn remark(&self, view: &Self::View, seat: Seat, action: Action) -> String {
        let is_mine = |suit| view.clients_of(seat).any(|client| client == suit);
        match action {
            Action::Take(suit) if is_mine(suit) => "I will know where this coin of my client lies".to_owned(),
            Action::Take(_) => "I choose where it goes".to_owned(),
            Action::Place(port) => {
                let worth = view.port_values[port.index()].map_or(0, Value::points);
                let whose = match view.stage {
                    Stage::Placing(_, suit) if is_mine(suit) => "a",
                    Stage::Placing(..)
                    | Stage::Laying(_)
                    | Stage::Dealing(_)
                    | Stage::DrawingLots
                    | Stage::Taking(_)
                    | Stage::Looking(..)
                    | Stage::Relaying(_)
                    | Stage::Busted => "no",
                };
                format!("{whose} client of mine gets {worth} if it stays there")
            }
            Action::Relay { from, to } => relaying(self, view, seat, (from, to)),
        }
    }

    /// The fourth power makes a small lead count for much, as it does at the table.
    fn shares(&self, state: &Self::State) -> [f64; MOST_SEATS] {
        let mut weights = [0.0; MOST_SEATS];
        for seat in self.seats().iter() {
            let standing = self.standing(state, seat).max(0.01);
            weights[seat.index()] = standing * standing * standing * standing;
        }
        in_shares(weights)
    }
}
