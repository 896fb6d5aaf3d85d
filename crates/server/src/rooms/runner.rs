//! The event loop of one live room: takes inputs through the room's one door and carries out the effects. It writes,
//! then tells, then lets bots think. If a write fails it ends: the next request loads the room from its journal.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use cluster::{Epoch, Running};
use room::{
    Advice, BotDecision, Command, Effects, Entry, Glimpse, Input, LINGERS, Outcome, Progress, Refusal,
    Requester, Room, Summary, Tell, Warning,
};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::clock::Clock;
use super::company::{Company, keep_summary};
use super::finished::hidden_deal;
use super::handle::{Handle, Message, Told};
use super::lease::Lease;
use super::listeners::{Listeners, PlaceChange, Stream};
use super::look::{self, Shown, Visit};
use crate::cluster::Places;
use crate::cluster::wire::{Ask, Asking, Reply, Standing};
use crate::pool::{Desk, Pool};
use crate::problem::Problem;
use crate::store::Store;
use crate::telemetry::{INPUTS, LIVE_MATCHES, TABLES_OPENED};

/// Idle time of a room without visitors and duties.
const IDLE: Duration = Duration::from_secs(300);
/// Idle time of a finished room: visitors who remain listen to it.
const IDLE_AFTERWARDS: Duration = Duration::from_secs(10);
/// Interval of heartbeats to listeners.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// A live room with its surroundings.
pub(super) struct Runner {
    room: Room,
    id: i64,
    store: Store,
    clock: Clock,
    inbox: mpsc::Receiver<Box<Told>>,
    decided: mpsc::UnboundedReceiver<BotDecision>,
    desk: Desk,
    /// The coach's pending answer.
    advice: Option<oneshot::Receiver<Advice>>,
    listeners: Listeners,
    summary: Arc<Mutex<Summary>>,
    /// The last published company.
    company: Company,
    wake: Option<Instant>,
    heartbeat: Instant,
    /// The time of the last request.
    asked: Instant,
    /// The error after which nothing more can be written.
    failed: Option<Problem>,
    /// Where there are other nodes: the lease of the room, and presence through them.
    lease: Option<Box<Lease>>,
    _gone: watch::Sender<()>,
}

/// Why a room is not run any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// It was idle.
    Idle,
    /// Something could not be written, or another node has it.
    Failed,
}

impl Runner {
    /// A room that was loaded, and how to reach it.
    pub(super) fn new(
        room: Room,
        id: i64,
        store: Store,
        pool: &Pool,
        clock: Clock,
        lease: Option<Box<Lease>>,
    ) -> (Box<Self>, Handle) {
        let now = Instant::now();
        let (decides, decided) = mpsc::unbounded_channel();
        let (handle, end) = Handle::new(&room);
        let runner = Box::new(Self {
            room,
            id,
            store,
            clock,
            inbox: end.inbox,
            decided,
            desk: pool.desk(decides),
            advice: None,
            listeners: Listeners::default(),
            summary: end.summary,
            company: Company::default(),
            wake: None,
            heartbeat: now + HEARTBEAT,
            asked: now,
            failed: None,
            lease,
            _gone: end.gone,
        });
        (runner, handle)
    }

    /// Runs until the room is idle. Its work is boxed: it waits nearly all the time, and is small then.
    pub(super) async fn run(mut self: Box<Self>) -> End {
        LIVE_MATCHES.add(1);
        Box::pin(self.take(Input::Time)).await;
        // Followers hear whom to report to.
        self.publish(&[], &[]);
        while self.failed.is_none() {
            let moment = self.wake.map_or(self.heartbeat, |wake| wake.min(self.heartbeat));
            let gone = self.listeners.gone();
            tokio::select! {
                biased;
                message = self.inbox.recv() => match message {
                    Some(told) => Box::pin(self.hear(told.message)).await,
                    None => break,
                },
                () = gone.notified() => Box::pin(self.let_go()).await,
                Some(decision) = self.decided.recv() => Box::pin(self.take(Input::Decided(decision))).await,
                () = tokio::time::sleep_until(moment) => Box::pin(self.time_has_come()).await,
            }
            if self.is_idle() {
                self.inbox.close();
            }
        }
        self.listeners.clear();
        if self.lease.is_some() {
            // The waiting callers ask the new owner.
            self.inbox.close();
            while let Ok(told) = self.inbox.try_recv() {
                Box::pin(self.hear(told.message)).await;
            }
        }
        LIVE_MATCHES.take(1);
        if self.failed.is_some() { End::Failed } else { End::Idle }
    }

