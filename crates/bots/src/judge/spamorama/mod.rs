//! Spam-O-Rama as players judge it.

mod remarks;

use spamorama::{Action, SUITS, SpamORama, Stage, State, Suit};
use table::{Game, Luck, MOST_SEATS, Seat, Seed};

use self::remarks::Remarks;
use super::{Judge, in_shares};
use crate::net::Net;
use crate::{Bot, BotName, Level};

/// A relay from any port that holds spam to any neighbour that does, each as likely as the next; `None` outside of
/// phase two. Cheaper than a choice from the list of all.
fn some_relay(game: &SpamORama, state: &State, luck: &mut impl Luck) -> Option<Action> {
    let Stage::Relaying(_) = game.stage(state) else { return None };
    let from = luck.pick_from(game.occupied(state))?;
    let to = luck.pick_from(game.relay_targets(state, from))?;
    Some(Action::Relay { from, to })
}

/// Every client's score if each stack were scored where it lies now.
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

    fn net() -> Option<Box<dyn Bot<Self> + Send + Sync>> {
        Some(Box::new(Net))
    }

    /// The scores and prospects of the clients: the lowest counts most (R5.2).
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
        Remarks { game: self, view, seat }.of(action)
    }

    /// Every answer is a stack and a port of its own.
    fn theme(&self, _: &Self::View, _: Seat, _: Action, _: Action) -> Option<&'static str> {
        None
    }

    /// The table prints the score of a relay, which is seldom the answer.
    fn is_printed(&self, _: &Self::View, _: Seat, _: &[Action], _: (Action, Action)) -> bool {
        false
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
