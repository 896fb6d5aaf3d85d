//! The search itself.

use std::ops::Range;
use std::sync::Arc;

use games::{CardSet, CardText};
use table::{Purpose, Seed};

use crate::facts::Facts;
use crate::run::{GameInfo, Log, RunError};
use crate::stats::Difference;
use crate::tune::cost::{Count, Measured, PRICE};
use crate::tune::evaluator::{Evaluator, Halt, Progress};
use crate::tune::proposal::{self, Knob};
use crate::tune::step::{Fate, Step, micro};
use crate::tune::{FRESH, FRESH_FROM, Tuning};

/// After so many changes that stayed, the set is measured on fresh seeds, so that it is not tuned to the seeds.
const KEPT_ON_SEEDS: u32 = 3;
/// Or after so many in a row that did not.
const DROPPED_ON_SEEDS: u32 = 12;
/// A change must pay by more than so many standard errors: of changes that do nothing one in ten gets through.
const PAYS: f64 = 1.28;
/// The first heat has one game in so many.
const HEAT: u64 = 4;
/// Where it is close, so many times the games decide.
const CLOSE: u64 = 3;
/// A step that changes more cards than this is judged by length and seats alone: the luck in so many lifts would
/// drown what it does.
const FEW: usize = 3;

/// The result of a search.
#[derive(Debug, Clone)]
pub struct Tuned {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The set as the search leaves it, under its new name and version.
    pub text: CardText,
    /// The verdict of fresh games; `None` where the search was stopped.
    pub verdict: Option<Verdict>,
}

/// The verdict of games that no step ever saw.
#[derive(Debug, Clone)]
pub struct Verdict {
    pub(super) before: Vec<Vec<Facts>>,
    pub(super) after: Vec<Vec<Facts>>,
    /// The cost of the original.
    pub cost_before: f64,
    /// The cost of the new set, without the price of its changes.
    pub cost_after: f64,
    /// How much more the new set costs.
    pub difference: Difference,
}

/// Where the search is: all of it follows from the steps.
struct Place {
    values: Vec<u8>,
    seeds: u64,
    kept: u32,
    dropped: u32,
    tried: Vec<Vec<(usize, u8)>>,
}

impl Place {
    fn go_on(&mut self, step: &Step) {
        match step.fate {
            Fate::Kept => {
                for &(number, value) in &step.changes {
                    self.values[number] = value;
                }
                self.kept += 1;
                self.dropped = 0;
                self.tried.clear();
            }
            Fate::Dropped => {
                self.dropped += 1;
                self.tried.push(step.changes.clone());
            }
        }
        if self.kept >= KEPT_ON_SEEDS || self.dropped >= DROPPED_ON_SEEDS {
            self.seeds += 1;
            (self.kept, self.dropped) = (0, 0);
            self.tried.clear();
        }
    }
}

/// The set that is to be beaten, on the seeds of now.
struct Champion {
    deck: Arc<CardSet>,
    facts: Vec<Vec<Facts>>,
    heat: Measured,
    all: Measured,
    /// Where it was close once.
    more: Option<Measured>,
    seeds: u64,
}

pub(super) struct Search<'a> {
    tuning: &'a Tuning,
    evaluator: Evaluator<'a>,
    casts: Vec<GameInfo>,
    knobs: Vec<Knob>,
}

impl<'a> Search<'a> {
    pub(super) fn new(tuning: &'a Tuning, evaluator: Evaluator<'a>) -> Self {
        let casts = tuning.settings.scenarios.iter().map(crate::run::Scenario::cast).collect();
        Self { tuning, evaluator, casts, knobs: proposal::knobs(tuning) }
    }

