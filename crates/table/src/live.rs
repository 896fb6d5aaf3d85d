//! A live match: one game in progress, what everybody heard, and in the end its record.

use serde_json::Value;
use thiserror::Error;

use crate::{
    Awaits, Ending, Game, Input, InputOf, Luck, NoEvents, Observer, Occasion, OwnedObserver, Prompt, Record,
    ScopedEvent, Seat, SeatSet, Seed, Unreadable, Viewer, record, short_digest,
};

/// A game in progress. It owns the true state and shows only what a viewer may see.
pub struct Match<G: Game> {
    game: G,
    state: G::State,
    inputs: Vec<InputOf<G>>,
    /// Whether the last input began a turn or ended the game.
    is_milestone: bool,
    minutes: Vec<(usize, ScopedEvent<G::Event>)>,
    /// Events before this change cannot be heard again while the match lasts.
    forgotten: usize,
    settled: usize,
}

/// A change that cannot be taken back: by it, or after it, luck fell or somebody learned a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("that cannot be taken back: luck fell or a secret came out with change {settled}, and that stands")]
pub struct TooLate {
    /// The last change that stands for good.
    pub settled: usize,
}

impl<G: Game> Match<G> {
    /// A table set up and waiting for its first input.
    pub fn new(game: G) -> Self {
        let state = game.set_up();
        Self {
            game,
            state,
            inputs: Vec::new(),
            is_milestone: false,
            minutes: Vec::new(),
            forgotten: 0,
            settled: 0,
        }
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

    /// The last settled change: after it no luck fell, and nothing was revealed or heard in private. Later changes can
    /// be undone.
    pub const fn settled(&self) -> usize {
        self.settled
    }

    /// Goes back to the change of this number as if nothing had come after it. Settled changes stand. To a later change
    /// it does nothing.
    pub fn take_back(&mut self, to: usize) -> Result<(), TooLate> {
        if to < self.settled {
            return Err(TooLate { settled: self.settled });
        }
        if to >= self.version() {
            return Ok(());
        }
        let mut state = self.game.set_up();
        for input in &self.inputs[..to] {
            let taken = self.game.apply(&mut state, *input, &mut NoEvents);
            debug_assert!(taken.is_ok(), "taken before");
        }
        self.state = state;
        self.inputs.truncate(to);
        self.minutes.retain(|(version, _)| *version <= to);
        let forgets =
            |scoped: &ScopedEvent<G::Event>| scoped.versions().any(|event| self.game.forgets_at(event));
        let last = self.minutes.iter().rfind(|(_, scoped)| forgets(scoped));
        self.forgotten = last.map_or(0, |(version, _)| *version);
        self.is_milestone = false;
        Ok(())
    }

    /// Every input with the seat that made it (none for luck), as the lines of a record have them. All secrets
    /// are in them: they are for keeping a match and taking it up again, and for no viewer.
    pub fn inputs(&self) -> impl DoubleEndedIterator<Item = (Option<Seat>, String)> + ExactSizeIterator {
        self.inputs.iter().map(|input| (input.by(), record::write_input(&self.game, *input)))
    }

    /// The input that made the change of this number, counted from 1; the same, of one.
    pub fn input_text(&self, version: usize) -> Option<(Option<Seat>, String)> {
        self.inputs().nth(version.checked_sub(1)?)
    }

    /// Who made the change of this number, counted from 1; nobody if luck did.
    pub fn author(&self, version: usize) -> Option<Seat> {
        self.inputs.get(version.checked_sub(1)?)?.by()
    }

    /// Reads an input as the lines of a record have it: `A relay c3 c4`, `* value 3`.
    pub fn read_input(&self, text: &str) -> Result<InputOf<G>, Unreadable> {
        record::read_input(&self.game, text)
    }

    /// The table from where this viewer stands.
    pub const fn observer(&self, viewer: Viewer) -> Observer<'_, G> {
        Observer::new(&self.game, &self.state, viewer)
    }

    /// The same to keep, as of now: somebody may think about it while the match goes on.
    pub fn owned_observer(&self, viewer: Viewer) -> OwnedObserver<G>
    where
        G: Clone,
    {
        OwnedObserver::new(self.game.clone(), self.state.clone(), viewer)
    }

    /// While reactions are asked for, the same as it will be when this seat is asked, if everybody before it passes;
    /// `None` if it is not asked.
    pub fn owned_observer_in_window(&self, seat: Seat) -> Option<OwnedObserver<G>>
    where
        G: Clone,
    {
        let viewer = Viewer::Seat(seat);
        let state = self.observer(viewer).state_when_asked()?;
        Some(OwnedObserver::new(self.game.clone(), state, viewer))
    }

