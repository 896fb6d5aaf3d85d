//! Positions of a node in the rooms it follows, and the followers of the rooms it runs.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use cluster::{Attendance, Mark, Marks, Millis, NodeId, RoomId};

/// How far a node is with a room, and how many watch there.
pub type RoomMark = Rc<RefCell<Mark<u32>>>;
/// Who follows a room.
pub type Followers = Rc<RefCell<Attendance<u32>>>;

/// All of a node. Copies are the same.
#[derive(Clone, Default)]
pub struct NodeMarks(Rc<Inner>);

#[derive(Default)]
struct Inner {
    now: Cell<Millis>,
    followed: RefCell<BTreeMap<RoomId, RoomMark>>,
    run: RefCell<BTreeMap<RoomId, Followers>>,
    ticks: Cell<u64>,
}

impl NodeMarks {
    pub fn set(&self, now: Millis) {
        self.0.now.set(now);
    }

    /// A number that grows with everything the node says of its rooms.
    pub fn tick(&self) -> u64 {
        self.0.ticks.set(self.0.ticks.get() + 1);
        self.0.ticks.get()
    }

    pub fn follow(&self, room: RoomId) -> RoomMark {
        let mark = RoomMark::default();
        self.0.followed.borrow_mut().insert(room, mark.clone());
        mark
    }

    pub fn unfollow(&self, room: RoomId) {
        self.0.followed.borrow_mut().remove(&room);
    }

    pub fn run(&self, room: RoomId, epoch: cluster::Epoch) -> Followers {
        let followers = Rc::new(RefCell::new(Attendance::new(epoch)));
        self.0.run.borrow_mut().insert(room, followers.clone());
        followers
    }

    pub fn end(&self, room: RoomId) {
        self.0.run.borrow_mut().remove(&room);
    }
}

impl Marks for NodeMarks {
    type Mark = Mark<u32>;

    fn mark(&self, room: RoomId) -> Option<Mark<u32>> {
        let mark = self.0.followed.borrow().get(&room).map(|mark| *mark.borrow());
        mark.filter(|mark| mark.places > 0)
    }

    fn hear_mark(&self, room: RoomId, node: NodeId, mark: &Mark<u32>) -> bool {
        let followers = self.0.run.borrow().get(&room).cloned();
        followers.is_none_or(|followers| followers.borrow_mut().hear_mark(self.0.now.get(), node, mark))
    }
}
