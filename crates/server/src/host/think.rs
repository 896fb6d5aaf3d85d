//! Bots: they think on a pool of their own, and answer at a steady pace.

use std::future::pending;
use std::time::Duration;

use games::Level;
use pages::{Plays, Presence};
use table::Seat;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::Host;
use crate::entry::Entry;

/// A bot at work.
pub(super) struct Thinking {
    task: JoinHandle<Thought>,
}

/// What a bot came to.
pub(super) struct Thought {
    seat: Seat,
    /// The change it thought about.
    about: u64,
    action: Option<String>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Waits for the bot at work; for ever if none is.
pub(super) async fn done(thinking: &mut Option<Thinking>) -> Thought {
    match thinking {
        Some(Thinking { task }) => match task.await {
            Ok(thought) => {
                *thinking = None;
                thought
            }
            Err(_) => {
                *thinking = None;
                pending().await
            }
        },
        None => pending().await,
    }
}

/// Who stands in for a person who left or ran out of time.
const STAND_IN: Level = Level::Peddler;

impl Host {
    /// The bot that decides for this seat, if one does.
    pub(super) fn bot_at(&self, seat: Seat) -> Option<Level> {
        let sitter = &self.sitting.chairs.get(seat.index())?.sitter;
        match (sitter.plays, sitter.presence) {
            (Plays::Bot(level), _) => Some(level),
            (Plays::Person, Presence::Away | Presence::Resigned) => Some(STAND_IN),
            (Plays::Person, Presence::Here) | (Plays::Nobody, _) => None,
        }
    }

    /// Whoever is asked now is to decide: a bot thinks, a person is waited for.
    pub(super) fn ask(&mut self) {
        self.thinking = None;
        self.patience = None;
        if self.failed || self.window.is_some() {
            return;
        }
        let awaited = self.sitting.awaited();
        let bot = awaited.iter().find_map(|seat| Some((seat, self.bot_at(seat)?)));
        match bot {
            Some((seat, level)) if self.has_company() => {
                let pace = Duration::from_millis(self.sitting.options.pace);
                self.think(seat, level, pace);
            }
            Some(_) => {}
            None if awaited.is_empty() => {}
            None => self.patience = self.sitting.options.patience().map(|patience| Instant::now() + patience),
        }
    }

    /// A bot thinks for this seat, and answers no sooner than this.
    pub(super) fn think(&mut self, seat: Seat, level: Level, pace: Duration) {
        let Some(board) = self.sitting.board() else { return };
        let thought = board.thought(seat, level, self.secret);
        let about = self.sitting.version;
        let pool = self.house.pool();
        let due = Instant::now() + pace;
        let task = tokio::spawn(async move {
            let action = pool.think(thought).await;
            tokio::time::sleep_until(due).await;
            Thought { seat, about, action }
        });
        self.thinking = Some(Thinking { task });
    }

    /// A bot has decided.
    pub(super) async fn decide(&mut self, thought: Thought) {
        if thought.about != self.sitting.version {
            return self.ask();
        }
        let Some(action) = thought.action else {
            tracing::error!(code = %self.code, "a bot did not decide");
            return;
        };
        if self.play(thought.seat, &action).await.is_err() && !self.failed {
            tracing::error!(code = %self.code, "a bot chose what is not allowed");
        }
    }

    /// The clock has run out for those who are asked: a bot decides this once.
    pub(super) fn lose_patience(&mut self) {
        self.patience = None;
        if let Some(seat) = self.sitting.awaited().iter().next() {
            self.think(seat, STAND_IN, Duration::ZERO);
        }
    }

    /// A seat acts and luck falls where it is awaited: written, told, and the next is asked.
    pub(super) async fn play(&mut self, seat: Seat, action: &str) -> Result<(), crate::problem::Problem> {
        let sitters = self.sitting.sitters();
        let line = self.board_mut()?.act(seat, action, &sitters)?;
        let sealed = self.is_sealing();
        let mut entries = vec![Entry::Played(line)];
        entries.extend(self.fall());
        self.write_inputs(entries, sealed).await
    }
}
