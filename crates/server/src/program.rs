//! Programs that play in the place of our bots.

use std::sync::Arc;

use games::{Level, Program, ProgramFault, ProgramSeat};
use room::{BotDecision, BotJob, Overheard};
use table::{Game, OwnedObserver};

/// A program that plays at a level, at every table but those of deals.
#[derive(Debug, Clone)]
pub struct LevelProgram {
    /// The level.
    pub level: Level,
    /// The program.
    pub program: Arc<Program>,
}

impl LevelProgram {
    /// Lets the program think, within its limit of time; `None` where none may play.
    pub(crate) fn ask(&self, job: &BotJob) -> Option<Result<BotDecision, ProgramFault>> {
        let mut player = ProgramSeat::new(self.program.clone(), job.seed, job.seat);
        let action = match job.overheard()? {
            Overheard::Spammers(owned, heard) => chosen(&mut player, owned, heard),
            Overheard::SpamORama(owned, heard) => chosen(&mut player, owned, heard),
        };
        Some(action.map(|action| BotDecision { job: job.id, action: Some(action) }))
    }
}

/// The program's action, in notation.
fn chosen<G: Game>(
    player: &mut ProgramSeat,
    owned: &OwnedObserver<G>,
    heard: &[G::Event],
) -> Result<String, ProgramFault> {
    let observer = owned.observer();
    let action = player.decide_once(&observer, heard.iter(), &owned.choices())?;
    Ok(observer.game().write_action(action))
}
