//! `gruntle deck`, and `--deck` wherever SPAMMERS is played.

use crate::bench::Folder;

#[test]
fn the_sets_that_come_with_the_program_are_listed_and_drawn() {
    let folder = Folder::new();
    let list = folder.gruntle(["deck", "list"]);
    assert_eq!(list.code, 0);
    let names: Vec<&str> = list.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, ["standard", "starter"]);
    for set in names {
        let shown = folder.gruntle(["deck", "show", set]);
        assert_eq!(shown.code, 0);
        assert!(shown.out.contains("Insider Trading") && shown.out.contains("Raise or lower the Rating"));
        assert!(shown.out.lines().all(|line| line.chars().count() <= 97), "it fits a terminal");
    }
    assert_eq!(folder.gruntle(["deck", "show"]).out, folder.gruntle(["deck", "show", "standard"]).out);
}

#[test]
fn a_card_is_found_by_its_name_or_a_part_of_it() {
    let folder = Folder::new();
    let one = folder.gruntle(["deck", "show", "starter", "insider trading"]);
    assert_eq!(one.out.matches("┌").count(), 1);
    let some = folder.gruntle(["deck", "show", "starter", "trad"]);
    assert!(some.out.contains("Insider Trading") && some.out.contains("Day Traders"));
    let none = folder.refuses(&["deck", "show", "starter", "no such card"]);
    assert!(none.contains("'gruntle deck show starter' shows them all"), "{none}");
}

#[test]
fn a_new_set_checks_clean_differs_and_plays() {
    let folder = Folder::new();
    assert_eq!(folder.gruntle(["deck", "new", "my.toml"]).code, 0);
    let check = folder.gruntle(["deck", "check", "my.toml"]);
    assert!(check.code == 0 && check.out.contains("sound"), "{}{}", check.out, check.err);
    let there = folder.refuses(&["deck", "new", "my.toml"]);
    assert!(there.contains("is there already"), "{there}");

    let diff = folder.gruntle(["deck", "diff", "my.toml", "my.toml"]);
    assert!(diff.out.ends_with("the same cards\n"));
    let diff = folder.gruntle(["deck", "diff", "starter", "my.toml"]);
    assert!(diff.out.contains("- Insider Trading") && diff.out.contains("+ Reply To All"));

    let sim = ["sim", "spammers", "--deck", "my.toml", "--games", "2", "--seed", "1", "--records", "kept"];
    assert_eq!(folder.gruntle(sim).code, 0);
    let game = folder.files().into_iter().find_map(|(path, _)| {
        let name = path.file_name()?.to_str()?.to_owned();
        name.starts_with("spammers-").then(|| format!("kept/{name}"))
    });
    let game = game.unwrap();
    let game = game.as_str();
    let without = folder.gruntle(["record", "verify", game]);
    assert!(without.code == 1 && without.out.contains("Name its file with --deck"), "{}", without.out);
    assert_eq!(folder.gruntle(["record", "verify", "--deck", "my.toml", game]).code, 0);
    assert_eq!(folder.gruntle(["record", "show", "--deck", "my.toml", game]).code, 0);
}

#[test]
fn a_changed_number_shows_in_the_diff() {
    let folder = Folder::new();
    folder.gruntle(["deck", "new", "a.toml"]);
    let (_, text) = folder.files().pop().unwrap();
    let text = String::from_utf8(text).unwrap();
    folder.write(
        "b.toml",
        text.replace("size = 4", "size = 6").replace("adjust-rating = 2", "adjust-rating = 3"),
    );
    let diff = folder.gruntle(["deck", "diff", "a.toml", "b.toml"]);
    assert!(diff.out.contains("was LIST: Size 4\n    is  LIST: Size 6"), "{}", diff.out);
    assert!(diff.out.contains(
        "in play by 2.\n    is  MAILING ×6: +2, Raise or lower the Rating of any Scam in play by 3."
    ));
}

#[test]
fn every_fault_of_a_card_file_is_told_with_file_line_and_card() {
    let folder = Folder::new();
    folder.gruntle(["deck", "new", "my.toml"]);
    let (_, text) = folder.files().pop().unwrap();
    let text = String::from_utf8(text).unwrap();
    folder.write("my.toml", text.replace("size = 4", "size = 0").replace("shift-target", "shfit-target"));
    let check = folder.gruntle(["deck", "check", "my.toml"]);
    assert_eq!(check.code, 1);
    assert_eq!(check.err, "gruntle: 2 faults\n");
    let lines: Vec<&str> = check.out.lines().collect();
    assert_eq!(
        lines[0],
        "my.toml: line 14, 'People Who Read Comments': 'size' must be a whole number from 1 to 20"
    );
    assert!(lines[1].starts_with("my.toml: line 86, 'Autocorrect': there is no Special Effect 'shfit-target'; did you mean 'shift-target'?"));
    let sim = folder.refuses(&["sim", "spammers", "--deck", "my.toml", "--games", "1"]);
    assert!(sim.contains("1 more: see 'gruntle deck check my.toml'"), "{sim}");
}

#[test]
fn what_is_no_card_set_is_refused() {
    let folder = Folder::new();
    folder.write("bytes.toml", [0xff, 0xfe, 0x00]);
    folder.write("poem.txt", "roses are red\n");
    for arguments in [
        &["deck", "check", "missing.toml"][..],
        &["deck", "check", "bytes.toml"],
        &["deck", "show", "missing"],
        &["deck", "diff", "standard", "poem.txt"],
        &["deck", "new", "no/such/folder/my.toml"],
        &["sim", "spammers", "--deck", "missing", "--games", "1"],
        &["sim", "spam-o-rama", "--deck", "starter", "--games", "1"],
    ] {
        folder.refuses(arguments);
    }
}
