//! The follower of a room that another node owns: it draws for the listeners here, and forwards requests to the owner.
//! [`cluster::Following`] applies the owner's news.

mod around;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use cluster::{Failure, Millis, NodeId};
use nats::Subscription;
use room::{Command, Outcome, Requester, Room, Summary};
use table::Element as _;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use super::Rooms;
use super::company::Company;
use super::finished::hidden_deal;
use super::handle::{Coaching, Handle, Message, Told};
use super::listeners::{Listeners, Stream};
use super::look::{self, Shown, Visit};
use crate::cluster::wire::{Asking, Reply};
use crate::cluster::{Cluster, Followed, Places};
use crate::pool::Desk;
use crate::problem::Problem;
use crate::task::spawn;
use crate::telemetry::FOLLOWED_MATCHES;

/// Idle time after which a room without listeners and requests is not followed any more.
const IDLE: Duration = Duration::from_secs(60);
/// Interval of heartbeats to listeners.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// Interval of presence reports to the owner.
const LOOKS: Duration = Duration::from_secs(3);
/// Time-out of the last report to the owner, that there are no listeners here any more.
const GOODBYE: Duration = Duration::from_millis(1_500);

/// A visitor's error.
fn problem(failure: Failure) -> Problem {
    match failure {
        // The caller retries it here.
        Failure::Ours => Problem::lost(),
        Failure::Unreachable => Problem::unreachable(),
        Failure::Unsure => Problem::unsure(),
    }
}

/// A followed room.
pub(super) struct Follower {
    rooms: Rooms,
    room: Room,
    id: i64,
    cluster: Cluster,
    owner: NodeId,
    news: Subscription,
    followed: Followed,
    inbox: mpsc::Receiver<Box<Told>>,
    desk: Desk,
    listeners: Listeners,
    summary: Arc<Mutex<Summary>>,
    company: Company,
    heartbeat: Instant,
    /// When presence is next reported, and the last report, if the owner surely has it.
    looks: Instant,
    told: Option<Places>,
    idle: Instant,
    /// When this began: `Millis` count from then on.
    begun: Instant,
    over: bool,
    _gone: watch::Sender<()>,
}

