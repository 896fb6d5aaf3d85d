//! Datasets: they hold the played games, and their bytes depend on their settings alone.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use games::{GameName, GameVisitor, PlayerName, Setup, SetupChoices, Study};
use lab::run::{Crew, Piece, RunError, Start, Stop, Take, Task, Threads};
use lab::{Dataset, Plan};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::Value;
use table::{Awaits, Input, NoEvents, Purpose, SeatCount, Seed, Viewer};
use tensors::{Begun, Encoder, next_tokens};

/// A folder of one test, gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("gruntle-dataset-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn dataset(game: GameName, bots: &[&str], games: u64, per_file: u64) -> Dataset {
    let setup = Setup::new(game, SeatCount::new(bots.len()).unwrap(), SetupChoices::default()).unwrap();
    let bots = bots.iter().map(|bot| bot.parse::<PlayerName>().unwrap()).collect();
    let plan = Plan { seed: 11, bots, workers: 1 };
    Dataset { command: "test".to_owned(), setup, plan, games, per_file }
}

fn write(dataset: &Dataset, folder: &Path, start: Start, threads: usize) -> lab::Written {
    let crew = Threads::new(threads).unwrap();
    dataset.write(folder, start, &crew, threads, &Stop::default(), |_| {}).unwrap()
}

/// All files but the journal, whose lines come as shards are done.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name != "journal.jsonl").collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
}

fn rows(path: &Path) -> Vec<Row> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    reader.get_row_iter(None).unwrap().collect::<Result<_, _>>().unwrap()
}

/// A field as data, to be compared.
fn value(row: &Row, name: &str) -> Value {
    #[allow(clippy::wildcard_enum_match_arm)] // Of the many kinds there are a dataset has these.
    fn of(field: &Field) -> Value {
        match field {
            Field::ListInternal(list) => list.elements().iter().map(of).collect(),
            Field::Null => Value::Null,
            Field::Bool(one) => (*one).into(),
            Field::Byte(one) => (*one).into(),
            Field::Short(one) => (*one).into(),
            Field::Int(one) => (*one).into(),
            Field::Long(one) => (*one).into(),
            Field::Float(one) => (*one).into(),
            Field::Str(one) => one.as_str().into(),
            other => panic!("{other} is not in a dataset"),
        }
    }
    of(row.get_column_iter().find(|(column, _)| *column == name).unwrap().1)
}

fn numbers<T: for<'a> serde::Deserialize<'a>>(row: &Row, name: &str) -> T {
    serde_json::from_value(value(row, name)).unwrap()
}

/// Plays the games again by what the rows say was taken, and compares everything that they say.
struct Replay<'a> {
    rows: &'a [Row],
    plan: &'a Plan,
}

impl GameVisitor for Replay<'_> {
    type Answer = ();

    fn visit<G: Study>(self, make: impl Fn(u64) -> G + Sync) {
        let mut rows = self.rows.iter().peekable();
        let mut number = 0;
        while rows.peek().is_some() {
            let game = make(number);
            let seats = game.seats().get();
            let encoder = Encoder::new(&game);
            let mut luck = Seed::new(self.plan.seed, number).luck(Purpose::Table);
            let (mut state, mut choices, mut decision) = (game.set_up(), Vec::new(), 0);
            let mut of_game = Vec::new();
            loop {
                let awaits = game.awaits(&state);
                let input = match awaits {
                    Awaits::Nothing => break,
                    Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
                    Awaits::Choice(_) | Awaits::Sealed(_) => {
                        let row = rows.next().unwrap();
                        let seat = awaits.seats().iter().next().unwrap();
                        assert_eq!(numbers::<u64>(row, "game"), number);
                        assert_eq!(numbers::<usize>(row, "decision"), decision);
                        assert_eq!(numbers::<usize>(row, "seat"), seat.index());
                        let bot = self.plan.seated(number).nth(seat.index()).unwrap().to_string();
                        assert_eq!(value(row, "bot"), bot);
                        let view = game.view(&state, Viewer::Seat(seat));
                        let mut seen = vec![0; encoder.size()];
                        encoder.observe(&game, &view, &mut seen);
                        assert_eq!(numbers::<Vec<i16>>(row, "observation"), seen);
                        game.choices(&state, seat, &mut choices);
                        let tokens: Vec<_> =
                            choices.iter().map(|choice| game.tokens(seat, *choice)).collect();
                        let mut mask = vec![0; encoder.layout().tokens.len()];
                        next_tokens(&tokens, Begun::default(), &mut mask);
                        let may: Vec<bool> = mask.iter().map(|one| *one == 1).collect();
                        assert_eq!(numbers::<Vec<bool>>(row, "mask"), may);
                        let tokens: Vec<Vec<u16>> = tokens.iter().map(|one| one.numbers().to_vec()).collect();
                        assert_eq!(numbers::<Vec<Vec<u16>>>(row, "choices"), tokens);
                        let features = choices.iter().map(|choice| {
                            let mut features = vec![0; encoder.layout().features.len()];
                            game.features(&view, *choice, &mut features);
                            features
                        });
                        assert_eq!(numbers::<Vec<Vec<i16>>>(row, "features"), features.collect::<Vec<_>>());
                        check_search(row, &bot, choices.len());
                        of_game.push((row, seat.index()));
                        decision += 1;
                        Input::Act(seat, choices[numbers::<usize>(row, "taken")])
                    }
                };
                game.apply(&mut state, input, &mut NoEvents).unwrap();
            }
            let winners = game.ending(&state).unwrap().winners;
            for (row, own) in of_game {
                let outcome: Vec<f64> = numbers(row, "outcome");
                let won = |seat: usize| winners.iter().any(|winner| winner.index() == seat);
                let share =
                    |place: usize| f64::from(u8::from(won((own + place) % seats))) / winners.len() as f64;
                assert_eq!(outcome, (0..seats).map(share).collect::<Vec<_>>());
            }
            number += 1;
        }
    }
}

