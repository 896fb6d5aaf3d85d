//! The prompt: what a viewer is asked, what he may answer, and why not the rest.

use std::borrow::Cow;

use crate::{Clause, Prose, Refusal, SeatSet};

/// One question of the table, worded for one viewer. Page, terminal and screen reader are all made from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt<A> {
    /// Whom the table waits for.
    pub awaited: SeatSet,
    /// What is asked, in a sentence.
    pub asks: Prose,
    /// The clause that asks it.
    pub clause: Clause,
    /// What this viewer may answer, in canonical order; empty when he is not asked.
    pub choices: Vec<Choice<A>>,
    /// What he might expect to do and may not, each with its reason.
    pub barred: Vec<Barred>,
}

/// One thing a viewer may answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice<A> {
    /// The answer itself.
    pub action: A,
    /// The answer in notation.
    pub notation: String,
    /// What it would do, with its odds.
    pub says: Prose,
    /// What to point at, one after the other, to pick this answer. No two answers have the same steps, and
    /// no answer's steps are the beginning of another's.
    pub steps: Vec<Step>,
}

/// One thing to point at on the way to an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The piece on the table, or the word for what to do where there is no piece: `port-c4`, `use-mail`.
    pub piece: Cow<'static, str>,
    /// What it is called.
    pub label: Prose,
}

impl Step {
    /// Points at this piece, which is called that.
    pub fn new(piece: impl Into<Cow<'static, str>>, label: impl Into<Prose>) -> Self {
        Self { piece: piece.into(), label: label.into() }
    }
}

/// One thing a viewer may not do now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Barred {
    /// What he might have wanted.
    pub what: Prose,
    /// The clause in the way.
    pub clause: Clause,
    /// Why it is not possible, and what would make it so.
    pub why: Prose,
    /// What he might have pointed at to do it: the beginning of no answer's steps.
    pub steps: Vec<Step>,
}

impl Barred {
    /// What may not be done, how one might have tried, and the refusal it would get.
    pub fn new(what: impl Into<Prose>, steps: Vec<Step>, refusal: &impl Refusal) -> Self {
        Self { what: what.into(), clause: refusal.clause(), why: refusal.says(), steps }
    }
}
