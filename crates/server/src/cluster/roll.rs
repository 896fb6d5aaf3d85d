//! What the roll says: how far this node is with the rooms it follows, and who listens elsewhere to those it runs. Rooms
//! keep it up to date; the loop of the node reads it when the roll is called, and wakes those that lack something.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use table::{Element as _, Viewer};
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;

use super::question::Question;

/// How many listen from each seat, and beside the table, by the viewer's number.
pub(crate) type Places = [u32; Viewer::COUNT];

/// A node that has not said for so long who listens there has gone.
const SILENT: Duration = Duration::from_secs(30);

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All these, one by one.
fn each(places: Places) -> Vec<Viewer> {
    let many = |(place, count)| std::iter::repeat_n(Viewer::at(place), count as usize);
    places.into_iter().enumerate().flat_map(many).collect()
}

/// How far a node is with a room that it follows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mark {
    /// The epoch and the number of what it heard last of the owner.
    pub(crate) heard: (i64, u64),
    /// Who listens there.
    pub(crate) places: Places,
}

/// A room that is followed here.
#[derive(Default)]
struct FollowedRoom {
    mark: Mutex<Mark>,
    behind: Notify,
}

/// Who follows a room that is run here, and what they were told.
struct Elsewhere {
    epoch: i64,
    /// The number of what was last told to all of them.
    told: u64,
    /// How many listen through other nodes, and when each last said so.
    nodes: BTreeMap<u32, (Instant, Places)>,
}

#[derive(Default)]
struct Entries {
    followed: BTreeMap<i64, Arc<FollowedRoom>>,
    run: BTreeMap<i64, Arc<Mutex<Elsewhere>>>,
}

/// All rooms of this node, as far as the roll goes. Copies are the same.
#[derive(Clone, Default)]
pub(crate) struct Roll(Arc<Mutex<Entries>>);

impl Roll {
    /// How far this node is with a room that it follows, if anybody listens here.
    pub(super) fn mark(&self, room: i64) -> Option<Mark> {
        let place = lock(&self.0).followed.get(&room).cloned();
        place.map(|place| *lock(&place.mark)).filter(|mark| mark.places != Places::default())
    }

    /// Takes note that this node is so far with a room that is ours; says whether it lacks something, or the room does not know
    /// who listens there.
    pub(super) fn hear_mark(&self, room: i64, node: u32, mark: &Mark) -> bool {
        let elsewhere = lock(&self.0).run.get(&room).cloned();
        // A room that is yet to be loaded knows nobody.
        elsewhere.is_none_or(|elsewhere| lock(&elsewhere).hear_mark(node, mark))
    }

    /// Whoever follows this room here lacks something.
    pub(super) fn wake(&self, room: i64) {
        if let Some(place) = lock(&self.0).followed.get(&room) {
            place.behind.notify_one();
        }
    }
}

impl Elsewhere {
    fn hear_mark(&mut self, node: u32, mark: &Mark) -> bool {
        let is_known = match self.nodes.get_mut(&node) {
            // Whoever is counted and is not there is forgotten after a while.
            Some((heard, places)) if *places == mark.places => {
                *heard = Instant::now();
                true
            }
            Some(_) => false,
            None => mark.places == Places::default(),
        };
        !is_known || mark.heard.0 != self.epoch || mark.heard.1 < self.told
    }
}

/// That a room is followed here.
pub(crate) struct Followed {
    roll: Roll,
    room: i64,
    place: Arc<FollowedRoom>,
    questions: mpsc::UnboundedSender<Question>,
}

impl Followed {
    pub(super) fn new(roll: Roll, room: i64, questions: mpsc::UnboundedSender<Question>) -> Self {
        let place = Arc::<FollowedRoom>::default();
        lock(&roll.0).followed.insert(room, place.clone());
        let _ = questions.send(Question::Follow(room));
        Self { roll, room, place, questions }
    }

    /// The epoch and the number of what was heard last of the owner.
    pub(crate) fn heard(&self) -> (i64, u64) {
        lock(&self.place.mark).heard
    }

    /// This was heard of the owner.
    pub(crate) fn hear(&self, heard: (i64, u64)) {
        lock(&self.place.mark).heard = heard;
    }

    /// So many listen here.
    pub(crate) fn count(&self, places: Places) {
        lock(&self.place.mark).places = places;
    }

    /// Waits until the owner says that something is lacking here, or nobody knows who it is.
    pub(crate) async fn behind(&self) {
        self.place.behind.notified().await;
    }
}

impl Drop for Followed {
    fn drop(&mut self) {
        let mut rooms = lock(&self.roll.0);
        if rooms.followed.get(&self.room).is_some_and(|place| Arc::ptr_eq(place, &self.place)) {
            rooms.followed.remove(&self.room);
            let _ = self.questions.send(Question::Unfollow(self.room));
        }
    }
}

/// Who listens elsewhere to a room that is run here.
pub(crate) struct Listening {
    roll: Roll,
    room: i64,
    elsewhere: Arc<Mutex<Elsewhere>>,
}

impl Listening {
    pub(super) fn new(roll: Roll, room: i64, epoch: i64) -> Self {
        let elsewhere = Arc::new(Mutex::new(Elsewhere { epoch, told: 0, nodes: BTreeMap::new() }));
        lock(&roll.0).run.insert(room, elsewhere.clone());
        Self { roll, room, elsewhere }
    }

