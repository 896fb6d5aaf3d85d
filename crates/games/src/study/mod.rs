//! Studies of played games for a designer: how near each seat was, and the things it had and used.

mod spammers;
mod spamorama;

use bots::Judge;
use table::{Ending, Probe, Seat};
use tensors::Tensors;

/// The most things a game may have.
pub const MOST_THINGS: usize = 192;

/// Things of a game that are compared with each other: its cards, its Lists, its clients, its ports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family {
    /// The stem of their data files, in lower case: `cards`.
    pub stem: &'static str,
    /// Their name, plural.
    pub title: &'static str,
    /// Their name, singular.
    pub one: &'static str,
    /// The heading of seats that had one.
    pub had: &'static str,
    /// The same in a sentence about that seat: `ever held it`.
    pub ever_had: &'static str,
    /// The heading of seats that used one; empty where nothing is used.
    pub used: &'static str,
    /// Whether the deal hands them out at random, so that seats with one can be compared with seats without.
    pub deal: Deal,
}

/// Whether things are handed out at the beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deal {
    /// At random to the seats.
    Dealt,
    /// Not at all.
    NotDealt,
}

/// One thing of a game, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// Which of [`Study::FAMILIES`] it belongs to.
    pub family: usize,
    /// Its kind within the family: `Mailing`.
    pub kind: String,
    /// Its name; within a family there is one of each.
    pub name: String,
    /// Its column and row, from the top left and 0, where it lies on a board.
    pub place: Option<(u32, u32)>,
}

/// An event of a thing, or who began. Things are numbered as [`Study::things`] lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// This seat goes first.
    First(Seat),
    /// The deal gave the thing to this seat.
    Dealt(Seat, usize),
    /// The thing came to this seat.
    Had(Seat, usize),
    /// This seat used it.
    Used(Seat, usize),
    /// It took part in scoring: this many pieces, this many points.
    Scored {
        /// The thing.
        thing: usize,
        /// How many pieces.
        pieces: u16,
        /// How many points.
        points: u16,
    },
}

/// Aims of a game; after a change of it, measure whether it still meets them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aims {
    /// The clause that says so, or why these are the aims.
    pub source: &'static str,
    /// Between which numbers of rounds the median should lie.
    pub median_rounds: Option<(u32, u32)>,
    /// Within how many rounds which share of the games should end.
    pub ends_within: Option<(u32, f64)>,
    /// By how much a seat may win more than its share.
    pub seat_over: f64,
    /// By how much a thing may raise its holder's win rate.
    pub thing_over: f64,
}

/// A game that can be studied. Rules are not written twice here: what happened comes from its events.
pub trait Study: Judge + Probe + Tensors {
    /// The families of its things, the most interesting first.
    const FAMILIES: &'static [Family];
    /// The ways it can be won.
    const WAYS: &'static [&'static str];
    /// Its aims.
    const AIMS: Aims;
    /// Memory from event to event.
    type Memo: Default + Send;

    /// How near a seat is to winning by the rules alone; at about 1 it is there.
    fn progress(&self, state: &Self::State, seat: Seat) -> f64;

    /// Which of [`Study::WAYS`] a game that ended so was won by.
    fn way(&self, state: &Self::State, ending: &Ending) -> usize;

    /// Every thing, families together.
    fn things(&self) -> Vec<Thing>;

    /// Notes the things in an event, which comes in its fullest words.
    fn notice(&self, event: &Self::Event, memo: &mut Self::Memo, tell: &mut dyn FnMut(Notice));
}
