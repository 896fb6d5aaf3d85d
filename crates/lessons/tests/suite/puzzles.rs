//! Every puzzle that comes with the program is a position in which its choices can be made, and broken ones say what is broken.

use std::collections::BTreeSet;

use games::GameName;
use lessons::Puzzle;
use table::{Luck as _, Purpose, Seed};

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
        ("game = \"spam-o-rama\"", "game = \"ludo\"", "there is no game 'ludo'"),
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
fn a_hundred_broken_files_are_refused_or_still_sound() {
    let mut luck = Seed::new(13, 5).luck(Purpose::Trial);
    let mut refused = 0;
    for number in 0..100 {
        let (name, text) = FILES[number % 2];
        let mut one = first(text).into_bytes();
        for _ in 0..=luck.below(3) {
            let at = luck.below(one.len() as u32) as usize;
            match luck.below(3) {
                0 => drop(one.remove(at)),
                1 => one[at] = b' ' + luck.below(95) as u8,
                _ => one.truncate(at.max(1)),
            }
        }
        let broken = String::from_utf8_lossy(&one);
        if let Err(fault) = Puzzle::read((name, &broken)) {
            let said = fault.to_string();
            assert!(said.starts_with(name) && said.len() > name.len() + 10 && !said.contains('\n'), "{said}");
            refused += 1;
        }
    }
    assert!(refused > 50, "{refused}");
}
