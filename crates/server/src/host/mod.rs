//! The host of a match: one task that owns its game, takes what visitors do, writes it down, and tells everybody.

mod deed;
mod page;
mod queue;
mod tell;
mod think;
mod window;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use pages::{Plays, Reacting, Stand};
use table::{MOST_SEATS, Seat, Viewer};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

pub use deed::{Deed, Done, bot_name, name_or_guest, proper_name};
pub use page::{Asked, Shown};
pub use tell::Stream;

use crate::board::Format;
use crate::entry::Entry;
use crate::house::House;
use crate::key::KeyHash;
use crate::problem::Problem;
use crate::sitting::{Sitting, Stage};
use crate::store::{Loaded, SideWrite};
use think::Thinking;
use window::OpenWindow;

/// What a host is told or asked.
pub enum Message {
    /// A visitor wants a page or data.
    Look(Asked, oneshot::Sender<Result<Shown, Problem>>),
    /// A visitor wants to hear of changes.
    Listen(Asked, Option<u64>, oneshot::Sender<Result<Stream, Problem>>),
    /// A visitor does something.
    Do(Asked, Deed, oneshot::Sender<Result<Done, Problem>>),
}

/// What everybody in the house may know of a match without asking its host.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The names at the table.
    pub names: Vec<String>,
    /// How far it is; `yours` is not for here.
    pub stand: Stand,
    /// The seats that are asked.
    pub awaited: table::SeatSet,
    /// Whose keys open which seat.
    pub keys: Vec<(KeyHash, Seat)>,
}

/// How to reach a host.
#[derive(Clone)]
pub struct Handle {
    /// Messages lie in boxes, so that room for many of them is small.
    inbox: mpsc::Sender<Box<Message>>,
    summary: Arc<Mutex<Summary>>,
}

impl Handle {
    /// What everybody may know of the match.
    #[must_use]
    pub fn summary(&self) -> Summary {
        self.summary.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Whether the host still listens.
    #[must_use]
    pub fn is_there(&self) -> bool {
        !self.inbox.is_closed()
    }

    /// Tells the host something; gives the message back if it is gone.
    pub async fn tell(&self, message: Message) -> Result<(), Message> {
        self.inbox.send(Box::new(message)).await.map_err(|unsent| *unsent.0)
    }
}

/// Somebody who hears of changes.
struct Listener {
    viewer: Viewer,
    format: Format,
    asked: Asked,
    to: queue::Entrance,
}

/// How long a host without visitors and duties stays.
const IDLE: Duration = Duration::from_secs(300);
/// How often listeners hear that we are still there.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// Messages that may wait for a host.
const INBOX: usize = 64;

/// The host.
pub(crate) struct Host {
    house: House,
    id: i64,
    code: String,
    secret: u64,
    opener: Option<KeyHash>,
    sitting: Sitting,
    listeners: Vec<Listener>,
    summary: Arc<Mutex<Summary>>,
    /// The change since which each seat is asked what it is asked now.
    asked: [u64; MOST_SEATS],
    reacting: [Reacting; MOST_SEATS],
    window: Option<OpenWindow>,
    thinking: Option<Thinking>,
    /// When the patience with whoever is asked ends.
    patience: Option<Instant>,
    chatted: [Option<Instant>; MOST_SEATS],
    heartbeat: Instant,
    idle: Instant,
    failed: bool,
}

impl Host {
    /// Starts a host for a match that was loaded.
    pub(crate) fn start(house: House, loaded: Loaded) -> Result<Handle, String> {
        let sitting = Sitting::seated(&loaded.lines, &loaded.keys)?;
        let now = Instant::now();
        let version = sitting.version;
        let summary = Arc::new(Mutex::new(summary_of(&sitting)));
        let (sender, mut inbox) = mpsc::channel(INBOX);
        let mut host = Self {
            house,
            id: loaded.row.id,
            code: loaded.row.code,
            secret: loaded.luck,
            opener: loaded.opener,
            sitting,
            listeners: Vec::new(),
            summary: summary.clone(),
            asked: [version; MOST_SEATS],
            reacting: [Reacting::default(); MOST_SEATS],
            window: None,
            thinking: None,
            patience: None,
            chatted: [None; MOST_SEATS],
            heartbeat: now + HEARTBEAT,
            idle: now + IDLE,
            failed: false,
        };
        for (seat, how) in loaded.reactions {
            host.reacting[seat.index()] = how;
        }
        host.reopen(loaded.answers);
        tokio::spawn(async move { host.run(&mut inbox).await });
        Ok(Handle { inbox: sender, summary })
    }

