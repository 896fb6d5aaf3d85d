//! The words of one game: every action and outcome that came up in it, each with a notation of its own.

use std::collections::BTreeSet;

use table::{ChaCha8, Game, Luck};

use crate::law::{Law, Verdict};

/// Every action and outcome a game has shown, for trying them again where they do not fit.
pub(crate) struct Vocabulary<G: Game> {
    actions: Words<G::Action>,
    outcomes: Words<G::Outcome>,
}

/// Words whose notation was looked at, and among them those that came up in play.
struct Words<T> {
    looked_up: BTreeSet<T>,
    notations: BTreeSet<String>,
    met: BTreeSet<T>,
    list: Vec<T>,
}

impl<T: Copy + Ord> Words<T> {
    const fn new() -> Self {
        Self {
            looked_up: BTreeSet::new(),
            notations: BTreeSet::new(),
            met: BTreeSet::new(),
            list: Vec::new(),
        }
    }

    fn look_up(&mut self, word: T, write: impl FnOnce() -> Verdict<String>) -> Verdict {
        if !self.looked_up.insert(word) {
            return Ok(());
        }
        let text = write()?;
        if self.notations.contains(&text) {
            return Law::Notation.broken(format!("two different things are both written '{text}'"));
        }
        self.notations.insert(text);
        Ok(())
    }

    fn visit(&mut self, word: T) {
        if self.met.insert(word) {
            self.list.push(word);
        }
    }
}

impl<G: Game> Vocabulary<G> {
    /// No word yet.
    pub const fn new() -> Self {
        Self { actions: Words::new(), outcomes: Words::new() }
    }

    /// An action was thought of: its notation must be its own and read back.
    pub fn think_of(&mut self, game: &G, action: G::Action) -> Verdict {
        self.actions.look_up(action, || {
            let text = game.write_action(action);
            reads_back(text, &action, |text| game.read_action(text).map_err(|wrong| wrong.to_string()))
        })
    }

    /// An action came up in play.
    pub fn meet_action(&mut self, game: &G, action: G::Action) -> Verdict {
        if self.actions.met.contains(&action) {
            return Ok(());
        }
        self.think_of(game, action)?;
        self.actions.visit(action);
        Ok(())
    }

    /// An outcome came up in play: its notation must be its own and read back.
    pub fn meet_outcome(&mut self, game: &G, outcome: G::Outcome) -> Verdict {
        if self.outcomes.met.contains(&outcome) {
            return Ok(());
        }
        self.outcomes.look_up(outcome, || {
            let text = game.write_outcome(outcome);
            reads_back(text, &outcome, |text| game.read_outcome(text).map_err(|wrong| wrong.to_string()))
        })?;
        self.outcomes.visit(outcome);
        Ok(())
    }

    /// Some action met before.
    pub fn recall_action(&self, luck: &mut ChaCha8) -> Option<G::Action> {
        luck.pick(&self.actions.list)
    }

    /// Some outcome met before.
    pub fn recall_outcome(&self, luck: &mut ChaCha8) -> Option<G::Outcome> {
        luck.pick(&self.outcomes.list)
    }
}

/// A notation is one decent line, and is read back as the same value.
fn reads_back<T: PartialEq + std::fmt::Debug>(
    text: String,
    meant: &T,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Verdict<String> {
    if text.is_empty() || text.trim() != text || text.contains(char::is_control) {
        return Law::Notation.broken(format!(
            "{meant:?} is written {text:?}, which is not one line without a blank at either end"
        ));
    }
    match read(&text) {
        Ok(read) if read == *meant => Ok(text),
        Ok(read) => Law::Notation.broken(format!("{meant:?} is written '{text}' and read back as {read:?}")),
        Err(why) => Law::Notation.broken(format!("{meant:?} is written '{text}' and cannot be read: {why}")),
    }
}
