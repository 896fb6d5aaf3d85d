//! Inputs of a room: commands of visitors, time, and bots' decisions.

use games::Level;
use table::{Seat, Viewer};

use crate::access::Revoked;
use crate::job::BotDecision;
use crate::key::KeyHash;
use crate::pace::Pace;
use crate::reaction::Reacting;

/// The sender of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Requester {
    /// The hash of the visitor's key.
    pub key: Option<KeyHash>,
    /// For which of the visitor's seats; the one that fits where none is named.
    pub seat: Option<Seat>,
}

/// An input at the room's door. Its entries, folded, make the same room.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// Somebody wants something done.
    Command(Requester, Command),
    /// Somebody looks at the table.
    Looked(Requester),
    /// Somebody begins to listen, from this place ([`crate::Room::place`]).
    Connected(Viewer),
    /// Somebody who listened from there is gone.
    Disconnected(Viewer),
    /// Somebody who listened from one place does so from another now, because a seat changed hands.
    Moved {
        /// From where.
        from: Viewer,
        /// To where.
        to: Viewer,
    },
    /// A bot has decided.
    Decided(BotDecision),
    /// Time has come, or the room has just been loaded.
    Time,
}

/// A visitor's command.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// To sit down, here or at any free seat.
    Sit {
        /// Where.
        seat: Option<Seat>,
        /// Under which name.
        name: String,
    },
    /// To give the seat up before the game.
    Stand,
    /// To be ready.
    Ready,
    /// Not to be ready after all.
    Unready,
    /// R2.7: to tell how much spam came today.
    Count(u32),
    /// To send somebody away before the game.
    Kick(Seat),
    /// To put a bot on a free seat.
    Fill(Seat, Level),
    /// To take the bot off again.
    Open(Seat),
    /// To start the game.
    Start,
    /// To act in the game.
    Act {
        /// The change this answers.
        version: u64,
        /// The action in notation.
        action: String,
    },
    /// To take the last action back.
    TakeBack {
        /// The change this answers.
        version: u64,
    },
    /// To say one of the quick lines.
    Chat(usize),
    /// To leave; a bot stands in.
    Leave,
    /// To come back.
    Return,
    /// To give up for good.
    Resign,
    /// To have a bot stand in at a seat whose person is not there.
    Replace(Seat),
    /// To have this done in reaction windows.
    React(Reacting),
    /// To have bots move so fast.
    Pace(Pace),
    /// To hear what a strong player would do, where all others are bots.
    Coach,
    /// To have this link give the seat to another device, once.
    Handover {
        /// The hash of the link.
        link: KeyHash,
    },
    /// To take a seat by such a link.
    TakeSeat {
        /// The hash of the link.
        link: KeyHash,
    },
    /// To close what opens the seat.
    Revoke(Revoked),
    /// To play again: the table that was opened for it already, or this one.
    Rematch {
        /// A code that no table has.
        code: String,
        /// A secret for its luck.
        secret: u64,
    },
}
