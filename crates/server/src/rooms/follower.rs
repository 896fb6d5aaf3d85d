//! The loop around a room that another node has: it folds the lines that the owner writes, draws for those who listen here, and
//! brings whatever is asked to the owner. Nothing is shown before it is written, and nothing is shown that is older than what
//! whoever asks has been told: the owner says how many lines there are, and they are all folded first.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::Subscriber;
use cluster::NodeId;
use futures_util::StreamExt as _;
use room::{Command, Entry, Outcome, Requester, Room, Summary, Tell};
use table::MOST_SEATS;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};

use super::Rooms;
use super::company::{Company, keep_summary};
use super::finished::hidden_deal;
use super::handle::{Coaching, Handle, Message};
use super::lease::place;
use super::listeners::{Listeners, Stream};
use super::look::{self, Shown, Visit};
use crate::cluster::wire::{Asking, News, Places, Reply, Standing};
use crate::cluster::{Cluster, Owner, Unanswered};
use crate::pool::Desk;
use crate::problem::Problem;

/// How long a room that nobody listens to or asks for is followed.
const IDLE: Duration = Duration::from_secs(60);
/// How often listeners hear that we are still there.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// How often the owner hears who listens here, and says how many lines there are.
const PRESENT: Duration = Duration::from_secs(3);
/// How long the owner may take to answer before it is looked for anew.
const OWNER_WITHIN: Duration = Duration::from_millis(1_500);
/// How long it may take to carry something out, which is not asked again.
const DONE_WITHIN: Duration = Duration::from_secs(3);
/// How long all of it may take.
const IN_ALL: Duration = Duration::from_secs(8);
/// How long lines that are written are waited for before they are read.
const HEARD_WITHIN: Duration = Duration::from_millis(100);
/// How often that is tried.
const CATCHES_UP: usize = 64;
/// How long it is waited before an owner is looked for anew.
const PAUSE: Duration = Duration::from_millis(50);

/// Why the owner did not do it.
enum Failure {
    /// This node has the room now.
    Ours,
    /// It cannot be reached; nothing was done.
    Unreachable,
    /// Nobody knows whether it was done.
    Unsure,
}

impl Failure {
    fn problem(&self) -> Problem {
        match self {
            // It is asked for again, here.
            Self::Ours => Problem::lost(),
            Self::Unreachable => Problem::unreachable(),
            Self::Unsure => Problem::unsure(),
        }
    }
}

/// A room that another node has.
pub(super) struct Follower {
    rooms: Rooms,
    room: Room,
    id: i64,
    cluster: Cluster,
    owner: NodeId,
    news: Subscriber,
    /// The epoch and the number of what the owner said last.
    heard: (i64, u64),
    inbox: mpsc::Receiver<Box<Message>>,
    desk: Desk,
    listeners: Listeners,
    summary: Arc<Mutex<Summary>>,
    company: Company,
    heartbeat: Instant,
    present: Instant,
    idle: Instant,
    over: bool,
    _gone: watch::Sender<()>,
}

impl Follower {
    pub(super) fn new(
        rooms: Rooms,
        (id, room): (i64, Room),
        cluster: Cluster,
        (owner, news): (NodeId, Subscriber),
    ) -> (Box<Self>, Handle) {
        let now = Instant::now();
        let (handle, end) = Handle::new(&room);
        let (decides, _) = mpsc::unbounded_channel();
        let desk = rooms.inner.pool.desk(decides);
        let follower = Box::new(Self {
            rooms,
            room,
            id,
            cluster,
            owner,
            news,
            heard: (0, 0),
            inbox: end.inbox,
            desk,
            listeners: Listeners::default(),
            summary: end.summary,
            company: Company::default(),
            heartbeat: now + HEARTBEAT,
            present: now,
            idle: now + IDLE,
            over: false,
            _gone: end.gone,
        });
        (follower, handle)
    }

