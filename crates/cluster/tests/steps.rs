//! One node, step by step: what it asks, and when it says what.
#![allow(clippy::unwrap_used)] // A test may stop at once.

use cluster::{
    Applied, Claim, DatabaseAnswer, Effect, Epoch, ErrandId, GRACE, Input, Link, Member, Message, Millis,
    Node, NodeId, Outcome, Request, RequestId, Rest, RoomId, Session, Table, Ticket, ViewerId,
};

/// A room that counts; what is odd is refused.
struct Even(u64);

impl Table for Even {
    type Command = u64;
    type Entry = u64;
    type Answer = Result<u64, &'static str>;

    type Site = ();
    type Mark = u64;

    fn open((): &(), _: RoomId) -> Self {
        Self(0)
    }

    fn mark(&self, folded: u64) -> Option<u64> {
        Some(folded)
    }

    fn hear_mark(&self, written: u64, _: NodeId, mark: &u64) -> bool {
        *mark < written
    }

    fn fold(&mut self, entry: &u64) {
        self.0 += entry;
    }

    fn apply(&mut self, _: Millis, command: &u64) -> Applied<Self> {
        if command % 2 == 1 {
            return Applied { entries: Vec::new(), answer: Err("odd") };
        }
        self.0 += command;
        Applied { entries: vec![*command], answer: Ok(self.0) }
    }
}

const ROOM: RoomId = RoomId(7);
const OTHER: NodeId = NodeId(2);

/// A node with its last effects.
struct Stage {
    node: Node<Even>,
    now: u64,
    effects: Vec<Effect<Even>>,
}

impl Stage {
    /// A node that asks for a session.
    fn started() -> Self {
        let mut stage = Self { node: Node::new(NodeId(1), 1, ()), now: 0, effects: Vec::new() };
        stage.put(Input::Start);
        stage
    }

    /// A node that has joined.
    fn new() -> Self {
        let mut stage = Self::started();
        stage.answer(|request| matches!(request, Request::Join { .. }), DatabaseAnswer::Joined(Session(5)));
        stage
    }

    /// A node that owns the room, whose lines add up to this.
    fn owner(lines: &[u64]) -> Self {
        let mut stage = Self::new();
        stage.command(1, 0);
        let granted = DatabaseAnswer::Claimed(vec![(ROOM, Claim::Granted(Epoch(3)))]);
        stage.answer(|request| matches!(request, Request::Claim { .. }), granted);
        assert!(stage.has(|effect| matches!(effect, Effect::Owned(ROOM, Epoch(3)))));
        let lines = DatabaseAnswer::Lines { entries: lines.to_vec(), head: lines.len() as u64 };
        stage.answer(|request| matches!(request, Request::Read { .. }), lines);
        stage.answer(is_write, DatabaseAnswer::Written);
        assert_eq!(stage.told(), [(1, Outcome::Done(Ok(stage.node.table(ROOM).unwrap().0.0)))]);
        stage
    }

    fn put(&mut self, input: Input<Even>) {
        self.effects = self.node.apply(Millis(self.now), input);
    }

    fn command(&mut self, ticket: u64, command: u64) {
        self.put(Input::Command { ticket: Ticket(ticket), room: ROOM, command });
    }

    fn asked(&self, is: impl Fn(&Request<u64>) -> bool) -> Option<RequestId> {
        self.effects.iter().find_map(|effect| {
            if let Effect::Ask(id, request) = effect { is(request).then_some(*id) } else { None }
        })
    }

    /// The database answers what was asked last.
    fn answer(&mut self, is: impl Fn(&Request<u64>) -> bool, answer: DatabaseAnswer<u64>) {
        let id = self.asked(is).expect("it asks");
        self.put(Input::Database(id, answer));
    }

