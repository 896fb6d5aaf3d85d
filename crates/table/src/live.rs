//! A live match: one game in progress, what everybody heard, and in the end its record.

use serde_json::Value;

use crate::{
    Awaits, Ending, Game, Input, InputOf, Luck, Prompt, Record, Seat, Seed, Telling, Vantage, Viewer, record,
    short_digest,
};

/// A game in progress. It owns the true state and shows only what a viewer may see.
pub struct Match<G: Game> {
    game: G,
    state: G::State,
    inputs: Vec<InputOf<G>>,
    checks: Vec<Check>,
    minutes: Vec<(usize, Telling<G::Event>)>,
}

/// The digest of the state after so many inputs.
struct Check {
    after: usize,
    turn: u32,
    digest: String,
}

impl<G: Game> Match<G> {
    /// A table set up and waiting for its first input.
    pub fn new(game: G) -> Self {
        let state = game.set_up();
        Self { game, state, inputs: Vec::new(), checks: Vec::new(), minutes: Vec::new() }
    }

    /// The rules this match is played by.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Whom or what the table waits for.
    pub fn awaits(&self) -> Awaits {
        self.game.awaits(&self.state)
    }

    /// How the match came out, once it is over.
    pub fn ending(&self) -> Option<Ending> {
        self.game.ending(&self.state)
    }

    /// How many inputs the match has taken: the number of its last change.
    pub fn version(&self) -> usize {
        self.inputs.len()
    }

    /// How many turns have begun.
    pub fn turns(&self) -> u32 {
        self.game.turns(&self.state)
    }

    /// The table from where this viewer stands.
    pub const fn vantage(&self, viewer: Viewer) -> Vantage<'_, G> {
        Vantage::new(&self.game, &self.state, viewer)
    }

    /// What this viewer sees.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.state, viewer)
    }

    /// What this viewer is asked.
    pub fn prompt(&self, viewer: Viewer) -> Prompt<G::Action> {
        self.game.prompt(&self.state, viewer)
    }

    /// Everything this seat may do now, in canonical order.
    pub fn choices(&self, seat: Seat, into: &mut Vec<G::Action>) {
        self.game.choices(&self.state, seat, into);
    }

    /// What this viewer has heard since the change of that number, oldest first, with the number of each change.
    pub fn heard(&self, viewer: Viewer, since: usize) -> impl Iterator<Item = (usize, &G::Event)> {
        self.minutes
            .iter()
            .filter(move |(version, _)| *version > since)
            .filter_map(move |(version, telling)| Some((*version, telling.heard_by(viewer)?)))
    }

    /// Everything that the last change brought, in the words of those who know most.
    pub(crate) fn last_in_full(&self) -> impl Iterator<Item = &G::Event> {
        let version = self.inputs.len();
        self.minutes.iter().filter(move |(of, _)| *of == version).filter_map(|(_, telling)| telling.in_full())
    }

    /// A seat acts.
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), G::Refusal> {
        self.take(Input::Act(seat, action))
    }

    /// Luck falls, as this generator has it; `None` where no luck is awaited.
    pub fn draw(&mut self, luck: &mut impl Luck) -> Option<G::Outcome> {
        let outcome = self.game.chance(&self.state, luck)?;
        self.take(Input::Luck(outcome)).ok()?;
        Some(outcome)
    }

    /// Takes any input, or refuses it and changes nothing.
    pub fn take(&mut self, input: InputOf<G>) -> Result<(), G::Refusal> {
        let turn = self.turns();
        let mut heard: Vec<Telling<G::Event>> = Vec::new();
        self.game.apply(&mut self.state, input, &mut heard)?;
        self.inputs.push(input);
        let version = self.inputs.len();
        self.minutes.extend(heard.into_iter().map(|telling| (version, telling)));
        if self.turns() != turn || self.ending().is_some() {
            self.checks.push(Check {
                after: version,
                turn: self.turns(),
                digest: short_digest(&self.position().to_string()),
            });
        }
        Ok(())
    }

    /// The whole table; only for what is refereed from a record.
    pub(crate) fn position(&self) -> Value {
        self.game.position(&self.state)
    }

    /// The digest that a record has after its last input, if a turn just began or the game just ended.
    pub(crate) fn last_check(&self) -> Option<(u32, &str)> {
        let check = self.checks.last()?;
        (check.after == self.inputs.len()).then_some((check.turn, check.digest.as_str()))
    }

    /// The record of the match: only when it is over.
    pub fn record(&self, names: &[String], seed: Option<Seed>) -> Option<Record> {
        let ending = self.ending()?;
        let mut lines = Vec::with_capacity(self.inputs.len() + self.checks.len());
        let mut checks = self.checks.iter().peekable();
        for (place, input) in self.inputs.iter().enumerate() {
            lines.push(record::write_input(&self.game, *input));
            while let Some(check) = checks.next_if(|check| check.after == place + 1) {
                lines.push(record::write_check(check.turn, &check.digest));
            }
        }
        Some(Record::new(&self.game, names, seed, lines, ending))
    }
}
