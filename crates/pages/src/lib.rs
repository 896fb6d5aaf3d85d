//! Everything the browser is shown, drawn in Rust: pages, the regions of a table, style and scripts. It knows no
//! HTTP and no storage: the server hands it models and sends what it draws.

pub mod after;
pub mod assets;
pub mod gallery;
pub mod glyph;
pub mod home;
mod ink;
pub mod lobby;
pub mod model;
pub mod notice;
pub mod rules;
pub mod shell;
pub mod staged;
pub mod table;

pub use model::{
    Chance, Clock, Frame, Home, Lobby, LobbySeat, Outcome, Plays, Presence, Reacting, Replay, Shelf, Sitter,
    Stand, Status, Window,
};
pub use staged::{Regions, Staged};
