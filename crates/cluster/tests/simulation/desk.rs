//! Between a room and the world: what the room wishes, and what comes of that. A room waits for nothing else, so it can
//! be run by asking it again whenever something has come.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use cluster::{Epoch, LOOKS, Millis, NodeId, Owner, Rest, Unanswered};

use crate::database::Fence;
use crate::tables::{Act, Line, Told};

/// Why something was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The room is somebody else's: nothing was done.
    Lost,
    /// The owner cannot be reached: nothing was done.
    Unreachable,
    /// It may have been done.
    Unsure,
}

/// A request of another node to the owner of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    Looked,
    /// So many watch there.
    Here(u32),
    Act(Act),
}

/// A request, and the only epoch in which it may be done, if there is one.
pub type Question = (Asking, Option<Epoch>);
pub type Answer = Result<Told, Why>;
pub type Reply = cluster::Reply<(), Answer>;
pub type News = cluster::News<Line, (), ()>;

/// Somebody who watches, under a name of their own each time they come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ViewerId(pub u64);

/// A visitor's request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit {
    Act(Act),
    /// To see all lines from this one on.
    Watch(ViewerId, u64),
    Look,
}

/// Its outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    Acted(Told),
    /// So many lines are there.
    Seen(u64),
}

/// Where the answer to a question goes: to which node, in which of its lives, and to what there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReplyTo {
    pub node: usize,
    pub life: u32,
    pub slot: SlotId,
}

/// Where what a room waits for comes in: which task, and which of what it waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SlotId {
    pub room: cluster::RoomId,
    pub task: u64,
    pub number: u64,
}

/// A message to a room.
pub enum ToRoom {
    /// A visitor, whose request came at this moment.
    Visit(u64, Visit, Millis),
    Asked(ReplyTo, NodeId, Question),
    Owned(Epoch),
    Lost(Epoch),
    Gone(ViewerId),
}

/// The result of a wish.
#[derive(Debug, Clone)]
pub enum Value {
    Owner(Option<Owner>),
    Journal(Option<Vec<Line>>),
    Written(Answer),
    Reply(Result<Reply, Unanswered>),
    Holds(bool),
    Time,
}

/// A pending request of a room to its surroundings.
#[derive(Debug)]
pub enum Wish {
    /// To know whose it is, if that is found out in time.
    Find(u64, u64),
    Journal(u64),
    Write {
        number: u64,
        fence: Fence,
        first: u64,
        lines: Vec<Line>,
    },
    /// To hear of what its owner writes, or not any more.
    Follow,
    Unfollow,
    Ask {
        number: u64,
        to: NodeId,
        question: Question,
        within: u64,
    },
    /// That so much time passes.
    Time(u64, u64),
    /// To know whether it is still ours in this epoch, for certain.
    Holds(u64, Epoch),
    Publish(News),
    Reply(ReplyTo, Reply),
    Answer(u64, Result<Done, Why>),
    Tell {
        viewer: ViewerId,
        first: u64,
        lines: Vec<Line>,
    },
    /// That somebody who watches here comes back.
    Closed(ViewerId),
    /// That others hear what came of so many lines.
    Folded(u64, (u64, u64)),
    /// That it is let go, as it was run in this epoch.
    LetGo(Epoch, Rest),
}

#[derive(Default)]
struct Inner {
    now: Millis,
    inbox: VecDeque<ToRoom>,
    news: VecDeque<News>,
    is_behind: bool,
    is_cut_off: bool,
    awaited: BTreeSet<u64>,
    filled: BTreeMap<u64, Value>,
    next: u64,
    wishes: Vec<Wish>,
}

/// The desk of a room. Copies are the same.
#[derive(Clone, Default)]
pub struct Desk(Rc<RefCell<Inner>>);

/// An arrival while a room waits for anything.
pub enum Coming {
    News(News),
    Told(ToRoom),
    Behind,
    Time,
}

/// The side of the world.
impl Desk {
    /// Sets the room's clock, and whether its node is cut off from messages.
    pub fn set(&self, now: Millis, is_cut_off: bool) {
        let mut inner = self.0.borrow_mut();
        (inner.now, inner.is_cut_off) = (now, is_cut_off);
    }

    pub fn put(&self, message: ToRoom) {
        self.0.borrow_mut().inbox.push_back(message);
    }

    pub fn put_news(&self, news: News) {
        self.0.borrow_mut().news.push_back(news);
    }

    pub fn wake(&self) {
        self.0.borrow_mut().is_behind = true;
    }

    /// Fulfils a wish, once.
    pub fn fill(&self, number: u64, value: Value) {
        let mut inner = self.0.borrow_mut();
        if inner.awaited.remove(&number) {
            inner.filled.insert(number, value);
        }
    }

