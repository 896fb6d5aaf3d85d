//! Seats and sentences as JSON has them.

/// A seat as its letter.
pub(crate) mod letter {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de::Error as _};
    use table::Seat;

    pub(crate) fn serialize<S: Serializer>(seat: &Option<Seat>, to: S) -> Result<S::Ok, S::Error> {
        seat.map(Seat::letter).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Seat>, D::Error> {
        let letter: Option<String> = Option::deserialize(from)?;
        letter.map(|letter| letter.parse().map_err(D::Error::custom)).transpose()
    }
}

/// A sentence with the marks of its seats, so that names can be put in their place later.
pub(crate) mod prose {
    use serde::{Deserialize as _, Deserializer, Serializer};
    use table::Prose;

    pub(crate) fn serialize<S: Serializer>(prose: &Prose, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{prose:#}"))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Prose, D::Error> {
        String::deserialize(from).map(Prose::from)
    }
}
