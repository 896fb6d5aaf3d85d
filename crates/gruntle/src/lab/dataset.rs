//! `gruntle lab dataset`.

use std::io::Write;

use lab::Plan;
use report::grouped;
use serde_json::json;

use crate::Trouble;
use crate::bot::tell_faults;
use crate::crew::find_crew;
use crate::lab::arguments::Dataset;
use crate::lab::plan::{quoted, repeatable};
use crate::lab::{Run, refused, start};
use crate::options::SetupOptions;
use crate::progress::progress_bar;
use crate::resolve::{USUAL_SEATS, find_bots, find_game, find_seats, find_setup, seat_bots};

pub(super) fn run(asked: &Dataset, out: &mut impl Write) -> Result<(), Trouble> {
    let game = find_game(&asked.game)?;
    let bots = repeatable(find_bots(game, &asked.table.players.bots)?)?;
    let seats =
        find_seats(asked.table.seats.unwrap_or(if bots.len() > 1 { bots.len() } else { USUAL_SEATS }))?;
    let run = Run::new(&asked.kept)?;
    let seed = run.seed;
    let dataset = lab::Dataset {
        command: command(asked, seats.get(), seed),
        setup: find_setup(game, seats, &asked.setup, seed)?,
        plan: Plan { seed, bots: seat_bots(bots, seats)?, workers: 1 },
        games: asked.games,
        per_file: asked.per_file,
    };
    dataset.check().map_err(refused)?;
    let folder = run.folder(&format!("dataset-{}", game.name()));
    let bar = progress_bar(asked.games);
    let crew = find_crew(&asked.cluster, run.threads, &dataset.plan.bots, &bar)?;
    let (written, took) = Run::timed(&bar, |stop, progress| {
        dataset.write(&folder, start(&asked.kept), &*crew, run.threads, stop, progress)
    })?;
    tell_faults(dataset.plan.bots.iter());
    let (rows, files) = (written.rows, written.files);
    if !written.finished {
        return Err(Trouble::Stopped(format!(
            "stopped with {} of {} games in {files} files; the same command with --resume --out {} goes on",
            grouped(written.games),
            grouped(asked.games),
            folder.display()
        )));
    }
    if asked.kept.json {
        let told = json!({
            "command": dataset.command, "seed": seed, "games": written.games, "rows": rows, "files": files,
            "folder": folder.display().to_string(),
        });
        writeln!(out, "{told:#}")?;
        return Ok(());
    }
    writeln!(out, "{} decisions of {} games of {}", grouped(rows), grouped(written.games), game.title())?;
    writeln!(out, "{files} files in {} ({took:.1} s, seed {seed})", folder.display())?;
    writeln!(out, "docs/dataset.md says what is in them")?;
    Ok(())
}

/// The command without what does not change its numbers.
fn command(asked: &Dataset, seats: usize, seed: u64) -> String {
    let SetupOptions { variant, deck, network, memory } = &asked.setup;
    let numbers = [
        ("seats", Some(seats.to_string())),
        ("bots", Some(asked.table.players.bots.clone())),
        ("games", Some(asked.games.to_string())),
        ("per-file", Some(asked.per_file.to_string())),
        ("seed", Some(seed.to_string())),
        ("variant", variant.clone()),
        ("deck", deck.clone()),
        ("network", network.clone()),
        ("memory", memory.clone()),
    ];
    let words =
        numbers.iter().filter_map(|(key, value)| Some(format!(" --{key} {}", quoted(value.as_deref()?))));
    format!("gruntle lab dataset {}{}", asked.game, words.collect::<String>())
}