    /// Goes on from the steps that are done.
    pub(super) fn run(&self, log: &Log, done: Vec<Step>) -> Result<Tuned, RunError> {
        let (values, tried) = (self.tuning.text.values(), Vec::new());
        let mut place = Place { values, seeds: 0, kept: 0, dropped: 0, tried };
        let mut steps = done;
        steps.truncate(self.tuning.steps as usize);
        for step in &steps {
            place.go_on(step);
            self.evaluator.progress(self.step_games());
        }
        let mut champion = None;
        while (steps.len() as u64) < self.tuning.steps {
            let step = match self.step(&place, &mut champion, steps.len() as u64 + 1) {
                Ok(step) => step,
                Err(Halt::Stopped) => return self.tuned(steps, &place, None),
                Err(Halt::Failed(wrong)) => return Err(wrong),
            };
            log.add(&step.written())?;
            place.go_on(&step);
            steps.push(step);
        }
        match self.verdict(&place) {
            Ok(verdict) => self.tuned(steps, &place, Some(verdict)),
            Err(Halt::Stopped) => self.tuned(steps, &place, None),
            Err(Halt::Failed(wrong)) => Err(wrong),
        }
    }

    fn step_games(&self) -> u64 {
        self.tuning.settings.games * self.casts.len() as u64
    }

    fn tuned(&self, steps: Vec<Step>, place: &Place, verdict: Option<Verdict>) -> Result<Tuned, RunError> {
        let version = self.tuning.text.set().version().saturating_add(1);
        let text = self.set(&place.values)?.called(&self.tuning.name, version);
        Ok(Tuned { steps, text: text.map_err(|flaws| RunError(flaws.to_string()))?, verdict })
    }

    fn set(&self, values: &[u8]) -> Result<CardText, RunError> {
        self.tuning.text.with(values).map_err(|flaws| RunError(format!("the journal does not fit: {flaws}")))
    }

    fn price(&self, values: &[u8]) -> f64 {
        let numbers = self.tuning.text.numbers().iter().zip(values);
        PRICE * numbers.map(|(number, value)| f64::from(number.value.abs_diff(*value))).sum::<f64>()
    }

    /// The numbers of the games on these seeds, so many times those of a step.
    fn numbers(&self, seeds: u64, times: u64) -> Range<u64> {
        let games = self.tuning.settings.games;
        let first = seeds * games * CLOSE;
        first..first + games * times
    }

    fn heat_games(&self) -> u64 {
        self.tuning.settings.games.div_ceil(HEAT)
    }

    fn measured(&self, facts: &[Vec<Facts>], games: u64) -> Measured {
        let facts: Vec<&[Facts]> =
            facts.iter().map(|facts| &facts[..facts.len().min(games as usize)]).collect();
        self.evaluator.think(|| Measured::of(&self.tuning.aims, &self.casts, &facts))
    }

    fn champion(&self, deck: Arc<CardSet>, facts: Vec<Vec<Facts>>, seeds: u64) -> Champion {
        let all = self.measured(&facts, self.tuning.settings.games);
        let heat = self.measured(&facts, self.heat_games());
        Champion { deck, facts, heat, all, more: None, seeds }
    }

    /// Plays on, if that has not been done.
    fn play_on(&self, champion: &mut Champion) -> Result<(), Halt> {
        if champion.more.is_none() {
            let numbers = self.numbers(champion.seeds, CLOSE);
            let rest = numbers.start + self.tuning.settings.games..numbers.end;
            let rest = self.evaluator.play(&champion.deck, rest, Progress::Nothing)?;
            champion.facts.iter_mut().zip(rest).for_each(|(facts, rest)| facts.extend(rest));
            champion.more = Some(self.measured(&champion.facts, self.tuning.settings.games * CLOSE));
        }
        Ok(())
    }

    /// One step.
    fn step(&self, place: &Place, champion: &mut Option<Champion>, number: u64) -> Result<Step, Halt> {
        let mut now = match champion.take().filter(|champion| champion.seeds == place.seeds) {
            Some(now) => now,
            None => {
                let deck = Arc::new(self.set(&place.values)?.set().clone());
                let facts = self.evaluator.play(&deck, self.numbers(place.seeds, 1), Progress::Nothing)?;
                self.champion(deck, facts, place.seeds)
            }
        };
        let mut luck = Seed::new(self.tuning.settings.seed, number).luck(Purpose::Trial);
        let blame = (&now.all.blame, &self.casts[0]);
        let drawn = proposal::draw(self.tuning, &self.knobs, &place.values, blame, &place.tried, &mut luck);
        let before = now.all.cost() + self.price(&place.values);
        let mut step = Step {
            number,
            what: "nothing is left to try".to_owned(),
            changes: Vec::new(),
            games: 0,
            before: micro(before),
            difference: 0,
            noise: 0,
            fate: Fate::Dropped,
        };
        let Some((proposal, deck)) = drawn else {
            *champion = Some(now);
            return Ok(step);
        };
        (step.what, step.changes) = (proposal.what, proposal.changes);
        let mut values = place.values.clone();
        for &(number, value) in &step.changes {
            values[number] = value;
        }
        let dearer = self.price(&values) - self.price(&place.values);
        let challenger = self.challenge(&mut now, Arc::new(deck), dearer, &mut step)?;
        *champion = challenger.filter(|_| step.fate == Fate::Kept).or(Some(now));
        Ok(step)
    }

