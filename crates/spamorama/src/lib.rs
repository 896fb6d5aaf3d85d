//! The rules of Spam-O-Rama, a game for three piecepacks: scan for open ports, relay spam, and be busted.
//!
//! A [`SpamORama`] is the game in its box: a [`Network`], the seats, the memory aid. It implements
//! [`table::Game`]; the files of this crate follow the chapters of `rulebook/spam-o-rama.md`:
//! `suit` and `coin` (R1), `network`, `pentomino`, `tiling` and `setup` (R2), `scan` (R3), `relay` (R4), `bust` (R5).
//!
//! Playing it, with all luck and all choices drawn at random:
//!
//! ```
//! use spamorama::{BuiltIn, Memory, SpamORama};
//! use table::{Awaits, Luck, Match, Purpose, SeatCount, SeatSet, Seed, Viewer};
//!
//! let seats = SeatCount::new(3).unwrap();
//! let game = SpamORama::new(BuiltIn::Ring.network(), seats, Memory::On, SeatSet::EMPTY);
//! let mut live = Match::new(game);
//! let mut luck = Seed::new(2004, 0).luck(Purpose::Table);
//! let mut choices = Vec::new();
//! loop {
//!     match live.awaits() {
//!         Awaits::Luck(_) => {
//!             live.draw(&mut luck);
//!         }
//!         Awaits::Choice(seat) => {
//!             live.choices(seat, &mut choices);
//!             let action = luck.pick(&choices).unwrap();
//!             live.act(seat, action).unwrap();
//!         }
//!         Awaits::Sealed(_) | Awaits::Nothing => break,
//!     }
//! }
//! let scores = live.view(Viewer::Bystander).scores;
//! assert!(scores.iter().all(|score| (16..=40).contains(score)));
//! assert!(!live.ending().unwrap().winners.is_empty());
//! ```

mod action;
mod arrangement;
mod bust;
mod chance;
mod coin;
mod event;
mod forecast;
mod game;
mod imagine;
mod inspect;
mod look;
mod network;
mod notation;
mod open;
mod pentomino;
mod placements;
mod points;
mod port;
mod position;
mod probe;
mod prompt;
mod refusal;
mod relay;
mod scan;
mod setting;
mod setup;
mod state;
mod suit;
mod tiling;
mod travel;
mod view;
mod words;

pub use action::{Action, Outcome};
pub use arrangement::{Arrangement, ArrangementError};
pub use coin::{ALL_VALUES, COINS, Coin, CoinSet, Value, ValueSet};
pub use event::{Event, Points};
pub use forecast::{Forecast, Gains};
pub use look::{Board, Look};
pub use network::{BuiltIn, Network, NetworkError};
pub use open::{Open, Way};
pub use placements::{Leanings, Placements};
pub use points::{PortSuit, client_points};
pub use port::{ALL_PORTS, PORTS, Place, Port, PortSet};
pub use prompt::write_port;
pub use refusal::Refusal;
pub use setting::{Memory, SettingError, SpamORama};
pub use setup::clients_each;
pub use state::{Holder, LastMove, Stage, State};
pub use suit::{SUITS, Suit, SuitSet};
pub use view::{SeenCoin, View};
