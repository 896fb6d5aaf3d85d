//! `cargo xtask bench`: instructions a decision, counted by valgrind, against a bare loop in the same run.

use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::Trouble;

/// A benchmark.
struct Subject {
    /// Its name in the table.
    title: &'static str,
    /// Its name for the benchmark program.
    name: &'static str,
    /// The most instructions a decision that we put up with.
    limit: Option<f64>,
}

/// The yardstick comes first.
const SUBJECTS: [Subject; 4] = [
    Subject { title: "bare reference", name: "bare", limit: None },
    Subject { title: "Spam-O-Rama, ring", name: "spam-o-rama", limit: Some(700.0) },
    Subject { title: "SPAMMERS, starter set", name: "spammers-starter", limit: Some(1500.0) },
    Subject { title: "SPAMMERS, standard set", name: "spammers-standard", limit: Some(2000.0) },
];

/// The most instructions of a search iteration where phase two of Spam-O-Rama opens.
const MOST_AN_ITERATION: f64 = 45_000.0;
/// Iterations of the shorter counted search; the longer one has twice as many.
const COUNTED_ITERATIONS: u64 = 2_000;
/// Iterations of the search by the clock: those of the strongest level.
const TIMED_ITERATIONS: u64 = 10_000;

/// Steps in numbers that are measured: observation and mask at every token.
const IN_NUMBERS: [Subject; 2] = [
    Subject { title: "Spam-O-Rama, ring", name: "spam-o-rama", limit: Some(MOST_A_STEP) },
    Subject { title: "SPAMMERS, standard set", name: "spammers", limit: Some(MOST_A_STEP_OF_SPAMMERS) },
];
const MOST_A_STEP: f64 = 3_500.0;
const MOST_A_STEP_OF_SPAMMERS: f64 = 6_000.0;
/// Steps of the shorter counted run; the longer one has twice as many.
const COUNTED_STEPS: u64 = 50_000;
/// Steps of the run by the clock.
const TIMED_STEPS: u64 = 1_000_000;

/// Games of the shorter counted run; the longer one has twice as many.
const COUNTED: u64 = 500;
/// Games of the run by the clock.
const TIMED: u64 = 20_000;

/// One run of the benchmark program, by its own account.
#[derive(Debug, PartialEq)]
struct Run {
    decisions: f64,
    bytes: u64,
    seconds: f64,
}

/// The measurements of a subject.
struct Measured {
    instructions: f64,
    decisions_a_game: f64,
    bytes: u64,
    per_second: f64,
}

/// Builds, measures, and gives the table; wrong if a limit is broken.
pub(crate) fn run(root: &Path) -> Result<String, Trouble> {
    run_or_say(Command::new("valgrind").arg("--version"))?;
    let program = build(root, "lab", "random_play")?;
    let games = [COUNTED, TIMED];
    let measured: Vec<Measured> =
        SUBJECTS.iter().map(|subject| measure(&program, &[subject.name], games)).collect::<Result<_, _>>()?;
    let search = measure(&build(root, "bots", "think")?, &[], [COUNTED_ITERATIONS, TIMED_ITERATIONS])?;
    let program = build(root, "tensors", "observe")?;
    let steps = [COUNTED_STEPS, TIMED_STEPS];
    let in_numbers: Vec<Measured> = IN_NUMBERS
        .iter()
        .map(|subject| measure(&program, &[subject.name], steps))
        .collect::<Result<_, _>>()?;
    let tables = [table(&measured), search_table(&search), numbers_table(&in_numbers)];
    let table = tables.join("\n\n");
    let mut broken = over_limits(&SUBJECTS, &measured, "a decision");
    broken.extend(over_limits(&IN_NUMBERS, &in_numbers, "a step in numbers"));
    if search.instructions > MOST_AN_ITERATION {
        broken.push(format!(
            "the search takes {:.0} instructions an iteration, more than the {MOST_AN_ITERATION:.0} it may",
            search.instructions
        ));
    }
    if broken.is_empty() {
        Ok(table)
    } else {
        println!("{table}");
        Err(Trouble::Wrong(broken.join("; ")))
    }
}

/// A sentence for each subject that takes more than it may.
fn over_limits(subjects: &[Subject], measured: &[Measured], of_what: &str) -> Vec<String> {
    let broken = subjects.iter().zip(measured).filter_map(|(subject, found)| {
        let limit = subject.limit.filter(|&limit| found.instructions > limit)?;
        Some(format!(
            "{} takes {:.0} instructions {of_what}, more than the {limit:.0} it may",
            subject.title, found.instructions
        ))
    });
    broken.collect()
}

/// Runs a program that is given these words and a number: counted with the first number and its double, timed with the
/// second.
fn measure(program: &Path, words: &[&str], [counted, timed]: [u64; 2]) -> Result<Measured, Trouble> {
    let (short, short_run) = count(program, words, counted)?;
    let (long, long_run) = count(program, words, 2 * counted)?;
    let run = stdout(run_or_say(Command::new(program).args(words).arg(timed.to_string()))?);
    let run = read_run(&run)?;
    Ok(Measured {
        instructions: (long - short) / (long_run.decisions - short_run.decisions),
        decisions_a_game: run.decisions / timed as f64,
        bytes: run.bytes,
        per_second: run.decisions / run.seconds.max(1e-9),
    })
}

/// Instructions of a whole run with this number.
fn count(program: &Path, words: &[&str], number: u64) -> Result<(f64, Run), Trouble> {
    let output = run_or_say(
        Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(program)
            .args(words)
            .arg(number.to_string()),
    )?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let instructions = read_count(&said)
        .ok_or_else(|| Trouble::Refused(format!("valgrind did not say what it counted, but: {said}")))?;
    Ok((instructions, read_run(&stdout(output))?))
}

