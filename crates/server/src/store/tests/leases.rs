//! Leases: sessions end by the clock of the database, and a node that has lost a match writes nothing to it.

use std::time::Duration;

use cluster::{Claim, DatabaseAnswer, Epoch, Link, Member, NodeId, Request, Rest, RoomId, Session, Tally};
use room::{Entry, PlayChange};

use super::super::engine::{Connection, Value};
use super::super::leases::FREED;
use super::super::{Fence, Leases, Store, StoreError};
use super::{Scratch, opening, seat};

type Answer = DatabaseAnswer;

/// No deal is played here.
const NO_PLAY: PlayChange = PlayChange { decided: false, score: None };

async fn answer(leases: &mut Leases, request: Request) -> Answer {
    leases.answer("test", request).await.unwrap()
}

async fn join(leases: &mut Leases, node: u32) -> Session {
    let joined = answer(leases, Request::Join { node: NodeId(node), link: Link::Up }).await;
    let DatabaseAnswer::Joined(session) = joined else { panic!("{joined:?}") };
    session
}

async fn renew(leases: &mut Leases, session: Session, adopt: usize, link: Link) -> Answer {
    answer(leases, Request::Renew { session, adopt, link }).await
}

fn member(node: u32, link: Link) -> Member {
    Member { node: NodeId(node), link }
}

async fn claim(leases: &mut Leases, session: Session, id: i64) -> Answer {
    answer(leases, Request::Claim { session, rooms: vec![RoomId(id as u64)] }).await
}

fn granted(id: i64, epoch: u64) -> Answer {
    DatabaseAnswer::Claimed(vec![(RoomId(id as u64), Claim::Granted(Epoch(epoch)))])
}

fn held(id: i64, node: u32) -> Answer {
    DatabaseAnswer::Claimed(vec![(RoomId(id as u64), Claim::Held(NodeId(node)))])
}

fn nobody(id: i64) -> Answer {
    DatabaseAnswer::Claimed(vec![(RoomId(id as u64), Claim::Nobody)])
}

fn fence(session: Session, epoch: i64) -> Option<Fence> {
    Some(Fence { session: session.0 as i64, epoch })
}

async fn ready(store: &Store, fence: Option<Fence>, id: i64, line: u64) -> Result<(), StoreError> {
    store.append_as(fence, (id, line), &[Entry::Readied(seat())], None, NO_PLAY, None).await
}

/// Ends a session, as time does.
async fn end(scratch: &Scratch, session: Session) {
    let mut on = scratch.connection().await;
    let over = "UPDATE sessions SET until = clock_timestamp() - interval '1 second' WHERE id = $1";
    on.execute(over, &[Value::Int(session.0 as i64)]).await.unwrap();
    on.close().await.unwrap();
}

