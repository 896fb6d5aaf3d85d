//! A room on a node: it finds out whose it is, and is run or followed, by the code that servers run.

use std::collections::BTreeMap;

use cluster::{
    Damaged, Epoch, Failure, Following, Heard, Millis, NodeId, Owner, Rest, RoomId, Running, Session,
    Standing, Unanswered,
};

use crate::desk::{Answer, Asking, Coming, Desk, Done, News, Reply, ToRoom, ViewerId, Visit, Why, Wish};
use crate::marks::{Followers, NodeMarks, RoomMark};
use crate::tables::{Act, Line, Played, REAL, Told};

/// Time-out of a search for the owner of a room that is being loaded.
const OWNED_WITHIN: u64 = 5_000;
/// Interval of presence reports.
const LOOKS: u64 = 3_000;

/// Watchers of a room through a node, each with the number of lines it has seen.
#[derive(Default)]
struct Viewers(BTreeMap<ViewerId, u64>);

impl Viewers {
    /// They are no longer shown anything here.
    fn close(self, desk: &Desk) {
        self.0.into_keys().for_each(|viewer| desk.wish(Wish::Closed(viewer)));
    }

    /// Shows them what they have not seen.
    fn show(&mut self, desk: &Desk, lines: &[Line]) {
        for (viewer, seen) in &mut self.0 {
            if let Some(new) = lines.get(*seen as usize..).filter(|new| !new.is_empty()) {
                desk.wish(Wish::Tell { viewer: *viewer, first: *seen, lines: new.to_vec() });
                *seen = lines.len() as u64;
            }
        }
    }
}

/// Where a room is.
#[derive(Clone)]
pub struct Place {
    pub room: RoomId,
    pub node: NodeId,
    pub marks: NodeMarks,
    /// Idle time of a room.
    pub idle: u64,
}

/// A room on a node, from when somebody asks for it until it is needed there no longer.
pub async fn live(place: Place, desk: Desk, session: impl Fn() -> Option<Session>) {
    let end = match desk.find(OWNED_WITHIN).await {
        Some(Owner::Here(epoch)) => match (session(), desk.journal().await) {
            (Some(session), Some(lines)) => run(&place, &desk, (session, epoch), lines).await,
            (_, None) | (None, _) => Why::Unreachable,
        },
        Some(Owner::There(owner)) => {
            // Subscribes before it reads, so that no line is missed.
            desk.wish(Wish::Follow);
            let why = match desk.journal().await {
                Some(lines) => follow(&place, &desk, owner, lines).await,
                None => Why::Unreachable,
            };
            place.marks.unfollow(place.room);
            desk.wish(Wish::Unfollow);
            why
        }
        None => Why::Unreachable,
    };
    while let Some(message) = desk.rest() {
        match message {
            ToRoom::Visit(visit, ..) => desk.wish(Wish::Answer(visit, Err(end))),
            ToRoom::Asked(to, ..) => desk.wish(Wish::Reply(to, Reply::NotMine)),
            ToRoom::Owned(_) | ToRoom::Lost(_) | ToRoom::Gone(_) => {}
        }
    }
}

/// A room that is run here.
struct Runs {
    place: Place,
    desk: Desk,
    fence: (Session, Epoch),
    played: Played,
    /// All lines, with those that are being written.
    lines: Vec<Line>,
    viewers: Viewers,
    followers: Followers,
    failed: Option<Why>,
}

/// The effects of an input.
struct Change {
    lines: Vec<Line>,
    told: Told,
}

async fn run(place: &Place, desk: &Desk, fence: (Session, Epoch), lines: Vec<Line>) -> Why {
    let mut room = Runs {
        place: place.clone(),
        desk: desk.clone(),
        fence,
        played: Played::after(place.room, &lines),
        lines,
        viewers: Viewers::default(),
        followers: place.marks.run(place.room, fence.1),
        failed: None,
    };
    // Followers hear whom to report to.
    room.publish(Vec::new());
    let mut asked = desk.now();
    let mut alarm = desk.alarm(place.idle.min(20_000));
    while room.failed.is_none() {
        match desk.next(alarm).await {
            Coming::Told(message) => {
                asked = desk.now();
                room.hear(message).await;
            }
            Coming::News(_) | Coming::Behind => {}
            Coming::Time => {
                let is_watched =
                    !room.viewers.0.is_empty() || room.followers.borrow().places().any(|places| *places > 0);
                if !is_watched && asked.until(desk.now()) >= place.idle {
                    desk.wish(Wish::LetGo(fence.1, Rest::Asleep));
                    break;
                }
                room.followers.borrow_mut().let_go(desk.now());
                alarm = desk.alarm(place.idle.min(20_000));
            }
        }
    }
    place.marks.end(place.room);
    if room.failed.is_some() {
        desk.wish(Wish::LetGo(fence.1, Rest::Awake));
    }
    room.viewers.close(desk);
    Why::Lost
}

