//! Every page of the site with something on it. Names try to be more than names.

#![allow(clippy::unwrap_used, reason = "samples are made up")]

use std::time::Duration;

use crate::golden::golden;
use games::{Collection, GameName, Level, card_sets};
use lessons::Puzzle;
use maud::html;
use pages::deal::{self, Challenger, DealColumn, DealGroup, DealPage, DealResult, DealRow, DealState};
use pages::notice::Trouble;
use pages::shell::{Place, page};
use pages::{
    FinishedMatch, Frame, Home, LobbyPage, Replay, after, gallery, home, lobby, notice, puzzle, rules,
};
use review::{GameResult, Highlight};
use room::{
    Device, KeyHash, Lobby, LobbySeat, MatchStatus, MatchSummary, OpenLink, Plays, SeatAccess, Sitter,
    Status, Tag, Whereabouts,
};
use table::{Clause, Ending, Seat, SeatSet, Viewer};

/// A name that is text and nothing else, if it is escaped.
pub const NASTY: &str = "<script>alert('x')</script>\"";

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn sitters() -> Vec<Sitter> {
    let names = ["Ada", NASTY, "Grace of the Long Name", "Kingpin"];
    let plays = [Plays::Person, Plays::Person, Plays::Bot(Level::Operator), Plays::Bot(Level::Kingpin)];
    names
        .into_iter()
        .zip(plays)
        .enumerate()
        .map(|(place, (name, plays))| Sitter::here(seat(place), name.to_owned(), plays))
        .collect()
}

fn summary(code: &str, game: GameName, status: MatchStatus) -> MatchSummary {
    let names = ["Ada", NASTY, "Operator"].map(str::to_owned).to_vec();
    MatchSummary { code: code.to_owned(), game, names, status }
}

/// A moment of a lesson with few answers.
fn lesson(game: GameName) -> maud::Markup {
    let lesson = lessons::Lesson::of(game);
    let (beat, sitters) = (2, pages::coach::sitters(lesson));
    let context = pages::live::RenderContext {
        code: game.name(),
        version: beat as u64,
        sitters: &sitters,
        statuses: &[],
    };
    let coach = pages::coach::coach(lesson, beat, Some(NASTY));
    let viewer = Viewer::Seat(lessons::LEARNER);
    let main = pages::live::lesson(&lesson.table(beat), &context, viewer, coach);
    page("A first game", main, Place::Table)
}

/// The home page of a returning visitor.
pub fn home_model() -> Home {
    Home {
        mine: vec![
            summary("K3F9Q", GameName::Spammers, MatchStatus::Playing { turns: 7, yours: true }),
            summary("M2XW7", GameName::SpamORama, MatchStatus::Lobby { free: 2 }),
        ],
        finished: vec![FinishedMatch {
            code: "Z9B3C".to_owned(),
            game: GameName::SpamORama,
            day: "2 March".to_owned(),
            others: vec!["Bob".to_owned()],
            won: Some(true),
        }],
        public: vec![
            summary("P8D4R", GameName::Spammers, MatchStatus::Lobby { free: 1 }),
            summary("T6HJ2", GameName::SpamORama, MatchStatus::Playing { turns: 31, yours: false }),
        ],
        name: NASTY.to_owned(),
        played: GameName::ALL.to_vec(),
        collection: Collection::default(),
    }
}

/// A lobby as a guest sees it.
pub fn lobby_of_guest(game: GameName) -> LobbyPage<'static> {
    let mut seats: Vec<LobbySeat> = sitters()
        .into_iter()
        .map(|sitter| LobbySeat { ready: sitter.plays != Plays::Person, spam: Some(41), sitter })
        .collect();
    seats[2].sitter.plays = Plays::Nobody;
    seats[2].sitter.name = String::new();
    seats[1].ready = true;
    let lobby = Lobby {
        code: "K3F9Q".to_owned(),
        game,
        setup: vec![("Seats", "4".to_owned()), ("Clock", "Relaxed".to_owned()), ("Cards", NASTY.to_owned())],
        seats,
        own: SeatSet::only(seat(0)),
        opened_it: false,
        not_yet: None,
        version: 3,
        whereabouts: vec![(seat(1), Whereabouts::Away { since: Duration::from_secs(200) })],
    };
    LobbyPage { lobby, link: "http://localhost:1998/t/K3F9Q".to_owned(), name: NASTY }
}

/// The same as the opener of the table sees it.
pub fn lobby_of_opener(game: GameName) -> LobbyPage<'static> {
    let mut page = lobby_of_guest(game);
    page.lobby.opened_it = true;
    page.lobby.not_yet = Some(format!("seat C is free, and {NASTY} is not ready."));
    page
}

