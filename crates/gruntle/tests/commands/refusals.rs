//! Bad input: exit code 2, one sentence that says what would be right, and nothing is written.

use crate::bench::{BOTH, Folder};

fn refused(arguments: &[&str]) -> String {
    Folder::new().refuses(arguments)
}

/// Asks for games to be kept, so that a folder would be seen if it were made.
fn no_game(arguments: &[&str]) -> String {
    refused(&[&["sim"], arguments, &["--games", "2", "--seed", "1", "--records", "kept"]].concat())
}

#[test]
fn unknown_names() {
    assert_eq!(no_game(&["poker"]), "there is no game 'poker'; it is spammers or spam-o-rama");
    assert_eq!(
        no_game(&["spammers", "--variant", "blitz"]),
        "there is no variant 'blitz'; it is standard or demonstration"
    );
    for bots in ["hal", "random,hal,random", "", "random,", "search", "search:0", "search:1h"] {
        assert!(no_game(&["spammers", "--bots", bots]).contains("bots are: random, greedy, search:N"));
    }
    assert!(no_game(&["spam-o-rama", "--memory", "maybe"]).contains("on or off, not 'maybe'"));
}

#[test]
fn impossible_numbers() {
    for game in BOTH {
        for seats in ["0", "1", "7", "1000000"] {
            let sentence = no_game(&[game, "--seats", seats]);
            assert_eq!(sentence, format!("{seats} seats are not possible; this game takes 2 to 6"));
        }
        assert!(refused(&["sim", game, "--games", "0"]).contains("1 or more"));
        for heads in ["0", "65"] {
            assert!(no_game(&[game, "--heads", heads]).contains("1 to 64 heads"));
        }
        assert!(refused(&["sim", game, "--games", "11", "--aloud"]).contains("it is for 1 to 10 games"));
        for threads in ["0", "1000000000"] {
            assert!(no_game(&[game, "--threads", threads]).contains("take 1 to 1024"));
        }
        assert!(
            no_game(&[game, "--seats", "3", "--bots", "random,random"])
                .starts_with("2 bots are named for 3 seats; name one for all, or one a seat"),
            "{game}"
        );
        assert!(
            no_game(&[game, "--seats", "2", "--bots", "random,random,random"])
                .starts_with("3 bots are named for 2 seats")
        );
    }
}

#[test]
fn what_belongs_to_the_other_game() {
    assert_eq!(no_game(&["spammers", "--network", "ring"]), "a network is not for SPAMMERS; leave it out");
    assert_eq!(no_game(&["spammers", "--memory", "on"]), "the memory aid is not for SPAMMERS; leave it out");
    assert_eq!(
        no_game(&["spam-o-rama", "--variant", "standard"]),
        "a variant is not for Spam-O-Rama; leave it out"
    );
}

const RING: &str = include_str!("../../../../networks/ring.txt");

fn bad_network(network: impl AsRef<[u8]>) -> String {
    let folder = Folder::new();
    folder.write("net.txt", network);
    folder.refuses(&["sim", "spam-o-rama", "--games", "2", "--network", "net.txt"])
}

#[test]
fn networks_that_are_none() {
    let last = RING.trim_end().len() - 1;
    let with_last = |square: &str| format!("{}{square}\n", &RING[..last]);
    assert_eq!(
        bad_network(with_last(".")),
        "net.txt: Clubs (Y) has 4 ports in this network; every suit needs 5"
    );
    let six = bad_network(with_last("U"));
    assert!(six.contains("Moons (U) has 6 ports in this network; every suit needs 5; 1 more: see "), "{six}");
    assert!(bad_network(with_last("Q")).contains("row 8, column 8: 'Q' is not a suit"));
    assert!(bad_network(with_last("Y Y")).contains("row 8 has 9 squares and row 1 has 8"));
    let rows: Vec<&str> = RING.lines().collect();
    let islands = [&rows[..5], &[". . . . . . . ."], &rows[5..]].concat().join("\n");
    assert!(bad_network(islands).contains("falls apart into 2 islands, with a1, a6 on one each"));
    let flat = RING.replace("V V V I", "V V I V");
    assert!(bad_network(flat).contains("the ports of Hearts do not form its pentomino"));
    assert!(bad_network("").contains("this network is empty"));
    assert!(bad_network("# nothing\n\n").contains("this network is empty"));
    assert!(bad_network(b"\xff\xfe\x00").contains("cannot be read"));
    assert!(bad_network("P".repeat(27)).contains("at most 26 wide"));
}

#[test]
fn a_network_of_ones_own_has_a_name_of_its_own() {
    let folder = Folder::new();
    folder.write("Ring.txt", include_str!("../../../../networks/long.txt"));
    let sentence = folder.refuses(&["sim", "spam-o-rama", "--games", "2", "--network", "Ring.txt"]);
    assert!(sentence.starts_with("Ring.txt: a network 'ring' comes with the program"), "{sentence}");
}

#[test]
fn a_network_that_is_not_there() {
    let sentence = no_game(&["spam-o-rama", "--network", "lost.txt"]);
    assert!(sentence.starts_with(
        "there is no network 'lost.txt': it is ring, corners, long, strip or generated, or a file"
    ));
    refused(&["sim", "spam-o-rama", "--network", "."]);
}

