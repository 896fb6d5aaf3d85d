//! The run: game after game, law after law.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use table::{Awaits, Game, Luck, Purpose, Seed};

use crate::bench::{Bench, Book};
use crate::course::{every_piece_once, goes_on_until_over};
use crate::law::{Broken, Law, Verdict};
use crate::plan::{Plan, Report};
use crate::trace::{Trace, choices_of};
use crate::vocabulary::Vocabulary;

/// From one moment in so many the words are learnt that a pair is probed with.
const LISTEN_EVERY: u32 = 6;

/// One round through all games. A later round leans on what the earlier ones have found sound, so that the
/// law that is named is the one that is broken and not one that stands on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    /// The door, the course of the game and its record.
    Table,
    /// Secrets, between tables that truly could both be.
    Forks,
    /// Imagined worlds by themselves.
    Worlds,
    /// Secrets, between the truth and imagined worlds.
    Doubles,
}

/// Plays the games of the plan at random and holds each to every law; gives back what was tried, or the first breach.
///
/// `make` takes the number of a game and gives that game in its box, the same for the same number.
pub fn check<G: Game>(make: impl Fn(u64) -> G, plan: &Plan) -> Result<Report, Broken> {
    let book = Book::of::<G>();
    let mut report = Report::default();
    for round in [Round::Table, Round::Forks, Round::Worlds, Round::Doubles] {
        for number in plan.first..plan.first.saturating_add(plan.games) {
            let seed = Seed::new(plan.seed, number);
            let step = Cell::new(0);
            let game = AssertUnwindSafe(|| one_game(&make, round, seed, plan, &book, &mut report, &step));
            let verdict = catch_unwind(game).unwrap_or_else(|panic| {
                Law::NeverPanics.broken(format!("the rules panicked: {}", panic_message(panic.as_ref())))
            });
            verdict.map_err(|flaw| flaw.found(seed, step.get()))?;
        }
    }
    let last = Seed::new(plan.seed, plan.first.saturating_add(plan.games).saturating_sub(1));
    report.judge().map_err(|flaw| flaw.found(last, 0))?;
    Ok(report)
}

fn one_game<G: Game>(
    make: &impl Fn(u64) -> G,
    round: Round,
    seed: Seed,
    plan: &Plan,
    book: &Book,
    report: &mut Report,
    step: &Cell<usize>,
) -> Verdict {
    let fresh = || make(seed.game);
    let game = fresh();
    let trace = Trace::play(&game, seed, |reached| step.set(reached))?;
    if trace.inputs.is_empty() {
        return Law::GoesOnUntilOver.broken("the game is over before its first input");
    }
    let mut bench = Bench {
        game: &game,
        plan,
        book,
        luck: Seed::new(!seed.number, seed.game << 2 | round as u64).luck(Purpose::Trial),
        words: Vocabulary::new(),
        report,
        step,
    };
    match round {
        Round::Table => {
            bench.count(&trace);
            bench.keeps_the_laws_of_a_moment(&trace)?;
            bench.plays_again_the_same(&trace)?;
            let text = bench.replays_from_its_record(&trace, seed, fresh)?;
            bench.forgeries_are_found_out(&text, fresh)?;
            bench.takes_back(&trace, (&text, seed), fresh)?;
            if seed.game - plan.first < plan.weighings {
                bench.weighs_luck_somewhere(&trace)?;
            }
            Ok(())
        }
        Round::Forks => {
            bench.learns_the_words(&trace)?;
            bench.forks_keep_secrets(&trace)
        }
        Round::Worlds => {
            let hidden = bench.first_secrets(&trace);
            bench.imagines_worlds(&trace, &hidden)
        }
        Round::Doubles => {
            bench.learns_the_words(&trace)?;
            bench.doubles_keep_secrets(&trace)
        }
    }
}

impl<G: Game> Bench<'_, G> {
    fn count(&mut self, trace: &Trace<G>) {
        let decisions = trace.decisions.last().copied().unwrap_or_default();
        self.report.games += 1;
        self.report.decisions += decisions;
        self.report.outcomes += trace.inputs.len() as u64 - decisions;
        self.report.longest = self.report.longest.max(decisions);
    }

    /// Meets the words of some moments of a game, for the probes of its pairs.
    fn learns_the_words(&mut self, trace: &Trace<G>) -> Verdict {
        for (awaits, state) in trace.awaits.iter().zip(&trace.states) {
            if self.one_in(LISTEN_EVERY) {
                for seat in awaits.seats().iter() {
                    for action in choices_of(self.game, state, seat) {
                        self.words.meet_action(self.game, action)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The laws that look at one table only, at every moment of a game.
    fn keeps_the_laws_of_a_moment(&mut self, trace: &Trace<G>) -> Verdict {
        for (step, state) in trace.states.iter().enumerate() {
            self.step.set(step);
            every_piece_once(self.game, state)?;
            goes_on_until_over(self.game, state)?;
            self.ending_is_told(state)?;
            self.luck_waits_its_turn(state)?;
            self.try_the_door(state)?;
            if self.one_in(self.plan.look_every) || step == trace.inputs.len() {
                self.prompts_are_true(state)?;
            }
            if let Some(events) = trace.events.get(step) {
                self.events_are_told(events)?;
            }
        }
        Ok(())
    }

    fn weighs_luck_somewhere(&mut self, trace: &Trace<G>) -> Verdict {
        let lucky = |step: &usize| matches!(trace.awaits[*step], Awaits::Luck(_));
        let moments: Vec<usize> = (0..trace.awaits.len()).filter(lucky).collect();
        match self.luck.pick(&moments) {
            None => Ok(()),
            Some(step) => {
                self.step.set(step);
                self.weigh_luck(&trace.states[step])
            }
        }
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (None, Some(text)) => text.clone(),
        (None, None) => "without a word".to_owned(),
    }
}
