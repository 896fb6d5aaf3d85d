//! Spam-O-Rama as players judge it.

use spamorama::{Action, SpamORama};
use table::{Game, Luck, MOST_SEATS, Seat};

use super::{Judge, in_shares};

impl Judge for SpamORama {
    const HORIZON: u32 = Self::LONGEST;
    const WIDTH: usize = 12;
    const LUCK_BRANCHES: bool = true;
    const MARGIN: f64 = 0.3;

    /// What the lowest clients have and may hope for: the lowest counts most (R5.2).
    fn standing(&self, state: &Self::State, seat: Seat) -> f64 {
        let mut hopes = [f64::MAX; 5];
        for (place, (score, prospect)) in self.fortunes(state, seat).enumerate().take(5) {
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
        self.some_relay(state, luck).or_else(|| {
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
                let whose = if self.coin_to_place(first).is_some_and(is_mine) { "a" } else { "no" };
                format!("{whose} client of mine gets {worth} if it stays there")
            }
            Action::Relay { .. } => {
                let gains = tables.iter().map(|table| self.gains(table, seat, action));
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
