//! A match as Python plays it: luck falls by itself, so that it always waits for a decision, or for nothing.

mod kept;

use std::sync::Arc;

use bots::{Bot as _, Judge};
use games::{Player, PlayerName};
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;
use table::{
    Awaits, ChaCha8, Input, InputOf, Luck, Match, NoEvents, Observer, Purpose, ScopedEvent, Seat, Seed,
    Viewer,
};
use tensors::{Begun, Encoder, Next, Tensors, Tokens};

/// What a game needs to be played from Python.
pub(crate) trait Playable: Judge + Tensors + Clone + 'static {}

impl<G: Judge + Tensors + Clone + 'static> Playable for G {}

/// The `ValueError` of an impossible request.
pub(crate) fn wrong(sentence: impl ToString) -> pyo3::PyErr {
    PyValueError::new_err(sentence.to_string())
}

/// The luck of a match, which can be taken up again where it is.
struct TableLuck {
    seed: Seed,
    words: ChaCha8,
    drawn: u64,
}

impl TableLuck {
    fn new(seed: Seed) -> Self {
        Self { seed, words: seed.luck(Purpose::Table), drawn: 0 }
    }
}

impl Luck for TableLuck {
    fn word(&mut self) -> u32 {
        self.drawn += 1;
        self.words.word()
    }
}

impl Clone for TableLuck {
    fn clone(&self) -> Self {
        let mut luck = Self::new(self.seed);
        (0..self.drawn).for_each(|_| {
            luck.word();
        });
        luck
    }
}

/// Whether a match can be told of later.
#[derive(Clone, Copy)]
pub(crate) enum History {
    /// Everything that happens is kept.
    Kept,
    /// Nothing is.
    Forgotten,
}

/// One match.
pub(crate) struct Live<G: Playable> {
    pub(crate) game: G,
    /// Shared by all matches of a set-up.
    pub(crate) encoder: Arc<Encoder>,
    state: G::State,
    seed: Seed,
    luck: TableLuck,
    /// Everything that happened, for the record; `None` where nobody knows it, and where nobody asks.
    inputs: Option<Vec<InputOf<G>>>,
    players: Vec<Option<Player<G>>>,
    /// Who is asked now.
    current: Option<Seat>,
    /// What they may do.
    legal: G::Legal,
    /// The tokens of a decision that is not whole yet.
    begun: Begun,
    decisions: u32,
    longest: u32,
}

impl<G: Playable> Live<G> {
    pub(crate) fn new(
        game: G,
        encoder: Arc<Encoder>,
        seed: Seed,
        longest: Option<u32>,
        history: History,
    ) -> Self {
        let state = game.set_up();
        let mut live = Self::of_state(game, encoder, state, seed, longest);
        live.inputs = match history {
            History::Kept => Some(Vec::new()),
            History::Forgotten => None,
        };
        live.settle();
        live
    }

    fn of_state(game: G, encoder: Arc<Encoder>, state: G::State, seed: Seed, longest: Option<u32>) -> Self {
        let players = game.seats().iter().map(|_| None).collect();
        Self {
            encoder,
            state,
            seed,
            luck: TableLuck::new(seed),
            inputs: None,
            players,
            current: None,
            legal: G::Legal::default(),
            begun: Begun::default(),
            decisions: 0,
            longest: longest.unwrap_or(G::LONGEST).clamp(1, G::LONGEST),
            game,
        }
    }

    /// Begins anew with this seed; nobody keeps what happens, and no bot sits there.
    pub(crate) fn begin_anew(&mut self, seed: Seed) {
        self.state = self.game.set_up();
        (self.seed, self.luck) = (seed, TableLuck::new(seed));
        self.inputs = None;
        self.players.iter_mut().for_each(|player| *player = None);
        self.begun = Begun::default();
        self.decisions = 0;
        self.settle();
    }

    /// The same match from here on, without bots; its luck to come is the same, or that of this seed.
    pub(crate) fn copy(&self, seed: Option<Seed>) -> Self {
        let (game, encoder) = (self.game.clone(), self.encoder.clone());
        let mut copy = Self::of_state(game, encoder, self.state.clone(), self.seed, Some(self.longest));
        copy.luck = seed.map_or_else(|| self.luck.clone(), TableLuck::new);
        copy.inputs.clone_from(&self.inputs);
        copy.begun = self.begun;
        copy.decisions = self.decisions;
        copy.ask();
        copy
    }

