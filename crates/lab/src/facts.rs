//! Facts of one studied game. Whole numbers only, so that a journal gives them back exactly.

use games::study::MOST_THINGS;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use table::{Seat, SeatCount, SeatSet};

use crate::stats::Group;

/// A set of things, by their numbers in [`games::Study::things`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct ThingSet([u64; MOST_THINGS / 64]);

impl ThingSet {
    /// Puts a thing in.
    pub const fn insert(&mut self, thing: usize) {
        self.0[thing / 64] |= 1 << (thing % 64);
    }

    /// Whether the thing is in the set.
    #[must_use]
    pub const fn contains(&self, thing: usize) -> bool {
        self.0[thing / 64] >> (thing % 64) & 1 == 1
    }

    /// Which group a seat with this set belongs to when a thing is asked about.
    pub(crate) const fn group(&self, thing: usize) -> Group {
        if self.contains(thing) { Group::With } else { Group::Without }
    }
}

impl From<ThingSet> for String {
    fn from(set: ThingSet) -> Self {
        set.0.iter().rev().map(|word| format!("{word:x}")).collect::<Vec<_>>().join(".")
    }
}

impl TryFrom<String> for ThingSet {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut words = [0; MOST_THINGS / 64];
        let mut parts = text.split('.');
        for word in words.iter_mut().rev() {
            let part = parts.next().ok_or("a set of things has a word missing")?;
            *word = u64::from_str_radix(part, 16)
                .map_err(|_| "a set of things is written in hexadecimal words")?;
        }
        if parts.next().is_some() { Err("a set of things has a word too many") } else { Ok(Self(words)) }
    }
}

/// The seats of a number with a bit for each.
fn seats_of_bits<'de, D: Deserializer<'de>>(from: D) -> Result<SeatSet, D::Error> {
    let bits = u8::deserialize(from)?;
    Ok((0..8).filter(|seat| bits >> seat & 1 == 1).filter_map(Seat::new).collect())
}

/// Facts of one seat. A journal has the fields of this and of [`Facts`] in order, without their names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct SeatFacts {
    /// Things that the deal gave it.
    pub dealt: ThingSet,
    /// Things that it ever had.
    pub had: ThingSet,
    /// Things that it ever used.
    pub used: ThingSet,
    /// How often something came to it, by family.
    pub came: Vec<u16>,
}

/// Facts of one game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Facts {
    /// Its number in the run.
    pub number: u64,
    /// The place of the seat that went first.
    pub first: u8,
    /// Who won; nobody where the cap on its length stopped it.
    #[serde(deserialize_with = "seats_of_bits")]
    pub winners: SeatSet,
    /// Which of [`games::Study::WAYS`] it was won by.
    pub way: u8,
    /// Turns begun.
    pub turns: u32,
    /// Choices made by players.
    pub decisions: u32,
    /// Those of them with more than one choice.
    pub real_decisions: u32,
    /// How many choices there were in all of them together.
    pub choices: u64,
    /// Turns in which somebody was asked: the one that begins with a win is none.
    pub asked_turns: u32,
    /// Turns in which the player whose turn it was had more than one choice at least once.
    pub real_turns: u32,
    /// How often the lead went from one seat to another.
    pub lead_changes: u32,
    /// The greatest gap at a turn's start between the foremost and the winner, in thousandths.
    pub drama: u32,
    /// Whether the winner was alone in front from the first third of the turns on: 1 or 0.
    pub runaway: u8,
    /// Whole rounds in which nobody got nearer to winning.
    pub idle_rounds: u32,
    /// Things that took part in scoring: the thing, how many pieces, how many points.
    pub scored: Vec<(u8, u16, u16)>,
    /// Facts of each seat.
    pub seats: Vec<SeatFacts>,
}

impl Facts {
    /// How many sat at the table.
    #[must_use]
    pub fn seat_count(&self) -> usize {
        self.seats.len()
    }

    /// Rounds begun.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.turns.div_ceil(self.seats.len().max(1) as u32)
    }

    /// Whether it came to its end.
    #[must_use]
    pub fn finished(&self) -> bool {
        !self.winners.is_empty()
    }

    /// The share of the win that a seat got.
    #[must_use]
    pub fn won(&self, seat: usize) -> f64 {
        match Seat::new(seat) {
            Some(seat) if self.winners.contains(seat) => 1.0 / self.winners.len() as f64,
            Some(_) | None => 0.0,
        }
    }

    /// The share of the win that the seat at this place in the order of play got, the first player being 0.
    #[must_use]
    pub fn won_in_order(&self, place: usize) -> f64 {
        self.won((usize::from(self.first) + place) % self.seat_count().max(1))
    }

    pub(crate) fn written(&self) -> Value {
        let winners: u8 = self.winners.iter().map(|seat| 1 << seat.index()).sum();
        let seats: Vec<_> =
            self.seats.iter().map(|seat| (seat.dealt, seat.had, seat.used, &seat.came)).collect();
        json!([
            self.number,
            self.first,
            winners,
            self.way,
            self.turns,
            self.decisions,
            self.real_decisions,
            self.choices,
            self.asked_turns,
            self.real_turns,
            self.lead_changes,
            self.drama,
            self.runaway,
            self.idle_rounds,
            self.scored,
            seats
        ])
    }

    pub(crate) fn read(value: &Value) -> Option<Self> {
        let facts = value.as_array().and_then(|_| Self::deserialize(value).ok());
        facts.filter(|facts| SeatCount::new(facts.seats.len()).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_read_what_they_write() {
        let mut set = ThingSet::default();
        for thing in [0, 63, 64, 191] {
            set.insert(thing);
        }
        assert!(set.contains(64) && !set.contains(65));
        let seat = SeatFacts { dealt: set, had: ThingSet::default(), used: set, came: vec![7, 0] };
        let facts = Facts {
            number: u64::MAX,
            winners: SeatCount::new(3).unwrap().all(),
            drama: 250,
            scored: vec![(71, 5, 60)],
            seats: vec![seat.clone(), seat],
            ..Facts::default()
        };
        let text = facts.written().to_string();
        assert_eq!(Facts::read(&serde_json::from_str(&text).unwrap()), Some(facts));
        for wrong in ["[]", "3", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]"] {
            assert_eq!(Facts::read(&serde_json::from_str(wrong).unwrap()), None);
        }
    }

    #[test]
    fn shared_wins_are_shares_of_one() {
        let winners = SeatCount::new(2).unwrap().all();
        let seats = vec![SeatFacts::default(); 3];
        let facts = Facts { first: 1, winners, seats, ..Facts::default() };
        assert_eq!([0, 1, 2].map(|seat| facts.won(seat)), [0.5, 0.5, 0.0]);
        assert_eq!([0, 1, 2].map(|place| facts.won_in_order(place)), [0.5, 0.0, 0.5]);
    }
}
