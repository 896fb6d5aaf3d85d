//! S9.2 and S9.3: what a set should look like as a whole, whatever its numbers.

use games::{CardSet, Kind};

/// How far a set is from each shape it should have; nought is within.
fn faults(set: &CardSet) -> [f64; 6] {
    let beyond = |value: f64, least: f64, most: f64| (least - value).max(value - most).max(0.0);
    let lists = set.lists().len().max(1) as f64;
    let sized = |sizes: std::ops::RangeInclusive<u8>| {
        set.lists().iter().filter(|list| sizes.contains(&list.size)).count() as f64
    };
    let cards = set.action_cards().max(1) as f64;
    let kind = |wanted: fn(Kind) -> bool| {
        let faces = set.titles().iter().filter(|face| wanted(face.kind));
        faces.map(|face| f64::from(face.copies)).sum::<f64>() / cards
    };
    [
        beyond(sized(3..=5) / lists, 0.5, 1.0),
        beyond(sized(7..=u8::MAX), 0.0, 3.0),
        beyond(cards, 80.0, 110.0),
        beyond(kind(|kind| matches!(kind, Kind::Scam { .. })), 0.25, 0.35),
        beyond(kind(|kind| matches!(kind, Kind::Mailing { .. })), 0.42, 0.58),
        beyond(kind(|kind| matches!(kind, Kind::Hardware(_))), 0.14, 0.26),
    ]
}

/// Whether a set is no worse in shape than another.
pub(super) fn keeps_shape(set: &CardSet, original: &CardSet) -> bool {
    faults(set).iter().zip(faults(original)).all(|(now, before)| *now <= before)
}
