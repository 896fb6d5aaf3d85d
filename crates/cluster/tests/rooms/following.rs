//! Following a room, by a script with a clock of its own.

use std::collections::VecDeque;

use cluster::{
    Damaged, Epoch, Failure, Following, Heard, Millis, NodeId, Owner, Unanswered, bring, carry_out_there,
    hear,
};

use crate::now;

type News = cluster::News<u64, u64, Tell>;
type Reply = cluster::Reply<u64, u64>;
type Standing = cluster::Standing<u64>;

/// How long anybody waits in all, and how much longer for an answer that was asked for before that ended.
const IN_ALL: u64 = 5_000;
const ANSWER: u64 = 1_500 + 200;
const OWNER: NodeId = NodeId(2);
const NEXT: NodeId = NodeId(3);
/// The owner's answer to a command.
const DONE: u64 = 17;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asking {
    Look,
    Command,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tell {
    All,
    One,
}

/// An event for listeners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heeded {
    News(Tell),
    Glimpse,
}

/// A room of so many lines, of which the owner shows a number beside them; and what happens around it.
struct Script {
    clock: u64,
    owner: NodeId,
    heard: Heard,
    lines: u64,
    glimpse: u64,
    /// How many lines are written, if that can be read.
    journal: Option<u64>,
    news: VecDeque<News>,
    answers: VecDeque<Result<Reply, Unanswered>>,
    /// The owner of the room, if that is found out.
    has_it: Option<Owner>,
    asked: Vec<(NodeId, Asking, Option<Epoch>)>,
    told: Vec<Heeded>,
    has_ended: bool,
}

/// In this epoch, with so many lines.
fn standing(epoch: u64, tick: u64, head: u64) -> Standing {
    Standing { said: Heard { epoch: Epoch(epoch), tick }, head, glimpse: 0 }
}

fn done(epoch: u64, tick: u64, head: u64) -> Result<Reply, Unanswered> {
    Ok(Reply::Answer(Box::new(standing(epoch, tick, head)), DONE))
}

/// A room of three lines, with a message of the first owner.
fn followed(answers: impl IntoIterator<Item = Result<Reply, Unanswered>>) -> Script {
    Script {
        clock: 60_000,
        owner: OWNER,
        heard: Heard { epoch: Epoch(1), tick: 1 },
        lines: 3,
        glimpse: 0,
        journal: Some(3),
        news: VecDeque::new(),
        answers: answers.into_iter().collect(),
        has_it: Some(Owner::There(OWNER)),
        asked: Vec::new(),
        told: Vec::new(),
        has_ended: false,
    }
}

impl Script {
    /// Brings something that was asked for so long ago.
    fn bring(&mut self, ago: u64) -> Result<u64, Failure> {
        let asked = Millis(self.clock - ago);
        now(bring(self, Asking::Look, asked))
    }

    /// Has the owner do something that is asked for now.
    fn command(&mut self) -> Result<u64, Failure> {
        let asked = Millis(self.clock);
        now(carry_out_there(self, Asking::Command, Asking::Look, asked))
    }

    /// In which epochs the owners were asked to do it.
    fn commands(&self) -> Vec<(NodeId, Option<Epoch>)> {
        let commands = self.asked.iter().filter(|(_, asking, _)| *asking == Asking::Command);
        commands.map(|(owner, _, epoch)| (*owner, *epoch)).collect()
    }
}

impl Following for Script {
    type Line = u64;
    type Glimpse = u64;
    type Tell = Tell;
    type Asking = Asking;
    type Answer = u64;

    fn owner(&mut self) -> &mut NodeId {
        &mut self.owner
    }

    fn heard(&self) -> Heard {
        self.heard
    }

    fn show(&mut self, said: Heard, glimpse: &u64) -> bool {
        self.heard = said;
        std::mem::replace(&mut self.glimpse, *glimpse) != *glimpse
    }

    fn tell_glimpse(&mut self) {
        self.told.push(Heeded::Glimpse);
    }

    fn lines(&self) -> u64 {
        self.lines
    }

    fn fold(&mut self, lines: &[u64]) -> Result<(), Damaged> {
        self.lines += lines.len() as u64;
        Ok(())
    }

