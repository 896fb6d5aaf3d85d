//! The house as `cargo metadata` sees it: which crate knows which, what comes from outside, and under which licence;
//! that no test of it draws lots, and that files know each other in one direction only.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod circles;
mod security;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

const PAGE: &str = include_str!("../../../../docs/dependencies.md");

/// Licences that anything here may have.
const FREE: [&str; 11] = [
    "MIT",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "Unlicense",
    "CC0-1.0",
    "0BSD",
    "BSL-1.0",
];

/// Licences that only tests and builds may have.
const FREE_IN_TESTS: [&str; 1] = ["MPL-2.0"];

/// Cargo's metadata of the workspace and its dependencies on this machine. The packages are here, since this test was
/// built; after a build of some crates alone cargo may fetch the rest.
static METADATA: LazyLock<Value> = LazyLock::new(|| {
    let platform = cargo(&["-vV"]).unwrap();
    let platform = platform.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let asked = ["metadata", "--format-version", "1", "--locked", "--filter-platform", platform];
    let told = cargo(&[&asked[..], &["--offline"]].concat()).or_else(|_| cargo(&asked));
    serde_json::from_str(&told.unwrap()).unwrap()
});

fn cargo(arguments: &[&str]) -> Result<String, String> {
    let output =
        Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let said = |bytes| String::from_utf8(bytes).unwrap();
    match output.status.success() {
        true => Ok(said(output.stdout)),
        false => Err(said(output.stderr)),
    }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

/// The packages of the workspace.
fn ours() -> Vec<&'static Value> {
    let members = list(&METADATA, "workspace_members");
    list(&METADATA, "packages").iter().filter(|package| members.contains(&package["id"])).collect()
}

fn is_for_tests(dependency: &Value) -> bool {
    dependency["kind"] == "dev"
}

/// Our crates that each of our crates knows, in the program and only in its tests.
fn arrows(in_tests: fn(&Value) -> bool) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let names: BTreeSet<&str> = ours().into_iter().map(|package| text(package, "name")).collect();
    ours()
        .into_iter()
        .map(|package| {
            let known = list(package, "dependencies")
                .iter()
                .filter(|dependency| in_tests(dependency))
                .map(|dependency| text(dependency, "name"))
                .filter(|name| names.contains(name));
            (text(package, "name"), known.collect())
        })
        .collect()
}

#[test]
fn arrows_point_one_way() {
    let arrows = arrows(|dependency| !is_for_tests(dependency));
    let allowed = [
        ("table", &[][..]),
        ("spammers", &["table"]),
        ("spamorama", &["table"]),
        ("conformance", &["table"]),
        ("bots", &["spammers", "spamorama", "table", "tensors"]),
        ("programs", &["bots", "table"]),
        ("games", &["bots", "programs", "spammers", "spamorama", "table", "tensors"]),
        ("tensors", &["spammers", "spamorama", "table"]),
        ("report", &[]),
        ("review", &["bots", "games", "spammers", "spamorama", "table"]),
        ("lab", &["bots", "games", "report", "table", "tensors"]),
        ("room", &["bots", "games", "spammers", "spamorama", "table"]),
        ("lessons", &["games", "room", "table"]),
        ("pages", &["bots", "games", "lessons", "review", "room", "spammers", "spamorama", "table"]),
        ("services", &[]),
        ("driver", &["services"]),
        ("server", &["cluster", "games", "lessons", "nats", "pages", "review", "room", "table"]),
        ("cluster", &[]),
        ("nats", &[]),
        ("workers", &["games", "lab", "nats", "review", "table"]),
        (
            "gruntle",
            &["games", "lab", "lessons", "nats", "report", "review", "room", "server", "table", "workers"],
        ),
    ];
    for (name, may_know) in allowed {
        for known in &arrows[name] {
            assert!(may_know.contains(known), "{name} must not know {known}");
        }
    }
    let named: BTreeSet<&str> = allowed.map(|(name, _)| name).into();
    for name in arrows.keys() {
        assert!(
            named.contains(name) || *name == "xtask",
            "{name} is new: say here and in ARCHITECTURE.md what it may know"
        );
        assert!(!arrows[name].contains("xtask"), "{name} must not know the workshop");
    }
}

#[test]
fn even_the_tests_of_a_game_know_only_the_table_and_the_laws() {
    let arrows = arrows(is_for_tests);
    assert!(arrows["table"].is_empty());
    for game in ["spammers", "spamorama"] {
        assert_eq!(arrows[game], BTreeSet::from(["conformance"]), "{game}");
    }
    assert!(arrows["conformance"].is_empty());
}

#[test]
fn a_room_has_no_clock_no_chance_and_no_wires() {
    let room = ours().into_iter().find(|package| text(package, "name") == "room").unwrap();
    let known = list(room, "dependencies").iter().filter(|dependency| !is_for_tests(dependency));
    let outside: BTreeSet<&str> =
        known.filter(|dependency| dependency["source"].is_string()).map(|one| text(one, "name")).collect();
    assert_eq!(outside, BTreeSet::from(["serde", "serde_json", "thiserror"]));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../room/src");
    for file in std::fs::read_dir(source).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for banned in [
            "Instant",
            "SystemTime",
            "std::thread",
            "std::fs",
            "std::net",
            "std::env",
            "std::process",
            "ProgramSeat",
        ] {
            assert!(!text.contains(banned), "{banned} in {}", path.display());
        }
    }
}