    /// This was told to all.
    pub(crate) fn tell(&self, told: u64) {
        lock(&self.elsewhere).told = told;
    }

    /// Whether anybody listens through another node.
    pub(crate) fn is_watched(&self) -> bool {
        lock(&self.elsewhere).nodes.values().any(|(_, places)| places.iter().any(|count| *count > 0))
    }

    /// So many listen through that node from now on; gives who has gone and who has come.
    pub(crate) fn listen(&self, node: u32, places: Places) -> (Vec<Viewer>, Vec<Viewer>) {
        let now = Instant::now();
        let mut elsewhere = lock(&self.elsewhere);
        let (_, before) = elsewhere.nodes.insert(node, (now, places)).unwrap_or((now, Places::default()));
        if places == Places::default() {
            elsewhere.nodes.remove(&node);
        }
        let (mut gone, mut come) = (Places::default(), Places::default());
        for at in 0..Viewer::COUNT {
            gone[at] = before[at].saturating_sub(places[at]);
            come[at] = places[at].saturating_sub(before[at]);
        }
        (each(gone), each(come))
    }

    /// For somebody who would have listened through that node there is no place.
    pub(crate) fn unlisten(&self, node: u32, viewer: Viewer) {
        if let Some((_, places)) = lock(&self.elsewhere).nodes.get_mut(&node) {
            let count = &mut places[viewer.index()];
            *count = count.saturating_sub(1);
        }
    }

    /// Forgets nodes that nothing was heard of; gives who listened through them.
    pub(crate) fn let_go(&self) -> Vec<Viewer> {
        let mut gone = Vec::new();
        lock(&self.elsewhere).nodes.retain(|_, (heard, places)| {
            let stays = heard.elapsed() < SILENT;
            if !stays {
                gone.extend(each(*places));
            }
            stays
        });
        gone
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut rooms = lock(&self.roll.0);
        if rooms.run.get(&self.room).is_some_and(|elsewhere| Arc::ptr_eq(elsewhere, &self.elsewhere)) {
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
        let roll = Roll::default();
        let mark = |heard, places| Mark { heard, places };
        let nobody = places(&[]);
        assert!(roll.hear_mark(7, 2, &mark((3, 9), nobody)), "a room that is not loaded");
        let listening = Listening::new(roll.clone(), 7, 3);
        listening.tell(9);
        assert!(!roll.hear_mark(7, 2, &mark((3, 9), nobody)));
        assert!(!roll.hear_mark(7, 2, &mark((3, 11), nobody)), "an answer was told to it alone");
        assert!(roll.hear_mark(7, 2, &mark((3, 8), nobody)), "something was lost");
        assert!(roll.hear_mark(7, 2, &mark((2, 12), nobody)), "it knows an earlier owner");
        let one = places(&[(1, 1), (MOST_SEATS, 2)]);
        assert!(roll.hear_mark(7, 2, &mark((3, 9), one)), "somebody listens whom the room does not know");
        let seat = Viewer::Seat(Seat::new(1).unwrap());
        let come = vec![seat, Viewer::Bystander, Viewer::Bystander];
        assert_eq!(listening.listen(2, one), (Vec::new(), come));
        assert!(!roll.hear_mark(7, 2, &mark((3, 9), one)) && listening.is_watched());
        assert!(roll.hear_mark(7, 4, &mark((3, 9), one)), "another node is another");
        assert!(roll.hear_mark(7, 2, &mark((3, 9), nobody)), "the room thinks that somebody listens");
        assert_eq!(listening.listen(2, places(&[(MOST_SEATS, 2)])), (vec![seat], Vec::new()));
        listening.unlisten(2, Viewer::Bystander);
        assert!(roll.hear_mark(7, 2, &mark((3, 9), places(&[(MOST_SEATS, 2)]))));
        // The room is loaded again: it knows nobody.
        let again = Listening::new(roll.clone(), 7, 3);
        drop(listening);
        assert!(roll.hear_mark(7, 2, &mark((3, 9), one)) && !again.is_watched());
        drop(again);
        assert!(roll.hear_mark(7, 2, &mark((3, 9), nobody)));
    }

    #[tokio::test]
    async fn whoever_lacks_something_is_woken_and_whoever_goes_is_forgotten() {
        let roll = Roll::default();
        let (questions, mut asked) = mpsc::unbounded_channel();
        let followed = Followed::new(roll.clone(), 7, questions.clone());
        assert!(matches!(asked.recv().await, Some(Question::Follow(7))));
        followed.hear((3, 9));
        assert_eq!(roll.mark(7), None, "nobody listens");
        followed.count(places(&[(0, 1)]));
        assert_eq!(roll.mark(7), Some(Mark { heard: (3, 9), places: places(&[(0, 1)]) }));
        roll.wake(8);
        roll.wake(7);
        followed.behind().await;
        // Another takes its place before it goes.
        let next = Followed::new(roll.clone(), 7, questions);
        assert!(matches!(asked.recv().await, Some(Question::Follow(7))));
        drop(followed);
        next.hear((4, 1));
        next.count(places(&[(0, 1)]));
        assert_eq!(roll.mark(7).map(|mark| mark.heard), Some((4, 1)));
        drop(next);
        assert!(matches!(asked.recv().await, Some(Question::Unfollow(7))));
        assert_eq!(roll.mark(7), None);
    }
}