fn race() -> Vec<(Seat, Vec<u32>)> {
    let ends = [20, 14, 13, 6];
    let line = |place: usize, end: u32| {
        let number = |turn: u32| (end * turn * (turn + place as u32) / (17 * (17 + place as u32))).min(end);
        (seat(place), (0..=17).map(number).collect())
    };
    ends.into_iter().enumerate().map(|(place, end)| line(place, end)).collect()
}

/// How a match came out.
pub fn game_result() -> GameResult {
    GameResult {
        ending: Ending { winners: SeatSet::only(seat(0)), clause: Clause("S6.1"), how: "sum" },
        sentence: format!("{:#} wins with 20 in all, to the dismay of {:#}.", seat(0), seat(1)).into(),
        race: race(),
        measure: "Ratings in sum",
        goal: Some(20),
        inputs: 240,
        turns: (0..17).map(|turn| (20 + turn * 13, Some(seat(turn % 4)))).collect(),
        columns: &[("Sum", "the Ratings of all Scams at the end")],
        rows: (0..4).map(|place| (seat(place), vec![20 - place as u32])).collect(),
        highlights: vec![Highlight {
            at: 57,
            title: "The best roll",
            says: format!("{:#} rolls 1, and {:#} sighs.", seat(0), seat(1)).into(),
            clause: Clause("S4.7"),
            swing: Some((seat(1), 31, 12)),
        }],
    }
}

/// A deal's page at this stage.
fn deal_page(game: GameName, state: DealState) -> DealPage {
    let begun = !matches!(state, DealState::Open);
    DealPage {
        game,
        day: Some("16 November".to_owned()),
        path: format!("/deal/2026-11-16/{}", game.name()),
        opponents: vec!["Bounce the Operator".to_owned(), "Daemon the Operator".to_owned()],
        name: NASTY.to_owned(),
        link: begun.then(|| "http://localhost:1998/d/k7mq2xwp".to_owned()),
        challenger: Some(Challenger { name: NASTY.to_owned(), score: begun.then(|| "round 9".to_owned()) }),
        state,
    }
}

/// A deal that is over.
fn deal_result() -> DealResult {
    let row = |place: u32| DealRow {
        place,
        name: NASTY.to_owned(),
        score: format!("round {}", 6 + place),
        replay: "/t/K3F9Q/replay?at=0&as=A".to_owned(),
        own: place == 4,
    };
    DealResult {
        headline: "Round 10".to_owned(),
        own: "round 10".to_owned(),
        place: 4,
        of: 1_204,
        better_than: Some(83),
        median: "round 12".to_owned(),
        best: "round 7".to_owned(),
        at_best: 6,
        columns: (7..19)
            .map(|round| DealColumn {
                label: round.to_string(),
                count: 5 * round,
                tags: match round {
                    7 => vec!["best"],
                    10 => vec!["you", "median"],
                    _ => Vec::new(),
                },
            })
            .collect(),
        others: vec![Some(row(1)), Some(row(2)), None, Some(row(4))],
        apart: None,
        replays_open: true,
        best_replay: Some("/t/K3F9Q/replay?at=0&as=A".to_owned()),
        table: "/t/K3F9Q".to_owned(),
    }
}

/// The same while the replays are closed, with others who are ranked apart.
fn deal_result_of_today() -> DealResult {
    let apart = Some(DealGroup { newcomers: true, of: 3, best: "round 9".to_owned() });
    DealResult { apart, replays_open: false, best_replay: None, ..deal_result() }
}

