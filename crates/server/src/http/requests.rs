//! Request types: parsed from forms and JSON, and described in the API.

use std::collections::BTreeMap;

use games::Level;
use room::{Pace, Reacting};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use table::Seat;
#[cfg(test)]
use utoipa::{IntoParams, ToSchema};

use room::{level_named, level_word};

use crate::rooms::Format;

/// A seat by its letter.
fn seat<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
    let letter = String::deserialize(from)?;
    letter.to_uppercase().parse().map_err(|_| D::Error::custom("a seat is a letter from A to F"))
}

/// A seat by its letter, if one is named.
fn some_seat<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Seat>, D::Error> {
    seat(from).map(Some)
}

fn level<'de, D: Deserializer<'de>>(from: D) -> Result<Level, D::Error> {
    let wrong = || {
        let words: Vec<&str> = Level::ALL.into_iter().map(level_word).collect();
        D::Error::custom(format!("a level is one of {}", words.join(", ")))
    };
    level_named(&String::deserialize(from)?).ok_or_else(wrong)
}

fn reacting<'de, D: Deserializer<'de>>(from: D) -> Result<Reacting, D::Error> {
    let wrong = || {
        D::Error::custom(
            "in reaction windows you are asked, always asked, pass for this turn, always pass or hold: ask, always, turn, pass or hold",
        )
    };
    Reacting::named(&String::deserialize(from)?).ok_or_else(wrong)
}

fn pace<'de, D: Deserializer<'de>>(from: D) -> Result<Pace, D::Error> {
    let wrong = || D::Error::custom("the pace of bots is slow, normal, fast or instant");
    Pace::named(&String::deserialize(from)?).ok_or_else(wrong)
}

fn yes_or_no<'de, D: Deserializer<'de>>(from: D) -> Result<Option<bool>, D::Error> {
    match &*String::deserialize(from)? {
        "yes" => Ok(Some(true)),
        "no" => Ok(Some(false)),
        other => Err(D::Error::custom(format!("that is yes or no, not '{other}'"))),
    }
}

fn event_format<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Format>, D::Error> {
    match &*String::deserialize(from)? {
        "json" => Ok(Some(Format::Json)),
        other => {
            Err(D::Error::custom(format!("'as' is json, or left out for regions of the page, not '{other}'")))
        }
    }
}

/// How a table is to be.
#[derive(Deserialize, Serialize)]
#[cfg_attr(test, derive(ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) struct OpenTable {
    /// spammers or spam-o-rama
    #[cfg_attr(test, schema(required = true, value_type = String))]
    game: Option<String>,
    /// 2 to 6
    seats: Option<String>,
    /// yours, at most 24 letters
    pub(super) name: Option<String>,
    /// who sits there: person, hotseat, intern, peddler, affiliate, broker, agent, operator, tycoon or kingpin; the same for seat-c to seat-f
    seat_b: Option<String>,
    /// who sits there
    seat_c: Option<String>,
    /// who sits there
    seat_d: Option<String>,
    /// who sits there
    seat_e: Option<String>,
    /// who sits there
    seat_f: Option<String>,
    /// SPAMMERS: standard or demonstration
    variant: Option<String>,
    /// SPAMMERS: standard, starter or standard-1
    deck: Option<String>,
    /// Spam-O-Rama: ring, corners, long, strip or generated
    network: Option<String>,
    /// Spam-O-Rama: on or off
    memory: Option<String>,
    /// seconds of a reaction window, 0 to 30; 0 asks one seat after the other
    wait: Option<String>,
    /// none, relaxed or brisk
    clock: Option<String>,
    /// how fast bots move: slow, normal, fast, instant, or milliseconds before one answers, 0 to 5000
    pace: Option<String>,
    /// yes lists the table
    public: Option<String>,
    /// yes waits in the lobby even if all seats are taken
    #[serde(default, deserialize_with = "yes_or_no")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    pub(super) lobby: Option<bool>,
}

impl OpenTable {
    /// The request as fields by name.
    pub(super) fn fields(&self) -> BTreeMap<String, String> {
        let said = serde_json::to_value(self).unwrap_or_default();
        let said = said.as_object().into_iter().flatten();
        said.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
    }
}

/// For which seat something is asked.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, IntoParams))]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(super) struct OwnSeat {
    /// for which of your seats, A to F, if you hold several
    #[serde(default, deserialize_with = "some_seat")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    #[cfg_attr(test, param(value_type = Option<String>))]
    pub(super) seat: Option<Seat>,
}

/// What is revoked.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Revoke {
    /// for which of your seats, A to F, if you hold several
    #[serde(default, deserialize_with = "some_seat")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    pub(super) seat: Option<Seat>,
    /// the tag of a link or browser in the list; 'others' for all but the one that asks; 'here' for that one, at all of its seats
    pub(super) what: String,
}

/// About which seat something is asked.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct AnySeat {
    /// which
    #[serde(deserialize_with = "seat")]
    #[cfg_attr(test, schema(value_type = String))]
    pub(super) seat: Seat,
}

/// Where somebody sits down.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Sit {
    /// where; else where there is room
    #[serde(default, deserialize_with = "some_seat")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    pub(super) seat: Option<Seat>,
    /// yours
    #[serde(default)]
    pub(super) name: String,
}

