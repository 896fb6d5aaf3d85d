//! Following a room that another node owns: applying the owner's news, and forwarding requests to it. Nothing is shown
//! before it is written, and every answer is at least as new as the owner's: the owner sends its number of lines, and
//! all of them are applied first. The implementor of [`Following`] supplies storage, messaging and time.

use crate::effect::Owner;
use crate::id::{Epoch, Millis, NodeId};
use crate::news::{Worth, worth};

/// Time-out of a whole request, counted from its arrival: a client that is refused then has time to ask another node.
const IN_ALL: u64 = 5_000;
/// Time-out of the owner's answer; then the owner is searched for again.
const ANSWERS_WITHIN: u64 = 1_500;
/// Time-out of a command, which is not repeated.
const DONE_WITHIN: u64 = 3_000;
/// Interval of checks whether a silent owner still has the room.
pub const LOOKS: u64 = 400;
/// Wait for written lines to arrive before they are read from the journal.
const HEARD_WITHIN: u64 = 100;
/// Back-off before the next search for the owner: longer each time, up to the second.
const PAUSES: (u64, u64) = (50, 200);

/// Position: the last message received from the owner of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Heard {
    /// The epoch of the owner.
    pub epoch: Epoch,
    /// Its number: it counts up with every message of the owner, past every reload of the room.
    pub tick: u64,
}

/// The state of a room, by its owner.
#[derive(Debug, Clone)]
pub struct Standing<G> {
    /// Its epoch and number.
    pub said: Heard,
    /// How many lines are written.
    pub head: u64,
    /// The extras shown beside them.
    pub glimpse: G,
}

/// A message of the owner of a room to all its followers.
#[derive(Debug, Clone)]
pub struct News<L, G, T> {
    /// The owner.
    pub owner: NodeId,
    /// The state of the room after them.
    pub standing: Standing<G>,
    /// The latest written lines.
    pub lines: Vec<L>,
    /// Their events for listeners.
    pub tell: Vec<T>,
}

/// The owner's answer to a request.
#[derive(Debug, Clone)]
pub enum Reply<G, A> {
    /// The room is not ours, and nothing was done.
    NotMine,
    /// It failed, and the room is loaded again.
    Failed(A),
    /// The outcome, and the state of the room after it.
    Answer(Box<Standing<G>>, A),
}

/// Why a request has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unanswered {
    /// It was not received.
    Unheard,
    /// No answer came: it may have been done.
    Unsure,
}

/// Why the owner did not do it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// This node has the room now.
    Ours,
    /// It cannot be reached; nothing was done.
    Unreachable,
    /// It may have been done.
    Unsure,
}

/// A received line does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damaged;

/// A room that another node owns, with its surroundings.
#[expect(async_fn_in_trait, reason = "whoever follows a room knows whether it may be sent to another thread")]
pub trait Following {
    /// A line of the journal.
    type Line;
    /// The extras shown beside the lines.
    type Glimpse;
    /// An event for listeners.
    type Tell;
    /// A request to the owner.
    type Asking: Clone;
    /// Its answer.
    type Answer;

    /// The supposed owner of the room.
    fn owner(&mut self) -> &mut NodeId;
    /// The owner's last position.
    fn heard(&self) -> Heard;
    /// Shows the owner's extras beside the lines, and notes the position. A new owner may not know the listeners here.
    /// Says whether listeners would notice, though no line was written.
    fn show(&mut self, said: Heard, glimpse: &Self::Glimpse) -> bool;
    /// Tells listeners of the extras.
    fn tell_glimpse(&mut self);
    /// How many lines are folded.
    fn lines(&self) -> u64;
    /// Folds the next lines.
    fn fold(&mut self, lines: &[Self::Line]) -> Result<(), Damaged>;
    /// Tells the listeners here.
    fn tell(&mut self, tell: &[Self::Tell]);
    /// All received lines are applied.
    fn settle(&mut self);
    /// The room is followed no longer.
    fn end(&mut self);

    /// The time.
    fn now(&self) -> Millis;
    /// Waits for so long.
    async fn pause(&mut self, length: u64);
    /// The owner's next message, if it comes in time.
    async fn next_news(&mut self, within: u64) -> Option<News<Self::Line, Self::Glimpse, Self::Tell>>;
    /// Reads the missing lines from the journal; `None` if that fails or takes too long.
    async fn read_journal(&mut self, within: u64) -> Option<()>;
    /// How many lines are written; nothing if that cannot be read in time.
    async fn written(&mut self, within: u64) -> Option<u64>;
    /// The owner of the room, if that is found out in time.
    async fn find_owner(&mut self, within: u64) -> Option<Owner>;
    /// Sends a request to the supposed owner; one that changes something is for this epoch alone. The owner is checked
    /// every [`LOOKS`]: a node that has lost the room is waited for no longer.
    async fn ask(
        &mut self,
        asking: Self::Asking,
        only_in: Option<Epoch>,
        within: u64,
    ) -> Result<Reply<Self::Glimpse, Self::Answer>, Unanswered>;
}

