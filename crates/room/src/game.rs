//! The game on the table, whichever it is, behind one face.

use bots::{BotName, Judge};
use games::{AnyGame, GameName, Level, decided, game_of, written_thought};
use spammers::Spammers;
use spamorama::SpamORama;
use table::{
    Awaits, Ending, Game, Header, Input, Match, Occasion, OwnedObserver, Prose, Purpose, Refusal as _, Seat,
    SeatCount, SeatSet, Seed, Viewer,
};

use crate::advice::{Advice, advise};
use crate::deal_luck::drawn;
use crate::entry::Start;
use crate::refusal::Refusal;

/// A live game.
#[allow(clippy::large_enum_variant, reason = "there are few of them, and rooms keep theirs in a box")]
pub enum LiveGame {
    /// The card game.
    Spammers(Match<Spammers>),
    /// The piecepack game.
    SpamORama(Match<SpamORama>),
}

/// The same for whichever game it is.
macro_rules! each {
    ($live:expr, $game:ident => $answer:expr) => {
        match $live {
            Self::Spammers($game) => $answer,
            Self::SpamORama($game) => $answer,
        }
    };
}

impl LiveGame {
    /// The game at its beginning.
    #[must_use]
    pub fn new(game: AnyGame) -> Self {
        match game {
            AnyGame::Spammers(game) => Self::Spammers(Match::new(game)),
            AnyGame::SpamORama(game) => Self::SpamORama(Match::new(game)),
        }
    }

    /// The game that began so; a sentence if this program cannot play it.
    pub fn started(game: &str, start: &Start, names: Vec<String>) -> Result<Self, String> {
        let header = Header {
            game: game.to_owned(),
            rules: start.rules,
            setting: start.setting.clone(),
            names,
            coached: SeatSet::EMPTY,
            seed: None,
            begins: 0,
        };
        game_of(&header, None).map(Self::new).map_err(|why| why.to_string())
    }

    /// The same game at its beginning.
    #[must_use]
    pub fn afresh(&self) -> Self {
        match self {
            Self::Spammers(live) => Self::Spammers(Match::new(live.game().clone())),
            Self::SpamORama(live) => Self::SpamORama(Match::new(live.game().clone())),
        }
    }

    /// Which game.
    #[must_use]
    pub const fn name(&self) -> GameName {
        match self {
            Self::Spammers(_) => GameName::Spammers,
            Self::SpamORama(_) => GameName::SpamORama,
        }
    }

    /// How many sit there.
    #[must_use]
    pub fn seats(&self) -> SeatCount {
        each!(self, live => live.game().seats())
    }

    /// A viewer's choices now, in notation and in words.
    #[must_use]
    pub fn choices(&self, viewer: Viewer) -> Vec<(String, Prose)> {
        fn choices<G: Game>(live: &Match<G>, viewer: Viewer) -> Vec<(String, Prose)> {
            live.prompt(viewer).choices.into_iter().map(|choice| (choice.notation, choice.says)).collect()
        }
        each!(self, live => choices(live, viewer))
    }

    /// A seat's remark on a choice, from its own view, as prose without chances; `None` for a text that is no action.
    #[must_use]
    pub fn remark(&self, seat: Seat, action: &str) -> Option<String> {
        each!(self, live => {
            let game = live.game();
            let action = game.read_action(action).ok()?;
            Some(game.remark(&live.view(Viewer::Seat(seat)), seat, action))
        })
    }

