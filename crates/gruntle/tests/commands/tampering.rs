//! Records that were changed: exit code 1, the first line that is wrong, and why.

use crate::bench::{BOTH, Folder};

/// The line and the reason that the program gives for a record with these lines.
fn fault(folder: &Folder, lines: &[String]) -> (usize, String) {
    folder.write("changed.txt", lines.join("\n") + "\n");
    let verdict = folder.gruntle(["record", "verify", "changed.txt"]);
    assert_eq!(verdict.code, 1, "{}{}", verdict.out, verdict.err);
    assert_eq!(verdict.err, "gruntle: one record does not hold\n");
    assert_eq!(verdict.out.lines().count(), 1, "{}", verdict.out);
    read_fault(verdict.out.trim_end(), "changed.txt")
}

fn read_fault(said: &str, file: &str) -> (usize, String) {
    let said = said.strip_prefix(&format!("{file}: line ")).unwrap_or_else(|| panic!("{said}"));
    let (line, reason) = said.split_once(": ").unwrap();
    (line.parse().unwrap(), reason.to_owned())
}

struct Original {
    folder: Folder,
    lines: Vec<String>,
}

impl Original {
    fn of(game: &str) -> Self {
        let (folder, text) = Folder::with_record(game, 3);
        let lines = text.lines().map(str::to_owned).collect();
        Self { folder, lines }
    }

    /// The place of the first line from the middle on that begins so.
    fn find(&self, start: &str) -> usize {
        let middle = self.lines.len() / 2;
        let found =
            (middle..self.lines.len()).chain(0..middle).find(|&place| self.lines[place].starts_with(start));
        found.unwrap_or_else(|| panic!("no line begins with '{start}'"))
    }

    /// The error when the line at this place is this one; places count from 0, lines from 1.
    fn with_line(&self, place: usize, line: &str) -> (usize, String) {
        let mut lines = self.lines.clone();
        assert_ne!(lines[place], line);
        lines[place] = line.to_owned();
        fault(&self.folder, &lines)
    }
}

#[test]
fn a_changed_digest_is_named() {
    for game in BOTH {
        let original = Original::of(game);
        let place = original.find("= ");
        let turn = original.lines[place].split(' ').nth(1).unwrap();
        let (line, reason) = original.with_line(place, &format!("= {turn} 0123456789abcdef"));
        let right = format!("the state digest should be '{}', not ", original.lines[place]);
        assert!(line == place + 1 && reason.starts_with(&right), "{line} {reason}");
        let (line, _) = original.with_line(place, &original.lines[place].replace("= ", "= 1"));
        assert_eq!(line, place + 1);
    }
}

#[test]
fn a_changed_result_is_named() {
    for game in BOTH {
        let original = Original::of(game);
        let place = original.lines.len() - 2;
        for wrong in ["won A B C by S6.1 sum", "won ", "won A by R5.2", "won"] {
            let (line, reason) = original.with_line(place, wrong);
            let right = format!("the result should be '{}'", original.lines[place]);
            let missing = wrong == "won";
            assert!(line == place + 1 || missing, "{line} {reason}");
            assert!(reason.starts_with(&right) || missing, "{reason}");
        }
    }
}

#[test]
fn what_the_rules_cannot_see_the_checksum_does() {
    for game in BOTH {
        let original = Original::of(game);
        let last = original.lines.len();
        let name = original.with_line(original.find("seat B"), "seat B Eve");
        let seed = original.with_line(original.find("seed "), "seed chacha8:5/1");
        let sum = original.with_line(last - 1, &format!("end {}", "0".repeat(64)));
        for (line, reason) in [name, seed, sum] {
            assert!(line == last && reason.starts_with("the checksum should be "), "{line} {reason}");
        }
    }
}

#[test]
fn another_way_to_write_the_same_is_a_change_too() {
    for game in BOTH {
        let original = Original::of(game);
        for (start, other) in [
            ("rules ", "rules 01"),
            ("rules ", "rules +1"),
            ("seed ", "seed 5"),
            ("seed ", "seed chacha8:05/0"),
            ("seat A", "seat A  random"),
            ("* first ", "* first B\r\r"),
            ("begin", "begin\t"),
            ("won ", "won\u{1b}[2J C"),
        ] {
            let place = original.find(start);
            let (line, _) = original.with_line(place, other);
            assert_eq!(line, place + 1, "{other}");
        }
        let end = original.lines.len() - 1;
        let (line, _) = original.with_line(end, &original.lines[end].to_uppercase());
        assert_eq!(line, end + 1);
    }
}

