//! SPAMMERS as players judge it.

mod features;
mod remarks;
mod rollout;
mod themes;

use spammers::{Action, Spammers, State};
use table::{Game, Luck, MOST_SEATS, Seat, Seed};

use self::features::Features;
use self::remarks::Remarks;
use super::{Judge, in_shares};
use crate::{Bot, BotName, Level};

/// How many things a table is judged by.
pub const TRAITS: usize = 22;

/// Weights of the traits, fitted to the winners among greedy players (`cargo run --release -p bots --example fit`).
const WEIGHTS: [f64; TRAITS] = [
    -1.383, 3.914, 1.881, 3.337, 4.179, -0.723, -0.687, 0.274, 0.933, 0.3, 1.280, 0.646, 0.123, -0.025, 0.2,
    0.1, 0.023, 0.2, 0.513, 0.216, 0.080, -0.3,
];

/// No table looks better or worse than this, so that every weight is a number above 0.
const STEEPEST: f64 = 60.0;

/// How a table that waits for an Action looks for a seat, in numbers about as large as one.
#[must_use]
pub fn traits(game: &Spammers, state: &State, seat: Seat) -> [f64; TRAITS] {
    let (one, sum) = game.variant().victory_thresholds();
    let features = Features::of(game, state, seat);
    let has = features.has;
    let by_one = f64::from(has.best) / f64::from(one);
    let by_sum = f64::from(has.sum) / f64::from(sum);
    let near = by_one.max(by_sum).min(1.2);
    let there = if near >= 1.0 { 1.0 } else { 0.0 };
    let until = f64::from(features.turns_until);
    let pace = f64::from(features.pace) / 12.0;
    [
        near,
        near * near,
        near * near * near,
        by_one.min(by_sum),
        there,
        there * until,
        near * until / game.seats().get() as f64,
        pace,
        f64::from(features.usual_pace) / 12.0,
        f64::from(has.hand) / 9.0,
        f64::from(features.mailings.min(4)) / 4.0,
        f64::from(features.raises) / 4.0,
        f64::from(features.lowers) / 4.0,
        f64::from(features.reactions) / 3.0,
        f64::from(has.hardware) / 3.0,
        f64::from(has.lists) / 10.0,
        f64::from(features.mailings_per_turn) - 1.0,
        f64::from(features.more_actions),
        if features.protected { 1.0 } else { 0.0 },
        f64::from(features.actions_left) / 3.0,
        f64::from(features.mailings_left) * pace,
        f64::from(has.scams.min(3)) / 3.0,
    ]
}

impl Judge for Spammers {
    const LADDER: [BotName; Level::COUNT] = [
        BotName::Noisy(226),
        BotName::Noisy(125),
        BotName::Noisy(68),
        BotName::Noisy(35),
        BotName::Noisy(18),
        BotName::Noisy(10),
        BotName::Greedy,
        BotName::iterations(3_000),
    ];
    const HORIZON: u32 = 0;
    const WIDTH: usize = 8;
    const LUCK_BRANCHES: bool = false;
    const MARGIN: f64 = 0.0;

    fn thinking(name: BotName, workers: usize, seed: Seed, seat: Seat) -> Box<dyn Bot<Self> + Send + Sync> {
        name.boxed(workers, seed, seat)
    }

    /// How near the seat is to either threshold of S6, and a little for what will bring it nearer.
    fn standing(&self, state: &Self::State, seat: Seat) -> f64 {
        let (one, sum) = self.variant().victory_thresholds();
        let has = self.holdings(state, seat);
        let by_sum = f64::from(has.sum) / f64::from(sum);
        let by_one = f64::from(has.best) / f64::from(one);
        let means = 0.012 * f64::from(has.hand.min(7))
            + 0.03 * f64::from(has.hardware.min(4))
            + 0.02 * f64::from(has.scams.min(4))
            + 0.004 * f64::from(has.lists.min(15));
        by_sum.max(by_one) + 0.2 * by_sum.min(by_one) + means
    }

    fn may_be_passed(&self, state: &Self::State) -> bool {
        self.pass(state).is_some()
    }

    fn rollout_policy(
        &self,
        state: &Self::State,
        seat: Seat,
        scratch: &mut Vec<Action>,
        luck: &mut impl Luck,
    ) -> Option<Action> {
        rollout::choose(self, state, seat, scratch, luck)
    }

    fn remark(&self, view: &Self::View, seat: Seat, action: Action) -> String {
        Remarks { game: self, view, seat }.of(action)
    }

    fn theme(&self, view: &Self::View, seat: Seat, answer: Action, obvious: Action) -> Option<&'static str> {
        Some(Remarks { game: self, view, seat }.theme(answer, obvious))
    }

    fn is_printed(&self, view: &Self::View, seat: Seat, choices: &[Action], pair: (Action, Action)) -> bool {
        Remarks { game: self, view, seat }.is_printed(choices, pair)
    }

    /// By the traits, weighed.
    fn shares(&self, state: &Self::State) -> [f64; MOST_SEATS] {
        let mut weights = [0.0; MOST_SEATS];
        for seat in self.seats().iter() {
            let traits = traits(self, state, seat);
            let sum: f64 = traits.iter().zip(WEIGHTS).map(|(has, weight)| has * weight).sum();
            weights[seat.index()] = libm::exp(sum.clamp(-STEEPEST, STEEPEST));
        }
        in_shares(weights)
    }
}
