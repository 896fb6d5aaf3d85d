//! `gruntle lab puzzles`: a file that is read as puzzles, the same however many threads look, and what it refuses; `gruntle puzzle` and `gruntle lesson`.

use lessons::Puzzle;

use crate::bench::{BOTH, Folder, answer};
use crate::lab::lab;

/// A hunt through one game, in which there is a puzzle.
fn ask(game: &str) -> [&str; 12] {
    ["puzzles", game, "--seats", "2", "--bots", "random", "--games", "1", "--count", "1", "--seed", "4"]
}

fn are_the_same_on_any_number_of_threads(game: &str) {
    let folder = Folder::new();
    let files = ["1", "2"].map(|threads| {
        let file = format!("{threads}.toml");
        let told = lab(&folder, &[&ask(game)[..], &["--threads", threads, "--out", &file]].concat());
        assert!(told.starts_with("1 puzzles of ") && told.contains(&file), "{told}");
        std::fs::read_to_string(folder.path(&file)).unwrap()
    });
    assert_eq!(files[0], files[1]);
    let by = format!(
        "# Found by: gruntle lab puzzles {game} --seats 2 --bots random,random --seed 4 --count 1 --games 1\n"
    );
    assert!(files[0].starts_with(&by), "{}", files[0]);
    let puzzles = Puzzle::read(("1.toml", &files[0])).unwrap();
    assert_eq!((puzzles.len(), puzzles[0].game.name()), (1, game));
    let [best, others @ ..] = &puzzles[0].options[..] else { panic!("nothing is offered") };
    assert!(others.iter().all(|other| best.chance - other.chance >= 7.9), "8 points, rounded: {best:?}");
    assert!(others.iter().all(|other| other.remark.is_some()) && best.remark.is_some());
}

#[test]
fn puzzles_are_the_same_on_any_number_of_threads() {
    are_the_same_on_any_number_of_threads("spammers");
}

#[test]
#[ignore = "long; .ci/run has it"]
fn puzzles_of_spam_o_rama_are_the_same_on_any_number_of_threads() {
    are_the_same_on_any_number_of_threads("spam-o-rama");
}

#[test]
#[ignore = "long; .ci/run has it"]
fn an_answer_that_is_not_looked_for_is_not_found_and_the_command_says_so() {
    let folder = Folder::new();
    lab(&folder, &[&ask("spam-o-rama")[..], &["--out", "any.toml"]].concat());
    let any = std::fs::read_to_string(folder.path("any.toml")).unwrap();
    let found = Puzzle::read(("any.toml", &any)).unwrap();
    let answer = &found[0].best().action;
    lab(&folder, &[&ask("spam-o-rama")[..], &["--except", answer, "--out", "other.toml"]].concat());
    let other = std::fs::read_to_string(folder.path("other.toml")).unwrap();
    let by = format!("{} --except '{answer}'", any.lines().next().unwrap());
    assert_eq!(other.lines().next(), Some(&by[..]));
    let found = Puzzle::read(("other.toml", &other)).unwrap();
    assert!(found.iter().all(|puzzle| puzzle.best().action != *answer), "{other}");
}

#[test]
fn what_cannot_be_hunted_is_refused() {
    let folder = Folder::new();
    for (arguments, says) in [
        (&["puzzles", "ludo"][..], "there is no game 'ludo'"),
        (&["puzzles", "spammers", "--count", "0"], "no puzzles are nothing to look for"),
        (&["puzzles", "spammers", "--bots", "search:5ms"], "by the clock"),
        (&["puzzles", "spammers", "--except", "it's"], "is no answer in notation"),
    ] {
        let answer = folder.gruntle([&["lab"], arguments].concat());
        assert_eq!(answer.code, 2, "{arguments:?}");
        assert!(answer.err.contains(says), "{}", answer.err);
    }
}

