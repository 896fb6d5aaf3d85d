//! SPAMMERS, the card game of 1998, as rules for the [`table`].
//!
//! ```
//! use spammers::{CardSet, Spammers, Variant};
//! use table::{Match, Purpose, Seat, SeatCount, Seed, Viewer};
//!
//! let game = Spammers::new(CardSet::starter(), SeatCount::new(3)?, Variant::Standard);
//! let mut live = Match::new(game);
//! let mut luck = Seed::new(1998, 0).luck(Purpose::Table);
//! while live.draw(&mut luck).is_some() {} // the deal
//! let prompt = live.prompt(Viewer::Seat(Seat::new(0).unwrap()));
//! assert_eq!(prompt.clause.0, "S2.2");
//! assert_eq!(prompt.choices.len(), 3);
//! # Ok::<(), table::NotASeatCount>(())
//! ```
//!
//! The chapters of the rulebook are the modules: S1 `card`, `face`, `picture`; S2 `setup`; S3 and S6 `turn`; S4 and
//! S5 `play`; S7 and S11 `window`; S9 `set`, `file` and `vocabulary`; S10 `effect`, `aim` and `special`; S12 `power`, and what
//! Hardware changes is asked in `questions`.

mod action;
mod aim;
mod arrangement;
mod card;
mod check;
mod consequence;
mod data;
mod door;
mod effect;
mod event;
mod event_text;
mod face;
mod file;
mod game;
mod imagine;
mod inspect;
mod list;
mod look;
mod notation;
mod numbers;
mod phase;
mod picture;
mod play;
mod power;
mod probe;
mod prompt;
mod questions;
mod set;
mod setup;
mod special;
mod stake;
mod state;
mod steps;
mod travel;
mod turn;
mod view;
mod vocabulary;
mod window;
mod words;

use std::sync::Arc;

use table::{Seat, SeatCount};

pub use action::{Action, Awaited, Illegal, Outcome, Refusal};
pub use arrangement::Arrangement;
pub use card::{
    CardId, Category, ListCard, ListSet, MOST_ACTION_CARDS, MOST_LISTS, MOST_SCAMS, ScamSet, Specialties,
    Specialty,
};
pub use consequence::Consequence;
pub use effect::{Aim, Direction, Effect, Moment, Swing};
pub use event::Event;
pub use face::{ActionFace, Kind, ListFace};
pub use file::Flaw;
pub use inspect::Holdings;
pub use list::{Area, effective_size};
pub use look::{Look, SeenList, SeenScam};
pub use numbers::{CardNumber, CardText, NumberKind};
pub use phase::{Chance, Deck, Fate, Mailing, Pending, Phase, Pick, Question, Victory};
pub use picture::{BadDrawing, COLOURS, Drawing, HouseDrawing, NOTHING, Picture, SIDE, house_drawings};
pub use play::gain;
pub use power::Power;
pub use set::{BadCardSet, CardSet};
pub use state::State;
pub use view::{Secrets, SeenSeat, View};
pub use vocabulary::{Argument, EFFECTS, POWERS, Parameter, Word, vocabulary_table};
pub use window::lowered;

/// The victory setting (S6.1, S6.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Variant {
    /// 20 in sum, or 12 on one Scam.
    #[default]
    Standard,
    /// The Demonstration Game: 12 in sum, or 8 on one Scam.
    Demonstration,
}

impl Variant {
    /// Both, in the rulebook's order.
    pub const ALL: [Self; 2] = [Self::Standard, Self::Demonstration];

    /// The word on the command line and in records.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Demonstration => "demonstration",
        }
    }
}

/// SPAMMERS in its box: a card set, a number of seats, a victory setting.
#[derive(Debug, Clone)]
pub struct Spammers {
    set: Arc<CardSet>,
    seats: SeatCount,
    variant: Variant,
}

impl Spammers {
    /// The game with this card set for this many.
    #[must_use]
    pub fn new(set: impl Into<Arc<CardSet>>, seats: SeatCount, variant: Variant) -> Self {
        Self { set: set.into(), seats, variant }
    }

    /// The card set it is played with.
    #[must_use]
    pub fn set(&self) -> &CardSet {
        &self.set
    }

    /// The victory setting.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Seat A, where dealing begins.
    pub(crate) fn first_seat(&self) -> Seat {
        self.seats.first()
    }

    /// S1.8: the Initial Rating of a Scam.
    pub(crate) fn initial(&self, scam: CardId) -> u8 {
        match self.set.face(scam).kind {
            Kind::Scam { initial, .. } => initial,
            Kind::Mailing { .. } | Kind::Hardware(_) => 0,
        }
    }
}
