//! The loop around one live room: takes what comes in through the room's one door and carries out the effects. It writes,
//! then tells, then lets bots think. If something cannot be written it ends: whoever comes next finds the room as it was
//! written last.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use room::{
    Advice, BotDecision, Command, Effects, Input, Outcome, Presence, Refusal, Requester, Room, Summary, Tell,
    Warning, Whereabouts,
};
use table::Seat;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::clock::Clock;
use super::finished::hidden_deal;
use super::listeners::{Listeners, PlaceChange, Stream};
use super::look::{self, Shown, Visit};
use crate::pool::{Desk, Pool};
use crate::problem::Problem;
use crate::store::Store;

/// What a room is told or asked.
pub(super) enum Message {
    /// A visitor wants a page or data.
    Look(Visit, oneshot::Sender<Result<Shown, Problem>>),
    /// A visitor wants to hear of changes after this one.
    Listen(Visit, Option<u64>, oneshot::Sender<Result<Stream, Problem>>),
    /// A visitor wants something done.
    Command(Requester, Command, oneshot::Sender<Result<Outcome, Problem>>),
    /// A visitor asks the coach.
    Coach(Requester, oneshot::Sender<Result<Coaching, Problem>>),
}

/// The change that a coach was asked about, and where its advice comes.
pub(super) type Coaching = (u64, oneshot::Receiver<Advice>);

/// How to reach a live room.
#[derive(Clone)]
pub(super) struct Handle {
    /// Messages lie in boxes, so that space for many of them is small.
    inbox: mpsc::Sender<Box<Message>>,
    summary: Arc<Mutex<Summary>>,
    gone: watch::Receiver<()>,
}

impl Handle {
    /// What everybody may know of the room.
    pub(super) fn summary(&self) -> Summary {
        self.summary.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the room still takes messages.
    pub(super) fn is_there(&self) -> bool {
        !self.inbox.is_closed()
    }

    /// Whether this is the same room, with the same loop.
    #[cfg(test)]
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.inbox.same_channel(&other.inbox)
    }

    /// Waits until it has done all it had to do.
    pub(super) async fn gone(&self) {
        while self.gone.clone().changed().await.is_ok() {}
    }

    /// Tells the room something; gives the message back if it is gone.
    pub(super) async fn tell(&self, message: Message) -> Result<(), Message> {
        self.inbox.send(Box::new(message)).await.map_err(|unsent| *unsent.0)
    }
}

/// A seat, whether its person plays, and whether they are here, if that is known.
type Company = (Seat, Presence, Option<bool>);

/// How long a room without visitors and duties stays.
const IDLE: Duration = Duration::from_secs(300);
/// How often listeners hear that we are still there.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// Messages that may wait for a room.
const INBOX: usize = 64;

/// A live room with what it needs to live.
pub(super) struct Runner {
    room: Room,
    id: i64,
    store: Store,
    clock: Clock,
    inbox: mpsc::Receiver<Box<Message>>,
    decided: mpsc::UnboundedReceiver<BotDecision>,
    desk: Desk,
    /// What a coach was asked last and nobody has taken yet.
    advice: Option<oneshot::Receiver<Advice>>,
    listeners: Listeners,
    summary: Arc<Mutex<Summary>>,
    /// Who was there when that was last told.
    company: Vec<Company>,
    wake: Option<Instant>,
    heartbeat: Instant,
    idle: Instant,
    /// Why nothing more can be written, if that is so.
    failed: Option<Problem>,
    _gone: watch::Sender<()>,
}