#[tokio::test]
async fn a_match_has_one_owner_and_whoever_lost_it_writes_nothing() {
    let Some(scratch) = Scratch::server("owners") else { return };
    let store = scratch.open().await;
    let id = store.open_room(&opening("abcd2345", &[])).await.unwrap();
    let (mut one, mut two) = (store.leases().unwrap(), store.leases().unwrap());
    let (first, second) = (join(&mut one, 11).await, join(&mut two, 12).await);
    assert_eq!(claim(&mut one, first, id).await, granted(id, 1));
    assert_eq!(claim(&mut one, first, id).await, granted(id, 1), "asked twice, it is the same");
    assert_eq!(claim(&mut two, second, id).await, held(id, 11));
    assert_eq!(claim(&mut two, second, 777).await, nobody(777), "there is no such match");
    ready(&store, fence(first, 1), id, 2).await.unwrap();
    for other in [fence(second, 1), fence(first, 2)] {
        let lost = ready(&store, other, id, 3).await;
        assert!(matches!(lost, Err(StoreError::Lost { .. })), "{lost:?}");
    }
    // With what goes beside lines it is the same.
    let progress = Some(room::Progress::Playing);
    let lost =
        store.append_as(fence(second, 1), (id, 3), &[Entry::Readied(seat())], progress, NO_PLAY, None).await;
    assert!(matches!(lost, Err(StoreError::Lost { .. })), "{lost:?}");
    assert_eq!(store.row("abcd2345").await.unwrap().unwrap().stage, "lobby");
    store
        .append_as(fence(first, 1), (id, 3), &[Entry::Readied(seat())], progress, NO_PLAY, None)
        .await
        .unwrap();
    // One whose session is over is not renewed, and another one adopts what it had.
    end(&scratch, first).await;
    let renewed = renew(&mut two, second, 9, Link::Up).await;
    let adopted = vec![(RoomId(id as u64), Epoch(2))];
    let held = Tally { rooms: 1, sum: id as u64 + 2 };
    assert_eq!(renewed, DatabaseAnswer::Renewed { adopted, held, members: vec![member(12, Link::Up)] });
    assert_eq!(renew(&mut one, first, 9, Link::Up).await, DatabaseAnswer::Expired);
    assert_eq!(claim(&mut one, first, id).await, DatabaseAnswer::Expired);
    let lost = ready(&store, fence(first, 1), id, 4).await;
    assert!(matches!(lost, Err(StoreError::Lost { .. })), "{lost:?}");
    ready(&store, fence(second, 2), id, 4).await.unwrap();
    assert_eq!(store.head(id).await.unwrap(), 4);
    // Each line says in which epoch it was written; the first ones were there before anybody owned the match.
    let mut on = scratch.connection().await;
    let rows = on.fetch_all("SELECT epoch FROM journal ORDER BY seq", &[]).await.unwrap();
    let epochs: Vec<Option<i64>> = rows.iter().map(|row| row.get(0).unwrap()).collect();
    assert_eq!(epochs, [None, Some(1), Some(1), Some(2)]);
    on.close().await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn whether_a_node_is_linked_is_known_to_all() {
    let Some(scratch) = Scratch::server("linked") else { return };
    let store = scratch.open().await;
    let (mut one, mut two) = (store.leases().unwrap(), store.leases().unwrap());
    let (first, second) = (join(&mut one, 11).await, join(&mut two, 12).await);
    // One that does not know of links, as an earlier version does not.
    scratch.run(&["INSERT INTO sessions (node, name, until) VALUES (13, 'old', clock_timestamp() + interval '1 hour')"]).await;
    for link in [Link::Down, Link::Up] {
        renew(&mut one, first, 0, link).await;
        let renewed = renew(&mut two, second, 0, Link::Up).await;
        let DatabaseAnswer::Renewed { mut members, .. } = renewed else { panic!("{renewed:?}") };
        members.sort_by_key(|member| member.node);
        assert_eq!(members, [member(11, link), member(12, Link::Up), member(13, Link::Up)]);
    }
    store.close().await;
}

#[tokio::test]
async fn what_is_let_go_is_adopted_if_it_is_awake() {
    let Some(scratch) = Scratch::server("let_go") else { return };
    let store = scratch.open().await;
    let mut ids = Vec::new();
    for code in ["abcd2345", "bcde2345", "cdef2345"] {
        ids.push(store.open_room(&opening(code, &[])).await.unwrap());
    }
    let (mut one, mut two) = (store.leases().unwrap(), store.leases().unwrap());
    let (first, second) = (join(&mut one, 11).await, join(&mut two, 12).await);
    let rooms: Vec<RoomId> = ids.iter().map(|id| RoomId(*id as u64)).collect();
    answer(&mut one, Request::Claim { session: first, rooms: rooms.clone() }).await;
    for (room, rest) in [(rooms[0], Rest::Awake), (rooms[1], Rest::Asleep)] {
        let release = Request::Release { session: first, rooms: vec![(room, Epoch(1))], rest };
        assert_eq!(answer(&mut one, release).await, DatabaseAnswer::Released);
    }
    // A release by another session, or of an earlier epoch, does nothing.
    for (session, epoch) in [(second, 1), (first, 7)] {
        let rooms = vec![(rooms[2], Epoch(epoch))];
        answer(&mut one, Request::Release { session, rooms, rest: Rest::Awake }).await;
    }
    let DatabaseAnswer::Renewed { adopted, held, .. } = renew(&mut two, second, 9, Link::Up).await else {
        panic!("one was let go")
    };
    assert_eq!(adopted, [(rooms[0], Epoch(2))]);
    assert_eq!(held, adopted.into_iter().collect());
    assert_eq!(claim(&mut two, second, ids[1]).await, granted(ids[1], 2));
    let holdings = answer(&mut one, Request::Holdings { session: first }).await;
    assert_eq!(holdings, DatabaseAnswer::Held(vec![(rooms[2], Epoch(1))]));
    // A match is removed while a node adopts; the adoption goes on.
    store.remove("cdef2345").await.unwrap();
    let holdings = answer(&mut one, Request::Holdings { session: first }).await;
    assert_eq!(holdings, DatabaseAnswer::Held(vec![]));
    store.close().await;
}

#[tokio::test]
async fn a_match_that_is_over_needs_no_owner_until_somebody_asks_for_it() {
    let Some(scratch) = Scratch::server("over") else { return };
    let store = scratch.open().await;
    let mut ids = Vec::new();
    for code in ["abcd2345", "bcde2345"] {
        ids.push(store.open_room(&opening(code, &[])).await.unwrap());
    }
    let (mut one, mut two) = (store.leases().unwrap(), store.leases().unwrap());
    let (first, second) = (join(&mut one, 11).await, join(&mut two, 12).await);
    let rooms: Vec<RoomId> = ids.iter().map(|id| RoomId(*id as u64)).collect();
    answer(&mut one, Request::Claim { session: first, rooms: rooms.clone() }).await;
    let goes_on = |id, line, progress| {
        let store = store.clone();
        async move {
            let lines = [Entry::Readied(seat())];
            store
                .append_as(fence(first, 1), (id, line), &lines, Some(progress), NO_PLAY, None)
                .await
                .unwrap();
        }
    };
    goes_on(ids[0], 2, room::Progress::Over).await;
    goes_on(ids[1], 2, room::Progress::Playing).await;
    // Its owner still has it, and may write to it.
    ready(&store, fence(first, 1), ids[0], 3).await.unwrap();
    end(&scratch, first).await;
    let adopted = async |leases: &mut Leases, session| {
        let renewed = renew(leases, session, 9, Link::Up).await;
        let DatabaseAnswer::Renewed { adopted, .. } = renewed else { panic!("{renewed:?}") };
        adopted
    };
    assert_eq!(adopted(&mut two, second).await, [(rooms[1], Epoch(2))]);
    // A finished match can be claimed, and is adopted by no other node.
    assert_eq!(claim(&mut two, second, ids[0]).await, granted(ids[0], 2));
    let all = rooms.iter().map(|room| (*room, Epoch(2))).collect();
    answer(&mut two, Request::Release { session: second, rooms: all, rest: Rest::Awake }).await;
    let third = join(&mut one, 13).await;
    assert_eq!(adopted(&mut one, third).await, [(rooms[1], Epoch(3))]);
    store.close().await;
}

/// Two who write and claim at the same moment: either the line is written and the new owner finds it, or it is not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_waits_for_what_is_being_written() {
    let Some(scratch) = Scratch::server("race") else { return };
    let store = scratch.open().await;
    let id = store.open_room(&opening("abcd2345", &[])).await.unwrap();
    let (mut one, mut two) = (store.leases().unwrap(), store.leases().unwrap());
    let mut line = 2;
    let mut epoch = 1;
    let (mut written, mut lost) = (0, 0);
    for round in 0..24 {
        let (first, second) = (join(&mut one, 11).await, join(&mut two, 12).await);
        assert_eq!(claim(&mut one, first, id).await, granted(id, epoch));
        let writing = {
            let (store, fence) = (store.clone(), fence(first, epoch as i64));
            tokio::spawn(async move { ready(&store, fence, id, line).await })
        };
        tokio::time::sleep(Duration::from_micros(200 * (round % 6))).await;
        end(&scratch, first).await;
        assert_eq!(claim(&mut two, second, id).await, granted(id, epoch + 1));
        let head = store.head(id).await.unwrap();
        match writing.await.unwrap() {
            Ok(()) => {
                written += 1;
                assert_eq!(head, line, "the new owner finds all that was written");
                line += 1;
            }
            Err(StoreError::Lost { .. }) => {
                lost += 1;
                assert_eq!(head, line - 1);
            }
            Err(error) => panic!("{error}"),
        }
        end(&scratch, second).await;
        epoch += 2;
    }
    println!("{written} written before the claim, {lost} after it");
    store.close().await;
}

