//! Who meets whom in a league, how often, and when it may end.

use games::{PlayerName, Setup};
use table::SeatCount;

use crate::facts::Facts;
use crate::run::{MOST_GAMES, RunError, Scenario};
use crate::stats::Meeting;

/// The most bots a league may have.
pub const MOST_BOTS: usize = 12;
/// The parts of all games after which the league looks whether it may end: a sixteenth, an eighth and so on.
const PARTS: [u64; 5] = [16, 8, 4, 2, 1];
/// With fewer games of each line-up it does not look before the end.
const LEAST: u64 = 16;

/// Whether a league ends when its order is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// It ends then.
    UntilCertain,
    /// It plays all its games and looks once.
    AllGames,
}

/// Some bots of whom every pair meets.
#[derive(Debug, Clone)]
pub struct League {
    pub(crate) bots: Vec<PlayerName>,
    pub(crate) seats: SeatCount,
    /// The most games of each line-up.
    games: u64,
    pub(crate) patience: Patience,
}

/// One seat of one bot against one or more of another, both by their places in the league.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineUp {
    pub(crate) single: usize,
    pub(crate) crowd: usize,
}

impl League {
    /// A league in which each pair meets in at most so many games.
    pub fn new(
        bots: &[PlayerName],
        seats: SeatCount,
        games: u64,
        patience: Patience,
    ) -> Result<Self, RunError> {
        let twice = bots.iter().enumerate().find(|(place, bot)| bots[..*place].contains(bot));
        if let Some((_, bot)) = twice {
            return Err(RunError(format!("{bot} is named twice; name every bot of the league once")));
        }
        if bots.len() < 2 {
            return Err(RunError(
                "a league has two bots or more; name them with --bots and commas between".to_owned(),
            ));
        }
        if bots.len() > MOST_BOTS {
            return Err(RunError(format!("{} bots are too many; a league has 2 to {MOST_BOTS}", bots.len())));
        }
        let league = Self { bots: bots.to_vec(), seats, games: games / ways(seats), patience };
        let pairings = (bots.len() * (bots.len() - 1) / 2) as u64;
        let most = MOST_GAMES / pairings;
        if games > most {
            Err(RunError(format!(
                "{games} games a pairing are too many; the most is {most} for a league of {} bots",
                bots.len()
            )))
        } else if games == 0 {
            Err(RunError("no games are nothing to study; ask for 1 or more a pairing".to_owned()))
        } else if league.games == 0 {
            Err(RunError(format!(
                "at {} seats a pairing is played both ways round, one against many and many against one; ask for 2 games or more",
                seats.get()
            )))
        } else {
            Ok(league)
        }
    }

    /// The most games of each line-up.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// How many sit at a table.
    #[must_use]
    pub const fn seats(&self) -> SeatCount {
        self.seats
    }

    /// Whether it ends when its order is certain.
    #[must_use]
    pub const fn patience(&self) -> Patience {
        self.patience
    }

    /// How many games a pairing has when each line-up has so many.
    pub(crate) fn of_a_pairing(&self, games: u64) -> u64 {
        games * ways(self.seats)
    }

    /// After how many games of each line-up the league looks whether its order is certain.
    #[must_use]
    pub fn stages(&self) -> Vec<u64> {
        let parts = match self.patience {
            Patience::UntilCertain => &PARTS[..],
            Patience::AllGames => &[1],
        };
        let stages = parts.iter().map(|part| self.games.div_ceil(*part));
        stages.filter(|&games| games >= LEAST || games == self.games).collect()
    }

    /// The line-ups; at a table for two one a pairing, else two.
    pub(crate) fn line_ups(&self) -> Vec<LineUp> {
        let mut line_ups = Vec::new();
        for single in 0..self.bots.len() {
            for crowd in single + 1..self.bots.len() {
                line_ups.push(LineUp { single, crowd });
                if ways(self.seats) == 2 {
                    line_ups.push(LineUp { single: crowd, crowd: single });
                }
            }
        }
        line_ups
    }

    /// The scenarios to play, one for each line-up.
    #[must_use]
    pub fn scenarios(&self, setup: &Setup) -> Vec<Scenario> {
        let scenario = |line_up: LineUp| {
            let mut bots = vec![self.bots[line_up.crowd].clone(); self.seats.get()];
            bots[0] = self.bots[line_up.single].clone();
            Scenario { label: self.label(line_up), setup: setup.clone(), bots }
        };
        self.line_ups().into_iter().map(scenario).collect()
    }

