//! Promises of drawn tables: honest regions, complete changes, harmless names.

use std::collections::BTreeSet;

use games::GameName;
use maud::html;
use pages::{Frame, RenderGame, table as desk};
use room::{Absence, Plays, Presence, Sitter, Status};
use spammers::{Action, CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Awaits, Game as _, Luck as _, Match, Purpose, SeatCount, SeatSet, Seed, Viewer};

const NASTY: &str = "<script>alert(1)</script>\" onclick=\"x";

fn card_game(seats: usize) -> Spammers {
    Spammers::new(CardSet::standard(), SeatCount::new(seats).unwrap(), Variant::Standard)
}

fn piecepack_game(memory: Memory) -> SpamORama {
    SpamORama::new(BuiltIn::Ring.network(), SeatCount::new(3).unwrap(), memory, SeatSet::EMPTY)
}

fn sitters(seats: SeatCount) -> Vec<Sitter> {
    let sitter = |seat| Sitter::here(seat, NASTY.to_owned(), Plays::Person);
    seats.iter().map(sitter).collect()
}

/// Plays at random and looks at the table after every input.
fn watch<G: RenderGame>(game: G, seed: u64, inputs: usize, mut look: impl FnMut(&Match<G>)) {
    let mut luck = Seed::new(seed, 0).luck(Purpose::Table);
    let mut live = Match::new(game);
    let mut choices = Vec::new();
    look(&live);
    for _ in 0..inputs {
        match live.awaits() {
            Awaits::Luck(_) => {
                live.draw(&mut luck);
            }
            Awaits::Choice(_) | Awaits::Sealed(_) => {
                let seat = live.awaits().seats().iter().next().unwrap();
                live.choices(seat, &mut choices);
                let action = luck.pick(&choices).unwrap();
                live.act(seat, action).unwrap();
            }
            Awaits::Nothing => return,
        }
        look(&live);
    }
}

fn viewers<G: RenderGame>(game: &G) -> Vec<Viewer> {
    game.seats().viewers().collect()
}

/// Where the element of this id stands in a page: from its opening to its end.
fn element_of(page: &str, id: &str) -> std::ops::Range<usize> {
    let marks: Vec<usize> = page.match_indices(&format!(" id=\"{id}\"")).map(|(at, _)| at).collect();
    let [mark] = marks[..] else { panic!("{} elements '{id}'", marks.len()) };
    let start = page[..mark].rfind('<').unwrap();
    let tag = page[start + 1..].split([' ', '>']).next().unwrap();
    let mut depth = 0;
    for (at, _) in page[start..].match_indices('<') {
        let rest = &page[start + at + 1..];
        let name = rest.trim_start_matches('/').split([' ', '>']).next().unwrap();
        if name == tag {
            depth += if rest.starts_with('/') { -1 } else { 1 };
        }
        if depth == 0 {
            return start..start + at + tag.len() + 3;
        }
    }
    panic!("'{id}' does not end");
}

/// A browser that replaces the sent regions has the table as it is.
fn owes_honest_regions<G: RenderGame>(game: G, seed: u64, inputs: usize) {
    let all = sitters(game.seats());
    let names = game.regions();
    assert!(names.len() <= 128);
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    let mut before: Vec<Option<(G::View, String)>> = viewers(&game).iter().map(|_| None).collect();
    watch(game.clone(), seed, inputs, |live| {
        let mut shared: Vec<Option<String>> = vec![None; names.len()];
        let mut first_told = None;
        for (place, viewer) in viewers(&game).into_iter().enumerate() {
            let view = live.view(viewer);
            let now = game.desktop(&view, &all).into_string();
            let known = before[place].as_ref();
            for whole in [false, true] {
                let Some((was, page)) = known.filter(|_| !whole || live.version() % 10 == 0) else {
                    continue;
                };
                let told = if whole { game.whole() } else { game.changed(was, &view) };
                if !whole {
                    let first = *first_told.get_or_insert(told);
                    assert_eq!(game.changed_beside(first, was, &view), told, "{viewer}, beside another");
                }
                let mut page = page.clone();
                for region in told.iter() {
                    let html = game.draw(region, &view, &all).into_string();
                    page.replace_range(element_of(&page, &names[region]), &html);
                    if game.is_shared(region) {
                        let first = shared[region].get_or_insert_with(|| html.clone());
                        assert_eq!(*first, html, "{} is shared", names[region]);
                    }
                }
                assert!(page == now, "{viewer} has not the table as it is after {:?}", live.version());
            }
            before[place] = Some((view, now));
        }
    });
}