/// Whether somebody is ready.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Ready {
    /// no takes it back
    #[serde(default, deserialize_with = "yes_or_no")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    pub(super) ready: Option<bool>,
    /// for which of your seats, A to F, if you hold several
    #[serde(default, deserialize_with = "some_seat")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    pub(super) seat: Option<Seat>,
}

/// How much spam somebody got.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Spam {
    /// a whole number
    pub(super) spam: u32,
    /// for which of your seats, A to F, if you hold several
    #[serde(default, deserialize_with = "some_seat")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    pub(super) seat: Option<Seat>,
}

/// A bot for a seat.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Fill {
    /// which
    #[serde(deserialize_with = "seat")]
    #[cfg_attr(test, schema(value_type = String))]
    pub(super) seat: Seat,
    /// intern, peddler, affiliate, broker, agent, operator, tycoon or kingpin
    #[serde(deserialize_with = "level")]
    #[cfg_attr(test, schema(value_type = String))]
    pub(super) level: Level,
}

/// An action in a game.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Act {
    /// the change you answer: the last one you were told of
    pub(super) version: u64,
    /// in notation, one of the choices
    pub(super) action: String,
    /// for which of your seats, A to F, if you hold several
    #[serde(default, deserialize_with = "some_seat")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    pub(super) seat: Option<Seat>,
}

/// Taking an action back.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Back {
    /// the change you answer: the last one you were told of
    pub(super) version: u64,
    /// for which of your seats, A to F, if you hold several
    #[serde(default, deserialize_with = "some_seat")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    pub(super) seat: Option<Seat>,
}

/// What happens for a seat in reaction windows.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct React {
    /// ask: asked where you could change something, and passed at the end; always: asked, whatever you hold; turn: passed at once for the rest of this turn; pass: passed at once, whatever you hold; hold: waited for
    #[serde(deserialize_with = "reacting")]
    #[cfg_attr(test, schema(value_type = String))]
    pub(super) react: Reacting,
    /// for which of your seats, A to F, if you hold several
    #[serde(default, deserialize_with = "some_seat")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    pub(super) seat: Option<Seat>,
}

/// How fast bots move.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct SetPace {
    /// slow, normal, fast or instant
    #[serde(deserialize_with = "pace")]
    #[cfg_attr(test, schema(value_type = String))]
    pub(super) pace: Pace,
    /// for which of your seats, A to F, if you hold several
    #[serde(default, deserialize_with = "some_seat")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    pub(super) seat: Option<Seat>,
}

/// A quick line.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Chat {
    /// its number, from 0
    pub(super) line: u32,
    /// for which of your seats, A to F, if you hold several
    #[serde(default, deserialize_with = "some_seat")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    pub(super) seat: Option<Seat>,
}

/// From where a finished game is gone on with.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Continue {
    /// after which input
    pub(super) at: u64,
    /// yours
    #[serde(deserialize_with = "seat")]
    #[cfg_attr(test, schema(value_type = String))]
    pub(super) seat: Seat,
}

/// Which events are wanted.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams))]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(super) struct Listen {
    /// json for data; else regions of the page
    #[serde(default, rename = "as", deserialize_with = "event_format")]
    #[cfg_attr(test, param(value_type = Option<String>))]
    pub(super) format: Option<Format>,
    /// the last change you know
    #[cfg_attr(test, param(value_type = Option<String>))]
    pub(super) since: Option<u64>,
    /// for which of your seats, A to F, if you hold several
    #[serde(default, deserialize_with = "some_seat")]
    #[cfg_attr(test, param(value_type = Option<String>))]
    pub(super) seat: Option<Seat>,
}

/// A moment of a finished game.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams))]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(super) struct Moment {
    /// after which input
    pub(super) at: Option<u64>,
    /// a seat, or bystander
    #[serde(rename = "as")]
    pub(super) viewer: Option<String>,
}

/// A step of a replay.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams))]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(super) struct ReplayStep {
    /// after which input
    pub(super) at: Option<u64>,
    /// a seat, or bystander
    #[serde(rename = "as")]
    pub(super) viewer: Option<String>,
    /// after which input the page is that is to be changed
    pub(super) from: Option<u64>,
}

/// A moment of a lesson.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams))]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(super) struct LessonMoment {
    /// where in the lesson, from 0
    pub(super) at: Option<u64>,
}

/// An answer to a puzzle.
#[derive(Deserialize, Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct PuzzleAct {
    /// the choice, in notation
    pub(super) action: String,
}

/// An action in a lesson.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct LessonAct {
    /// where in the lesson you are
    pub(super) version: u64,
    /// in notation; without one the lesson goes on by itself
    pub(super) action: Option<String>,
}

/// Where in a lesson somebody goes on alone.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct LessonBeat {
    /// where in the lesson you are
    pub(super) version: u64,
}

/// A code or a link that somebody typed.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams))]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(super) struct Join {
    /// a code or a link, as somebody typed it
    pub(super) code: Option<String>,
}

/// What is searched for.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams))]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(super) struct Search {
    /// what to search for
    #[serde(default)]
    pub(super) q: String,
}

/// Which version of a file is wanted.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams))]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(super) struct FileVersion {
    /// its hash
    pub(super) v: Option<String>,
}

/// Somebody begins a deal.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct BeginDeal {
    /// yours, at most 24 letters
    pub(super) name: Option<String>,
}

/// A deal of one's own.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct NewDeal {
    /// spammers or spam-o-rama
    pub(super) game: String,
    /// yours, at most 24 letters
    pub(super) name: Option<String>,
}