    /// Follows until nobody needs it, or this node has the room itself.
    pub(super) async fn run(mut self: Box<Self>) {
        metrics::gauge!("gruntle_followed_matches").increment(1.0);
        while !self.over {
            let moment = self.present.min(self.heartbeat);
            tokio::select! {
                biased;
                news = self.news.next() => match news {
                    Some(news) => Box::pin(self.hear_news(&news.payload)).await,
                    None => break,
                },
                message = self.inbox.recv() => match message {
                    Some(message) => Box::pin(self.hear(*message)).await,
                    None => break,
                },
                () = tokio::time::sleep_until(moment) => Box::pin(self.time_has_come()).await,
            }
            if self.listeners.is_empty() && Instant::now() >= self.idle {
                self.over = true;
            }
        }
        self.listeners.clear();
        self.inbox.close();
        while let Ok(message) = self.inbox.try_recv() {
            refuse(*message);
        }
        if self.cluster.fence(self.id).is_none() {
            // The owner need not count on anybody here.
            let (cluster, owner, id) = (self.cluster.clone(), self.owner, self.id);
            tokio::spawn(async move {
                let nobody = Asking::Here([0; MOST_SEATS + 1]);
                let _ = cluster.ask(owner, id, nobody, OWNER_WITHIN).await;
            });
        }
        metrics::gauge!("gruntle_followed_matches").decrement(1.0);
    }

    async fn time_has_come(&mut self) {
        let now = Instant::now();
        if now >= self.heartbeat {
            self.heartbeat = now + HEARTBEAT;
            self.listeners.beat();
        }
        if now >= self.present {
            self.present = now + PRESENT;
            drop(self.listeners.let_go());
            if !self.listeners.is_empty() {
                self.tell_presence().await;
            }
            self.tell_company();
        }
    }

    async fn hear(&mut self, message: Message) {
        self.idle = Instant::now() + IDLE;
        match message {
            Message::Look(visit, reply) => drop(reply.send(self.look(&visit).await)),
            Message::Listen(visit, since, reply) => drop(reply.send(self.listen(visit, since).await)),
            Message::Command(from, command, reply) => {
                let done = self.command(from, &command).await.map_err(|failure| failure.problem());
                drop(reply.send(done.and_then(|done| done)));
            }
            Message::Coach(from, reply) => drop(reply.send(self.coach(from).await)),
            Message::Asked(_, _, reply) => drop(reply.send(Reply::NotMine)),
            Message::Owned(..) => self.over = true,
            Message::Lost(_) => {}
        }
    }

    async fn look(&mut self, visit: &Visit) -> Result<Shown, Problem> {
        // Whether it is shown to them depends on the last line, too.
        self.bring(Asking::Looked(visit.from.into())).await.map_err(|failure| failure.problem())??;
        if !self.room.is_shown_to(visit.from.key) {
            return if self.room.is_playing() { Err(hidden_deal()) } else { Ok(Shown::Over) };
        }
        look::look(&self.room, visit, self.rooms.clock().now())
    }

    async fn listen(&mut self, visit: Visit, since: Option<u64>) -> Result<Stream, Problem> {
        drop(self.listeners.let_go());
        self.bring(Asking::Looked(visit.from.into())).await.map_err(|failure| failure.problem())??;
        look::is_open(&self.room)?;
        if !self.room.is_shown_to(visit.from.key) {
            return Err(hidden_deal());
        }
        let mut places = self.places();
        places[place(self.room.viewer(visit.from))] += 1;
        self.bring(Asking::Here(places)).await.map_err(|failure| failure.problem())??;
        let now = self.rooms.clock().now();
        Ok(self.listeners.add(&self.room, visit, since, now))
    }

    async fn coach(&mut self, from: Requester) -> Result<Coaching, Problem> {
        self.command(from, &Command::Coach).await.map_err(|failure| failure.problem())??;
        // The same view gives the same advice, whoever thinks.
        let job = self.room.coaching(from).map_err(Problem::from)?;
        Ok((self.room.version(), self.desk.advise(job)))
    }