    /// The things whose numbers a step changes, if they are few.
    fn touched(&self, changes: &[(usize, u8)]) -> Vec<usize> {
        let things = self.casts[0].things.iter().enumerate();
        let cards = |number: usize| &self.tuning.text.numbers()[number].cards;
        let is_touched = |name: &String| changes.iter().any(|&(number, _)| cards(number).contains(name));
        let touched: Vec<usize> =
            things.filter(|(_, thing)| is_touched(&thing.name)).map(|(place, _)| place).collect();
        if touched.len() <= FEW { touched } else { Vec::new() }
    }

    /// Plays a set against the champion: a first heat, all games only where that leaves it open, and more where it is
    /// close. Says in the step what came of it.
    fn challenge(
        &self,
        now: &mut Champion,
        deck: Arc<CardSet>,
        dearer: f64,
        step: &mut Step,
    ) -> Result<Option<Champion>, Halt> {
        let things = self.touched(&step.changes);
        let count = Count::Touched(&things);
        let numbers = self.numbers(now.seeds, 1);
        let heat = numbers.start..numbers.start + self.heat_games();
        let mut facts = self.evaluator.play(&deck, heat.clone(), Progress::Games)?;
        let first = self.measured(&facts, self.heat_games()).less(&now.heat, count);
        (step.games, step.difference, step.noise) =
            (self.heat_games(), micro(first.value + dearer), micro(first.error));
        if first.value > first.error.max(0.05) {
            self.evaluator.progress((self.tuning.settings.games - step.games) * self.casts.len() as u64);
            return Ok(None);
        }
        let rest = self.evaluator.play(&deck, heat.end..numbers.end, Progress::Games)?;
        facts.iter_mut().zip(rest).for_each(|(facts, rest)| facts.extend(rest));
        step.games = self.tuning.settings.games;
        let mut challenger = self.champion(deck, facts, now.seeds);
        let mut found = challenger.all.less(&now.all, count);
        // A number that goes back needs only to be no worse.
        let needed = if dearer < 0.0 { 0.0 } else { PAYS };
        let is_close = |found: Difference| {
            let paid = found.value + dearer;
            paid < 0.0 && paid + needed * found.error >= 0.0
        };
        if is_close(found) {
            self.play_on(&mut challenger)?;
            self.play_on(now)?;
            if let (Some(one), Some(other)) = (&challenger.more, &now.more) {
                step.games = self.tuning.settings.games * CLOSE;
                found = one.less(other, count);
            }
        }
        let paid = found.value + dearer;
        (step.difference, step.noise) = (micro(paid), micro(found.error));
        if paid + needed * found.error < 0.0 {
            step.fate = Fate::Kept;
        }
        Ok(Some(challenger))
    }

    /// Original and result on games that no step saw.
    fn verdict(&self, place: &Place) -> Result<Verdict, Halt> {
        let games = self.tuning.settings.games * FRESH;
        let numbers = FRESH_FROM..FRESH_FROM + games;
        let result = Arc::new(self.set(&place.values)?.set().clone());
        let before = self.evaluator.play(&self.tuning.deck(), numbers.clone(), Progress::Games)?;
        let after = self.evaluator.play(&result, numbers, Progress::Games)?;
        if self.evaluator.is_stopped() {
            return Err(Halt::Stopped);
        }
        let (old, new) = (self.measured(&before, games), self.measured(&after, games));
        let difference = new.less(&old, Count::All);
        Ok(Verdict { before, after, cost_before: old.cost(), cost_after: new.cost(), difference })
    }
}