    /// The theme of a puzzle with this answer and this obvious choice; `None` where puzzles have no themes.
    #[must_use]
    pub fn theme(&self, seat: Seat, answer: &str, obvious: &str) -> Option<&'static str> {
        each!(self, live => {
            let game = live.game();
            let [answer, obvious] = [answer, obvious].map(|action| game.read_action(action).ok());
            game.theme(&live.view(Viewer::Seat(seat)), seat, answer?, obvious?)
        })
    }

    /// Whether the table itself shows a seat that this answer is better than the obvious one and all like it.
    #[must_use]
    pub fn is_printed(&self, seat: Seat, answer: &str, obvious: &str) -> bool {
        fn is_printed<G: Judge>(live: &Match<G>, seat: Seat, [answer, obvious]: [&str; 2]) -> Option<bool> {
            let mut choices = Vec::new();
            live.choices(seat, &mut choices);
            let view = live.view(Viewer::Seat(seat));
            let read = |action: &str| live.game().read_action(action).ok();
            Some(live.game().is_printed(&view, seat, &choices, (read(answer)?, read(obvious)?)))
        }
        each!(self, live => is_printed(live, seat, [answer, obvious])).unwrap_or(false)
    }

    /// Its rules version and set-up.
    #[must_use]
    pub fn start(&self) -> Start {
        fn start<G: Game>(live: &Match<G>) -> Start {
            let setting = live.game().setting().into_iter().map(|(key, value)| (key.to_owned(), value));
            Start { rules: G::RULES_VERSION, setting: setting.collect() }
        }
        each!(self, live => start(live))
    }

    /// How many inputs it has taken.
    #[must_use]
    pub fn inputs(&self) -> usize {
        each!(self, live => live.version())
    }

    /// Who made the input of this number, counted from 0; `None` for luck.
    #[must_use]
    pub fn author(&self, input: usize) -> Option<Seat> {
        each!(self, live => live.author(input + 1))
    }

    /// All inputs as records write them.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        each!(self, live => live.inputs().map(|(_, line)| line).collect())
    }

    /// Whom it waits for.
    #[must_use]
    pub fn awaits(&self) -> Awaits {
        each!(self, live => live.awaits())
    }

    /// How it came out.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        each!(self, live => live.ending())
    }

    /// Turns begun.
    #[must_use]
    pub fn turns(&self) -> u32 {
        each!(self, live => live.turns())
    }

    /// The number of inputs after which nothing was revealed.
    #[must_use]
    pub fn settled(&self) -> usize {
        each!(self, live => live.settled())
    }

    /// The record, once it is over, with the seats that were coached.
    pub(crate) fn record(&self, names: &[String], coached: SeatSet) -> Option<String> {
        each!(self, live => live.record(names, None).map(|record| record.with_coached(coached).to_string()))
    }

    /// Takes a line of the journal.
    pub fn feed(&mut self, line: &str) -> Result<(), String> {
        each!(self, live => {
            let input = live.read_input(line).map_err(|wrong| wrong.to_string())?;
            live.take(input).map_err(|refused| refused.to_string())
        })
    }

    /// A seat acts; gives the line for the journal.
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        action: &str,
        name_of: impl Fn(Seat) -> String,
    ) -> Result<String, Refusal> {
        each!(self, live => {
            let game = live.game();
            let action = game.read_action(action).map_err(|wrong| Refusal::wrong(wrong.to_string()))?;
            let line = format!("{seat} {}", game.write_action(action));
            live.act(seat, action)
                .map_err(|refused| Refusal::illegal(refused.clause(), refused.says().named(name_of)))?;
            Ok(line)
        })
    }

    /// Draws luck from the secret of the room, if it is awaited; gives the line for the journal.
    pub(crate) fn draw_luck(&mut self, secret: u64) -> Option<String> {
        each!(self, live => {
            let mut luck = Seed::new(secret, live.version() as u64).luck(Purpose::Table);
            let outcome = live.draw(&mut luck)?;
            Some(format!("* {}", live.game().write_outcome(outcome)))
        })
    }

    /// The occasion of awaited luck; `None` where none is.
    pub(crate) fn occasion(&self) -> Option<Occasion> {
        each!(self, live => live.occasion())
    }

    /// Draws the luck of a deal for this occasion, which has come up so often before; gives the line for the journal.
    pub(crate) fn draw_of_deal(&mut self, secret: u64, occasion: &Occasion, times: u32) -> Option<String> {
        each!(self, live => {
            let outcome = drawn(live, secret, occasion, times)?;
            live.take(Input::Luck(outcome)).ok()?;
            Some(format!("* {}", live.game().write_outcome(outcome)))
        })
    }

    /// Goes back to so many inputs.
    pub(crate) fn take_back(&mut self, to: usize) -> Result<(), Refusal> {
        each!(self, live => live.take_back(to).map_err(|late| Refusal::not_now(late.to_string())))
    }

    /// Whether a reaction window is open, and what passes it.
    #[must_use]
    pub fn pass(&self) -> Option<String> {
        each!(self, live => live.pass().map(|action| live.game().write_action(action)))
    }

    /// In a reaction window, the seats that are asked in this round of it and have not answered.
    pub(crate) fn still_asked(&self) -> SeatSet {
        each!(self, live => live.still_asked())
    }

    /// In a reaction window, the seats of which everybody can see that they could change nothing.
    pub(crate) fn without_a_say(&self) -> SeatSet {
        each!(self, live => live.without_a_say())
    }

    /// In a reaction window, whether some answer of this seat could change something, as far as the seat can tell.
    pub(crate) fn has_a_say(&self, seat: Seat) -> bool {
        each!(self, live => live.has_a_say(seat))
    }

    /// How many answers a seat has in the window if everybody before it passes; none if it is not asked.
    pub(crate) fn answers(&self, seat: Seat) -> usize {
        each!(self, live => live.asked_in_window(seat).map_or(0, |prompt| prompt.choices.len()))
    }

    /// Whether the seat could answer so in the window, if everybody before it passes.
    pub(crate) fn may_answer(&self, seat: Seat, action: &str) -> Result<(), Refusal> {
        each!(self, live => {
            let game = live.game();
            let read = game.read_action(action).map_err(|wrong| Refusal::wrong(wrong.to_string()))?;
            let notation = game.write_action(read);
            let Some(prompt) = live.asked_in_window(seat) else {
                return Err(Refusal::not_now("you have answered in this round of the window already"));
            };
            if prompt.choices.iter().any(|choice| choice.notation == notation) {
                return Ok(());
            }
            Err(Refusal::illegal(
                prompt.clause,
                "that is no answer in this window; play one of your reactions or pass",
            ))
        })
    }

    /// A seat's first choice in canonical order: for bots that fail.
    pub(crate) fn first_choice(&self, seat: Seat) -> Option<String> {
        each!(self, live => {
            let mut choices = Vec::new();
            live.choices(seat, &mut choices);
            choices.first().map(|action| live.game().write_action(*action))
        })
    }

    /// The input of a bot at this seat: its view and choices, and nothing else.
    pub(crate) fn position(&self, seat: Seat) -> Position {
        match self {
            Self::Spammers(live) => Position::Spammers(live.owned_observer(Viewer::Seat(seat))),
            Self::SpamORama(live) => Position::SpamORama(live.owned_observer(Viewer::Seat(seat))),
        }
    }

    /// The input of a program at this seat; in a reaction window as it will be when the seat is asked, and `None` if it
    /// is not asked.
    pub(crate) fn overheard(&self, seat: Seat) -> Option<Overheard> {
        Some(match self {
            Self::Spammers(live) => Overheard::Spammers(asked_as(live, seat)?, heard(live, seat)),
            Self::SpamORama(live) => Overheard::SpamORama(asked_as(live, seat)?, heard(live, seat)),
        })
    }

    /// The same in a reaction window, as it will be if everybody before this seat passes; `None` if it is not asked.
    pub(crate) fn position_in_window(&self, seat: Seat) -> Option<Position> {
        Some(match self {
            Self::Spammers(live) => Position::Spammers(live.owned_observer_in_window(seat)?),
            Self::SpamORama(live) => Position::SpamORama(live.owned_observer_in_window(seat)?),
        })
    }
}

