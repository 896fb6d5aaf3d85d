//! Looks at a game again, input by input.

use bots::{Effort, Judge, assess, chance, luck};
use table::{
    Awaits, Fault, Input, InputOf, Luck as _, Match, Prompt, Prose, Purpose, Record, ScopedEvent, Seat, Seed,
    Unreadable, Viewer, write_input,
};

use crate::summary::{moments, summaries};
use crate::{Better, Decision, Depth, Grade, Points, Review, Step, Thought};

/// Where the luck of estimates comes from unless another seed is named: the same game gives the same review everywhere.
pub const SEED: Seed = Seed::new(1998, 0);

/// The purpose of an estimate. Each has luck of its own.
#[derive(Debug, Clone, Copy)]
enum Question {
    Chance,
    Luck,
    Decision,
    Comparison,
    Blind,
}

/// The worth of two choices.
struct Compared {
    best: Points,
    chosen: Points,
    loss: Points,
}

/// Looks at a finished game again, one input at a time. The same game, depth and seed give the same review.
///
/// What it says of a seat comes from that seat's views and own choices alone.
pub struct Reviewer<G: Judge> {
    game: G,
    state: G::State,
    inputs: Vec<InputOf<G>>,
    thought: Thought,
    seed: Seed,
    /// Everybody's view now.
    views: Vec<G::View>,
    /// Everybody's chance now.
    chances: Vec<Points>,
    review: Review,
}

impl<G: Judge + Clone> Reviewer<G> {
    /// Begins with a match that is over; `None` if it is not.
    pub fn of(live: &Match<G>, depth: Depth, seed: Seed) -> Option<Self> {
        live.ending()?;
        let inputs = live.inputs().map(|(_, line)| live.read_input(&line));
        let inputs: Vec<InputOf<G>> = inputs.collect::<Result<_, _>>().ok()?;
        Some(Self::new(live.game().clone(), inputs, depth, seed))
    }
}

impl<G: Judge> Reviewer<G> {
    /// Begins with a record of this game, or gives the record's error.
    pub fn of_record(record: &Record, game: impl Fn() -> G, depth: Depth, seed: Seed) -> Result<Self, Fault> {
        let live = record.referee(game())?;
        let unreadable = |wrong: Unreadable| Fault::new(1, wrong.0);
        let inputs = live.inputs().map(|(_, line)| live.read_input(&line).map_err(unreadable));
        Ok(Self::new(game(), inputs.collect::<Result<_, _>>()?, depth, seed))
    }

    /// Begins with these inputs of a game.
    pub fn new(game: G, inputs: Vec<InputOf<G>>, depth: Depth, seed: Seed) -> Self {
        let state = game.set_up();
        Self {
            views: game.seats().iter().map(|seat| game.view(&state, Viewer::Seat(seat))).collect(),
            review: Review {
                review: Review::VERSION,
                game: G::NAME.to_owned(),
                depth,
                start: Vec::new(),
                steps: Vec::with_capacity(inputs.len()),
                seats: Vec::new(),
                moments: Vec::new(),
            },
            state,
            inputs,
            thought: depth.thought::<G>(),
            seed,
            chances: Vec::new(),
            game,
        }
    }

    /// Everybody's chance before the first input.
    fn look_at_the_start(&mut self) {
        let seats = self.game.seats().iter();
        self.chances = seats.map(|seat| self.chance_of(seat, &self.views[seat.index()])).collect();
        self.review.start.clone_from(&self.chances);
    }

    /// The same with another amount of thought.
    #[must_use]
    pub fn with(mut self, thought: Thought) -> Self {
        self.thought = thought;
        self
    }

    /// How many inputs it has looked at.
    #[must_use]
    pub const fn done(&self) -> usize {
        self.review.steps.len()
    }

    /// How many there are.
    #[must_use]
    pub const fn of_all(&self) -> usize {
        self.inputs.len()
    }

    /// The luck of one estimate.
    fn seed_for(&self, seat: Seat, question: Question) -> Seed {
        let place = (self.done() as u64) << 8 | (seat.index() as u64) << 4 | question as u64;
        Seed::new(self.seed.number, self.seed.game ^ place << 16)
    }

    fn chance_of(&self, seat: Seat, view: &G::View) -> Points {
        chance(&self.game, view, seat, self.thought.tables, self.seed_for(seat, Question::Chance)).into()
    }