impl Runner {
    /// A room that was loaded, and how to reach it.
    pub(super) fn new(room: Room, id: i64, store: Store, pool: &Pool, clock: Clock) -> (Box<Self>, Handle) {
        let now = Instant::now();
        let (sender, inbox) = mpsc::channel(INBOX);
        let (decides, decided) = mpsc::unbounded_channel();
        let (_gone, gone) = watch::channel(());
        let summary = Arc::new(Mutex::new(room.summary()));
        let handle = Handle { inbox: sender, summary: summary.clone(), gone };
        let runner = Box::new(Self {
            room,
            id,
            store,
            clock,
            inbox,
            decided,
            desk: pool.desk(decides),
            advice: None,
            listeners: Listeners::default(),
            summary,
            company: Vec::new(),
            wake: None,
            heartbeat: now + HEARTBEAT,
            idle: now + IDLE,
            failed: None,
            _gone,
        });
        (runner, handle)
    }

    /// Lives until nobody needs it. Whatever it does is done in a box: it waits nearly all the time, and is small then.
    pub(super) async fn run(mut self: Box<Self>) {
        metrics::gauge!("gruntle_live_matches").increment(1.0);
        Box::pin(self.take(Input::Time)).await;
        while self.failed.is_none() {
            let moment = self.wake.map_or(self.heartbeat, |wake| wake.min(self.heartbeat));
            tokio::select! {
                biased;
                message = self.inbox.recv() => match message {
                    Some(message) => Box::pin(self.hear(*message)).await,
                    None => break,
                },
                Some(decision) = self.decided.recv() => Box::pin(self.take(Input::Decided(decision))).await,
                () = tokio::time::sleep_until(moment) => Box::pin(self.time_has_come()).await,
            }
            if self.is_idle() {
                self.inbox.close();
            }
        }
        self.listeners.clear();
        metrics::gauge!("gruntle_live_matches").decrement(1.0);
    }

    fn is_idle(&self) -> bool {
        self.listeners.is_empty() && self.wake.is_none() && Instant::now() >= self.idle
    }

    async fn time_has_come(&mut self) {
        let now = Instant::now();
        if now >= self.heartbeat {
            self.heartbeat = now + HEARTBEAT;
            self.listeners.beat();
            self.let_go().await;
            self.tell_company();
        }
        if self.wake.is_some_and(|wake| now >= wake) {
            self.take(Input::Time).await;
        }
    }

    async fn hear(&mut self, message: Message) {
        self.idle = Instant::now() + IDLE;
        match message {
            Message::Look(visit, reply) if !self.room.is_shown_to(visit.from.key) => {
                drop(reply.send(if self.room.is_playing() { Err(hidden_deal()) } else { Ok(Shown::Over) }));
            }
            Message::Look(visit, reply) => {
                self.take(Input::Looked(visit.from)).await;
                drop(reply.send(self.look(&visit)));
            }
            Message::Listen(visit, since, reply) => drop(reply.send(self.listen(visit, since).await)),
            Message::Command(from, command, reply) => {
                self.wake_for(from).await;
                let done = self.apply(Input::Command(from, command)).await;
                drop(reply.send(done));
            }
            Message::Coach(from, reply) => {
                self.wake_for(from).await;
                let asked = self.apply(Input::Command(from, Command::Coach)).await;
                let advice = self.advice.take().ok_or_else(Problem::broken);
                let version = self.room.version();
                drop(reply.send(asked.and(advice).map(|advice| (version, advice))));
            }
        }
    }

    /// A room that slept because nobody was there wakes before it is told what to do, but not by whom it is not shown to.
    async fn wake_for(&mut self, from: Requester) {
        if self.room.is_shown_to(from.key) {
            self.take(Input::Looked(from)).await;
        }
    }

    fn look(&self, visit: &Visit) -> Result<Shown, Problem> {
        if let Some(problem) = &self.failed {
            return Err(problem.clone());
        }
        look::look(&self.room, visit, self.clock.now())
    }

    /// Somebody wants to hear of changes after this one.
    async fn listen(&mut self, visit: Visit, since: Option<u64>) -> Result<Stream, Problem> {
        self.let_go().await;
        look::is_open(&self.room)?;
        if !self.room.is_shown_to(visit.from.key) {
            return Err(hidden_deal());
        }
        let viewer = self.room.viewer(visit.from);
        self.apply(Input::Connected(viewer)).await?;
        self.tell_company();
        Ok(self.listeners.add(&self.room, visit, since, self.clock.now()))
    }