#[test]
#[ignore = "long; .ci/run has it"]
fn regions_are_what_they_say_and_no_change_is_missed() {
    for seed in 0..2 {
        owes_honest_regions(card_game(3), seed, 250);
        owes_honest_regions(piecepack_game(Memory::On), seed, 210);
    }
    owes_honest_regions(piecepack_game(Memory::Off), 9, 210);
    owes_honest_regions(card_game(6), 9, 150);
}

/// The values of this attribute in the page.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let mark = format!(" {name}=\"");
    page.split(&mark).skip(1).map(|rest| &rest[..rest.find('"').unwrap()]).collect()
}

fn whole_page<G: RenderGame>(live: &Match<G>, name: GameName, viewer: Viewer) -> String {
    let game = live.game();
    let all = sitters(game.seats());
    let status = Status { clock: Some(1000), ..Status::default() };
    let version = live.version() as u64;
    let frame = Frame { code: "abcd", game: name, viewer, version, sitters: &all, status: &status };
    let view = live.view(viewer);
    let lines = html! {
        @for (version, event) in live.heard(viewer, 0) {
            (desk::log_line(game, version as u64, event, &all))
        }
    };
    let prompt = desk::prompt(&frame, (game, &view), &live.prompt(viewer), None);
    desk::table_page(&frame, G::TABS, game.desktop(&view, &all), prompt, desk::log(lines)).into_string()
}

#[test]
fn whoever_is_away_is_asked_nothing_but_to_come_back() {
    let mut asked = 0;
    watch(card_game(3), 5, 150, |live| {
        let Awaits::Choice(seat) = live.awaits() else { return };
        let (viewer, status) = (Viewer::Seat(seat), Status::default());
        let page = |presence: Presence| {
            let mut all = sitters(live.game().seats());
            all[seat.index()].presence = presence;
            let frame = Frame {
                code: "abcd",
                game: GameName::Spammers,
                viewer,
                version: 1,
                sitters: &all,
                status: &status,
            };
            let view = live.view(viewer);
            desk::prompt(&frame, (live.game(), &view), &live.prompt(viewer), None).into_string()
        };
        let way_back = "<button class=\"primary\">I am back</button>";
        let (here, away) = (page(Presence::Here), page(Presence::Away(Absence::Left)));
        assert!(here.contains("data-steps") && here.contains(" data-yours") && !here.contains(way_back));
        assert!(!away.contains("data-steps") && !away.contains(" data-yours") && away.contains(way_back));
        asked += 1;
    });
    assert!(asked > 10, "{asked}");
}

fn owes_sound_pages<G: RenderGame>(game: G, name: GameName, inputs: usize) {
    let mut turn = 0;
    watch(game.clone(), 5, inputs, |live| {
        turn += 1;
        if turn % 7 != 0 {
            return;
        }
        for viewer in viewers(&game) {
            let page = whole_page(live, name, viewer);
            assert!(!page.contains("<script"), "a name must not become an element");
            for tag in page.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
                let bare: String = tag.split('"').step_by(2).collect();
                let forbidden = bare
                    .split_whitespace()
                    .any(|word| word.starts_with("on") && word.ends_with('=') || word == "style=");
                assert!(!forbidden, "<{tag}>");
            }
            let ids = attributes(&page, "id");
            let unique: BTreeSet<&&str> = ids.iter().collect();
            assert_eq!(unique.len(), ids.len(), "an id twice");
            let pieces: BTreeSet<&str> = attributes(&page, "data-piece").into_iter().collect();
            let prompt = live.prompt(viewer);
            for piece in prompt.choices.iter().flat_map(|choice| prompt.path(&choice.steps)) {
                let seen = pieces.contains(piece.name.as_ref());
                assert!(seen || !piece.label.is_empty(), "{} is neither drawn nor named", piece.name);
                let must_be_seen =
                    ["hand-", "scam-", "list-", "port-", "pool-", "deck-", "discard-", "hardware-", "seat-"];
                assert!(
                    seen || !must_be_seen.iter().any(|kind| piece.name.starts_with(kind)),
                    "{} is not drawn",
                    piece.name
                );
            }
        }
    });
}

