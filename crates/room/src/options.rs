//! How a table is to be: asked for in a form, kept in the first line of the journal.

use std::collections::BTreeMap;
use std::time::Duration;

use games::{
    AnyGame, CardSet, Collection, GameName, Level, Memory, Network, NetworkChoice, Setup, SetupChoices,
    card_set_named, network_named,
};
use serde::{Deserialize, Serialize};
use spammers::Spammers;
use spamorama::SpamORama;
use table::{Seat, SeatCount, SeatSet};

use crate::pace::Pace;
use crate::refusal::Refusal;
use crate::seats::{Plays, level_named, level_word};

/// How a table is to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The game, by name.
    pub game: String,
    /// How many seats.
    pub seats: usize,
    /// SPAMMERS: the victory setting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// SPAMMERS: the card set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<String>,
    /// SPAMMERS: the card file, where the set does not come with the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
    /// Spam-O-Rama: the network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// Spam-O-Rama: the map of the network, where it does not come with the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// Spam-O-Rama: the memory aid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// Seconds a reaction window is open; 0 asks one seat after the other and waits for each.
    pub wait: u32,
    /// `none`, `relaxed` or `brisk`.
    pub clock: String,
    /// Whether the table is listed on the home page.
    pub public: bool,
    /// Milliseconds between a change and a bot's answer to it.
    pub pace: u64,
    /// The name of the deal that is played here, if it is one: then luck is that of the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<String>,
}

/// How long a person may think.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clock {
    /// As long as one likes.
    #[default]
    None,
    /// Five minutes a decision.
    Relaxed,
    /// Forty-five seconds a decision.
    Brisk,
}

/// The longest reaction window.
const LONGEST_WAIT: u32 = 30;
/// The slowest bots.
const SLOWEST_PACE: u64 = 5_000;

/// Who is to sit where, as a form says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatPlan {
    /// Any visitor who takes the seat.
    Anybody,
    /// A further person at the opener's own device.
    SameDevice,
    /// A bot.
    Bot(Level),
}

impl Options {
    /// The options of one click: three seats, a short reaction wait, no clock, private.
    #[must_use]
    pub fn quick(game: GameName) -> Self {
        Self {
            game: game.name().to_owned(),
            seats: 3,
            variant: None,
            deck: None,
            set: None,
            network: None,
            map: None,
            memory: None,
            wait: 3,
            clock: "none".to_owned(),
            public: false,
            pace: Pace::default().millis(),
            deal: None,
        }
    }

    /// The same for a first game: where a short set-up is known, that one.
    #[must_use]
    pub fn first(game: GameName) -> Self {
        let variant = match game {
            GameName::Spammers => Some("demonstration".to_owned()),
            GameName::SpamORama => None,
        };
        Self { variant, ..Self::quick(game) }
    }

    /// A table like one at which a game was set up so.
    #[must_use]
    pub fn like(game: GameName, seats: SeatCount, setting: &[(String, String)]) -> Self {
        // A set-up names things with their versions and digests; a table is opened by their names.
        let named = |key: &str| {
            let found = setting.iter().find(|(known, _)| known == key);
            found.and_then(|(_, value)| value.split(' ').next()).map(str::to_owned)
        };
        let whole = |key: &str| setting.iter().find(|(known, _)| known == key).map(|(_, value)| value);
        let set = whole("set").and_then(|line| CardSet::of_line(line).ok());
        let network = named("network");
        let is_own = network.as_ref().is_some_and(|name| network_named(name, 0).is_none());
        Self {
            seats: seats.get(),
            variant: named("variant"),
            deck: named("cards"),
            set: set.map(|set| set.text().to_owned()),
            map: whole("map").filter(|_| is_own).cloned(),
            network,
            memory: named("memory"),
            ..Self::quick(game)
        }
    }

