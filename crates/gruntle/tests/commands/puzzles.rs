//! `gruntle lab puzzles`: the same file however many threads look, and what it refuses; `gruntle puzzle` and `gruntle lesson`.

use crate::bench::{BOTH, Folder, answer};
use crate::lab::lab;

fn are_the_same_on_any_number_of_threads(game: &str) {
    let folder = Folder::new();
    let files = ["1", "2"].map(|threads| {
        let ask = [
            "puzzles", game, "--seats", "2", "--bots", "random", "--games", "1", "--count", "1", "--seed",
            "4",
        ];
        let file = format!("{threads}.toml");
        let told = lab(&folder, &[&ask[..], &["--threads", threads, "--out", &file]].concat());
        assert!(told.contains(" puzzles of ") && told.contains(&file), "{told}");
        std::fs::read_to_string(folder.path(&file)).unwrap()
    });
    assert_eq!(files[0], files[1]);
    assert!(files[0].contains(&format!("game = \"{game}\"")), "{}", files[0]);
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
fn what_cannot_be_hunted_is_refused() {
    let folder = Folder::new();
    for (arguments, says) in [
        (&["puzzles", "ludo"][..], "there is no game 'ludo'"),
        (&["puzzles", "spammers", "--count", "0"], "no puzzles are nothing to look for"),
        (&["puzzles", "spammers", "--bots", "search:5ms"], "by the clock"),
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
    }
}

#[test]
fn what_is_no_puzzle_and_no_lesson_is_refused() {
    let folder = Folder::new();
    for (arguments, says) in [
        (&["puzzle", "spammers", "0"][..], "there is no puzzle 0 of SPAMMERS; there are 1 to "),
        (&["puzzle", "spam-o-rama", "9999"], "there is no puzzle 9999 of Spam-O-Rama"),
        (&["puzzle", "ludo", "1"], "there is no game 'ludo'"),
        (&["lesson", "ludo"], "there is no game 'ludo'"),
    ] {
        let answer = folder.gruntle(arguments.iter().copied());
        assert_eq!(answer.code, 2, "{arguments:?}");
        assert!(answer.err.contains(says), "{}", answer.err);
    }
}