    /// Time passes until the session is renewed, which has this many rooms, the one or none; says how many rooms were asked for.
    /// The link of another node is like this.
    fn renew(&mut self, held: usize, other: Link) -> usize {
        self.now += 600;
        self.put(Input::Time);
        let asked = self.effects.iter().find_map(|effect| {
            if let Effect::Ask(_, Request::Renew { adopt, .. }) = effect { Some(*adopt) } else { None }
        });
        let member = |(node, link)| Member { node, link };
        let members = [(NodeId(1), Link::Up), (OTHER, other)].map(member).to_vec();
        let held = std::iter::repeat_n((ROOM, Epoch(3)), held).collect();
        let renewed = DatabaseAnswer::Renewed { adopted: Vec::new(), held, members };
        self.answer(|request| matches!(request, Request::Renew { .. }), renewed);
        asked.expect("it asks")
    }

    /// Time passes until this is to be done.
    fn until(&mut self, is: impl Fn(&Effect<Even>) -> bool) {
        let end = self.now + 5_000;
        while !self.has(&is) {
            self.now += 50;
            assert!(self.now < end, "it never comes");
            self.put(Input::Time);
        }
    }

    fn told(&self) -> Vec<(u64, Outcome<Result<u64, &'static str>>)> {
        let told = self.effects.iter().filter_map(|effect| {
            if let Effect::Answer(ticket, outcome) = effect {
                Some((ticket.0, outcome.clone()))
            } else {
                None
            }
        });
        told.collect()
    }

    fn has(&self, is: impl Fn(&Effect<Even>) -> bool) -> bool {
        self.effects.iter().any(is)
    }
}

fn is_write(request: &Request<u64>) -> bool {
    matches!(request, Request::Write { room: ROOM, epoch: Epoch(3), session: Session(5), .. })
}

#[test]
fn nobody_is_told_before_it_is_written() {
    let mut stage = Stage::owner(&[10]);
    stage.put(Input::Watch { viewer: ViewerId(4), room: ROOM, from: 2 });
    stage.command(2, 8);
    assert!(stage.told().is_empty() && !stage.has(|effect| matches!(effect, Effect::Tell { .. })));
    stage.answer(is_write, DatabaseAnswer::Written);
    assert_eq!(stage.told(), [(2, Outcome::Done(Ok(18)))]);
    assert!(stage.has(
        |effect| matches!(effect, Effect::Publish { room: ROOM, first: 2, entries } if *entries == [8])
    ));
    assert!(stage.has(|effect| matches!(effect, Effect::Tell { viewer: ViewerId(4), first: 2, .. })));
}

#[test]
fn a_session_is_asked_for_once_however_long_the_database_takes() {
    let is_join = |request: &Request<u64>| matches!(request, Request::Join { .. });
    let mut stage = Stage::started();
    let first = stage.asked(is_join).unwrap();
    // Its session is looked after every half second, and a request given up after one.
    stage.now = 600;
    stage.put(Input::Time);
    assert_eq!(
        stage.asked(is_join),
        None,
        "it may be given two, and own rooms in one while it writes in the other"
    );
    stage.put(Input::Database(first, DatabaseAnswer::Joined(Session(5))));
    assert_eq!(stage.node.session(), Some(Session(5)));
    let mut late = Stage::started();
    for now in [1_000, 1_500] {
        late.now = now;
        late.put(Input::Time);
    }
    let second = late.asked(is_join).expect("what was not answered is asked again");
    late.put(Input::Database(first, DatabaseAnswer::Joined(Session(5))));
    assert_eq!(late.node.session(), None, "what was given up is not taken");
    late.put(Input::Database(second, DatabaseAnswer::Joined(Session(6))));
    assert_eq!(late.node.session(), Some(Session(6)));
}

#[test]
fn a_refusal_waits_for_the_database_too() {
    let mut stage = Stage::owner(&[10]);
    stage.command(2, 3);
    assert!(stage.told().is_empty(), "another may have the room by now");
    let id = stage.asked(is_write).unwrap();
    stage.put(Input::Database(id, DatabaseAnswer::Written));
    assert_eq!(stage.told(), [(2, Outcome::Done(Err("odd")))]);
    assert!(!stage.has(|effect| matches!(effect, Effect::Publish { .. })), "nothing was written");
}