    /// Parses a form; missing fields get their defaults. Card sets and networks are those of the collection.
    pub fn read(fields: &BTreeMap<String, String>, collection: &Collection) -> Result<Self, Refusal> {
        let said = |key: &str| fields.get(key).map(String::as_str).filter(|value| !value.is_empty());
        let game = said("game").ok_or_else(|| Refusal::wrong("say which game: spammers or spam-o-rama"))?;
        let game = GameName::named(game).map_err(|wrong| Refusal::wrong(wrong.to_string()))?;
        let number = |key: &str, usual: u64, from: u64, most: u64| {
            let number = match said(key) {
                None => return Ok(usual),
                Some("none") if from == 0 => return Ok(0),
                Some(text) => text.parse::<u64>().ok(),
            };
            number.filter(|number| (from..=most).contains(number)).ok_or_else(|| {
                Refusal::wrong(format!("'{key}' should be a whole number from {from} to {most}"))
            })
        };
        let mut options = Self::quick(game);
        options.seats = number("seats", 3, 2, 6)? as usize;
        let named = |key: &str| said(key).map(str::to_owned);
        match game {
            GameName::Spammers => {
                options.variant = named("variant");
                options.deck = named("deck");
                if let Some(name) = &options.deck {
                    let set = collection.card_set_named(name).ok_or_else(|| {
                        let names = collection.card_set_names().join(", ");
                        Refusal::wrong(format!("there is no card set '{name}'; it is one of {names}"))
                    })?;
                    options.set = (!set.is_shipped()).then(|| set.text().to_owned());
                }
            }
            GameName::SpamORama => {
                options.network = named("network");
                if let Some(name) = &options.network {
                    let network = collection.network_named(name, 0).ok_or_else(|| {
                        let names = collection.network_names().join(", ");
                        Refusal::wrong(format!("there is no network '{name}'; it is one of {names}"))
                    })?;
                    options.map = network_named(name, 0).is_none().then(|| network.of_game(0).map());
                }
                options.memory = named("memory");
            }
        }
        options.wait = number("wait", options.wait.into(), 0, LONGEST_WAIT.into())? as u32;
        options.pace = match said("pace").and_then(Pace::named) {
            Some(pace) => pace.millis(),
            None => number("pace", options.pace, 0, SLOWEST_PACE)?,
        };
        options.clock = named("clock").unwrap_or(options.clock);
        options.public = match said("public") {
            None | Some("no") => false,
            Some("yes") => true,
            Some(_) => return Err(Refusal::wrong("'public' is yes or no")),
        };
        if clock_named(&options.clock).is_none() {
            return Err(Refusal::wrong("the clock is none, relaxed or brisk"));
        }
        options.build(SeatSet::EMPTY, 0)?;
        Ok(options)
    }

    /// Who is to sit at the further seats.
    pub fn seat_plans(&self, fields: &BTreeMap<String, String>) -> Result<Vec<(Seat, SeatPlan)>, Refusal> {
        let count = self.count()?;
        let said = |seat: Seat| fields.get(&format!("seat-{}", seat.to_string().to_lowercase()));
        count
            .iter()
            .skip(1)
            .map(|seat| {
                let plan = match said(seat).map_or("person", String::as_str) {
                    "" | "person" => SeatPlan::Anybody,
                    "hotseat" => SeatPlan::SameDevice,
                    word => SeatPlan::Bot(level_named(word).ok_or_else(|| {
                        let levels: Vec<&str> = Level::ALL.into_iter().map(level_word).collect();
                        Refusal::wrong(format!(
                            "a seat is for one of: person, hotseat, {}",
                            levels.join(", ")
                        ))
                    })?),
                };
                Ok((seat, plan))
            })
            .collect()
    }

    /// The game's name.
    pub fn game(&self) -> Result<GameName, Refusal> {
        GameName::named(&self.game).map_err(|wrong| Refusal::wrong(wrong.to_string()))
    }

    /// The number of seats.
    pub fn count(&self) -> Result<SeatCount, Refusal> {
        SeatCount::new(self.seats).map_err(|wrong| Refusal::wrong(wrong.to_string()))
    }