    fn tell(&mut self, tell: &[Tell]) {
        self.told.extend(tell.iter().copied().map(Heeded::News));
    }

    fn settle(&mut self) {}

    fn end(&mut self) {
        self.has_ended = true;
    }

    fn now(&self) -> Millis {
        Millis(self.clock)
    }

    async fn pause(&mut self, length: u64) {
        self.clock += length;
    }

    async fn next_news(&mut self, within: u64) -> Option<News> {
        let news = self.news.pop_front();
        if news.is_none() {
            self.clock += within;
        }
        news
    }

    async fn read_journal(&mut self, _: u64) -> Option<()> {
        self.lines = self.lines.max(self.journal?);
        Some(())
    }

    async fn written(&mut self, _: u64) -> Option<u64> {
        self.journal
    }

    async fn find_owner(&mut self, _: u64) -> Option<Owner> {
        self.has_it
    }

    async fn ask(
        &mut self,
        asking: Asking,
        only_in: Option<Epoch>,
        within: u64,
    ) -> Result<Reply, Unanswered> {
        self.asked.push((self.owner, asking, only_in));
        let answer = self.answers.pop_front().unwrap_or(Err(Unanswered::Unsure));
        if let Err(Unanswered::Unsure) = answer {
            self.clock += within;
        }
        answer
    }
}

#[test]
fn what_was_asked_for_too_long_ago_is_not_asked_for_any_more() {
    let mut room = followed([]);
    let begun = room.clock;
    assert_eq!(room.bring(IN_ALL), Err(Failure::Unreachable));
    let asked = Millis(begun - IN_ALL);
    let done = now(carry_out_there(&mut room, Asking::Command, Asking::Look, asked));
    assert_eq!(done, Err(Failure::Unreachable));
    assert_eq!((room.asked.len(), room.clock), (0, begun));
    // There is a moment left for this one.
    assert_eq!(room.bring(IN_ALL - 1), Err(Failure::Unreachable));
    assert_eq!(room.asked.len(), 1);
}

#[test]
fn many_who_ask_at_once_for_a_room_whose_owner_does_not_answer_wait_as_long_as_one() {
    let mut room = followed([]);
    let begun = room.clock;
    for visitor in 0..20 {
        assert_eq!(room.bring(room.clock - begun), Err(Failure::Unreachable), "visitor {visitor}");
    }
    assert!(room.clock < begun + IN_ALL + ANSWER, "{}", room.clock - begun);
    assert!(room.asked.len() > 1);
}

#[test]
fn what_is_done_and_cannot_be_caught_up_with_is_not_said_to_be_undone() {
    for (journal, why) in [(None, "it cannot be read"), (Some(3), "it is behind, however often it is read")] {
        let mut room = followed([done(1, 2, 4), done(1, 2, 4)]);
        room.journal = journal;
        assert_eq!(room.command(), Err(Failure::Unsure), "{why}");
        // A look may be retried.
        assert_eq!(room.bring(0), Err(Failure::Unreachable), "{why}");
    }
    let mut room = followed([done(1, 2, 4)]);
    room.journal = Some(4);
    assert_eq!((room.command(), room.lines), (Ok(DONE), 4));
}

#[test]
fn a_command_is_asked_for_in_the_epoch_that_was_heard() {
    let mut room = followed([done(1, 2, 3)]);
    assert_eq!(room.command(), Ok(DONE));
    assert_eq!(room.asked, [(OWNER, Asking::Command, Some(Epoch(1)))]);
    // Of an owner that was not heard yet it is asked first how the room stands.
    let mut room = followed([done(4, 1, 3), done(4, 2, 3)]);
    room.heard = Heard::default();
    assert_eq!(room.command(), Ok(DONE));
    assert_eq!(room.asked, [(OWNER, Asking::Look, None), (OWNER, Asking::Command, Some(Epoch(4)))]);
}

#[test]
fn what_certainly_was_not_done_is_asked_of_the_next_owner_in_its_epoch() {
    for undone in [Ok(Reply::NotMine), Err(Unanswered::Unheard)] {
        let mut room = followed([undone, done(2, 1, 3), done(2, 2, 3)]);
        room.has_it = Some(Owner::There(NEXT));
        assert_eq!(room.command(), Ok(DONE));
        assert_eq!(room.commands(), [(OWNER, Some(Epoch(1))), (NEXT, Some(Epoch(2)))]);
    }
}

