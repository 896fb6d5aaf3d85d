//! What any game at a table needs, and no game.
//!
//! A [`Game`] is a set of rules in its box; its `State` is what lies on the table. The state changes only
//! through [`Game::apply`], by an [`Input`]: a seat's action or an outcome of luck.
//!
//! A [`Match`] keeps a game in progress and shows each [`Viewer`] only what they may see; when it is over
//! it gives a [`Record`], plain text from which anybody can referee the game again.
//!
//! Luck comes from a [`Seed`], which names its generator:
//!
//! ```
//! use table::{Luck, Purpose, Seed};
//! let mut luck = Seed::new(42, 0).luck(Purpose::Table);
//! let die = luck.below(6) + 1;
//! assert!((1..=6).contains(&die));
//! ```

mod bit_set;
mod clause;
mod digest;
mod event;
mod game;
mod json;
mod live;
mod luck;
mod name;
mod occasion;
mod probe;
mod prompt;
mod prose;
mod record;
mod referee;
mod refusal;
mod seat;
mod travel;

pub use bit_set::{BitSet, Element, Members, Word};
pub use clause::{Clause, Entry, Origin, Rulebook, is_clause_id};
pub use digest::{digest_number, sha256, short_digest};
pub use event::{Event, EventSink, NoEvents, ScopedEvent};
pub use game::{Awaits, Ending, Game, Input, InputOf, Observer, OwnedObserver, Unreadable};
pub use json::JsonWriter;
pub use live::{Match, TooLate};
pub use luck::{ChaCha8, Luck, NotASeed, Purpose, Seed};
pub use name::{LONGEST_NAME, LONGEST_TYPED_NAME, NotAName, check_name, is_proper, proper_name};
pub use occasion::Occasion;
pub use probe::Probe;
pub use prompt::{Choice, Piece, PieceId, Pieces, Prompt, Steps, Unavailable};
pub use prose::{Part, Prose, has_byte};
pub use record::{Fault, Header, Record, write_input};
pub use referee::Replayed;
pub use refusal::Refusal;
pub use seat::{Audience, MOST_SEATS, NotASeat, NotASeatCount, Seat, SeatCount, SeatSet, Viewer, ViewerSet};
pub use travel::Portable;
