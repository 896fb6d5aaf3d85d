//! Seats of one game are not independent: what one wins the others do not. These estimates take whole games as
//! their trials.

use std::collections::BTreeMap;

use crate::stats::Difference;

/// What some seats won of so many trials, a game at a time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Ratio {
    /// What was won.
    pub won: f64,
    /// Of how many.
    pub of: f64,
}

impl Ratio {
    /// The share won.
    #[must_use]
    pub fn share(self) -> f64 {
        self.won / self.of
    }

    fn add(&mut self, won: f64) {
        self.won += won;
        self.of += 1.0;
    }
}

/// One seat of one game: its stratum, whether it belongs to the group asked about, and what it won.
pub type Seen = (u32, Group, f64);

/// Which of two groups a seat belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The seats asked about.
    With,
    /// The others.
    Without,
}

/// The difference between two groups of seats within each stratum, weighted as Mantel and Haenszel do; with one
/// stratum it is the plain difference of shares. The standard error takes games, not seats, as independent: each
/// game's pull on the estimate is summed over its seats and squared. Games come in a fixed order.
///
/// Gives the totals of both groups beside it; the difference is `None` where no stratum has both.
#[must_use]
pub fn mantel_haenszel<Seats: Iterator<Item = Seen>>(
    games: impl Iterator<Item = Seats> + Clone,
) -> (Ratio, Ratio, Option<Difference>) {
    let mut strata: BTreeMap<u32, (Ratio, Ratio)> = BTreeMap::new();
    let (mut with, mut without) = (Ratio::default(), Ratio::default());
    for (stratum, group, won) in games.clone().flatten() {
        let (inside, outside) = strata.entry(stratum).or_default();
        match group {
            Group::With => {
                inside.add(won);
                with.add(won);
            }
            Group::Without => {
                outside.add(won);
                without.add(won);
            }
        }
    }
    let weight = |(inside, outside): &(Ratio, Ratio)| match inside.of + outside.of {
        0.0 => 0.0,
        all => inside.of * outside.of / all,
    };
    let whole: f64 = strata.values().map(weight).sum();
    if whole <= 0.0 {
        return (with, without, None);
    }
    let both = |stratum: &&(Ratio, Ratio)| weight(stratum) > 0.0;
    let value = strata
        .values()
        .filter(both)
        .map(|stratum| weight(stratum) * (stratum.0.share() - stratum.1.share()))
        .sum::<f64>()
        / whole;
    let mut squares = 0.0;
    for game in games {
        let mut pull = 0.0;
        for (stratum, group, won) in game {
            let Some(stratum) = strata.get(&stratum).filter(both) else { continue };
            let weight = weight(stratum) / whole;
            match group {
                Group::With => pull += weight * (won - stratum.0.share()) / stratum.0.of,
                Group::Without => pull -= weight * (won - stratum.1.share()) / stratum.1.of,
            }
        }
        squares += pull * pull;
    }
    (with, without, Some(Difference { value, error: squares.sqrt() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Group::{With, Without};

    #[test]
    fn one_stratum_of_single_seats_is_the_difference_of_two_shares() {
        let seats = (0..150).map(|seat| {
            let group = if seat < 70 { With } else { Without };
            let won = if seat < 56 || (70..118).contains(&seat) { 1.0 } else { 0.0 };
            std::iter::once((0, group, won))
        });
        let (with, without, found) = mantel_haenszel(seats);
        assert_eq!((with.won, with.of, without.won, without.of), (56.0, 70.0, 48.0, 80.0));
        let known = crate::stats::share_difference((56.0, 70.0), (48.0, 80.0));
        let found = found.unwrap();
        assert!((found.value - known.value).abs() < 1e-12 && (found.error - known.error).abs() < 1e-12);
    }

    #[test]
    fn strata_undo_what_only_their_mixture_shows() {
        // In each stratum the groups win alike; the group asked about merely sits in the better stratum more often.
        let mut seats = Vec::new();
        for (stratum, with, without, rate) in [(1, 20, 80, 10), (2, 80, 20, 2)] {
            for (group, count) in [(With, with), (Without, without)] {
                seats.extend((0..count).map(|seat| (stratum, group, f64::from(u8::from(seat % rate == 0)))));
            }
        }
        let games = seats.iter().map(|&seat| std::iter::once(seat));
        let (with, without, found) = mantel_haenszel(games);
        assert!(with.share() - without.share() > 0.2);
        assert!(found.unwrap().value.abs() < 1e-12);
    }

    #[test]
    fn seats_of_one_game_are_one_trial() {
        // Two seats, one wins: with whole games as trials the error of the difference is twice that of one share.
        let game = |won: f64| [(0, With, won), (0, Without, 1.0 - won)].into_iter();
        let games = (0..100).map(|number| game(f64::from(u8::from(number < 60))));
        let found = mantel_haenszel(games).2.unwrap();
        assert!((found.value - 0.2).abs() < 1e-12);
        assert!((found.error - 2.0 * (0.24_f64 / 100.0).sqrt()).abs() < 1e-12, "{}", found.error);
    }

    #[test]
    fn without_a_stratum_that_has_both_there_is_nothing_to_compare() {
        let seats = [(1, With, 1.0), (2, Without, 0.0)];
        let (_, _, found) = mantel_haenszel(seats.iter().map(|&seat| std::iter::once(seat)));
        assert!(found.is_none());
    }
}
