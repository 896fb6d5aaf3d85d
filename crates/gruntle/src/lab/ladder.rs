//! `gruntle lab ladder`.

use std::io::Write;

use lab::run::Settings;
use lab::{League, Patience, Standing};

use crate::Trouble;
use crate::lab::arguments::LabOptions;
use crate::lab::{Study, plan, refused};
use crate::resolve::{USUAL_SEATS, find_bots, find_game, find_setup};

pub(super) fn run(asked: &LabOptions, patience: Patience, out: &mut impl Write) -> Result<(), Trouble> {
    find_game(&asked.game)?;
    let league = league(asked, patience)?;
    let study = Study::new("ladder", asked, |seed| settings(asked, &league, seed))?;
    let title = format!("A league of {}", study.game);
    study.carry_out_in_stages(
        &league.stages(),
        |facts| Standing::of(&league, facts).is_certain(),
        |played| lab::ladder(&title, &study.settings, &league, played),
        out,
    )
}

/// How many sit at each table. The bots that are named are the league.
fn seats(asked: &LabOptions) -> String {
    asked.tables.seats.clone().unwrap_or_else(|| USUAL_SEATS.to_string())
}

fn league(asked: &LabOptions, patience: Patience) -> Result<League, Trouble> {
    let count = seats(asked);
    let [seats] = plan::seats(&count)?[..] else {
        return Err(Trouble::Refused(format!(
            "'{count}' are several numbers of seats; a league plays at tables of one size"
        )));
    };
    let bots = plan::repeatable(find_bots(find_game(&asked.game)?, &asked.tables.players.bots)?)?;
    League::new(&bots, seats, asked.games, patience).map_err(refused)
}

fn settings(asked: &LabOptions, league: &League, seed: u64) -> Result<Settings, Trouble> {
    if asked.setup.network.as_deref() == Some("all") {
        return Err(Trouble::Refused("a league plays on one network; name one instead of all".to_owned()));
    }
    let setup = find_setup(find_game(&asked.game)?, league.seats(), &asked.setup, seed)?;
    let mut command = plan::command("ladder", asked, Some(&seats(asked)), &[], seed);
    match league.patience() {
        Patience::UntilCertain => {}
        Patience::AllGames => command.push_str(" --all"),
    }
    Ok(Settings { command, seed, games: league.games(), scenarios: league.scenarios(&setup) })
}
