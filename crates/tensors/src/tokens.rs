//! Actions as tokens, one after the other.

/// The most tokens an action has.
pub const MOST_TOKENS: usize = 4;

/// The tokens of an action, by their numbers in the vocabulary of the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tokens {
    numbers: [u16; MOST_TOKENS],
    count: u8,
}

impl Tokens {
    pub(crate) fn new(tokens: &[usize]) -> Self {
        let mut numbers = [0; MOST_TOKENS];
        let count = tokens.len().min(MOST_TOKENS);
        numbers.iter_mut().zip(tokens).for_each(|(number, token)| *number = *token as u16);
        Self { numbers, count: count as u8 }
    }

    /// The numbers.
    #[must_use]
    pub fn numbers(&self) -> &[u16] {
        &self.numbers[..self.count.into()]
    }
}

/// The tokens that may come after these, put as ones into a mask of zeros; says how many choices begin so.
pub fn next_tokens<'a>(choices: impl Iterator<Item = &'a Tokens>, begun: &[u16], mask: &mut [u8]) -> usize {
    let mut count = 0;
    for tokens in choices {
        let numbers = tokens.numbers();
        if numbers.starts_with(begun) {
            count += 1;
            if let Some(place) = numbers.get(begun.len()).and_then(|next| mask.get_mut(usize::from(*next))) {
                *place = 1;
            }
        }
    }
    count
}
