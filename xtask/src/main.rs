//! The workshop, `cargo xtask`: golden records, instruction counts, generated docs, remarks of puzzles, weighing.

mod bench;
mod bless;
mod docs;
mod golden;
mod puzzles;
mod weigh;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use weigh::Seconds;

/// Why a task did not do what was asked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Something was checked and does not hold: exit code 1.
    Wrong(String),
    /// A refused request: exit code 2.
    Refused(String),
}

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Play the golden games and write them to records/
    Bless(Bless),
    /// Count the instructions of a decision with valgrind and print the table of docs/performance.md
    Bench,
    /// Write the vocabulary of card effects into docs/cards.md
    Docs,
    /// Write what is said of each choice of the puzzles into puzzles/
    Puzzles,
    /// Count crates and lines, and fail where there are more than there may be
    Weigh(Weigh),
}

#[derive(Args)]
struct Weigh {
    /// Make cold builds, too, of `cargo run --release` and of `cargo test --workspace`: a quarter of an hour, on a machine that
    /// does nothing else
    #[arg(long)]
    seconds: bool,
}

#[derive(Args)]
struct Bless {
    /// Only compare the records with what the games are now
    #[arg(long)]
    check: bool,
    /// The folder of the records
    #[arg(long, value_name = "FOLDER", hide = true)]
    into: Option<PathBuf>,
}

fn main() -> ExitCode {
    let answer = match Arguments::parse().task {
        Task::Bless(asked) => {
            let folder = asked.into.unwrap_or_else(|| root().join("records"));
            let act = if asked.check { bless::check } else { bless::bless };
            golden::play_all().and_then(|games| act(&folder, &games))
        }
        Task::Bench => bench::run(&root()),
        Task::Docs => docs::write(&root().join("docs/cards.md")),
        Task::Puzzles => puzzles::write(&root().join("puzzles")),
        Task::Weigh(Weigh { seconds: true }) => weigh::weigh(&root(), Seconds::Measured),
        Task::Weigh(Weigh { seconds: false }) => weigh::weigh(&root(), Seconds::LeftOut),
    };
    match answer {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(Trouble::Wrong(sentence)) => complain(&sentence, 1),
        Err(Trouble::Refused(sentence)) => complain(&sentence, 2),
    }
}

fn complain(sentence: &str, code: u8) -> ExitCode {
    eprintln!("xtask: {sentence}");
    ExitCode::from(code)
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