/// The count of one query.
async fn counted(on: &mut Connection, query: &'static str, session: Session) -> i64 {
    on.fetch_one(query, &[Value::Int(session.0 as i64)]).await.unwrap().get(0).unwrap()
}

/// A node with any number of matches: no transaction frees many leases, and until the last the session stays expired.
#[tokio::test]
async fn an_expired_session_with_many_leases_ends_in_pieces() {
    const MANY: i64 = 60_000;
    const HELD: &str = "SELECT count(*) FROM leases WHERE session = $1";
    let Some(scratch) = Scratch::server("pieces") else { return };
    let store = scratch.open().await;
    let (mut one, mut two) = (store.leases().unwrap(), store.leases().unwrap());
    let (first, second) = (join(&mut one, 11).await, join(&mut two, 12).await);
    scratch
        .run(&["INSERT INTO matches (code, game, stage, listed, luck, created, updated)
                SELECT 'm' || n, 'spammers', 'playing', FALSE, n, 0, 0 FROM generate_series(1, 60000) n"])
        .await;
    let mut on = scratch.connection().await;
    let all = "INSERT INTO leases SELECT id, $1, 7, TRUE FROM matches";
    assert_eq!(on.execute(all, &[Value::Int(first.0 as i64)]).await.unwrap(), MANY as u64);
    let last = counted(&mut on, "SELECT max(match) FROM leases WHERE session = $1", first).await;
    ready(&store, fence(first, 7), last, 1).await.unwrap();
    end(&scratch, first).await;
    let (mut left, mut calls) = (MANY, 0);
    while left > 0 {
        // Its leases are fenced off and its session is over, in every call between.
        let progress = Some(room::Progress::Playing);
        for progress in [None, progress] {
            let lines = [Entry::Readied(seat())];
            let lost = store.append_as(fence(first, 7), (last, 2), &lines, progress, NO_PLAY, None).await;
            assert!(matches!(lost, Err(StoreError::Lost { .. })), "{lost:?}");
        }
        assert_eq!(claim(&mut one, first, last).await, DatabaseAnswer::Expired);
        let holdings = answer(&mut one, Request::Holdings { session: first }).await;
        assert_eq!(holdings, DatabaseAnswer::Held(vec![]));
        if calls == 3 {
            assert_eq!(claim(&mut two, second, last).await, granted(last, 8), "at the first try");
            left -= 1;
        }
        // Its node may try as often as others do.
        if calls % 2 == 0 {
            let renewed = renew(&mut two, second, 9, Link::Up).await;
            let DatabaseAnswer::Renewed { adopted, members, .. } = renewed else { panic!("{renewed:?}") };
            assert_eq!((adopted.len(), members), (9, vec![member(12, Link::Up)]));
        } else {
            assert_eq!(renew(&mut one, first, 9, Link::Up).await, DatabaseAnswer::Expired);
        }
        calls += 1;
        left = (left - FREED).max(0);
        assert_eq!(counted(&mut on, HELD, first).await, left, "after call {calls}");
    }
    assert_eq!(calls, MANY / FREED);
    assert_eq!(counted(&mut on, "SELECT count(*) FROM sessions WHERE id = $1", first).await, 0);
    ready(&store, fence(second, 8), last, 2).await.unwrap();
    on.close().await.unwrap();
    store.close().await;
}

/// Claims a match, with a session that is renewed or begun anew, until it is granted.
async fn claim_in_time(leases: &mut Leases, node: u32, id: i64) {
    let mut session = join(leases, node).await;
    for _ in 0..2_000 {
        let claimed = claim(leases, session, id).await;
        if claimed == DatabaseAnswer::Expired {
            session = join(leases, node).await;
        } else if claimed != held(id, 11) && claimed != nobody(id) {
            let DatabaseAnswer::Claimed(claims) = claimed else { panic!("{claimed:?}") };
            assert!(matches!(claims[..], [(_, Claim::Granted(_))]), "{claims:?}");
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        renew(leases, session, 0, Link::Up).await;
    }
    panic!("nobody gets the match");
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn whoever_stops_in_the_middle_of_a_transaction_does_not_keep_its_matches() {
    let Some(scratch) = Scratch::server("stopped") else { return };
    let store = scratch.open().await;
    let id = store.open_room(&opening("abcd2345", &[])).await.unwrap();
    // As a node does that renews its session, and one that writes.
    let locks = ["SELECT 1 FROM sessions FOR UPDATE", "SELECT 1 FROM leases FOR SHARE"];
    for (number, lock) in locks.into_iter().enumerate() {
        let (mut one, mut two) = (store.leases().unwrap(), store.leases().unwrap());
        let first = join(&mut one, 11).await;
        let owned = claim(&mut one, first, id).await;
        assert_eq!(owned, granted(id, 2 * number as u64 + 1));
        end(&scratch, first).await;
        let mut stopped = scratch.connection_to_write().await;
        stopped.begin().await.unwrap();
        stopped.execute(lock, &[]).await.unwrap();
        claim_in_time(&mut two, 12, id).await;
        assert!(stopped.commit().await.is_err(), "what it held on to was given to another");
        scratch.run(&["DELETE FROM sessions"]).await;
    }
}
