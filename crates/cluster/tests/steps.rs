//! One node, step by step: what it asks, and when it says what.
#![allow(clippy::unwrap_used)] // A test may stop at once.

use cluster::{
    CallId, Claim, DatabaseAnswer, Effect, Epoch, GRACE, Input, Link, Marks, Member, Message, Millis, Node,
    NodeId, Owner, Request, RequestId, Rest, RoomId, Session, Ticket,
};

/// The position of a follower, or the last line an owner has told.
struct Told(u64);

impl Marks for Told {
    type Mark = u64;

    fn mark(&self, _: RoomId) -> Option<u64> {
        Some(self.0)
    }

    fn hear_mark(&self, _: RoomId, _: NodeId, mark: &u64) -> bool {
        *mark < self.0
    }
}

const ROOM: RoomId = RoomId(7);
const OTHER: NodeId = NodeId(2);

/// A node with its last effects.
struct Stage {
    node: Node<Told>,
    now: u64,
    effects: Vec<Effect<u64>>,
}

impl Stage {
    /// A node that asks for a session.
    fn started() -> Self {
        let mut stage = Self { node: Node::new(NodeId(1), 1, 2000, Told(2)), now: 0, effects: Vec::new() };
        stage.put(Input::Start);
        stage
    }

    /// A node that has joined.
    fn new() -> Self {
        let mut stage = Self::started();
        stage.answer(|request| matches!(request, Request::Join { .. }), DatabaseAnswer::Joined(Session(5)));
        stage
    }

    /// A node that owns the room.
    fn owner() -> Self {
        let mut stage = Self::new();
        stage.find(1);
        stage.claimed(Claim::Granted(Epoch(3)));
        assert!(stage.has(|effect| matches!(effect, Effect::Owned(ROOM, Epoch(3)))));
        assert_eq!(stage.found(), [(1, Some(Owner::Here(Epoch(3))))]);
        stage
    }

    fn put(&mut self, input: Input<u64>) {
        self.effects = self.node.apply(Millis(self.now), input);
    }

    /// Searches for the owner of the room.
    fn find(&mut self, ticket: u64) {
        self.put(Input::Find { ticket: Ticket(ticket), room: ROOM });
    }

    /// Answers the last claim.
    fn claimed(&mut self, claim: Claim) {
        self.answer(is_claim, DatabaseAnswer::Claimed(vec![(ROOM, claim)]));
    }

    fn asked(&self, is: impl Fn(&Request) -> bool) -> Option<RequestId> {
        self.effects.iter().find_map(|effect| {
            if let Effect::Ask(id, request) = effect { is(request).then_some(*id) } else { None }
        })
    }

    /// The database answers what was asked last.
    fn answer(&mut self, is: impl Fn(&Request) -> bool, answer: DatabaseAnswer) {
        let id = self.asked(is).expect("it asks");
        self.put(Input::Database(id, answer));
    }
    /// Time passes until the session is renewed, which has this many rooms, the one or none; says how many rooms were
    /// asked for. The link of another node is like this.
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
    fn until(&mut self, is: impl Fn(&Effect<u64>) -> bool) {
        let end = self.now + 5_000;
        while !self.has(&is) {
            self.now += 50;
            assert!(self.now < end, "it never comes");
            self.put(Input::Time);
        }
    }

    fn found(&self) -> Vec<(u64, Option<Owner>)> {
        let found = self.effects.iter().filter_map(|effect| {
            if let Effect::Found(ticket, owner) = effect { Some((ticket.0, *owner)) } else { None }
        });
        found.collect()
    }

    fn has(&self, is: impl Fn(&Effect<u64>) -> bool) -> bool {
        self.effects.iter().any(is)
    }
}

fn is_claim(request: &Request) -> bool {
    matches!(request, Request::Claim { rooms, .. } if *rooms == [ROOM])
}

fn is_release(request: &Request) -> bool {
    matches!(request, Request::Release { rooms, rest: Rest::Awake, .. } if *rooms == [(ROOM, Epoch(3))])
}

fn is_holdings(request: &Request) -> bool {
    matches!(request, Request::Holdings { .. })
}

