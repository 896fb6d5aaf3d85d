//! The parser of the command line: `clap` reads it, and errors are worded like all others of this program.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Arg, Command, CommandFactory, Error, FromArgMatches};

use crate::arguments::Arguments;
use crate::refusal::worded;
use crate::voice::Color;

/// The arguments of this run; an exit code where help was printed, or where nobody could follow the words.
pub(crate) fn arguments() -> Result<Arguments, ExitCode> {
    let words: Vec<OsString> = std::env::args_os().collect();
    read(&words).map_err(|other| {
        // Where nobody reads it, the exit code still says it.
        let _ = if other.use_stderr() { complain(&other) } else { other.print() };
        u8::try_from(other.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
    })
}

fn read(words: &[OsString]) -> Result<Arguments, Error> {
    let mut command = with_negative_numbers(Arguments::command()).color(Color::asked(words).into());
    let mut found = command.try_get_matches_from_mut(words)?;
    Arguments::from_arg_matches_mut(&mut found).map_err(|wrong| wrong.format(&mut command))
}

/// A number below nought is refused by the option that it is given to, and not taken for an option.
fn with_negative_numbers(command: Command) -> Command {
    let reads = |option: Arg| match option.get_long() {
        Some(_) if option.get_action().takes_values() => option.allow_negative_numbers(true),
        Some(_) | None => option,
    };
    command.mut_args(reads).mut_subcommands(with_negative_numbers)
}

/// Its usage and its tips stand below the sentence, as ever.
fn complain(wrong: &Error) -> io::Result<()> {
    let text = worded(wrong);
    match text.strip_prefix("error: ") {
        Some(sentence) => write!(io::stderr(), "gruntle: {sentence}"),
        // A command that needs another one is answered with its help.
        None => write!(io::stderr(), "{text}"),
    }
}