    fn is_idle(&self) -> bool {
        let elsewhere = self.lease.as_ref().is_some_and(|lease| lease.listening.is_watched());
        let patience = if self.room.progress() == Progress::Over { IDLE_AFTERWARDS } else { IDLE };
        self.listeners.is_empty() && !elsewhere && self.wake.is_none() && self.asked.elapsed() >= patience
    }

    /// Publishes written lines and their events to the followers.
    fn publish(&self, written: &[Entry], tell: &[Tell]) {
        if let (Some(lease), None) = (&self.lease, &self.failed) {
            lease.publish(self.id, &self.room, written, tell, self.clock.now());
        }
    }

    /// Another node asks for something.
    async fn asked(&mut self, Ask { node, only_in, asking, .. }: Ask) -> Reply {
        // A late request may have been done in another epoch.
        if only_in.is_some_and(|epoch| self.epoch() != Some(Epoch(epoch))) {
            return Reply::NotMine;
        }
        let done = match asking {
            Asking::Looked(from) => {
                self.wake_for(from.requester()).await;
                Ok(Outcome::None)
            }
            Asking::Here(places) => self.listen_elsewhere(node, places).await,
            Asking::Command(from, does) => match does.command() {
                Some(command) => {
                    self.wake_for(from.requester()).await;
                    self.apply(Input::Command(from.requester(), command)).await
                }
                None => {
                    Err(Problem::wrong("this server does not know that; all nodes should run one program"))
                }
            },
        };
        cluster::reply(self, done)
    }

    /// So many listen through another node.
    async fn listen_elsewhere(&mut self, node: u32, places: Places) -> Result<Outcome, Problem> {
        let Some(lease) = &self.lease else { return Ok(Outcome::None) };
        let (gone, come) = lease.listening.listen(node, places);
        let mut done = Ok(Outcome::None);
        for viewer in come {
            if let Err(problem) = self.apply(Input::Connected(viewer)).await {
                done = Err(problem);
                if let Some(lease) = &self.lease {
                    lease.listening.unlisten(node, viewer);
                }
            }
        }
        for viewer in gone {
            self.take(Input::Disconnected(viewer)).await;
            self.tell_soon();
        }
        self.tell_company();
        done
    }

    async fn time_has_come(&mut self) {
        if cluster::confirm(self).await.is_err() {
            return;
        }
        let now = Instant::now();
        if now >= self.heartbeat {
            self.heartbeat = now + HEARTBEAT;
            self.listeners.beat();
            self.let_go().await;
            let silent = self.lease.as_ref().map(|lease| lease.listening.let_go()).unwrap_or_default();
            for viewer in silent {
                self.take(Input::Disconnected(viewer)).await;
            }
            self.tell_company();
        }
        if self.wake.is_some_and(|wake| now >= wake) {
            self.take(Input::Time).await;
        }
    }