    /// The game in its box; `first` are those of whom one goes first (R2.7), `luck` draws a network if one is wanted.
    pub fn build(&self, first: SeatSet, luck: u64) -> Result<AnyGame, Refusal> {
        let wrong = |what: String| Refusal::wrong(what);
        let deck = match (&self.deck, &self.set) {
            (None, _) => None,
            (Some(_), Some(text)) => {
                let set =
                    CardSet::read(text).map_err(|bad| wrong(format!("the card set has faults: {bad}")))?;
                Some(set.into())
            }
            (Some(name), None) => {
                let set = card_set_named(name);
                Some(set.ok_or_else(|| wrong(format!("the card set '{name}' is not here")))?)
            }
        };
        let network = match (&self.network, &self.map) {
            (None, _) => None,
            (Some(name), Some(map)) => {
                let network = Network::of_map(name, map).map_err(|fault| wrong(fault.to_string()))?;
                Some(NetworkChoice::One(network.into()))
            }
            (Some(name), None) => {
                let network = network_named(name, luck);
                Some(network.ok_or_else(|| wrong(format!("the network '{name}' is not here")))?)
            }
        };
        let memory = match &self.memory {
            None => None,
            Some(name) => {
                Some(Memory::of_name(name).ok_or_else(|| wrong("the memory aid is on or off".to_owned()))?)
            }
        };
        let choices = SetupChoices { variant: self.variant.as_deref(), deck, network, memory };
        let setup = Setup::new(self.game()?, self.count()?, choices).map_err(|no| wrong(no.to_string()))?;
        Ok(match setup {
            Setup::Spammers(set, seats, variant) => AnyGame::Spammers(Spammers::new(set, seats, variant)),
            Setup::SpamORama(network, seats, memory) => {
                AnyGame::SpamORama(SpamORama::new(network.of_game(0), seats, memory, first))
            }
        })
    }

    /// The set-up in words, for the lobby.
    #[must_use]
    pub fn words(&self) -> Vec<(&'static str, String)> {
        let or = |said: &Option<String>, usual: &str| said.clone().unwrap_or_else(|| usual.to_owned());
        let mut words = vec![("Seats", self.seats.to_string())];
        if self.game == GameName::Spammers.name() {
            let variant = or(&self.variant, "standard");
            let usual = if variant == "demonstration" { "starter" } else { "standard" };
            words.push(("Variant", variant));
            words.push(("Cards", or(&self.deck, usual)));
            words.push((
                "Reactions",
                match self.wait {
                    0 => "everybody is waited for".to_owned(),
                    1 => "1 second".to_owned(),
                    wait => format!("{wait} seconds"),
                },
            ));
        } else {
            words.push(("Network", or(&self.network, "ring")));
            words.push(("Memory aid", or(&self.memory, "on")));
        }
        let clock = match clock_named(&self.clock).unwrap_or_default() {
            Clock::None => "none",
            Clock::Relaxed => "five minutes a decision",
            Clock::Brisk => "45 seconds a decision",
        };
        words.push(("Clock", clock.to_owned()));
        words.push(("Listed", if self.public { "yes, anybody may watch" } else { "no" }.to_owned()));
        words
    }

    /// How long a reaction window is open; `None` where one seat is asked after the other.
    #[must_use]
    pub fn window(&self) -> Option<Duration> {
        (self.wait > 0).then(|| Duration::from_secs(self.wait.into()))
    }

    /// How long bots wait between a change and their answer to it.
    #[must_use]
    pub const fn pace(&self) -> Duration {
        Duration::from_millis(self.pace)
    }

    /// How long a person may think.
    #[must_use]
    pub fn patience(&self) -> Option<Duration> {
        match clock_named(&self.clock).unwrap_or_default() {
            Clock::None => None,
            Clock::Relaxed => Some(Duration::from_secs(300)),
            Clock::Brisk => Some(Duration::from_secs(45)),
        }
    }
}

fn clock_named(name: &str) -> Option<Clock> {
    match name {
        "none" => Some(Clock::None),
        "relaxed" => Some(Clock::Relaxed),
        "brisk" => Some(Clock::Brisk),
        _ => None,
    }
}

impl SeatPlan {
    /// Who decides there when the table opens.
    #[must_use]
    pub const fn plays(self) -> Plays {
        match self {
            Self::Anybody => Plays::Nobody,
            Self::SameDevice => Plays::Person,
            Self::Bot(level) => Plays::Bot(level),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(options: &Options) -> String {
        let game = options.build(SeatSet::EMPTY, 0).unwrap();
        crate::LiveGame::new(game)
            .start()
            .setting
            .into_iter()
            .map(|(key, value)| format!("{key} {value}; "))
            .collect()
    }

    #[test]
    fn a_first_game_of_spammers_is_short() {
        let [first, quick] = [Options::first, Options::quick].map(|of| setting(&of(GameName::Spammers)));
        assert!(first.contains("variant demonstration; cards starter "), "{first}");
        assert!(quick.contains("variant standard; cards standard "), "{quick}");
        assert_eq!(Options::first(GameName::SpamORama), Options::quick(GameName::SpamORama));
    }
}