impl Runs {
    fn standing(&self) -> Standing<()> {
        let said = Heard { epoch: self.fence.1, tick: self.place.marks.tick() };
        Standing { said, head: self.lines.len() as u64, glimpse: () }
    }

    /// Tells other nodes what was written.
    fn publish(&mut self, lines: Vec<Line>) {
        let standing = self.standing();
        self.followers.borrow_mut().tell(standing.said.tick);
        self.desk.wish(Wish::Publish(News { owner: self.place.node, standing, lines, tell: Vec::new() }));
    }

    async fn hear(&mut self, message: ToRoom) {
        let _ = cluster::confirm(self).await;
        match message {
            ToRoom::Visit(visit, wants, _) => {
                let done = self.visit(wants).await;
                self.desk.wish(Wish::Answer(visit, done));
            }
            // A late request may have been done in another epoch.
            ToRoom::Asked(to, _, (_, Some(epoch))) if epoch != self.fence.1 => {
                self.desk.wish(Wish::Reply(to, Reply::NotMine));
            }
            ToRoom::Asked(to, node, (asking, _)) => {
                let done = match asking {
                    Asking::Looked => cluster::take(self, None).await,
                    Asking::Here(places) => {
                        self.followers.borrow_mut().listen(self.desk.now(), node, places);
                        Ok(Told::Landed)
                    }
                    Asking::Act(act) => cluster::take(self, Some(act)).await,
                };
                let reply = cluster::reply(self, done);
                self.desk.wish(Wish::Reply(to, reply));
            }
            ToRoom::Owned(epoch) => drop(cluster::is_run_in(self, epoch)),
            ToRoom::Lost(epoch) => cluster::lose(self, epoch),
            ToRoom::Gone(viewer) => drop(self.viewers.0.remove(&viewer)),
        }
    }

    async fn visit(&mut self, wants: Visit) -> Result<Done, Why> {
        let act = if let Visit::Act(act) = wants { Some(act) } else { None };
        let told = cluster::take(self, act).await?;
        match wants {
            Visit::Act(_) => Ok(Done::Acted(told)),
            Visit::Watch(viewer, seen) => {
                self.viewers.0.insert(viewer, seen);
                self.viewers.show(&self.desk, &self.lines);
                Ok(Done::Seen(self.lines.len() as u64))
            }
            Visit::Look => Ok(Done::Seen(self.lines.len() as u64)),
        }
    }
}

impl Running for Runs {
    /// An act, or that somebody looks.
    type Input = Option<Act>;
    type Change = Change;
    type Outcome = Told;
    type Problem = Why;
    type Glimpse = ();

    fn epoch(&self) -> Option<Epoch> {
        Some(self.fence.1)
    }

    fn failed(&self) -> Option<&Why> {
        self.failed.as_ref()
    }

    fn fail(&mut self, why: Why) {
        self.failed.get_or_insert(why);
    }

    fn lost(&self) -> Why {
        Why::Lost
    }

    fn is_lost(problem: &Why) -> bool {
        *problem == Why::Lost
    }

    fn standing(&self) -> Option<Standing<()>> {
        Some(Runs::standing(self))
    }

    fn apply(&mut self, act: Option<Act>) -> Result<Change, Why> {
        let (lines, told) = match act {
            Some(act) => self.played.apply(self.desk.now(), act),
            None => (Vec::new(), Told::Landed),
        };
        self.lines.extend_from_slice(&lines);
        Ok(Change { lines, told })
    }

    fn is_silent(change: &Change) -> bool {
        change.lines.is_empty()
    }

    async fn write(&mut self, change: &Change) -> Result<(), Why> {
        let first = (self.lines.len() - change.lines.len()) as u64;
        self.desk.write(self.fence, first, change.lines.clone()).await
    }

    fn tell(&mut self, change: Change) -> Told {
        self.viewers.show(&self.desk, &self.lines);
        if !change.lines.is_empty() {
            self.publish(change.lines);
        }
        change.told
    }

    async fn holds(&self) -> bool {
        self.desk.holds(self.fence.1).await
    }
}

/// A followed room.
struct Follows {
    place: Place,
    desk: Desk,
    owner: NodeId,
    played: Played,
    lines: Vec<Line>,
    viewers: Viewers,
    mark: RoomMark,
    /// How many watch here, as the owner knows it, if it is known what it knows.
    told: Option<u32>,
    is_over: bool,
}

