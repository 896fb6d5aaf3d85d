//! `gruntle lab`.

pub(crate) mod arguments;
#[cfg_attr(not(feature = "parquet"), path = "no_dataset.rs")]
mod dataset;
mod ladder;
mod plan;
mod puzzles;
mod side;
mod tune;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use indicatif::ProgressBar;
use lab::Facts;
use lab::run::{Crew, Journal, Played, RunError, Scenario, Settings, Start, Stop, play_in_stages, seed_of};
use report::{Origin, Report, grouped};
use serde_json::Value;

use crate::Trouble;
use crate::bot::tell_faults;
use crate::crew::find_crew;
use crate::interrupt::stop_by_ctrl_c;
use crate::lab::arguments::{Lab, LabCommand, LabOptions};
use crate::options::{ClusterOptions, KeptOptions};
use crate::progress::progress_bar;
use crate::resolve::{find_game, find_seed, find_threads};

/// As wide as prose gets on the terminal.
const WIDTH: usize = 110;

pub(crate) fn run(asked: &Lab, out: &mut impl Write) -> Result<(), Trouble> {
    match &asked.command {
        LabCommand::Balance { asked } => {
            let study = Study::new("balance", asked, |seed| plan::balance(asked, seed))?;
            let title = format!("Balance of {}", study.game);
            study.carry_out(|played| lab::balance(&title, &study.settings, played), out)
        }
        LabCommand::Compare { asked, a, b } => {
            let study = Study::new("compare", asked, |seed| plan::compare(asked, [a, b], seed))?;
            let title = format!("{} compared", study.game);
            study.carry_out(|played| lab::compare(&title, &study.settings, played), out)
        }
        LabCommand::Ladder { asked, all } => {
            let patience = if *all { lab::Patience::AllGames } else { lab::Patience::UntilCertain };
            ladder::run(asked, patience, out)
        }
        LabCommand::Dataset(asked) => dataset::run(asked, out),
        LabCommand::Puzzles(asked) => puzzles::run(asked, out),
        LabCommand::Tune(asked) => tune::run(asked, out),
    }
}

fn refused(halted: RunError) -> Trouble {
    Trouble::Refused(halted.0)
}

/// How a run is played.
struct Run<'a> {
    asked: &'a KeptOptions,
    seed: u64,
    threads: usize,
}

impl<'a> Run<'a> {
    fn new(asked: &'a KeptOptions) -> Result<Self, Trouble> {
        let threads = find_threads(asked.luck.threads)?;
        let seed = match (start(asked), asked.luck.seed, asked.out.as_deref()) {
            (Start::Resume, None, Some(folder)) => seed_of(folder).map_err(refused)?,
            (Start::Resume, None, None) => {
                return Err(Trouble::Refused(
                    "--resume goes on with a run; say which by its folder (--out) or its seed (--seed)"
                        .to_owned(),
                ));
            }
            (Start::Resume, Some(seed), _) => seed,
            (Start::Begin, seed, _) => find_seed(seed),
        };
        Ok(Self { asked, seed, threads })
    }

    /// The folder that was asked for, or one named after the run.
    fn folder(&self, name: &str) -> PathBuf {
        let usual = || Path::new("lab").join(format!("{name}-{}", self.seed));
        self.asked.out.clone().unwrap_or_else(usual)
    }

    /// Who does the work of these scenarios, told on the bar.
    fn crew(
        &self,
        cluster: &ClusterOptions,
        scenarios: &[Scenario],
        bar: &ProgressBar,
    ) -> Result<Box<dyn Crew>, Trouble> {
        let players = scenarios.iter().flat_map(|scenario| &scenario.bots);
        find_crew(cluster, self.threads, players, bar)
    }

