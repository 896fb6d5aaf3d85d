//! A room that is ours: it tells only written changes, and only while it is ours.

use std::cell::Cell;

use cluster::{Epoch, Heard, Reply, Running, Standing, confirm, is_run_in, lose, reply, take};

use crate::now;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Why {
    Refused,
    Unwritten,
    Lost,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Input {
    /// Nothing is written of it.
    Silent,
    /// A line is.
    Line,
    /// It is refused.
    Wrong,
}

/// A room, and what happens around it.
struct Script {
    epoch: Option<Epoch>,
    failed: Option<Why>,
    /// Whether the room is still ours, and how often that was asked.
    is_held: bool,
    looks: Cell<usize>,
    /// The result of every write.
    writes: Result<(), Why>,
    /// The inputs so far.
    applied: Vec<Input>,
    told: Vec<Input>,
}

fn ours() -> Script {
    Script {
        epoch: Some(Epoch(3)),
        failed: None,
        is_held: true,
        looks: Cell::default(),
        writes: Ok(()),
        applied: Vec::new(),
        told: Vec::new(),
    }
}

impl Running for Script {
    type Input = Input;
    type Change = Input;
    type Outcome = ();
    type Problem = Why;
    type Glimpse = ();

    fn epoch(&self) -> Option<Epoch> {
        self.epoch
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
        let said = Heard { epoch: self.epoch?, tick: 1 };
        Some(Standing { said, head: self.applied.len() as u64, glimpse: () })
    }

    fn apply(&mut self, input: Input) -> Result<Input, Why> {
        if input == Input::Wrong {
            return Err(Why::Refused);
        }
        self.applied.push(input);
        Ok(input)
    }

    fn is_silent(change: &Input) -> bool {
        *change == Input::Silent
    }

    async fn write(&mut self, _: &Input) -> Result<(), Why> {
        self.writes.clone()
    }

    fn tell(&mut self, change: Input) {
        self.told.push(change);
    }

    async fn holds(&self) -> bool {
        self.looks.update(|looks| looks + 1);
        self.is_held
    }
}

/// The answer to a request from another node.
fn replied(room: &Script, done: Result<(), Why>) -> Reply<(), Result<(), Why>> {
    reply(room, done)
}

#[test]
fn what_is_written_is_told_and_what_changes_silently_once_the_room_is_known_to_be_ours() {
    let mut room = ours();
    assert_eq!(now(take(&mut room, Input::Line)), Ok(()));
    assert_eq!(room.looks.get(), 0, "what writes looks at the fence");
    assert_eq!(now(take(&mut room, Input::Silent)), Ok(()));
    assert_eq!((room.looks.get(), &room.told), (1, &vec![Input::Line, Input::Silent]));
}

#[test]
fn nobody_is_told_of_a_silent_change_of_a_room_that_may_be_somebody_else_s() {
    let mut room = ours();
    room.is_held = false;
    assert_eq!(now(take(&mut room, Input::Silent)), Err(Why::Lost));
    assert_eq!((&room.failed, room.told.len()), (&Some(Why::Lost), 0));
    // It does not come back.
    room.is_held = true;
    assert_eq!(now(take(&mut room, Input::Line)), Err(Why::Lost));
    assert_eq!(now(confirm(&mut room)), Err(Why::Lost));
    assert_eq!((room.applied.len(), room.told.len()), (1, 0));
}

#[test]
fn nobody_is_told_of_what_was_not_written_nor_of_anything_after_it() {
    let mut room = ours();
    room.writes = Err(Why::Unwritten);
    assert_eq!(now(take(&mut room, Input::Line)), Err(Why::Unwritten));
    room.writes = Ok(());
    assert_eq!(now(take(&mut room, Input::Line)), Err(Why::Unwritten));
    assert_eq!((room.applied.len(), room.told.len()), (1, 0));
}

#[test]
fn a_refusal_is_no_failure() {
    let mut room = ours();
    assert_eq!(now(take(&mut room, Input::Wrong)), Err(Why::Refused));
    assert_eq!((room.failed.clone(), room.told.len()), (None, 0));
    assert!(matches!(replied(&room, Err(Why::Refused)), Reply::Answer(_, Err(Why::Refused))));
}

#[test]
fn whoever_asked_elsewhere_is_answered_by_whoever_has_the_room() {
    let mut room = ours();
    assert!(
        matches!(replied(&room, Ok(())), Reply::Answer(standing, Ok(())) if standing.said.epoch == Epoch(3))
    );
    room.epoch = None;
    assert!(matches!(replied(&room, Ok(())), Reply::NotMine), "there are no other nodes");
}

#[test]
fn what_went_well_is_not_said_to_have_if_the_room_was_lost_or_failed_meanwhile() {
    let mut room = ours();
    lose(&mut room, Epoch(3));
    assert!(matches!(replied(&room, Ok(())), Reply::NotMine));
    assert!(matches!(replied(&room, Err(Why::Refused)), Reply::NotMine));
    let mut room = ours();
    room.fail(Why::Unwritten);
    assert!(matches!(replied(&room, Ok(())), Reply::Failed(Err(Why::Unwritten))));
    assert!(matches!(replied(&room, Err(Why::Refused)), Reply::Failed(Err(Why::Unwritten))));
}

#[test]
fn a_room_is_lost_in_its_epoch_or_a_later_one_and_run_in_its_own_or_an_earlier_one() {
    for (epoch, is_run, is_lost) in [(2, true, false), (3, true, true), (4, false, true)] {
        let mut room = ours();
        assert_eq!(is_run_in(&mut room, Epoch(epoch)), is_run);
        assert_eq!(room.failed.is_none(), is_run);
        let mut room = ours();
        lose(&mut room, Epoch(epoch));
        assert_eq!(room.failed == Some(Why::Lost), is_lost);
    }
    let mut alone = Script { epoch: None, ..ours() };
    assert!(is_run_in(&mut alone, Epoch(9)));
    lose(&mut alone, Epoch(9));
    assert_eq!(alone.failed, None);
}
