//! Views from another machine, and the checks before a bot thinks about one.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{BitSet, Element, Game, Seat, Word};

/// A game whose views can be sent to another machine, where somebody thinks about them.
pub trait Portable: Game<View: Serialize + DeserializeOwned> {
    /// Whether a view that came from elsewhere is made of what this game has (its cards, its ports, its seats), in
    /// numbers that can come up. Only then may a table be imagined from it.
    fn could_show(&self, view: &Self::View) -> bool;
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let letter = String::deserialize(from)?;
        letter.parse().map_err(D::Error::custom)
    }
}

impl<T: Element, W: Word + Serialize> Serialize for BitSet<T, W> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.bits().serialize(to)
    }
}

impl<'de, T: Element, W: Word + Deserialize<'de>> Deserialize<'de> for BitSet<T, W> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let bits = W::deserialize(from)?;
        match bits & !W::below(T::COUNT) == W::ZERO {
            true => Ok(Self::from_bits(bits)),
            false => Err(D::Error::custom("a set holds something that there is not")),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{SeatSet, Viewer};

    #[test]
    fn seats_and_sets_arrive_as_they_were_sent_and_no_others() {
        for bits in 0..64 {
            let set = SeatSet::from_bits(bits);
            let sent = serde_json::to_string(&(set, set.first().map(Viewer::Seat))).unwrap();
            assert_eq!(serde_json::from_str::<(SeatSet, Option<Viewer>)>(&sent).unwrap().0, set);
        }
        assert!(serde_json::from_str::<SeatSet>("64").is_err());
        assert!(serde_json::from_str::<Viewer>(r#"{"Seat":"G"}"#).is_err());
    }
}
