//! Features that were left out: the program says which build has them.

use crate::bench::Folder;

/// It is refused in one sentence, which says how to build a program that has this.
fn needs(feature: &str, arguments: &[&str]) {
    let sentence = Folder::new().refuses(arguments);
    assert_is_named(feature, &sentence);
}

fn assert_is_named(feature: &str, sentence: &str) {
    assert!(sentence.starts_with(&format!("this gruntle was built without {feature}")), "{sentence}");
    assert!(sentence.ends_with("cargo build --release --features full"), "{sentence}");
}

#[cfg(not(feature = "postgres"))]
#[test]
fn a_server_of_postgres_needs_postgres() {
    let address = "postgres://ann@localhost/games";
    needs("PostgreSQL", &["serve", "--database", address]);
    needs("PostgreSQL", &["admin", "list", "--database", address]);
    needs("PostgreSQL", &["admin", "copy", "sqlite:here.db", address]);
}

#[cfg(not(feature = "postgres"))]
#[test]
fn a_server_of_postgres_in_the_environment_needs_postgres() {
    let folder = Folder::new();
    for words in [&["serve"][..], &["admin", "list"]] {
        let asked =
            folder.command(words).env("GRUNTLE_DATABASE", "postgres://ann@localhost/games").output().unwrap();
        let answer = crate::bench::Answer::of(asked);
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{words:?}: {}", answer.err);
        assert_is_named("PostgreSQL", answer.err.strip_prefix("gruntle: ").unwrap().trim_end());
    }
}

#[cfg(not(feature = "nats"))]
#[test]
fn nodes_and_workers_need_nats() {
    let address = ["--cluster", "nats://127.0.0.1:4222"];
    for words in [
        &["serve"][..],
        &["worker"],
        &["sim", "spammers", "--games", "1"],
        &["lab", "balance", "spammers", "--games", "1"],
    ] {
        needs("NATS", &[words, &address].concat());
    }
}

#[cfg(not(feature = "parquet"))]
#[test]
fn data_sets_need_parquet() {
    needs("Parquet", &["lab", "dataset", "spam-o-rama", "--games", "1"]);
}
