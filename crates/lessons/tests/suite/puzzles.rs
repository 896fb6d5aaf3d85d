//! Every built-in puzzle is a position in which its choices are legal, and broken ones name their error.

use std::collections::{BTreeMap, BTreeSet};

use crate::breaking::{broken, part_of};
use bots::PUZZLES_OF_A_THEME;
use games::GameName;
use lessons::{Place, Puzzle};
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
        let fewest = if game == GameName::Spammers { 45 } else { 150 };
        assert!(read.len() >= fewest, "{} puzzles of {}", read.len(), game.title());
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

/// Themes, which nearly give the answer away, are not repeated often, and printed odds give no answer away.
#[test]
fn few_puzzles_have_the_same_theme_and_none_is_answered_by_what_is_printed() {
    for game in GameName::ALL {
        let mut themes: BTreeMap<&str, usize> = BTreeMap::new();
        for puzzle in Puzzle::all(game) {
            let place = format!("{} {}", puzzle.game.name(), puzzle.number);
            let (table, best) = (puzzle.table(), &puzzle.best().action);
            let obvious = &puzzle.options[puzzle.obvious].action;
            let theme = table.theme(puzzle.seat, best, obvious);
            assert_eq!(puzzle.theme.as_deref(), theme, "{place}; `cargo xtask puzzles` writes it anew");
            assert!(!table.is_printed(puzzle.seat, best, obvious), "{place}: the table prints it");
            theme.into_iter().for_each(|theme| *themes.entry(theme).or_default() += 1);
        }
        assert!(themes.values().all(|&count| count <= PUZZLES_OF_A_THEME), "{themes:?}");
        assert!(game != GameName::Spammers || themes.len() >= 10, "{themes:?}");
    }
}

/// A link to a puzzle leads to the same one for ever, or to none.
#[test]
fn numbers_stay_where_others_are_taken_out() {
    let (name, text) = FILES[1];
    let two = first(text, 2);
    let read = |from: &str, to: &str| {
        Puzzle::read((name, &two.replacen(from, to, 1)))
            .map(|all| all.iter().map(|puzzle| puzzle.number).collect::<Vec<_>>())
    };
    assert_eq!(read("none", "none"), Ok(vec![1, 2]));
    assert_eq!(read("[[puzzle]]\n", "[[puzzle]]\nnumber = 7\n"), Ok(vec![7, 8]));
    let fault = read("[[puzzle]]\n", "[[puzzle]]\nnumber = 0\n").unwrap_err().to_string();
    assert!(fault.ends_with("puzzle 1: the number is 0, after 0; numbers grow"), "{fault}");
    for game in GameName::ALL {
        for puzzle in Puzzle::all(game) {
            assert_eq!(Puzzle::numbered(game, puzzle.number), Some(puzzle));
        }
    }
    assert_eq!(Puzzle::numbered(GameName::Spammers, 3), None, "there were too many like it");
}

