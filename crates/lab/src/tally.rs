//! Tallies of many games.

use table::{MOST_SEATS, SeatCount};

use crate::play::Outcome;

/// Counts over many games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Choices made by players.
    pub decisions: u64,
    /// Games each seat won alone.
    pub wins: [u64; MOST_SEATS],
    /// Games each of the bots won alone, in the order they were named.
    pub wins_by_bot: [u64; MOST_SEATS],
    /// Games whose win was shared.
    pub shared_wins: u64,
    /// Games that the cap on their length stopped.
    pub unfinished: u64,
    /// How many finished games took so many rounds, from 0 on.
    pub(crate) lengths: Vec<u64>,
}

/// How long finished games took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rounds {
    /// Half of the games took no more.
    pub median: u32,
    /// Nine of ten games took no more.
    pub p90: u32,
    /// No game took more.
    pub max: u32,
}

impl Tally {
    /// Counts the game of this number; with the number go the bots from seat to seat.
    pub fn count(&mut self, outcome: Outcome, seats: SeatCount, number: u64) {
        self.games += 1;
        self.decisions += u64::from(outcome.decisions);
        let Some(ending) = outcome.ending else {
            self.unfinished += 1;
            return;
        };
        let mut winners = ending.winners.iter();
        match (winners.next(), winners.next()) {
            (Some(only), None) => {
                self.wins[only.index()] += 1;
                let moved = (number % seats.get() as u64) as usize;
                self.wins_by_bot[(only.index() + moved) % seats.get()] += 1;
            }
            (Some(_), Some(_)) | (None, _) => self.shared_wins += 1,
        }
        let rounds = outcome.turns.div_ceil(seats.get() as u32) as usize;
        if self.lengths.len() <= rounds {
            self.lengths.resize(rounds + 1, 0);
        }
        self.lengths[rounds] += 1;
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.shared_wins += other.shared_wins;
        self.unfinished += other.unfinished;
        let add = |mine: &mut [u64], theirs: &[u64]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        };
        add(&mut self.wins, &other.wins);
        add(&mut self.wins_by_bot, &other.wins_by_bot);
        if self.lengths.len() < other.lengths.len() {
            self.lengths.resize(other.lengths.len(), 0);
        }
        add(&mut self.lengths, &other.lengths);
    }

    /// How long finished games took; `None` where none finished.
    #[must_use]
    pub fn rounds(&self) -> Option<Rounds> {
        let finished: u64 = self.lengths.iter().sum();
        let max = self.lengths.iter().rposition(|&games| games > 0)? as u32;
        let within = |share: u64| {
            let wanted = (finished * share).div_ceil(100).max(1);
            let mut games = 0;
            let reached = self.lengths.iter().position(|&more| {
                games += more;
                games >= wanted
            });
            reached.map_or(max, |rounds| rounds as u32)
        };
        Some(Rounds { median: within(50), p90: within(90), max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Clause, Ending, Seat, SeatSet};

    fn outcome(turns: u32, winners: &[usize]) -> Outcome {
        let winners: SeatSet = winners.iter().filter_map(|&seat| Seat::new(seat)).collect();
        let ending = Ending { winners, clause: Clause("S6.1"), how: "sum" };
        Outcome { ending: (!winners.is_empty()).then_some(ending), decisions: 10, turns }
    }

    #[test]
    fn wins_shared_wins_and_unfinished_games_add_up_to_all() {
        let seats = SeatCount::new(2).unwrap();
        let mut tally = Tally::default();
        for (turns, winners) in [(2, &[0][..]), (3, &[1]), (4, &[0, 1]), (100, &[])] {
            tally.count(outcome(turns, winners), seats, 0);
        }
        assert_eq!((&tally.wins[..2], tally.shared_wins, tally.unfinished), (&[1, 1][..], 1, 1));
        assert_eq!(
            tally.rounds(),
            Some(Rounds { median: 2, p90: 2, max: 2 }),
            "an unfinished game has no length"
        );
        assert_eq!(Tally::default().rounds(), None);
    }

    #[test]
    fn percentiles_are_of_games_that_were() {
        let seats = SeatCount::new(2).unwrap();
        let mut tally = Tally::default();
        (1..=10).for_each(|rounds| tally.count(outcome(rounds * 2, &[0]), seats, 0));
        assert_eq!(tally.rounds(), Some(Rounds { median: 5, p90: 9, max: 10 }));
    }
}