#[test]
fn what_may_have_been_done_is_not_asked_for_again_in_the_same_epoch() {
    let mut room = followed([Err(Unanswered::Unsure), done(1, 2, 3), done(1, 3, 3)]);
    assert_eq!(room.command(), Err(Failure::Unsure));
    assert_eq!(room.commands(), [(OWNER, Some(Epoch(1)))]);
}

#[test]
fn what_may_have_been_done_is_asked_of_a_new_owner_only_if_nothing_was_written() {
    let mut room = followed([Err(Unanswered::Unsure), done(2, 1, 3), done(2, 2, 3)]);
    room.has_it = Some(Owner::There(NEXT));
    assert_eq!(room.command(), Ok(DONE));
    assert_eq!(room.commands(), [(OWNER, Some(Epoch(1))), (NEXT, Some(Epoch(2)))]);
    let mut room = followed([Err(Unanswered::Unsure), done(2, 1, 4), done(2, 2, 4)]);
    (room.has_it, room.journal) = (Some(Owner::There(NEXT)), Some(4));
    assert_eq!(room.command(), Err(Failure::Unsure));
    assert_eq!(room.commands(), [(OWNER, Some(Epoch(1)))]);
}

#[test]
fn of_what_may_have_been_done_nobody_is_certain_where_nobody_can_be_asked() {
    for (has_it, answers) in [(None, vec![]), (Some(Owner::There(NEXT)), vec![Err(Unanswered::Unheard); 2])] {
        let mut room = followed(std::iter::once(Err(Unanswered::Unsure)).chain(answers));
        room.has_it = has_it;
        assert_eq!(room.command(), Err(Failure::Unsure), "{has_it:?}");
        assert_eq!(room.commands().len(), 1);
    }
}

#[test]
fn what_may_have_been_done_is_done_here_only_if_nothing_was_written() {
    for (journal, is) in [
        (Some(3), Failure::Ours),
        (Some(4), Failure::Unsure),
        // It cannot be read.
        (None, Failure::Unsure),
    ] {
        let mut room = followed([Err(Unanswered::Unsure)]);
        (room.has_it, room.journal) = (Some(Owner::Here(Epoch(2))), journal);
        assert_eq!(room.command(), Err(is), "{journal:?}");
        assert!(room.has_ended, "it is run here from now on");
    }
}

#[test]
fn what_is_shown_beside_the_lines_is_told_if_it_is_noticed_but_not_when_one_is_told_what_nobody_else_is() {
    use Heeded::{Glimpse, News};
    let told = |tell: &[Tell], glimpse: u64| {
        let mut room = followed([]);
        let standing = Standing { glimpse, ..standing(1, 2, 4) };
        now(hear(&mut room, cluster::News { owner: OWNER, standing, lines: vec![0], tell: tell.to_vec() }));
        (room.lines == 4 && room.glimpse == glimpse).then_some(room.told)
    };
    assert_eq!(told(&[], 0), Some(vec![]));
    assert_eq!(told(&[], 1), Some(vec![Glimpse]));
    assert_eq!(told(&[Tell::All], 1), Some(vec![News(Tell::All)]), "all are told of it with that");
    assert_eq!(told(&[Tell::One], 1), Some(vec![News(Tell::One)]), "when that was is nobody's business");
}

#[test]
fn what_is_shown_is_told_though_the_lines_had_to_be_read() {
    let news = |lines: Vec<u64>| News {
        owner: OWNER,
        standing: Standing { glimpse: 1, ..standing(1, 2, 5) },
        lines,
        tell: vec![Tell::All],
    };
    let mut room = followed([]);
    room.journal = Some(5);
    now(hear(&mut room, news(vec![0])));
    assert_eq!((room.lines, room.glimpse, &room.told[..]), (5, 1, &[Heeded::Glimpse][..]));
    // It comes once more.
    now(hear(&mut room, news(vec![0])));
    assert_eq!(room.told.len(), 1);
}
