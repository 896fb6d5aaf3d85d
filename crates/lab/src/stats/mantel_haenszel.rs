//! Seats of one game are not independent: what one wins the others do not. These estimates take whole games as
//! their trials.

use crate::stats::Difference;

/// Wins of some seats of so many trials, a game at a time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Ratio {
    /// Wins.
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

/// One seat of one game: its stratum (a small number), whether it belongs to the group asked about, and what it won.
pub type SeatTrial = (u32, Group, f64);

/// Which of two groups a seat belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The seats asked about.
    With,
    /// The others.
    Without,
}

/// Two groups of seats compared.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Contrast {
    /// All seats of the group asked about.
    pub with: Ratio,
    /// All other seats.
    pub without: Ratio,
    /// By how much more the first win within the strata; `None` where no stratum has both.
    pub difference: Option<Difference>,
    /// Each game's pull on the difference, in the order of the games.
    pub pulls: Vec<f64>,
}

/// The difference between two groups of seats within each stratum, weighted as Mantel and Haenszel do; with one
/// stratum it is the plain difference of shares. The standard error takes games, not seats, as independent: each
/// game's pull on the estimate is summed over its seats and squared. Games come in a fixed order.
#[must_use]
pub fn mantel_haenszel<Seats: Iterator<Item = SeatTrial>>(
    games: impl Iterator<Item = Seats> + Clone,
) -> Contrast {
    let mut strata: Vec<(Ratio, Ratio)> = Vec::new();
    let mut contrast = Contrast::default();
    for (stratum, group, won) in games.clone().flatten() {
        let stratum = stratum as usize;
        if strata.len() <= stratum {
            strata.resize(stratum + 1, Default::default());
        }
        let (inside, outside) = &mut strata[stratum];
        match group {
            Group::With => {
                inside.add(won);
                contrast.with.add(won);
            }
            Group::Without => {
                outside.add(won);
                contrast.without.add(won);
            }
        }
    }
    let weight = |(inside, outside): &(Ratio, Ratio)| match inside.of + outside.of {
        0.0 => 0.0,
        all => inside.of * outside.of / all,
    };
    let whole: f64 = strata.iter().map(weight).sum();
    if whole <= 0.0 {
        return contrast;
    }
    let both = |stratum: &&(Ratio, Ratio)| weight(stratum) > 0.0;
    let value = strata
        .iter()
        .filter(both)
        .map(|stratum| weight(stratum) * (stratum.0.share() - stratum.1.share()))
        .sum::<f64>()
        / whole;
    let mut squares = 0.0;
    for game in games {
        let mut pull = 0.0;
        for (stratum, group, won) in game {
            let Some(stratum) = strata.get(stratum as usize).filter(both) else { continue };
            let weight = weight(stratum) / whole;
            match group {
                Group::With => pull += weight * (won - stratum.0.share()) / stratum.0.of,
                Group::Without => pull -= weight * (won - stratum.1.share()) / stratum.1.of,
            }
        }
        squares += pull * pull;
        contrast.pulls.push(pull);
    }
    // A few seats that never won would seem to be known exactly. No error is less than if both groups had one share
    // and all seats were independent.
    let least = strata.iter().filter(both).map(|stratum| {
        let (inside, outside) = stratum;
        let of = inside.of + outside.of;
        let share = (inside.won + outside.won) / of;
        let weight = weight(stratum) / whole;
        weight * weight * share * (1.0 - share) * of / (of - 1.0) * (1.0 / inside.of + 1.0 / outside.of)
    });
    let least: f64 = least.sum();
    if least > squares && squares > 0.0 {
        let wider = (least / squares).sqrt();
        contrast.pulls.iter_mut().for_each(|pull| *pull *= wider);
    }
    contrast.difference = Some(Difference { value, error: squares.max(least).sqrt() });
    contrast
}

/// The second contrast less the first, where both are of the same games in the same order: the luck of a game cancels.
#[must_use]
pub fn paired_contrast(first: &Contrast, second: &Contrast) -> Option<Difference> {
    let value = second.difference?.value - first.difference?.value;
    let squares: f64 =
        first.pulls.iter().zip(&second.pulls).map(|(one, other)| (other - one) * (other - one)).sum();
    Some(Difference { value, error: squares.sqrt() })
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
        let Contrast { with, without, difference: found, .. } = mantel_haenszel(seats);
        assert_eq!((with.won, with.of, without.won, without.of), (56.0, 70.0, 48.0, 80.0));
        let found = found.unwrap();
        let both = 104.0_f64 / 150.0;
        let known = (both * (1.0 - both) * (1.0 / 70.0 + 1.0 / 80.0) * 150.0 / 149.0).sqrt();
        assert!((found.value - 0.2).abs() < 1e-12 && (found.error - known).abs() < 1e-12);
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
        let Contrast { with, without, difference: found, .. } = mantel_haenszel(games);
        assert!(with.share() - without.share() > 0.2);
        assert!(found.unwrap().value.abs() < 1e-12);
    }

    #[test]
    fn seats_of_one_game_are_one_trial() {
        // Two seats, one wins: with whole games as trials the error of the difference is twice that of one share.
        let game = |won: f64| [(0, With, won), (0, Without, 1.0 - won)].into_iter();
        let games = (0..100).map(|number| game(f64::from(u8::from(number < 60))));
        let found = mantel_haenszel(games).difference.unwrap();
        assert!((found.value - 0.2).abs() < 1e-12);
        assert!((found.error - 2.0 * (0.24_f64 / 100.0).sqrt()).abs() < 1e-12, "{}", found.error);
    }

    #[test]
    fn three_seats_that_never_won_are_no_certainty() {
        let seats = (0..300).map(|seat| {
            let group = if seat < 3 { With } else { Without };
            std::iter::once((0, group, f64::from(u8::from(seat >= 3 && seat % 3 == 0))))
        });
        let found = mantel_haenszel(seats).difference.unwrap();
        assert!((found.value + 1.0 / 3.0).abs() < 1e-12 && found.p() > 0.2, "{found:?}");
    }

    #[test]
    fn a_contrast_paired_with_itself_is_nothing() {
        let game = |won: f64| [(0, With, won), (0, Without, 1.0 - won)].into_iter();
        let found = mantel_haenszel((0..10).map(|number| game(f64::from(u8::from(number < 6)))));
        assert_eq!(paired_contrast(&found, &found), Some(Difference { value: 0.0, error: 0.0 }));
    }

    #[test]
    fn without_a_stratum_that_has_both_there_is_nothing_to_compare() {
        let seats = [(1, With, 1.0), (2, Without, 0.0)];
        let found = mantel_haenszel(seats.iter().map(|&seat| std::iter::once(seat)));
        assert!(found.difference.is_none() && paired_contrast(&found, &found).is_none());
    }
}