    async fn hear(&mut self, message: Message) {
        self.asked = Instant::now();
        if let Err(problem) = cluster::confirm(self).await
            && !matches!(message, Message::Owned(..) | Message::Lost(_))
        {
            message.refuse(&problem, || cluster::reply(self, Err(problem.clone())));
            return;
        }
        match message {
            Message::Asked(ask, reply) => drop(reply.send(self.asked(ask).await)),
            Message::Owned(epoch, runs) => {
                if cluster::is_run_in(self, Epoch(epoch as u64)) {
                    let _ = runs.send(());
                }
            }
            Message::Lost(epoch) => cluster::lose(self, Epoch(epoch as u64)),
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

    /// Wakes a sleeping room before a command, unless the room is hidden from the requester.
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

    /// Adds a listener that knows the changes up to this one.
    async fn listen(&mut self, visit: Visit, since: Option<u64>) -> Result<Stream, Problem> {
        self.let_go().await;
        look::is_open(&self.room)?;
        if !self.room.is_shown_to(visit.from.key) {
            return Err(hidden_deal());
        }
        self.apply(Input::Connected(self.room.place(visit.from))).await?;
        self.tell_company();
        Ok(self.listeners.add(&self.room, visit, since, self.clock.now()))
    }

    /// Sends listeners the presence of others, if that has changed.
    fn tell_company(&mut self) {
        let now = self.clock.now();
        let company = Company::of(&self.room, now);
        if company != self.company {
            self.company = company;
            self.listeners.tell_company(&self.room, now);
            self.publish(&[], &[]);
        }
    }

    /// Somebody has gone: unless they are back at once, the others hear of it.
    fn tell_soon(&mut self) {
        self.heartbeat = self.heartbeat.min(Instant::now() + LINGERS);
    }

    /// Reports departed listeners to the room.
    async fn let_go(&mut self) {
        for change in self.listeners.let_go() {
            self.tell_soon();
            self.take(match change {
                PlaceChange::Left(viewer) => Input::Disconnected(viewer),
                PlaceChange::Moved { from, to } => Input::Moved { from, to },
            })
            .await;
        }
    }

    /// An input without an answer.
    async fn take(&mut self, input: Input) {
        let _ = self.apply(input).await;
    }

    /// Applies an input, and carries out its effects.
    async fn apply(&mut self, input: Input) -> Result<Outcome, Problem> {
        cluster::take(self, input).await
    }

    fn warn(&self, warning: &Warning) {
        let code = &self.room.header().code;
        match warning {
            Warning::BotFailed(seat) => tracing::error!(code, %seat, "a bot failed; a simpler one decides"),
            Warning::BotLate(seat) => tracing::warn!(code, %seat, "a bot was late; a simpler one decides"),
        }
    }
}

impl Running for Runner {
    type Input = Input;
    type Change = Effects;
    type Outcome = Outcome;
    type Problem = Problem;
    type Glimpse = Glimpse;

    fn epoch(&self) -> Option<Epoch> {
        self.lease.as_ref().map(|lease| lease.epoch())
    }

    fn failed(&self) -> Option<&Problem> {
        self.failed.as_ref()
    }

    fn fail(&mut self, why: Problem) {
        self.failed.get_or_insert(why);
        self.inbox.close();
    }

    fn lost(&self) -> Problem {
        Problem::lost()
    }

    fn is_lost(problem: &Problem) -> bool {
        problem.is_lost()
    }

    fn standing(&self) -> Option<Standing> {
        self.lease.as_ref().map(|lease| lease.standing(&self.room, self.clock.now()))
    }

    fn apply(&mut self, input: Input) -> Result<Effects, Problem> {
        self.room.apply(self.clock.now(), input).map_err(|refusal: Refusal| Problem::from(refusal))
    }

    fn is_silent(effects: &Effects) -> bool {
        effects.write.is_empty()
    }

    async fn write(&mut self, effects: &Effects) -> Result<(), Problem> {
        let first = self.room.entries() + 1 - effects.write.len() as u64;
        let Effects { write: entries, progress, play, open, .. } = effects;
        let fence = self.lease.as_ref().map(|lease| lease.fence());
        let written =
            self.store.append_as(fence, (self.id, first), entries, *progress, *play, open.as_deref()).await;
        written.map_err(|error| {
            Problem::of_store(&error, Some(&self.room.header().code), "a change was not written")
        })?;
        let inputs = entries.iter().filter(|entry| entry.is_input()).count();
        INPUTS.add(inputs as u64);
        TABLES_OPENED.add(u64::from(effects.open.is_some()));
        keep_summary(&self.summary, &self.room);
        Ok(())
    }

    fn tell(&mut self, effects: Effects) -> Outcome {
        effects.warnings.iter().for_each(|warning| self.warn(warning));
        self.listeners.tell(&self.room, &effects.tell, self.clock.now());
        if !(effects.write.is_empty() && effects.tell.is_empty()) {
            self.publish(&effects.write, &effects.tell);
        }
        if effects.tell.contains(&Tell::Afresh) {
            self.tell_company();
        }
        self.desk.keep_only(effects.wanted_jobs);
        for job in effects.think {
            self.desk.submit(job);
        }
        self.advice = effects.advise.map(|job| self.desk.advise(job));
        self.wake = effects.wake.map(|wake| self.clock.instant(wake));
        effects.outcome
    }

    async fn holds(&self) -> bool {
        match &self.lease {
            Some(lease) => lease.holds(self.id).await,
            None => true,
        }
    }
}