#[test]
fn whoever_lost_the_room_steps_back_and_says_nothing() {
    let mut stage = Stage::owner(&[10]);
    for command in [8, 3] {
        let mut stage = Stage { node: Stage::owner(&[10]).node, now: 0, effects: Vec::new() };
        stage.command(2, command);
        stage.answer(is_write, DatabaseAnswer::Fenced);
        assert!(stage.told().is_empty() && stage.node.owned().count() == 0);
        assert!(!stage.has(|effect| matches!(effect, Effect::Publish { .. })));
        assert!(stage.has(|effect| matches!(effect, Effect::Lost(ROOM, Epoch(3)))));
        // It asks who has the room, and sends the command there.
        let held = DatabaseAnswer::Claimed(vec![(ROOM, Claim::Held(OTHER))]);
        stage.answer(|request| matches!(request, Request::Claim { .. }), held);
        assert!(stage.has(|effect| {
            matches!(effect, Effect::Send(OTHER, Message::Forward { room: ROOM, command: sent, .. }) if *sent == command)
        }));
    }
    // A session that is over is noticed at the next renewal.
    stage.now = 600;
    stage.put(Input::Time);
    stage.answer(|request| matches!(request, Request::Renew { .. }), DatabaseAnswer::Expired);
    assert_eq!(stage.node.owned().count(), 0);
    assert!(stage.asked(|request| matches!(request, Request::Join { .. })).is_some());
}

#[test]
fn what_became_of_a_write_nobody_knows_is_read() {
    let mut stage = Stage::owner(&[10]);
    stage.command(2, 8);
    stage.now = 1500;
    stage.put(Input::Time);
    assert!(stage.told().is_empty());
    let id = stage.asked(|request| matches!(request, Request::Read { from: 0, .. })).unwrap();
    // It was not written: it is tried again.
    stage.put(Input::Database(id, DatabaseAnswer::Lines { entries: vec![10, 0], head: 2 }));
    let again = |request: &Request<u64>| matches!(request, Request::Write { first: 2, entries, .. } if *entries == [8]);
    assert!(stage.asked(again).is_some());
}

#[test]
fn answers_to_an_earlier_life_are_not_ours() {
    let mut stage = Stage::new();
    stage.command(9, 4);
    let held = DatabaseAnswer::Claimed(vec![(ROOM, Claim::Held(OTHER))]);
    stage.answer(|request| matches!(request, Request::Claim { .. }), held);
    let errand = stage.effects.iter().find_map(|effect| {
        if let Effect::Send(OTHER, Message::Forward { errand, .. }) = effect { Some(*errand) } else { None }
    });
    let errand = errand.unwrap();
    let earlier = cluster::ErrandId { start: 0, ..errand };
    stage.put(Input::Message(OTHER, Message::Done { errand: earlier, answer: Ok(1) }));
    assert!(stage.told().is_empty());
    stage.put(Input::Message(OTHER, Message::Done { errand, answer: Ok(4) }));
    assert_eq!(stage.told(), [(9, Outcome::Done(Ok(4)))]);
}

#[test]
fn whoever_leaves_hands_over_and_is_gone() {
    let mut stage = Stage::owner(&[10]);
    stage.renew(1, Link::Up);
    stage.command(2, 8);
    let write = stage.asked(is_write).unwrap();
    stage.put(Input::Leave);
    assert!(!stage.has(|effect| matches!(effect, Effect::Gone)), "something is being written");
    stage.put(Input::Database(write, DatabaseAnswer::Written));
    assert_eq!(stage.told(), [(2, Outcome::Done(Ok(18)))]);
    let release = |request: &Request<u64>| matches!(request, Request::Release { rooms, rest: Rest::Awake, .. } if *rooms == [(ROOM, Epoch(3))]);
    stage.answer(release, DatabaseAnswer::Released);
    assert!(stage.has(|effect| {
        matches!(effect, Effect::Send(OTHER, Message::Adopt { rooms }) if *rooms == [ROOM])
    }));
    assert!(stage.has(|effect| matches!(effect, Effect::Gone)));
    stage.command(3, 2);
    assert_eq!(stage.told(), [(3, Outcome::Unavailable)]);
}