#[test]
fn a_folder_that_cannot_be_written() {
    let folder = Folder::new();
    folder.write("file", "not a folder");
    for path in ["file", "file/below"] {
        let sentence = folder.refuses(&["sim", "spammers", "--games", "1", "--records", path]);
        assert!(sentence.starts_with(&format!("cannot write records to '{path}': ")), "{sentence}");
    }
}

#[test]
fn a_record_that_holds_another_game_is_not_written_over() {
    for game in BOTH {
        for there in [&b"another game"[..], b"", b"\xff\xfe not text"] {
            let folder = Folder::new();
            folder.write(&format!("{game}-3-5-0.txt"), there);
            let play = ["sim", game, "--games", "1", "--seed", "5", "--records", "."];
            let sentence = folder.refuses(&play);
            assert!(sentence.contains("holds another game already; name another folder"), "{sentence}");
        }
    }
}

#[test]
fn the_same_game_may_be_kept_again() {
    let folder = Folder::new();
    let play = ["sim", "spammers", "--games", "2", "--seed", "5", "--records", "kept"];
    assert_eq!(folder.gruntle(play).code, 0);
    let before = folder.files();
    assert_eq!(folder.gruntle(play).code, 0);
    assert!(before == folder.files());
}

#[test]
fn rules_that_are_not_there() {
    assert!(refused(&["rules", "S4.99"]).starts_with("there is no 'S4.99' in the rules"));
    for what in ["S99", "", "chess", "S4.", "4.7"] {
        refused(&["rules", what]);
    }
    assert_eq!(
        refused(&["rules", "--search", "zeppelin"]),
        "no clause speaks of 'zeppelin'; try fewer or other words"
    );
}

#[test]
fn files_that_are_no_records_are_not_shown() {
    let (folder, text) = Folder::with_record("spammers", 3);
    let lines: Vec<&str> = text.lines().collect();
    folder.write("short.txt", lines[..lines.len() / 2].join("\n"));
    folder.write("changed.txt", text.replace("seat A random", "seat A Ada"));
    folder.write("foreign.txt", "Dear friend,\nI am a prince.\n");
    folder.write("binary.txt", b"gruntle record 1\n\xff\x00\xfe");
    folder.write("empty.txt", "");
    folder.write("later.txt", text.replace("\nrules ", "\nrules 9"));
    let said = |file: &str, reason: &str| {
        let sentence = folder.refuses(&["record", "show", file]);
        assert!(sentence.contains(reason), "{sentence}");
        assert_eq!(sentence, folder.refuses(&["record", "show", file, "--json"]));
    };
    said("short.txt", &format!("line {}: the record ends here", lines.len() / 2 + 1));
    said("changed.txt", &format!("line {}: the checksum should be ", lines.len()));
    said("foreign.txt", "line 1: this is not a record");
    said("binary.txt", "line 2: this is not text");
    said("empty.txt", "line 1: the record ends here");
    said("later.txt", "rules version 9");
    said("missing.txt", "cannot read 'missing.txt': ");
    said(".", "cannot read '.': ");
}

#[test]
fn viewers_that_were_not_there() {
    let (folder, _) = Folder::with_record("spam-o-rama", 3);
    let show = |viewer| folder.refuses(&["record", "show", "game.txt", "--as", viewer]);
    for viewer in ["G", "", "AB", "everybody"] {
        assert_eq!(show(viewer), format!("'{viewer}' cannot look on; it is a seat, A to F, or bystander"));
    }
    for seat in ["D", "F", "f"] {
        let upper = seat.to_uppercase();
        assert_eq!(show(seat), format!("nobody sat at {upper}; this game had 3 seats"));
    }
}

#[test]
fn a_number_below_nought_is_told_to_the_option_it_was_given_to() {
    let folder = Folder::new();
    for (words, says) in [
        (["sim", "spammers", "--games", "-5"], "invalid value '-5' for '--games <N>': write a whole number"),
        (["sim", "spammers", "--seed", "-1"], "invalid value '-1' for '--seed <S>': write a whole number"),
        (["sim", "spammers", "--seats", "-2"], "invalid value '-2' for '--seats"),
    ] {
        let answer = folder.gruntle(words);
        assert_eq!(answer.code, 2, "{words:?}");
        assert!(answer.err.contains(says) && !answer.err.contains("-- -"), "{words:?}: {}", answer.err);
    }
}

/// A file that never ends is read no further than files of its kind go.
#[cfg(unix)]
#[test]
fn what_never_ends_is_not_read_to_its_end() {
    for words in [
        ["record", "verify", "/dev/zero"],
        ["deck", "check", "/dev/zero"],
        ["network", "check", "/dev/zero"],
        ["sim", "spammers", "--deck=/dev/zero"],
        ["sim", "spam-o-rama", "--network=/dev/zero"],
    ] {
        let answer = Folder::new().gruntle(words);
        assert!(answer.code == 1 || answer.code == 2, "{words:?}");
        let said = answer.out + &answer.err;
        assert!(said.contains("it has more than ") && said.contains(" bytes, and no "), "{words:?}: {said}");
    }
}

/// Where no file can grow any more, none is left that would be in the way.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_whole_is_not_left_behind() {
    let folder = Folder::new();
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" deck new my.toml --from standard";
    let full = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_gruntle")])
        .current_dir(folder.path(""))
        .output();
    let answer = crate::bench::Answer::of(full.unwrap());
    assert_eq!(answer.code, 2, "{}", answer.err);
    assert!(answer.err.starts_with("gruntle: cannot write 'my.toml': "), "{}", answer.err);
    assert!(folder.files().is_empty());
}
