//! Sets of things that have a number, as the bits of one word.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

/// A thing that has a number, counted from 0, by which a set holds it.
pub trait Element: Copy {
    /// More than the highest number there can be.
    const COUNT: usize;

    /// Its number.
    fn index(self) -> usize;

    /// The thing of this number, which is below `COUNT`.
    fn at(index: usize) -> Self;
}

/// A word that a set is kept in.
pub trait Word:
    Copy + Eq + Ord + Hash + Default + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// No bit.
    const ZERO: Self;
    /// How many bits it has.
    const BITS: usize;

    /// The bit of this number alone.
    fn bit(index: usize) -> Self;
    /// How many bits are set.
    fn count(self) -> usize;
    /// The number of the lowest bit that is set; of no use where none is.
    fn lowest(self) -> usize;
    /// The number of the highest bit that is set; of no use where none is.
    fn highest(self) -> usize;
    /// All but the lowest bit that is set.
    fn without_lowest(self) -> Self;
    /// Every bit so much lower.
    fn shifted_down(self, by: usize) -> Self;
    /// The number of the set bit that has this many set bits below it; there is one.
    #[inline]
    fn nth(self, place: u32) -> usize {
        (0..place).fold(self, |bits, _| bits.without_lowest()).lowest()
    }
    /// Every bit below this number, of which there may be more than bits.
    fn below(index: usize) -> Self;
    /// Its lower 64 bits, and those above.
    fn halves(self) -> [u64; 2];
}

