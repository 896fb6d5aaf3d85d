//! `gruntle lab`.

mod ladder;
mod plan;
mod side;
mod tune;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use lab::run::{Halted, Journal, Played, Settings, Stop, play_in_stages, seed_of};
use lab::tune::Start;
use lab::{Facts, Patience};
use report::{Origin, Report, grouped};

use crate::Trouble;
use crate::arguments::{Lab, LabCommand, LabOptions};
use crate::progress::progress_bar;
use crate::wish::{find_seed, find_threads};

/// As wide as prose gets on the terminal.
const WIDTH: usize = 110;

pub(crate) fn run(asked: &Lab, out: &mut impl Write) -> Result<(), Trouble> {
    match &asked.command {
        LabCommand::Balance { asked } => {
            let run = Run::new("balance", asked, |seed| plan::balance(asked, seed))?;
            let (played, took) = run.play()?;
            let title = format!("Balance of {}", run.game);
            let report = lab::balance(&title, &run.settings, &played);
            let written = run.keep(report.as_ref())?;
            match report {
                Some(_) if asked.json => writeln!(out, "{:#}", lab::in_short(&run.settings, &played))?,
                Some(report) => run.show(&report, written, took, out)?,
                None => {}
            }
            run.finish(&played)
        }
        LabCommand::Compare { asked, a, b } => {
            let run = Run::new("compare", asked, |seed| plan::compare(asked, [a, b], seed))?;
            let (played, took) = run.play()?;
            let title = format!("{} compared", run.game);
            let found = lab::compare(&title, &run.settings, &played);
            let written = run.keep(found.as_ref().map(|(report, _)| report))?;
            if let Some((report, comparison)) = found {
                if asked.json {
                    writeln!(out, "{:#}", comparison.written(&run.settings))?;
                } else {
                    run.show(&report, written, took, out)?;
                }
            }
            run.finish(&played)
        }
        LabCommand::Ladder { asked, all } => {
            let patience = if *all { Patience::AllGames } else { Patience::UntilCertain };
            ladder::run(asked, patience, out)
        }
        LabCommand::Tune(asked) => tune::run(asked, out),
    }
}

fn refused(halted: Halted) -> Trouble {
    Trouble::Refused(halted.0)
}

/// Whether --resume was said.
const fn start(resume: bool) -> Start {
    if resume { Start::Resume } else { Start::Begin }
}

/// The seed that was asked for, or that of the run that goes on.
fn seed(start: Start, asked: Option<u64>, folder: Option<&Path>) -> Result<u64, Trouble> {
    match (start, asked, folder) {
        (Start::Resume, None, Some(folder)) => seed_of(folder).map_err(refused),
        (Start::Resume, None, None) => Err(Trouble::Refused(
            "--resume goes on with a run; say which by its folder (--out) or its seed (--seed)".to_owned(),
        )),
        (Start::Resume, Some(seed), _) => Ok(seed),
        (Start::Begin, seed, _) => Ok(find_seed(seed)),
    }
}

/// A flag that Ctrl-C raises; pressed twice it ends the program.
fn stop_by_ctrl_c() -> Stop {
    let stop = Stop::default();
    let flag = stop.clone();
    // Without a handler Ctrl-C still ends the program, and the journal keeps what is done.
    let _ = ctrlc::set_handler(move || {
        if flag.is_raised() {
            std::process::exit(130);
        }
        flag.raise();
    });
    stop
}

/// The answer on the terminal: the first section of a report.
fn in_short(report: &Report, out: &mut impl Write) -> Result<(), Trouble> {
    let short = Report {
        sections: report.sections.iter().take(1).cloned().collect(),
        data: Vec::new(),
        origin: Origin(report.origin.0.iter().take(1).cloned().collect()),
        ..report.clone()
    };
    writeln!(out, "{}", report::text(&short, WIDTH).trim_end())?;
    Ok(())
}

/// A run that was asked for and can be played.
struct Run<'a> {
    asked: &'a LabOptions,
    game: &'static str,
    settings: Settings,
    folder: PathBuf,
    threads: usize,
}

impl<'a> Run<'a> {
    /// Checks all that was asked; nothing is written before it holds.
    fn new(
        command: &str,
        asked: &'a LabOptions,
        plan: impl FnOnce(u64) -> Result<Settings, Trouble>,
    ) -> Result<Self, Trouble> {
        let game = plan::game(asked)?;
        let threads = find_threads(asked.threads)?;
        let seed = seed(start(asked.resume), asked.seed, asked.out.as_deref())?;
        let settings = plan(seed)?;
        settings.check().map_err(refused)?;
        let folder = asked
            .out
            .clone()
            .unwrap_or_else(|| Path::new("lab").join(format!("{command}-{}-{seed}", game.name())));
        Ok(Self { asked, game: game.title(), settings, folder, threads })
    }

    /// Plays what is not in the journal yet; gives the seconds it took too, for the terminal alone.
    fn play(&self) -> Result<(Played, f64), Trouble> {
        self.play_in_stages(&[self.settings.games], |_| false)
    }

    /// The same, ending after a stage that is enough.
    fn play_in_stages(
        &self,
        stages: &[u64],
        enough: impl Fn(&[&[Facts]]) -> bool,
    ) -> Result<(Played, f64), Trouble> {
        let begin = if self.asked.resume { Journal::resume } else { Journal::begin };
        let journal = begin(&self.folder, &self.settings).map_err(refused)?;
        let stop = stop_by_ctrl_c();
        let bar = progress_bar(self.settings.games * self.settings.scenarios.len() as u64);
        let started = Instant::now();
        let progress = |games| bar.inc(games);
        let played =
            play_in_stages(&self.settings, self.threads, Some(journal), &stop, stages, enough, progress);
        bar.finish_and_clear();
        Ok((played.map_err(refused)?, started.elapsed().as_secs_f64()))
    }

    /// Writes the files of the report; says how many.
    fn keep(&self, report: Option<&Report>) -> Result<usize, Trouble> {
        let Some(report) = report else { return Ok(0) };
        let written = report::write(report, &self.folder).map_err(|wrong| {
            Trouble::Refused(format!("cannot write the report to '{}': {wrong}", self.folder.display()))
        })?;
        Ok(written.len())
    }

    fn show(&self, report: &Report, written: usize, took: f64, out: &mut impl Write) -> Result<(), Trouble> {
        in_short(report, out)?;
        let games = self.settings.games * self.settings.scenarios.len() as u64;
        self.show_files(games, written, took, out)
    }

    /// How many games it took, and where everything is.
    fn show_files(&self, games: u64, written: usize, took: f64, out: &mut impl Write) -> Result<(), Trouble> {
        writeln!(out, "\n{} games in {took:.1} s, seed {}", grouped(games), self.settings.seed)?;
        writeln!(out, "{written} files, report.html first, in {}", self.folder.display())?;
        Ok(())
    }

    fn finish(&self, played: &Played) -> Result<(), Trouble> {
        if played.finished {
            return Ok(());
        }
        let done: usize = played.facts.iter().map(Vec::len).sum();
        Err(Trouble::Stopped(format!(
            "stopped after {} of {} games; the same command with --resume --out {} goes on",
            grouped(done as u64),
            grouped(self.settings.games * self.settings.scenarios.len() as u64),
            self.folder.display()
        )))
    }
}
