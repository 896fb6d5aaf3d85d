//! A hunt for puzzles through many games at once.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use games::Setup;

use crate::puzzles::FoundPuzzle;
use crate::run::{Crew, Done, Flow, Piece, Question, RunError, Stop, Task};
use crate::sim::Plan;

/// What is hunted for, and where.
#[derive(Debug, Clone)]
pub struct Hunt {
    /// Who plays the games that are looked through.
    pub plan: Plan,
    /// How many games at most.
    pub games: u64,
    /// How many puzzles are enough.
    pub wanted: usize,
}

/// Looks through games until there are enough puzzles; at most one of each game. `found` is called with each in the order
/// of the games, and `done` after each game.
pub fn hunt(
    setup: &Setup,
    Hunt { plan, games, wanted }: &Hunt,
    crew: &dyn Crew,
    found: impl FnMut(&FoundPuzzle) -> Result<(), RunError> + Send,
    done: impl Fn() + Sync,
) -> Result<(), RunError> {
    let task = Task { setup: setup.clone(), plan: plan.clone(), question: Question::Hunt };
    let order = Mutex::new(Order { next: 0, count: 0, waiting: BTreeMap::new(), found });
    let take = |piece: &Piece, came: Done| {
        let Done::Hunted(finds) = came else {
            return Err(RunError("what came back is not what was asked for".to_owned()));
        };
        done();
        let mut order = order.lock().unwrap_or_else(PoisonError::into_inner);
        order.take(piece.numbers.start, finds.into_iter().next(), *wanted)
    };
    let piece = |number: u64| Piece { task: 0, numbers: number..number + 1 };
    crew.carry_out(&[task], &mut (0..*games).map(piece), &Stop::default(), &take)
}

/// Finds that wait until those before them have come.
struct Order<F> {
    next: u64,
    count: usize,
    waiting: BTreeMap<u64, Option<FoundPuzzle>>,
    found: F,
}

impl<F: FnMut(&FoundPuzzle) -> Result<(), RunError>> Order<F> {
    fn take(&mut self, number: u64, find: Option<FoundPuzzle>, wanted: usize) -> Result<Flow, RunError> {
        self.waiting.insert(number, find);
        while let Some(find) = self.waiting.remove(&self.next) {
            self.next += 1;
            if let Some(puzzle) = find
                && self.count < wanted
            {
                self.count += 1;
                (self.found)(&puzzle)?;
            }
        }
        Ok(if self.count < wanted { Flow::GoOn } else { Flow::Enough })
    }
}