fn is_release(request: &Request<u64>) -> bool {
    matches!(request, Request::Release { rooms, rest: Rest::Awake, .. } if *rooms == [(ROOM, Epoch(3))])
}

#[test]
fn whoever_is_cut_off_hands_over_if_another_is_linked_and_takes_nothing_before_it_is_linked_again() {
    let mut stage = Stage::owner(&[10]);
    stage.renew(1, Link::Up);
    stage.put(Input::Link(Link::Down));
    let since = stage.now;
    let mut first = true;
    while stage.now + 600 < since + GRACE {
        let adopts = stage.renew(1, Link::Up);
        assert!(first || adopts == 0, "what it takes it might have to hand over");
        assert!(stage.asked(is_release).is_none() && !stage.node.is_cut_off(), "it may come back");
        first = false;
    }
    assert_eq!(stage.renew(1, Link::Up), 0);
    assert!(stage.node.is_cut_off() && stage.node.owned().count() == 0);
    assert!(stage.has(|effect| matches!(effect, Effect::Lost(ROOM, Epoch(3)))));
    stage.answer(is_release, DatabaseAnswer::Released);
    stage.command(2, 8);
    assert_eq!(stage.told(), [(2, Outcome::Unavailable)], "its clients ask elsewhere");
    stage.put(Input::Message(OTHER, Message::Adopt { rooms: vec![ROOM] }));
    assert!(stage.asked(|request| matches!(request, Request::Claim { .. })).is_none());
    assert_eq!(stage.renew(0, Link::Up), 0);
    stage.put(Input::Link(Link::Up));
    assert!(!stage.node.is_cut_off() && stage.renew(0, Link::Up) > 0);
    stage.command(3, 8);
    assert!(stage.asked(|request| matches!(request, Request::Claim { .. })).is_some());
}

#[test]
fn whoever_is_being_written_for_is_answered_before_a_room_is_handed_over() {
    let mut stage = Stage::owner(&[10]);
    stage.renew(1, Link::Up);
    stage.put(Input::Link(Link::Down));
    while stage.now < GRACE {
        stage.renew(1, Link::Up);
    }
    stage.command(2, 8);
    let write = stage.asked(is_write).unwrap();
    stage.renew(1, Link::Up);
    assert!(stage.node.is_cut_off() && stage.told().is_empty() && stage.asked(is_release).is_none());
    stage.put(Input::Database(write, DatabaseAnswer::Written));
    assert_eq!(stage.told(), [(2, Outcome::Done(Ok(18)))]);
    assert!(stage.asked(is_release).is_some());
}

#[test]
fn while_nobody_is_linked_everything_stays() {
    let mut stage = Stage::owner(&[10]);
    stage.renew(1, Link::Up);
    stage.put(Input::Link(Link::Down));
    // Others say so when they are heard of next.
    stage.renew(1, Link::Up);
    for _ in 0..20 {
        stage.renew(1, Link::Down);
        assert!(!stage.node.is_cut_off());
    }
    // Another is linked first: it is waited for this one, too.
    stage.renew(1, Link::Up);
    stage.put(Input::Link(Link::Up));
    stage.command(2, 8);
    stage.answer(is_write, DatabaseAnswer::Written);
    assert_eq!(stage.told(), [(2, Outcome::Done(Ok(18)))]);
}

