//! Running a room that is ours: a change is written, then told, and then answered. If it cannot be written, or somebody
//! else owns the room, nothing more is told: the next caller finds the room as its journal has it.

use crate::following::{Reply, Standing};
use crate::id::Epoch;

/// A room that is ours, with its surroundings.
#[expect(async_fn_in_trait, reason = "whoever runs a room knows whether it may be sent to another thread")]
pub trait Running {
    /// An input of the room.
    type Input;
    /// Its effects.
    type Change;
    /// The caller's answer.
    type Outcome;
    /// Why it is not done.
    type Problem: Clone;
    /// The extras shown beside the lines.
    type Glimpse;

    /// In which epoch it is ours, if there are other nodes.
    fn epoch(&self) -> Option<Epoch>;
    /// Why nothing more is done here, if that is so.
    fn failed(&self) -> Option<&Self::Problem>;
    /// Nothing more is done here.
    fn fail(&mut self, why: Self::Problem);
    /// The error that the room is not ours.
    fn lost(&self) -> Self::Problem;
    /// Whether that is why.
    fn is_lost(problem: &Self::Problem) -> bool;
    /// How the room stands, if there are other nodes.
    fn standing(&self) -> Option<Standing<Self::Glimpse>>;

    /// Takes an input through the room's one door.
    fn apply(&mut self, input: Self::Input) -> Result<Self::Change, Self::Problem>;
    /// Whether there is nothing to be written.
    fn is_silent(change: &Self::Change) -> bool;
    /// Writes what changed.
    async fn write(&mut self, change: &Self::Change) -> Result<(), Self::Problem>;
    /// Tells everybody, here and elsewhere.
    fn tell(&mut self, change: Self::Change) -> Self::Outcome;
    /// Whether the room is still ours, for certain. A node that slept waits until the database has said so.
    async fn holds(&self) -> bool;
}

/// Applies an input, writes its effects, and then tells them.
pub async fn take<R: Running>(room: &mut R, input: R::Input) -> Result<R::Outcome, R::Problem> {
    if let Some(problem) = room.failed() {
        return Err(problem.clone());
    }
    let change = room.apply(input)?;
    if R::is_silent(&change) {
        // No write, so no fence has checked the lease.
        confirm(room).await?;
    } else if let Err(problem) = room.write(&change).await {
        room.fail(problem.clone());
        return Err(problem);
    }
    Ok(room.tell(change))
}

/// Confirms the lease: a node that slept stays silent until then.
pub async fn confirm<R: Running>(room: &mut R) -> Result<(), R::Problem> {
    if let Some(problem) = room.failed() {
        return Err(problem.clone());
    }
    if room.holds().await {
        return Ok(());
    }
    step_back(room);
    Err(room.lost())
}

/// The room is somebody else's.
fn step_back<R: Running>(room: &mut R) {
    let lost = room.lost();
    room.fail(lost);
}

/// The answer to another node's request.
pub fn reply<R: Running>(
    room: &R,
    done: Result<R::Outcome, R::Problem>,
) -> Reply<R::Glimpse, Result<R::Outcome, R::Problem>> {
    match room.failed() {
        Some(problem) if R::is_lost(problem) => Reply::NotMine,
        // The room has an unwritten change: it stays silent.
        Some(problem) => Reply::Failed(Err(problem.clone())),
        None => match room.standing() {
            Some(standing) => Reply::Answer(Box::new(standing), done),
            None => Reply::NotMine,
        },
    }
}

/// Whether the room is run in this epoch, in which this node owns it; if not, it ends. Without other nodes there is one
/// epoch.
pub fn is_run_in<R: Running>(room: &mut R, epoch: Epoch) -> bool {
    let is_run = room.epoch().is_none_or(|ours| ours >= epoch);
    if !is_run {
        step_back(room);
    }
    is_run
}

/// This node does not own the room any more, as it did in this epoch.
pub fn lose<R: Running>(room: &mut R, epoch: Epoch) {
    if room.epoch().is_some_and(|ours| ours <= epoch) {
        step_back(room);
    }
}
