//! Lines of each crate: source, tests, styles and scripts, blank ones and comments included.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use super::Weight;
use crate::Trouble;

/// The most lines of all crates together, by kind.
const MOST: [(&str, u64); 4] = [
    ("lines of source", 89_500),
    ("lines of tests", 47_000),
    ("lines of styles", 8_410),
    ("lines of scripts", 3_970),
];

/// Lines of source, tests, styles and scripts.
pub(super) type Lines = [u64; 4];

/// The lines of every crate that git keeps, by the name of its folder.
pub(super) fn count(root: &Path) -> Result<BTreeMap<String, Lines>, Trouble> {
    let refused = |wrong: String| Trouble::Refused(format!("git ls-files: {wrong}"));
    let kept = Command::new("git")
        .args(["ls-files", "-z", "*.rs", "*.css", "*.js"])
        .current_dir(root)
        .output()
        .map_err(|wrong| refused(wrong.to_string()))?;
    if !kept.status.success() {
        return Err(refused(String::from_utf8_lossy(&kept.stderr).into_owned()));
    }
    let mut counted: BTreeMap<String, Lines> = BTreeMap::new();
    for name in String::from_utf8_lossy(&kept.stdout).split_terminator('\0') {
        // A file that git knows and that was removed weighs nothing.
        let Ok(text) = std::fs::read_to_string(root.join(name)) else { continue };
        let of = counted.entry(crate_of(name)).or_default();
        for (sum, more) in of.iter_mut().zip(lines_of(name, &text)) {
            *sum += more;
        }
    }
    Ok(counted)
}

fn crate_of(file: &str) -> String {
    let mut parts = file.split('/');
    let first = parts.next().unwrap_or_default();
    if first == "crates" { parts.next().unwrap_or_default().to_owned() } else { first.to_owned() }
}

/// Counts the lines of a file. Within a file of source all is tests from the first module of tests on, which ends it.
fn lines_of(file: &str, text: &str) -> Lines {
    let all = text.lines().count() as u64;
    if file.ends_with(".css") {
        return [0, 0, all, 0];
    }
    if file.ends_with(".js") {
        return [0, 0, 0, all];
    }
    let is_of_tests = ["/tests/", "/tests.rs", "/proofs/"].iter().any(|part| file.contains(part));
    if is_of_tests {
        return [0, all, 0, 0];
    }
    let source = text.find("#[cfg(test)]\nmod tests {").map_or(all, |at| text[..at].lines().count() as u64);
    [source, all - source, 0, 0]
}

fn total(counted: &BTreeMap<String, Lines>) -> Lines {
    let mut total = Lines::default();
    for lines in counted.values() {
        for (sum, more) in total.iter_mut().zip(lines) {
            *sum += more;
        }
    }
    total
}

pub(super) fn weights(counted: &BTreeMap<String, Lines>) -> impl Iterator<Item = Weight> {
    MOST.into_iter().zip(total(counted)).map(|((name, limit), value)| Weight::new(name, value, limit))
}

/// The lines of every crate, and of all.
pub(super) fn table(counted: &BTreeMap<String, Lines>) -> String {
    let mut said =
        format!("{:<14} {:>8} {:>8} {:>8} {:>8}\n", "lines", "source", "tests", "styles", "scripts");
    let all = ("all".to_owned(), total(counted));
    for (name, [source, tests, styles, scripts]) in counted.iter().chain([(&all.0, &all.1)]) {
        let _ = writeln!(said, "{name:<14} {source:>8} {tests:>8} {styles:>8} {scripts:>8}");
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart_by_file_and_by_module() {
        assert_eq!(lines_of("crates/a/src/x.rs", "a\nb\n"), [2, 0, 0, 0]);
        assert_eq!(lines_of("crates/a/src/x.rs", "a\n\n#[cfg(test)]\nmod tests {\n}\n"), [2, 3, 0, 0]);
        assert_eq!(lines_of("crates/a/tests/x.rs", "a\n"), [0, 1, 0, 0]);
        assert_eq!(lines_of("crates/a/src/store/tests/x.rs", "a\n"), [0, 1, 0, 0]);
        assert_eq!(lines_of("crates/a/assets/x.css", "a\n"), [0, 0, 1, 0]);
        assert_eq!(lines_of("crates/a/assets/x.js", "a\nb"), [0, 0, 0, 2]);
        assert_eq!((crate_of("crates/a/src/x.rs"), crate_of("xtask/src/x.rs")), ("a".into(), "xtask".into()));
    }
}