/// A node that follows the room, which the other one owns, after the roll was called; with the name of the call.
fn following() -> (Stage, ErrandId) {
    let mut stage = Stage::new();
    stage.put(Input::Watch { viewer: ViewerId(4), room: ROOM, from: 0 });
    let lines = DatabaseAnswer::Lines { entries: vec![2, 4], head: 2 };
    stage.answer(is_read, lines);
    // Nobody knows whose it is: that is asked first, and then whether anything is lacking.
    stage.until(|effect| matches!(effect, Effect::Behind(ROOM)));
    let (read, claim) = (stage.asked(is_read).unwrap(), stage.asked(is_claim).unwrap());
    stage.put(Input::Database(read, DatabaseAnswer::Lines { entries: Vec::new(), head: 2 }));
    stage.put(Input::Database(claim, DatabaseAnswer::Claimed(vec![(ROOM, Claim::Held(OTHER))])));
    stage.until(|effect| matches!(effect, Effect::Send(OTHER, Message::Roll { .. })));
    let call = stage.effects.iter().find_map(|effect| {
        if let Effect::Send(OTHER, Message::Roll { call, rooms }) = effect {
            assert_eq!(*rooms, [(ROOM, 2)]);
            Some(*call)
        } else {
            None
        }
    });
    (stage, call.expect("it says how far it is"))
}

fn is_read(request: &Request<u64>) -> bool {
    matches!(request, Request::Read { room: ROOM, .. })
}

fn is_claim(request: &Request<u64>) -> bool {
    matches!(request, Request::Claim { rooms, .. } if *rooms == [ROOM])
}

#[test]
fn what_was_not_heard_of_is_asked_for_when_the_owner_says_so() {
    let (mut stage, call) = following();
    let called = |behind, not_ours| Input::Message(OTHER, Message::RollAnswer { call, behind, not_ours });
    stage.put(called(vec![ROOM], Vec::new()));
    assert!(stage.asked(is_read).is_some() && stage.has(|effect| matches!(effect, Effect::Behind(ROOM))));
    assert!(stage.asked(is_claim).is_none());
    // What was answered is over.
    stage.put(called(Vec::new(), vec![ROOM]));
    assert!(stage.asked(is_claim).is_none());
}

#[test]
fn a_roll_in_which_nothing_is_lacking_asks_for_nothing() {
    let (mut stage, call) = following();
    stage.put(Input::Message(OTHER, Message::RollAnswer { call, behind: Vec::new(), not_ours: Vec::new() }));
    assert!(stage.asked(|_| true).is_none());
    stage.now += 1_500;
    stage.put(Input::Time);
    assert!(stage.asked(is_claim).is_none() && stage.asked(is_read).is_none());
}

#[test]
fn an_owner_that_is_gone_or_says_so_is_looked_for() {
    for is_there in [true, false] {
        let (mut stage, call) = following();
        if is_there {
            let answer = Message::RollAnswer { call, behind: Vec::new(), not_ours: vec![ROOM] };
            stage.put(Input::Message(OTHER, answer));
        } else {
            stage.now += 1_000;
            stage.put(Input::Time);
        }
        assert!(stage.asked(is_read).is_some() && stage.has(|effect| matches!(effect, Effect::Behind(ROOM))));
        // One answer may be late: whose the room is the database is asked when the roll is called again.
        assert!(stage.asked(is_claim).is_none());
        stage.until(|effect| matches!(effect, Effect::Ask(_, Request::Claim { .. })));
        assert!(stage.asked(is_claim).is_some());
    }
}

#[test]
fn a_node_that_hears_nothing_calls_nobody() {
    let (mut stage, call) = following();
    stage.put(Input::Message(OTHER, Message::RollAnswer { call, behind: Vec::new(), not_ours: Vec::new() }));
    stage.put(Input::Link(Link::Down));
    for _ in 0..10 {
        stage.now += 600;
        stage.put(Input::Time);
        assert!(!stage.has(|effect| matches!(effect, Effect::Send(..) | Effect::Behind(_))));
    }
}