    pub(crate) fn label(&self, line_up: LineUp) -> String {
        let (single, crowd) = (&self.bots[line_up.single], &self.bots[line_up.crowd]);
        match self.seats.get() - 1 {
            1 => format!("{single} v. {crowd}"),
            others => format!("{single} v. {others} {crowd}"),
        }
    }

    /// The games of each line-up as meetings.
    pub(crate) fn meetings(&self, facts: &[&[Facts]]) -> Vec<Meeting> {
        let meeting = |(line_up, facts): (LineUp, &&[Facts])| Meeting {
            single: line_up.single,
            crowd: line_up.crowd,
            crowd_seats: self.seats.get() - 1,
            won: facts.iter().map(single_won).collect(),
        };
        self.line_ups().into_iter().zip(facts).map(meeting).collect()
    }
}

/// How many ways round a pairing is played.
fn ways(seats: SeatCount) -> u64 {
    if seats.get() == 2 { 1 } else { 2 }
}

/// The wins of the bot named first, in any seat.
pub(crate) fn single_won(game: &Facts) -> Option<f64> {
    let seats = game.seat_count() as u64;
    let seat = (seats - game.number % seats) % seats;
    game.finished().then(|| game.won(seat as usize))
}

#[cfg(test)]
mod tests {
    use bots::BotName;

    use super::*;
    use crate::facts::SeatFacts;
    use crate::play::seated;
    use table::{Seat, SeatSet};

    const BOTS: [PlayerName; 3] = [
        PlayerName::Bot(BotName::Random),
        PlayerName::Bot(BotName::Greedy),
        PlayerName::Bot(BotName::iterations(10)),
    ];

    fn league(seats: usize, games: u64) -> League {
        League::new(&BOTS, SeatCount::new(seats).unwrap(), games, Patience::UntilCertain).unwrap()
    }

    #[test]
    fn everybody_meets_everybody_both_ways_round() {
        assert_eq!(league(2, 9).line_ups().len(), 3);
        let three = league(3, 9);
        assert_eq!((three.line_ups().len(), three.games(), three.of_a_pairing(4)), (6, 4, 8));
        assert_eq!(three.label(three.line_ups()[1]), "greedy v. 2 random");
    }

    #[test]
    fn a_league_looks_five_times_at_most() {
        assert_eq!(league(2, 1000).stages(), [63, 125, 250, 500, 1000]);
        assert_eq!(league(2, 100).stages(), [25, 50, 100]);
        assert_eq!(league(2, 5).stages(), [5]);
        let all = League { patience: Patience::AllGames, ..league(2, 1000) };
        assert_eq!(all.stages(), [1000]);
    }

    #[test]
    fn the_single_bot_is_found_wherever_it_sits() {
        for number in 0..7 {
            let seat = seated(&BOTS, number).position(|bot| *bot == BOTS[0]).unwrap();
            let winners = SeatSet::only(Seat::new(seat).unwrap());
            let seats = vec![SeatFacts::default(); 3];
            let game = Facts { number, winners, seats, ..Facts::default() };
            assert_eq!(single_won(&game), Some(1.0));
            assert_eq!(single_won(&Facts { number: number + 1, ..game.clone() }), Some(0.0));
            assert_eq!(single_won(&Facts { winners: SeatSet::EMPTY, ..game }), None);
        }
    }

    #[test]
    fn leagues_that_cannot_be() {
        let new = |bots: &[PlayerName], seats, games| {
            League::new(bots, SeatCount::new(seats).unwrap(), games, Patience::UntilCertain).unwrap_err().0
        };
        assert!(new(&[], 2, 5).contains("two bots or more"));
        assert!(new(&BOTS[..1], 2, 5).contains("two bots or more"));
        assert!(new(&[BOTS[1].clone(), BOTS[1].clone()], 2, 5).starts_with("greedy is named twice"));
        assert!(new(&BOTS, 3, 1).contains("ask for 2 games or more"));
        assert!(new(&BOTS, 3, 0).contains("ask for 1 or more"));
        assert!(new(&BOTS, 3, 666_667).contains("the most is 666666"));
        let many: Vec<_> = (1..=13).map(|count| PlayerName::Bot(BotName::iterations(count))).collect();
        assert!(new(&many, 2, 5).starts_with("13 bots are too many"));
    }
}
