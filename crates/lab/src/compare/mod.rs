//! `lab compare`: whether two ways to play a game differ by more than noise. Both sides play the same seeds, so that
//! what they owe to luck cancels where they are alike.

mod cards;
mod draw;
mod things;

use games::CardSet;
use report::{Estimate, Report, Unit};
use serde_json::{Value, json};

use crate::facts::Facts;
use crate::measure::{MEASURES, Measure};
use crate::run::{GameInfo, Played, Settings};
use crate::sheet::triple;
use crate::stats::{Difference, holm, paired};

pub use cards::CardFate;
pub use things::{ComparedThing, OneSided};

/// A measure of both sides.
#[derive(Debug, Clone)]
pub struct ComparedMeasure {
    /// Its name in data files.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// How it is written.
    pub unit: Unit,
    /// Its mean on the first side.
    pub a: Estimate,
    /// Its mean on the second side.
    pub b: Estimate,
    /// Second less first, game by game.
    pub difference: Difference,
    /// How likely luck alone would bring that, corrected for all measures.
    pub p: f64,
}

/// The differences between two sides.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// How many pairs of games it rests on.
    pub games: u64,
    /// Whether every game went the same on both sides.
    pub same: bool,
    /// The measures.
    pub measures: Vec<ComparedMeasure>,
    /// The things that both sides have, what differs most first.
    pub things: Vec<ComparedThing>,
    /// The things that one side has alone.
    pub one_sided: Vec<OneSided>,
    /// The cards that are changed, new or gone, where both sides have a card set.
    pub cards: Vec<CardFate>,
}

/// More than noise is what luck alone would bring less often than this.
const NOISE: f64 = 0.05;
/// The fewest pairs of games for a finding beyond noise.
const LEAST: usize = 30;

impl Comparison {
    /// Compares two sides of one game by their facts, whose games have the same numbers.
    #[must_use]
    pub fn of((cast_a, a): (&GameInfo, &[Facts]), (cast_b, b): (&GameInfo, &[Facts])) -> Self {
        let games = a.len().min(b.len());
        let (a, b) = (&a[..games], &b[..games]);
        let enough = games >= LEAST;
        let mut measures: Vec<ComparedMeasure> =
            MEASURES.iter().map(|measure| compared(measure, a, b)).collect();
        let corrected = holm(&measures.iter().map(|measure| measure.p).collect::<Vec<_>>());
        for (measure, p) in measures.iter_mut().zip(corrected) {
            measure.p = if enough { p } else { 1.0 };
        }
        let (mut things, one_sided) = things::compare((cast_a, a), (cast_b, b));
        things.iter_mut().filter(|_| !enough).for_each(|thing| thing.p = 1.0);
        let same = a == b && one_sided.is_empty();
        Self { games: games as u64, same, measures, things, one_sided, cards: Vec::new() }
    }

    /// The same, with the differences between the cards of two sets.
    #[must_use]
    pub fn with_cards(self, a: &CardSet, b: &CardSet) -> Self {
        let cards = cards::fates(a, b, &self.things, &self.one_sided);
        Self { cards, ..self }
    }

    /// The measures that differ by more than noise.
    pub fn real_measures(&self) -> impl Iterator<Item = &ComparedMeasure> {
        self.measures.iter().filter(|measure| measure.p < NOISE)
    }

    /// The things that do.
    pub fn real_things(&self) -> impl Iterator<Item = &ComparedThing> {
        self.things.iter().filter(|thing| thing.p < NOISE)
    }

    /// The numbers as data.
    #[must_use]
    pub fn written(&self, settings: &Settings) -> Value {
        let lift =
            |difference: Option<Difference>| difference.map(|difference| triple(difference.estimate()));
        let measures = self.measures.iter().map(|measure| {
            json!({
                "name": measure.name,
                "a": triple(measure.a),
                "b": triple(measure.b),
                "difference": triple(measure.difference.estimate()),
                "chance": measure.p,
                "more_than_noise": measure.p < NOISE,
            })
        });
        let things = self.things.iter().map(|thing| {
            json!({
                "name": thing.name,
                "kind": thing.kind,
                "a": lift(thing.a),
                "b": lift(thing.b),
                "difference": lift(thing.difference),
                "chance": thing.p,
                "more_than_noise": thing.p < NOISE,
            })
        });
        let cards = self.cards.iter().map(|card| {
            json!({
                "name": card.name,
                "change": card.change.word(),
                "was": card.was,
                "is": card.is,
                "a": lift(card.a),
                "b": lift(card.b),
                "difference": lift(card.difference),
                "chance": card.p,
                "more_than_noise": card.p.is_some_and(|p| p < NOISE),
            })
        });
        let only = |side| {
            let names = self.one_sided.iter().filter(move |thing| thing.side == side);
            names.map(|thing| thing.name.clone()).collect::<Vec<_>>()
        };
        json!({
            "command": settings.command,
            "seed": settings.seed,
            "games": self.games,
            "same": self.same,
            "cards": cards.collect::<Vec<_>>(),
            "measures": measures.collect::<Vec<_>>(),
            "things": things.collect::<Vec<_>>(),
            "only_in_a": only(things::Side::A),
            "only_in_b": only(things::Side::B),
        })
    }
}

fn compared(measure: &Measure, a: &[Facts], b: &[Facts]) -> ComparedMeasure {
    let pairs = a.iter().zip(b).filter_map(|(a, b)| Some(((measure.of)(a)?, (measure.of)(b)?)));
    let difference = paired(pairs);
    let p = if difference.value.is_nan() { 1.0 } else { difference.p() };
    ComparedMeasure {
        name: measure.name,
        title: measure.title,
        unit: measure.unit,
        a: measure.mean(a),
        b: measure.mean(b),
        difference,
        p,
    }
}

/// The report of a comparison of a run's two scenarios, and its numbers as data; `None` where nothing was played yet.
#[must_use]
pub fn compare(title: &str, settings: &Settings, played: &Played) -> Option<(Report, Value)> {
    let ([a, b], [facts_a, facts_b]) = (&settings.scenarios[..], &played.facts[..]) else { return None };
    if facts_a.is_empty() || facts_b.is_empty() {
        return None;
    }
    let comparison = Comparison::of((&a.cast(), facts_a), (&b.cast(), facts_b));
    let comparison = match (a.setup.deck(), b.setup.deck()) {
        (Some(a), Some(b)) => comparison.with_cards(a, b),
        _ => comparison,
    };
    Some((draw::report(title, settings, &comparison), comparison.written(settings)))
}
