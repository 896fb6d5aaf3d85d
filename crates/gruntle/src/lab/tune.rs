//! `gruntle lab tune`.

use std::io::Write;
use std::path::{Path, PathBuf};

use ::report::grouped;
use games::{GameName, NumberKind, Setup, SetupChoices};
use lab::run::{Scenario, Settings};
use lab::tune::{Aims, Tuned, Tuning, report, tune};

use crate::bot::tell_faults;
use crate::lab::arguments::Tune;
use crate::lab::plan::{bots, quoted, seats, usual_seats};
use crate::lab::{Run, in_short, refused, start, write_report};
use crate::progress::progress_bar;
use crate::resolve::find_game;
use crate::{Trouble, deck};

pub(crate) fn run(asked: &Tune, out: &mut impl Write) -> Result<(), Trouble> {
    let run = Run::new(&asked.run.kept)?;
    let seed = run.seed;
    let tuning = plan(asked, seed)?;
    tuning.check().map_err(refused)?;
    let folder = run.folder(&format!("tune-{}", tuning.text.set().name()));
    let bar = progress_bar(tuning.games());
    let crew = run.crew(&asked.run.cluster, &tuning.settings.scenarios, &bar)?;
    let (tuned, took) = Run::timed(&bar, |stop, progress| {
        tune(&tuning, &folder, start(&asked.run.kept), &*crew, run.threads, stop, progress)
    })?;
    tell_faults(tuning.settings.scenarios.iter().flat_map(|scenario| &scenario.bots));
    let file = keep(&tuned, &tuning, &folder)?;
    let Some(report) = report(&tuning, &tuned) else {
        return Err(Trouble::Stopped(format!(
            "stopped after {} of {} steps; the set so far is {}; the same command with --resume --out {} goes on",
            grouped(tuned.steps.len() as u64),
            grouped(tuning.steps),
            file.display(),
            folder.display()
        )));
    };
    let written = write_report(&report, &folder)?;
    if asked.run.kept.json {
        writeln!(out, "{:#}", tuned.written(&tuning))?;
        return Ok(());
    }
    in_short(&report, out)?;
    writeln!(out)?;
    deck::diff(tuning.text.set(), tuned.text.set(), out)?;
    writeln!(out, "\n{} steps in {took:.1} s, seed {seed}", tuned.steps.len())?;
    writeln!(out, "the new set is {}", file.display())?;
    writeln!(out, "{} files, report.html first, in {}", written + 2, folder.display())?;
    Ok(())
}

/// Writes the card file, each whole or not at all, and what differs beside it.
fn keep(tuned: &Tuned, tuning: &Tuning, folder: &Path) -> Result<PathBuf, Trouble> {
    let file = folder.join(format!("{}.toml", tuned.text.set().name()));
    let mut diff = Vec::new();
    deck::diff(tuning.text.set(), tuned.text.set(), &mut diff)?;
    for (path, bytes) in [(&file, tuned.text.text().as_bytes()), (&folder.join("diff.txt"), &diff[..])] {
        report::write_whole(path, bytes)
            .map_err(|wrong| Trouble::Refused(format!("cannot write '{}': {wrong}", path.display())))?;
    }
    Ok(file)
}

fn plan(asked: &Tune, seed: u64) -> Result<Tuning, Trouble> {
    let game = find_game(&asked.game)?;
    if game != GameName::Spammers {
        return Err(Trouble::Refused(format!(
            "{} has no cards with numbers to tune; tune a card set of {}",
            game.title(),
            GameName::Spammers.title()
        )));
    }
    let text = deck::find_text(&asked.deck)?;
    let mut scenarios = Vec::new();
    let counts = usual_seats(game, asked.tables.seats.as_deref(), &asked.tables.players.bots)?;
    for seats in seats(&counts)? {
        let choices = SetupChoices {
            variant: asked.variant.as_deref(),
            deck: Some(text.set().clone().into()),
            ..SetupChoices::default()
        };
        let setup = Setup::new(game, seats, choices).map_err(|wrong| Trouble::Refused(wrong.to_string()))?;
        let label = format!("{} seats", seats.get());
        scenarios.push(Scenario { label, setup, bots: bots(game, &asked.tables.players.bots, seats)? });
    }
    let settings = Settings { command: command(asked, &counts, seed), seed, games: asked.games, scenarios };
    let aims = Aims {
        rounds: rounds(&asked.rounds)?,
        seat_over: points("--seat-edge", asked.seat_edge)?,
        lift_over: points("--lift", asked.lift)?,
    };
    let name = asked.name.clone().unwrap_or_else(|| text.set().name().to_owned());
    let kinds = kinds(&asked.numbers)?;
    Ok(Tuning { settings, text, name, aims, steps: asked.steps, kinds, keep: asked.keep.clone() })
}

/// The command without what does not change its numbers.
fn command(asked: &Tune, seats: &str, seed: u64) -> String {
    let mut words = vec!["gruntle lab tune".to_owned()];
    let mut add = |key: &str, value: &str| words.push(format!("--{key} {}", quoted(value)));
    add("deck", &asked.deck);
    add("rounds", &asked.rounds);
    add("seat-edge", &asked.seat_edge.to_string());
    add("lift", &asked.lift.to_string());
    add("seats", seats);
    add("bots", &asked.tables.players.bots);
    add("games", &asked.games.to_string());
    add("steps", &asked.steps.to_string());
    add("seed", &seed.to_string());
    add("numbers", &asked.numbers);
    asked.variant.iter().for_each(|variant| add("variant", variant));
    asked.keep.iter().for_each(|card| add("keep", card));
    asked.name.iter().for_each(|name| add("name", name));
    words.join(" ")
}

/// A range of rounds: `12-16`, or one number.
fn rounds(text: &str) -> Result<(u32, u32), Trouble> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) => Ok((first, last)),
        _ => Err(Trouble::Refused(format!(
            "'{text}' is no range of rounds; write the fewer first, such as 12-16"
        ))),
    }
}

fn points(option: &str, points: f64) -> Result<f64, Trouble> {
    if (0.0..=100.0).contains(&points) {
        Ok(points / 100.0)
    } else {
        Err(Trouble::Refused(format!("{option} takes points from 0 to 100, not {points}")))
    }
}

fn kinds(text: &str) -> Result<Vec<NumberKind>, Trouble> {
    let mut kinds = Vec::new();
    for word in text.split(',').map(str::trim) {
        let kind = NumberKind::ALL.into_iter().find(|kind| kind.plural() == word).ok_or_else(|| {
            let names = NumberKind::ALL.map(NumberKind::plural);
            Trouble::Refused(format!("'{word}' is no kind of number; --numbers takes {}", names.join(", ")))
        })?;
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.sort_unstable();
    Ok(kinds)
}
