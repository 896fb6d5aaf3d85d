//! The golden games in `records/`: what they were, they still are, to the byte.

use std::fs;
use std::path::{Path, PathBuf};

use games::{GameName, GameVisitor, game_of};
use table::{Game, Match, Record, SeatCount};

/// A golden game as it is kept.
struct Golden {
    path: PathBuf,
    text: String,
}

/// Every file in `records/`, by name.
fn golden() -> Vec<Golden> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records");
    let mut kept: Vec<Golden> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.file_name().unwrap().to_string_lossy().starts_with('.'))
        .map(|path| Golden { text: fs::read_to_string(&path).unwrap(), path })
        .collect();
    kept.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(!kept.is_empty(), "there are no golden records in records/: play them with 'cargo xtask bless'");
    kept
}

impl Golden {
    fn record(&self) -> Record {
        Record::read(&self.text).unwrap_or_else(|fault| self.fails(&fault))
    }

    /// Shows the game of this record to a guest.
    fn visit<V: GameVisitor>(&self, guest: V) -> V::Answer {
        game_of(self.record().header(), None).unwrap_or_else(|wrong| self.fails(&wrong)).visit(guest)
    }

    fn fails(&self, why: &dyn std::fmt::Display) -> ! {
        panic!(
            "{}: {why}. If the rules were meant to change, raise their version and play the golden records anew \
             with 'cargo xtask bless'",
            self.path.display()
        )
    }
}

struct Referee<'a>(&'a Golden);

impl GameVisitor for Referee<'_> {
    type Answer = ();

    fn visit<G: Game>(self, make: impl Fn(u64) -> G + Sync) {
        let record = self.0.record();
        let live = record.referee(make(0)).unwrap_or_else(|fault| self.0.fails(&fault));
        let header = record.header();
        let again = live.record(&header.names, header.seed).unwrap();
        assert!(again.to_string() == self.0.text, "{} is not written as records are", self.0.path.display());
        assert_eq!(again, record);
    }
}

#[test]
fn every_golden_record_holds_and_is_written_the_same_again() {
    for golden in golden() {
        golden.visit(Referee(&golden));
    }
}

#[test]
fn every_game_has_a_golden_record_for_every_number_of_seats() {
    let kept: Vec<(String, SeatCount)> = golden()
        .iter()
        .map(|golden| {
            let record = golden.record();
            (record.header().game.clone(), record.header().seats().unwrap())
        })
        .collect();
    for game in GameName::ALL {
        for count in 2..=6 {
            let wanted = (game.name().to_owned(), SeatCount::new(count).unwrap());
            assert!(
                kept.contains(&wanted),
                "no golden record of {} with {count} seats: see 'cargo xtask bless'",
                game.title()
            );
        }
    }
}

/// All that was to be heard in a game, and all that was to be seen whenever a turn began, as text.
struct Witness<'a>(&'a Golden);

impl GameVisitor for Witness<'_> {
    type Answer = Vec<String>;

    fn visit<G: Game>(self, make: impl Fn(u64) -> G + Sync) -> Vec<String> {
        let mut seen = Vec::new();
        let record = self.0.record();
        let witnessed = record.referee_with(make(0), |replayed| {
            let game = replayed.live.game();
            for viewer in game.seats().viewers() {
                seen.extend(replayed.heard(viewer).map(|event| game.tell(event).to_string()));
                if replayed.check().is_some() {
                    seen.push(game.show(&replayed.live.view(viewer)).to_string());
                    seen.push(format!("{:?}", replayed.live.prompt(viewer)));
                }
            }
        });
        let live: Match<G> = witnessed.unwrap_or_else(|fault| self.0.fails(&fault));
        seen.push(format!("{:?}", live.ending()));
        seen
    }
}

#[test]
#[ignore = "long; .ci/run has it"]
fn every_viewer_sees_hears_and_is_asked_the_same_in_every_replay() {
    for golden in golden() {
        let (once, again) = (golden.visit(Witness(&golden)), golden.visit(Witness(&golden)));
        assert!(once == again, "{} replays differently", golden.path.display());
        assert!(once.len() > 100);
    }
}

#[test]
fn a_record_does_not_need_its_seed() {
    for golden in golden() {
        let seedless: Vec<&str> = golden
            .text
            .lines()
            .filter(|line| !line.starts_with("seed ") && !line.starts_with("end "))
            .collect();
        let covered: String = seedless.iter().map(|line| format!("{line}\n")).collect();
        let golden = Golden { text: format!("{covered}end {}\n", table::sha256(&covered)), ..golden };
        golden.visit(Referee(&golden));
    }
}

#[test]
fn the_position_shown_in_the_docs_is_that_of_a_golden_game() {
    let page = include_str!("../../../../docs/records.md");
    let game = include_str!("../../../../records/spammers-2-standard.txt");
    let position =
        page.lines().find(|line| line.starts_with("{\"table\":")).expect("the page has an example");
    let digest = table::short_digest(position);
    assert!(page.contains(&format!("Its digest is `{digest}`.")), "the page should say {digest}");
    assert!(game.contains(&format!("= 1 {digest}\n")), "the game does not begin there");
}
