//! How well a seat stands: a rough judgement, written by hand for each game. The seam for a learned one.

use spammers::{Action, Spammers};
use spamorama::SpamORama;
use table::{Game, Luck, MOST_SEATS, Seat};

/// A game whose tables can be judged before they are over. Bots judge tables that they have imagined.
pub trait Judge: Game {
    /// After so many decisions of random play a search stops and judges.
    const HORIZON: u32;

    /// How well this seat stands, 0 for not at all; 1 is about a win.
    fn standing(&self, state: &Self::State, seat: Seat) -> f64;

    /// How many of its choices a search looks into; the best at first sight.
    const WIDTH: usize;

    /// Whether luck that the searching seat sees makes branches of their own in its tree.
    const LUCK_BRANCHES: bool;

    /// How much of what a finished game is worth goes by how well it was won, not only by whether.
    const MARGIN: f64;

    /// Whether whoever is asked now can let things happen by his first choice.
    fn may_be_passed(&self, state: &Self::State) -> bool;

    /// What a player who does not think long would do at this table; `choices` is paper to write on.
    fn by_habit(
        &self,
        state: &Self::State,
        seat: Seat,
        choices: &mut Vec<Self::Action>,
        luck: &mut impl Luck,
    ) -> Option<Self::Action> {
        self.choices(state, seat, choices);
        luck.pick(choices)
    }

    /// What each seat may expect of the table, as shares of one win.
    fn expectations(&self, state: &Self::State) -> [f64; MOST_SEATS] {
        let mut shares = self.shares(state);
        if let Some(ending) = self.ending(state) {
            let share = (1.0 - Self::MARGIN) / ending.winners.len().max(1) as f64;
            for seat in self.seats().iter() {
                shares[seat.index()] *= Self::MARGIN;
                if ending.winners.has(seat) {
                    shares[seat.index()] += share;
                }
            }
        }
        shares
    }

    /// Shares of one win by how the seats stand.
    fn shares(&self, state: &Self::State) -> [f64; MOST_SEATS] {
        let mut shares = [0.0; MOST_SEATS];
        let mut sum = 0.0;
        for seat in self.seats().iter() {
            let standing = self.standing(state, seat).max(0.01);
            // The fourth power makes a small lead count for much, as it does at the table.
            let weight = standing * standing * standing * standing;
            shares[seat.index()] = weight;
            sum += weight;
        }
        shares.map(|weight| weight / sum)
    }
}

impl Judge for Spammers {
    const HORIZON: u32 = 40;
    const WIDTH: usize = 8;
    const LUCK_BRANCHES: bool = true;
    const MARGIN: f64 = 0.0;

    fn may_be_passed(&self, state: &Self::State) -> bool {
        self.asks_for_reactions(state)
    }

    /// Mails if it can, opens Scams and installs Hardware if not, and lets most rolls pass.
    fn by_habit(
        &self,
        state: &Self::State,
        seat: Seat,
        choices: &mut Vec<Action>,
        luck: &mut impl Luck,
    ) -> Option<Action> {
        self.choices(state, seat, choices);
        let choices = choices.as_slice();
        // Choices are sorted: what is of one kind stands together.
        let span = |wanted: fn(&Action) -> bool| {
            let first = choices.iter().position(wanted)?;
            let count = choices[first..].iter().take_while(|choice| wanted(choice)).count();
            Some(&choices[first..first + count])
        };
        match choices {
            [Action::Pass, ..] if luck.below(4) > 0 => Some(Action::Pass),
            [Action::Stop, rest @ ..] if !rest.is_empty() => {
                let mails =
                    span(|choice| matches!(choice, Action::Mail { .. })).filter(|_| luck.below(4) > 0);
                let plays = span(|choice| matches!(choice, Action::Play(_))).filter(|_| luck.below(2) > 0);
                luck.pick(mails.or(plays).unwrap_or(rest))
            }
            choices => luck.pick(choices),
        }
    }

    /// How near the seat is to either mark of S6, and a little for what will bring it nearer.
    fn standing(&self, state: &Self::State, seat: Seat) -> f64 {
        let (one, sum) = self.variant().marks();
        let has = self.holdings(state, seat);
        let by_sum = f64::from(has.sum) / f64::from(sum);
        let by_one = f64::from(has.best) / f64::from(one);
        let means = 0.012 * f64::from(has.hand.min(7))
            + 0.03 * f64::from(has.hardware.min(4))
            + 0.02 * f64::from(has.scams.min(4))
            + 0.004 * f64::from(has.lists.min(15));
        by_sum.max(by_one) + 0.2 * by_sum.min(by_one) + means
    }
}

impl Judge for SpamORama {
    const HORIZON: u32 = Self::LONGEST;
    const WIDTH: usize = usize::MAX;
    const LUCK_BRANCHES: bool = true;
    const MARGIN: f64 = 0.3;

    fn may_be_passed(&self, _: &Self::State) -> bool {
        false
    }

    /// Takes and places anything, and relays the stack of any port to any neighbour.
    fn by_habit(
        &self,
        state: &Self::State,
        seat: Seat,
        choices: &mut Vec<Self::Action>,
        luck: &mut impl Luck,
    ) -> Option<Self::Action> {
        self.some_relay(state, luck).or_else(|| {
            self.choices(state, seat, choices);
            luck.pick(choices)
        })
    }

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
}