#[test]
fn impossible_luck_is_refused_with_its_clause() {
    let original = Original::of("spammers");
    let place = original.find("* roll");
    let (line, reason) = original.with_line(place, "* roll 7");
    assert!(line == place + 1 && reason.contains("'roll 1' to 'roll 6'"), "{reason}");
    let (line, reason) = original.with_line(place, "* first A");
    assert!(line == place + 1 && reason.contains("'* first A' is refused: "), "{reason}");

    let original = Original::of("spam-o-rama");
    let place = original.find("A relay ");
    let (line, reason) = original.with_line(place, "A relay a1 h8");
    assert!(line == place + 1 && reason.contains("is refused: ") && reason.ends_with(')'), "{reason}");
}

#[test]
fn a_changed_roll_or_coin_is_found() {
    for (game, luck) in [("spammers", "* roll "), ("spam-o-rama", "* value ")] {
        let original = Original::of(game);
        let place = original.find(luck);
        for digit in '1'..='5' {
            let changed = format!("{luck}{digit}");
            if original.lines[place] != changed {
                let (line, _) = original.with_line(place, &changed);
                assert!(line > place, "{line} is before {place}");
            }
        }
    }
}

/// Where a fault of the header is reported.
#[derive(Clone, Copy, PartialEq)]
enum Told {
    /// At the line that is wrong by itself.
    Itself,
    /// At `begin`, because only the set-up as a whole is wrong.
    Begin,
}

#[test]
fn a_changed_set_up_is_found() {
    use Told::{Begin, Itself};
    for (game, changes) in [
        (
            "spammers",
            &[
                ("game ", "game poker", Begin),
                ("game ", "game spam-o-rama", Begin),
                ("rules ", "rules 999", Begin),
                ("rules ", "rules first", Itself),
                ("variant ", "variant blitz", Begin),
                ("variant ", "variants standard", Begin),
                ("variant ", "variant", Itself),
                ("cards ", "cards starter 1 0123456789abcdef", Begin),
                ("seat C", "seat D random", Itself),
                ("seat C", "seat C a\u{200b}b", Itself),
            ][..],
        ),
        (
            "spam-o-rama",
            &[
                ("game ", "game spammers", Begin),
                ("network ", "network ring 0123456789abcdef", Begin),
                ("network ", "network Ring", Begin),
                ("map ", "map VVV", Begin),
                ("memory ", "memory maybe", Begin),
                ("first ", "first A D", Begin),
                ("first ", "first none", Begin),
                ("begin", "begins", Itself),
            ],
        ),
    ] {
        let original = Original::of(game);
        let begins = original.find("begin");
        for (start, changed, told) in changes {
            let place = original.find_in_header(start);
            let (line, reason) = original.with_line(place, changed);
            let expected = if *told == Begin { begins } else { place };
            assert_eq!(line, expected + 1, "{changed}: {reason}");
            assert!(reason.len() > 20, "{reason}");
        }
    }
}

impl Original {
    fn find_in_header(&self, start: &str) -> usize {
        self.lines.iter().position(|line| line.starts_with(start)).unwrap()
    }
}

#[test]
fn a_record_that_names_a_network_of_the_program_has_its_map() {
    let original = Original::of("spam-o-rama");
    let long = "NNIIIIIYUU/PNNNFYYYYU/PPTFFFWWUU/PPTZZFXWWV/LTTTZXXXWV/LLLLZZXVVV";
    let mut lines = original.lines.clone();
    lines[original.find_in_header("network ")] = format!("network ring {}", &table::sha256(long)[..16]);
    lines[original.find_in_header("map ")] = format!("map {long}");
    let (line, reason) = fault(&original.folder, &lines);
    assert_eq!(line, original.find_in_header("begin") + 1);
    assert_eq!(reason, "the map is not that of the network 'ring', which comes with the program");
}