    /// Whatever it does is done in a box: a host waits nearly all the time, and is small then.
    async fn run(&mut self, inbox: &mut mpsc::Receiver<Box<Message>>) {
        metrics::gauge!("gruntle_live_matches").increment(1.0);
        Box::pin(self.go_on()).await;
        // Everybody may have answered before the server went down.
        Box::pin(self.close_if_all_answered()).await;
        while !self.failed {
            let moment = self.next_moment();
            tokio::select! {
                biased;
                message = inbox.recv() => match message {
                    Some(message) => Box::pin(self.hear(*message)).await,
                    None => break,
                },
                thought = think::done(&mut self.thinking) => Box::pin(self.decide(thought)).await,
                () = tokio::time::sleep_until(moment) => Box::pin(self.moment()).await,
            }
            if self.is_idle() {
                self.house.dismiss(&self.code);
                inbox.close();
            }
        }
        metrics::gauge!("gruntle_live_matches").decrement(1.0);
        if self.failed {
            self.house.dismiss(&self.code);
        }
    }

    async fn hear(&mut self, message: Message) {
        self.idle = Instant::now() + IDLE;
        match message {
            Message::Look(asked, reply) => drop(reply.send(self.look(&asked))),
            Message::Listen(asked, since, reply) => drop(reply.send(self.listen(&asked, since))),
            Message::Do(asked, deed, reply) => {
                let done = self.act(&asked, deed).await;
                drop(reply.send(done));
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.listeners.is_empty() && self.thinking.is_none() && Instant::now() >= self.idle
    }

    /// When there is next something to do without being told.
    fn next_moment(&self) -> Instant {
        let window = self.window.as_ref().map(OpenWindow::closes);
        [window, self.patience].into_iter().flatten().fold(self.heartbeat, Instant::min)
    }

    async fn moment(&mut self) {
        let now = Instant::now();
        if now >= self.heartbeat {
            self.heartbeat = now + HEARTBEAT;
            self.beat();
        }
        if self.window.as_ref().is_some_and(|window| window.is_due(now)) {
            self.close_window().await;
        }
        if self.patience.is_some_and(|patience| now >= patience) {
            self.lose_patience();
        }
    }

    /// Writes these lines, which the sitting has taken already, and tells everybody. If they cannot be written the
    /// host ends: whoever comes next finds the match as it was written last.
    async fn commit(&mut self, entries: Vec<Entry>, side_writes: Vec<SideWrite>) -> Result<(), Problem> {
        let first = self.sitting.version + 1 - entries.len() as u64;
        let moves = entries.iter().filter(|entry| matches!(entry, Entry::Played(_))).count();
        match self.house.store().append(self.id, first, &entries, side_writes).await {
            Ok(()) => {
                metrics::counter!("gruntle_inputs_total").increment(moves as u64);
                self.keep_summary();
                Ok(())
            }
            Err(error) => {
                tracing::error!(%error, code = %self.code, "a change was not written");
                self.failed = true;
                self.listeners.clear();
                Err(Problem::broken())
            }
        }
    }

    fn keep_summary(&self) {
        let mut summary = self.summary.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        (summary.stand, summary.awaited) = (stand_of(&self.sitting), self.sitting.awaited());
        // Seats hardly ever change hands.
        if !summary.names.iter().eq(self.sitting.chairs.iter().map(|chair| &chair.sitter.name)) {
            summary.names = self.sitting.names();
        }
        if !summary.keys.iter().copied().eq(self.sitting.keys()) {
            summary.keys = self.sitting.keys().collect();
        }
    }

    /// Whether anybody is there for whom bots should play on.
    fn has_company(&self) -> bool {
        !self.listeners.is_empty()
            || self.sitting.chairs.iter().any(|chair| chair.sitter.plays == Plays::Person)
    }
}

fn stand_of(sitting: &Sitting) -> Stand {
    match &sitting.stage {
        Stage::Lobby => {
            let free = sitting.chairs.iter().filter(|chair| chair.sitter.plays == Plays::Nobody).count();
            Stand::Lobby { free }
        }
        Stage::Board(board) if board.ending().is_none() => {
            Stand::Playing { turns: board.turns(), yours: false }
        }
        Stage::Board(_) | Stage::Closed(_) => Stand::Over,
    }
}

fn summary_of(sitting: &Sitting) -> Summary {
    let keys = sitting.keys().collect();
    Summary { names: sitting.names(), stand: stand_of(sitting), awaited: sitting.awaited(), keys }
}
