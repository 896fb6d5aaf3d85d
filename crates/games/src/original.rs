//! S8: the cards of 1998, as far as they are known.

use spammers::{CardNumber, NumberKind};

/// S8: bounds of this number of the original, the least and the most it may be.
#[must_use]
pub fn known_of_original(number: &CardNumber) -> Option<(u8, u8)> {
    let name = number.cards.first()?.as_str();
    KNOWN.iter().find(|known| known.0 == name && known.1 == number.kind).map(|known| known.2)
}

const KNOWN: [(&str, NumberKind, (u8, u8)); 9] = [
    ("Offshore Money Laundering Ltd.", NumberKind::Initial, (0, 0)),
    ("Built By Prisoners, Inc.", NumberKind::Initial, (0, 0)),
    ("Psychic Acquaintances Network", NumberKind::Initial, (1, 1)),
    ("Reboot! Reboot!", NumberKind::Modifier, (0, 0)),
    ("Last Generation Technology", NumberKind::Modifier, (4, 4)),
    ("Insider Trading", NumberKind::Copies, (2, u8::MAX)),
    ("Insider Trading", NumberKind::Strength, (2, 2)),
    ("Marketing Wizard", NumberKind::Strength, (2, 2)),
    ("Enormous Monitor", NumberKind::Strength, (8, 8)),
];
