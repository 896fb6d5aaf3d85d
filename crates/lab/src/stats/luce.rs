//! How strong players are who met at tables of any size: the seat that wins is a choice among those at the table, in
//! proportion to their strengths (Luce; for two seats Bradley and Terry).

use libm::{exp, log};

use crate::stats::Difference;
use crate::stats::matrix::Matrix;

/// Some games of one seat of one player against one or more seats of another.
#[derive(Debug, Clone, PartialEq)]
pub struct Meeting {
    /// The player with one seat.
    pub single: usize,
    /// The player with the other seats.
    pub crowd: usize,
    /// How many those are.
    pub crowd_seats: usize,
    /// By the number of the game: the share of the win that the single seat got, if the game came to an end.
    pub won: Vec<Option<f64>>,
}

impl Meeting {
    /// The games that came to an end, and how many of them the single seat won.
    #[must_use]
    pub fn score(&self) -> (f64, f64) {
        let ended = || self.won.iter().flatten();
        (ended().sum(), ended().count() as f64)
    }

    /// How far the single seat is ahead of all others at the table together.
    fn ahead(&self, strengths: &[f64]) -> f64 {
        strengths[self.single] - strengths[self.crowd] - log(self.crowd_seats as f64)
    }
}

/// The strengths that explain some meetings best, as logarithms around a mean of 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Luce {
    /// The logarithm of each player's strength.
    pub strengths: Vec<f64>,
    /// Their variances by the model.
    model: Matrix,
    /// Their variances by the games themselves, games of one number being one trial.
    seen: Matrix,
}

/// Prior: so many games won and as many lost against somebody of strength 1, which bounds the strength of a player who
/// never wins.
const PRIOR: f64 = 1.0;
/// More steps than this were never needed.
const MOST_STEPS: usize = 200;
/// The longest step, in logarithms of strength.
const LONGEST_STEP: f64 = 2.0;
/// A step shorter than this is the last.
const SHORTEST_STEP: f64 = 1e-10;

/// 1 / (1 + e^−x).
fn logistic(x: f64) -> f64 {
    if x >= 0.0 {
        1.0 / (1.0 + exp(-x))
    } else {
        let e = exp(x);
        e / (1.0 + e)
    }
}

/// The logarithm of the above.
fn log_logistic(x: f64) -> f64 {
    if x >= 0.0 { -log(1.0 + exp(-x)) } else { x - log(1.0 + exp(x)) }
}

/// The meetings in short, and what there is to climb.
struct Likelihood<'a> {
    meetings: &'a [Meeting],
    scores: Vec<(f64, f64)>,
}

impl Likelihood<'_> {
    /// How likely the games are with these strengths, as a logarithm.
    fn height(&self, strengths: &[f64]) -> f64 {
        let games: f64 = self
            .meetings
            .iter()
            .zip(&self.scores)
            .map(|(meeting, &(won, games))| {
                let ahead = meeting.ahead(strengths);
                won * log_logistic(ahead) + (games - won) * log_logistic(-ahead)
            })
            .sum();
        let prior: f64 = strengths.iter().map(|&at| log_logistic(at) + log_logistic(-at)).sum();
        games + PRIOR * prior
    }

    /// The slope there, and the information: how fast the slope falls.
    fn slope(&self, strengths: &[f64]) -> (Vec<f64>, Matrix) {
        let mut slope = vec![0.0; strengths.len()];
        let mut information = Matrix::new(strengths.len());
        for (meeting, &(won, games)) in self.meetings.iter().zip(&self.scores) {
            let share = logistic(meeting.ahead(strengths));
            let (single, crowd) = (meeting.single, meeting.crowd);
            slope[single] += won - games * share;
            slope[crowd] -= won - games * share;
            let weight = games * share * (1.0 - share);
            for (one, other, sign) in
                [(single, single, 1.0), (crowd, crowd, 1.0), (single, crowd, -1.0), (crowd, single, -1.0)]
            {
                information.add(one, other, sign * weight);
            }
        }
        for (player, &at) in strengths.iter().enumerate() {
            let share = logistic(at);
            slope[player] += PRIOR * (1.0 - 2.0 * share);
            information.add(player, player, 2.0 * PRIOR * share * (1.0 - share));
        }
        (slope, information)
    }
}