    /// Those who listen are told who is there, if that has changed.
    fn tell_company(&mut self) {
        let now = self.clock.now();
        let all = self.room.whereabouts(now);
        let is_here = |seat| {
            let known = all.iter().find(|(of, _)| *of == seat);
            known.map(|(_, known)| matches!(known, Whereabouts::Here))
        };
        let sitters = self.room.seats().iter().map(|chair| &chair.sitter);
        let company: Vec<Company> = sitters.map(|one| (one.seat, one.presence, is_here(one.seat))).collect();
        if company != self.company {
            self.company = company;
            self.listeners.tell_company(&self.room, now);
        }
    }

    /// The room hears who has left.
    async fn let_go(&mut self) {
        for change in self.listeners.let_go() {
            self.take(match change {
                PlaceChange::Left(viewer) => Input::Disconnected(viewer),
                PlaceChange::Moved { from, to } => Input::Moved { from, to },
            })
            .await;
        }
    }

    /// An input that nobody waits for.
    async fn take(&mut self, input: Input) {
        let _ = self.apply(input).await;
    }

    /// An input goes in, and its effects are carried out.
    async fn apply(&mut self, input: Input) -> Result<Outcome, Problem> {
        if let Some(problem) = &self.failed {
            return Err(problem.clone());
        }
        let effects =
            self.room.apply(self.clock.now(), input).map_err(|refusal: Refusal| Problem::from(refusal))?;
        self.carry_out(effects).await
    }

    async fn carry_out(&mut self, effects: Effects) -> Result<Outcome, Problem> {
        self.write(&effects).await?;
        for warning in &effects.warnings {
            let code = &self.room.header().code;
            match warning {
                Warning::BotFailed(seat) => {
                    tracing::error!(code, %seat, "a bot failed; a simpler one decides")
                }
                Warning::BotLate(seat) => {
                    tracing::warn!(code, %seat, "a bot was late; a simpler one decides")
                }
            }
        }
        self.listeners.tell(&self.room, &effects.tell, self.clock.now());
        if effects.tell.contains(&Tell::Afresh) {
            self.tell_company();
        }
        self.desk.keep_only(effects.wanted_jobs);
        for job in effects.think {
            self.desk.submit(job);
        }
        self.advice = effects.advise.map(|job| self.desk.advise(job));
        self.wake = effects.wake.map(|wake| self.clock.instant(wake));
        Ok(effects.outcome)
    }

    async fn write(&mut self, effects: &Effects) -> Result<(), Problem> {
        if effects.write.is_empty() {
            return Ok(());
        }
        let first = self.room.entries() + 1 - effects.write.len() as u64;
        let Effects { write: entries, progress, score, open, .. } = effects;
        match self.store.append(self.id, first, entries, *progress, *score, open.as_deref()).await {
            Ok(()) => {
                let inputs = entries.iter().filter(|entry| entry.is_input()).count();
                metrics::counter!("gruntle_inputs_total").increment(inputs as u64);
                metrics::counter!("gruntle_tables_opened_total").increment(u64::from(effects.open.is_some()));
                self.keep_summary();
                Ok(())
            }
            Err(error) => {
                let problem =
                    Problem::of_store(&error, Some(&self.room.header().code), "a change was not written");
                self.failed = Some(problem.clone());
                self.inbox.close();
                Err(problem)
            }
        }
    }

    fn keep_summary(&self) {
        let mut summary = self.summary.lock().unwrap_or_else(PoisonError::into_inner);
        (summary.status, summary.awaited) = (self.room.match_status(), self.room.awaited());
        // Seats hardly ever change hands.
        let seats = self.room.seats();
        if !summary.names.iter().eq(seats.iter().map(|chair| &chair.sitter.name)) {
            summary.names = seats.names();
        }
        if !summary.keys.iter().copied().eq(seats.keys()) {
            summary.keys = seats.keys().collect();
        }
    }
}
