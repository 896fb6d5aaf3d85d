//! `gruntle network`, and `--network` wherever Spam-O-Rama is played.

use crate::bench::Folder;

#[test]
fn the_networks_that_come_with_the_program_are_listed_and_drawn() {
    let folder = Folder::new();
    let list = folder.gruntle(["network", "list"]);
    let names: Vec<&str> = list.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!((list.code, &names[..]), (0, &["ring", "corners", "long", "strip"][..]));
    for name in names {
        let shown = folder.gruntle(["network", "show", name]);
        assert_eq!(shown.code, 0, "{}", shown.err);
        assert!(
            shown.out.starts_with(&format!("{name}: ")) && shown.out.contains("V Hearts"),
            "{}",
            shown.out
        );
        let letters = shown.out.lines().filter(|line| line.contains("│ ") || line.contains(" │"));
        let ports = letters.flat_map(str::chars).filter(char::is_ascii_uppercase).count();
        assert_eq!(ports, 60, "{}", shown.out);
    }
    assert_eq!(folder.gruntle(["network", "show"]).out, folder.gruntle(["network", "show", "ring"]).out);
    let fresh = ["network", "show", "generated", "--seed", "7"];
    assert_eq!(folder.gruntle(fresh).out, folder.gruntle(fresh).out);
}

#[test]
fn a_new_network_checks_clean_is_drawn_and_plays() {
    let folder = Folder::new();
    for (file, more) in [
        ("my.txt", &[][..]),
        ("narrow.txt", &["--from", "strip"]),
        ("fresh.txt", &["--from", "generated", "--seed", "7"]),
        ("again.txt", &["--from", "my.txt"]),
    ] {
        let new = folder.gruntle([&["network", "new", file], more].concat());
        assert_eq!(new.code, 0, "{}", new.err);
        assert!(
            new.out.ends_with(&format!("Change it, then: gruntle network check {file}\n")),
            "{}",
            new.out
        );
        let check = folder.gruntle(["network", "check", file]);
        assert_eq!(check.code, 0, "{}", check.out);
        assert!(check.out.starts_with(&format!("{file}: sound. ")), "{}", check.out);
        assert_eq!(folder.gruntle(["network", "show", file]).code, 0);
    }
    let squares = |name: &str| {
        let shown = folder.gruntle(["network", "show", name]).out;
        shown.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(squares("narrow.txt"), squares("strip"));
    assert_eq!(squares("again.txt"), squares("my.txt"));
    let there = folder.refuses(&["network", "new", "my.txt"]);
    assert!(there.contains("is there already"), "{there}");
    let taken = folder.refuses(&["network", "new", "ring.txt"]);
    assert!(taken.contains("give it a name of its own"), "{taken}");

    let sim =
        ["sim", "spam-o-rama", "--network", "my.txt", "--games", "1", "--seed", "1", "--records", "kept"];
    assert_eq!(folder.gruntle(sim).code, 0);
    let verified = folder.gruntle(["record", "verify", "kept/spam-o-rama-3-1-0.txt"]);
    assert_eq!(verified.code, 0, "the network is in the record: {}", verified.out);
}

#[test]
fn every_fault_of_a_network_is_told_once() {
    let folder = Folder::new();
    folder.gruntle(["network", "new", "my.txt"]);
    let (_, text) = folder.files().pop().unwrap();
    let text = String::from_utf8(text).unwrap();
    folder.write("six.txt", text.replace("V V V Z Y .", "V V Z Z Y ."));
    let check = folder.gruntle(["network", "check", "six.txt"]);
    let lines: Vec<&str> = check.out.lines().collect();
    assert_eq!((check.code, check.err.as_str()), (1, "gruntle: 2 faults\n"));
    assert_eq!(
        lines,
        [
            "six.txt: Diamonds (Z) has 6 ports in this network; every suit needs 5",
            "six.txt: Hearts (V) has 4 ports in this network; every suit needs 5"
        ]
    );
    let refused = folder.refuses(&["sim", "spam-o-rama", "--network", "six.txt", "--games", "1"]);
    assert!(refused.contains("1 more: see 'gruntle network check six.txt'"), "{refused}");
    folder.write("tricks.txt", "V \x1b[31m V\n");
    let check = folder.gruntle(["network", "check", "tricks.txt"]);
    assert!(check.code == 1 && !check.out.contains('\x1b'), "{}", check.out);
}

#[test]
fn what_is_no_network_is_refused() {
    let folder = Folder::new();
    folder.write("bytes.txt", [0xff, 0xfe, 0x00]);
    folder.write("poem.txt", "roses are red\n");
    for arguments in [
        &["network", "check", "missing.txt"][..],
        &["network", "check", "bytes.txt"],
        &["network", "show", "missing"],
        &["network", "show", "poem.txt"],
        &["network", "new", "my.txt", "--from", "poem.txt"],
        &["network", "new", "no/such/folder/my.txt"],
    ] {
        folder.refuses(arguments);
    }
}
