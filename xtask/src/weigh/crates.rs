//! Crates of a build: ours and others', as `cargo tree` lists them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use super::Weight;
use crate::Trouble;

/// The most crates of the first build, of one with all features, and of one with all tests.
const MOST: [(&str, &[&str], u64); 3] = [
    ("crates of cargo run --release", &["--package", "gruntle", "--edges", "normal,build"], 230),
    (
        "crates with --features full",
        &["--package", "gruntle", "--edges", "normal,build", "--features", "full"],
        310,
    ),
    ("crates of cargo test --workspace", &["--workspace", "--edges", "normal,build,dev"], 340),
];

pub(super) fn count(root: &Path) -> Result<Vec<Weight>, Trouble> {
    MOST.iter().map(|(name, asked, limit)| Ok(Weight::new(name, tree(root, asked)?, *limit))).collect()
}

fn tree(root: &Path, asked: &[&str]) -> Result<u64, Trouble> {
    let usual = ["tree", "--locked", "--prefix", "none", "--no-dedupe", "--format", "{p}"];
    let refused = |wrong: String| Trouble::Refused(format!("cargo tree: {wrong}"));
    let output = Command::new("cargo")
        .args(usual)
        .args(asked)
        .current_dir(root)
        .output()
        .map_err(|wrong| refused(wrong.to_string()))?;
    if !output.status.success() {
        return Err(refused(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    // A name and a version; what stands behind them tells of paths and of macros.
    let name = |line: &str| Some(line.split_once(" v")?.0.to_owned() + line.split(' ').nth(1)?);
    Ok(said.lines().filter_map(name).collect::<BTreeSet<String>>().len() as u64)
}
