//! Everything the browser is shown, drawn in Rust: pages, the regions of a table, style and scripts. It knows no
//! HTTP and no storage: the server hands it models and sends what it draws.

pub mod advice;
pub mod after;
pub mod art;
pub mod assets;
pub mod coach;
pub mod deal;
mod figures;
pub mod gallery;
pub mod glyph;
pub mod home;
mod ink;
pub mod live;
pub mod lobby;
pub mod model;
pub mod notice;
mod pixel;
mod poster;
pub mod preview;
pub mod puzzle;
mod qr;
mod raster;
pub mod render;
pub mod rules;
pub mod seat;
pub mod shell;
mod sprite;
pub mod table;

pub use glyph::drawings;
pub use model::{FinishedMatch, Frame, Home, LobbyPage, Replay};
pub use render::{Regions, RenderGame};
