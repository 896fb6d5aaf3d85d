//! S9.2 and S9.3: the shape of a set as a whole, with any numbers.

use std::ops::RangeInclusive;

use games::{CardSet, Kind};

/// How far a set is from each shape it should have; nought is within. "Most", "rare" and "roughly" have to be some
/// number here; a set that is all Size 3 or all Initial 0 is out of shape too.
fn faults(set: &CardSet) -> Vec<f64> {
    let beyond = |value: f64, least: f64, most: f64| (least - value).max(value - most).max(0.0);
    let lists = set.lists().len().max(1) as f64;
    let sized = |sizes: RangeInclusive<u8>| {
        set.lists().iter().filter(|list| sizes.contains(&list.size)).count() as f64
    };
    let cards = set.action_cards().max(1) as f64;
    let kind = |wanted: fn(Kind) -> bool| {
        let faces = set.titles().iter().filter(|face| wanted(face.kind));
        faces.map(|face| f64::from(face.copies)).sum::<f64>() / cards
    };
    let count =
        |wanted: &dyn Fn(Kind) -> bool| set.titles().iter().filter(|face| wanted(face.kind)).count() as f64;
    let scams = count(&|kind| matches!(kind, Kind::Scam { .. })).max(1.0);
    let started = |with: RangeInclusive<u8>| {
        count(&|kind| matches!(kind, Kind::Scam { initial, .. } if with.contains(&initial))) / scams
    };
    let mut faults = vec![
        beyond(sized(3..=5) / lists, 0.5, 1.0),
        beyond(sized(7..=u8::MAX), 0.0, 3.0),
        beyond(cards, 80.0, 110.0),
        beyond(kind(|kind| matches!(kind, Kind::Scam { .. })), 0.25, 0.35),
        beyond(kind(|kind| matches!(kind, Kind::Mailing { .. })), 0.42, 0.58),
        beyond(kind(|kind| matches!(kind, Kind::Hardware(_))), 0.14, 0.26),
        beyond(started(1..=2), 0.2, 0.7),
        beyond(started(2..=2), 0.06, 0.25),
    ];
    faults.extend(
        [(2, 0.04), (3, 0.15), (4, 0.15), (5, 0.1), (6, 0.04)]
            .map(|(size, least)| beyond(sized(size..=size) / lists, least, 0.5)),
    );
    faults.extend((0..=5).map(|plus| {
        let there = count(&|kind| matches!(kind, Kind::Mailing { modifier, .. } if modifier == plus));
        beyond(there, 1.0, f64::INFINITY)
    }));
    faults
}

/// Whether a set is no worse in shape than another.
pub(super) fn keeps_shape(set: &CardSet, original: &CardSet) -> bool {
    faults(set).iter().zip(faults(original)).all(|(now, before)| *now <= before)
}

#[cfg(test)]
mod tests {
    use games::{CardText, NumberKind};

    use super::*;

    #[test]
    fn the_first_standard_set_is_in_shape_and_dull_sets_are_not() {
        let file = CardText::read(include_str!("../../../../cards/standard-1.toml")).unwrap();
        assert_eq!(faults(file.set()).iter().sum::<f64>(), 0.0, "{:?}", faults(file.set()));
        for (kind, dull) in [(NumberKind::Size, 3), (NumberKind::Initial, 0), (NumberKind::Modifier, 1)] {
            let numbers = file.numbers().iter();
            let values: Vec<u8> =
                numbers.map(|number| if number.kind == kind { dull } else { number.value }).collect();
            let made = file.with(&values).unwrap();
            assert!(!keeps_shape(made.set(), file.set()), "{kind}");
            assert!(keeps_shape(file.set(), made.set()));
        }
    }
}
