//! Knowledge of a game for players: a seat's standing, a hasty player's choice, remarks on choices. Written by hand for
//! each game, with weights fitted to games; the seam for a learned judge.

mod spammers;
mod spamorama;

use table::{Game, Luck, MOST_SEATS, Seat, Seed};

use crate::{Bot, BotName, Level};

pub use self::spammers::{TRAITS, traits};

/// How many puzzles of one theme are enough: more would be the same puzzle again.
pub const PUZZLES_OF_A_THEME: usize = 5;

/// A game whose tables can be judged before they are over. Players judge tables that they have imagined.
pub trait Judge: Game {
    /// Who plays at each level: each beats the one below in two of three to four of five games for two (docs/bots.md).
    const LADDER: [BotName; Level::COUNT];

    /// After this many decisions of a rollout a search stops and judges.
    const HORIZON: u32;

    /// How many of its choices a search looks into; the best at first sight.
    const WIDTH: usize;

    /// Whether luck that the searching seat sees makes branches of their own in its tree.
    const LUCK_BRANCHES: bool;

    /// How much of what a finished game is worth goes by how well it was won, not only by whether.
    const MARGIN: f64;

    /// The bot of this name at a seat. Said for each game by itself, so that the thinking is compiled here, once for
    /// each game, and not again wherever somebody plays.
    fn thinking(name: BotName, workers: usize, seed: Seed, seat: Seat) -> Box<dyn Bot<Self> + Send + Sync>
    where
        Self: Sized;

    /// The player that is a net, if the game has one.
    #[must_use]
    fn net() -> Option<Box<dyn Bot<Self> + Send + Sync>>
    where
        Self: Sized,
    {
        None
    }

    /// How well this seat stands, 0 for not at all; 1 is about a win.
    fn standing(&self, state: &Self::State, seat: Seat) -> f64;

    /// Whether the asked seat's first choice lets things happen.
    fn may_be_passed(&self, state: &Self::State) -> bool;

    /// The rollout policy: a hasty player's choice at this table; `scratch` is working memory.
    fn rollout_policy(
        &self,
        state: &Self::State,
        seat: Seat,
        scratch: &mut Vec<Self::Action>,
        luck: &mut impl Luck,
    ) -> Option<Self::Action>;

    /// A remark on a choice beside its chances, in a few words of the seat that makes it, out of its view.
    fn remark(&self, view: &Self::View, seat: Seat, action: Self::Action) -> String;

    /// The theme of a puzzle with this answer and this obvious choice, in a few words; `None` where each answer is
    /// unique. A theme nearly gives the answer away.
    fn theme(
        &self,
        view: &Self::View,
        seat: Seat,
        answer: Self::Action,
        obvious: Self::Action,
    ) -> Option<&'static str>;

    /// Whether the table itself shows that this answer is better than the obvious one and all others of these like it,
    /// and nothing speaks against it.
    fn is_printed(
        &self,
        view: &Self::View,
        seat: Seat,
        choices: &[Self::Action],
        pair: (Self::Action, Self::Action),
    ) -> bool;

    /// Shares of one win by how the seats stand.
    fn shares(&self, state: &Self::State) -> [f64; MOST_SEATS];

    /// Everybody's chance to win: how it was won where it is over, else the shares.
    fn win_shares(&self, state: &Self::State) -> [f64; MOST_SEATS] {
        let Some(ending) = self.ending(state) else { return self.shares(state) };
        let share = 1.0 / ending.winners.len().max(1) as f64;
        let mut shares = [0.0; MOST_SEATS];
        ending.winners.iter().for_each(|seat| shares[seat.index()] = share);
        shares
    }

    /// Each seat's expectation of the table, as shares of one win.
    fn expectations(&self, state: &Self::State) -> [f64; MOST_SEATS] {
        let Some(ending) = self.ending(state) else { return self.shares(state) };
        let mut shares = [0.0; MOST_SEATS];
        if Self::MARGIN > 0.0 {
            shares = self.shares(state).map(|share| Self::MARGIN * share);
        }
        let share = (1.0 - Self::MARGIN) / ending.winners.len().max(1) as f64;
        for seat in ending.winners.iter() {
            shares[seat.index()] += share;
        }
        shares
    }
}

impl Level {
    /// The bot that plays this game at this level.
    #[must_use]
    pub const fn bot<G: Judge>(self) -> BotName {
        G::LADDER[self as usize]
    }
}

/// Weights as shares of one.
fn in_shares(weights: [f64; MOST_SEATS]) -> [f64; MOST_SEATS] {
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}
