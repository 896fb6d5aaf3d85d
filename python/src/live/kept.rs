//! A match put away and taken up again: in another process, or later.

use pyo3::PyResult;
use table::{Luck as _, Match, NoEvents, Seed};
use tensors::{Begun, Next};

use super::{Live, Playable, TableLuck, wrong};

/// More luck than falls in any match; drawn anew in a moment.
const MOST_DRAWN: u32 = 1 << 20;

/// All that happened in a match, secrets too, and the luck to come; not who sits there.
pub(crate) struct Kept {
    /// Every input, as records write them.
    pub(crate) inputs: Vec<String>,
    /// The tokens of a decision that is not whole yet.
    pub(crate) begun: Vec<u16>,
    /// What luck falls by.
    pub(crate) luck: Seed,
    /// How much of it has fallen.
    pub(crate) drawn: u32,
}

impl<G: Playable> Live<G> {
    /// The match to be put away.
    pub(crate) fn keep(&self) -> PyResult<Kept> {
        Ok(Kept {
            inputs: self.replayed()?.inputs().map(|(_, text)| text).collect(),
            begun: self.begun.numbers().collect(),
            luck: self.luck.seed,
            drawn: self.luck.drawn.try_into().unwrap_or(u32::MAX),
        })
    }

    /// Takes up a match of the same set-up where it was put away.
    pub(crate) fn take_up(&mut self, kept: &Kept) -> PyResult<()> {
        if kept.drawn > MOST_DRAWN {
            return Err(wrong(format!("luck was drawn {} times, which no match takes", kept.drawn)));
        }
        let reader = Match::new(self.game.clone());
        let (mut state, mut inputs, mut decisions) = (self.game.set_up(), Vec::new(), 0);
        for text in &kept.inputs {
            let input = reader.read_input(text).map_err(wrong)?;
            self.game.apply(&mut state, input, &mut NoEvents).map_err(wrong)?;
            decisions += u32::from(input.by().is_some());
            inputs.push(input);
        }
        (self.state, self.inputs, self.decisions) = (state, Some(inputs), decisions);
        self.luck = TableLuck::new(kept.luck);
        (0..kept.drawn).for_each(|_| {
            self.luck.word();
        });
        self.begun = Begun::default();
        self.settle();
        for token in &kept.begun {
            match self.game.follow(&self.legal, self.begun, *token) {
                Some(Next::More(begun)) => self.begun = begun,
                Some(Next::Whole(_)) | None => {
                    return Err(wrong(format!("token {token} does not begin a decision here")));
                }
            }
        }
        Ok(())
    }
}
