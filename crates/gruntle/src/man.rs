//! The manual pages: `gruntle man`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::Trouble;
use crate::arguments::Arguments;

/// The page of the program; in a folder, that and one page for each command.
pub(crate) fn run(folder: Option<&Path>, out: &mut impl Write) -> Result<(), Trouble> {
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let Some(folder) = folder else {
        out.write_all(&page(&program)?)?;
        return Ok(());
    };
    let cannot =
        |why: io::Error| Trouble::Refused(format!("cannot write pages to '{}': {why}", folder.display()));
    fs::create_dir_all(folder).map_err(cannot)?;
    let count = write_pages(&program, folder).map_err(cannot)?;
    writeln!(out, "{count} pages are in {}.", folder.display())?;
    Ok(())
}

/// Writes the page of a command and of those below it; how many these are.
fn write_pages(command: &Command, folder: &Path) -> io::Result<usize> {
    fs::write(folder.join(Man::new(command.clone()).get_filename()), page(command)?)?;
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    below.map(|below| write_pages(below, folder)).try_fold(1, |count, below| Ok(count + below?))
}

/// The page goes through a buffer, so that only one place hears of a pipe that is closed early.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