    /// Plays under a progress bar, until Ctrl-C; says how many seconds it took, for the terminal alone.
    fn timed<T>(
        bar: &ProgressBar,
        play: impl FnOnce(&Stop, &(dyn Fn(u64) + Sync)) -> Result<T, RunError>,
    ) -> Result<(T, f64), Trouble> {
        let stop = stop_by_ctrl_c();
        let started = Instant::now();
        let played = play(&stop, &|games| bar.inc(games));
        bar.finish_and_clear();
        Ok((played.map_err(refused)?, started.elapsed().as_secs_f64()))
    }
}

/// Whether to resume a run.
const fn start(asked: &KeptOptions) -> Start {
    if asked.resume { Start::Resume } else { Start::Begin }
}

/// Writes the files of a report; says how many.
fn write_report(report: &Report, folder: &Path) -> Result<usize, Trouble> {
    let written = report::write(report, folder).map_err(|wrong| {
        Trouble::Refused(format!("cannot write the report to '{}': {wrong}", folder.display()))
    })?;
    Ok(written.len())
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

/// A run of scenarios that was asked for and can be played.
struct Study<'a> {
    run: Run<'a>,
    cluster: &'a ClusterOptions,
    game: &'static str,
    settings: Settings,
    folder: PathBuf,
}

impl<'a> Study<'a> {
    /// Checks all that was asked; nothing is written before it holds.
    fn new(
        command: &str,
        asked: &'a LabOptions,
        plan: impl FnOnce(u64) -> Result<Settings, Trouble>,
    ) -> Result<Self, Trouble> {
        let game = find_game(&asked.game)?;
        let run = Run::new(&asked.run.kept)?;
        let settings = plan(run.seed)?;
        settings.check().map_err(refused)?;
        let folder = run.folder(&format!("{command}-{}", game.name()));
        Ok(Self { run, cluster: &asked.run.cluster, game: game.title(), settings, folder })
    }

    /// Plays all games and reports.
    fn carry_out(
        &self,
        report: impl FnOnce(&Played) -> Option<(Report, Value)>,
        out: &mut impl Write,
    ) -> Result<(), Trouble> {
        self.carry_out_in_stages(&[self.settings.games], |_| false, report, out)
    }

    /// Plays pieces that the journal lacks, ends after a stage that is enough, and reports.
    fn carry_out_in_stages(
        &self,
        stages: &[u64],
        enough: impl Fn(&[&[Facts]]) -> bool,
        report: impl FnOnce(&Played) -> Option<(Report, Value)>,
        out: &mut impl Write,
    ) -> Result<(), Trouble> {
        let begin = match start(self.run.asked) {
            Start::Begin => Journal::begin,
            Start::Resume => Journal::resume,
        };
        let all = self.settings.games * self.settings.scenarios.len() as u64;
        let bar = progress_bar(all);
        let crew = self.run.crew(self.cluster, &self.settings.scenarios, &bar)?;
        let journal = begin(&self.folder, &self.settings).map_err(refused)?;
        let (played, took) = Run::timed(&bar, |stop, progress| {
            play_in_stages(&self.settings, &*crew, Some(journal), stop, stages, enough, progress)
        })?;
        tell_faults(self.settings.scenarios.iter().flat_map(|scenario| &scenario.bots));
        let games = played.facts.iter().map(Vec::len).sum::<usize>() as u64;
        if let Some((report, short)) = report(&played) {
            let written = write_report(&report, &self.folder)?;
            if self.run.asked.json {
                writeln!(out, "{short:#}")?;
            } else {
                in_short(&report, out)?;
                writeln!(out, "\n{} games in {took:.1} s, seed {}", grouped(games), self.settings.seed)?;
                writeln!(out, "{written} files, report.html first, in {}", self.folder.display())?;
            }
        }
        if played.finished {
            return Ok(());
        }
        Err(Trouble::Stopped(format!(
            "stopped after {} of {} games; the same command with --resume --out {} goes on",
            grouped(games),
            grouped(all),
            self.folder.display()
        )))
    }
}
