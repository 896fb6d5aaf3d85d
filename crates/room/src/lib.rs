//! A table on the site, from opening to rematch, as one value without I/O: no clock, no randomness of its own, no HTTP,
//! no HTML, no process. It is run through one door, [`Room::apply`]: a command of somebody known by a key's hash, a
//! timer or a bot's decision goes in; [`Effects`] come out: entries to write, events for listeners, jobs for bots, and
//! the next timer. A room's durable state is the fold of its entries. A node that only displays a room applies its
//! entries with [`Room::take`] and its extras with [`Room::show`].
//!
//! ```
//! use room::{Header, Opening, Options, Room, Seated, Time};
//! let header = Header { code: "k7mq2xwp".to_owned(), secret: 1998, opener: None };
//! let options = Options::quick(games::GameName::SpamORama);
//! let bots = room::all_bots(&options, 0, games::Level::Peddler).unwrap();
//! let opening = Opening::new(header.clone(), options, bots).begun(Time(0)).unwrap();
//! let mut room = Room::fold(header, &opening.entries).unwrap();
//! assert!(room.is_playing());
//! // Nobody is there, so the bots wait; somebody comes, and one is asked.
//! let effects = room.apply(Time(5), room::Input::Connected(table::Viewer::Bystander)).unwrap();
//! let decision = effects.think[0].decide();
//! room.apply(Time(7), room::Input::Decided(decision)).unwrap();
//! ```

mod access;
mod advice;
mod bots;
mod chat;
mod chatting;
mod clock;
mod coach;
mod command;
mod deal;
mod deal_luck;
mod door;
mod effects;
mod entry;
mod game;
mod glimpse;
mod job;
mod key;
mod links;
mod lobby;
mod opening;
mod options;
mod pace;
mod pacing;
mod presence;
mod reaction;
mod readiness;
mod refusal;
mod rematch;
mod room;
mod score;
mod seats;
mod stand_in;
mod take_back;
mod time;
mod turn;
mod view;
mod waiting;
mod window;

pub use access::{Device, NotRevocable, OpenLink, Revoked, SeatAccess, Tag};
pub use advice::{Advice, Advised};
pub use chat::{QUICK_CHAT, Said};
pub use command::{Command, Input, Requester};
pub use deal::opponents;
pub use effects::{Effects, Outcome, Progress, Tell, Warning};
pub use entry::{Entry, NotAnEntry, Start};
pub use game::{LiveGame, Overheard};
pub use glimpse::Glimpse;
pub use job::{AdviceJob, BotDecision, BotJob, JobId};
pub use key::{KeyHash, NotAHash};
pub use opening::{Header, Opening, Seated, all_bots, name_or_guest, seating};
pub use options::{Clock, Options, SeatPlan};
pub use pace::{Pace, PaceControl};
pub use presence::{LINGERS, Whereabouts};
pub use reaction::Reacting;
pub use refusal::{Refusal, RefusalKind};
pub use room::{Room, Stage};
pub use score::{PlayChange, Score};
pub use seats::{Absence, Chair, Plays, Presence, Seats, Sitter, bot_name, level_named, level_word};
pub use time::Time;
pub use view::{Lobby, LobbySeat, MatchStatus, MatchSummary, Status, Summary, TakeBack, Window};