#[test]
fn the_cluster_has_no_clock_no_chance_and_no_wires() {
    let cluster = ours().into_iter().find(|package| text(package, "name") == "cluster").unwrap();
    let known = list(cluster, "dependencies").iter().filter(|dependency| !is_for_tests(dependency));
    assert_eq!(known.count(), 0, "it knows nothing but what it is told");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cluster/src");
    for file in std::fs::read_dir(source).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        // Rooms wait for their surroundings, by traits; nothing is run here, and nothing made that could be waited for.
        let waits = ["std::task", "std::future", "std::sync", "std::pin"];
        let reaches = ["std::time", "std::thread", "std::fs", "std::net", "std::env", "HashMap"];
        for banned in waits.into_iter().chain(reaches) {
            assert!(!text.contains(banned), "{banned} in {}", path.display());
        }
    }
}

/// All files of Rust below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_property_is_tried_on_cases_from_a_fixed_seed() {
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut found);
    let mut blocks = 0;
    for path in found {
        let text = std::fs::read_to_string(&path).unwrap();
        for (_, block) in
            text.match_indices("proptest! {\n").map(|(at, begin)| text.split_at(at + begin.len()))
        {
            let is_set = block.trim_start().starts_with("#![proptest_config(");
            assert!(is_set && text.contains("RngSeed::Fixed("), "set rng_seed in {}", path.display());
            blocks += 1;
        }
    }
    assert!(blocks > 10, "{blocks}");
}

/// Crates from outside that ours name themselves.
fn direct() -> BTreeSet<&'static str> {
    ours()
        .into_iter()
        .flat_map(|package| list(package, "dependencies"))
        .filter(|dependency| dependency["source"].is_string())
        .map(|dependency| text(dependency, "name"))
        .collect()
}

/// The names in the first column of the page's table.
fn named_on_the_page() -> BTreeSet<&'static str> {
    PAGE.lines()
        .filter(|line| line.starts_with("| `"))
        .filter_map(|line| line.split('|').nth(1))
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect()
}

#[test]
fn the_page_says_why_each_dependency_is_there() {
    let (direct, named) = (direct(), named_on_the_page());
    let unexplained: Vec<_> = direct.difference(&named).collect();
    let gone: Vec<_> = named.difference(&direct).collect();
    assert!(unexplained.is_empty(), "docs/dependencies.md does not name {unexplained:?}");
    assert!(gone.is_empty(), "docs/dependencies.md names {gone:?}, which nothing here uses");
}

/// Everything the program is made of, without development dependencies.
fn in_the_program() -> BTreeSet<&'static str> {
    let nodes = list(&METADATA["resolve"], "nodes");
    let mut open: Vec<&str> = list(&METADATA, "workspace_members").iter().filter_map(Value::as_str).collect();
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        if found.insert(id) {
            let node = nodes.iter().find(|node| node["id"] == id).unwrap();
            let deps = list(node, "deps")
                .iter()
                .filter(|dep| list(dep, "dep_kinds").iter().any(|dependency| !is_for_tests(dependency)));
            open.extend(deps.map(|dep| text(dep, "pkg")));
        }
    }
    found
}

/// Whether a licence expression can be met by these licences: of an OR one side, of an AND both.
fn is_met(expression: &str, by: &[&str]) -> bool {
    let mut words: Vec<String> = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ")
        .split_whitespace()
        .rev()
        .map(str::to_owned)
        .collect();
    any_side(&mut words, by) && words.is_empty()
}

fn any_side(words: &mut Vec<String>, by: &[&str]) -> bool {
    let mut met = every_side(words, by);
    while words.pop_if(|word| word == "OR").is_some() {
        met |= every_side(words, by);
    }
    met
}

fn every_side(words: &mut Vec<String>, by: &[&str]) -> bool {
    let mut met = one_licence(words, by);
    while words.pop_if(|word| word == "AND").is_some() {
        met &= one_licence(words, by);
    }
    met
}

fn one_licence(words: &mut Vec<String>, by: &[&str]) -> bool {
    match words.pop().as_deref() {
        None => false,
        Some("(") => {
            let met = any_side(words, by);
            met && words.pop().as_deref() == Some(")")
        }
        Some(licence) => {
            // An exception only ever gives more leave.
            if words.pop_if(|word| word == "WITH").is_some() {
                words.pop();
            }
            by.contains(&licence)
        }
    }
}

#[test]
fn every_licence_is_one_that_we_may_use() {
    let shipped = in_the_program();
    let for_tests = [&FREE[..], &FREE_IN_TESTS].concat();
    for package in list(&METADATA, "packages") {
        let allowed = if shipped.contains(text(package, "id")) { &FREE[..] } else { &for_tests };
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(
            is_met(licence, allowed),
            "{} {} has the licence {licence}",
            text(package, "name"),
            text(package, "version")
        );
    }
}

#[test]
fn licence_expressions_are_read_right() {
    for met in [
        "MIT",
        "MIT OR GPL-3.0",
        "GPL-3.0 OR MIT",
        "MIT/Apache-2.0",
        "MIT AND Zlib",
        "(MIT OR GPL-3.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
    ] {
        assert!(is_met(met, &FREE), "{met}");
    }
    for unmet in
        ["", "none", "GPL-3.0", "MIT AND GPL-3.0", "MPL-2.0", "(GPL-3.0 OR LGPL-3.0) AND MIT", "MIT MIT"]
    {
        assert!(!is_met(unmet, &FREE), "{unmet}");
    }
}
