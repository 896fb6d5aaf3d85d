//! Decisions as rows: what a seat saw, could do and did, what a search thought of it, and how the game came out.

use bots::Bot;
use games::Study;
use table::{Ending, Game, Observer, Prose, Purpose, Seat, SeatCount, Seed};
use tensors::{Begun, Encoder, next_tokens};

use crate::decision::{Decision, Tried};
use crate::play::{AskedSeat, Watcher, play_watched};
use crate::sim::Plan;

/// Lists of numbers, one after the other.
#[derive(Debug)]
pub(crate) struct Lists<T> {
    numbers: Vec<T>,
    ends: Vec<usize>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { numbers: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// Adds a list.
    fn add(&mut self, numbers: impl IntoIterator<Item = T>) {
        self.numbers.extend(numbers);
        self.ends.push(self.numbers.len());
    }

    /// How many lists there are.
    pub(crate) fn count(&self) -> usize {
        self.ends.len()
    }

    /// The list at this place.
    pub(crate) fn at(&self, place: usize) -> &[T] {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[start..self.ends[place]]
    }
}

/// Rows that are not written yet, column by column.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// The number of the game.
    pub(crate) game: Vec<i64>,
    /// The number of the decision within its game.
    pub(crate) decision: Vec<i32>,
    /// Who decides.
    pub(crate) seat: Vec<i32>,
    /// The place of the bot among those of the plan.
    pub(crate) bot: Vec<usize>,
    /// The seat's observation.
    pub(crate) observation: Lists<i16>,
    /// Which tokens may come first.
    pub(crate) mask: Lists<bool>,
    /// The choice that was made.
    pub(crate) taken: Vec<i32>,
    /// After each row, how many choices there were so far.
    pub(crate) choice_ends: Vec<usize>,
    /// The tokens of each choice.
    pub(crate) tokens: Lists<i16>,
    /// The features of each choice.
    pub(crate) features: Lists<i16>,
    /// How often a search tried each choice; an empty list where nobody searched.
    pub(crate) visits: Lists<i32>,
    /// A search's mean result of each choice; an empty list where nobody searched.
    pub(crate) values: Lists<Option<f32>>,
    /// How much of the win each seat got, the decider's own first; an empty list where the game was stopped.
    pub(crate) outcome: Lists<f32>,
}

impl Rows {
    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.game.len()
    }

    /// Adds the decisions of the game of this number; false if they are not decisions of that game.
    pub(crate) fn add<G: Study>(
        &mut self,
        game: &G,
        encoder: &Encoder,
        plan: &Plan,
        number: u64,
        decisions: &[Decision],
    ) -> bool {
        let first = self.count();
        let mut luck = Seed::new(plan.seed, number).luck(Purpose::Table);
        let mut bots: Vec<Nobody> = game.seats().iter().map(|_| Nobody).collect();
        let layout = encoder.layout();
        let mut notes = Notes {
            observation: vec![0; encoder.size()],
            mask: vec![0; layout.tokens.len()],
            features: vec![0; layout.features.len()],
            rows: self,
            encoder,
            number,
            seats: plan.bots.len(),
            decisions,
            made: 0,
        };
        let (state, asked) = play_watched(game, &mut bots, &mut luck, &mut Vec::new(), &mut notes);
        if notes.made != decisions.len() || notes.made != asked as usize {
            return false;
        }
        let ending = game.ending(&state);
        for row in first..self.count() {
            let own = self.seat[row] as usize;
            self.outcome.add(shares(ending.as_ref(), game.seats(), own));
        }
        true
    }
}

/// How much of the win each seat got, this one's own first.
fn shares(ending: Option<&Ending>, seats: SeatCount, own: usize) -> impl Iterator<Item = f32> {
    let winners = ending.map(|ending| ending.winners);
    let count = seats.get();
    winners.into_iter().flat_map(move |winners| {
        let round = (0..count).filter_map(move |place| Seat::new((own + place) % count));
        round.map(move |seat| if winners.contains(seat) { 1.0 / winners.len() as f32 } else { 0.0 })
    })
}

/// Sits where everything has been decided.
struct Nobody;

impl<G: Game> Bot<G> for Nobody {
    fn choose(&mut self, _from: &Observer<'_, G>, choices: &[G::Action]) -> G::Action {
        choices[0]
    }

    fn reason(&mut self, _from: &Observer<'_, G>, _choices: &[G::Action], _chosen: G::Action) -> Prose {
        Prose::default()
    }
}

/// Somebody who writes down each decision.
struct Notes<'a> {
    rows: &'a mut Rows,
    encoder: &'a Encoder,
    number: u64,
    seats: usize,
    observation: Vec<i16>,
    mask: Vec<u8>,
    features: Vec<i16>,
    /// The decisions.
    decisions: &'a [Decision],
    /// How much of it has been written down.
    made: usize,
}

impl<G: Study> Watcher<G, Nobody> for Notes<'_> {
    fn choose(
        &mut self,
        _bot: &mut Nobody,
        observer: &Observer<'_, G>,
        choices: &[G::Action],
        asked: AskedSeat,
    ) -> Option<G::Action> {
        let Decision { taken, tried } = self.decisions.get(self.made)?;
        let action = *choices.get(*taken)?;
        let (game, seat, view) = (observer.game(), asked.seat(), observer.view());
        let rows = &mut *self.rows;
        rows.decision.push(self.made as i32);
        self.made += 1;
        rows.game.push(self.number as i64);
        rows.seat.push(seat.index() as i32);
        // From game to game all move on by one seat.
        rows.bot.push((seat.index() + (self.number % self.seats as u64) as usize) % self.seats);
        self.encoder.observe(game, &view, &mut self.observation);
        rows.observation.add(self.observation.iter().copied());
        let tokens: Vec<_> = choices.iter().map(|choice| game.tokens(seat, *choice)).collect();
        self.mask.fill(0);
        next_tokens(&tokens, Begun::default(), &mut self.mask);
        rows.mask.add(self.mask.iter().map(|may| *may == 1));
        rows.taken.push(*taken as i32);
        for (tokens, choice) in tokens.iter().zip(choices) {
            rows.tokens.add(tokens.numbers().iter().map(|token| *token as i16));
            self.features.fill(0);
            game.features(&view, *choice, &mut self.features);
            rows.features.add(self.features.iter().copied());
        }
        rows.choice_ends.push(rows.tokens.count());
        let searched = if tried.is_some() { 0..choices.len() } else { 0..0 };
        let of = |place: usize| tried.iter().flatten().find(|tried: &&Tried| tried.choice == place);
        rows.visits.add(searched.clone().map(|place| of(place).map_or(0, |tried| tried.visits)));
        rows.values.add(searched.map(|place| of(place).map(|tried| tried.value)));
        Some(action)
    }
}
