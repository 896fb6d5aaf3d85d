//! The bench: one game of a run with all that testing it needs.

use std::cell::Cell;
use std::collections::BTreeSet;

use table::{ChaCha8, Clause, Game};

use crate::law::{Law, Verdict};
use crate::plan::{Plan, Report};
use crate::vocabulary::Vocabulary;

/// One game under test. The laws are methods of it, each in the file of its theme.
pub(crate) struct Bench<'a, G: Game> {
    pub game: &'a G,
    pub plan: &'a Plan,
    pub book: &'a Book,
    pub luck: ChaCha8,
    pub words: Vocabulary<G>,
    pub report: &'a mut Report,
    /// How many inputs the game had taken at the moment now looked at.
    pub step: &'a Cell<usize>,
}

/// The clause ids of a game's rulebook.
pub(crate) struct Book(BTreeSet<&'static str>);

impl Book {
    /// The rulebook of this game.
    pub fn of<G: Game>() -> Self {
        Self(G::rulebook().clauses.iter().map(|entry| entry.id).collect())
    }

    /// A citation must name an existing clause, and have words.
    pub fn cites(&self, what: &str, clause: Clause, words: &str) -> Verdict {
        if !self.0.contains(clause.0) {
            return Law::CitesTheRulebook.broken(format!(
                "{what} cites clause {clause}, which the rulebook does not have: '{words}'"
            ));
        }
        if words.trim().is_empty() {
            return Law::CitesTheRulebook.broken(format!("{what} cites clause {clause} without a word"));
        }
        Ok(())
    }
}
