//! Simulation: many games at once, counted.

use std::sync::{Mutex, PoisonError};

use games::Setup;
use table::Record;

use crate::puzzles::Except;
use crate::run::{Crew, Done, Flow, Piece, Question, RunError, Stop, Task, chunk};
use crate::sim::Plan;
use crate::tally::Tally;

/// The fewest pieces that many games are cut into, so that all hands have something to do to the end.
const PIECES: u64 = 256;
/// The most games of a piece whose records are kept.
const RECORDS: u64 = 20;

/// Somebody who keeps records of finished games, called from any thread.
pub type KeepRecord<'a> = &'a (dyn Fn(u64, Record) -> Result<(), String> + Sync);

/// Plays so many games of a plan, or as many as are done when it is stopped. `keep`, if there is one, gets the record
/// of every finished game, and `progress` the number of games just done.
pub fn simulate(
    setup: &Setup,
    plan: &Plan,
    games: u64,
    crew: &dyn Crew,
    stop: &Stop,
    keep: Option<KeepRecord<'_>>,
    progress: impl Fn(u64) + Sync,
) -> Result<Tally, RunError> {
    let question = if keep.is_some() { Question::Record } else { Question::Count };
    let most = if keep.is_some() { RECORDS } else { u64::MAX };
    let size = chunk(&plan.bots).min(games / PIECES).min(most).max(1);
    let task = Task { setup: setup.clone(), plan: plan.clone(), question, except: Except::default() };
    let piece = |number: u64| Piece { task: 0, numbers: number * size..games.min((number + 1) * size) };
    let sum = Mutex::new(Tally::default());
    let take = |_: &Piece, done: Done| {
        let Done::Counted(tally, records) = done else {
            return Err(RunError("what came back is not what was asked for".to_owned()));
        };
        if let Some(keep) = keep {
            records.into_iter().try_for_each(|(number, record)| keep(number, record)).map_err(RunError)?;
        }
        progress(tally.games);
        sum.lock().unwrap_or_else(PoisonError::into_inner).add(&tally);
        Ok(Flow::GoOn)
    };
    crew.carry_out(&[task], &mut (0..games.div_ceil(size)).map(piece), stop, &take)?;
    Ok(sum.into_inner().unwrap_or_else(PoisonError::into_inner))
}
