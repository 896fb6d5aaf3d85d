//! Luck comes in from outside the rules, from a generator that its seed names.

use std::fmt;
use std::str::FromStr;

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use thiserror::Error;

use crate::{BitSet, Element, Seat, Word};

/// A source of even chances. Everything built on it here keeps its values between versions.
pub trait Luck {
    /// The next 32 evenly distributed bits.
    fn word(&mut self) -> u32;

    /// An even choice among `0..bound`, by multiplication with rejection. `bound` is at least 1.
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "a choice among nothing");
        let mut product = u64::from(self.word()) * u64::from(bound);
        if (product as u32) < bound {
            let uneven = bound.wrapping_neg() % bound;
            while (product as u32) < uneven {
                product = u64::from(self.word()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// An even choice of one of these; `None` from nothing.
    #[inline]
    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        match from.len() {
            0 => None,
            len => Some(from[self.below(len as u32) as usize]),
        }
    }

    /// An even choice of one member of a set; `None` from an empty one, without asking for luck.
    #[inline]
    fn pick_from<T: Element, W: Word>(&mut self, set: BitSet<T, W>) -> Option<T> {
        if set.is_empty() { None } else { set.nth(self.below(set.len() as u32)) }
    }

    /// Every order equally likely (from the last place down, each swapped with one at or before it).
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// The purpose of a stream of luck, so that one reader never disturbs another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Dice, deals and draws of the game itself.
    Table,
    /// Decisions of the player in this seat.
    Player(Seat),
    /// Draws of a test or an experiment beside the game.
    Trial,
}

/// Names a generator and one game's place in its stream, e.g. `chacha8:42/17`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed {
    /// The number a person gives.
    pub number: u64,
    /// Which game of a run under that number.
    pub game: u64,
}

impl Seed {
    /// The seed of one game of a run.
    #[must_use]
    pub const fn new(number: u64, game: u64) -> Self {
        Self { number, game }
    }

    /// The stream of luck this seed gives for one purpose.
    #[must_use]
    pub fn luck(self, purpose: Purpose) -> ChaCha8 {
        let lane = match purpose {
            Purpose::Table => 0,
            Purpose::Player(seat) => 1 + seat.index() as u64,
            Purpose::Trial => 15,
        };
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.number.to_le_bytes());
        key[8..16].copy_from_slice(&self.game.to_le_bytes());
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(lane);
        ChaCha8(generator)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chacha8:{}/{}", self.number, self.game)
    }
}

/// A text that is no seed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "'{0}' is not a seed; a seed is a whole number such as 42, or generator, number and game such as chacha8:42/17"
)]
pub struct NotASeed(String);

impl FromStr for Seed {
    type Err = NotASeed;

    fn from_str(text: &str) -> Result<Self, NotASeed> {
        let numbers = text.strip_prefix("chacha8:").unwrap_or(text);
        let (number, game) = numbers.split_once('/').unwrap_or((numbers, "0"));
        match (number.parse(), game.parse()) {
            (Ok(number), Ok(game)) => Ok(Self { number, game }),
            _ => Err(NotASeed(text.to_owned())),
        }
    }
}

/// The generator behind `chacha8:` seeds: ChaCha with eight rounds, keyed by number and game.
pub struct ChaCha8(ChaCha8Rng);

impl Luck for ChaCha8 {
    #[inline]
    fn word(&mut self) -> u32 {
        self.0.next_u32()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(number: u64, game: u64) -> ChaCha8 {
        Seed::new(number, game).luck(Purpose::Table)
    }

    #[test]
    fn golden_words() {
        let words: Vec<u32> = std::iter::repeat_with({
            let mut luck = table(42, 0);
            move || luck.word()
        })
        .take(4)
        .collect();
        assert_eq!(words, [428_845_191, 1_495_741_553, 379_451_179, 1_227_066_020]);
    }

    #[test]
    fn golden_dice() {
        let mut luck = table(42, 1);
        let dice: Vec<u32> = (0..20).map(|_| luck.below(6) + 1).collect();
        assert_eq!(dice, [4, 4, 5, 1, 6, 3, 6, 6, 4, 6, 3, 6, 5, 2, 6, 1, 2, 3, 4, 6]);
    }

    #[test]
    fn golden_shuffle() {
        let mut cards: Vec<u8> = (0..12).collect();
        table(1998, 2004).shuffle(&mut cards);
        assert_eq!(cards, [5, 11, 8, 2, 10, 9, 7, 4, 0, 1, 3, 6]);
    }

    #[test]
    fn each_purpose_has_a_stream_of_its_own() {
        let seed = Seed::new(7, 7);
        let first = |purpose| seed.luck(purpose).word();
        let words = [
            first(Purpose::Table),
            first(Purpose::Trial),
            first(Purpose::Player(Seat::new(0).unwrap())),
            first(Purpose::Player(Seat::new(1).unwrap())),
        ];
        for (place, word) in words.iter().enumerate() {
            assert!(!words[..place].contains(word));
        }
    }

    #[test]
    fn below_is_even() {
        let mut luck = table(3, 0);
        let mut counts = [0_u32; 60];
        for _ in 0..600_000 {
            counts[luck.below(60) as usize] += 1;
        }
        let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_square < 99.6, "59 degrees of freedom, p < 0.001 at {chi_square}");
    }

    #[test]
    fn seeds_read_what_they_write() {
        for seed in [Seed::new(0, 0), Seed::new(u64::MAX, u64::MAX), Seed::new(42, 17)] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
        assert_eq!("42".parse(), Ok(Seed::new(42, 0)));
        for wrong in ["", "x", "-1", "mt19937:4/2", "chacha8:", "1/2/3"] {
            assert!(wrong.parse::<Seed>().is_err(), "{wrong}");
        }
    }
}
