//! The luck of a deal: drawn by what it is for and how often that came up, so that it stays comparable however
//! differently people play.

use std::collections::BTreeMap;

use table::{Game, Match, Occasion, digest_number};

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

/// The outcome that falls, of those that are possible: every copy of each has a lot of its own, which depends on the
/// deal, the occasion, how often that came up and on the outcome itself, and the smallest lot wins. So each outcome
/// falls exactly as often as its weight says, and what else is possible moves none of the lots.
pub(crate) fn drawn<G: Game>(
    live: &Match<G>,
    secret: u64,
    occasion: &Occasion,
    times: u32,
) -> Option<G::Outcome> {
    let lots = live.chances().into_iter().filter_map(|(outcome, weight)| {
        let notation = live.game().write_outcome(outcome);
        let smallest = (0..weight).map(|copy| lot(secret, occasion, times, &notation, copy)).min()?;
        Some((smallest, outcome))
    });
    lots.min().map(|(_, outcome)| outcome)
}

/// The lot of a copy of an outcome.
fn lot(secret: u64, occasion: &Occasion, times: u32, outcome: &str, copy: u32) -> u64 {
    digest_number(&format!("gruntle deal 1\n{secret}\n{occasion}\n{times}\n{outcome}\n{copy}\n"))
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
    fn golden_lots() {
        let occasion = Occasion::of_seat("die", table::Seat::new(1).unwrap());
        assert_eq!(occasion.to_string(), "die for B");
        // The first sixteen hexadecimal digits of the SHA-256 of "gruntle deal 1\n1998\ndie for B\n7\nroll 3\n0\n".
        assert_eq!(lot(1998, &occasion, 7, "roll 3", 0), 0xe605_16ca_bc09_85c0);
    }
}
