//! A hunt for puzzles through many games at once.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use bots::PUZZLES_OF_A_THEME;
use games::Setup;

use crate::puzzles::{Except, FoundPuzzle};
use crate::run::{Crew, Done, Flow, Piece, Question, RunError, Stop, Task};
use crate::sim::Plan;

/// A hunt for puzzles: the aim, and the games to search.
#[derive(Debug, Clone)]
pub struct Hunt {
    /// Who plays the games that are looked through.
    pub plan: Plan,
    /// How many games at most.
    pub games: u64,
    /// How many puzzles are enough.
    pub wanted: usize,
    /// Which answers are not looked for.
    pub except: Except,
}

/// Looks through games until there are enough puzzles; at most one of each game, and few of the same theme or with the
/// same answer. `found` is called with each in the order of the games, and `done` after each game.
pub fn hunt(
    setup: &Setup,
    Hunt { plan, games, wanted, except }: &Hunt,
    crew: &dyn Crew,
    found: impl FnMut(&FoundPuzzle) -> Result<(), RunError> + Send,
    done: impl Fn() + Sync,
) -> Result<(), RunError> {
    let task =
        Task { setup: setup.clone(), plan: plan.clone(), question: Question::Hunt, except: except.clone() };
    let order = Mutex::new(Order { next: 0, kept: Kept::of(*wanted), waiting: BTreeMap::new(), found });
    let take = |piece: &Piece, came: Done| {
        let Done::Hunted(finds) = came else {
            return Err(RunError("what came back is not what was asked for".to_owned()));
        };
        done();
        let mut order = order.lock().unwrap_or_else(PoisonError::into_inner);
        order.take(piece.numbers.start, finds.into_iter().next())
    };
    let piece = |number: u64| Piece { task: 0, numbers: number..number + 1 };
    crew.carry_out(&[task], &mut (0..*games).map(piece), &Stop::default(), &take)
}

/// Of so many puzzles one may have the same answer as another.
const SAME_ANSWER: usize = 10;
/// And one the same answer in the place of the same obvious choice.
const SAME_PAIR: usize = 40;

/// Kept puzzles, counted so that a hunt does not repeat itself.
struct Kept {
    wanted: usize,
    count: usize,
    answers: BTreeMap<String, usize>,
    pairs: BTreeMap<(String, String), usize>,
    themes: BTreeMap<String, usize>,
}

impl Kept {
    const fn of(wanted: usize) -> Self {
        Self { wanted, count: 0, answers: BTreeMap::new(), pairs: BTreeMap::new(), themes: BTreeMap::new() }
    }

    const fn is_enough(&self) -> bool {
        self.count >= self.wanted
    }

    /// Whether a puzzle is kept: there is not enough yet, and not too much of the same.
    fn keeps(&mut self, puzzle: &FoundPuzzle) -> bool {
        let Some(best) = puzzle.options.first() else { return false };
        let answer = best.action.clone();
        let same = self.answers.entry(answer.clone()).or_default();
        let same_pair = self.pairs.entry((answer, puzzle.obvious.clone())).or_default();
        let mut nothing = 0;
        let same_theme = match &puzzle.theme {
            Some(theme) => self.themes.entry(theme.clone()).or_default(),
            None => &mut nothing,
        };
        let keeps = self.count < self.wanted
            && *same_theme < PUZZLES_OF_A_THEME
            && *same < self.wanted.div_ceil(SAME_ANSWER)
            && *same_pair < self.wanted.div_ceil(SAME_PAIR);
        if keeps {
            self.count += 1;
            *same += 1;
            *same_pair += 1;
            *same_theme += 1;
        }
        keeps
    }
}

/// Finds that wait until those before them have come.
struct Order<F> {
    next: u64,
    kept: Kept,
    waiting: BTreeMap<u64, Option<FoundPuzzle>>,
    found: F,
}

impl<F: FnMut(&FoundPuzzle) -> Result<(), RunError>> Order<F> {
    fn take(&mut self, number: u64, find: Option<FoundPuzzle>) -> Result<Flow, RunError> {
        self.waiting.insert(number, find);
        while let Some(find) = self.waiting.remove(&self.next) {
            self.next += 1;
            if let Some(puzzle) = find
                && self.kept.keeps(&puzzle)
            {
                (self.found)(&puzzle)?;
            }
        }
        Ok(if self.kept.is_enough() { Flow::Enough } else { Flow::GoOn })
    }
}

#[cfg(test)]
mod tests {
    use table::{Seat, SeatCount};

    use super::*;
    use crate::puzzles::FoundOption;

    fn puzzle(number: u64, answer: &str, obvious: &str) -> FoundPuzzle {
        let option =
            |action: &str| FoundOption { action: action.into(), chance: 0.5, error: 0.0, remark: None };
        FoundPuzzle {
            number,
            setting: Vec::new(),
            seats: SeatCount::new(2).unwrap(),
            inputs: Vec::new(),
            seat: Seat::new(0).unwrap(),
            options: vec![option(answer), option(obvious)],
            obvious: obvious.into(),
            theme: answer.strip_prefix("play ").map(|_| "Machines".to_owned()),
            difficulty: 1,
        }
    }

    /// The answers that are kept of these finds, which come in the wrong order.
    fn kept(wanted: usize, finds: &[(&str, &str)]) -> Vec<String> {
        let mut answers = Vec::new();
        let found = |puzzle: &FoundPuzzle| {
            answers.push(puzzle.options[0].action.clone());
            Ok(())
        };
        let mut order = Order { next: 0, kept: Kept::of(wanted), waiting: BTreeMap::new(), found };
        for (number, (answer, obvious)) in finds.iter().enumerate().rev() {
            let number = number as u64;
            order.take(number, Some(puzzle(number, answer, obvious))).unwrap();
        }
        answers
    }

    #[test]
    fn a_hunt_keeps_few_of_the_same_answer() {
        let finds: Vec<(&str, String)> =
            (0..90).map(|number| (["draw", "stop", "pass"][number % 3], format!("play {number}"))).collect();
        let finds: Vec<(&str, &str)> =
            finds.iter().map(|(answer, obvious)| (*answer, &obvious[..])).collect();
        assert_eq!(kept(20, &finds), ["draw", "stop", "pass", "draw", "stop", "pass"], "two of twenty each");
        assert_eq!(kept(3, &finds), ["draw", "stop", "pass"]);
        assert_eq!(kept(100, &finds).len(), 30, "ten of a hundred each");
    }

    #[test]
    fn a_hunt_keeps_few_of_the_same_theme() {
        let cards: Vec<String> = (0..9).map(|card| format!("play {card}")).collect();
        let finds: Vec<(&str, &str)> = cards.iter().map(|card| (card.as_str(), "draw")).collect();
        assert_eq!(kept(400, &finds).len(), PUZZLES_OF_A_THEME);
        let without: Vec<String> = (0..9).map(|card| format!("relay {card}")).collect();
        let finds: Vec<(&str, &str)> = without.iter().map(|card| (card.as_str(), "draw")).collect();
        assert_eq!(kept(400, &finds).len(), 9, "there are no themes");
    }

    #[test]
    fn a_hunt_keeps_fewer_of_the_same_answer_to_the_same_temptation() {
        let finds = [("draw", "play a"), ("draw", "play a"), ("draw", "play b"), ("draw", "play a")];
        assert_eq!(kept(40, &finds).len(), 2);
        assert_eq!(kept(80, &finds).len(), 3);
    }
}
