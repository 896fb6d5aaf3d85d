//! Actions as tokens, one after the other.

use table::{Game, Luck, Seat};

/// The most tokens an action has.
pub const MOST_TOKENS: usize = 4;

/// Where an action has no more tokens; no token has this number.
const NONE: u16 = u16::MAX;

/// The tokens of an action, by their numbers in the vocabulary of the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tokens {
    numbers: [u16; MOST_TOKENS],
    count: u8,
}

impl Tokens {
    #[inline]
    pub(crate) fn new(tokens: &[usize]) -> Self {
        let mut numbers = [NONE; MOST_TOKENS];
        let count = tokens.len().min(MOST_TOKENS);
        numbers.iter_mut().zip(tokens).for_each(|(number, token)| *number = *token as u16);
        Self { numbers, count: count as u8 }
    }

    pub(crate) const fn one(token: usize) -> Self {
        Self { numbers: [token as u16, NONE, NONE, NONE], count: 1 }
    }

    /// The numbers.
    #[must_use]
    pub fn numbers(&self) -> &[u16] {
        &self.numbers[..self.count.into()]
    }

    /// All of them in one word, the first in its lowest bits.
    const fn word(&self) -> u64 {
        let [one, two, three, four] = self.numbers;
        one as u64 | (two as u64) << 16 | (three as u64) << 32 | (four as u64) << 48
    }
}

/// The tokens of a decision so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Begun {
    /// The compared numbers of an action, as bits.
    said: u64,
    numbers: u64,
    count: usize,
}

impl Begun {
    /// One more; `None` past the last that an action can have, and for a number that no token has.
    #[must_use]
    pub fn then(self, token: u16) -> Option<Self> {
        let shift = (self.count < MOST_TOKENS && token != NONE).then_some(16 * self.count)?;
        let said = self.said | u64::from(u16::MAX) << shift;
        Some(Self { said, numbers: self.numbers | u64::from(token) << shift, count: self.count + 1 })
    }

    /// How many there are.
    #[must_use]
    pub const fn count(self) -> usize {
        self.count
    }

    /// The tokens by number.
    pub fn numbers(self) -> impl Iterator<Item = u16> {
        (0..self.count).map(move |place| (self.numbers >> (16 * place)) as u16)
    }

    /// Whether an action begins so.
    #[inline]
    #[must_use]
    pub const fn begins(self, tokens: &Tokens) -> bool {
        tokens.word() & self.said == self.numbers
    }

    /// Whether an action that begins so is whole.
    #[inline]
    #[must_use]
    pub const fn is_whole(self, tokens: &Tokens) -> bool {
        tokens.count as usize == self.count
    }

    /// The token with which an action that begins so goes on.
    #[inline]
    #[must_use]
    pub fn next(self, tokens: &Tokens) -> Option<u16> {
        tokens.numbers().get(self.count).copied()
    }
}

/// The step by a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next<A> {
    /// This action is whole.
    Whole(A),
    /// More tokens are to come after these.
    More(Begun),
}

/// A seat's legal actions, one after the other, with the tokens of each.
#[derive(Debug, Clone)]
pub struct Listed<A> {
    choices: Vec<A>,
    tokens: Vec<Tokens>,
}

impl<A> Default for Listed<A> {
    fn default() -> Self {
        Self { choices: Vec::new(), tokens: Vec::new() }
    }
}

impl<A: Copy> Listed<A> {
    /// Nobody may do anything.
    pub(crate) fn clear(&mut self) {
        self.choices.clear();
        self.tokens.clear();
    }

    /// Lists what this seat may do now, with tokens that this gives.
    pub(crate) fn ask<G>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        mut tokens: impl FnMut(A) -> Tokens,
    ) where
        G: Game<Action = A>,
    {
        self.tokens.clear();
        game.choices(state, seat, &mut self.choices);
        self.tokens.extend(self.choices.iter().map(|action| tokens(*action)));
    }

    /// See [`Tensors::mask`].
    pub(crate) fn mask(&self, begun: Begun, into: &mut [u8]) {
        into.fill(0);
        next_tokens(&self.tokens, begun, into);
    }

    /// See [`Tensors::follow`].
    pub(crate) fn follow(&self, begun: Begun, token: u16) -> Option<Next<A>> {
        let begun = begun.then(token)?;
        let (choice, tokens) = self.choices.iter().zip(&self.tokens).find(|(_, one)| begun.begins(one))?;
        Some(if begun.is_whole(tokens) { Next::Whole(*choice) } else { Next::More(begun) })
    }

    /// See [`Tensors::draw_token`].
    pub(crate) fn draw(&self, begun: Begun, luck: &mut impl Luck) -> Option<u16> {
        if begun.count() == 0 {
            return luck.pick(&self.tokens).and_then(|tokens| begun.next(&tokens));
        }
        let fitting = || self.tokens.iter().filter(|tokens| begun.begins(tokens));
        let count = fitting().count();
        let drawn = luck.below(count.max(1) as u32) as usize;
        fitting().nth(drawn).and_then(|tokens| begun.next(tokens))
    }
}

/// The tokens that may come after these, put as ones into a mask of zeros; says how many choices begin so.
pub fn next_tokens(choices: &[Tokens], begun: Begun, mask: &mut [u8]) -> usize {
    let mut count = 0;
    for tokens in choices.iter().filter(|tokens| begun.begins(tokens)) {
        count += 1;
        // Where there is none, it is beyond every mask.
        let next = tokens.numbers.get(begun.count).copied().unwrap_or(NONE);
        if let Some(place) = mask.get_mut(usize::from(next)) {
            *place = 1;
        }
    }
    count
}