#[test]
fn names_that_nobody_sees_are_refused_on_their_line() {
    let original = Original::of("spammers");
    let place = original.find_in_header("seat B");
    for name in ["\u{200b}", "Ann\u{202e}nnA", "\u{2800}", "\u{3164}", "Z\u{300}\u{301}\u{302}o"] {
        let (line, reason) = original.with_line(place, &format!("seat B {name}"));
        assert!(line == place + 1 && reason.contains("here is"), "{line} {reason}");
    }
}

#[test]
fn a_cut_record_says_what_is_missing() {
    for game in BOTH {
        let original = Original::of(game);
        for kept in [0, 1, 2, 5, original.lines.len() / 2, original.lines.len() - 2, original.lines.len() - 1]
        {
            let (line, reason) = fault(&original.folder, &original.lines[..kept]);
            assert_eq!(line, kept + 1, "{reason}");
            assert!(reason.ends_with(" is missing"), "{reason}");
        }
    }
}

/// Lines removed, doubled, and swapped with the one after: no such record holds, and no fault is reported before
/// the change. All lines of the header and of the end are tried, and every seventh between.
#[test]
#[ignore = "long; .ci/run has it"]
fn no_line_can_be_removed_doubled_or_moved() {
    for game in BOTH {
        let Original { folder, lines } = Original::of(game);
        let mut files = Vec::new();
        let mut keep = |place: usize, changed: Vec<String>| {
            if changed != lines {
                let name = format!("{}.txt", files.len());
                folder.write(&name, changed.join("\n") + "\n");
                files.push((name, place + 1));
            }
        };
        let is_tried = |place: &usize| *place < 20 || *place + 6 > lines.len() || place.is_multiple_of(7);
        for place in (0..lines.len()).filter(is_tried) {
            let mut changed = lines.clone();
            changed.remove(place);
            keep(place, changed);
            let mut changed = lines.clone();
            changed.insert(place, lines[place].clone());
            keep(place, changed);
            let mut changed = lines.clone();
            changed.swap(place, (place + 1).min(lines.len() - 1));
            keep(place, changed);
        }
        let verify = ["record", "verify"];
        let verdict = folder.gruntle(verify.into_iter().chain(files.iter().map(|(name, _)| name.as_str())));
        assert_eq!(verdict.code, 1);
        assert_eq!(verdict.err, format!("gruntle: {} records do not hold\n", files.len()));
        assert_eq!(verdict.out.lines().count(), files.len());
        for (said, (name, first)) in verdict.out.lines().zip(&files) {
            let (line, _) = read_fault(said, name);
            assert!(line >= *first, "line {first} was changed: {said}");
        }
    }
}

#[test]
fn good_wrong_and_missing_together_are_each_told() {
    let (folder, text) = Folder::with_record("spammers", 2);
    folder.write("wrong.txt", text.replace("seat B random", "seat B Eve"));
    let verdict = folder.gruntle(["record", "verify", "game.txt", "wrong.txt"]);
    assert_eq!((verdict.code, verdict.out.lines().count()), (1, 2));
    let verdict = folder.gruntle(["record", "verify", "missing.txt", "wrong.txt", "game.txt"]);
    assert_eq!((verdict.code, verdict.out.lines().count()), (2, 2));
    assert!(verdict.err.starts_with("gruntle: cannot read 'missing.txt': "));
    assert!(folder.refuses(&["record", "verify", "missing.txt"]).starts_with("cannot read 'missing.txt': "));
    folder.refuses(&["record", "verify", "."]);
}

#[test]
fn what_is_no_record_at_all_is_wrong_on_its_first_line() {
    let folder = Folder::new();
    for (content, reason) in [
        (&b"Dear friend,\n"[..], "line 1: this is not a record"),
        (b"\x7fELF\xff\xff", "line 1: this is not text"),
        (b"", "line 1: the record ends here"),
        (b"gruntle record 2\n", "line 1: this is not a record"),
        (b"\n# remark\ngruntle record\n", "line 3: this is not a record"),
    ] {
        folder.write("foreign.txt", content);
        let verdict = folder.gruntle(["record", "verify", "foreign.txt"]);
        assert_eq!(verdict.code, 1);
        assert!(verdict.out.contains(reason), "{}", verdict.out);
    }
}