#[test]
fn whoever_looks_for_a_room_is_told_who_has_it_and_if_nobody_has_it_is_ours() {
    let mut stage = Stage::new();
    stage.find(1);
    stage.put(Input::Find { ticket: Ticket(2), room: ROOM });
    assert_eq!(stage.asked(is_claim), None, "it is asked once for both");
    let mut stage = Stage::new();
    stage.find(1);
    stage.claimed(Claim::Held(OTHER));
    assert_eq!(stage.found(), [(1, Some(Owner::There(OTHER)))]);
    // A repeated search wants the present owner.
    stage.find(2);
    stage.claimed(Claim::Granted(Epoch(4)));
    assert_eq!(stage.found(), [(2, Some(Owner::Here(Epoch(4))))]);
    stage.find(3);
    assert_eq!(stage.found(), [(3, Some(Owner::Here(Epoch(4))))], "what is ours is known");
}

#[test]
fn what_nobody_can_have_just_now_is_claimed_again_for_a_while() {
    for claim in [Claim::Nobody, Claim::Held(NodeId(1))] {
        let mut stage = Stage::new();
        stage.find(1);
        let mut times = 0;
        while stage.found().is_empty() {
            assert!(stage.now < 4_000, "it never ends");
            if stage.asked(is_claim).is_some() {
                times += 1;
                stage.claimed(claim);
            }
            stage.now += 50;
            stage.put(Input::Time);
        }
        assert_eq!(stage.found(), [(1, None)]);
        assert!((3..20).contains(&times), "{times} times");
        // No search is left for it.
        if stage.asked(is_claim).is_some() {
            stage.claimed(claim);
        }
        stage.until(|effect| matches!(effect, Effect::Ask(_, Request::Renew { .. })));
        assert_eq!(stage.asked(is_claim), None);
    }
}