impl Luce {
    /// The strengths of so many players by what they won. The likelihood has one top; Newton's steps lead there, cut
    /// where they are too long.
    #[must_use]
    pub fn of(players: usize, meetings: &[Meeting]) -> Self {
        let hill = Likelihood { meetings, scores: meetings.iter().map(Meeting::score).collect() };
        let mut strengths = vec![0.0; players];
        let mut height = hill.height(&strengths);
        for _ in 0..MOST_STEPS {
            let (slope, information) = hill.slope(&strengths);
            let step = information.inverse().times(&slope);
            let longest = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            let mut scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
            let higher = loop {
                let next: Vec<f64> =
                    strengths.iter().zip(&step).map(|(at, part)| at + scale * part).collect();
                let reached = hill.height(&next);
                if reached >= height {
                    break Some((next, reached));
                }
                scale /= 2.0;
                if scale * longest < SHORTEST_STEP {
                    break None;
                }
            };
            let Some((next, reached)) = higher else { break };
            (strengths, height) = (next, reached);
            if scale * longest < SHORTEST_STEP {
                break;
            }
        }
        let model = hill.slope(&strengths).1.inverse();
        let seen = model.times_matrix(&pulls(&strengths, meetings)).times_matrix(&model);
        let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
        strengths.iter_mut().for_each(|at| *at -= mean);
        Self { strengths, model, seen }
    }

    /// How far one player is ahead of another, in logarithms of strength.
    #[must_use]
    pub fn gap(&self, one: usize, other: usize) -> Difference {
        let mut weights = vec![0.0; self.strengths.len()];
        weights[one] += 1.0;
        weights[other] -= 1.0;
        self.weighed(&weights)
    }

    /// How far one player is ahead of the mean of all.
    #[must_use]
    pub fn over_mean(&self, player: usize) -> Difference {
        let players = self.strengths.len();
        let mut weights = vec![-1.0 / players as f64; players];
        weights[player] += 1.0;
        self.weighed(&weights)
    }

    /// The share of the games of a meeting that the single seat should win.
    #[must_use]
    pub fn expected(&self, meeting: &Meeting) -> f64 {
        logistic(meeting.ahead(&self.strengths))
    }

    /// The error is the larger of what the model says and what the games say: the first is right where a player
    /// hardly ever wins, the second where games of one number go alike or the model does not fit.
    fn weighed(&self, weights: &[f64]) -> Difference {
        let value = self.strengths.iter().zip(weights).map(|(at, weight)| at * weight).sum();
        let variance = self.model.square(weights).max(self.seen.square(weights));
        Difference { value, error: variance.max(0.0).sqrt() }
    }
}

