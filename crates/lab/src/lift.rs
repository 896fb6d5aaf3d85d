//! Lifts: how much a thing helps its holder.

use games::study::Deal;
use rayon::prelude::*;

use crate::facts::Facts;
use crate::run::GameInfo;
use crate::stats::{Contrast, Difference, Ratio, holm, mantel_haenszel};

/// Statistics of one thing over many games.
#[derive(Debug, Clone, PartialEq)]
pub struct ThingStudy {
    /// The thing, by its number.
    pub thing: usize,
    /// Seats that were dealt it, and what they won.
    pub dealt: Ratio,
    /// Seats that ever had it, and what they won.
    pub had: Ratio,
    /// Seats that never had it, and what they won.
    pub never_had: Ratio,
    /// Seats that used it.
    pub used: Ratio,
    /// Dealt against not dealt: luck alone decides who is, so nothing else can be behind it.
    pub dealt_lift: Option<Difference>,
    /// Had against never had, among seats to which equally many things came.
    pub held_lift: Option<Difference>,
    /// How likely luck alone would bring the dealt lift, corrected for all things of the family.
    pub dealt_p: f64,
    /// How likely luck alone would bring the held lift, corrected for all things of the family.
    pub held_p: f64,
    /// In how many games it took part in scoring.
    pub scored_in: u64,
    /// How many pieces it scored, all games together.
    pub pieces: u64,
    /// How many points.
    pub points: u64,
}

impl ThingStudy {
    /// Whether either lift is more than luck.
    #[must_use]
    pub fn stands_out(&self) -> bool {
        self.dealt_p < 0.05 || self.held_p < 0.05
    }

    /// The lift to sort by: had, or dealt where nobody can be compared by having.
    #[must_use]
    pub fn lift(&self) -> f64 {
        self.held_lift.or(self.dealt_lift).map_or(0.0, |lift| lift.value)
    }
}

/// Studies every thing of a family.
#[must_use]
pub fn study_family(cast: &GameInfo, family: usize, facts: &[Facts]) -> Vec<ThingStudy> {
    let things: Vec<usize> =
        (0..cast.things.len()).filter(|&thing| cast.things[thing].family == family).collect();
    let deal = cast.families[family].deal;
    // Each thing is summed by one thread in the order of the games.
    let mut studies: Vec<ThingStudy> =
        things.into_par_iter().map(|thing| study_thing(thing, family, deal, facts)).collect();
    let p = |lift: Option<Difference>| lift.map_or(1.0, Difference::p);
    let dealt = holm(&studies.iter().map(|study| p(study.dealt_lift)).collect::<Vec<_>>());
    let held = holm(&studies.iter().map(|study| p(study.held_lift)).collect::<Vec<_>>());
    for (study, (dealt, held)) in studies.iter_mut().zip(dealt.into_iter().zip(held)) {
        (study.dealt_p, study.held_p) = (dealt, held);
    }
    studies
}

/// Seats that were dealt a thing against those that were not.
pub(crate) fn by_deal(thing: usize, facts: &[Facts]) -> Contrast {
    mantel_haenszel(facts.iter().map(|game| {
        let seats = game.seats.iter().enumerate();
        seats.map(move |(seat, of)| (0, of.dealt.group(thing), game.won(seat)))
    }))
}

/// Seats that ever had a thing against those that never had, among those to which equally many came.
pub(crate) fn by_having<'a>(
    thing: usize,
    family: usize,
    games: impl Iterator<Item = &'a Facts> + Clone,
) -> Contrast {
    mantel_haenszel(games.map(|game| {
        let seats = game.seats.iter().enumerate();
        seats.map(move |(seat, of)| (u32::from(of.came[family]), of.had.group(thing), game.won(seat)))
    }))
}

fn study_thing(thing: usize, family: usize, deal: Deal, facts: &[Facts]) -> ThingStudy {
    let dealt = by_deal(thing, facts);
    let held = by_having(thing, family, facts.iter());
    let seats = |game: &Facts| 0..game.seat_count();
    let mut used = Ratio::default();
    let (mut scored_in, mut pieces, mut points) = (0, 0, 0);
    for game in facts {
        for seat in seats(game).filter(|&seat| game.seats[seat].used.contains(thing)) {
            used.won += game.won(seat);
            used.of += 1.0;
        }
        if let Some(entry) = game.scored.iter().find(|entry| usize::from(entry.0) == thing) {
            scored_in += 1;
            pieces += u64::from(entry.1);
            points += u64::from(entry.2);
        }
    }
    ThingStudy {
        thing,
        dealt: dealt.with,
        had: held.with,
        never_had: held.without,
        used,
        dealt_lift: dealt.difference.filter(|_| deal == Deal::Dealt),
        held_lift: held.difference,
        dealt_p: 1.0,
        held_p: 1.0,
        scored_in,
        pieces,
        points,
    }
}
