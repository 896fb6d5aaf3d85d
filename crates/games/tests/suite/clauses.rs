//! Every clause of both rulebooks has a test, and every cited clause exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use games::GameName;
use table::{Entry, is_clause_id};

/// A source file of some crate.
struct Source {
    path: PathBuf,
    text: String,
}

fn crates() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Every Rust file in this folder of every crate.
fn sources(folder: &str) -> Vec<Source> {
    let mut found = Vec::new();
    for entry in fs::read_dir(crates()).unwrap() {
        collect(&entry.unwrap().path().join(folder), &mut found);
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

/// Unit tests count as well.
fn all_sources() -> Vec<Source> {
    ["tests", "src"].into_iter().flat_map(sources).collect()
}

fn collect(path: &Path, found: &mut Vec<Source>) {
    let Ok(entries) = fs::read_dir(path) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push(Source { path, text });
        }
    }
}

fn clauses() -> impl Iterator<Item = &'static Entry> {
    GameName::ALL.into_iter().flat_map(|game| &game.rulebook().clauses)
}

fn ids() -> BTreeSet<&'static str> {
    clauses().map(|entry| entry.id).collect()
}

/// The clause a test is named after: `s4_7_roll_…` is after S4.7.
fn clause_of_test(name: &str) -> Option<String> {
    let mut parts = name.splitn(3, '_');
    let (chapter, number, claim) = (parts.next()?, parts.next()?, parts.next()?);
    let id = format!("{}.{number}", chapter.to_uppercase());
    (is_clause_id(&id) && !claim.is_empty()).then_some(id)
}

/// The names of all test functions in a file, those within `proptest!` too.
fn tests_in(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        if line == "#[test]" {
            is_test = true;
        } else if let Some(rest) = line.strip_prefix("fn ") {
            let name = rest.split(['(', '<']).next().unwrap_or(rest);
            names.extend(is_test.then_some(name));
            is_test = false;
        } else if !line.starts_with("#[") && !line.starts_with("//") {
            is_test = false;
        }
    }
    names
}

/// Every word in a text that has the form of one of our clause ids.
fn cited_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_')
        .map(|word| word.trim_matches('.'))
        .filter(|word| word.starts_with(['S', 'R']) && is_clause_id(word))
}

#[test]
fn no_id_is_given_twice_and_each_stands_in_its_chapter() {
    assert_eq!(ids().len(), clauses().count());
    for clause in clauses() {
        let chapter = clause.chapter.split(' ').next().unwrap();
        assert_eq!(clause.id.split('.').next(), Some(chapter), "{}", clause.id);
        assert!(!clause.text.is_empty(), "{} is empty", clause.id);
    }
}

#[test]
fn every_clause_has_a_test_named_after_it() {
    let all = all_sources();
    let tested: BTreeSet<String> =
        all.iter().flat_map(|source| tests_in(&source.text)).filter_map(clause_of_test).collect();
    let untested: Vec<&str> = clauses()
        .filter(|clause| clause.untested.is_none() && !tested.contains(clause.id))
        .map(|clause| clause.id)
        .collect();
    assert!(
        untested.is_empty(),
        "no test is named after {}; write one such as s4_7_what_is_claimed",
        untested.join(", ")
    );
    for clause in clauses() {
        if let Some(reason) = clause.untested {
            assert!(!reason.trim().is_empty(), "{} is untested without a reason", clause.id);
            assert!(
                !tested.contains(clause.id),
                "{} is marked untested, and a test is named after it",
                clause.id
            );
        }
    }
}

#[test]
fn every_mark_of_an_untested_clause_was_understood() {
    for clause in clauses() {
        assert!(
            !clause.text.contains("<!--") && !clause.text.contains("-->"),
            "{} ends with a mark that is not '<!-- untested: reason -->'",
            clause.id
        );
    }
}

#[test]
fn every_test_named_after_a_clause_has_one() {
    let ids = ids();
    for source in all_sources() {
        for name in tests_in(&source.text) {
            if let Some(id) = clause_of_test(name) {
                assert!(
                    ids.contains(id.as_str()),
                    "{}: {name} is named after {id}, which no rulebook has",
                    source.path.display()
                );
            }
        }
    }
}

/// The table knows no game, so its clauses are made up.
#[test]
fn every_clause_that_code_cites_is_there() {
    let ids = ids();
    let table = crates().join("table");
    let mut cited = 0;
    for source in sources("src") {
        if source.path.starts_with(&table) {
            continue;
        }
        for id in cited_in(&source.text) {
            cited += 1;
            assert!(ids.contains(id), "{} cites {id}, which no rulebook has", source.path.display());
        }
    }
    assert!(cited > 100, "only {cited} citations were found");
}

#[test]
fn the_rulebooks_cite_only_themselves() {
    let ids = ids();
    for clause in clauses() {
        for id in cited_in(clause.text) {
            assert!(ids.contains(id), "{} cites {id}", clause.id);
        }
    }
}

#[test]
fn names_and_citations_are_read_right() {
    assert_eq!(clause_of_test("s4_7_roll_of_six").as_deref(), Some("S4.7"));
    assert_eq!(clause_of_test("r12_10_x").as_deref(), Some("R12.10"));
    for name in ["s4_7", "s4_seven_x", "a_test", "s4_7_"] {
        assert_eq!(clause_of_test(name), None, "{name}");
    }
    let text =
        "#[test]\n#[should_panic]\nfn s1_1_a() {}\nfn s1_2_b() {}\n    #[test]\n    fn s1_3_c(x in any()) {}";
    assert_eq!(tests_in(text), ["s1_1_a", "s1_3_c"]);
    let cited: Vec<&str> = cited_in("(S4.7), S3.2–S3.6: \"R5.1\". ChaCha8Rng S.1 v1.2 US1.2").collect();
    assert_eq!(cited, ["S4.7", "S3.2", "S3.6", "R5.1"]);
}
