//! The laws, and the messages when one is broken.

use std::fmt;

use table::Seed;

/// Something every game at our table promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// An action is accepted exactly when it is enumerated, an outcome of luck exactly when it is among the chances.
    EnumeratedIsAccepted,
    /// Choices and chances come in strictly ascending order, the same whenever asked, and only to who is awaited.
    FixedOrder,
    /// A refused input changes nothing and nobody hears of it.
    RefusalChangesNothing,
    /// Every refusal, event, prompt, unavailable action and ending cites a clause of the rulebook and has words.
    CitesTheRulebook,
    /// A prompt names whom the table awaits and offers its viewer exactly their choices, each in its notation; and
    /// who can still react is told what they will be asked.
    PromptsOfferChoices,
    /// Every answer of a prompt has steps that lead to it alone; those of an unavailable action lead to no answer.
    StepsLeadToOne,
    /// Something is legal until the game is over; then there are winners and nothing is legal any more.
    GoesOnUntilOver,
    /// Every action and outcome has a notation of its own, on one line, which reads back as itself.
    Notation,
    /// The same set-up and inputs give the same game, also when some were taken back, and a changed record is
    /// found out.
    Replays,
    /// Every piece is on the table exactly once, after every input.
    EveryPieceOnce,
    /// No game takes more decisions than its kind promises.
    GamesEnd,
    /// Luck brings only what the chances list, about as often as their weights say.
    HonestChances,
    /// An imagined world looks to its viewer exactly like the true one.
    ImaginedLooksAlike,
    /// An imagined world holds every piece once and can be played to its end by the same rules.
    ImaginedPlaysOn,
    /// A world is imagined from what the viewer knows and from luck, never from the truth.
    ImaginedBlindly,
    /// A view, and all that is shown of it, depends only on what its viewer may know.
    ViewsKeepSecrets,
    /// A viewer's events depend only on their knowledge, until an event says that it reveals something.
    EventsKeepSecrets,
    /// A viewer's prompt and choices depend only on their knowledge.
    PromptsKeepSecrets,
    /// Whether and how a viewer's action is refused depends only on what they may know.
    RefusalsKeepSecrets,
    /// Whom the table waits for, whom it will ask for reactions, and how far the game has come, depends on
    /// nothing secret.
    AsksAlike,
    /// No question put to the rules makes them panic.
    NeverPanics,
}

impl Law {
    /// The law in a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::EnumeratedIsAccepted => "what is enumerated is accepted, and nothing else is",
            Self::FixedOrder => "choices and chances have one fixed order, and only who is awaited has any",
            Self::RefusalChangesNothing => "a refusal changes nothing",
            Self::CitesTheRulebook => "refusals, events, prompts and endings cite the rulebook in words",
            Self::PromptsOfferChoices => "a prompt offers its viewer exactly their choices",
            Self::StepsLeadToOne => "the steps to an answer lead to that answer alone",
            Self::GoesOnUntilOver => "something is legal until the game is over, and nothing after",
            Self::Notation => "every action and outcome has a notation of its own that reads back as itself",
            Self::Replays => {
                "the same set-up and inputs give the same game, and a changed record is found out"
            }
            Self::EveryPieceOnce => "every piece is on the table exactly once",
            Self::GamesEnd => "no game takes more decisions than its kind promises",
            Self::HonestChances => "luck brings only what the chances list, as often as they say",
            Self::ImaginedLooksAlike => "an imagined world looks to its viewer like the true one",
            Self::ImaginedPlaysOn => "an imagined world is whole and can be played to its end",
            Self::ImaginedBlindly => "a world is imagined without looking at the true one",
            Self::ViewsKeepSecrets => "a view depends only on what its viewer may know",
            Self::EventsKeepSecrets => "what a viewer hears depends only on what they may know",
            Self::PromptsKeepSecrets => "what a viewer is asked depends only on what they may know",
            Self::RefusalsKeepSecrets => "how a viewer is refused depends only on what they may know",
            Self::AsksAlike => "whom the table waits for depends on nothing secret",
            Self::NeverPanics => "the rules never panic",
        }
    }

    /// This law is broken, and how.
    pub(crate) fn broken<T>(self, what: impl Into<String>) -> Verdict<T> {
        Err(Flaw { law: self, what: what.into() })
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence())
    }
}

/// A broken law before it is known in which game.
#[derive(Debug)]
pub(crate) struct Flaw {
    pub law: Law,
    pub what: String,
}

impl Flaw {
    /// The flaw as found in this game after that many inputs.
    pub fn found(self, seed: Seed, step: usize) -> Broken {
        Broken { law: self.law, seed, step, what: self.what }
    }
}

/// The result of a small test of a law.
pub(crate) type Verdict<T = ()> = Result<T, Flaw>;

/// A law that a game was seen to break, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The law.
    pub law: Law,
    /// The game in which it broke: the plan's seed and the number of the game.
    pub seed: Seed,
    /// How many inputs that game had taken.
    pub step: usize,
    /// The observation.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is broken: {}. In game {} after {} inputs: {}. To play only that game again, set the plan's \
             seed to {}, first to {} and games to 1.",
            self.law,
            self.law,
            self.seed,
            self.step,
            self.what.trim_end_matches('.').replace('\n', " "),
            self.seed.number,
            self.seed.game
        )
    }
}

impl std::error::Error for Broken {}
