//! `gruntle lab ladder`.

use std::io::Write;

use games::{BotName, NoSuchBot};
use lab::run::Settings;
use lab::{League, Patience};

use crate::Trouble;
use crate::arguments::LabOptions;
use crate::lab::side::Side;
use crate::lab::{Run, in_short, plan, refused};

pub(super) fn run(asked: &LabOptions, patience: Patience, out: &mut impl Write) -> Result<(), Trouble> {
    plan::game(asked)?;
    let league = league(asked, patience)?;
    let run = Run::new("ladder", asked, |seed| settings(asked, &league, seed))?;
    let (played, took) = run.play_in_stages(&league.stages(), |facts| league.is_settled(facts))?;
    let title = format!("A league of {}", run.game);
    let found = lab::ladder(&title, &run.settings, &league, &played);
    let written = run.keep(found.as_ref().map(|(report, _)| report))?;
    match found {
        Some((_, short)) if asked.json => writeln!(out, "{short:#}")?,
        Some((report, _)) => {
            in_short(&report, out)?;
            let games: usize = played.facts.iter().map(Vec::len).sum();
            run.show_files(games as u64, written, took, out)?;
        }
        None => {}
    }
    run.finish(&played)
}

fn league(asked: &LabOptions, patience: Patience) -> Result<League, Trouble> {
    let [seats] = plan::seats(&asked.seats)?[..] else {
        return Err(Trouble::Refused(format!(
            "'{}' are several numbers of seats; a league plays at tables of one size",
            asked.seats
        )));
    };
    let bots: Result<Vec<BotName>, NoSuchBot> =
        asked.bots.split(',').map(|name| name.trim().parse()).collect();
    let bots = plan::repeatable(bots.map_err(|wrong| Trouble::Refused(wrong.to_string()))?)?;
    League::new(&bots, seats, asked.games, patience).map_err(refused)
}

fn settings(asked: &LabOptions, league: &League, seed: u64) -> Result<Settings, Trouble> {
    if asked.network.as_deref() == Some("all") {
        return Err(Trouble::Refused("a league plays on one network; name one instead of all".to_owned()));
    }
    let setup = plan::setup(plan::game(asked)?, league.seats(), &Side::common(asked), seed)?;
    let mut command = plan::command("ladder", asked, &[], seed);
    match league.patience() {
        Patience::UntilCertain => {}
        Patience::AllGames => command.push_str(" --all"),
    }
    Ok(Settings { command, seed, games: league.games(), scenarios: league.scenarios(&setup) })
}
