//! Names, and what they stand for.

use std::sync::{Arc, LazyLock};

use bots::{BotName, Judge as _, Level};
use programs::PlayerName;
use spammers::{CardSet, Spammers, Variant};
use spamorama::SpamORama;
use table::{Game, Header, Rulebook};
use thiserror::Error;

use crate::study::Study;

/// A game, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameName {
    /// The card game of 1998.
    Spammers,
    /// The piecepack game of 2004.
    SpamORama,
}

/// A name that nothing in the catalogue has, or a choice that does not fit the game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Uncatalogued(pub String);

/// Names of things in a sentence: `a, b or c`.
fn either(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

impl GameName {
    /// Both games, the older first.
    pub const ALL: [Self; 2] = [Self::Spammers, Self::SpamORama];

    /// The name on the command line and in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spammers => Spammers::NAME,
            Self::SpamORama => SpamORama::NAME,
        }
    }

    /// The bot that plays it at this level.
    #[must_use]
    pub const fn bot(self, level: Level) -> BotName {
        match self {
            Self::Spammers => level.bot::<Spammers>(),
            Self::SpamORama => level.bot::<SpamORama>(),
        }
    }

    /// The level that stands in for a person who left: the strongest that answers at once.
    #[must_use]
    pub fn stand_in(self) -> Level {
        let quick = |level: &Level| {
            matches!(self.bot(*level), BotName::Greedy | BotName::Careless(_) | BotName::Noisy(_))
        };
        Level::ALL.into_iter().rfind(quick).unwrap_or(Level::Intern)
    }

    /// The name on the box.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Spammers => "SPAMMERS",
            Self::SpamORama => "Spam-O-Rama",
        }
    }

    /// The version of its rules: with another one the same inputs can give another game.
    #[must_use]
    pub const fn rules_version(self) -> u32 {
        match self {
            Self::Spammers => Spammers::RULES_VERSION,
            Self::SpamORama => SpamORama::RULES_VERSION,
        }
    }

    /// Its rulebook.
    #[must_use]
    pub fn rulebook(self) -> &'static Rulebook {
        match self {
            Self::Spammers => Spammers::rulebook(),
            Self::SpamORama => SpamORama::rulebook(),
        }
    }

    /// The players of these names at its tables, with commas between: levels, bots or programs.
    pub fn players(self, names: &str) -> Result<Vec<PlayerName>, Uncatalogued> {
        let of_level = |name: &str| Level::named(name).map(|level| self.bot(level));
        let players = programs::players(names, of_level).map_err(|wrong| {
            let levels = Level::ALL.map(|level| level.title().to_lowercase());
            Uncatalogued(format!("{wrong}; or a level: {}", levels.join(", ")))
        })?;
        if players.contains(&PlayerName::Bot(BotName::Net)) && !self.has_net() {
            return Err(Uncatalogued(format!("no net plays {}; name another bot", self.title())));
        }
        Ok(players)
    }

    /// Whether a net plays it.
    fn has_net(self) -> bool {
        match self {
            Self::Spammers => Spammers::net().is_some(),
            Self::SpamORama => SpamORama::net().is_some(),
        }
    }

    /// The game of this name.
    pub fn named(name: &str) -> Result<Self, Uncatalogued> {
        Self::ALL.into_iter().find(|game| game.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            Uncatalogued(format!("there is no game '{name}'; it is {}", either(&names)))
        })
    }
}

/// Somebody who can deal with any game, and is shown one.
pub trait GameVisitor {
    /// The visitor's result.
    type Answer;

    /// Visits the game; `make` gives the one of each number, so that a run may change its set-up from game to game.
    fn visit<G: Study>(self, make: impl Fn(u64) -> G + Sync) -> Self::Answer;
}

/// Some game in its box.
#[derive(Debug, Clone)]
pub enum AnyGame {
    /// The card game.
    Spammers(Spammers),
    /// The piecepack game.
    SpamORama(SpamORama),
}

impl AnyGame {
    /// Shows the game to a visitor.
    pub fn visit<V: GameVisitor>(self, visitor: V) -> V::Answer {
        match self {
            Self::Spammers(game) => visitor.visit(|_| game.clone()),
            Self::SpamORama(game) => visitor.visit(|_| game.clone()),
        }
    }
}

static STANDARD: LazyLock<Arc<CardSet>> = LazyLock::new(|| CardSet::standard().into());
static STARTER: LazyLock<Arc<CardSet>> = LazyLock::new(|| CardSet::starter().into());