/// The remark on the best choice is on no other, so that it tells why this one.
#[test]
fn what_is_said_of_the_best_choice_is_said_of_no_other() {
    for puzzle in GameName::ALL.into_iter().flat_map(Puzzle::all) {
        let place = format!("{} {}", puzzle.game.name(), puzzle.number);
        let best = &puzzle.best().remark;
        assert_ne!(best, &puzzle.options[puzzle.obvious].remark, "{place}");
        assert!(puzzle.options.iter().skip(1).all(|option| option.remark != *best), "{place}: {best:?}");
    }
    for game in GameName::ALL {
        let reasons = most(Puzzle::all(game).iter().map(|puzzle| &puzzle.best().remark));
        assert!(
            reasons <= Puzzle::all(game).len().div_ceil(10),
            "{reasons} for one reason, {}",
            game.title()
        );
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

/// How many of these are the same, at most.
fn most<T: Ord>(all: impl Iterator<Item = T>) -> usize {
    let mut count: BTreeMap<T, usize> = BTreeMap::new();
    all.for_each(|one| *count.entry(one).or_default() += 1);
    count.into_values().max().unwrap_or(0)
}

/// As a hunt keeps them: a tenth at most, and a fortieth.
#[test]
fn few_have_the_same_answer_and_fewer_to_the_same_temptation() {
    for game in GameName::ALL {
        let all = Puzzle::all(game);
        let answer = |puzzle: &'static Puzzle| puzzle.best().action.as_str();
        let pair = |puzzle: &'static Puzzle| (answer(puzzle), &puzzle.options[puzzle.obvious].action);
        let (answers, pairs) = (most(all.iter().map(answer)), most(all.iter().map(pair)));
        assert!(answers <= all.len().div_ceil(10), "{answers} of {} {}", all.len(), game.title());
        assert!(pairs <= all.len().div_ceil(40), "{pairs} of {} {}", all.len(), game.title());
    }
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

/// The head of a file and its first puzzles.
fn first(text: &str, count: usize) -> String {
    let parts: Vec<&str> = text.split("\n[[puzzle]]\n").take(1 + count).collect();
    parts.join("\n[[puzzle]]\n")
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let (name, text) = FILES[1];
    let two = first(text, 2);
    assert_eq!(Puzzle::read((name, &two)).unwrap().len(), 2);
    let (one, second) = two.split_at(two.rfind("[[puzzle]]").unwrap());
    let line = |of: &str| 1 + two[..one.len() + second.find(of).unwrap()].matches('\n').count();
    let here = ", puzzle 2: ".to_owned();
    let cases: [(&str, &str, String); 9] = [
        ("rules = ", "rules = x", format!(", line {}: ", line("rules = "))),
        ("difficulty = ", "difficulty = 9 # ", format!("{here}the difficulty is 1 to 5, not 9")),
        ("seat = \"", "seat = \"Z", format!("{here}'Z")),
        ("seats = ", "seats = 9 # ", format!("{here}9 seats are not possible; this game takes 2 to 6")),
        ("obvious = \"", "obvious = \"no ", format!("{here}what is obvious, 'no ")),
        ("chance = ", "chance = 100", format!("{here}a chance is 0 to 100")),
        ("error = ", "eror = ", format!(", line {}: ", line("error = "))),
        ("inputs = \"\"\"\n", "inputs = \"\"\"\nA dance\n", format!("{here}input 1: ")),
        ("action = \"", "action = \"un", format!("{here}'un")),
    ];
    for (right, wrong, says) in cases {
        assert!(second.contains(right), "{right}");
        let broken = format!("{one}{}", second.replacen(right, wrong, 1));
        let fault = Puzzle::read((name, &broken)).unwrap_err().to_string();
        assert!(fault.starts_with(&format!("{name}{says}")), "{wrong}: {fault}");
    }
    let other = two.replacen("game = \"spam-o-rama\"", "game = \"ludo\"", 1);
    let at = 1 + two[..two.find("game = ").unwrap()].matches('\n').count();
    let fault = Puzzle::read((name, &other)).unwrap_err().to_string();
    assert!(fault.starts_with(&format!("{name}, line {at}: there is no game 'ludo'")), "{fault}");
}

/// The place among its puzzle's inputs of this line, counted from 1; `None` for a line that is no input.
fn input_at(text: &str, line: usize) -> Option<usize> {
    let before: Vec<&str> = text.lines().take(line).collect();
    let begins = before.iter().rposition(|line| line.starts_with("inputs = "))?;
    let inputs = &before[begins + 1..];
    (!inputs.is_empty() && !inputs.contains(&"\"\"\"")).then_some(inputs.len())
}

/// The number of the input that a sentence speaks of.
fn input_said(what: &str) -> Option<usize> {
    what.strip_prefix("input ")?.split(':').next()?.parse().ok()
}

#[test]
fn a_hundred_broken_files_say_what_is_broken_and_where() {
    let mut luck = Seed::new(13, 5).luck(Purpose::Trial);
    let (mut found, mut tried, mut exact, mut inputs) = (BTreeSet::new(), 0, 0, 0);
    let files = FILES.map(|(name, text)| (name, first(text, 3)));
    while found.len() < 150 {
        tried += 1;
        assert!(tried < 2_000, "only {} of {tried} were wrong", found.len());
        let (name, text) = &files[tried % 2];
        let broken = broken(text, &mut luck);
        let Err(fault) = Puzzle::read((name, &broken.text)) else { continue };
        let said = fault.to_string();
        assert!(said.starts_with(name) && said.len() < 1_000, "{said}");
        assert!(!said.contains(char::is_control), "{said:?}");
        let part = |line: usize| part_of(text, "[[puzzle]]", line);
        let place = format!("line {} of\n{text}\n{said}", broken.line);
        match fault.place {
            // An unclosed string is noticed where the next one begins.
            Place::Line(line) if broken.unquoted && broken.whole(line) >= broken.line => {}
            Place::Line(line) => {
                assert_eq!(part(broken.whole(line)), part(broken.line), "{place}");
                exact += usize::from(broken.whole(line) == broken.line);
            }
            Place::Puzzle(number) => {
                assert_eq!(number, part(broken.line), "{place}");
                // A game is refused at the line that was broken or, if that could still be played, later.
                if let (Some(input), Some(at)) = (input_said(&fault.what), input_at(text, broken.line)) {
                    assert!(input >= at, "{place}");
                    inputs += usize::from(input == at);
                }
            }
            Place::Step(_) | Place::Term(_) => panic!("{place}"),
        }
        found.insert(said);
    }
    assert!(exact > 20 && inputs > 40, "{exact} lines and {inputs} inputs are named exactly");
}
