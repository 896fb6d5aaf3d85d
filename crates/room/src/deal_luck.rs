//! The luck of a deal: drawn by what it is for and how often that came up, so that it stays comparable however differently
//! people play.

use std::collections::BTreeMap;

use table::{Game, Match, Occasion, short_digest};

/// How often luck was drawn for what at the table of a deal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Drawn(BTreeMap<Occasion, u32>);

impl Drawn {
    /// How often it was drawn for this.
    pub(crate) fn times(&self, occasion: &Occasion) -> u32 {
        self.0.get(occasion).copied().unwrap_or(0)
    }

    /// It was drawn for this.
    pub(crate) fn note(&mut self, occasion: Occasion) {
        *self.0.entry(occasion).or_default() += 1;
    }
}

/// The outcome that falls, of those that are possible: each comes at a moment of its own, which depends on the deal, the
/// occasion, how often that came up and on the outcome itself; the first to come is the one. Moments are exponential, so
/// each outcome falls exactly as often as its weight says, and what else is possible moves none of them.
pub(crate) fn drawn<G: Game>(
    live: &Match<G>,
    secret: u64,
    occasion: &Occasion,
    times: u32,
) -> Option<G::Outcome> {
    let all = live.chances().into_iter().map(|(outcome, weight)| {
        let comes = arrival(secret, occasion, times, &live.game().write_outcome(outcome));
        (comes / f64::from(weight), outcome)
    });
    all.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, outcome)| outcome)
}

/// When an outcome of weight one comes: exponentially distributed, the same bits on every machine.
fn arrival(secret: u64, occasion: &Occasion, times: u32, outcome: &str) -> f64 {
    let digest = short_digest(&format!("gruntle deal 1\n{secret}\n{occasion}\n{times}\n{outcome}\n"));
    let bits = u64::from_str_radix(&digest, 16).unwrap_or_default() >> 12;
    -libm::log((bits as f64 + 0.5) / (1_u64 << 52) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{AnyGame, GameName};
    use table::{Input, SeatSet};

    use crate::options::Options;

    fn spammers() -> Match<spammers::Spammers> {
        match Options::quick(GameName::Spammers).build(SeatSet::EMPTY, 0).unwrap() {
            AnyGame::Spammers(game) => Match::new(game),
            AnyGame::SpamORama(_) => panic!("the other game was asked for"),
        }
    }

    /// How far what falls under many deals is from what the weights promise, and the degrees of freedom.
    fn chi_square(live: &Match<spammers::Spammers>, deals: u64) -> (f64, usize) {
        let (occasion, chances) = (live.occasion().unwrap(), live.chances());
        let mut fallen = vec![0_u32; chances.len()];
        for secret in 0..deals {
            let outcome = drawn(live, secret, &occasion, 3).unwrap();
            fallen[chances.iter().position(|(one, _)| *one == outcome).unwrap()] += 1;
        }
        let all: u32 = chances.iter().map(|(_, weight)| weight).sum();
        let terms = chances.iter().zip(&fallen).map(|((_, weight), fallen)| {
            let expected = deals as f64 * f64::from(*weight) / f64::from(all);
            (f64::from(*fallen) - expected).powi(2) / expected
        });
        (terms.sum(), chances.len() - 1)
    }

    #[test]
    fn outcomes_fall_as_often_as_their_weights_say() {
        let mut live = spammers();
        let (mut even, mut weighted) = (false, false);
        // The Lists that are dealt first are all alike; then come Action cards, of some of which there are several.
        while !(even && weighted) {
            let chances = live.chances();
            let alike = chances.iter().all(|(_, weight)| *weight == chances[0].1);
            if if alike { !even } else { !weighted } {
                let (chi, freedom) = chi_square(&live, 2_000);
                // The normal approximation of Wilson and Hilferty, at one in a thousand.
                let n = freedom as f64;
                let limit = n * (1.0 - 2.0 / (9.0 * n) + 3.09 * (2.0 / (9.0 * n)).sqrt()).powi(3);
                assert!(chi < limit, "{chi} with {freedom} degrees of freedom, weights alike: {alike}");
                if alike { even = true } else { weighted = true }
            }
            live.take(Input::Luck(chances[0].0)).unwrap();
        }
    }

    #[test]
    fn what_else_is_possible_does_not_matter() {
        let (mut one, mut other) = (spammers(), spammers());
        let mut same = 0;
        // Another List is gone from the deck, and the same one is drawn unless it was that.
        let chances = one.chances();
        one.take(Input::Luck(chances[0].0)).unwrap();
        other.take(Input::Luck(chances[1].0)).unwrap();
        let occasion = one.occasion().unwrap();
        for secret in 0..200 {
            let [left, right] = [&one, &other].map(|live| drawn(live, secret, &occasion, 1).unwrap());
            same += u32::from(left == right);
            assert!(left == right || left == chances[1].0 || right == chances[0].0);
        }
        assert!(same > 180, "{same} of 200");
    }

    #[test]
    fn golden_moments() {
        let occasion = Occasion::of_seat("die", table::Seat::new(1).unwrap());
        assert_eq!(occasion.to_string(), "die for B");
        let moments = [1, 2, 3].map(|roll| arrival(1998, &occasion, 7, &format!("roll {roll}")).to_bits());
        assert_eq!(
            moments,
            [4_603_254_511_237_664_969, 4_606_591_943_995_880_101, 4_608_944_236_114_082_493]
        );
    }
}
