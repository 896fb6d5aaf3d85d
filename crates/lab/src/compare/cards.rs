//! Cards that differ between two sets: changed, new or gone.

use games::{CardSet, Change, differences};

use crate::compare::things::{ComparedThing, Found, OneSided, Side};
use crate::stats::Difference;

/// The change of a card from the first set to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardChange {
    /// Something about it is different.
    Changed,
    /// The second set alone has it.
    New,
    /// The first set alone has it.
    Gone,
}

impl CardChange {
    /// Its name in data files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::New => "new",
            Self::Gone => "gone",
        }
    }

    /// Its name at the beginning of a sentence.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Changed => "Changed",
            Self::New => "New",
            Self::Gone => "Gone",
        }
    }
}

/// A card that differs between two sets, and its lift.
#[derive(Debug, Clone, PartialEq)]
pub struct CardFate {
    /// Its name.
    pub name: String,
    /// The change.
    pub change: CardChange,
    /// The card in the first set, in a line.
    pub was: Option<String>,
    /// The card in the second, in a line.
    pub is: Option<String>,
    /// Its lift on the first side, when dealt, or when held if nobody is dealt it.
    pub a: Option<Difference>,
    /// The same on the second side.
    pub b: Option<Difference>,
    /// Second less first.
    pub difference: Option<Difference>,
    /// How likely luck alone would bring that; nothing where one side alone has the card.
    pub p: Option<f64>,
}

/// Every card that differs in the second set, in the order of the sets; a new line of flavour changes nothing.
pub(super) fn fates(
    a: &CardSet,
    b: &CardSet,
    things: &[ComparedThing],
    one_sided: &[OneSided],
) -> Vec<CardFate> {
    let alone = |name: &str, side| {
        let mut found = one_sided.iter().filter(|thing| thing.side == side && thing.name == name);
        found.next().and_then(|thing| thing.lift)
    };
    let fate = |(name, change): (String, Change)| {
        let (change, was, is) = match change {
            Change::Different(was, is) => (CardChange::Changed, Some(was), Some(is)),
            Change::New(is) => (CardChange::New, None, Some(is)),
            Change::Gone(was) => (CardChange::Gone, Some(was), None),
            Change::Flavour => return None,
        };
        let both = {
            let of_name = || things.iter().filter(|thing| thing.name == name);
            of_name().find(|thing| thing.found == Found::Dealt).or_else(|| of_name().next())
        };
        Some(CardFate {
            a: both.map_or_else(|| alone(&name, Side::A), |thing| thing.a),
            b: both.map_or_else(|| alone(&name, Side::B), |thing| thing.b),
            difference: both.and_then(|thing| thing.difference),
            p: both.map(|thing| thing.p),
            name,
            change,
            was,
            is,
        })
    };
    differences(a, b).into_iter().filter_map(fate).collect()
}
