//! The catalogue: what there is of games, bots, card sets and networks, by name. Games and card sets are listed here,
//! bots in [`BotName`], networks in [`BuiltIn`].

mod catalogue;
mod collection;
mod files;
mod original;
mod printed;
mod setup;
pub mod study;
mod thought;

pub use bots::{Bot, BotName, Judge, Level, NoSuchBot, Random, Seated, said_to_you};
pub use catalogue::{
    AnyGame, GameName, GameVisitor, Uncatalogued, card_set_named, card_set_names, card_sets,
    earlier_card_sets, game_of,
};
pub use collection::Collection;
pub use files::{
    card_set_at, card_text_at, network_at, network_name_of, read_at_most, read_card_file, read_network_file,
    read_text_at_most,
};
pub use original::known_of_original;
pub use printed::{Change, Printed, differences};
pub use programs::{
    Fault as ProgramFault, FaultNote, Faults, NoSuchPlayer, Player, PlayerName, Program, ProgramSeat,
};
pub use setup::{NetworkChoice, Setup, SetupChoices, network_named};
pub use spammers::{
    ActionFace, BadCardSet, COLOURS, CardNumber, CardSet, CardText, Kind, ListFace, NumberKind, Variant,
};
pub use spamorama::{BuiltIn, Memory, Network, Suit};
pub use study::Study;
pub use thought::{LONGEST_THOUGHT, NotAThought, Thought, ThoughtAnswer, decided, written_thought};
