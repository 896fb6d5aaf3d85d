//! The loop around a room that another node has: it folds the lines that the owner writes, draws for those who listen here, and
//! brings whatever is asked to the owner. Nothing is shown before it is written, and nothing is shown that is older than what
//! whoever asks has been told: the owner says how many lines there are, and they are all folded first.

mod asks;
mod news;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::Subscriber;
use cluster::NodeId;
use futures_util::StreamExt as _;
use room::{Command, Requester, Room, Summary};
use table::MOST_SEATS;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use super::Rooms;
use super::company::Company;
use super::finished::hidden_deal;
use super::handle::{Coaching, Handle, Message};
use super::lease::place;
use super::listeners::{Listeners, Stream};
use super::look::{self, Shown, Visit};
use crate::cluster::Cluster;
use crate::cluster::wire::{Asking, Places, Reply};
use crate::pool::Desk;
use crate::problem::Problem;

/// How long a room that nobody listens to or asks for is followed.
const IDLE: Duration = Duration::from_secs(60);
/// How often listeners hear that we are still there.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// How long nothing is heard of the owner before it hears who listens here, and says how many lines there are.
const PRESENT: Duration = Duration::from_secs(3);
/// How often it hears that however much it says, lest it take this node for gone.
const PRESENT_ANYWAY: Duration = Duration::from_secs(9);
/// How long the owner may take to answer before it is looked for anew.
const OWNER_WITHIN: Duration = Duration::from_millis(1_500);

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
    /// When the owner is to hear who listens here, and when it last was to.
    present: Instant,
    told: Instant,
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
            told: now,
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
            (self.told, self.present) = (now, now + PRESENT);
            drop(self.listeners.let_go());
            if !self.listeners.is_empty() {
                self.tell_presence().await;
            }
            self.tell_company();
            // Nothing is heard here: whoever listens comes back through another node.
            self.over |= self.cluster.is_cut_off();
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
        places[place(self.room.place(visit.from))] += 1;
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
        self.listeners.places().for_each(|viewer| places[place(viewer)] += 1);
        places
    }

    /// The owner hears who listens here.
    async fn tell_presence(&mut self) {
        let places = self.places();
        let _ = self.bring(Asking::Here(places)).await;
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