    /// Looks at the next input; `None` when there is none, or one that the game does not take.
    pub fn step(&mut self) -> Option<&Step> {
        let input = *self.inputs.get(self.done())?;
        if self.chances.is_empty() {
            self.look_at_the_start();
        }
        let awaits = self.game.awaits(&self.state);
        let decision = match input {
            Input::Act(seat, action) => self.decision(seat, action),
            Input::Luck(_) => None,
        };
        let turn = self.game.turns(&self.state);
        let mut heard: Vec<ScopedEvent<G::Event>> = Vec::new();
        self.game.apply(&mut self.state, input, &mut heard).ok()?;
        let luck = match awaits {
            Awaits::Luck(audience) => {
                let sees = |seat: Seat| audience.includes(Viewer::Seat(seat));
                self.game
                    .seats()
                    .iter()
                    .map(|seat| if sees(seat) { self.luck_of(seat) } else { Points::default() })
                    .collect()
            }
            Awaits::Choice(_) | Awaits::Sealed(_) | Awaits::Nothing => Vec::new(),
        };
        self.look();
        let full = heard.iter().filter_map(|event| event.versions().next());
        let says: Vec<String> = full.map(|event| format!("{:#}", self.game.tell(event))).collect();
        self.review.steps.push(Step {
            at: self.done() + 1,
            turn,
            by: input.by(),
            input: write_input(&self.game, input),
            says: Prose::from(says.join(" ")),
            chances: self.chances.clone(),
            luck,
            decision,
        });
        self.review.steps.last()
    }

    /// The latest luck of a seat that saw it.
    fn luck_of(&self, seat: Seat) -> Points {
        let before = &self.views[seat.index()];
        let after = self.game.view(&self.state, Viewer::Seat(seat));
        let seed = self.seed_for(seat, Question::Luck);
        luck(&self.game, (before, &after), seat, self.thought.tables, seed).into()
    }

    /// Each seat looks at the table, and thinks if it sees something new.
    fn look(&mut self) {
        let ending = self.game.ending(&self.state);
        for seat in self.game.seats().iter() {
            let view = self.game.view(&self.state, Viewer::Seat(seat));
            if let Some(ending) = ending {
                let share = 100.0 / ending.winners.len().max(1) as f64;
                self.chances[seat.index()] =
                    Points::certain(if ending.winners.contains(seat) { share } else { 0.0 });
            } else if view != self.views[seat.index()] {
                self.chances[seat.index()] = self.chance_of(seat, &view);
            }
            self.views[seat.index()] = view;
        }
    }

    /// A seat's decision, if it had a choice.
    fn decision(&self, seat: Seat, chosen: G::Action) -> Option<Decision> {
        let mut choices = Vec::new();
        self.game.choices(&self.state, seat, &mut choices);
        if choices.len() < 2 {
            return None;
        }
        let view = &self.views[seat.index()];
        let seed = self.seed_for(seat, Question::Decision);
        let blind = self.seed_for(seat, Question::Blind).luck(Purpose::Trial).pick(&choices)?;
        let found = assess(&self.game, view, seat, (&choices, &[blind, chosen]), self.thought.explore, seed);
        let best = found.first()?;
        let behind =
            |action: G::Action| found.iter().find(|option| option.action == action).map(|it| it.behind);
        let prompt = self.game.prompt(&self.state, Viewer::Seat(seat));
        let why = |action: G::Action| self.game.remark(view, seat, action);
        let mut decision = Decision {
            choices: choices.len(),
            says: says(&prompt, chosen),
            why: why(chosen),
            chance: best.chance.into(),
            loss: Points::default(),
            blind: behind(blind)?.into(),
            grade: Grade::Best,
            better: None,
            stake: None,
        };
        if best.action == chosen {
            decision.stake = found.get(1).map(|next| next.behind.into());
            return Some(decision);
        }
        let compared = self.compared(seat, view, best.action, chosen)?;
        decision.better = Some(Better {
            action: self.game.write_action(best.action),
            says: says(&prompt, best.action),
            why: why(best.action),
            chance: compared.best,
            pieces: prompt.pieces_of(&best.action),
        });
        decision.chance = compared.chosen;
        decision.loss = compared.loss;
        decision.grade = Grade::of(compared.loss);
        Some(decision)
    }

    /// The worth of the search's favourite and another choice, by independent searches. Their length does not depend on
    /// earlier results: else small losses would look smaller than they are.
    fn compared(&self, seat: Seat, view: &G::View, best: G::Action, chosen: G::Action) -> Option<Compared> {
        let seed = self.seed_for(seat, Question::Comparison);
        let effort = Effort { explore: 2, widest: 2, each: self.thought.compare };
        let found =
            assess(&self.game, view, seat, (&[best.min(chosen), best.max(chosen)], &[]), effort, seed);
        let of = |action: G::Action| found.iter().find(|option| option.action == action);
        let (best, chosen) = (of(best)?, of(chosen)?);
        // One of the two is behind the other by nothing.
        let loss = Points::sum([chosen.behind.into(), Points::from(best.behind).times(-1.0)]);
        Some(Compared { best: best.chance.into(), chosen: chosen.chance.into(), loss })
    }

    /// The review, of as much as it has looked at.
    #[must_use]
    pub fn finish(mut self) -> Review {
        self.review.seats = summaries(&self.review, &self.chances);
        self.review.moments = moments(&self.review);
        self.review
    }
}

/// An answer of a prompt in words.
fn says<A: PartialEq>(prompt: &Prompt<A>, action: A) -> Prose {
    prompt.choice(&action).map_or_else(Prose::default, |choice| choice.says.clone())
}
