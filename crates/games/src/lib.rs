//! The catalogue: the one place that lists games, bots, card sets and networks, and turns their names into them.

mod catalogue;
mod setup;

pub use bots::{Bot, BotName, Random, Seated};
pub use catalogue::{AnyGame, GameName, Guest, Uncatalogued, bot_named, game_of};
pub use setup::{NetworkChoice, Setup, network_named};
pub use spammers::Variant;
pub use spamorama::{BuiltIn, Memory, Network};