/// Input of a program that plays at a seat: the seat's look at the game, and all events it has heard.
#[allow(clippy::large_enum_variant, reason = "there are few of them, and they do not live long")]
pub enum Overheard {
    /// Of the card game.
    Spammers(OwnedObserver<Spammers>, Vec<spammers::Event>),
    /// Of the piecepack game.
    SpamORama(OwnedObserver<SpamORama>, Vec<spamorama::Event>),
}

/// A seat's look at what it is asked.
fn asked_as<G: Game + Clone>(live: &Match<G>, seat: Seat) -> Option<OwnedObserver<G>> {
    match live.pass() {
        Some(_) => live.owned_observer_in_window(seat),
        None => Some(live.owned_observer(Viewer::Seat(seat))),
    }
}

/// All that a seat has heard of a match.
fn heard<G: Game>(live: &Match<G>, seat: Seat) -> Vec<G::Event> {
    live.heard(Viewer::Seat(seat), 0).map(|(_, event)| event.clone()).collect()
}

/// A seat's look at a game, to be thought about on another thread.
#[allow(clippy::large_enum_variant, reason = "there are few of them, and they do not live long")]
pub(crate) enum Position {
    Spammers(OwnedObserver<Spammers>),
    SpamORama(OwnedObserver<SpamORama>),
}

impl Position {
    /// Everything the seat may do there, in notation and canonical order.
    pub(crate) fn choices(&self) -> Vec<String> {
        each!(self, owned => {
            let game = owned.observer().game();
            owned.choices().into_iter().map(|action| game.write_action(action)).collect()
        })
    }

    /// A strong player's advice.
    pub(crate) fn advise(&self, seat: Seat, seed: Seed) -> Advice {
        each!(self, owned => advise(owned, seat, seed))
    }

    /// The action of a bot of this level, in notation.
    pub(crate) fn decide(&self, seat: Seat, level: Level, seed: Seed) -> String {
        each!(self, owned => decided(owned, bot_of(owned.observer().game(), level), seed, seat))
    }

    /// The job of a bot of this level as text, if it searches.
    pub(crate) fn written(&self, level: Level, seed: Seed) -> Option<String> {
        each!(self, owned => match bot_of(owned.observer().game(), level) {
            bot @ BotName::Search(_) => written_thought(owned, bot, seed),
            BotName::Random | BotName::Careless(_) | BotName::Noisy(_) | BotName::Greedy | BotName::Net => None,
        })
    }
}

/// The bot that plays this game at this level.
const fn bot_of<G: Judge>(_: &G, level: Level) -> BotName {
    level.bot::<G>()
}