macro_rules! words {
    ($($word:ty { $($more:item)* })*) => {$(
        impl Word for $word {
            const ZERO: Self = 0;
            const BITS: usize = <$word>::BITS as usize;

            #[inline]
            fn bit(index: usize) -> Self {
                1 << index
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn highest(self) -> usize {
                (<$word>::BITS as usize).wrapping_sub(1 + self.leading_zeros() as usize)
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn shifted_down(self, by: usize) -> Self {
                self >> by
            }

            #[inline]
            fn below(index: usize) -> Self {
                if index < <Self as Word>::BITS { Self::bit(index) - 1 } else { Self::MAX }
            }

            $($more)*
        }
    )*};
}

words! {
    u8 {
        #[inline]
        fn halves(self) -> [u64; 2] {
            [self.into(), 0]
        }
    }
    u16 {
        #[inline]
        fn halves(self) -> [u64; 2] {
            [self.into(), 0]
        }
    }
    u64 {
        #[inline]
        fn halves(self) -> [u64; 2] {
            [self, 0]
        }
    }
    u128 {
        #[inline]
        fn halves(self) -> [u64; 2] {
            [self as u64, (self >> 64) as u64]
        }

        // Half a word at a time: most machines have words of 64 bits.
        fn nth(self, place: u32) -> usize {
            let (low, high) = (self as u64, (self >> 64) as u64);
            match place.checked_sub(low.count_ones()) {
                None => low.nth(place),
                Some(place) => 64 + high.nth(place),
            }
        }
    }
}

/// A set of `T` in one word `W`. Its members come in the order of their numbers.
pub struct BitSet<T, W> {
    bits: W,
    of: PhantomData<T>,
}

impl<T, W> BitSet<T, W> {
    /// The set with these bits.
    #[must_use]
    pub const fn from_bits(bits: W) -> Self {
        Self { bits, of: PhantomData }
    }
}

impl<T, W: Copy> BitSet<T, W> {
    /// Its bits.
    #[must_use]
    pub const fn bits(self) -> W {
        self.bits
    }
}

impl<T: Element, W: Word> BitSet<T, W> {
    /// Nothing.
    pub const EMPTY: Self = Self::from_bits(W::ZERO);

    /// Just this one.
    #[inline]
    #[must_use]
    pub fn only(member: T) -> Self {
        Self::from_bits(W::bit(member.index()))
    }

    /// Every thing with a number from the first to below the second.
    #[inline]
    #[must_use]
    pub fn range(from: usize, to: usize) -> Self {
        Self::from_bits(W::below(to) & !W::below(from))
    }

    /// Whether it is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, member: T) -> bool {
        let index = member.index();
        (T::COUNT <= W::BITS || index < W::BITS) && self.bits & W::bit(index) != W::ZERO
    }

    /// This set and one more.
    #[inline]
    #[must_use]
    pub fn with(self, member: T) -> Self {
        self.union(Self::only(member))
    }

    /// This set less one.
    #[inline]
    #[must_use]
    pub fn without(self, member: T) -> Self {
        self.difference(Self::only(member))
    }

    /// The members of either set.
    #[inline]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self::from_bits(self.bits | other.bits)
    }

    /// The members of both sets.
    #[inline]
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self::from_bits(self.bits & other.bits)
    }

    /// The members of this set without those of the other.
    #[inline]
    #[must_use]
    pub fn difference(self, other: Self) -> Self {
        Self::from_bits(self.bits & !other.bits)
    }

    /// Whether all of it is in the other set.
    #[inline]
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        self.difference(other).is_empty()
    }

    /// Whether nothing is in both sets.
    #[inline]
    #[must_use]
    pub fn is_disjoint(self, other: Self) -> bool {
        self.intersection(other).is_empty()
    }

    /// How many are in it.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.bits.count()
    }

    /// Whether nothing is in it.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.bits == W::ZERO
    }

    /// The lowest member.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<T> {
        if self.is_empty() { None } else { Some(T::at(self.bits.lowest())) }
    }

    /// The set without its lowest member.
    #[inline]
    #[must_use]
    pub fn without_first(self) -> Self {
        Self::from_bits(self.bits.without_lowest())
    }

    /// The lowest member as a set of its own; nothing from an empty set.
    #[inline]
    #[must_use]
    pub fn first_only(self) -> Self {
        self.difference(self.without_first())
    }

    /// The members above this one.
    #[inline]
    #[must_use]
    pub fn above(self, member: T) -> Self {
        Self::from_bits(self.bits & !W::below(member.index() + 1))
    }

    /// Every thing whose number is so much lower than that of a member.
    #[inline]
    #[must_use]
    pub fn shifted_down(self, by: usize) -> Self {
        Self::from_bits(self.bits.shifted_down(by))
    }

    /// The member that has this many below it, if there are that many.
    #[inline]
    #[must_use]
    pub fn nth(self, place: u32) -> Option<T> {
        if (place as usize) < self.len() { Some(T::at(self.bits.nth(place))) } else { None }
    }

    /// The members from the lowest up.
    #[inline]
    #[must_use]
    pub fn iter(self) -> Members<T, W> {
        Members(self)
    }

    /// Tells the members from the lowest up, half a word at a time: quicker than asking for one after the other.
    #[inline]
    pub fn each(self, mut tell: impl FnMut(T)) {
        for (first, mut left) in [0, 64].into_iter().zip(self.bits.halves()) {
            while left != 0 {
                tell(T::at(first + left.lowest()));
                left = left.without_lowest();
            }
        }
    }

    /// The numbers of the members from the lowest up. How many come is known beforehand, so that a list is written
    /// from it without asking for room at every entry.
    #[inline]
    pub fn indices(self) -> impl ExactSizeIterator<Item = usize> {
        let mut left = self.bits;
        (0..self.len()).map(move |_| {
            // Written so that the compiler sees it is below the number of bits.
            let lowest = left.lowest() % W::BITS;
            left = left.without_lowest();
            lowest
        })
    }
}

/// The members of a set, from the lowest up.
pub struct Members<T, W>(BitSet<T, W>);

impl<T: Element, W: Word> Iterator for Members<T, W> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let first = self.0.first()?;
        self.0 = self.0.without_first();
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<T: Element, W: Word> DoubleEndedIterator for Members<T, W> {
    fn next_back(&mut self) -> Option<T> {
        if self.0.is_empty() {
            return None;
        }
        let last = T::at(self.0.bits.highest());
        self.0 = self.0.without(last);
        Some(last)
    }
}