#[test]
fn a_lesson_is_told() {
    for (game, word) in BOTH.into_iter().zip(["Scams", "clients"]) {
        let told = answer(&["lesson", game]);
        for part in ["\n1. ", word, "\n   > ", "Three things everybody gets wrong"] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
}

#[test]
fn a_puzzle_is_shown_and_its_solution_only_when_asked_for() {
    for game in BOTH {
        assert!(answer(&["puzzle", game]).contains("difficulty 5: "));
        let asked = answer(&["puzzle", game, "1"]);
        let solved = answer(&["puzzle", game, "1", "--solution"]);
        let solution = solved.strip_prefix(&asked).unwrap();
        assert!(!asked.contains(" % ± ") && !asked.contains("(best)"), "{asked}");
        assert!(solution.contains(" (best): ") && solution.contains(" (looks best): "), "{solution}");
        let best = solution.lines().find(|line| line.contains("(best)")).unwrap();
        let action = best.split_once("  ").unwrap().1.split_once(" (best)").unwrap().0;
        assert!(asked.contains(&format!("\n  {action}\n")), "{action} is offered: {asked}");
        // It speaks to the solver.
        for word in [" my ", " I ", " mine"] {
            assert!(!solution.contains(word), "{word}: {solution}");
        }
    }
}

/// The puzzles and the lesson of a game as files of one's own.
fn own_files(game: &str) -> Folder {
    let folder = Folder::new();
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (from, name) in [
        (format!("puzzles/{game}.toml"), "puzzles.toml".to_owned()),
        (format!("lessons/{game}.toml"), "lesson.toml".to_owned()),
        (format!("lessons/{game}.txt"), format!("{game}.txt")),
    ] {
        folder.write(&name, std::fs::read(source.join(from)).unwrap());
    }
    folder
}

#[test]
fn a_file_of_ones_own_is_told_as_what_comes_with_the_program() {
    for game in BOTH {
        let folder = own_files(game);
        let same = |own: &[&str], shipped: &[&str]| {
            let told = folder.gruntle(own);
            assert_eq!((told.code, told.err.as_str()), (0, ""), "{own:?}");
            assert_eq!(told.out, answer(shipped), "{own:?}");
        };
        same(&["lesson", "lesson.toml"], &["lesson", game]);
        same(&["puzzle", "puzzles.toml"], &["puzzle", game]);
        same(&["puzzle", "puzzles.toml", "2", "--solution"], &["puzzle", game, "2", "--solution"]);
    }
}

#[test]
fn a_file_of_ones_own_that_is_wrong_is_refused_with_its_place() {
    let folder = own_files("spam-o-rama");
    let text = |name: &str| std::fs::read_to_string(folder.path(name)).unwrap();
    let [lesson, puzzles, record] = ["lesson.toml", "puzzles.toml", "spam-o-rama.txt"].map(text);
    let line_of = |text: &str, part: &str| 1 + text[..text.find(part).unwrap()].matches('\n').count();
    folder.write("lost.toml", lesson.replacen("record = \"", "record = \"lost-", 1));
    folder.write("title.toml", lesson.replacen("title = ", "titel = ", 1));
    folder.write("record.toml", lesson.replacen("record = \"", "record = \"my-", 1));
    folder.write("my-spam-o-rama.txt", record.replacen("\nbegin\n", "\nbegin\n* nonsense\n", 1));
    folder.write("seat.toml", puzzles.replacen("seat = \"A\"", "seat = \"Z\"", 1));
    folder.write("empty.toml", "game = \"spammers\"\n");
    let lost =
        format!("lost.toml, line {}: the record 'lost-spam-o-rama.txt'", line_of(&lesson, "record = "));
    let title = format!("title.toml, line {}: ", line_of(&lesson, "title = "));
    let played = format!("my-spam-o-rama.txt, line {}: ", 1 + line_of(&record, "\nbegin\n") + 1);
    for (arguments, says) in [
        (["lesson", "lost.toml"], lost.as_str()),
        (["lesson", "title.toml"], &title),
        (["lesson", "record.toml"], &played),
        (["puzzle", "seat.toml"], "seat.toml, puzzle "),
        (["puzzle", "empty.toml"], "there is no puzzle in 'empty.toml'"),
        (
            ["puzzle", "missing.toml"],
            "there is no game 'missing.toml'; it is spammers or spam-o-rama, or a file, and",
        ),
    ] {
        let sentence = folder.refuses(&arguments);
        assert!(sentence.starts_with(says), "{says}: {sentence}");
    }
}

#[test]
fn what_is_no_puzzle_and_no_lesson_is_refused() {
    let folder = Folder::new();
    for (arguments, says) in [
        (
            &["puzzle", "spammers", "0"][..],
            "there is no puzzle 0 of SPAMMERS; 'gruntle puzzle spammers' lists the ",
        ),
        (&["puzzle", "spam-o-rama", "9999"], "there is no puzzle 9999 of Spam-O-Rama"),
        (&["puzzle", "ludo", "1"], "there is no game 'ludo'"),
        (&["lesson", "ludo"], "there is no game 'ludo'"),
    ] {
        let answer = folder.gruntle(arguments.iter().copied());
        assert_eq!(answer.code, 2, "{arguments:?}");
        assert!(answer.err.contains(says), "{}", answer.err);
    }
}