#[test]
fn pages_are_sound_and_whatever_is_to_be_picked_is_there() {
    owes_sound_pages(card_game(3), GameName::Spammers, 320);
    owes_sound_pages(card_game(5), GameName::Spammers, 160);
    owes_sound_pages(piecepack_game(Memory::On), GameName::SpamORama, 220);
}

/// One line tells every viewer how the game is won, in one of these ways.
fn owes_the_aim<G: RenderGame>(game: G, ways: &[&str]) {
    watch(game, 4, 260, |live| {
        for viewer in viewers(live.game()).into_iter().filter(|_| live.version() % 5 == 0) {
            let page = live.game().desktop(&live.view(viewer), &sitters(live.game().seats())).into_string();
            let told: usize = ways.iter().map(|way| page.matches(way).count()).sum();
            assert_eq!(told, 1, "{viewer} after {} inputs", live.version());
        }
    });
}

#[test]
fn how_the_game_is_won_stands_on_every_table() {
    owes_the_aim(card_game(3), &["First to <b>12</b> on one Scam, or <b>20</b> in all"]);
    let ways = ["he highest lowest wins.", "The player whose lowest client is highest wins."];
    owes_the_aim(piecepack_game(Memory::On), &ways);
}

/// The chips of an answer say what its sentence says.
#[test]
fn chips_and_sentences_agree() {
    let game = card_game(4);
    let (mut odds, mut lost) = (0, 0);
    watch(game.clone(), 11, 300, |live| {
        for viewer in viewers(&game) {
            let view = live.view(viewer);
            for choice in live.prompt(viewer).choices {
                let mut chips = String::new();
                game.chips(&view)(&choice.action, &mut chips);
                let says = choice.says.to_string();
                if says.starts_with("Mail '") {
                    let told = says.split(". Target ").nth(1).and_then(|rest| rest.split(':').next());
                    let target: i16 = told.unwrap().parse().unwrap();
                    assert!(chips.contains(&format!("odds t{}\"", target.clamp(0, 10))), "{says} {chips}");
                    odds += 1;
                }
                assert_eq!(says.contains(" you lose '"), chips.contains("you lose it"), "{says} {chips}");
                assert_eq!(says.contains(" is gone."), chips.contains(">List is gone<"), "{says} {chips}");
                lost += usize::from(chips.contains("you lose it"));
                let special = matches!(choice.action, Action::Special(..) | Action::React(..));
                assert!(!special || !chips.is_empty(), "what it does is told on the piece: {says}");
                assert!(
                    chips.is_empty() || chips.contains("aria-hidden"),
                    "a reader hears the sentence: {chips}"
                );
            }
        }
    });
    assert!(odds > 50 && lost > 0, "{odds} {lost}");
}

/// The pieces of a log line lie on the table, or lay there a moment ago.
fn owes_lines_about_pieces<G: RenderGame>(game: G, inputs: usize) {
    let all = sitters(game.seats());
    let mut before = BTreeSet::new();
    watch(game.clone(), 11, inputs, |live| {
        let viewer = viewers(&game)[0];
        let desktop = game.desktop(&live.view(viewer), &all).into_string();
        let now: BTreeSet<String> =
            attributes(&desktop, "data-piece").into_iter().map(str::to_owned).collect();
        for (version, event) in live.heard(viewer, live.version().saturating_sub(1)) {
            let line = desk::log_line(&game, version as u64, event, &all).into_string();
            for piece in attributes(&line, "data-about").iter().flat_map(|about| about.split(' ')) {
                let is_there = now.contains(piece) || before.contains(piece);
                assert!(is_there || piece.starts_with("list-"), "{piece} is nowhere: {line}");
            }
        }
        before = now;
    });
}

#[test]
fn lines_are_about_pieces_of_the_table() {
    owes_lines_about_pieces(card_game(4), 600);
    owes_lines_about_pieces(piecepack_game(Memory::On), 250);
}

#[test]
fn ports_are_small() {
    let game = piecepack_game(Memory::On);
    watch(game.clone(), 3, 190, |live| {
        let view = live.view(game.seats().viewers().next().unwrap());
        for (region, name) in game.regions().iter().enumerate().filter(|(_, name)| name.starts_with("port-"))
        {
            let port = game.network().port_named(&name[5..]).unwrap();
            let html = game.draw(region, &view, &[]).into_string();
            if view.stack(port).len() <= 1 {
                assert!(html.len() < 400, "{html}");
            }
        }
    });
}