fn check_search(row: &Row, bot: &str, choices: usize) {
    let Some(iterations) = bot.strip_prefix("search:").filter(|_| choices > 1) else {
        assert_eq!((value(row, "visits"), value(row, "values")), (Value::Null, Value::Null));
        return;
    };
    let (visits, values): (Vec<u32>, Vec<Option<f32>>) = (numbers(row, "visits"), numbers(row, "values"));
    assert_eq!((visits.len(), values.len()), (choices, choices));
    assert_eq!(visits.iter().sum::<u32>().to_string(), iterations);
    assert_eq!(visits.iter().max(), visits.get(numbers::<usize>(row, "taken")));
    for (visits, value) in visits.iter().zip(values) {
        assert_eq!(*visits > 0, value.is_some());
        assert!(value.is_none_or(|value| (0.0..=1.0).contains(&value)));
    }
}

#[test]
fn rows_say_what_was_played() {
    let folder = Folder::new("rows");
    for (game, bots) in [
        (GameName::Spammers, &["search:4", "greedy", "random"][..]),
        (GameName::SpamORama, &["search:4", "greedy"]),
    ] {
        let asked = dataset(game, bots, 2, 1);
        let out = folder.at(game.name());
        let written = write(&asked, &out, Start::Begin, 2);
        let paths = ["games-0000000.parquet", "games-0000001.parquet"].map(|name| out.join(name));
        let all: Vec<Row> = paths.iter().flat_map(|path| rows(path)).collect();
        assert_eq!((written.games, written.files, written.finished), (2, 2, true));
        assert_eq!(written.rows, all.len() as u64);
        asked.setup.visit(Replay { rows: &all, plan: &asked.plan });

        let reader = SerializedFileReader::new(File::open(&paths[1]).unwrap()).unwrap();
        let facts = reader.metadata().file_metadata().key_value_metadata().unwrap();
        let fact = |name: &str| facts.iter().find(|fact| fact.key == name).unwrap().value.clone().unwrap();
        assert_eq!((fact("gruntle.games"), fact("gruntle.seed")), ("[1,1]".to_owned(), "11".to_owned()));
        let summary: Value = serde_json::from_slice(&fs::read(out.join("dataset.json")).unwrap()).unwrap();
        assert_eq!(summary["layout"]["digest"], fact("gruntle.layout"));
        assert_eq!(summary["files"][1]["games"], serde_json::json!([1, 1]));
        let counted: u64 =
            summary["files"].as_array().unwrap().iter().map(|file| file["rows"].as_u64().unwrap()).sum();
        assert_eq!(counted, written.rows);
    }
}

#[test]
fn threads_change_no_byte() {
    let folder = Folder::new("threads");
    let asked = dataset(GameName::SpamORama, &["greedy", "random"], 5, 2);
    write(&asked, &folder.at("one"), Start::Begin, 1);
    write(&asked, &folder.at("four"), Start::Begin, 4);
    let one = files(&folder.at("one"));
    assert_eq!(one.len(), 4, "three shards and the summary");
    assert!(one == files(&folder.at("four")));
}