/// The card sets that come with the program, the full one first. They are read once, and all games share them.
#[must_use]
pub fn card_sets() -> &'static [Arc<CardSet>] {
    static SETS: LazyLock<[Arc<CardSet>; 2]> = LazyLock::new(|| [STANDARD.clone(), STARTER.clone()]);
    &*SETS
}

/// Earlier versions of card sets, with which old games can be refereed and new ones played.
#[must_use]
pub fn earlier_card_sets() -> &'static [Arc<CardSet>] {
    static SETS: LazyLock<[Arc<CardSet>; 2]> =
        LazyLock::new(|| [CardSet::standard_1(), CardSet::starter_1()].map(Arc::new));
    &*SETS
}

/// The names of all of them, by which [`card_set_named`] finds them.
#[must_use]
pub fn card_set_names() -> Vec<String> {
    let names = card_sets().iter().map(|set| set.name().to_owned());
    let earlier = earlier_card_sets().iter().map(|set| format!("{}-{}", set.name(), set.version()));
    names.chain(earlier).collect()
}

/// The card set that a variant is played with unless another is asked for.
pub(crate) fn usual_card_set(variant: Variant) -> Arc<CardSet> {
    match variant {
        Variant::Standard => STANDARD.clone(),
        Variant::Demonstration => STARTER.clone(),
    }
}

/// The card set of this name, or of this name and version (`standard-1`), if it comes with the program.
#[must_use]
pub fn card_set_named(name: &str) -> Option<Arc<CardSet>> {
    card_sets().iter().chain(earlier_card_sets()).find(|set| set.goes_by(name)).cloned()
}

/// Builds the game that a record was played with, with this card set or one that comes with the program.
pub fn game_of(header: &Header, deck: Option<&Arc<CardSet>>) -> Result<AnyGame, Uncatalogued> {
    let wrong = |what: String| Uncatalogued(what);
    let name = GameName::named(&header.game)?;
    let current = match name {
        GameName::Spammers => Spammers::RULES_VERSION,
        GameName::SpamORama => SpamORama::RULES_VERSION,
    };
    if header.rules != current {
        return Err(wrong(format!(
            "the game was played under rules version {}, but this program plays {} by version {current}",
            header.rules,
            name.title()
        )));
    }
    let seats = header.seats().map_err(|fault| wrong(fault.what))?;
    let game = match name {
        GameName::SpamORama => SpamORama::from_setting(|key| header.setting(key), seats)
            .map(AnyGame::SpamORama)
            .map_err(|fault| wrong(fault.to_string()))?,
        GameName::Spammers => {
            let setting =
                |key| header.setting(key).ok_or_else(|| wrong(format!("the set-up does not say '{key}'")));
            let (variant, cards) = (setting("variant")?, setting("cards")?);
            let variant = variant_named(variant)?;
            let held = header.setting("set").map(CardSet::of_line).transpose().map_err(wrong)?.map(Arc::new);
            let sets = held.as_ref().into_iter().chain(deck).chain(card_sets()).chain(earlier_card_sets());
            let Some(set) = sets.clone().find(|set| set.citation() == cards) else {
                let known: Vec<String> = sets.map(|set| set.citation()).collect();
                return Err(wrong(format!(
                    "the game was played with the card set '{cards}', which is not here; here is: {}. Name its file with --deck",
                    known.join(", ")
                )));
            };
            AnyGame::Spammers(Spammers::new(set.clone(), seats, variant))
        }
    };
    let mut known: Vec<&str> = match &game {
        AnyGame::Spammers(game) => game.setting().iter().map(|(key, _)| *key).collect(),
        AnyGame::SpamORama(game) => game.setting().iter().map(|(key, _)| *key).collect(),
    };
    // Records that were written before the card set stood in them have it beside them.
    if deck.is_some() && header.setting("set").is_none() {
        known.retain(|key| *key != "set");
    }
    let said: Vec<&str> = header.setting.iter().map(|(key, _)| key.as_str()).collect();
    if known == said {
        Ok(game)
    } else {
        Err(wrong(format!(
            "the set-up should say {} in this order, not {}",
            known.join(", "),
            said.join(", ")
        )))
    }
}

/// The victory setting of this name.
pub(crate) fn variant_named(name: &str) -> Result<Variant, Uncatalogued> {
    Variant::ALL.into_iter().find(|variant| variant.slug() == name).ok_or_else(|| {
        let names = Variant::ALL.map(Variant::slug);
        Uncatalogued(format!("there is no variant '{name}'; it is {}", either(&names)))
    })
}