    /// How many listen here from each place.
    fn places(&self) -> Places {
        let mut places = [0; MOST_SEATS + 1];
        self.listeners.viewers().for_each(|viewer| places[place(viewer)] += 1);
        places
    }

    /// The owner hears who listens here.
    async fn tell_presence(&mut self) {
        let places = self.places();
        let _ = self.bring(Asking::Here(places)).await;
    }

    /// Finds out who has the room now.
    async fn find_owner(&mut self) -> Result<(), Failure> {
        match self.cluster.owner(self.id).await {
            Some(Owner::There(owner)) => {
                self.owner = owner;
                Ok(())
            }
            Some(Owner::Here(_)) => {
                self.over = true;
                Err(Failure::Ours)
            }
            None => Err(Failure::Unreachable),
        }
    }

    /// Asks the owner something that may be asked again.
    async fn bring(&mut self, asking: Asking) -> Result<Result<Outcome, Problem>, Failure> {
        self.bring_until(asking, Instant::now() + IN_ALL).await
    }

    async fn bring_until(
        &mut self,
        asking: Asking,
        until: Instant,
    ) -> Result<Result<Outcome, Problem>, Failure> {
        while Instant::now() < until {
            match self.cluster.ask(self.owner, self.id, asking.clone(), OWNER_WITHIN).await {
                Ok(Reply::Answer(standing, done)) => {
                    self.catch_up(standing).await?;
                    return Ok(done.map(Into::into).map_err(|why| why.problem()));
                }
                Ok(Reply::Failed(why)) => return Ok(Err(why.problem())),
                Ok(Reply::NotMine) | Err(Unanswered::Unheard | Unanswered::Unsure) => {
                    tokio::time::sleep(PAUSE).await;
                    self.find_owner().await?;
                }
            }
        }
        Err(Failure::Unreachable)
    }

    /// Has the owner carry out a command, once. Where no answer comes it is known that it was not done if a new owner has as
    /// many lines as there were before: the old one cannot write any more.
    async fn command(
        &mut self,
        from: Requester,
        command: &Command,
    ) -> Result<Result<Outcome, Problem>, Failure> {
        let until = Instant::now() + IN_ALL;
        while Instant::now() < until {
            let (before, epoch) = (self.room.entries(), self.heard.0);
            let asking = Asking::Command(from.into(), command.into());
            match self.cluster.ask(self.owner, self.id, asking, DONE_WITHIN).await {
                Ok(Reply::Answer(standing, done)) => {
                    self.catch_up(standing).await?;
                    return Ok(done.map(Into::into).map_err(|why| why.problem()));
                }
                Ok(Reply::Failed(why)) => return Ok(Err(why.problem())),
                Ok(Reply::NotMine) | Err(Unanswered::Unheard) => {
                    tokio::time::sleep(PAUSE).await;
                    self.find_owner().await?;
                }
                Err(Unanswered::Unsure) => match self.find_owner().await {
                    Ok(()) => {
                        let looked = self.bring_until(Asking::Looked(from.into()), until).await;
                        drop(looked.map_err(|_| Failure::Unsure)?);
                        if self.heard.0 <= epoch || self.room.entries() != before {
                            return Err(Failure::Unsure);
                        }
                    }
                    Err(Failure::Ours) => {
                        let head = self.rooms.store().head(self.id).await;
                        return Err(if head.is_ok_and(|head| head == before) {
                            Failure::Ours
                        } else {
                            Failure::Unsure
                        });
                    }
                    Err(Failure::Unreachable | Failure::Unsure) => return Err(Failure::Unsure),
                },
            }
        }
        Err(Failure::Unreachable)
    }

    /// Shows what the owner shows, if that is newer than what was heard.
    fn show(&mut self, standing: &Standing) {
        let said = (standing.epoch, standing.tick);
        if said > self.heard && standing.head == self.room.entries() {
            let is_new = standing.epoch > self.heard.0;
            self.heard = said;
            self.room.show(self.rooms.clock().now(), &standing.glimpse);
            if is_new {
                // A new owner knows of nobody here.
                self.present = Instant::now();
            }
        }
    }