    /// Some match that looks like this one to a seat, drawn from its view alone.
    pub(crate) fn imagine(&self, seat: Seat, seed: Seed) -> Self {
        let state = self.game.imagine(&self.view(seat), &mut seed.luck(Purpose::Trial));
        let (game, encoder) = (self.game.clone(), self.encoder.clone());
        let mut imagined = Self::of_state(game, encoder, state, seed, Some(self.longest));
        imagined.decisions = self.decisions;
        imagined.settle();
        imagined
    }

    pub(crate) fn seed(&self) -> Seed {
        self.seed
    }

    pub(crate) fn current(&self) -> Option<Seat> {
        self.current
    }

    /// All seats, the one that is asked first.
    pub(crate) fn seats_from_current(&self) -> impl Iterator<Item = Seat> {
        let seats = self.game.seats();
        std::iter::successors(self.current, move |seat| Some(seat.next(seats))).take(seats.get())
    }

    pub(crate) fn decisions(&self) -> u32 {
        self.decisions
    }

    pub(crate) fn turns(&self) -> u32 {
        self.game.turns(&self.state)
    }

    /// The seats that won; `None` while the match goes on or if it was stopped.
    pub(crate) fn winners(&self) -> Option<Vec<usize>> {
        let ending = self.game.ending(&self.state)?;
        Some(ending.winners.iter().map(Seat::index).collect())
    }

    pub(crate) fn is_over(&self) -> bool {
        self.current.is_none()
    }

