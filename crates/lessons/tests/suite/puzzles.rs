//! Every puzzle that comes with the program is a position in which its choices can be made, and broken ones say what is broken.

use std::collections::BTreeSet;

use crate::breaking::broken;
use games::GameName;
use lessons::Puzzle;
use table::{Purpose, Seed};

const FILES: [(&str, &str); 2] = [
    ("puzzles/spammers.toml", include_str!("../../../../puzzles/spammers.toml")),
    ("puzzles/spam-o-rama.toml", include_str!("../../../../puzzles/spam-o-rama.toml")),
];

#[test]
fn every_puzzle_can_be_played_up_to_its_choice() {
    for (game, file) in GameName::ALL.into_iter().zip(FILES) {
        let read = Puzzle::read(file).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(read, Puzzle::all(game));
        assert!(read.len() >= 150, "{} puzzles of {}", read.len(), game.title());
        let positions: BTreeSet<Vec<String>> = read.iter().map(|puzzle| puzzle.table().lines()).collect();
        assert_eq!(positions.len(), read.len(), "none is there twice");
        let hard = read.iter().map(|puzzle| puzzle.difficulty).collect::<BTreeSet<u8>>();
        assert!(hard.len() >= 3, "{hard:?}");
    }
}

#[test]
fn something_is_said_of_every_choice_as_it_would_be_said_now() {
    for puzzle in GameName::ALL.into_iter().flat_map(Puzzle::all) {
        let table = puzzle.table();
        for option in &puzzle.options {
            let now = table.remark(puzzle.seat, &option.action);
            let place = format!("{} {}: {}", puzzle.game.name(), puzzle.number, option.action);
            assert_eq!(option.remark, now, "{place}; `cargo xtask puzzles` writes it anew");
            assert!(now.is_some_and(|now| !now.is_empty()), "{place}");
        }
    }
}

#[test]
fn the_puzzles_of_the_days_go_through_all() {
    let count = Puzzle::all(GameName::Spammers).len().max(Puzzle::all(GameName::SpamORama).len()) as u64;
    let days = 20_000..20_000 + 2 * count;
    let seen: BTreeSet<(bool, usize)> = days
        .filter_map(Puzzle::of_day)
        .map(|puzzle| (puzzle.game == GameName::Spammers, puzzle.number))
        .collect();
    assert_eq!(seen.len(), GameName::ALL.iter().map(|&game| Puzzle::all(game).len()).sum::<usize>());
    assert_ne!(Puzzle::of_day(20_000).unwrap().game, Puzzle::of_day(20_001).unwrap().game);
}

/// How often the same answer comes twice in a row, and how often it must, because too many have it.
fn repeats(puzzles: &[&Puzzle]) -> (usize, usize) {
    let answers: Vec<&str> = puzzles.iter().map(|puzzle| puzzle.best().action.as_str()).collect();
    let most = answers.iter().map(|one| answers.iter().filter(|other| *other == one).count()).max();
    let must = (2 * most.unwrap_or(0)).saturating_sub(answers.len() + 1);
    (answers.windows(2).filter(|two| two[0] == two[1]).count(), must)
}

#[test]
fn the_same_answer_comes_twice_in_a_row_only_where_it_must() {
    for (number, game) in GameName::ALL.into_iter().enumerate() {
        for difficulty in 1..=5 {
            let some = Puzzle::all(game).iter().filter(|puzzle| puzzle.difficulty == difficulty);
            let (are, must) = repeats(&some.collect::<Vec<_>>());
            assert_eq!(are, must, "{} of difficulty {difficulty}", game.title());
            assert!(must <= 1, "{must}");
        }
        let days = (0..Puzzle::all(game).len() as u64).map(|day| 2 * day + number as u64);
        let days: Vec<&Puzzle> = days.filter_map(Puzzle::of_day).collect();
        assert_eq!(days.len(), Puzzle::all(game).len());
        assert_eq!(repeats(&days), (0, 0), "the days of {}", game.title());
    }
}

/// The head of a file and its first puzzle.
fn first(text: &str) -> String {
    let mut parts = text.split("\n[[puzzle]]\n");
    format!("{}\n[[puzzle]]\n{}", parts.next().unwrap(), parts.next().unwrap())
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let (name, text) = FILES[1];
    let one = first(text);
    assert!(Puzzle::read((name, &one)).is_ok());
    let cases: [(&str, &str, &str); 9] = [
        ("game = \"spam-o-rama\"", "game = \"ludo\"", ", line 7: there is no game 'ludo'"),
        ("difficulty = ", "difficulty = 9 # ", "the difficulty is 1 to 5, not 9"),
        ("seat = \"", "seat = \"Z", "is no seat; seats are A to F"),
        ("seats = ", "seats = 9 # ", "2 to 6"),
        ("obvious = \"", "obvious = \"no ", "must be offered and not be the best"),
        ("chance = ", "chance = 1", "a chance is 0 to 100"),
        ("error = ", "eror = ", "line"),
        ("inputs = \"\"\"\n", "inputs = \"\"\"\nA dance\n", "puzzle 1: input 1: "),
        ("action = \"", "action = \"un", "cannot be done there"),
    ];
    for (right, wrong, says) in cases {
        let broken = one.replacen(right, wrong, 1);
        let broken = if right.starts_with("chance") { broken.replacen("= 1", "= 100", 1) } else { broken };
        let fault = Puzzle::read((name, &broken)).unwrap_err().to_string();
        assert!(fault.starts_with(name) && fault.contains(says), "{wrong}: {fault}");
    }
}

#[test]
fn a_hundred_broken_files_say_what_is_broken_and_where() {
    let mut luck = Seed::new(13, 5).luck(Purpose::Trial);
    let (mut found, mut tried) = (BTreeSet::new(), 0);
    while found.len() < 100 {
        tried += 1;
        assert!(tried < 2_000, "only {} of {tried} were wrong", found.len());
        let (name, text) = FILES[tried % 2];
        let Err(fault) = Puzzle::read((name, &broken(&first(text), &mut luck))) else { continue };
        let said = fault.to_string();
        assert!(said.starts_with(name) && said.len() < 1_000, "{said}");
        assert!(!said.contains(char::is_control), "{said:?}");
        assert!(said.contains(", line ") || said.contains(", puzzle "), "{said}");
        found.insert(said);
    }
}
