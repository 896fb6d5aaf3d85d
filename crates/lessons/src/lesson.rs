//! A lesson, checked, and cut into beats.

use std::sync::LazyLock;

use games::GameName;
use room::LiveGame;

use crate::LEARNER;
use crate::file::{EndCard, Step};
use crate::pattern::matches;
use crate::script::Script;

/// A guided first game.
#[derive(Debug, Clone)]
pub struct Lesson {
    pub(crate) script: Script,
    pub(crate) intro: String,
    pub(crate) idle: String,
    pub(crate) end: EndCard,
    pub(crate) steps: Vec<Step>,
    pub(crate) beats: Vec<Beat>,
}

/// A moment at which the lesson waits: for one action, or to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beat {
    /// The step it belongs to, counted from 0.
    pub step: usize,
    /// The action that is expected, in notation; none where it is only read.
    pub expects: Option<String>,
    /// After how many inputs of the game it comes.
    pub at: usize,
}

/// The coach's answer to an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer<'a> {
    /// It is the one that was expected.
    GoesOn,
    /// Another action: the coach has this remark, and nothing is played.
    Says(&'a str),
}

impl Lesson {
    /// The guided first game of this title.
    #[must_use]
    pub fn of(game: GameName) -> &'static Self {
        static SPAMMERS: LazyLock<Lesson> = LazyLock::new(|| {
            built_in(
                ("lessons/spammers.toml", include_str!("../../../lessons/spammers.toml")),
                ("lessons/spammers.txt", include_str!("../../../lessons/spammers.txt")),
            )
        });
        static SPAM_O_RAMA: LazyLock<Lesson> = LazyLock::new(|| {
            built_in(
                ("lessons/spam-o-rama.toml", include_str!("../../../lessons/spam-o-rama.toml")),
                ("lessons/spam-o-rama.txt", include_str!("../../../lessons/spam-o-rama.txt")),
            )
        });
        match game {
            GameName::Spammers => &SPAMMERS,
            GameName::SpamORama => &SPAM_O_RAMA,
        }
    }

    /// Which game it teaches.
    #[must_use]
    pub const fn game(&self) -> GameName {
        self.script.game
    }

    /// The introduction of the game.
    #[must_use]
    pub fn intro(&self) -> &str {
        &self.intro
    }

    /// The coach's words when nothing happens for long.
    #[must_use]
    pub fn idle(&self) -> &str {
        &self.idle
    }

    /// The coach's last words.
    #[must_use]
    pub const fn end(&self) -> &EndCard {
        &self.end
    }

    /// The names of the players, in order of the seats.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.script.names
    }

    /// All steps.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// All beats.
    #[must_use]
    pub fn beats(&self) -> &[Beat] {
        &self.beats
    }

    /// The step of a beat.
    #[must_use]
    pub fn step(&self, beat: usize) -> &Step {
        &self.steps[self.beats[beat].step]
    }

    /// Whether the lesson ends with this beat.
    #[must_use]
    pub fn is_last(&self, beat: usize) -> bool {
        beat + 1 >= self.beats.len()
    }

    /// The table when a beat begins.
    #[must_use]
    pub fn table(&self, beat: usize) -> LiveGame {
        let mut live = match self.script.begin() {
            Ok(live) => live,
            Err(wrong) => unreachable!("a lesson is checked when it is read: {wrong}"),
        };
        for (_, line) in &self.script.inputs[..self.beats[beat].at] {
            let fed = live.feed(line);
            debug_assert!(fed.is_ok(), "checked when it was read");
        }
        live
    }

    /// The inputs between a beat and the next, as lines of a record, in pieces that are shown one after the other: the
    /// learner is asked nothing in between.
    #[must_use]
    pub fn goes_on(&self, beat: usize) -> Vec<&[(usize, String)]> {
        let Some(next) = self.beats.get(beat + 1) else { return Vec::new() };
        let inputs = &self.script.inputs[self.beats[beat].at..next.at];
        let mut live = self.table(beat);
        let (mut pieces, mut from) = (Vec::new(), 0);
        for (place, (_, line)) in inputs.iter().enumerate() {
            let fed = live.feed(line);
            debug_assert!(fed.is_ok(), "checked when it was read");
            if place + 1 == inputs.len() || !live.awaits().seats().contains(LEARNER) {
                pieces.push(&inputs[from..=place]);
                from = place + 1;
            }
        }
        pieces
    }

    /// The coach's answer to an action in notation.
    #[must_use]
    pub fn answer(&self, beat: usize, action: &str) -> Answer<'_> {
        if self.beats[beat].expects.as_deref() == Some(action) {
            return Answer::GoesOn;
        }
        let step = self.step(beat);
        let fits = |pattern: &String| matches(pattern, action);
        let found = step.otherwise.iter().find(|otherwise| otherwise.when.iter().any(fits));
        Answer::Says(found.map_or(&step.elsewhere, |otherwise| &otherwise.says))
    }

    pub(crate) const fn script(&self) -> &Script {
        &self.script
    }
}

fn built_in(file: (&str, &str), record: (&str, &str)) -> Lesson {
    match Lesson::read(file, record) {
        Ok(lesson) => lesson,
        Err(wrong) => unreachable!("a test reads every lesson: {wrong}"),
    }
}
