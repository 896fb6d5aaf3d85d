//! Errors in one voice, `--color` and `--quiet`.

use crate::bench::{Folder, answer, gruntle};

#[test]
fn what_the_command_line_does_not_know_is_refused_with_its_usage() {
    for arguments in [
        &["simulate"][..],
        &["sim"],
        &["sim", "spammers", "--seats", "many"],
        &["sim", "spammers", "--seed", "-1"],
        &["record", "show"],
        &["record", "verify"],
        &["completions", "tcl"],
        &["rules", "S4", "--search", "gruntle"],
        &["bots", "--color", "mauve"],
        &["puzzle", "spammers", "1", "--json"],
    ] {
        let refused = gruntle(arguments);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{arguments:?}");
        assert!(refused.err.starts_with("gruntle: ") && !refused.err.contains("error:"), "{}", refused.err);
        assert!(refused.err.ends_with("try '--help'.\n"), "{}", refused.err);
    }
}

#[test]
fn usage_and_tips_are_kept() {
    let refused = gruntle(["sim", "spammers", "--game", "3"]);
    assert!(refused.err.contains("unexpected argument '--game'"), "{}", refused.err);
    assert!(refused.err.contains("tip: ") && refused.err.contains("'--games'"), "{}", refused.err);
    assert!(refused.err.contains("\nUsage: gruntle sim "), "{}", refused.err);
}

#[test]
fn a_command_that_needs_another_shows_its_help() {
    let refused = gruntle(["deck"]);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(
        refused.err.contains("Usage: gruntle deck") && !refused.err.contains("error:"),
        "{}",
        refused.err
    );
}

#[test]
fn emphasis_is_where_somebody_asks_for_it() {
    let strong = |told: &str| told.contains("\x1b[1m");
    for arguments in [&["bots"][..], &["rules", "S4.7"], &["deck", "show", "starter"]] {
        let with = |color| answer(&[arguments, &["--color", color]].concat());
        assert!(strong(&with("always")), "{arguments:?}");
        assert!(!strong(&with("never")) && !strong(&with("auto")), "a pipe reads {arguments:?}");
    }
    let told = Folder::new().command(["--color=always", "bots"]).env("NO_COLOR", "1").output().unwrap();
    assert!(
        strong(&String::from_utf8(told.stdout).unwrap()),
        "what is asked for goes before the environment"
    );
    assert!(answer(&["--help", "--color", "always"]).contains('\x1b'));
    assert!(!answer(&["--help", "--color", "never"]).contains('\x1b'));
}

#[test]
fn a_quiet_answer_is_the_same_answer() {
    for arguments in [
        &["bots"][..],
        &["rules", "--search", "gruntle"],
        &["deck", "list"],
        &["sim", "spammers", "--games", "1", "--bots", "greedy", "--seed", "1", "--aloud"],
    ] {
        assert_eq!(answer(&[arguments, &["--quiet"]].concat()), answer(arguments));
    }
    let refused = Folder::new().refuses(&["rules", "S99", "--quiet"]);
    assert!(refused.starts_with("there is no 'S99'"), "an error is told all the same: {refused}");
}