/// The count in what callgrind says, a line such as `==17== Collected : 12345`.
fn read_count(said: &str) -> Option<f64> {
    let line = said.lines().find(|line| line.contains("Collected"))?;
    line.split_whitespace().last()?.parse().ok()
}

/// A line such as `decisions 10 bytes 20 seconds 0.5`, and perhaps more.
fn read_run(said: &str) -> Result<Run, Trouble> {
    let words: Vec<&str> = said.split_whitespace().collect();
    let after = |key| {
        let place = words.iter().position(|&word| word == key)?;
        words.get(place + 1).copied()
    };
    let number = |key| after(key)?.parse::<f64>().ok();
    match (number("decisions"), after("bytes").and_then(|word| word.parse().ok()), number("seconds")) {
        (Some(decisions), Some(bytes), Some(seconds)) => Ok(Run { decisions, bytes, seconds }),
        _ => Err(Trouble::Refused(format!(
            "the benchmark program should say decisions, bytes and seconds, not '{said}'"
        ))),
    }
}

/// Builds a benchmark program, the example of a package, and says where it lies.
fn build(root: &Path, package: &str, example: &str) -> Result<PathBuf, Trouble> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = run_or_say(Command::new(cargo).current_dir(root).args([
        "build",
        "--release",
        &format!("--package={package}"),
        &format!("--example={example}"),
        "--message-format=json",
    ]))?;
    stdout(output)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == example)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .ok_or_else(|| Trouble::Refused("cargo did not say where it put the benchmark program".to_owned()))
}

/// Runs a command to its end; what it said, or a sentence about what went wrong.
fn run_or_say(command: &mut Command) -> Result<Output, Trouble> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|wrong| {
        Trouble::Refused(if wrong.kind() == ErrorKind::NotFound {
            format!("'{name}' is not installed, and instructions cannot be counted without it")
        } else {
            format!("cannot run '{name}': {wrong}")
        })
    })?;
    if output.status.success() {
        Ok(output)
    } else {
        let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        Err(Trouble::Refused(format!("'{name}' failed: {said}")))
    }
}

fn stdout(output: Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The table of `docs/performance.md`.
fn table(measured: &[Measured]) -> String {
    let bare = measured.first().map_or(f64::NAN, |found| found.instructions);
    let mut text = String::from(
        "| random play, 3 seats | instructions a decision | to the bare reference | limit | decisions a game | bytes of a state | decisions a second (this machine, this run) |\n|---|--:|--:|--:|--:|--:|--:|",
    );
    for (subject, found) in SUBJECTS.iter().zip(measured) {
        let limit = subject.limit.map_or("–".to_owned(), |limit| grouped(limit as u64));
        let _ = write!(
            text,
            "\n| {} | {} | {:.2} | {limit} | {:.1} | {} | {:.1} million |",
            subject.title,
            grouped(found.instructions.round() as u64),
            found.instructions / bare,
            found.decisions_a_game,
            found.bytes,
            found.per_second / 1e6,
        );
    }
    text
}

/// The second table of `docs/performance.md`.
fn search_table(found: &Measured) -> String {
    format!(
        "| search from where phase two of Spam-O-Rama opens | instructions an iteration | limit | iterations a second (this machine, this run) |\n|---|--:|--:|--:|\n| 2 seats, ring, one thread | {} | {} | {} |",
        grouped(found.instructions.round() as u64),
        grouped(MOST_AN_ITERATION as u64),
        grouped(found.per_second as u64)
    )
}

/// The third table of `docs/performance.md`.
fn numbers_table(measured: &[Measured]) -> String {
    let mut text = String::from(
        "| random play in numbers, 2 seats | instructions a step | limit | steps a second (this machine, this run) |\n|---|--:|--:|--:|",
    );
    for (subject, found) in IN_NUMBERS.iter().zip(measured) {
        let limit = subject.limit.map_or("–".to_owned(), |limit| grouped(limit as u64));
        let instructions = grouped(found.instructions.round() as u64);
        let per_second = grouped(found.per_second as u64);
        let _ = write!(text, "\n| {} | {instructions} | {limit} | {per_second} |", subject.title);
    }
    text
}

/// A number with a comma before every three digits.
fn grouped(number: u64) -> String {
    match (number / 1000, number % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{},{rest:03}", grouped(thousands)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_runs_are_read() {
        let said = "==17== Events    : Ir\n==17== Collected : 123456\n==17== \n";
        assert_eq!(read_count(said), Some(123_456.0));
        assert_eq!(read_count("nothing"), None);
        let run = Run { decisions: 10.0, bytes: 20, seconds: 0.5 };
        assert_eq!(read_run("decisions 10 bytes 20 seconds 0.500 wins [1, 2, 3]"), Ok(run));
        assert!(read_run("decisions bytes").is_err());
    }

    #[test]
    fn limits_are_held() {
        let found =
            |instructions| Measured { instructions, decisions_a_game: 1.0, bytes: 1, per_second: 1.0 };
        assert_eq!(over_limits(&IN_NUMBERS, &[found(10.0), found(20.0)], "a step"), Vec::<String>::new());
        let said = over_limits(&IN_NUMBERS, &[found(1e6), found(20.0)], "a step");
        assert_eq!(said.len(), 1);
        assert!(said[0].starts_with("Spam-O-Rama, ring takes 1000000 instructions a step, more than the"));
    }

    #[test]
    fn what_is_not_installed_is_said_in_a_sentence() {
        assert_eq!(
            run_or_say(&mut Command::new("no-such-valgrind")).err(),
            Some(Trouble::Refused(
                "'no-such-valgrind' is not installed, and instructions cannot be counted without it"
                    .to_owned()
            ))
        );
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
