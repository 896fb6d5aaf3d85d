//! Proposals of the search: mostly numbers behind the set's faults.

use games::{CardSet, NumberKind};
use table::Luck;

use crate::run::GameInfo;
use crate::tune::cost::CostParts;
use crate::tune::{Tuning, shape};

/// A number that may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Knob {
    /// Its place among the numbers of the file.
    pub(super) number: usize,
    pub(super) kind: NumberKind,
    cards: Vec<String>,
    least: u8,
    most: u8,
}

/// Something to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Proposal {
    pub(super) what: String,
    pub(super) changes: Vec<(usize, u8)>,
}

/// The numbers that may change: of the kinds asked for, not on a card that is kept, and not a fact (S8). What the
/// original says is always within bounds.
pub(super) fn knobs(tuning: &Tuning) -> Vec<Knob> {
    let mut knobs = Vec::new();
    for (number, of) in tuning.text.numbers().iter().enumerate() {
        if !tuning.kinds.contains(&of.kind) || of.cards.iter().any(|card| tuning.keep.contains(card)) {
            continue;
        }
        let (least, most) = match of.kind {
            NumberKind::Modifier => (0, 5),
            NumberKind::Size => (2, 8),
            NumberKind::Initial => (0, 2),
            NumberKind::Copies => (1, 4),
            NumberKind::Strength => (1, 3),
        };
        let (least, most) = (of.least.max(least.min(of.value)), of.most.min(most.max(of.value)));
        let (fact_least, fact_most) = games::known_of_original(of).unwrap_or((0, u8::MAX));
        let (least, most) = (least.max(fact_least), most.min(fact_most));
        if (least..=most).contains(&of.value) && least < most {
            knobs.push(Knob { number, kind: of.kind, cards: of.cards.clone(), least, most });
        }
    }
    knobs
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Down,
    Up,
}

impl Way {
    const fn word(self) -> &'static str {
        match self {
            Self::Down => "down",
            Self::Up => "up",
        }
    }
}

impl Knob {
    fn turned(&self, value: u8, way: Way) -> Option<u8> {
        let new = match way {
            Way::Down => value.checked_sub(1)?,
            Way::Up => value.checked_add(1)?,
        };
        (self.least..=self.most).contains(&new).then_some(new)
    }

    /// Whether it goes along when all of its kind do: Sizes stay near 3 to 5, and a modifier of 0 stays.
    fn joins(&self, value: u8, way: Way) -> bool {
        match (self.kind, way) {
            (NumberKind::Size, Way::Down) => value > 3,
            (NumberKind::Size, Way::Up) => value < 5,
            (NumberKind::Modifier, Way::Up) => (1..4).contains(&value),
            (
                NumberKind::Modifier | NumberKind::Initial | NumberKind::Copies | NumberKind::Strength,
                Way::Down | Way::Up,
            ) => true,
        }
    }
}

/// How much a family goes along.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    Third,
}

/// A draw among what might be tried; what has been tried since the set last changed is left out. `None` where nothing
/// is left.
pub(super) fn draw(
    tuning: &Tuning,
    knobs: &[Knob],
    values: &[u8],
    (blame, cast): (&CostParts, &GameInfo),
    tried: &[Vec<(usize, u8)>],
    luck: &mut impl Luck,
) -> Option<(Proposal, CardSet)> {
    let mut moves = singles(tuning, knobs, values, blame, cast);
    moves.extend(shifts(knobs, values, blame, luck));
    moves.retain(|(weight, proposal)| {
        *weight > 0 && !proposal.changes.is_empty() && !tried.contains(&proposal.changes)
    });
    loop {
        let whole: u32 = moves.iter().map(|(weight, _)| weight).sum();
        if whole == 0 {
            return None;
        }
        let mut at = luck.below(whole);
        let place = moves.iter().position(|(weight, _)| {
            let here = at < *weight;
            at = at.saturating_sub(*weight);
            here
        })?;
        let (_, proposal) = moves.swap_remove(place);
        let mut values = values.to_vec();
        for &(number, value) in &proposal.changes {
            values[number] = value;
        }
        if let Ok(made) = tuning.text.with(&values)
            && shape::keeps_shape(made.set(), tuning.text.set())
        {
            return Some((proposal, made.set().clone()));
        }
    }
}

/// A weight as a whole number.
fn weight(weight: f64) -> u32 {
    (weight * 1000.0).round().clamp(0.0, 1e6) as u32
}

/// One number by one.
fn singles(
    tuning: &Tuning,
    knobs: &[Knob],
    values: &[u8],
    blame: &CostParts,
    cast: &GameInfo,
) -> Vec<(u32, Proposal)> {
    let each = 1.0 / knobs.len().max(1) as f64;
    let mut moves = Vec::new();
    for knob in knobs {
        let (value, original) = (values[knob.number], tuning.text.numbers()[knob.number].value);
        let lifts = cast.things.iter().zip(&blame.lifts);
        let lift: f64 =
            lifts.filter(|(thing, _)| knob.cards.contains(&thing.name)).map(|(_, lift)| lift).sum();
        for way in [Way::Down, Way::Up] {
            let Some(new) = knob.turned(value, way) else { continue };
            let for_lift = match (knob.kind, way) {
                (NumberKind::Copies, Way::Down | Way::Up) => 0.5,
                (NumberKind::Strength, Way::Down) => 3.0,
                (NumberKind::Modifier | NumberKind::Size | NumberKind::Initial, Way::Down) => 2.0,
                (
                    NumberKind::Modifier | NumberKind::Size | NumberKind::Initial | NumberKind::Strength,
                    Way::Up,
                ) => 0.0,
            };
            let for_length = match way {
                Way::Down => blame.short,
                Way::Up => blame.long,
            };
            let back = if new.abs_diff(original) < value.abs_diff(original) { 0.1 } else { 0.0 };
            let heavy = for_lift * lift + (2.0 * for_length + blame.seat + 0.5) * each + back;
            let what = format!("“{}”: {} {value} → {new}", knob.cards[0], knob.kind);
            moves.push((weight(heavy), Proposal { what, changes: vec![(knob.number, new)] }));
        }
    }
    moves
}

/// All of a kind by one, or about a third of them.
fn shifts(knobs: &[Knob], values: &[u8], blame: &CostParts, luck: &mut impl Luck) -> Vec<(u32, Proposal)> {
    let mut moves = Vec::new();
    for kind in [NumberKind::Modifier, NumberKind::Size, NumberKind::Initial, NumberKind::Strength] {
        for (way, length) in [(Way::Down, blame.short), (Way::Up, blame.long)] {
            for part in [Part::All, Part::Third] {
                let mut joins = |knob: &&Knob| {
                    let chosen = part == Part::All || luck.below(3) == 0;
                    chosen && knob.kind == kind && knob.joins(values[knob.number], way)
                };
                let joining = knobs.iter().filter(&mut joins);
                let changes: Vec<(usize, u8)> = joining
                    .filter_map(|knob| Some((knob.number, knob.turned(values[knob.number], way)?)))
                    .collect();
                let which = match part {
                    Part::All => "all",
                    Part::Third => "some",
                };
                let what = format!("{which} {} {} by one ({})", kind.plural(), way.word(), changes.len());
                moves.push((weight(0.5 * length + 0.05 * blame.seat + 0.02), Proposal { what, changes }));
            }
        }
    }
    moves
}
