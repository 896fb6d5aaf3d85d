//! Heartbeat data: the positions of this node in rooms it follows, and the followers of rooms it runs. Rooms keep it up
//! to date; the loop of the node reads it for each heartbeat, and wakes followers that lack something.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cluster::{Attendance, Epoch, Heard, Marks, Millis, NodeId, RoomId};
use table::{Element as _, Viewer};
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;

use super::question::Question;

/// How many listen from each seat, and beside the table, by the viewer's number.
pub(crate) type Places = [u32; Viewer::COUNT];

/// A follower's position in a room.
pub(crate) type Mark = cluster::Mark<Places>;

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The viewers of these counts, one by one.
fn each(places: Places) -> Vec<Viewer> {
    let many = |(place, count)| std::iter::repeat_n(Viewer::at(place), count as usize);
    places.into_iter().enumerate().flat_map(many).collect()
}

/// A room that is followed here.
#[derive(Default)]
struct FollowedRoom {
    mark: Mutex<Mark>,
    behind: Notify,
}

#[derive(Default)]
struct Entries {
    followed: BTreeMap<i64, Arc<FollowedRoom>>,
    run: BTreeMap<i64, Arc<Mutex<Attendance<Places>>>>,
}

/// Positions and followers of all rooms of this node. Clones share them.
#[derive(Clone)]
pub(crate) struct Roll {
    entries: Arc<Mutex<Entries>>,
    begun: Instant,
}

impl Roll {
    pub(super) fn new() -> Self {
        Self { entries: Arc::default(), begun: Instant::now() }
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        lock(&self.entries)
    }

    fn now(&self) -> Millis {
        Millis(self.begun.elapsed().as_millis() as u64)
    }

    /// Whether this room is followed here.
    #[cfg(all(test, feature = "cluster"))]
    pub(super) fn follows(&self, room: i64) -> bool {
        self.entries().followed.contains_key(&room)
    }

    /// Wakes the follower of this room here: it lacks a line.
    pub(super) fn wake(&self, room: i64) {
        if let Some(place) = self.entries().followed.get(&room) {
            place.behind.notify_one();
        }
    }
}

impl Marks for Roll {
    type Mark = Mark;

    fn mark(&self, room: RoomId) -> Option<Mark> {
        let place = self.entries().followed.get(&(room.0 as i64)).cloned();
        place.map(|place| *lock(&place.mark)).filter(|mark| mark.places != Places::default())
    }

    fn hear_mark(&self, room: RoomId, node: NodeId, mark: &Mark) -> bool {
        let attendance = self.entries().run.get(&(room.0 as i64)).cloned();
        // A room that is yet to be loaded has no followers.
        attendance.is_none_or(|attendance| lock(&attendance).hear_mark(self.now(), node, mark))
    }
}

/// A handle: as long as it lives, the room is followed here.
pub(crate) struct Followed {
    roll: Roll,
    room: i64,
    place: Arc<FollowedRoom>,
    questions: mpsc::UnboundedSender<Question>,
}

impl Followed {
    pub(super) fn new(roll: Roll, room: i64, questions: mpsc::UnboundedSender<Question>) -> Self {
        let place = Arc::<FollowedRoom>::default();
        roll.entries().followed.insert(room, place.clone());
        let _ = questions.send(Question::Follow(room));
        Self { roll, room, place, questions }
    }

    /// The owner's last position.
    pub(crate) fn heard(&self) -> Heard {
        lock(&self.place.mark).heard
    }

    /// Notes the owner's position.
    pub(crate) fn hear(&self, heard: Heard) {
        lock(&self.place.mark).heard = heard;
    }

    /// Reports the number of listeners here.
    pub(crate) fn count(&self, places: Places) {
        lock(&self.place.mark).places = places;
    }

    /// Waits until something is lacking here, by the owner's word, or the owner is unknown.
    pub(crate) async fn behind(&self) {
        self.place.behind.notified().await;
    }
}

impl Drop for Followed {
    fn drop(&mut self) {
        let mut rooms = self.roll.entries();
        if rooms.followed.get(&self.room).is_some_and(|place| Arc::ptr_eq(place, &self.place)) {
            rooms.followed.remove(&self.room);
            let _ = self.questions.send(Question::Unfollow(self.room));
        }
    }
}

/// Followers of a room that is run here.
pub(crate) struct Listening {
    roll: Roll,
    room: i64,
    attendance: Arc<Mutex<Attendance<Places>>>,
}

impl Listening {
    pub(super) fn new(roll: Roll, room: i64, epoch: i64) -> Self {
        let attendance = Arc::new(Mutex::new(Attendance::new(Epoch(epoch as u64))));
        roll.entries().run.insert(room, attendance.clone());
        Self { roll, room, attendance }
    }

    /// Notes the number of a published message.
    pub(crate) fn tell(&self, told: u64) {
        lock(&self.attendance).tell(told);
    }

    /// Whether anybody listens through another node.
    pub(crate) fn is_watched(&self) -> bool {
        lock(&self.attendance).places().any(|places| places.iter().any(|count| *count > 0))
    }

    /// So many listen through that node from now on; gives the viewers who have gone and come.
    pub(crate) fn listen(&self, node: u32, places: Places) -> (Vec<Viewer>, Vec<Viewer>) {
        let before = lock(&self.attendance).listen(self.roll.now(), NodeId(node), places);
        let (mut gone, mut come) = (Places::default(), Places::default());
        for at in 0..Viewer::COUNT {
            gone[at] = before[at].saturating_sub(places[at]);
            come[at] = places[at].saturating_sub(before[at]);
        }
        (each(gone), each(come))
    }

