//! The tests that `docs/security.md` names, held against those that there are.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("../../../../docs/security.md");

fn sources(folder: &Path, into: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(std::fs::read_to_string(path).unwrap());
        }
    }
}

fn crates() -> impl Iterator<Item = PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())
}

#[test]
fn every_row_names_a_test_that_is_there() {
    let mut all = Vec::new();
    crates().for_each(|one| sources(&one, &mut all));
    let tests: BTreeSet<&str> = all
        .iter()
        .flat_map(|text| text.split("fn ").skip(1))
        .filter_map(|after| after.split_once('('))
        .map(|(name, _)| name)
        .collect();
    let rows: Vec<&str> =
        PAGE.lines().filter(|line| line.starts_with("| ") && line.split('|').count() == 6).collect();
    assert!(rows.len() > 40, "{}", rows.len());
    let mut missing = Vec::new();
    for row in rows.iter().skip(1) {
        let named: Vec<&str> = row.split('|').nth(4).unwrap().split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "no test holds this: {row}");
        missing.extend(named.into_iter().filter(|name| !tests.contains(name)));
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_house_without_unsafe_code() {
    let mut all = Vec::new();
    crates().for_each(|one| sources(&one.join("src"), &mut all));
    let allowed = all.iter().filter(|text| text.contains(concat!("allow(", "unsafe_code"))).count();
    let law =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml")).unwrap();
    assert!(law.contains("unsafe_code = \"deny\"") && allowed == 0, "{allowed} files allow it");
}