#[test]
fn what_is_missing_is_played_and_what_is_whole_is_left_alone() {
    let folder = Folder::new("resume");
    let asked = dataset(GameName::SpamORama, &["random", "random"], 4, 1);
    let (whole, out) = (folder.at("whole"), folder.at("stopped"));
    write(&asked, &whole, Start::Begin, 2);
    // Somebody stops it when the second file is begun.
    let stop = Stop::default();
    let count = std::sync::atomic::AtomicU64::new(0);
    let progress = |games| {
        if count.fetch_add(games, std::sync::atomic::Ordering::Relaxed) + games >= 2 {
            stop.raise();
        }
    };
    let written = asked.write(&out, Start::Begin, &Threads::new(1).unwrap(), 1, &stop, progress).unwrap();
    assert_eq!((written.games, written.files, written.finished), (2, 2, false));
    assert_eq!(files(&out).len(), 2, "neither a file that is not whole nor a summary");
    // Killed while it wrote: a piece of a file, and a piece of a line.
    fs::write(out.join("games-0000002.parquet.part"), "PAR1 and no more").unwrap();
    let journal = fs::read_to_string(out.join("journal.jsonl")).unwrap();
    fs::write(out.join("journal.jsonl"), format!("{journal}{{\"shard\":1,\"ro")).unwrap();
    let before = fs::metadata(out.join("games-0000000.parquet")).unwrap().modified().unwrap();
    assert!(write(&asked, &out, Start::Resume, 2).finished);
    assert!(files(&out) == files(&whole));
    assert_eq!(fs::metadata(out.join("games-0000000.parquet")).unwrap().modified().unwrap(), before);
    // A file that is gone and one that was cut are played again.
    fs::remove_file(out.join("games-0000001.parquet")).unwrap();
    fs::write(out.join("games-0000003.parquet"), "PAR1").unwrap();
    assert!(write(&asked, &out, Start::Resume, 1).finished);
    assert!(files(&out) == files(&whole));
}

/// Somebody who brings games of another seed.
struct Elsewhere;

impl Crew for Elsewhere {
    fn carry_out(
        &self,
        tasks: &[Task],
        pieces: &mut (dyn Iterator<Item = Piece> + Send),
        _stop: &Stop,
        take: Take<'_>,
    ) -> Result<(), RunError> {
        let task = &tasks[0];
        let other = Task { plan: Plan { seed: 12, ..task.plan.clone() }, ..task.clone() };
        for piece in pieces {
            take(&piece, other.play(piece.numbers.clone()))?;
        }
        Ok(())
    }
}

#[test]
fn games_that_were_not_asked_for_are_not_written() {
    let folder = Folder::new("elsewhere");
    let asked = dataset(GameName::Spammers, &["random", "random"], 2, 1);
    let wrong = asked.write(&folder.at("here"), Start::Begin, &Elsewhere, 1, &Stop::default(), |_| {});
    assert!(wrong.unwrap_err().0.ends_with("game 0 was not played as it came back"));
    assert!(files(&folder.at("here")).is_empty());
}

#[test]
fn another_run_is_refused() {
    let folder = Folder::new("refused");
    let out = folder.at("here");
    let asked = dataset(GameName::SpamORama, &["random", "random"], 2, 1);
    write(&asked, &out, Start::Begin, 1);
    let before = files(&out);
    let refused = |asked: &Dataset, start| {
        asked
            .write(&out, start, &Threads::new(1).unwrap(), 1, &Stop::default(), |_| {})
            .unwrap_err()
            .to_string()
    };
    assert!(refused(&asked, Start::Begin).contains("is there already; go on with --resume"));
    let others = [
        (Dataset { per_file: 2, ..asked.clone() }, "per_file was 1 and now is 2"),
        (Dataset { games: 3, ..asked.clone() }, "games was 2 and now is 3"),
        (
            dataset(GameName::SpamORama, &["random", "greedy"], 2, 1),
            "bots 2 was 'random' and now is 'greedy'",
        ),
        (
            dataset(GameName::Spammers, &["random", "random"], 2, 1),
            "game was 'spam-o-rama' and now is 'spammers'",
        ),
    ];
    for (other, difference) in others {
        let sentence = refused(&other, Start::Resume);
        assert!(sentence.contains(difference), "{sentence}");
    }
    assert!(refused(&Dataset { games: 0, ..asked.clone() }, Start::Resume).contains("ask for 1 or more"));
    assert!(refused(&Dataset { per_file: 0, ..asked.clone() }, Start::Resume).contains("--per-file"));
    assert!(files(&out) == before);
    let journal = fs::read_to_string(out.join("journal.jsonl")).unwrap();
    fs::write(out.join("journal.jsonl"), journal.replace("\"shard\":1", "\"shard\":7")).unwrap();
    let sentence = refused(&asked, Start::Resume);
    assert!(sentence.contains("is damaged; restore the file"), "{sentence}");
}
