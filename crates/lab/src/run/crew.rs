//! Who does the work of a run: the threads of this machine, or anybody else who can do a piece.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::run::RunError;
use crate::run::task::{Done, Task};

/// A flag that asks a run to stop when the work in hand is done.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks it to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A piece of work: some games of one of several tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The task, by its place.
    pub task: usize,
    /// The numbers of the games.
    pub numbers: Range<u64>,
}

/// Whether there is more to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// There is.
    GoOn,
    /// There is not: the numbers are certain enough.
    Enough,
}

/// Takes what came of a piece; it is called once a piece, in any order and from any thread.
pub type Take<'a> = &'a (dyn Fn(&Piece, Done) -> Result<Flow, RunError> + Sync);

/// Somebody who does pieces of work. What comes of a piece depends on the piece alone.
pub trait Crew: Sync {
    /// Does the pieces, begun in their order, until all are done, somebody stops it, `take` has enough or fails.
    fn carry_out(
        &self,
        tasks: &[Task],
        pieces: &mut (dyn Iterator<Item = Piece> + Send),
        stop: &Stop,
        take: Take<'_>,
    ) -> Result<(), RunError>;
}

/// So many threads to play on.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|wrong| RunError(format!("cannot start {threads} threads: {wrong}")))
}

/// The threads of this machine.
#[derive(Debug)]
pub struct Threads(rayon::ThreadPool);

impl Threads {
    /// So many of them.
    pub fn new(threads: usize) -> Result<Self, RunError> {
        pool(threads).map(Self)
    }
}

impl Crew for Threads {
    fn carry_out(
        &self,
        tasks: &[Task],
        pieces: &mut (dyn Iterator<Item = Piece> + Send),
        stop: &Stop,
        take: Take<'_>,
    ) -> Result<(), RunError> {
        let pieces = Mutex::new(pieces);
        let trouble = Mutex::new(None);
        let is_over = AtomicBool::new(false);
        // Pieces are taken up in order, so that a run that stops has no gaps worth mentioning.
        let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
        self.0.broadcast(|_| {
            while !stop.is_raised() && !is_over.load(Ordering::Relaxed) {
                let Some(piece) = next() else { break };
                match take(&piece, tasks[piece.task].play(piece.numbers.clone())) {
                    Ok(Flow::GoOn) => {}
                    Ok(Flow::Enough) => is_over.store(true, Ordering::Relaxed),
                    Err(wrong) => {
                        trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(wrong);
                        is_over.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        trouble.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}