async fn follow(place: &Place, desk: &Desk, owner: NodeId, lines: Vec<Line>) -> Why {
    let mut room = Follows {
        place: place.clone(),
        desk: desk.clone(),
        owner,
        played: Played::after(place.room, &lines),
        lines,
        viewers: Viewers::default(),
        mark: place.marks.follow(place.room),
        told: Some(0),
        is_over: false,
    };
    let mut asked = desk.now();
    let mut alarm = desk.alarm(LOOKS);
    while !room.is_over {
        match desk.next(alarm).await {
            Coming::News(news) => cluster::hear(&mut room, news).await,
            Coming::Told(message) => {
                asked = desk.now();
                room.hear(message).await;
            }
            Coming::Behind => {
                let places = room.viewers.0.len() as u32;
                if places > 0 || room.told != Some(places) {
                    let _ = room.tell_presence(places, desk.now()).await;
                }
            }
            Coming::Time => {
                let places = room.viewers.0.len() as u32;
                room.mark.borrow_mut().places = places;
                if room.told != Some(places) {
                    let _ = room.tell_presence(places, desk.now()).await;
                }
                room.is_over |= desk.is_cut_off();
                room.is_over |= places == 0 && asked.until(desk.now()) >= place.idle;
                alarm = desk.alarm(LOOKS);
            }
        }
    }
    room.viewers.close(desk);
    Why::Lost
}

fn why(failure: Failure) -> Why {
    match failure {
        Failure::Ours => Why::Lost,
        Failure::Unreachable => Why::Unreachable,
        Failure::Unsure => Why::Unsure,
    }
}

impl Follows {
    async fn bring(&mut self, asking: Asking, asked: Millis) -> Answer {
        cluster::bring(self, asking, asked).await.map_err(why)?
    }

    async fn tell_presence(&mut self, places: u32, asked: Millis) -> Answer {
        self.told = None;
        let told = self.bring(Asking::Here(places), asked).await;
        if told.is_ok() {
            self.told = Some(places);
            self.mark.borrow_mut().places = places;
        }
        told
    }

    async fn hear(&mut self, message: ToRoom) {
        match message {
            ToRoom::Visit(visit, wants, asked) => {
                let done = self.visit(wants, asked).await;
                self.desk.wish(Wish::Answer(visit, done));
            }
            ToRoom::Asked(to, ..) => self.desk.wish(Wish::Reply(to, Reply::NotMine)),
            ToRoom::Owned(_) => self.is_over = true,
            ToRoom::Lost(_) => {}
            ToRoom::Gone(viewer) => drop(self.viewers.0.remove(&viewer)),
        }
    }

    async fn visit(&mut self, wants: Visit, asked: Millis) -> Result<Done, Why> {
        if let Visit::Act(act) = wants {
            let done = cluster::carry_out_there(self, Asking::Act(act), Asking::Looked, asked).await;
            return done.map_err(why)?.map(Done::Acted);
        }
        self.bring(Asking::Looked, asked).await?;
        if let Visit::Watch(viewer, seen) = wants {
            self.tell_presence(self.viewers.0.len() as u32 + 1, asked).await?;
            self.viewers.0.insert(viewer, seen);
            self.viewers.show(&self.desk, &self.lines);
        }
        Ok(Done::Seen(self.lines.len() as u64))
    }
}

impl Following for Follows {
    type Line = Line;
    type Glimpse = ();
    type Tell = ();
    type Asking = Asking;
    type Answer = Answer;

    fn owner(&mut self) -> &mut NodeId {
        &mut self.owner
    }

    fn heard(&self) -> Heard {
        self.mark.borrow().heard
    }

    fn show(&mut self, said: Heard, (): &()) -> bool {
        if said.epoch > self.heard().epoch {
            // A new owner does not know the watchers here; the next report tells it.
            self.told = Some(0);
        }
        self.mark.borrow_mut().heard = said;
        false
    }

    fn tell_glimpse(&mut self) {}

    fn lines(&self) -> u64 {
        self.lines.len() as u64
    }

    fn fold(&mut self, lines: &[Line]) -> Result<(), Damaged> {
        lines.iter().for_each(|line| self.played.fold(line));
        self.lines.extend_from_slice(lines);
        Ok(())
    }

    fn tell(&mut self, _: &[()]) {}

    fn settle(&mut self) {
        self.viewers.show(&self.desk, &self.lines);
        if self.place.room.0 >= REAL {
            self.desk.wish(Wish::Folded(self.lines.len() as u64, self.played.digest()));
        }
    }

    fn end(&mut self) {
        self.is_over = true;
    }

    fn now(&self) -> Millis {
        self.desk.now()
    }

    async fn pause(&mut self, length: u64) {
        self.desk.pause(length).await;
    }

    async fn next_news(&mut self, within: u64) -> Option<News> {
        self.desk.next_news(within).await
    }

    async fn read_journal(&mut self, _: u64) -> Option<()> {
        let lines = self.desk.journal().await?;
        if lines.len() > self.lines.len() {
            self.played = Played::after(self.place.room, &lines);
            self.lines = lines;
            self.settle();
        }
        Some(())
    }

    async fn written(&mut self, _: u64) -> Option<u64> {
        self.desk.journal().await.map(|lines| lines.len() as u64)
    }

    async fn find_owner(&mut self, within: u64) -> Option<Owner> {
        self.desk.find(within).await
    }

    async fn ask(
        &mut self,
        asking: Asking,
        only_in: Option<Epoch>,
        within: u64,
    ) -> Result<Reply, Unanswered> {
        self.desk.ask(self.owner, (asking, only_in), within).await
    }
}