    /// 1 for a winner, -1 for the rest, 0 while the match goes on.
    pub(crate) fn returns(&self) -> Vec<f32> {
        let winners = self.winners();
        let of = |seat: Seat| match &winners {
            Some(winners) if winners.contains(&seat.index()) => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        self.game.seats().iter().map(of).collect()
    }

    pub(crate) fn seat(&self, number: usize) -> PyResult<Seat> {
        Seat::new(number).filter(|seat| self.game.seats().contains(*seat)).ok_or_else(|| {
            wrong(format!("there is no seat {number}; seats are 0 to {}", self.game.seats().get() - 1))
        })
    }

    pub(crate) fn view(&self, seat: Seat) -> G::View {
        self.game.view(&self.state, Viewer::Seat(seat))
    }

    pub(crate) fn view_text(&self, viewer: Viewer) -> String {
        let mut text = String::new();
        self.game.write_view(&self.game.view(&self.state, viewer), &mut text);
        text
    }

    pub(crate) fn observe(&self, seat: Seat, into: &mut [i16]) {
        self.encoder.observe_table(&self.game, &self.state, Viewer::Seat(seat), into);
    }

    /// The choices of the asked seat; listed only on request, for most callers want a mask.
    fn choices(&self) -> Vec<G::Action> {
        let mut choices = Vec::new();
        if let Some(seat) = self.current {
            self.game.choices(&self.state, seat, &mut choices);
        }
        choices
    }

    pub(crate) fn written_choices(&self) -> Vec<String> {
        self.choices().iter().map(|action| self.game.write_action(*action)).collect()
    }

    pub(crate) fn choice_tokens(&self) -> Vec<Tokens> {
        let Some(seat) = self.current else { return Vec::new() };
        self.choices().iter().map(|action| self.game.tokens(seat, *action)).collect()
    }

    pub(crate) fn begun(&self) -> Begun {
        self.begun
    }

    /// Ones where a token may come next.
    pub(crate) fn mask(&self, into: &mut [u8]) {
        self.game.mask(&self.legal, self.begun, into);
    }

    /// The features of each choice, a row each, and how long a row is.
    pub(crate) fn features(&self) -> (Vec<i16>, usize) {
        let (choices, width) = (self.choices(), self.encoder.layout().features.len());
        let mut features = vec![0; choices.len() * width];
        if let Some(seat) = self.current {
            let view = self.view(seat);
            for (row, action) in features.chunks_mut(width).zip(choices) {
                self.game.features(&view, action, row);
            }
        }
        (features, width)
    }

    /// Takes the choice of this number.
    pub(crate) fn choose(&mut self, number: usize) -> PyResult<()> {
        let Some(seat) = self.current else { return Err(wrong("the match is over; nothing can be chosen")) };
        let choices = self.choices();
        let Some(action) = choices.get(number).copied() else {
            let last = choices.len().saturating_sub(1);
            return Err(wrong(format!("there is no choice {number}; choices are numbered 0 to {last}")));
        };
        self.act(seat, action);
        Ok(())
    }

    /// Takes the choice of this notation.
    pub(crate) fn choose_written(&mut self, text: &str) -> PyResult<()> {
        let action = self.game.read_action(text).map_err(wrong)?;
        let choices = self.choices();
        let Some(seat) = self.current.filter(|_| choices.contains(&action)) else {
            let count = choices.len();
            return Err(wrong(format!("'{text}' is none of the {count} choices; legal() lists them")));
        };
        self.act(seat, action);
        Ok(())
    }

    /// Whether this token can come next.
    pub(crate) fn is_next(&self, token: u16) -> bool {
        self.game.follow(&self.legal, self.begun, token).is_some()
    }

    /// Takes the next token of a decision, which is made when it is whole; false if it cannot come next.
    pub(crate) fn take_token(&mut self, token: u16) -> bool {
        let next = self.game.follow(&self.legal, self.begun, token);
        match (self.current, next) {
            (Some(seat), Some(Next::Whole(action))) => self.act(seat, action),
            (Some(_), Some(Next::More(begun))) => self.begun = begun,
            (None, _) | (_, None) => return false,
        }
        true
    }

    /// A token that may come next, of a choice drawn by lot.
    pub(crate) fn draw_token(&self, luck: &mut ChaCha8) -> u16 {
        self.game.draw_token(&self.legal, self.begun, luck).unwrap_or(0)
    }

    /// A bot sits down.
    pub(crate) fn seat_bot(&mut self, seat: Seat, name: &PlayerName) {
        self.players[seat.index()] = Some(self.seated(seat, name, self.seed));
    }

    /// A bot at this seat; a listening one has heard the seat's events, unless the match was imagined and has none.
    fn seated(&self, seat: Seat, name: &PlayerName, seed: Seed) -> Player<G> {
        let mut player: Player<G> = name.seated(seed, seat);
        if player.listens()
            && let Ok(live) = self.replayed()
        {
            live.heard(Viewer::Seat(seat), 0).for_each(|(_, event)| player.hear(&self.game, event));
        }
        player
    }

    /// Lets bots decide until somebody is asked who is none, or the match is over.
    pub(crate) fn play_bots(&mut self) {
        while let Some(seat) = self.current {
            let Some(mut player) = self.players[seat.index()].take() else { return };
            let from = Observer::new(&self.game, &self.state, Viewer::Seat(seat));
            let action = player.choose(&from, &self.choices());
            self.players[seat.index()] = Some(player);
            self.act(seat, action);
        }
    }

    /// What a bot would do now.
    pub(crate) fn bots_choice(&self, name: &PlayerName, seed: Seed) -> PyResult<usize> {
        let Some(seat) = self.current else {
            return Err(wrong("the match is over; there is nothing to choose"));
        };
        let mut player = self.seated(seat, name, seed);
        let choices = self.choices();
        let action = player.choose(&Observer::new(&self.game, &self.state, Viewer::Seat(seat)), &choices);
        Ok(choices.iter().position(|choice| *choice == action).unwrap_or(0))
    }

    fn act(&mut self, seat: Seat, action: G::Action) {
        self.begun = Begun::default();
        self.decisions += 1;
        self.apply(Input::Act(seat, action));
        self.settle();
    }

    fn apply(&mut self, input: InputOf<G>) {
        let is_heard = self.players.iter().flatten().any(Player::listens);
        // A listed choice or a drawn outcome is never refused.
        let taken = if is_heard {
            let mut heard: Vec<ScopedEvent<G::Event>> = Vec::new();
            let taken = self.game.apply(&mut self.state, input, &mut heard);
            for (seat, player) in self.game.seats().iter().zip(&mut self.players) {
                if let Some(player) = player {
                    let own = heard.iter().filter_map(|scoped| scoped.heard_by(Viewer::Seat(seat)));
                    own.for_each(|event| player.hear(&self.game, event));
                }
            }
            taken
        } else {
            self.game.apply(&mut self.state, input, &mut NoEvents)
        };
        debug_assert!(taken.is_ok());
        if let Some(inputs) = &mut self.inputs {
            inputs.push(input);
        }
    }

    /// Lets luck fall until somebody is asked.
    fn settle(&mut self) {
        while let Awaits::Luck(_) = self.game.awaits(&self.state) {
            let Some(outcome) = self.game.chance(&self.state, &mut self.luck) else { break };
            self.apply(Input::Luck(outcome));
        }
        self.ask();
        if self.current.is_none() {
            let ending = self.game.ending(&self.state);
            self.players.iter_mut().flatten().for_each(|player| player.finish(ending.as_ref()));
        }
    }

    /// Finds out who is asked what.
    fn ask(&mut self) {
        let asked = self.game.awaits(&self.state).seats().iter().next();
        self.current = asked.filter(|_| self.decisions < self.longest);
        self.game.ask(&self.state, self.current, &mut self.legal);
    }

    fn inputs(&self) -> PyResult<&[InputOf<G>]> {
        let imagined = "this table was imagined from a view, so nobody knows what happened before";
        self.inputs.as_deref().ok_or_else(|| wrong(imagined))
    }

    /// Who decided what so far, in notation.
    pub(crate) fn actions(&self) -> PyResult<Vec<(usize, String)>> {
        let told = |input: &InputOf<G>| match input {
            Input::Act(seat, action) => Some((seat.index(), self.game.write_action(*action))),
            Input::Luck(_) => None,
        };
        Ok(self.inputs()?.iter().filter_map(told).collect())
    }

    /// The same match as it stood after so many decisions.
    pub(crate) fn at(&self, decisions: u32) -> PyResult<Self> {
        let inputs = self.inputs()?;
        if decisions > self.decisions {
            return Err(wrong(format!("there were {} decisions, not {decisions}", self.decisions)));
        }
        let (game, encoder) = (self.game.clone(), self.encoder.clone());
        let mut then = Self::of_state(game, encoder, self.game.set_up(), self.seed, Some(self.longest));
        let mut so_far = Vec::new();
        for input in inputs {
            match input {
                Input::Act(..) if then.decisions == decisions => break,
                Input::Act(..) => then.decisions += 1,
                // The luck to come goes on from here.
                Input::Luck(_) => drop(self.game.chance(&then.state, &mut then.luck)),
            }
            self.game.apply(&mut then.state, *input, &mut NoEvents).map_err(wrong)?;
            so_far.push(*input);
        }
        then.inputs = Some(so_far);
        then.ask();
        Ok(then)
    }

    fn replayed(&self) -> PyResult<Match<G>> {
        let mut live = Match::new(self.game.clone());
        for input in self.inputs()? {
            live.take(*input).map_err(wrong)?;
        }
        Ok(live)
    }

    /// What a viewer has heard since so many inputs: the number of the input, the clause and the sentence.
    pub(crate) fn heard(&self, viewer: Viewer, since: usize) -> PyResult<Vec<(usize, String, String)>> {
        let live = self.replayed()?;
        let told = |(input, event): (usize, &G::Event)| {
            let clause = table::Event::clause(event).to_string();
            (input, clause, self.game.tell(event).to_string())
        };
        Ok(live.heard(viewer, since).map(told).collect())
    }

    /// The record of a finished match.
    pub(crate) fn record(&self, names: &[String]) -> PyResult<String> {
        let unfinished = || wrong("a record is made of a finished match, and this one is not finished");
        let record = self.replayed()?.record(names, Some(self.seed)).ok_or_else(unfinished)?;
        Ok(record.to_string())
    }

    /// The match that a record tells of, refereed.
    pub(crate) fn of_record(game: G, record: &table::Record) -> PyResult<Self> {
        let told = record.referee(game.clone()).map_err(wrong)?;
        let (encoder, state) = (Arc::new(Encoder::new(&game)), game.set_up());
        let seed = record.header().seed.unwrap_or(Seed::new(0, 0));
        let mut live = Self::of_state(game, encoder, state, seed, None);
        live.replay(&told, told.inputs().map(|(_, text)| text))?;
        live.ask();
        Ok(live)
    }

    /// Plays inputs from the set-up on, as records write them.
    fn replay(&mut self, reader: &Match<G>, told: impl Iterator<Item = String>) -> PyResult<()> {
        let (mut state, mut inputs) = (self.game.set_up(), Vec::new());
        for text in told {
            let input = reader.read_input(&text).map_err(wrong)?;
            self.game.apply(&mut state, input, &mut NoEvents).map_err(wrong)?;
            inputs.push(input);
        }
        self.decisions = inputs.iter().filter(|input| input.by().is_some()).count() as u32;
        (self.state, self.inputs) = (state, Some(inputs));
        Ok(())
    }
}