impl Follower {
    pub(super) fn new(
        rooms: Rooms,
        (id, room): (i64, Room),
        cluster: Cluster,
        owner: NodeId,
        (news, followed): (Subscription, Followed),
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
            followed,
            inbox: end.inbox,
            desk,
            listeners: Listeners::default(),
            summary: end.summary,
            company: Company::default(),
            heartbeat: now + HEARTBEAT,
            looks: now + LOOKS,
            told: Some(Places::default()),
            idle: now + IDLE,
            begun: now,
            over: false,
            _gone: end.gone,
        });
        (follower, handle)
    }

    /// Follows until the room is idle here, or this node owns it.
    pub(super) async fn run(mut self: Box<Self>) {
        FOLLOWED_MATCHES.add(1);
        while !self.over {
            let moment = self.looks.min(self.heartbeat);
            let gone = self.listeners.gone();
            tokio::select! {
                biased;
                news = self.news.next() => match news {
                    Some(news) => Box::pin(self.hear_news(&news.payload)).await,
                    None => break,
                },
                message = self.inbox.recv() => match message {
                    Some(told) => Box::pin(self.hear(*told)).await,
                    None => break,
                },
                () = gone.notified() => self.looks = Instant::now(),
                () = self.followed.behind() => Box::pin(self.ask_owner()).await,
                () = tokio::time::sleep_until(moment) => Box::pin(self.time_has_come()).await,
            }
            if self.listeners.is_empty() && Instant::now() >= self.idle {
                self.over = true;
            }
        }
        self.listeners.clear();
        self.inbox.close();
        while let Ok(told) = self.inbox.try_recv() {
            // The caller asks again.
            told.message.refuse(&Problem::lost(), || Reply::NotMine);
        }
        if self.cluster.fence(self.id).is_none() {
            // Tells the owner that there are no listeners here.
            let (cluster, owner, id) = (self.cluster.clone(), self.owner, self.id);
            spawn(async move {
                let nobody = Asking::Here(Places::default());
                let _ = cluster.ask((owner, id), nobody, None, GOODBYE).await;
            });
        }
        FOLLOWED_MATCHES.take(1);
    }

    async fn time_has_come(&mut self) {
        let now = Instant::now();
        if now >= self.heartbeat {
            self.heartbeat = now + HEARTBEAT;
            self.listeners.beat();
        }
        if now >= self.looks {
            self.looks = now + LOOKS;
            drop(self.listeners.let_go());
            let places = self.places();
            self.followed.count(places);
            if self.told != Some(places) {
                let _ = self.tell_presence(places, self.moment(now)).await;
            }
            self.tell_company();
            // No news come any more: the listeners reconnect through another node.
            self.over |= self.cluster.is_cut_off();
        }
    }

    async fn hear(&mut self, Told { asked, message }: Told) {
        self.idle = Instant::now() + IDLE;
        // The time spent in the queue counts as waiting, too.
        let asked = self.moment(asked);
        match message {
            Message::Look(visit, reply) => drop(reply.send(self.look(&visit, asked).await)),
            Message::Listen(visit, since, reply) => drop(reply.send(self.listen(visit, since, asked).await)),
            Message::Command(from, command, reply) => {
                drop(reply.send(self.command(from, &command, asked).await));
            }
            Message::Coach(from, reply) => drop(reply.send(self.coach(from, asked).await)),
            Message::Asked(_, reply) => drop(reply.send(Reply::NotMine)),
            Message::Owned(..) => self.over = true,
            Message::Lost(_) => {}
        }
    }

    /// The time since this began.
    fn moment(&self, at: Instant) -> Millis {
        Millis(at.saturating_duration_since(self.begun).as_millis() as u64)
    }

    /// Asks the owner something that may be asked again.
    async fn bring(&mut self, asking: Asking, asked: Millis) -> Result<Outcome, Problem> {
        cluster::bring(self, asking, asked).await.map_err(problem)?
    }

    /// Has the owner carry something out, once.
    async fn command(
        &mut self,
        from: Requester,
        command: &Command,
        asked: Millis,
    ) -> Result<Outcome, Problem> {
        let (asking, looking) = (Asking::Command(from.into(), command.into()), Asking::Looked(from.into()));
        cluster::carry_out_there(self, asking, looking, asked).await.map_err(problem)?
    }

    async fn look(&mut self, visit: &Visit, asked: Millis) -> Result<Shown, Problem> {
        // The last line also decides whether they may see it.
        self.bring(Asking::Looked(visit.from.into()), asked).await?;
        if !self.room.is_shown_to(visit.from.key) {
            return if self.room.is_playing() { Err(hidden_deal()) } else { Ok(Shown::Over) };
        }
        look::look(&self.room, visit, self.rooms.clock().now())
    }

    async fn listen(&mut self, visit: Visit, since: Option<u64>, asked: Millis) -> Result<Stream, Problem> {
        drop(self.listeners.let_go());
        self.bring(Asking::Looked(visit.from.into()), asked).await?;
        look::is_open(&self.room)?;
        if !self.room.is_shown_to(visit.from.key) {
            return Err(hidden_deal());
        }
        let mut places = self.places();
        places[self.room.place(visit.from).index()] += 1;
        self.tell_presence(places, asked).await?;
        let now = self.rooms.clock().now();
        Ok(self.listeners.add(&self.room, visit, since, now))
    }

    async fn coach(&mut self, from: Requester, asked: Millis) -> Result<Coaching, Problem> {
        self.command(from, &Command::Coach, asked).await?;
        // The same view gives the same advice on every node.
        let job = self.room.coaching(from).map_err(Problem::from)?;
        Ok((self.room.version(), self.desk.advise(job)))
    }

    /// How many listen here from each place.
    fn places(&self) -> Places {
        let mut places = Places::default();
        self.listeners.places().for_each(|viewer| places[viewer.index()] += 1);
        places
    }

    /// Reports the listeners here to the owner, which answers with the state of the room.
    async fn tell_presence(&mut self, places: Places, asked: Millis) -> Result<Outcome, Problem> {
        // The owner may have it, though no answer comes.
        self.told = None;
        let told = self.bring(Asking::Here(places), asked).await;
        if told.is_ok() {
            self.told = Some(places);
            self.followed.count(places);
        }
        told
    }

    /// Something is lacking here, or the owner is unknown. Without listeners the next look asks for it.
    async fn ask_owner(&mut self) {
        let places = self.places();
        if places != Places::default() || self.told != Some(places) {
            let _ = self.tell_presence(places, self.moment(Instant::now())).await;
        }
    }

    /// Sends listeners the presence of others, if that has changed.
    fn tell_company(&mut self) {
        let now = self.rooms.clock().now();
        let company = Company::of(&self.room, now);
        if company != self.company {
            self.company = company;
            self.listeners.tell_company(&self.room, now);
        }
    }
}
