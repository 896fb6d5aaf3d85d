//! The prompt: what a viewer is asked, what they may answer, and why not the rest.

use std::borrow::Cow;
use std::ops::Deref;

use crate::{Clause, Prose, Refusal, SeatSet};

/// One question of the table, worded for one viewer. Page, terminal and screen reader are all made from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt<A> {
    /// Whom the table waits for.
    pub awaited: SeatSet,
    /// The question, in a sentence.
    pub asks: Prose,
    /// The clause that asks it.
    pub clause: Clause,
    /// This viewer's choices, in canonical order; empty when they are not asked.
    pub choices: Vec<Choice<A>>,
    /// Illegal actions that they might expect, each with its reason.
    pub unavailable: Vec<Unavailable>,
    /// Everything that answers and unavailable actions point at, each piece once.
    pub pieces: Vec<Piece>,
}

impl<A> Prompt<A> {
    /// The pieces that these steps of the prompt point at.
    pub fn path<'a>(&'a self, steps: &'a [PieceId]) -> impl ExactSizeIterator<Item = &'a Piece> {
        steps.iter().map(|step| &self.pieces[step.index()])
    }
}

impl<A: PartialEq> Prompt<A> {
    /// The answer that is this action.
    pub fn choice(&self, action: &A) -> Option<&Choice<A>> {
        self.choices.iter().find(|choice| choice.action == *action)
    }

    /// The names of the pieces to point at to give this answer, one after the other.
    pub fn pieces_of(&self, action: &A) -> Vec<String> {
        let path = self.choice(action).into_iter().flat_map(|choice| self.path(&choice.steps));
        path.map(|piece| piece.name.clone().into_owned()).collect()
    }
}

/// One thing a viewer may answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice<A> {
    /// The answer itself.
    pub action: A,
    /// The answer in notation.
    pub notation: String,
    /// Its consequences, with its odds.
    pub says: Prose,
    /// The pieces to point at, one after the other, to pick this answer. No two answers have the same steps, and no
    /// answer's steps are the beginning of another's.
    pub steps: Steps,
}

/// One thing to point at on the way to an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The piece on the table, or the word for what to do where there is no piece: `port-c4`, `use-mail`.
    pub name: Cow<'static, str>,
    /// Its label.
    pub label: Prose,
}

impl Piece {
    /// This piece, which is called that.
    pub fn new(name: impl Into<Cow<'static, str>>, label: impl Into<Prose>) -> Self {
        Self { name: name.into(), label: label.into() }
    }
}

/// The number of a piece within its prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PieceId(u16);

impl PieceId {
    /// Its place among the pieces of the prompt.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The pieces to point at one after the other: a few of the prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Steps {
    pieces: [PieceId; Self::MOST],
    count: u8,
}

impl Steps {
    /// The most there are.
    pub const MOST: usize = 4;
}

impl FromIterator<PieceId> for Steps {
    /// Takes at most [`Steps::MOST`].
    fn from_iter<I: IntoIterator<Item = PieceId>>(steps: I) -> Self {
        let mut taken = Self { pieces: [PieceId(0); Self::MOST], count: 0 };
        for (place, step) in taken.pieces.iter_mut().zip(steps) {
            *place = step;
            taken.count += 1;
        }
        taken
    }
}

impl Deref for Steps {
    type Target = [PieceId];

    fn deref(&self) -> &[PieceId] {
        &self.pieces[..self.count.into()]
    }
}

/// The pieces of a prompt while it is made. The game knows them by numbers of its own, and each gets its words once.
#[derive(Default)]
pub struct Pieces {
    known: Vec<Option<PieceId>>,
    all: Vec<Piece>,
}

impl Pieces {
    /// No pieces yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { known: Vec::new(), all: Vec::new() }
    }

    /// The piece of this number, with its words if it has not been pointed at before.
    pub fn at(&mut self, number: usize, words: impl FnOnce() -> Piece) -> PieceId {
        if number >= self.known.len() {
            self.known.resize(number + 1, None);
        }
        *self.known[number].get_or_insert_with(|| {
            self.all.push(words());
            PieceId(self.all.len() as u16 - 1)
        })
    }

    /// All of them, for the prompt.
    #[must_use]
    pub fn into_all(self) -> Vec<Piece> {
        self.all
    }
}

/// One thing a viewer may not do now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unavailable {
    /// The illegal action.
    pub what: Prose,
    /// The clause in the way.
    pub clause: Clause,
    /// Why it is not possible, and what would make it so.
    pub why: Prose,
    /// The steps by which the viewer might try it, in one way or another: each the beginning of no answer's steps.
    pub ways: Vec<Steps>,
}

impl Unavailable {
    /// An illegal action, the steps of an attempt, and its refusal.
    pub fn new(what: impl Into<Prose>, steps: Steps, refusal: &impl Refusal) -> Self {
        Self { what: what.into(), clause: refusal.clause(), why: refusal.says(), ways: vec![steps] }
    }
}
