//! Cold builds: the two commands of the README with an empty target folder, by the clock and by the time of processors.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::Weight;
use crate::Trouble;

/// The most seconds until `cargo run --release` prints its address, and of processors until then.
const BUILD: (u64, u64) = (240, 450);
/// The most seconds of `cargo test --workspace`.
const TEST: u64 = 600;
/// The most bytes of the program.
const BYTES: u64 = 40_000_000;

fn refused(wrong: impl std::fmt::Display) -> Trouble {
    Trouble::Refused(format!("a cold build: {wrong}"))
}

/// A target folder that is empty, and is removed afterwards.
struct Target(PathBuf);

impl Target {
    fn empty(name: &str) -> Result<Self, Trouble> {
        let folder = std::env::temp_dir().join(format!("gruntle-weigh-{name}-{}", std::process::id()));
        fs::create_dir(&folder).map_err(refused)?;
        Ok(Self(folder))
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs cargo with this target folder; says how many seconds that took, and how many of processors.
fn cargo(root: &Path, target: &Target, asked: &[&str]) -> Result<(u64, Option<u64>), Trouble> {
    let (begun, before) = (Instant::now(), processors());
    let status = Command::new("cargo")
        .args(asked)
        .current_dir(root)
        .env("CARGO_TARGET_DIR", &target.0)
        // Variables of the calling shell's own build.
        .env_remove("CARGO_INCREMENTAL")
        .status()
        .map_err(refused)?;
    if !status.success() {
        return Err(Trouble::Wrong(format!("cargo {} fails", asked.join(" "))));
    }
    let used = processors().zip(before).map(|(after, before)| after - before);
    Ok((begun.elapsed().as_secs(), used))
}

/// Seconds of processors that all ended children have used, as Linux counts them.
fn processors() -> Option<u64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, which may hold blanks, come the state and the numbers; the children's are the 14th and 15th.
    let mut numbers = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let ticks: u64 = numbers.next()?.parse::<u64>().ok()? + numbers.next()?.parse::<u64>().ok()?;
    Some(ticks / 100)
}

/// Builds as `cargo run --release` does and starts what was built, until it prints its address.
pub(super) fn build(root: &Path) -> Result<Vec<Weight>, Trouble> {
    let target = Target::empty("build")?;
    let begun = Instant::now();
    let (_, used) = cargo(root, &target, &["build", "--release", "--locked"])?;
    let program = target.0.join("release/gruntle");
    let mut running = Command::new(&program)
        .args(["serve", "--bind", "127.0.0.1:0", "--data"])
        .arg(target.0.join("data"))
        .stdout(Stdio::piped())
        .spawn()
        .map_err(refused)?;
    let mut first = String::new();
    let read = running.stdout.take().map(|out| BufReader::new(out).read_line(&mut first));
    let took = begun.elapsed().as_secs();
    running.kill().and_then(|()| running.wait()).map_err(refused)?;
    if !matches!(read, Some(Ok(_))) || !first.contains("http://") {
        return Err(Trouble::Wrong(format!("it prints no address, but: {first}")));
    }
    let bytes = fs::metadata(&program).map_err(refused)?.len();
    let mut weights = vec![
        Weight::new("seconds to the address, cargo run --release", took, BUILD.0),
        Weight::new("bytes of the program", bytes, BYTES),
    ];
    weights.extend(used.map(|used| Weight::new("seconds of processors until then", used, BUILD.1)));
    Ok(weights)
}

/// Builds and runs all tests.
pub(super) fn test(root: &Path) -> Result<Vec<Weight>, Trouble> {
    let target = Target::empty("test")?;
    let (took, _) = cargo(root, &target, &["test", "--workspace", "--locked"])?;
    Ok(vec![Weight::new("seconds of cargo test --workspace", took, TEST)])
}