impl<T: Element, W: Word> ExactSizeIterator for Members<T, W> {}

impl<T, W: Copy> Clone for Members<T, W> {
    fn clone(&self) -> Self {
        Self(self.0)
    }
}

impl<T: Element, W: Word> IntoIterator for BitSet<T, W> {
    type Item = T;
    type IntoIter = Members<T, W>;

    fn into_iter(self) -> Members<T, W> {
        self.iter()
    }
}

impl<T: Element, W: Word> FromIterator<T> for BitSet<T, W> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        members.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<T: Element + fmt::Debug, W: Word> fmt::Debug for BitSet<T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

// Derived, these would ask the same of `T`, of which a set holds only numbers.

impl<T, W: Copy> Clone for BitSet<T, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, W: Copy> Copy for BitSet<T, W> {}

impl<T, W: PartialEq> PartialEq for BitSet<T, W> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<T, W: Eq> Eq for BitSet<T, W> {}

impl<T, W: Ord> PartialOrd for BitSet<T, W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T, W: Ord> Ord for BitSet<T, W> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bits.cmp(&other.bits)
    }
}

impl<T, W: Hash> Hash for BitSet<T, W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl<T, W: Default> Default for BitSet<T, W> {
    fn default() -> Self {
        Self::from_bits(W::default())
    }
}

/// A bare number is a thing too.
impl Element for usize {
    const COUNT: usize = Self::MAX;

    #[inline]
    fn index(self) -> usize {
        self
    }

    #[inline]
    fn at(index: usize) -> Self {
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Luck as _, Purpose, Seed};

    type Wide = BitSet<usize, u128>;

    #[test]
    fn operations_are_those_of_sets() {
        let (low, high) = (Wide::range(0, 70), Wide::range(60, 128));
        assert_eq!(low.union(high), Wide::range(0, 128));
        assert_eq!(low.intersection(high), Wide::range(60, 70));
        assert_eq!(low.difference(high), Wide::range(0, 60));
        assert!(low.intersection(high).is_subset(low) && !low.is_subset(high));
        assert!(low.difference(high).is_disjoint(high) && !low.is_disjoint(high));
        assert_eq!(low.without(3).with(3), low);
        assert_eq!((low.first(), high.first_only()), (Some(0), Wide::only(60)));
        assert_eq!(high.shifted_down(60), Wide::range(0, 68));
        assert_eq!(low.above(65), Wide::range(66, 70));
    }

    #[test]
    fn both_ends_are_reached_and_nothing_beyond() {
        let set = BitSet::<usize, u64>::only(0).with(63);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63]);
        assert_eq!(set.iter().rev().collect::<Vec<_>>(), [63, 0]);
        assert_eq!(set.indices().collect::<Vec<_>>(), [0, 63]);
        for bits in [0, 1, 1 << 63, 1 << 64, 1 << 127, u128::MAX, 5 << 62] {
            let (wide, mut told) = (Wide::from_bits(bits), Vec::new());
            wide.each(|member| told.push(member));
            assert_eq!(told, wide.iter().collect::<Vec<_>>());
        }
        assert!(set.contains(63) && !set.contains(64) && !set.contains(127));
        assert!(set.above(63).is_empty() && BitSet::<usize, u64>::range(0, 64).len() == 64);
        assert_eq!(Wide::EMPTY.iter().next_back(), None);
    }

    #[test]
    fn luck_picks_every_member_and_no_other() {
        let mut luck = Seed::new(1, 0).luck(Purpose::Trial);
        let set = Wide::range(3, 5).union(Wide::range(63, 66)).with(127);
        let seen: Wide = (0..200).filter_map(|_| luck.pick_from(set)).collect();
        assert_eq!(seen, set);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 4, 63, 64, 65, 127]);
        assert_eq!(luck.pick_from(Wide::EMPTY), None);
    }
}
