//! A bot's job for another machine: a seat's view, its choices, the bot, and its luck. Nothing else is in it, so the
//! worker knows what the seat knows, and comes to the same decision.

use bots::{Bot as _, BotName, Judge, Level};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use spammers::Spammers;
use spamorama::SpamORama;
use table::{Header, OwnedObserver, Portable, Purpose, Seat, SeatSet, Seed, Viewer};
use thiserror::Error;

use crate::catalogue::{AnyGame, game_of};

/// No thought is longer than this as text, many times what a seat of our games sees and may do: whether one can be sent
/// depends on nothing that is hidden.
pub const LONGEST_THOUGHT: usize = 256 * 1024;

/// Why a thought that came from elsewhere is not thought.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NotAThought(String);

/// A thought as text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenThought<V> {
    game: String,
    rules: u32,
    setting: Vec<(String, String)>,
    seats: usize,
    seat: Seat,
    bot: String,
    seed: (u64, u64),
    choices: Vec<String>,
    view: V,
}

/// The thought of this bot about what a seat sees, as text; `None` for a bot that thinks by the clock, which thinks
/// otherwise elsewhere, and for somebody without a seat.
#[must_use]
pub fn written_thought<G: Judge + Portable>(
    owned: &OwnedObserver<G>,
    bot: BotName,
    seed: Seed,
) -> Option<String> {
    let observer = owned.observer();
    let game = observer.game();
    let seat = observer.viewer().seat().filter(|_| !bot.thinks_by_the_clock())?;
    let written = WrittenThought {
        game: G::NAME.to_owned(),
        rules: G::RULES_VERSION,
        setting: game.setting().into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        seats: game.seats().get(),
        seat,
        bot: bot.to_string(),
        seed: (seed.number, seed.game),
        choices: owned.choices().into_iter().map(|action| game.write_action(action)).collect(),
        view: observer.view(),
    };
    serde_json::to_string(&written).ok().filter(|text| text.len() <= LONGEST_THOUGHT)
}

/// A seat's view, at a table that was imagined from it.
#[allow(clippy::large_enum_variant, reason = "there are few of them, and they do not live long")]
enum Imagined {
    Spammers(OwnedObserver<Spammers>),
    SpamORama(OwnedObserver<SpamORama>),
}

/// A thought that came from elsewhere and makes sense.
pub struct Thought {
    imagined: Imagined,
    seat: Seat,
    bot: BotName,
    seed: Seed,
}

impl Thought {
    /// Reads the text of [`written_thought`], or gives its error.
    pub fn read(text: &[u8]) -> Result<Self, NotAThought> {
        if text.len() > LONGEST_THOUGHT {
            return Err(NotAThought(format!(
                "a thought of {} bytes is too long; it has at most {LONGEST_THOUGHT}",
                text.len()
            )));
        }
        let unreadable =
            |what: &dyn std::fmt::Display| NotAThought(format!("a thought cannot be read: {what}"));
        let sent: WrittenThought<Value> = serde_json::from_slice(text).map_err(|wrong| unreadable(&wrong))?;
        let bot: BotName = sent.bot.parse().map_err(|wrong| unreadable(&wrong))?;
        let header = Header {
            game: sent.game,
            rules: sent.rules,
            setting: sent.setting,
            names: vec![String::new(); sent.seats.min(table::MOST_SEATS + 1)],
            coached: SeatSet::EMPTY,
            seed: None,
            begins: 0,
        };
        let (seat, seed) = (sent.seat, Seed::new(sent.seed.0, sent.seed.1));
        let imagined = match game_of(&header, None).map_err(|wrong| unreadable(&wrong))? {
            AnyGame::Spammers(game) => {
                Imagined::Spammers(imagined(game, seat, bot, sent.view, &sent.choices)?)
            }
            AnyGame::SpamORama(game) => {
                Imagined::SpamORama(imagined(game, seat, bot, sent.view, &sent.choices)?)
            }
        };
        Ok(Self { imagined, seat, bot, seed })
    }

    /// The bot's action, in notation. The same thought gives the same action on every machine.
    #[must_use]
    pub fn think(&self) -> String {
        match &self.imagined {
            Imagined::Spammers(owned) => decided(owned, self.bot, self.seed, self.seat),
            Imagined::SpamORama(owned) => decided(owned, self.bot, self.seed, self.seat),
        }
    }
}

/// This bot's action at a seat with this view, in notation.
pub fn decided<G: Judge>(owned: &OwnedObserver<G>, bot: BotName, seed: Seed, seat: Seat) -> String {
    let (observer, choices) = (owned.observer(), owned.choices());
    let action = bot.seated(seed, seat).choose(&observer, &choices);
    observer.game().write_action(action)
}

/// A table that shows this to that seat and lets it choose among these.
fn imagined<G: Judge + Portable>(
    game: G,
    seat: Seat,
    bot: BotName,
    view: Value,
    choices: &[String],
) -> Result<OwnedObserver<G>, NotAThought> {
    let wrong = |what: &str| NotAThought(format!("a thought makes no sense: {what}"));
    if !Level::ALL.into_iter().any(|level| level.bot::<G>() == bot) {
        return Err(wrong(&format!("no level of {} is played by the bot {bot}", G::NAME)));
    }
    let view: G::View = serde_json::from_value(view).map_err(|fault| wrong(&format!("its view: {fault}")))?;
    if !game.could_show(&view) {
        return Err(wrong("its view has what the game has not, or nobody is asked anything"));
    }
    // Any table that looks so will do: the bot sees the view.
    let mut luck = Seed::new(0, 0).luck(Purpose::Trial);
    let owned = OwnedObserver::imagined(game, Viewer::Seat(seat), &view, &mut luck)
        .ok_or_else(|| wrong("no table looks like its view"))?;
    let game = owned.observer().game();
    let found = owned.choices();
    let is_same = found.len() == choices.len()
        && found.iter().zip(choices).all(|(action, choice)| game.write_action(*action) == *choice);
    match is_same && !found.is_empty() {
        true => Ok(owned),
        false => Err(wrong("its choices are not those of the seat")),
    }
}

/// A worker's answer to a thought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThoughtAnswer {
    /// The bot's action, in notation.
    Does(String),
    /// Others think there already.
    Busy,
    /// It was not thought, and why.
    Refused(String),
}

impl ThoughtAnswer {
    /// As text.
    #[must_use]
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`Self::written`] wrote; `None` where it is nothing of the kind.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Self> {
        (text.len() <= LONGEST_THOUGHT).then(|| serde_json::from_slice(text).ok())?
    }
}