    /// This viewer's view.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.state, viewer)
    }

    /// This viewer's prompt.
    pub fn prompt(&self, viewer: Viewer) -> Prompt<G::Action> {
        self.game.prompt(&self.state, viewer)
    }

    /// While reactions are asked for, what this seat will be asked if everybody before it passes; `None` if no
    /// reactions are asked for, or none of this seat any more.
    pub fn asked_in_window(&self, seat: Seat) -> Option<Prompt<G::Action>> {
        self.observer(Viewer::Seat(seat)).asked_in_window()
    }

    /// While reactions are asked for, the seats that will be asked before something happens, should none react.
    pub fn still_asked(&self) -> SeatSet {
        self.game.still_asked(&self.state)
    }

    /// While reactions are asked for, whether an answer of this seat could change anything, as far as it can tell.
    pub fn has_a_say(&self, seat: Seat) -> bool {
        self.game.has_a_say(&self.state, seat)
    }

    /// While reactions are asked for, the seats of which everybody can see that they have no say.
    pub fn without_a_say(&self) -> SeatSet {
        self.game.without_a_say(&self.state)
    }

    /// The action that plays no reaction, while the table asks for reactions.
    pub fn pass(&self) -> Option<G::Action> {
        self.game.pass(&self.state)
    }

    /// Everything this seat may do now, in canonical order.
    pub fn choices(&self, seat: Seat, into: &mut Vec<G::Action>) {
        self.game.choices(&self.state, seat, into);
    }

    /// This viewer's events since the change of that number, oldest first, with the number of each change; of a live
    /// match that is played from memory, only the latest.
    pub fn heard(&self, viewer: Viewer, since: usize) -> impl Iterator<Item = (usize, &G::Event)> {
        let forgotten = if self.forgotten > 0 && self.ending().is_none() { self.forgotten - 1 } else { 0 };
        let since = since.max(forgotten);
        let first = self.minutes.partition_point(|(version, _)| *version <= since);
        self.minutes[first..]
            .iter()
            .filter_map(move |(version, scoped)| Some((*version, scoped.heard_by(viewer)?)))
    }

    /// The events of the last change, in their fullest wording.
    pub(crate) fn last_in_full(&self) -> impl Iterator<Item = &G::Event> {
        let first = self.minutes.partition_point(|(version, _)| *version < self.inputs.len());
        self.minutes[first..].iter().filter_map(|(_, scoped)| scoped.in_full())
    }

    /// The occasion of awaited luck; `None` where none is.
    pub fn occasion(&self) -> Option<Occasion> {
        self.game.occasion(&self.state)
    }

    /// Every outcome luck may bring now with its weight, in canonical order. Hidden piles show in it: it is for drawing
    /// luck, and for no viewer.
    pub fn chances(&self) -> Vec<(G::Outcome, u32)> {
        let mut chances = Vec::new();
        self.game.chances(&self.state, &mut chances);
        chances
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
        let under_seal = matches!(self.awaits(), Awaits::Sealed(_));
        let mut heard: Vec<ScopedEvent<G::Event>> = Vec::new();
        self.game.apply(&mut self.state, input, &mut heard)?;
        self.inputs.push(input);
        let version = self.inputs.len();
        let unsealed = under_seal && !matches!(self.awaits(), Awaits::Sealed(_));
        let by = input.by().map_or(SeatSet::EMPTY, SeatSet::only);
        if input.by().is_none() || unsealed || heard.iter().any(|scoped| teaches(scoped, by)) {
            self.settled = version;
        }
        if heard.iter().any(|scoped| scoped.versions().any(|event| self.game.forgets_at(event))) {
            self.forgotten = version;
        }
        self.minutes.extend(heard.into_iter().map(|scoped| (version, scoped)));
        self.is_milestone = self.turns() != turn || self.ending().is_some();
        Ok(())
    }

    /// The whole table; only for refereeing a record.
    pub(crate) fn position(&self) -> Value {
        self.game.position(&self.state)
    }

    /// The turn and the digest that a record has after its last input, if a turn just began or the game just ended.
    pub(crate) fn last_check(&self) -> Option<(u32, String)> {
        self.is_milestone.then(|| (self.turns(), digest(&self.game, &self.state)))
    }

    /// The record of the match: only when it is over. Its digests are made now, by playing it again.
    pub fn record(&self, names: &[String], seed: Option<Seed>) -> Option<Record> {
        let ending = self.ending()?;
        let mut lines = Vec::with_capacity(self.inputs.len() * 3 / 2);
        let mut state = self.game.set_up();
        for input in &self.inputs {
            let turn = self.game.turns(&state);
            self.game.apply(&mut state, *input, &mut NoEvents).ok()?;
            lines.push(record::write_input(&self.game, *input));
            if self.game.turns(&state) != turn || self.game.ending(&state).is_some() {
                lines.push(record::write_check(self.game.turns(&state), &digest(&self.game, &state)));
            }
        }
        Some(Record::new(&self.game, names, seed, lines, ending))
    }
}

/// The digest of the whole table.
fn digest<G: Game>(game: &G, state: &G::State) -> String {
    short_digest(&game.position(state).to_string())
}

/// Whether somebody learned something of this that cannot be unlearned: it reveals a secret, or seats other
/// than the one who did it know more of it than the rest.
fn teaches<E: crate::Event>(scoped: &ScopedEvent<E>, by: SeatSet) -> bool {
    scoped.versions().any(E::reveals) || scoped.confidants().iter().any(|seat| !by.contains(seat))
}
