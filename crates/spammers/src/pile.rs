//! Piles of cards as sets. A pile has no order: there is none to leak.

use table::Luck;

/// A set of up to 128 Action cards, each a copy of some title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pile(u128);

impl Pile {
    pub const EMPTY: Self = Self(0);

    pub fn range(from: usize, to: usize) -> Self {
        Self((from..to).fold(0, |bits, copy| bits | 1 << copy))
    }

    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub const fn lowest(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// Just the lowest card of the pile, or none from an empty one.
    pub const fn lowest_only(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let copy = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(copy)
        })
    }

    /// One card, all equally likely.
    pub fn draw(self, luck: &mut impl Luck) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = luck.below(self.len());
        let low = self.0 as u64;
        let in_low = low.count_ones();
        Some(if place < in_low {
            nth_bit(low, place)
        } else {
            64 + nth_bit((self.0 >> 64) as u64, place - in_low)
        })
    }
}

/// A set of up to 64 Lists or Scams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardSet64(u64);

impl CardSet64 {
    pub const EMPTY: Self = Self(0);

    pub const fn first(count: usize) -> Self {
        Self(if count >= 64 { u64::MAX } else { (1 << count) - 1 })
    }

    pub const fn only(index: usize) -> Self {
        Self(1 << index)
    }

    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn contains(self, index: usize) -> bool {
        index < 64 && self.0 >> index & 1 == 1
    }

    pub const fn with(self, index: usize) -> Self {
        Self(self.0 | 1 << index)
    }

    pub const fn without(self, index: usize) -> Self {
        Self(self.0 & !(1 << index))
    }

    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The members above this one.
    pub const fn above(self, index: usize) -> Self {
        Self(if index >= 63 { 0 } else { self.0 & (u64::MAX << (index + 1)) })
    }

    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let index = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(index)
        })
    }

    /// One member, all equally likely.
    pub fn draw(self, luck: &mut impl Luck) -> Option<usize> {
        (self.0 != 0).then(|| nth_bit(self.0, luck.below(self.len())))
    }
}

/// The place of the bit that has `nth` set bits below it.
fn nth_bit(mut bits: u64, nth: u32) -> usize {
    for _ in 0..nth {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Purpose, Seed};

    #[test]
    fn draws_every_card_and_no_other() {
        let mut luck = Seed::new(1, 0).luck(Purpose::Trial);
        let pile = Pile::range(3, 5).union(Pile::range(63, 66)).union(Pile::range(127, 128));
        let mut seen = Pile::EMPTY;
        for _ in 0..200 {
            let copy = pile.draw(&mut luck).unwrap();
            seen = seen.union(Pile::range(copy, copy + 1));
        }
        assert!(seen == pile);
        assert_eq!(pile.iter().collect::<Vec<_>>(), [3, 4, 63, 64, 65, 127]);
        assert_eq!(Pile::EMPTY.draw(&mut luck), None);
    }

    #[test]
    fn sets_of_sixty_four_reach_both_ends() {
        let set = CardSet64::only(0).with(63);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63]);
        assert_eq!(set.above(0).iter().collect::<Vec<_>>(), [63]);
        assert!(set.above(63).is_empty() && CardSet64::first(64).len() == 64);
    }
}
