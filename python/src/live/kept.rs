//! A match put away and taken up again: in another process, or later.

use pyo3::PyResult;
use table::{Luck as _, Match, Seed};
use tensors::{Begun, Next};

use super::{Live, Playable, TableLuck, wrong};

/// More luck than falls in any match; drawn anew in a moment.
const MOST_DRAWN: u32 = 1 << 20;

/// All that happened in a match, secrets too, and the luck to come; not who sits there: every input, as records write them, the tokens
/// of a decision that is not whole yet, what luck falls by, and how much of it has fallen.
pub(crate) type Kept = (Vec<String>, Vec<u16>, (String, u32));

impl<G: Playable> Live<G> {
    /// The match to be put away.
    pub(crate) fn keep(&self) -> PyResult<Kept> {
        let inputs = self.replayed()?.inputs().map(|(_, text)| text).collect();
        let drawn = self.luck.drawn.try_into().unwrap_or(u32::MAX);
        Ok((inputs, self.begun.numbers().collect(), (self.luck.seed.to_string(), drawn)))
    }

    /// Takes up a match of the same set-up where it was put away.
    pub(crate) fn take_up(
        &mut self,
        inputs: Vec<String>,
        begun: Vec<u16>,
        (luck, drawn): (String, u32),
    ) -> PyResult<()> {
        if drawn > MOST_DRAWN {
            return Err(wrong(format!("luck was drawn {drawn} times, which no match takes")));
        }
        self.replay(&Match::new(self.game.clone()), inputs.into_iter())?;
        self.luck = TableLuck::new(luck.parse::<Seed>().map_err(wrong)?);
        (0..drawn).for_each(|_| {
            self.luck.word();
        });
        self.begun = Begun::default();
        self.settle();
        for token in begun {
            match self.game.follow(&self.legal, self.begun, token) {
                Some(Next::More(begun)) => self.begun = begun,
                Some(Next::Whole(_)) | None => {
                    return Err(wrong(format!("token {token} does not begin a decision here")));
                }
            }
        }
        Ok(())
    }
}