/// The squares of what the games pull at the strengths, those of one number together.
fn pulls(strengths: &[f64], meetings: &[Meeting]) -> Matrix {
    let numbers = meetings.iter().map(|meeting| meeting.won.len()).max().unwrap_or(0);
    let shares: Vec<f64> = meetings.iter().map(|meeting| logistic(meeting.ahead(strengths))).collect();
    let mut squares = Matrix::new(strengths.len());
    let mut pull = vec![0.0; strengths.len()];
    let correction = if numbers > 1 { numbers as f64 / (numbers - 1) as f64 } else { 1.0 };
    for number in 0..numbers {
        pull.fill(0.0);
        for (meeting, share) in meetings.iter().zip(&shares) {
            if let Some(Some(won)) = meeting.won.get(number) {
                pull[meeting.single] += won - share;
                pull[meeting.crowd] -= won - share;
            }
        }
        for one in 0..pull.len() {
            for other in 0..pull.len() {
                squares.add(one, other, correction * pull[one] * pull[other]);
            }
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Z95;

    fn meeting(single: usize, crowd: usize, crowd_seats: usize, won: usize, games: usize) -> Meeting {
        let won = (0..games).map(|number| Some(f64::from(u8::from(number < won)))).collect();
        Meeting { single, crowd, crowd_seats, won }
    }

    #[test]
    fn two_players_differ_by_the_odds() {
        let found = Luce::of(2, &[meeting(0, 1, 1, 7_500, 10_000)]).gap(0, 1);
        assert!((found.value - 3.0_f64.ln()).abs() < 1e-3, "{found:?}");
        let known = (1.0_f64 / 7_500.0 + 1.0 / 2_500.0).sqrt();
        assert!((found.error - known).abs() < 1e-4, "{found:?}");
    }

    #[test]
    fn one_of_three_seats_is_expected_to_win_a_third() {
        let fit = Luce::of(2, &[meeting(0, 1, 2, 100, 300), meeting(1, 0, 2, 100, 300)]);
        assert!(fit.gap(0, 1).value.abs() < 1e-9);
        assert!((fit.expected(&meeting(0, 1, 2, 0, 0)) - 1.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn at_the_top_everybody_wins_what_they_are_expected_to() {
        let meetings = [
            meeting(0, 1, 2, 20, 90),
            meeting(1, 0, 2, 51, 90),
            meeting(0, 2, 2, 9, 90),
            meeting(2, 0, 2, 70, 90),
            meeting(1, 2, 2, 12, 90),
            meeting(2, 1, 2, 55, 90),
        ];
        let fit = Luce::of(3, &meetings);
        assert!(fit.strengths.iter().sum::<f64>().abs() < 1e-12);
        // The prior pulls each back by less than one game.
        let mut over = [0.0; 3];
        for meeting in &meetings {
            let off = meeting.score().0 - 90.0 * fit.expected(meeting);
            over[meeting.single] += off;
            over[meeting.crowd] -= off;
        }
        assert!(over.iter().all(|off| off.abs() < 1.0), "{over:?}");
        assert!(fit.strengths[2] > fit.strengths[1] && fit.strengths[1] > fit.strengths[0]);
    }

    #[test]
    fn who_never_wins_has_a_strength_and_few_games_are_no_certainty() {
        for games in [1, 5, 100, 100_000] {
            let gap = Luce::of(2, &[meeting(0, 1, 1, 0, games)]).gap(1, 0);
            assert!(gap.value > 0.0 && gap.value.is_finite() && gap.error.is_finite(), "{gap:?}");
            assert_eq!(gap.estimate().low > 0.0, games >= 100, "{games}: {gap:?}");
        }
        let nothing = Luce::of(3, &[]).gap(0, 2);
        assert!(nothing.value == 0.0 && nothing.error > 1.0);
    }

    #[test]
    fn unfinished_games_count_for_nobody() {
        let mut stalled = meeting(0, 1, 1, 30, 50);
        let whole = Luce::of(2, std::slice::from_ref(&stalled));
        stalled.won.extend([None; 20]);
        assert!((Luce::of(2, &[stalled]).gap(0, 1).value - whole.gap(0, 1).value).abs() < 1e-12);
    }

    /// Numbers from 0 to 1 that pass for chance.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = self.0;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((word ^ (word >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Luck {
        /// Each game has its own.
        Own,
        /// All games of one number have the same.
        Common,
    }

    /// A league at tables for three in which the truth is known.
    fn league(truth: &[f64], games: usize, luck: Luck, dice: &mut Dice) -> Vec<Meeting> {
        let common: Vec<f64> = (0..games).map(|_| dice.roll()).collect();
        let mut meetings = Vec::new();
        for single in 0..truth.len() {
            for crowd in (0..truth.len()).filter(|&crowd| crowd != single) {
                let mut one = Meeting { single, crowd, crowd_seats: 2, won: Vec::new() };
                let share = logistic(one.ahead(truth));
                let roll = |number: usize| match luck {
                    Luck::Own => dice.roll(),
                    Luck::Common => common[number],
                };
                one.won = (0..games).map(roll).map(|roll| Some(f64::from(u8::from(roll < share)))).collect();
                meetings.push(one);
            }
        }
        meetings
    }

    #[test]
    fn intervals_hold_the_truth_about_95_times_of_100() {
        let truth = [-0.9, -0.2, 0.1, 1.0];
        for luck in [Luck::Own, Luck::Common] {
            let mut dice = Dice(1);
            let (mut ratings, mut gaps) = (0, 0);
            for _ in 0..250 {
                let fit = Luce::of(4, &league(&truth, 40, luck, &mut dice));
                for player in 0..4 {
                    let at = fit.over_mean(player).within(Z95);
                    ratings += u32::from(at.low <= truth[player] && truth[player] <= at.high);
                    let next = (player + 1) % 4;
                    let at = fit.gap(player, next).within(Z95);
                    let by = truth[player] - truth[next];
                    gaps += u32::from(at.low <= by && by <= at.high);
                }
            }
            for hits in [ratings, gaps] {
                let share = f64::from(hits) / 1000.0;
                assert!((0.93..0.99).contains(&share), "{share}");
            }
        }
    }

    #[test]
    fn the_strengths_are_found() {
        let truth = [-0.9, -0.2, 0.1, 1.0];
        let fit = Luce::of(4, &league(&truth, 5_000, Luck::Own, &mut Dice(7)));
        for (found, true_one) in fit.strengths.iter().zip(truth) {
            assert!((found - true_one).abs() < 0.05, "{:?}", fit.strengths);
        }
    }
}
