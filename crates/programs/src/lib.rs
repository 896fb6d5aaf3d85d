//! Players that are programs. A program is started once, gets its seat's knowledge as lines of JSON, and answers with
//! the number of a choice; `docs/bot-protocol.md` describes it. A fault costs the program that move, never the game: a
//! legal default is played, and the [`Fault`] is kept and reported.

mod answer;
mod fault;
#[cfg(unix)]
mod guard;
mod message;
mod name;
mod player;
#[cfg(unix)]
mod process;
#[cfg(not(unix))]
#[path = "process_elsewhere.rs"]
mod process;
mod program;
mod seat;

pub use fault::{Fault, FaultNote, Faults};
pub use message::PROTOCOL;
pub use name::{NoSuchPlayer, PlayerName, players};
pub use player::Player;
pub use program::{Program, Timing};
pub use seat::ProgramSeat;
