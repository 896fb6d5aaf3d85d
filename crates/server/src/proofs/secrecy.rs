//! Twins: two truths that a viewer cannot tell apart give that viewer the same bytes, at every look and every attempt.

use games::{AnyGame, GameName};
use serde_json::json;
use table::{Seat, SeatSet, Viewer};

use super::{Reply, TestSite, start_of};
use conformance::twins::{Moment, Twins, twins};
use room::Options;

/// Pairs of games of each kind.
const PAIRS: u64 = 10;
/// How many moments of a pair are looked at.
const MOMENTS: usize = 3;
/// Inputs of a pair.
const LENGTH: usize = 140;

/// A table for three.
pub(super) fn options(game: GameName, wait: u32) -> Options {
    Options { wait, ..Options::quick(game) }
}

/// Pairs of games for every viewer in turn, made as they are wanted.
pub(super) fn pairs(options: &Options, count: u64) -> impl Iterator<Item = Twins> {
    let viewers: Vec<Viewer> = options.count().unwrap().viewers().collect();
    let pair = move |number: u64| {
        let viewer = viewers[number as usize % viewers.len()];
        let length = LENGTH - 25 * (number as usize % 5);
        match options.build(SeatSet::EMPTY, 0).unwrap() {
            AnyGame::Spammers(game) => twins(&game, viewer, number, length),
            AnyGame::SpamORama(game) => twins(&game, viewer, number, length),
        }
    };
    (0..count).map(pair)
}

async fn rooms(options: &Options, pair: &Twins, inputs: usize) -> [TestSite; 2] {
    let start = start_of(options);
    [
        TestSite::at(options, start.clone(), &pair.left[..inputs]).await,
        TestSite::at(options, start, &pair.right[..inputs]).await,
    ]
}

pub(super) fn same(left: &Reply, right: &Reply, what: &str, pair: &Twins, moment: &Moment) {
    if left == right {
        return;
    }
    let place = left.body.bytes().zip(right.body.bytes()).take_while(|(one, other)| one == other).count();
    let around = |reply: &Reply| {
        let bytes = reply.body.as_bytes();
        String::from_utf8_lossy(&bytes[place.saturating_sub(150)..(place + 150).min(bytes.len())])
            .into_owned()
    };
    panic!(
        "{} can tell two games apart after {} inputs by {what}: {} {:?}\n{}\n--- and ---\n{} {:?}\n{}\n{:#?}\n{:#?}",
        pair.viewer,
        moment.inputs,
        left.status,
        left.headers,
        around(left),
        right.status,
        right.headers,
        around(right),
        &pair.left[..moment.inputs],
        &pair.right[..moment.inputs],
    );
}

/// Everything that the viewer can look at or try without doing anything.
pub(super) async fn looks_alike(rooms: &[TestSite; 2], pair: &Twins, moment: &Moment) -> usize {
    let [left, right] = rooms;
    let who = pair.viewer;
    let version = left.version().await;
    let mut compared = 0;
    for (path, accept) in [
        ("", "text/html"),
        ("", "application/json"),
        ("?seat=A", "text/html"),
        ("?seat=B", "application/json"),
        ("?seat=C", "text/html"),
        ("/record", "text/html"),
        ("/replay?at=3&as=A", "application/json"),
        ("/review", "text/html"),
        ("/review?at=3&as=A", "application/json"),
        ("/review/progress", "application/json"),
        ("/", "text/html"),
    ] {
        same(&left.get(who, path, accept).await, &right.get(who, path, accept).await, path, pair, moment);
        compared += 1;
    }
    let mut attempts = vec![
        ("/act", json!({ "version": 1, "action": "pass" })),
        ("/act", json!({ "version": version + 1, "action": "pass" })),
        ("/act", json!({ "version": version, "action": "nonsense" })),
        ("/back", json!({ "version": version - 1 })),
        ("/continue", json!({ "at": 1, "seat": "A" })),
        ("/rematch", json!({})),
        ("/start", json!({})),
        ("/return", json!({})),
    ];
    let others = ["A", "B", "C"]
        .into_iter()
        .filter(|letter| who.seat().is_none_or(|seat| seat.to_string() != *letter));
    attempts
        .extend(others.map(|seat| ("/act", json!({ "version": version, "action": "pass", "seat": seat }))));
    let refused = moment.refused.iter();
    attempts.extend(refused.map(|action| ("/act", json!({ "version": version, "action": action }))));
    for (path, body) in attempts {
        let what = format!("{path} {body}");
        let replies = [left.post(who, path, body.clone()).await, right.post(who, path, body).await];
        same(&replies[0], &replies[1], &what, pair, moment);
        let harmless = path == "/return" || replies[0].status >= 400;
        assert!(harmless, "{what} was done: {:?}", replies[0]);
        compared += 1;
    }
    assert_eq!(left.version().await, version, "nothing was done");
    compared
}

pub(super) async fn streams_begin_alike(rooms: &[TestSite; 2], pair: &Twins, moment: &Moment) {
    for query in ["", "?as=json", "?seat=B"] {
        let mut heard = Vec::new();
        for room in rooms {
            let mut events = room.listen(pair.viewer, query).await;
            heard.push(Reply { status: 200, headers: Vec::new(), body: room.heard(&mut events).await });
        }
        same(&heard[0], &heard[1], "the first event", pair, moment);
    }
}

