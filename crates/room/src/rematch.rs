//! The rematch: the same table with the same seats. A second request finds the one that was opened.

use crate::command::Requester;
use crate::effects::{Outcome, Step};
use crate::entry::Entry;
use crate::opening::{Header, Opening, Seated};
use crate::options::Options;
use crate::refusal::Refusal;
use crate::room::{Room, Stage};
use crate::seats::{Chair, Plays, Presence};

impl Room {
    pub(crate) fn rematch(
        &mut self,
        step: &mut Step,
        from: Requester,
        code: String,
        secret: u64,
    ) -> Result<Outcome, Refusal> {
        match &self.stage {
            Stage::Game(live) if live.ending().is_some() => {}
            Stage::Closed(why) => return Err(Refusal::gone(why.clone())),
            Stage::Lobby | Stage::Game(_) => {
                return Err(Refusal::not_now(
                    "this game is not over yet; what was hidden in it can be shown when it is",
                ));
            }
        }
        if let Some(next) = &self.followed {
            return Ok(Outcome::Table(next.clone()));
        }
        let own = self.held_by(from);
        if own.is_empty() {
            return Err(Refusal::forbidden("a rematch is for those who played"));
        }
        // A player who gave up has left the seat to the next taker.
        let stays = |chair: &&Chair| chair.sitter.presence != Presence::Resigned;
        let seated = self.seats.iter().filter(stays).map(|chair| Seated {
            seat: chair.sitter.seat,
            plays: chair.sitter.plays,
            name: chair.sitter.name.clone(),
            keys: chair.keys.clone(),
        });
        let header = Header { code: code.clone(), secret, opener: from.key };
        let options = Options { pace: self.pace().as_millis() as u64, deal: None, ..self.options.clone() };
        let opening = Opening::new(header, options, seated.collect());
        // Against bots alone there are no others to wait for.
        let people: Vec<&Chair> =
            self.seats.iter().filter(|chair| chair.sitter.plays == Plays::Person).collect();
        let alone = people.iter().all(|chair| own.contains(chair.sitter.seat) && stays(chair));
        let opening = if alone { opening.begun(step.now)? } else { opening };
        self.record(step, Entry::Followed(code.clone()));
        step.effects.open = Some(Box::new(opening));
        Ok(Outcome::Table(code))
    }
}