/// Every page: its address without a leading slash, and its text.
pub fn pages() -> Vec<(String, String)> {
    let sitters = sitters();
    let status = Status::default();
    let frame = Frame {
        code: "K3F9Q",
        game: GameName::Spammers,
        viewer: Viewer::Seat(seat(1)),
        version: 240,
        sitters: &sitters,
        status: &status,
    };
    let result = game_result();
    let steps = Replay { frame: frame.clone(), at: 57, result: &result };
    let desktop = || html! { div.desktop { section.window { h2.bar { "The table" } div.inside { "Here lies the table." } } } };
    let log = || html! { section.window.log { h2.bar { "Log" } div.inside { "Everything that happened." } } };
    let cards = golden("spammers-4-standard");
    let over = after::over(&frame, &game_result(), &cards);
    let network = golden("spam-o-rama-3-ring-memory-off");
    let other = Frame { game: GameName::SpamORama, viewer: Viewer::Bystander, ..frame.clone() };
    let over_network = after::over(&other, &after::story(&network).unwrap(), &network);
    let replayed = |body| page("Table K3F9Q", body, Place::Replay);
    let rules_page = |body| page("Rules", body, Place::Rules);
    let mut all = vec![
        ("".to_owned(), page("Gruntle", home::home(&home_model()), Place::Home)),
        ("empty".to_owned(), page("Gruntle", home::home(&Home::default()), Place::Home)),
        (
            "lobby".to_owned(),
            page("Lobby", lobby::lobby(&lobby_of_opener(GameName::SpamORama)), Place::Lobby),
        ),
        (
            "lobby-guest".to_owned(),
            page("Lobby", lobby::lobby(&lobby_of_guest(GameName::Spammers)), Place::Lobby),
        ),
        ("over".to_owned(), page("Over", over, Place::After)),
        ("over-network".to_owned(), page("Over", over_network, Place::After)),
        (
            "replay".to_owned(),
            replayed(after::replay(&steps, html! { p #moment { "Something happens." } }, desktop(), log())),
        ),
        ("rules".to_owned(), rules_page(rules::index(None))),
        ("rules/search".to_owned(), rules_page(rules::index(Some("gruntles printed")))),
        ("rules/nothing".to_owned(), rules_page(rules::index(Some(NASTY)))),
        ("rules/notation".to_owned(), rules_page(rules::notation())),
        ("cards".to_owned(), page("Cards", gallery::cards(&Collection::default()), Place::Cards)),
        ("networks".to_owned(), page("Networks", gallery::networks(&Collection::default()), Place::Networks)),
        ("notice".to_owned(), notice::notice("Your seat was given away", NASTY, &[("/t/K3F9Q", "Watch")])),
        (
            "seat-link".to_owned(),
            pages::seat::access(
                "K3F9Q",
                &seat_access(),
                Some("http://localhost:1998/t/K3F9Q/seat/0123456789abcdef"),
            ),
        ),
        ("seat".to_owned(), pages::seat::access("K3F9Q", &seat_access(), None)),
        ("forget".to_owned(), pages::seat::forget(2)),
        (
            "deal".to_owned(),
            page(
                "Deal",
                deal::today(
                    "16 November",
                    &[
                        deal_page(GameName::Spammers, DealState::Open),
                        deal_page(GameName::SpamORama, DealState::Playing("/t/K3F9Q".to_owned())),
                    ],
                ),
                Place::Deal,
            ),
        ),
        (
            "deal/2026-11-16/spammers".to_owned(),
            page(
                "Deal",
                deal::deal(&deal_page(GameName::Spammers, DealState::Over(Box::new(deal_result())))),
                Place::Deal,
            ),
        ),
        (
            "deal/2026-11-16/spammers/today".to_owned(),
            page(
                "Deal",
                deal::deal(&deal_page(GameName::Spammers, DealState::Over(Box::new(deal_result_of_today())))),
                Place::Deal,
            ),
        ),
        (
            "deal/2026-11-16/spam-o-rama".to_owned(),
            page("Deal", deal::deal(&deal_page(GameName::SpamORama, DealState::Open)), Place::Deal),
        ),
        ("puzzles".to_owned(), page("Puzzles", puzzle::all(Puzzle::of_day(0)), Place::Puzzles)),
        ("take-seat".to_owned(), pages::seat::take("K3F9Q", "/t/K3F9Q/take", "0123456789abcdef")),
    ];
    for (kind, status) in Trouble::ALL.into_iter().zip([400, 403, 404, 405, 409, 410, 413, 429, 503, 500]) {
        let sentence = "This match was played under rules version 1, but this table plays by version 2. Its record can still be downloaded.";
        let links = [("/t/K3F9Q/record", "Download the record")];
        all.push((format!("trouble-{status}"), notice::trouble(kind, status, sentence, &links)));
    }
    for game in GameName::ALL {
        all.push((format!("rules/{}", game.name()), rules_page(rules::book(game, None))));
        all.push((format!("rules/{}/found", game.name()), rules_page(rules::book(game, Some("list")))));
        all.push((format!("rules/{}/reference", game.name()), rules_page(rules::reference(game))));
        all.push((format!("rules/{}/glossary", game.name()), rules_page(rules::glossary(game))));
        all.push((format!("learn/{}", game.name()), lesson(game)));
        let first = &Puzzle::all(game)[0];
        for (name, at) in [
            (String::new(), puzzle::Progress::Asked),
            ("/right".to_owned(), puzzle::Progress::Answered(&first.best().action)),
            ("/wrong".to_owned(), puzzle::Progress::Answered(&first.options[1].action)),
        ] {
            let body = puzzle::page(first, &first.table(), None, at);
            all.push((format!("puzzles/{}/1{name}", game.name()), page("Puzzle", body, Place::Table)));
        }
    }
    for set in card_sets() {
        all.push((format!("cards/{}", set.name()), page(set.name(), gallery::cards_of(set), Place::Cards)));
    }
    all.into_iter().map(|(name, page)| (name, page.into_string())).collect()
}

/// A seat that two browsers and a link open.
fn seat_access() -> SeatAccess {
    let [here, other, link] = [1, 2, 3].map(|byte| Tag::of(KeyHash([byte; 32])));
    SeatAccess {
        seat: Seat::new(1).unwrap(),
        devices: vec![Device { tag: here, here: true }, Device { tag: other, here: false }],
        links: vec![OpenLink { tag: link, left: Duration::from_secs(80_000) }],
    }
}
