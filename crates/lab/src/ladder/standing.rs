//! How the bots of a league stand.

use std::f64::consts::LN_10;

use report::Estimate;

use crate::facts::Facts;
use crate::ladder::League;
use crate::stats::{Difference, Luce, Meeting, Z95, bonferroni_z, wilson};

/// The mean rating of a league.
pub(crate) const MEAN: f64 = 1500.0;
/// Rating points of a factor e in strength: a factor of ten is 400 points.
const SCALE: f64 = 400.0 / LN_10;

/// Two neighbours in the order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gap {
    /// The place in the league of the one that stands higher.
    pub upper: usize,
    /// The place of the other.
    pub lower: usize,
    /// By how many points it is ahead; the interval allows for all neighbours and all looks of the league.
    pub by: Estimate,
}

impl Gap {
    /// Whether the one is surely stronger.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.by.low > 0.0
    }
}

/// How the bots of a league stand after some games.
#[derive(Debug, Clone)]
pub struct Standing {
    pub(crate) meetings: Vec<Meeting>,
    pub(crate) fit: Luce,
    /// Places in the league, the strongest first.
    pub order: Vec<usize>,
    /// The neighbours in that order, from the top.
    pub gaps: Vec<Gap>,
}

impl Standing {
    /// How they stand after these games of each line-up.
    #[must_use]
    pub fn of(league: &League, facts: &[&[Facts]]) -> Self {
        Self::after(league, league.meetings(facts))
    }

    fn after(league: &League, meetings: Vec<Meeting>) -> Self {
        let fit = Luce::of(league.bots.len(), &meetings);
        let mut order: Vec<usize> = (0..league.bots.len()).collect();
        order.sort_by(|&one, &other| {
            fit.strengths[other].total_cmp(&fit.strengths[one]).then(one.cmp(&other))
        });
        // A wrong order has a pair of true neighbours the wrong way round, and players apart by several certain gaps
        // are certainly apart: so the error is split over neighbours, not over all pairs.
        let z = bonferroni_z((order.len() - 1) * league.stages().len());
        let gap = |pair: &[usize]| Gap {
            upper: pair[0],
            lower: pair[1],
            by: scaled(fit.gap(pair[0], pair[1])).within(z),
        };
        let gaps = order.windows(2).map(gap).collect();
        Self { meetings, fit, order, gaps }
    }

    /// Whether every bot surely stands where it stands.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.gaps.iter().all(Gap::is_certain)
    }

    /// The rating of the bot at this place in the league.
    #[must_use]
    pub fn rating(&self, bot: usize) -> Estimate {
        let over = scaled(self.fit.over_mean(bot));
        Difference { value: MEAN + over.value, ..over }.estimate()
    }

    /// A bot's wins in finished games, of all or of those against one other.
    pub(crate) fn tally(&self, bot: usize, against: Option<usize>) -> Tally {
        let mut tally = Tally::default();
        for meeting in &self.meetings {
            let other = match (meeting.single == bot, meeting.crowd == bot) {
                (true, _) => meeting.crowd,
                (_, true) => meeting.single,
                (false, false) => continue,
            };
            if against.is_some_and(|against| against != other) {
                continue;
            }
            let (won, games) = meeting.score();
            let even = games / (meeting.crowd_seats + 1) as f64;
            tally.games += games;
            tally.unfinished += meeting.won.len() as f64 - games;
            if meeting.single == bot {
                tally.won += won;
                tally.even += even;
            } else {
                tally.won += games - won;
                tally.even += games - even;
            }
        }
        tally
    }

    /// The games that did not come to an end.
    pub(crate) fn unfinished(&self) -> usize {
        self.meetings.iter().flat_map(|meeting| &meeting.won).filter(|won| won.is_none()).count()
    }
}

/// A bot's wins.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) won: f64,
    /// Its wins if all were equals.
    pub(crate) even: f64,
    pub(crate) games: f64,
    pub(crate) unfinished: f64,
}

impl Tally {
    pub(crate) fn share(self) -> Estimate {
        wilson(self.won, self.games, Z95)
    }
}

fn scaled(difference: Difference) -> Difference {
    Difference { value: SCALE * difference.value, error: SCALE * difference.error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ladder::Patience;
    use bots::BotName;
    use games::PlayerName;
    use table::SeatCount;

    fn league(bots: u32, games: u64) -> League {
        let bots: Vec<_> = (1..=bots).map(|count| PlayerName::Bot(BotName::iterations(count))).collect();
        League::new(&bots, SeatCount::new(2).unwrap(), games, Patience::UntilCertain).unwrap()
    }

    fn meeting(single: usize, crowd: usize, won: Vec<Option<f64>>) -> Meeting {
        Meeting { single, crowd, crowd_seats: 1, won }
    }

    fn mostly(won: usize, games: usize) -> Vec<Option<f64>> {
        (0..games).map(|number| Some(f64::from(u8::from(number < won)))).collect()
    }

    #[test]
    fn ten_times_as_strong_is_400_points() {
        let standing = Standing::after(&league(2, 11_000), vec![meeting(0, 1, mostly(1_000, 11_000))]);
        assert_eq!(standing.order, [1, 0]);
        assert!((standing.gaps[0].by.value - 400.0).abs() < 1.0, "{:?}", standing.gaps);
        assert!((standing.rating(0).value + standing.rating(1).value - 3000.0).abs() < 1e-9);
        assert!(standing.is_certain());
    }

    #[test]
    fn tallies_add_up() {
        let meetings = vec![
            meeting(0, 1, mostly(30, 100)),
            meeting(0, 2, mostly(20, 100)),
            meeting(1, 2, [mostly(45, 99), vec![None]].concat()),
        ];
        let standing = Standing::after(&league(3, 100), meetings);
        let all = standing.tally(1, None);
        assert_eq!((all.won, all.even, all.games, all.unfinished), (115.0, 99.5, 199.0, 1.0));
        let one = standing.tally(2, Some(1));
        assert_eq!((one.won, one.games, standing.unfinished()), (54.0, 99.0, 1));
    }

    #[test]
    fn equals_are_seldom_told_apart_by_all_looks_together() {
        let league = league(2, 640);
        let (mut state, mut wrong) = (1_u64, 0);
        for _ in 0..400 {
            let games: Vec<_> = (0..640)
                .map(|_| {
                    state =
                        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    Some((state >> 63) as f64)
                })
                .collect();
            let is_settled = |end: &u64| {
                Standing::after(&league, vec![meeting(0, 1, games[..*end as usize].to_vec())]).is_certain()
            };
            wrong += u32::from(league.stages().iter().any(is_settled));
        }
        assert!((1..=20).contains(&wrong), "{wrong} of 400");
    }
}
