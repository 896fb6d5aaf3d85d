//! The configuration file of `serve`: named by a flag or in the environment, printed, and refused.

use crate::bench::{Answer, Folder};

const CONFIG: &str = "limit = 7\nhost = [\"spam.example\"]\ndata = \"kept\"\n";

#[test]
fn what_is_printed_is_a_file_that_says_the_same() {
    let folder = Folder::new();
    folder.write("a.toml", CONFIG);
    let print = |words: &[&str]| {
        let answer = folder.gruntle([&["serve", "--print-config"], words].concat());
        assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{words:?}");
        answer.out
    };
    let printed = print(&["--config", "a.toml", "--limit", "9", "--https"]);
    for line in [
        "limit = 9",
        "https = true",
        "host = [\"spam.example\"]",
        "data = \"kept\"",
        "# bind = \"ADDRESS:PORT\"",
    ] {
        assert!(printed.lines().any(|shown| shown == line), "{line}: {printed}");
    }
    folder.write("b.toml", &printed);
    assert_eq!(print(&["--config", "b.toml"]), printed);
    assert!(!folder.path("kept").exists(), "no table is opened");
}

#[test]
fn a_file_is_read_only_where_it_is_named() {
    let folder = Folder::new();
    folder.write("gruntle.toml", CONFIG);
    let printed = |named: Option<&str>, words: &[&str]| {
        let mut command = folder.command([&["serve", "--print-config"], words].concat());
        let answer = Answer::of(command.envs(named.map(|file| ("GRUNTLE_CONFIG", file))).output().unwrap());
        assert_eq!((answer.code, answer.err.as_str()), (0, ""));
        answer.out
    };
    let has = |text: &str, line: &str| text.lines().any(|shown| shown == line);
    assert!(has(&printed(None, &[]), "limit = 100"), "no surprise");
    assert!(has(&printed(Some("gruntle.toml"), &[]), "limit = 7"));
    folder.write("other.toml", "limit = 8\n");
    assert!(has(&printed(Some("gruntle.toml"), &["--config", "other.toml"]), "limit = 8"));
}

#[test]
fn what_is_wrong_in_a_file_is_one_sentence_without_a_secret() {
    let folder = Folder::new();
    for (text, says) in [
        ("limt = 5", "gruntle.toml, line 1: 'limt' is no option of gruntle serve; did you mean 'limit'?"),
        ("\nlimit = \"many\"", "gruntle.toml, line 2: limit takes a whole number, not string"),
        ("node = \"a\"", "name the NATS by which they talk with --cluster"),
        ("log = \"loud\"", "there is no log level 'loud'"),
    ] {
        folder.write("gruntle.toml", text);
        let refused = folder.refuses(&["serve", "--config", "gruntle.toml"]);
        assert!(refused.contains(says), "{refused}");
    }
    #[cfg(feature = "postgres")]
    for address in ["postgres://ann:hush@localhost/games", "postgres://ann@localhost/games?password=hush"] {
        folder.write("gruntle.toml", format!("database = {address:?}"));
        for more in [&["serve"][..], &["serve", "--print-config"], &["doctor"]] {
            let refused = folder.refuses(&[more, &["--config", "gruntle.toml"]].concat());
            assert!(refused.contains("one in a configuration is copied with it"), "{refused}");
            assert!(!refused.contains("hush"), "{refused}");
        }
    }
    #[cfg(feature = "nats")]
    {
        folder.write("gruntle.toml", "cluster = \"nats://me:hush@localhost:4222\"");
        let refused = folder.refuses(&["serve", "--config", "gruntle.toml"]);
        assert!(refused.contains("--cluster-secret") && !refused.contains("hush"), "{refused}");
    }
    let refused = folder.refuses(&["serve", "--config", "none.toml"]);
    assert!(refused.starts_with("cannot read the configuration 'none.toml'"), "{refused}");
    let refused = folder.refuses(&["serve", "--config", "/dev/zero"]);
    assert!(refused.contains("more than 16777216 bytes"), "{refused}");
}
