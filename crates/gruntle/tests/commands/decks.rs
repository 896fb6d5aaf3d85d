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
    assert_eq!(without.code, 0, "the set is in the record: {}", without.out);
    assert_eq!(folder.gruntle(["record", "verify", "--deck", "my.toml", game]).code, 0);
    let shown = folder.gruntle(["record", "show", game]);
    assert_eq!(shown.code, 0);
    assert!(
        shown.out.lines().all(|line| line.chars().count() < 300),
        "the set is told in short: {}",
        shown.out
    );
}

#[test]
fn a_new_set_can_begin_with_the_cards_of_another() {
    let folder = Folder::new();
    for (file, from) in [("ours.toml", "standard"), ("old.toml", "standard-1"), ("again.toml", "ours.toml")] {
        let new = folder.gruntle(["deck", "new", file, "--from", from]);
        assert_eq!(new.code, 0, "{}", new.err);
        let check = folder.gruntle(["deck", "check", file]);
        let name = file.strip_suffix(".toml").unwrap();
        assert!(check.out.contains(&format!("sound. '{name}' version 1: ")), "{}{}", check.out, check.err);
        let diff = folder.gruntle(["deck", "diff", from, file]);
        assert!(diff.out.ends_with(": the same cards\n"), "{}", diff.out);
    }
    let (_, text) = folder.files().pop().unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.starts_with("# Begun from 'standard' version 2.\n# "),
        "remarks of the author are kept: {text}"
    );
    let none = folder.refuses(&["deck", "new", "new.toml", "--from", "nothing"]);
    assert!(
        none.contains(
            "there is no card set 'nothing': it is standard, starter, standard-1, starter-1 or a file"
        ),
        "{none}"
    );
    let there = folder.refuses(&["deck", "new", "ours.toml", "--from", "starter"]);
    assert!(there.contains("is there already"), "{there}");
}

#[test]
fn a_card_is_drawn_with_its_picture_where_somebody_asks() {
    let folder = Folder::new();
    let shown = |more: &[&str]| {
        let shown = folder.gruntle([&["deck", "show", "starter", "insider trading"], more].concat());
        assert_eq!(shown.code, 0, "{}", shown.err);
        shown.out
    };
    let without = shown(&[]);
    assert!(!without.contains(['▀', '▄', '█']), "a pipe reads it: {without}");
    assert_eq!(without, shown(&["--color", "never"]));
    assert_eq!(without, shown(&["--picture", "never"]));
    let plain = shown(&["--picture", "always"]);
    assert_eq!(plain.lines().count(), without.lines().count() + 12, "two pixels a letter: {plain}");
    assert!(plain.contains('▄') && !plain.contains('\x1b'), "{plain}");
    assert!(plain.lines().all(|line| line.chars().count() == 48), "{plain}");
    let painted = shown(&["--picture", "always", "--color", "always"]);
    assert!(painted.contains("\x1b[38;2;") && painted.contains("\x1b[48;2;"), "{painted}");
    assert_eq!(painted.lines().count(), plain.lines().count());
}

#[test]
fn the_same_fault_is_told_once() {
    let folder = Folder::new();
    folder.gruntle(["deck", "new", "my.toml"]);
    let (_, text) = folder.files().pop().unwrap();
    let text = String::from_utf8(text).unwrap();
    let faults = |was: &str, is: &str| {
        assert!(text.contains(was), "{was}");
        folder.write("bad.toml", text.replacen(was, is, 1));
        let check = folder.gruntle(["deck", "check", "bad.toml"]);
        assert_eq!(check.code, 1, "{}", check.out);
        check.out
    };
    let misspelt = faults("size = 4", "siz = 4");
    assert!(
        misspelt.contains("there is no 'siz' in a List; did you mean 'size'? It has name, size"),
        "{misspelt}"
    );
    assert_eq!(misspelt.lines().count(), 1, "{misspelt}");
    let broken = faults("size = 4", "size 4");
    assert_eq!(broken.lines().count(), 1, "{broken}");
    let open = faults("name = \"Template Enthusiasts\"", "name = \"Template Enthusiasts");
    assert_eq!(open.lines().count(), 1, "{open}");
    let nameless = faults("name = \"my-set\"", "");
    assert_eq!(nameless.lines().count(), 1, "{nameless}");
    let twice = faults("Template Enthusiasts", "People Who Read Comments");
    assert_eq!(twice.lines().count(), 1, "eight copies have the same name: {twice}");
    let adult = faults("[\"free-stuff\"]", "[\"adult\", \"adult\", \"adult\"]");
    assert_eq!(adult.lines().count(), 1, "{adult}");
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
