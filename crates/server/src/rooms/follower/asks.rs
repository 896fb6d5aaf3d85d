//! What is asked of the owner of a room, and what becomes of it when no answer comes.

use std::time::Duration;

use room::{Command, Outcome, Requester};
use tokio::time::{Instant, timeout_at};

use super::{Failure, Follower, OWNER_WITHIN};
use crate::cluster::wire::{Asking, Reply};
use crate::cluster::{Owner, Unanswered};
use crate::problem::Problem;

/// How long it may take to carry something out, which is not asked again.
const DONE_WITHIN: Duration = Duration::from_secs(3);
/// How long all of it may take: whoever is told then that it cannot be done has time to ask another node.
const IN_ALL: Duration = Duration::from_secs(5);
/// How long it is waited before an owner is looked for anew.
const PAUSE: Duration = Duration::from_millis(50);

impl Follower {
    /// Finds out who has the room now.
    async fn find_owner(&mut self, until: Instant) -> Result<(), Failure> {
        match timeout_at(until, self.cluster.owner(self.id)).await.unwrap_or(None) {
            Some(Owner::There(owner)) => {
                self.owner = owner;
                Ok(())
            }
            Some(Owner::Here(_)) => {
                self.over = true;
                Err(Failure::Ours)
            }
            None => Err(Failure::Unreachable),
        }
    }

    /// Asks the owner something that may be asked again.
    pub(super) async fn bring(&mut self, asking: Asking) -> Result<Result<Outcome, Problem>, Failure> {
        self.bring_until(asking, Instant::now() + IN_ALL).await
    }

    async fn bring_until(
        &mut self,
        asking: Asking,
        until: Instant,
    ) -> Result<Result<Outcome, Problem>, Failure> {
        while Instant::now() < until {
            match self.cluster.ask(self.owner, self.id, asking.clone(), OWNER_WITHIN).await {
                Ok(Reply::Answer(standing, done)) => {
                    self.catch_up(standing).await?;
                    return Ok(done.map(Into::into).map_err(|why| why.problem()));
                }
                Ok(Reply::Failed(why)) => return Ok(Err(why.problem())),
                Ok(Reply::NotMine) | Err(Unanswered::Unheard | Unanswered::Unsure) => {
                    tokio::time::sleep(PAUSE).await;
                    self.find_owner(until).await?;
                }
            }
        }
        Err(Failure::Unreachable)
    }

    /// Has the owner carry out a command, once. Where no answer comes it is known that it was not done if a new owner has as
    /// many lines as there were before: the old one cannot write any more.
    pub(super) async fn command(
        &mut self,
        from: Requester,
        command: &Command,
    ) -> Result<Result<Outcome, Problem>, Failure> {
        let until = Instant::now() + IN_ALL;
        while Instant::now() < until {
            let (before, epoch) = (self.room.entries(), self.followed.heard().0);
            let asking = Asking::Command(from.into(), command.into());
            match self.cluster.ask(self.owner, self.id, asking, DONE_WITHIN).await {
                Ok(Reply::Answer(standing, done)) => {
                    self.catch_up(standing).await?;
                    return Ok(done.map(Into::into).map_err(|why| why.problem()));
                }
                Ok(Reply::Failed(why)) => return Ok(Err(why.problem())),
                Ok(Reply::NotMine) | Err(Unanswered::Unheard) => {
                    tokio::time::sleep(PAUSE).await;
                    self.find_owner(until).await?;
                }
                Err(Unanswered::Unsure) => match self.find_owner(until).await {
                    Ok(()) => {
                        let looked = self.bring_until(Asking::Looked(from.into()), until).await;
                        drop(looked.map_err(|_| Failure::Unsure)?);
                        if self.followed.heard().0 <= epoch || self.room.entries() != before {
                            return Err(Failure::Unsure);
                        }
                    }
                    Err(Failure::Ours) => {
                        let head = self.rooms.store().head(self.id).await;
                        return Err(if head.is_ok_and(|head| head == before) {
                            Failure::Ours
                        } else {
                            Failure::Unsure
                        });
                    }
                    Err(Failure::Unreachable | Failure::Unsure) => return Err(Failure::Unsure),
                },
            }
        }
        Err(Failure::Unreachable)
    }
}