#[test]
fn a_session_is_asked_for_once_however_long_the_database_takes() {
    let is_join = |request: &Request| matches!(request, Request::Join { .. });
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
fn whoever_lost_a_room_or_the_session_steps_back() {
    let mut stage = Stage::owner();
    // A session that is over is noticed at the next renewal.
    stage.now = 600;
    stage.put(Input::Time);
    assert_eq!(stage.node.sure_until(), Some(Millis(1_700)));
    stage.answer(|request| matches!(request, Request::Renew { .. }), DatabaseAnswer::Expired);
    assert!(stage.has(|effect| matches!(effect, Effect::Lost(ROOM, Epoch(3)))));
    assert_eq!((stage.node.owned().count(), stage.node.sure_until()), (0, None));
    assert!(stage.asked(|request| matches!(request, Request::Join { .. })).is_some());
}

#[test]
fn whoever_leaves_hands_over_and_is_gone() {
    let mut stage = Stage::owner();
    stage.renew(1, Link::Up);
    stage.put(Input::Find { ticket: Ticket(2), room: RoomId(8) });
    stage.put(Input::Leave);
    assert_eq!(stage.found(), [(2, None)], "whoever looks for something asks elsewhere");
    assert!(stage.has(|effect| matches!(effect, Effect::Lost(ROOM, Epoch(3)))));
    assert!(!stage.has(|effect| matches!(effect, Effect::Gone)), "nobody can have it yet");
    stage.answer(is_release, DatabaseAnswer::Released);
    assert!(stage.has(|effect| {
        matches!(effect, Effect::Send(OTHER, Message::Adopt { rooms }) if *rooms == [ROOM])
    }));
    assert!(stage.has(|effect| matches!(effect, Effect::Gone)));
    stage.find(3);
    assert_eq!(stage.found(), [(3, None)]);
}

#[test]
fn what_comes_to_whoever_leaves_is_handed_over_too() {
    let mut stage = Stage::new();
    stage.renew(0, Link::Up);
    stage.find(1);
    let claim = stage.asked(is_claim).unwrap();
    stage.put(Input::Leave);
    stage.put(Input::Database(claim, DatabaseAnswer::Claimed(vec![(ROOM, Claim::Granted(Epoch(3)))])));
    assert!(stage.asked(is_release).is_some() && stage.node.owned().count() == 0);
    assert!(!stage.has(|effect| matches!(effect, Effect::Owned(..))));
}

#[test]
fn whoever_is_cut_off_hands_over_if_another_is_linked_and_takes_nothing_before_it_is_linked_again() {
    let mut stage = Stage::owner();
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
    stage.put(Input::Find { ticket: Ticket(9), room: RoomId(8) });
    let held = DatabaseAnswer::Claimed(vec![(RoomId(8), Claim::Held(OTHER))]);
    stage.answer(|request| matches!(request, Request::Claim { .. }), held);
    assert_eq!(stage.found(), [(9, None)], "others can reach it");
    assert_eq!(stage.renew(1, Link::Up), 0);
    assert!(stage.node.is_cut_off() && stage.node.owned().count() == 0);
    assert!(stage.has(|effect| matches!(effect, Effect::Lost(ROOM, Epoch(3)))));
    stage.answer(is_release, DatabaseAnswer::Released);
    stage.find(2);
    assert_eq!(stage.found(), [(2, None)], "its clients ask elsewhere");
    stage.put(Input::Message(OTHER, Message::Adopt { rooms: vec![ROOM] }));
    assert!(stage.asked(is_claim).is_none());
    assert_eq!(stage.renew(0, Link::Up), 0);
    stage.put(Input::Link(Link::Up));
    assert!(!stage.node.is_cut_off() && stage.renew(0, Link::Up) > 0);
    stage.find(3);
    assert!(stage.asked(is_claim).is_some());
}

#[test]
fn while_nobody_is_linked_everything_stays() {
    let mut stage = Stage::owner();
    stage.renew(1, Link::Up);
    stage.put(Input::Link(Link::Down));
    // Others report it with their next heartbeat.
    stage.renew(1, Link::Up);
    for _ in 0..20 {
        stage.renew(1, Link::Down);
        assert!(!stage.node.is_cut_off());
    }
    // Another is linked first: it is waited for this one, too.
    stage.renew(1, Link::Up);
    stage.put(Input::Link(Link::Up));
    assert!(stage.node.owned().eq([(ROOM, Epoch(3))]));
}

/// A node that follows the room, which the other one owns, after the roll was called; with the name of the call.
fn following() -> (Stage, CallId) {
    let mut stage = Stage::new();
    stage.put(Input::Follow(ROOM));
    // Its owner is unknown: it is searched for first, and then asked whether anything is lacking.
    stage.until(|effect| matches!(effect, Effect::Behind(ROOM)));
    stage.claimed(Claim::Held(OTHER));
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

fn is_behind(effect: &Effect<u64>) -> bool {
    matches!(effect, Effect::Behind(ROOM))
}

#[test]
fn what_was_not_heard_of_is_asked_for_when_the_owner_says_so() {
    let (mut stage, call) = following();
    let called = |behind, not_ours| Input::Message(OTHER, Message::RollAnswer { call, behind, not_ours });
    stage.put(called(vec![ROOM], Vec::new()));
    assert!(stage.has(is_behind) && stage.asked(is_claim).is_none());
    // An answered call is over.
    stage.put(called(Vec::new(), vec![ROOM]));
    assert!(!stage.has(is_behind));
}

#[test]
fn a_roll_in_which_nothing_is_lacking_asks_for_nothing() {
    let (mut stage, call) = following();
    stage.put(Input::Message(OTHER, Message::RollAnswer { call, behind: Vec::new(), not_ours: Vec::new() }));
    assert!(stage.asked(|_| true).is_none());
    stage.now += 1_500;
    stage.put(Input::Time);
    assert!(stage.asked(is_claim).is_none() && !stage.has(is_behind));
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
        assert!(stage.has(is_behind));
        // One answer may be late: the next heartbeat asks the database for the owner.
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
fn what_is_followed_no_longer_is_not_called_for() {
    let (mut stage, _) = following();
    stage.put(Input::Unfollow(ROOM));
    for _ in 0..10 {
        stage.now += 600;
        stage.put(Input::Time);
        assert!(!stage.has(|effect| matches!(effect, Effect::Send(..) | Effect::Behind(_))));
    }
}

#[test]
fn an_owner_says_who_lacks_something_and_what_is_not_its_own() {
    let mut stage = Stage::owner();
    let call = CallId { start: 9, number: 4 };
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
    assert_eq!(asks(vec![(ROOM, 2)]), (Vec::new(), Vec::new()));
    assert_eq!(asks(vec![(ROOM, 1), (RoomId(8), 5)]), (vec![ROOM], vec![RoomId(8)]));
    // A node without news from the database for long may have lost the room, and stays silent.
    stage.now += 1_800;
    stage.put(Input::Message(OTHER, Message::Roll { call, rooms: vec![(ROOM, 2)] }));
    assert!(!stage.has(|effect| matches!(effect, Effect::Send(..))));
    stage.renew(1, Link::Up);
    stage.put(Input::Message(OTHER, Message::Roll { call, rooms: vec![(ROOM, 2)] }));
    assert!(stage.has(|effect| matches!(effect, Effect::Send(OTHER, Message::RollAnswer { .. }))));
}

#[test]
fn what_the_database_says_is_not_ours_is_let_go() {
    let mut stage = Stage::owner();
    stage.renew(1, Link::Up);
    assert_eq!(stage.asked(is_holdings), None, "it is as it is taken to be");
    stage.renew(0, Link::Up);
    stage.answer(is_holdings, DatabaseAnswer::Held(Vec::new()));
    assert!(stage.has(|effect| matches!(effect, Effect::Lost(ROOM, Epoch(3)))));
    stage.renew(0, Link::Up);
    assert_eq!(stage.asked(is_holdings), None, "both say the same again");
}

#[test]
fn what_was_let_go_after_we_asked_what_we_have_is_not_taken_up_again() {
    let mut stage = Stage::owner();
    stage.renew(0, Link::Up);
    let holdings = stage.asked(is_holdings).unwrap();
    stage.put(Input::LetGo(ROOM, Epoch(3), Rest::Awake));
    stage.answer(is_release, DatabaseAnswer::Released);
    // It was asked before that, and is answered late.
    stage.put(Input::Database(holdings, DatabaseAnswer::Held(vec![(ROOM, Epoch(3))])));
    assert_eq!(stage.node.owned().count(), 0);
}

#[test]
fn what_we_have_is_asked_for_though_something_is_always_under_way() {
    let mut stage = Stage::owner();
    let mut renewals = 0;
    loop {
        // A claim that is never answered.
        stage.put(Input::Find { ticket: Ticket(10 + renewals), room: RoomId(50 + renewals) });
        stage.renew(0, Link::Up);
        renewals += 1;
        if stage.asked(is_holdings).is_some() {
            break;
        }
        assert!(renewals < 10, "it never asks");
    }
    assert_eq!(renewals, 3, "at first that may be why");
}

#[test]
fn what_is_given_to_us_after_we_asked_what_we_have_is_kept() {
    let mut stage = Stage::owner();
    stage.renew(0, Link::Up);
    let holdings = stage.asked(is_holdings).unwrap();
    let other = RoomId(9);
    stage.put(Input::Find { ticket: Ticket(2), room: other });
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
fn a_room_that_has_failed_is_let_go_in_the_epoch_in_which_it_was_run() {
    let mut stage = Stage::owner();
    stage.renew(1, Link::Up);
    stage.put(Input::LetGo(ROOM, Epoch(2), Rest::Awake));
    assert!(stage.asked(is_release).is_none() && stage.node.owned().count() == 1, "it was run anew since");
    stage.put(Input::LetGo(ROOM, Epoch(3), Rest::Awake));
    assert!(stage.has(|effect| matches!(effect, Effect::Lost(ROOM, Epoch(3)))));
    stage.answer(is_release, DatabaseAnswer::Released);
    assert!(stage.has(|effect| matches!(effect, Effect::Send(OTHER, Message::Adopt { .. }))));
}

#[test]
fn what_is_let_go_is_claimed_again_when_the_database_has_let_it_go() {
    let mut stage = Stage::owner();
    stage.put(Input::LetGo(ROOM, Epoch(3), Rest::Awake));
    assert!(stage.asked(is_release).is_some());
    // A search comes while a release has no answer yet.
    stage.find(2);
    assert_eq!(
        stage.asked(is_claim),
        None,
        "it would be granted in the same epoch, and may be let go after that"
    );
    stage.until(|effect| matches!(effect, Effect::Ask(_, Request::Release { .. })));
    stage.answer(is_release, DatabaseAnswer::Released);
    stage.claimed(Claim::Granted(Epoch(4)));
    assert_eq!(stage.found(), [(2, Some(Owner::Here(Epoch(4))))]);
    // A session that is over holds nothing: then there is nothing to wait for.
    stage.put(Input::LetGo(ROOM, Epoch(4), Rest::Awake));
    stage.find(3);
    stage.until(|effect| matches!(effect, Effect::Ask(_, Request::Renew { .. })));
    stage.answer(|request| matches!(request, Request::Renew { .. }), DatabaseAnswer::Expired);
    stage.answer(|request| matches!(request, Request::Join { .. }), DatabaseAnswer::Joined(Session(6)));
    assert!(stage.asked(is_claim).is_some());
}