    /// Folds all that is written as far as the owner says.
    async fn catch_up(&mut self, standing: Box<Standing>) -> Result<(), Failure> {
        for _ in 0..CATCHES_UP {
            if self.room.entries() >= standing.head {
                self.show(&standing);
                self.tell_company();
                return Ok(());
            }
            match timeout(HEARD_WITHIN, self.news.next()).await {
                Ok(Some(news)) => self.hear_news(&news.payload).await,
                Ok(None) | Err(_) => self.read_journal().await?,
            }
        }
        Err(Failure::Unreachable)
    }

    /// The owner tells what it has written.
    async fn hear_news(&mut self, payload: &[u8]) {
        let Ok(news) = serde_json::from_slice::<News>(payload) else { return };
        if news.standing.epoch >= self.heard.0 {
            self.owner = NodeId(news.node);
        }
        let first = news.standing.head + 1 - news.lines.len() as u64;
        if first > self.room.entries() + 1 {
            // Something is missing: it is read, and with it all of this.
            if self.read_journal().await.is_err() {
                self.over = true;
            }
        } else if news.standing.head > self.room.entries() || news.lines.is_empty() {
            let known = (self.room.entries() + 1 - first) as usize;
            if !self.fold(&news.lines[known.min(news.lines.len())..]) {
                self.over = true;
                return;
            }
            self.show(&news.standing);
            let tell: Vec<Tell> = news.tell.iter().filter_map(|told| told.tell()).collect();
            self.tell(&tell);
        }
        self.show(&news.standing);
        self.tell_company();
    }

    /// Folds lines; says whether they hold.
    fn fold(&mut self, lines: &[String]) -> bool {
        for line in lines {
            let taken = line.parse::<Entry>().map_err(|wrong| wrong.to_string());
            if let Err(why) = taken.and_then(|entry| self.room.take(&entry)) {
                let code = &self.room.header().code;
                tracing::error!(why, code, "a line that was heard does not hold");
                return false;
            }
        }
        if !lines.is_empty() {
            keep_summary(&self.summary, &self.room);
        }
        true
    }

    fn tell(&mut self, tell: &[Tell]) {
        self.listeners.tell(&self.room, tell, self.rooms.clock().now());
    }

    /// Reads what is written and was not heard; those who listen are told everything anew.
    async fn read_journal(&mut self) -> Result<(), Failure> {
        let code = self.room.header().code.clone();
        let progress = self.room.progress();
        let (_, mut room) = self.rooms.fold(&code).await.map_err(|_| Failure::Unreachable)?;
        if room.entries() <= self.room.entries() {
            return Ok(());
        }
        let now = self.rooms.clock().now();
        room.show(now, &self.room.glimpse(now));
        self.room = room;
        keep_summary(&self.summary, &self.room);
        metrics::counter!("gruntle_cluster_gaps_total").increment(1);
        self.tell(&[Tell::Afresh]);
        if progress != self.room.progress() {
            self.tell(&[Tell::Reload]);
        }
        Ok(())
    }

    /// Those who listen are told who is there, if that has changed.
    fn tell_company(&mut self) {
        let now = self.rooms.clock().now();
        let company = Company::of(&self.room, now);
        if company != self.company {
            self.company = company;
            self.listeners.tell_company(&self.room, now);
        }
    }
}

/// Whoever waits asks again.
fn refuse(message: Message) {
    let lost = Problem::lost;
    match message {
        Message::Look(_, reply) => drop(reply.send(Err(lost()))),
        Message::Listen(_, _, reply) => drop(reply.send(Err(lost()))),
        Message::Command(_, _, reply) => drop(reply.send(Err(lost()))),
        Message::Coach(_, reply) => drop(reply.send(Err(lost()))),
        Message::Asked(_, _, reply) => drop(reply.send(Reply::NotMine)),
        Message::Owned(..) | Message::Lost(_) => {}
    }
}
