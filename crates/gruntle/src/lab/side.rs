//! One side of a comparison, as words.

use games::{BuiltIn, GameName, card_set_named};

use crate::Trouble;
use crate::lab::arguments::LabOptions;
use crate::options::SetupOptions;

/// The options of one side, word for word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) setup: SetupOptions,
    pub(crate) bots: String,
    pub(crate) seats: Option<String>,
}

impl Side {
    /// The common options, overridden by these words.
    pub(crate) fn read(text: &str, game: GameName, asked: &LabOptions) -> Result<Self, Trouble> {
        let (bots, seats) = (asked.tables.players.bots.clone(), asked.tables.seats.clone());
        let mut side = Self { setup: asked.setup.clone(), bots, seats };
        for word in text.split_whitespace() {
            let Some((key, value)) = word.split_once('=') else {
                side.bare(word, game)?;
                continue;
            };
            let value = value.to_owned();
            match key {
                "deck" => side.setup.deck = Some(value),
                "variant" => side.setup.variant = Some(value),
                "network" => side.setup.network = Some(value),
                "memory" => side.setup.memory = Some(value),
                "bots" => side.bots = value,
                "seats" => side.seats = Some(value),
                _ => {
                    return Err(Trouble::Refused(format!(
                        "a side has no '{key}'; it has deck, variant, network, memory, bots and seats"
                    )));
                }
            }
        }
        Ok(side)
    }

    /// A word without a key: a card set or a network, whichever the game has.
    fn bare(&mut self, word: &str, game: GameName) -> Result<(), Trouble> {
        let other = |what: &str, of: GameName| {
            Err(Trouble::Refused(format!(
                "'{word}' is {what} of {}, and this compares {}; two games cannot be compared with each other",
                of.title(),
                game.title()
            )))
        };
        match game {
            named if GameName::named(word) == Ok(named) => Ok(()),
            _ if GameName::named(word).is_ok() => Err(Trouble::Refused(format!(
                "'{word}' is another game than {}; two games cannot be compared with each other",
                game.title()
            ))),
            GameName::Spammers if BuiltIn::of_name(word).is_some() => other("a network", GameName::SpamORama),
            GameName::SpamORama if card_set_named(word).is_some() => other("a card set", GameName::Spammers),
            GameName::SpamORama if word.ends_with(".toml") => other("a card file", GameName::Spammers),
            GameName::Spammers => {
                self.setup.deck = Some(word.to_owned());
                Ok(())
            }
            GameName::SpamORama => {
                self.setup.network = Some(word.to_owned());
                Ok(())
            }
        }
    }

    /// The label of the side: its words, or that it has none.
    pub(crate) fn label(&self, text: &str) -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() { "as the options say".to_owned() } else { words.join(" ") }
    }
}
