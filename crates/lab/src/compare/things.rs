//! Things of both sides, by name.

use games::study::Deal;
use rayon::prelude::*;

use crate::facts::Facts;
use crate::lift::{by_deal, by_having};
use crate::run::GameInfo;
use crate::stats::{Difference, holm, paired_contrast};

/// A side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

/// A thing that only one side has.
#[derive(Debug, Clone, PartialEq)]
pub struct OneSided {
    /// Which side.
    pub side: Side,
    /// Its family.
    pub one: &'static str,
    /// Its name.
    pub name: String,
    /// Its lift there: when dealt, or when held if nobody is dealt it.
    pub lift: Option<Difference>,
}

/// How a lift was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// Dealt against not dealt.
    Dealt,
    /// Had against never had.
    Held,
}

impl Found {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Dealt => "dealt",
            Self::Held => "held",
        }
    }
}

/// A thing's lift on both sides, found in one of two ways.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparedThing {
    /// The name of its family, singular.
    pub one: &'static str,
    /// Its kind within its family.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// How the lift was found.
    pub found: Found,
    /// Its lift on the first side.
    pub a: Option<Difference>,
    /// Its lift on the second side.
    pub b: Option<Difference>,
    /// Second less first.
    pub difference: Option<Difference>,
    /// How likely luck alone would bring that, corrected for all things and both ways.
    pub p: f64,
}

impl ComparedThing {
    /// By how many standard errors the sides differ.
    fn weight(&self) -> f64 {
        match self.difference {
            Some(difference) if difference.error > 0.0 => (difference.value / difference.error).abs(),
            Some(_) | None => 0.0,
        }
    }
}

pub(super) fn compare(
    (cast_a, a): (&GameInfo, &[Facts]),
    (cast_b, b): (&GameInfo, &[Facts]),
) -> (Vec<ComparedThing>, Vec<OneSided>) {
    let mut pairs = Vec::new();
    let mut one_sided = Vec::new();
    let alone = |side, number: usize, thing: &games::study::Thing, facts: &[Facts]| {
        let family = &cast_a.families[thing.family];
        let contrast = match family.deal {
            Deal::Dealt => by_deal(number, facts),
            Deal::NotDealt => by_having(number, thing.family, facts.iter()),
        };
        OneSided { side, one: family.one, name: thing.name.clone(), lift: contrast.difference }
    };
    let is = |thing: &games::study::Thing, other: &games::study::Thing| {
        thing.family == other.family && thing.name == other.name
    };
    for (number, thing) in cast_a.things.iter().enumerate() {
        match cast_b.things.iter().position(|other| is(thing, other)) {
            Some(other) => pairs.push((number, other)),
            None => one_sided.push(alone(Side::A, number, thing, a)),
        }
    }
    for (number, thing) in cast_b.things.iter().enumerate() {
        if !cast_a.things.iter().any(|other| is(thing, other)) {
            one_sided.push(alone(Side::B, number, thing, b));
        }
    }
    let mut things: Vec<ComparedThing> = pairs
        .into_par_iter()
        .flat_map_iter(|(in_a, in_b)| {
            let thing = &cast_a.things[in_a];
            let family = &cast_a.families[thing.family];
            let ways = match family.deal {
                Deal::Dealt => &[Found::Dealt, Found::Held][..],
                Deal::NotDealt => &[Found::Held],
            };
            ways.iter().map(move |&found| {
                let contrast = |number, facts| match found {
                    Found::Dealt => by_deal(number, facts),
                    Found::Held => by_having(number, thing.family, facts.iter()),
                };
                let (in_a, in_b) = (contrast(in_a, a), contrast(in_b, b));
                let difference = paired_contrast(&in_a, &in_b);
                ComparedThing {
                    one: family.one,
                    kind: thing.kind.clone(),
                    name: thing.name.clone(),
                    found,
                    a: in_a.difference,
                    b: in_b.difference,
                    difference,
                    p: difference.map_or(1.0, Difference::p),
                }
            })
        })
        .collect();
    let corrected = holm(&things.iter().map(|thing| thing.p).collect::<Vec<_>>());
    for (thing, p) in things.iter_mut().zip(corrected) {
        thing.p = p;
    }
    // A stable sort: what weighs the same stays in the order of the set.
    things.sort_by(|one, other| other.weight().total_cmp(&one.weight()));
    (things, one_sided)
}