/// The last moments, and some before.
fn looked_at(pair: &Twins) -> impl Iterator<Item = &Moment> {
    let step = (pair.moments.len() / MOMENTS).max(1);
    pair.moments.iter().rev().filter(|moment| !moment.passes_by_itself).step_by(step).take(MOMENTS)
}

async fn tells_nothing_apart(options: &Options) {
    let (mut compared, mut differ) = (0, 0);
    for pair in pairs(options, PAIRS) {
        for moment in looked_at(&pair) {
            let rooms = rooms(options, &pair, moment.inputs).await;
            streams_begin_alike(&rooms, &pair, moment).await;
            compared += looks_alike(&rooms, &pair, moment).await;
            takes_back_alike(&rooms, &pair, moment).await;
            differ += 1;
        }
    }
    assert!(differ > PAIRS as usize && compared > 100, "{differ} moments, {compared} answers");
}

/// Whether both twins let the viewer take an action back, and look the same after it.
async fn takes_back_alike(rooms: &[TestSite; 2], pair: &Twins, moment: &Moment) {
    let version = rooms[0].version().await;
    let mut replies = Vec::new();
    for room in rooms {
        let back = room.post(pair.viewer, "/back", json!({ "version": version })).await;
        replies.push([back, room.get(pair.viewer, "", "text/html").await]);
    }
    same(&replies[0][0], &replies[1][0], "taking back", pair, moment);
    same(&replies[0][1], &replies[1][1], "the page after taking back", pair, moment);
}

#[tokio::test]
async fn pages_data_streams_and_refusals_of_spammers_keep_secrets() {
    tells_nothing_apart(&options(GameName::Spammers, 0)).await;
}

#[tokio::test]
async fn pages_data_streams_and_refusals_of_spam_o_rama_keep_secrets() {
    tells_nothing_apart(&options(GameName::SpamORama, 0)).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn windows_that_ask_all_at_once_keep_secrets() {
    let options = options(GameName::Spammers, 30);
    let (mut windows, mut answered) = (0, 0);
    for pair in pairs(&options, 3 * PAIRS) {
        for moment in pair.moments.iter().filter(|moment| moment.window).take(2) {
            let rooms = rooms(&options, &pair, moment.inputs).await;
            streams_begin_alike(&rooms, &pair, moment).await;
            looks_alike_in_window(&rooms, &pair, moment).await;
            windows += 1;
            let version = rooms[0].version().await;
            for action in moment.refused.iter().chain(&moment.allowed) {
                let body = json!({ "version": version, "action": action });
                let replies = [
                    rooms[0].post(pair.viewer, "/act", body.clone()).await,
                    rooms[1].post(pair.viewer, "/act", body).await,
                ];
                same(&replies[0], &replies[1], action, &pair, moment);
                looks_alike_in_window(&rooms, &pair, moment).await;
                answered += 1;
            }
        }
    }
    assert!(windows > 10 && answered > 3, "{windows} windows, {answered} answers");
}

pub(super) async fn looks_alike_in_window(rooms: &[TestSite; 2], pair: &Twins, moment: &Moment) {
    for accept in ["text/html", "application/json"] {
        let replies =
            [rooms[0].get(pair.viewer, "", accept).await, rooms[1].get(pair.viewer, "", accept).await];
        same(&replies[0], &replies[1], "the window", pair, moment);
    }
}

/// The last moment after which somebody else acts, and the viewer still cannot tell.
pub(super) fn followed(pair: &Twins) -> Option<&Moment> {
    let follows = |moment: &&Moment| {
        let next = pair.moments.iter().any(|later| later.inputs == moment.inputs + 1);
        let by = pair.left.get(moment.inputs).and_then(|line| line[..1].parse::<Seat>().ok());
        next && by.is_some_and(|seat| !pair.viewer.is(seat))
    };
    pair.moments.iter().rev().find(follows)
}

/// Another seat acts, differently in the two games, and the viewer hears the same of it.
#[tokio::test]
async fn what_is_told_of_a_change_keeps_secrets() {
    let mut told = 0;
    for game in GameName::ALL {
        let options = options(game, 0);
        for pair in pairs(&options, 2 * PAIRS) {
            let Some(moment) = followed(&pair) else { continue };
            let rooms = rooms(&options, &pair, moment.inputs).await;
            let mut heard = Vec::new();
            for (room, lines) in rooms.iter().zip([&pair.left, &pair.right]) {
                let mut streams =
                    [room.listen(pair.viewer, "").await, room.listen(pair.viewer, "?as=json").await];
                for stream in &mut streams {
                    room.heard(stream).await;
                }
                let (seat, action) = lines[moment.inputs].split_once(' ').unwrap();
                let version = room.version().await;
                let body = json!({ "version": version, "action": action });
                let done = room.post(Viewer::Seat(seat.parse().unwrap()), "/act", body).await;
                assert_eq!(done.status, 200, "{done:?}");
                let mut body = String::new();
                for stream in &mut streams {
                    body.push_str(&room.heard(stream).await);
                }
                heard.push(Reply { status: 200, headers: Vec::new(), body });
            }
            same(&heard[0], &heard[1], "a change", &pair, moment);
            told += 1;
        }
    }
    assert!(told > 15, "{told} changes");
}
