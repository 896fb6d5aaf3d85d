//! `gruntle lab puzzles`: the same file however many threads look, and what it refuses.

use crate::bench::Folder;
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
