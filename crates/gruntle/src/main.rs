//! The binary: arguments in, an answer out, exit code 0; or a sentence on standard error, exit code 1 or 2.

mod admin;
mod arguments;
mod bot;
mod cluster;
mod config;
mod counts;
mod crew;
mod database;
mod deck;
mod doctor;
mod files;
mod half_blocks;
mod hint;
mod interrupt;
mod lab;
mod learn;
mod listed;
mod man;
mod network;
mod open;
mod options;
mod parse;
mod ports;
mod progress;
mod record;
mod refusal;
mod resolve;
mod reviewed;
mod rules;
mod serve;
mod sim;
mod terminal;
mod version;
mod voice;
mod welcome;
#[cfg_attr(not(feature = "nats"), path = "no_worker.rs")]
mod worker;

use std::io::{self, Write};
use std::process::ExitCode;

use arguments::{Arguments, Bots, Command, ServeCommand};
use clap::CommandFactory;
use welcome::Start;

/// A change is made on one thread and sent from others: an allocator made for that halves what a move costs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Why a command did not do what was asked.
pub(crate) enum Trouble {
    /// A record was read and does not hold: exit code 1.
    Wrong(String),
    /// A refused request: exit code 2.
    Refused(String),
    /// Somebody pressed Ctrl-C: exit code 130, as shells have it.
    Stopped(String),
    /// Nobody reads what we write any more: that is their right.
    NobodyListens,
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::NobodyListens
        } else {
            Self::Refused(format!("cannot write the answer: {error}"))
        }
    }
}

fn main() -> ExitCode {
    let arguments = match parse::arguments() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    arguments.voice.settle();
    let mut out = io::stdout().lock();
    let answer = match arguments.command {
        None if arguments.no_open => {
            serve::run(&ServeCommand::default(), Start::BareWithoutBrowser, &mut out)
        }
        None => serve::run(&ServeCommand::default(), Start::Bare, &mut out),
        Some(_) if arguments.no_open => Err(Trouble::Refused(
            "only 'gruntle' without a command opens a page; leave --no-open out".to_owned(),
        )),
        Some(Command::Serve(asked)) => serve::run(&asked, Start::Served, &mut out),
        Some(Command::Doctor(asked)) => doctor::run(&asked, &mut out),
        Some(Command::Admin(asked)) => admin::run(&asked, &mut out),
        Some(Command::Sim(asked)) => sim::run(&asked, &mut out),
        Some(Command::Lab(asked)) => lab::run(&asked, &mut out),
        Some(Command::Worker(asked)) => worker::run(&asked, &mut out),
        Some(Command::Bot(asked)) => bot::run(&asked, &mut out),
        Some(Command::Bots(Bots { json: true })) => listed::write(&listed::bots(), &mut out),
        Some(Command::Bots(Bots { json: false })) => terminal::bots(&mut out).map_err(Trouble::from),
        Some(Command::Record(asked)) => record::run(&asked, &mut out),
        Some(Command::Deck(asked)) => deck::run(&asked, &mut out),
        Some(Command::Network(asked)) => network::run(&asked, &mut out),
        Some(Command::Lesson { game }) => learn::lesson(&game, &mut out),
        Some(Command::Puzzle(asked)) => learn::puzzle(&asked, &mut out),
        Some(Command::Rules(asked)) => rules::run(&asked, &mut out),
        Some(Command::Man { folder }) => man::run(folder.as_deref(), &mut out),
        Some(Command::Completions { shell }) => completions(shell, &mut out).map_err(Trouble::from),
    };
    match answer.and_then(|()| out.flush().map_err(Trouble::from)) {
        Ok(()) | Err(Trouble::NobodyListens) => ExitCode::SUCCESS,
        Err(Trouble::Wrong(sentence)) => complain(&sentence, 1),
        Err(Trouble::Refused(sentence)) => complain(&sentence, 2),
        Err(Trouble::Stopped(sentence)) => complain(&sentence, 130),
    }
}

/// Where nobody reads the complaint either, the exit code still says it.
fn complain(sentence: &str, code: u8) -> ExitCode {
    let _ = writeln!(io::stderr(), "gruntle: {sentence}");
    ExitCode::from(code)
}

/// The script goes through a buffer: the generator would panic where a pipe is closed early.
fn completions(shell: clap_complete::Shell, out: &mut impl Write) -> io::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "gruntle", &mut script);
    out.write_all(&script)
}