    pub fn wishes(&self) -> Vec<Wish> {
        std::mem::take(&mut self.0.borrow_mut().wishes)
    }

    /// Its next unread message.
    pub fn rest(&self) -> Option<ToRoom> {
        self.0.borrow_mut().inbox.pop_front()
    }
}

/// The side of the room.
impl Desk {
    pub fn now(&self) -> Millis {
        self.0.borrow().now
    }

    pub fn is_cut_off(&self) -> bool {
        self.0.borrow().is_cut_off
    }

    pub fn wish(&self, wish: Wish) {
        self.0.borrow_mut().wishes.push(wish);
    }

    /// Wishes for something; it comes in under this number.
    fn order(&self, wish: impl FnOnce(u64) -> Wish) -> u64 {
        let mut inner = self.0.borrow_mut();
        let number = inner.next;
        inner.next += 1;
        inner.awaited.insert(number);
        inner.wishes.push(wish(number));
        number
    }

    async fn get(&self, wish: impl FnOnce(u64) -> Wish) -> Value {
        let number = self.order(wish);
        poll_fn(|_| match self.0.borrow_mut().filled.remove(&number) {
            Some(value) => Poll::Ready(value),
            None => Poll::Pending,
        })
        .await
    }

    pub async fn find(&self, within: u64) -> Option<Owner> {
        let Value::Owner(owner) = self.get(|number| Wish::Find(number, within)).await else { return None };
        owner
    }

    pub async fn journal(&self) -> Option<Vec<Line>> {
        let Value::Journal(lines) = self.get(Wish::Journal).await else { return None };
        lines
    }

    pub async fn write(&self, fence: Fence, first: u64, lines: Vec<Line>) -> Result<(), Why> {
        let written = self.get(|number| Wish::Write { number, fence, first, lines }).await;
        if let Value::Written(written) = written { written.map(drop) } else { Err(Why::Unsure) }
    }

    /// Asks another node, and waits for no answer of one that has lost the room.
    pub async fn ask(&self, to: NodeId, question: Question, within: u64) -> Result<Reply, Unanswered> {
        let number = self.order(|number| Wish::Ask { number, to, question, within });
        loop {
            let alarm = self.alarm(LOOKS);
            let reply = poll_fn(|_| {
                let mut inner = self.0.borrow_mut();
                match inner.filled.remove(&number) {
                    Some(value) => Poll::Ready(Some(value)),
                    None if Self::rings(&mut inner, alarm) => Poll::Ready(None),
                    None => Poll::Pending,
                }
            })
            .await;
            self.0.borrow_mut().awaited.remove(&alarm);
            match reply {
                Some(Value::Reply(reply)) => return reply,
                Some(_) => return Err(Unanswered::Unsure),
                None => {}
            }
            let is_theirs = |owner| owner == Owner::There(to);
            if !self.find(within).await.is_none_or(is_theirs) {
                self.0.borrow_mut().awaited.remove(&number);
                return Err(Unanswered::Unsure);
            }
        }
    }

    pub async fn holds(&self, epoch: Epoch) -> bool {
        matches!(self.get(|number| Wish::Holds(number, epoch)).await, Value::Holds(true))
    }

    pub async fn pause(&self, length: u64) {
        self.get(|number| Wish::Time(number, length)).await;
    }

    /// A moment that comes later.
    pub fn alarm(&self, after: u64) -> u64 {
        self.order(|number| Wish::Time(number, after))
    }

    fn rings(inner: &mut Inner, alarm: u64) -> bool {
        inner.filled.remove(&alarm).is_some()
    }

    /// The owner's next message, if it comes in time.
    pub async fn next_news(&self, within: u64) -> Option<News> {
        let alarm = self.alarm(within);
        let news = poll_fn(|_| {
            let mut inner = self.0.borrow_mut();
            match inner.news.pop_front() {
                Some(news) => Poll::Ready(Some(news)),
                None if Self::rings(&mut inner, alarm) => Poll::Ready(None),
                None => Poll::Pending,
            }
        })
        .await;
        self.0.borrow_mut().awaited.remove(&alarm);
        news
    }

    /// The next arrival: news before all else, and the alarm last.
    pub async fn next(&self, alarm: u64) -> Coming {
        poll_fn(|_| {
            let mut inner = self.0.borrow_mut();
            if let Some(news) = inner.news.pop_front() {
                return Poll::Ready(Coming::News(news));
            }
            if let Some(message) = inner.inbox.pop_front() {
                return Poll::Ready(Coming::Told(message));
            }
            if std::mem::take(&mut inner.is_behind) {
                return Poll::Ready(Coming::Behind);
            }
            if Self::rings(&mut inner, alarm) { Poll::Ready(Coming::Time) } else { Poll::Pending }
        })
        .await
    }
}