#[test]
fn an_owner_says_who_lacks_something_and_what_is_not_its_own() {
    let mut stage = Stage::owner(&[10, 12]);
    let call = ErrandId { start: 9, number: 4 };
    let mut asks = |rooms: Vec<(RoomId, u64)>| {
        stage.put(Input::Message(OTHER, Message::Roll { call, rooms }));
        let said = stage.effects.iter().find_map(|effect| {
            if let Effect::Send(OTHER, Message::RollAnswer { call: of, behind, not_ours }) = effect {
                assert_eq!(*of, call);
                Some((behind.clone(), not_ours.clone()))
            } else {
                None
            }
        });
        said.expect("it answers")
    };
    // The command by which it came to the room was a third line.
    assert_eq!(asks(vec![(ROOM, 3)]), (Vec::new(), Vec::new()));
    assert_eq!(asks(vec![(ROOM, 2), (RoomId(8), 5)]), (vec![ROOM], vec![RoomId(8)]));
    // Whoever has not heard of the database for long may have lost the room, and says nothing.
    stage.now += 1_800;
    stage.put(Input::Message(OTHER, Message::Roll { call, rooms: vec![(ROOM, 3)] }));
    assert!(!stage.has(|effect| matches!(effect, Effect::Send(..))));
    stage.renew(1, Link::Up);
    stage.put(Input::Message(OTHER, Message::Roll { call, rooms: vec![(ROOM, 3)] }));
    assert!(stage.has(|effect| matches!(effect, Effect::Send(OTHER, Message::RollAnswer { .. }))));
}

fn is_holdings(request: &Request<u64>) -> bool {
    matches!(request, Request::Holdings { .. })
}

#[test]
fn what_the_database_says_is_not_ours_is_let_go_and_followed() {
    let mut stage = Stage::owner(&[10]);
    stage.put(Input::Watch { viewer: ViewerId(4), room: ROOM, from: 2 });
    stage.renew(1, Link::Up);
    assert_eq!(stage.asked(is_holdings), None, "it is as it is taken to be");
    stage.renew(0, Link::Up);
    stage.answer(is_holdings, DatabaseAnswer::Held(Vec::new()));
    assert!(stage.has(|effect| matches!(effect, Effect::Lost(ROOM, Epoch(3)))));
    assert!(stage.has(|effect| matches!(effect, Effect::Follow(ROOM))), "somebody watches");
    assert!(stage.asked(|request| matches!(request, Request::Read { room: ROOM, from: 2 })).is_some());
    stage.renew(0, Link::Up);
    assert_eq!(stage.asked(is_holdings), None, "both say the same again");
}

#[test]
fn what_is_given_to_us_after_we_asked_what_we_have_is_kept() {
    let mut stage = Stage::owner(&[10]);
    stage.renew(0, Link::Up);
    let holdings = stage.asked(is_holdings).unwrap();
    let other = RoomId(9);
    stage.put(Input::Command { ticket: Ticket(2), room: other, command: 4 });
    let granted = DatabaseAnswer::Claimed(vec![(other, Claim::Granted(Epoch(1)))]);
    stage.answer(|request| matches!(request, Request::Claim { .. }), granted);
    stage.put(Input::Database(holdings, DatabaseAnswer::Held(vec![(ROOM, Epoch(4))])));
    let owned: Vec<(RoomId, Epoch)> = stage.node.owned().collect();
    assert_eq!(
        owned,
        [(ROOM, Epoch(4)), (other, Epoch(1))],
        "in an epoch that is new, or that was not known"
    );
}

#[test]
fn a_room_that_is_taken_up_again_before_it_was_let_go_is_not_let_go_later() {
    let mut stage = Stage::owner(&[10]);
    let is_release = |request: &Request<u64>| matches!(request, Request::Release { .. });
    stage.put(Input::Asleep(ROOM));
    assert!(stage.asked(is_release).is_some());
    // Nobody answers, and somebody asks for the room: nobody else was given it.
    stage.command(2, 4);
    let granted = DatabaseAnswer::Claimed(vec![(ROOM, Claim::Granted(Epoch(3)))]);
    stage.answer(|request| matches!(request, Request::Claim { .. }), granted);
    for _ in 0..50 {
        stage.now += 50;
        stage.put(Input::Time);
        assert_eq!(stage.asked(is_release), None, "it is ours, and in use");
    }
    assert!(stage.node.owned().eq([(ROOM, Epoch(3))]));
}