    /// Takes back a listener of that node, for whom there is no place.
    pub(crate) fn unlisten(&self, node: u32, viewer: Viewer) {
        if let Some(places) = lock(&self.attendance).places_mut(NodeId(node)) {
            let count = &mut places[viewer.index()];
            *count = count.saturating_sub(1);
        }
    }

    /// Expires silent nodes; gives the viewers who listened through them.
    pub(crate) fn let_go(&self) -> Vec<Viewer> {
        lock(&self.attendance).let_go(self.roll.now()).into_iter().flat_map(each).collect()
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut rooms = self.roll.entries();
        if rooms.run.get(&self.room).is_some_and(|one| Arc::ptr_eq(one, &self.attendance)) {
            rooms.run.remove(&self.room);
        }
    }
}

#[cfg(test)]
mod tests {
    use table::{MOST_SEATS, Seat};

    use super::*;

    /// The places of this many at each seat and beside the table.
    fn places(counts: &[(usize, u32)]) -> Places {
        let mut places = Places::default();
        counts.iter().for_each(|(place, count)| places[*place] = *count);
        places
    }

    #[test]
    fn whoever_has_heard_all_and_is_known_is_not_behind() {
        let roll = Roll::new();
        let said = |(epoch, tick)| Heard { epoch: Epoch(epoch), tick };
        let mark = |heard, places| Mark { heard: said(heard), places };
        let nobody = places(&[]);
        assert!(roll.hear_mark(RoomId(7), NodeId(2), &mark((3, 9), nobody)), "a room that is not loaded");
        let listening = Listening::new(roll.clone(), 7, 3);
        listening.tell(9);
        assert!(!roll.hear_mark(RoomId(7), NodeId(2), &mark((3, 9), nobody)));
        assert!(
            !roll.hear_mark(RoomId(7), NodeId(2), &mark((3, 11), nobody)),
            "an answer was told to it alone"
        );
        assert!(roll.hear_mark(RoomId(7), NodeId(2), &mark((3, 8), nobody)), "something was lost");
        assert!(roll.hear_mark(RoomId(7), NodeId(2), &mark((2, 12), nobody)), "it knows an earlier owner");
        let one = places(&[(1, 1), (MOST_SEATS, 2)]);
        assert!(
            roll.hear_mark(RoomId(7), NodeId(2), &mark((3, 9), one)),
            "somebody listens whom the room does not know"
        );
        let seat = Viewer::Seat(Seat::new(1).unwrap());
        let come = vec![seat, Viewer::Bystander, Viewer::Bystander];
        assert_eq!(listening.listen(2, one), (Vec::new(), come));
        assert!(!roll.hear_mark(RoomId(7), NodeId(2), &mark((3, 9), one)) && listening.is_watched());
        assert!(roll.hear_mark(RoomId(7), NodeId(4), &mark((3, 9), one)), "another node is another");
        assert!(
            roll.hear_mark(RoomId(7), NodeId(2), &mark((3, 9), nobody)),
            "the room thinks that somebody listens"
        );
        assert_eq!(listening.listen(2, places(&[(MOST_SEATS, 2)])), (vec![seat], Vec::new()));
        listening.unlisten(2, Viewer::Bystander);
        assert!(roll.hear_mark(RoomId(7), NodeId(2), &mark((3, 9), places(&[(MOST_SEATS, 2)]))));
        // The room is loaded again, without followers.
        let again = Listening::new(roll.clone(), 7, 3);
        drop(listening);
        assert!(roll.hear_mark(RoomId(7), NodeId(2), &mark((3, 9), one)) && !again.is_watched());
        drop(again);
        assert!(roll.hear_mark(RoomId(7), NodeId(2), &mark((3, 9), nobody)));
    }

    #[tokio::test]
    async fn whoever_lacks_something_is_woken_and_whoever_goes_is_forgotten() {
        let roll = Roll::new();
        let (questions, mut asked) = mpsc::unbounded_channel();
        let followed = Followed::new(roll.clone(), 7, questions.clone());
        assert!(matches!(asked.recv().await, Some(Question::Follow(7))));
        let said = |epoch, tick| Heard { epoch: Epoch(epoch), tick };
        followed.hear(said(3, 9));
        assert_eq!(roll.mark(RoomId(7)), None, "nobody listens");
        followed.count(places(&[(0, 1)]));
        assert_eq!(roll.mark(RoomId(7)), Some(Mark { heard: said(3, 9), places: places(&[(0, 1)]) }));
        roll.wake(8);
        roll.wake(7);
        followed.behind().await;
        // Another takes its place before it goes.
        let next = Followed::new(roll.clone(), 7, questions);
        assert!(matches!(asked.recv().await, Some(Question::Follow(7))));
        drop(followed);
        next.hear(said(4, 1));
        next.count(places(&[(0, 1)]));
        assert_eq!(roll.mark(RoomId(7)).map(|mark| mark.heard), Some(said(4, 1)));
        drop(next);
        assert!(matches!(asked.recv().await, Some(Question::Unfollow(7))));
        assert_eq!(roll.mark(RoomId(7)), None);
    }
}