/// Takes news of the owner.
pub async fn hear<F: Following>(room: &mut F, news: News<F::Line, F::Glimpse, F::Tell>) {
    if news.standing.said.epoch >= room.heard().epoch {
        *room.owner() = news.owner;
    }
    match worth(room.lines(), news.standing.head, news.lines.len()) {
        // The journal has the missing lines and all of these.
        Worth::Misses => {
            if room.read_journal(IN_ALL).await.is_none() {
                room.end();
            }
            show_and_tell(room, &news.standing);
        }
        Worth::New(from) => {
            if room.fold(&news.lines[from..]).is_err() {
                room.end();
                return;
            }
            let is_noticed = show(room, &news.standing);
            if is_noticed && news.tell.is_empty() {
                room.tell_glimpse();
            }
            room.tell(&news.tell);
        }
        Worth::Known => show_and_tell(room, &news.standing),
    }
    room.settle();
}

/// Shows the owner's extras, if they are newer; says whether listeners would notice.
fn show<F: Following>(room: &mut F, standing: &Standing<F::Glimpse>) -> bool {
    let is_newer = standing.said > room.heard() && standing.head == room.lines();
    is_newer && room.show(standing.said, &standing.glimpse)
}

fn show_and_tell<F: Following>(room: &mut F, standing: &Standing<F::Glimpse>) {
    if show(room, standing) {
        room.tell_glimpse();
    }
}

/// Applies all lines up to the owner's last.
async fn catch_up<F: Following>(
    room: &mut F,
    standing: &Standing<F::Glimpse>,
    until: Millis,
) -> Result<(), Failure> {
    while room.lines() < standing.head {
        match room.next_news(HEARD_WITHIN).await {
            Some(news) => hear(room, news).await,
            None => {
                let left = room.now().until(until);
                room.read_journal(left).await.ok_or(Failure::Unreachable)?;
            }
        }
        if room.now() >= until && room.lines() < standing.head {
            return Err(Failure::Unreachable);
        }
    }
    show_and_tell(room, standing);
    room.settle();
    Ok(())
}

/// Back-off and retry: finds the owner after a pause that is longer each time.
async fn look_again<F: Following>(room: &mut F, pause: &mut u64, until: Millis) -> Result<(), Failure> {
    room.pause(*pause).await;
    *pause = (*pause * 2).min(PAUSES.1);
    find(room, until).await
}

async fn find<F: Following>(room: &mut F, until: Millis) -> Result<(), Failure> {
    match room.find_owner(room.now().until(until)).await {
        Some(Owner::There(owner)) => {
            *room.owner() = owner;
            Ok(())
        }
        Some(Owner::Here(_)) => {
            room.end();
            Err(Failure::Ours)
        }
        None => Err(Failure::Unreachable),
    }
}

/// Sends a repeatable request to the owner; it came in at this moment.
pub async fn bring<F: Following>(
    room: &mut F,
    asking: F::Asking,
    asked: Millis,
) -> Result<F::Answer, Failure> {
    bring_until(room, asking, asked + IN_ALL).await
}

async fn bring_until<F: Following>(
    room: &mut F,
    asking: F::Asking,
    until: Millis,
) -> Result<F::Answer, Failure> {
    let mut pause = PAUSES.0;
    while room.now() < until {
        match room.ask(asking.clone(), None, ANSWERS_WITHIN).await {
            Ok(Reply::Answer(standing, answer)) => {
                catch_up(room, &standing, until).await?;
                return Ok(answer);
            }
            Ok(Reply::Failed(answer)) => return Ok(answer),
            Ok(Reply::NotMine) | Err(Unanswered::Unheard | Unanswered::Unsure) => {
                look_again(room, &mut pause, until).await?;
            }
        }
    }
    Err(Failure::Unreachable)
}

/// Has the owner carry out a command at most once. The command names one epoch; a later owner refuses it. If no answer
/// comes, it is retried only when a new owner has taken over and the journal has not grown: then it cannot have run.
/// `looking` only asks for the state of the room.
pub async fn carry_out_there<F: Following>(
    room: &mut F,
    asking: F::Asking,
    looking: F::Asking,
    asked: Millis,
) -> Result<F::Answer, Failure> {
    let until = asked + IN_ALL;
    let mut pause = PAUSES.0;
    while room.now() < until {
        let (before, epoch) = (room.lines(), room.heard().epoch);
        if epoch == Epoch::default() {
            // No message of the owner yet.
            bring_until(room, looking.clone(), until).await?;
            continue;
        }
        match room.ask(asking.clone(), Some(epoch), DONE_WITHIN).await {
            Ok(Reply::Answer(standing, answer)) => {
                // It is done, whether that can be seen here or not.
                catch_up(room, &standing, until).await.map_err(|_| Failure::Unsure)?;
                return Ok(answer);
            }
            Ok(Reply::Failed(answer)) => return Ok(answer),
            Ok(Reply::NotMine) | Err(Unanswered::Unheard) => {
                look_again(room, &mut pause, until).await?;
                bring_until(room, looking.clone(), until).await?;
            }
            Err(Unanswered::Unsure) => {
                let looked = match find(room, until).await {
                    Ok(()) => bring_until(room, looking.clone(), until).await.map(drop),
                    Err(failure) => Err(failure),
                };
                match looked {
                    Ok(()) if room.heard().epoch > epoch && room.lines() == before => {}
                    Err(Failure::Ours) => {
                        let is_undone = room.written(ANSWERS_WITHIN).await == Some(before);
                        return Err(if is_undone { Failure::Ours } else { Failure::Unsure });
                    }
                    Ok(()) | Err(Failure::Unreachable | Failure::Unsure) => return Err(Failure::Unsure),
                }
            }
        }
    }
    Err(Failure::Unreachable)
}
