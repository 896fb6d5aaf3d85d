//! Spam-O-Rama as players judge it.

use spamorama::{Action, SpamORama, Stage, State, Suit};
use table::{Game, Input, Luck, MOST_SEATS, NoEvents, Seat, Seed};

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

/// The clients of a seat, each with its score and with what it would have if every stack were scored where it lies.
fn prospects(game: &SpamORama, state: &State, seat: Seat) -> impl Iterator<Item = (u8, u8)> {
    let hoped = game.scores_if_all_were_isolated(state);
    let clients =
        Suit::ALL.into_iter().zip(hoped).filter(move |(suit, _)| game.is_client(state, seat, *suit));
    clients.map(|(suit, hoped)| (game.score(state, suit), hoped))
}

/// The suit of the coin that is to be placed.
fn coin_to_place(game: &SpamORama, state: &State) -> Option<Suit> {
    if let Stage::Placing(_, suit) = game.stage(state) { Some(suit) } else { None }
}

/// What the clients of a seat would get in sum by what this action scores; `None` if it is not possible.
fn gains(game: &SpamORama, state: &State, seat: Seat, action: Action) -> Option<u32> {
    let sum = |state: &State| -> u32 {
        let own = Suit::ALL.into_iter().filter(|&suit| game.is_client(state, seat, suit));
        own.map(|suit| u32::from(game.score(state, suit))).sum()
    };
    let mut after = *state;
    game.apply(&mut after, Input::Act(game.stage(state).turn()?, action), &mut NoEvents).ok()?;
    Some(sum(&after) - sum(state))
}

impl Judge for SpamORama {
    const LADDER: [BotName; Level::COUNT] = [
        BotName::Careless(58),
        BotName::Careless(30),
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

    fn remark(&self, tables: &[Self::State], seat: Seat, action: Action) -> Option<String> {
        let first = tables.first()?;
        let is_mine = |suit| self.is_client(first, seat, suit);
        Some(match action {
            Action::Take(suit) if is_mine(suit) => "I will know where this coin of my client lies".to_owned(),
            Action::Take(_) => "I choose where it goes".to_owned(),
            Action::Place(port) => {
                let worth = self.worth_of(first, port)?;
                let whose = if coin_to_place(self, first).is_some_and(is_mine) { "a" } else { "no" };
                format!("{whose} client of mine gets {worth} if it stays there")
            }
            Action::Relay { .. } => {
                let gains = tables.iter().map(|table| gains(self, table, seat, action));
                let gains = gains.collect::<Option<Vec<u32>>>()?;
                match (gains.iter().min()?, gains.iter().max()?) {
                    (0, 0) => "no client of mine is scored by it".to_owned(),
                    (low, high) if low == high => format!("it scores {low} for my clients"),
                    (low, high) => format!("it scores {low} to {high} for my clients"),
                }
            }
        })
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
