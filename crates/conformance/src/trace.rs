//! One game played at random from its set-up to its end.

use table::{Awaits, ChaCha8, Game, Input, InputOf, Luck, Match, NoEvents, Purpose, ScopedEvent, Seat, Seed};

use crate::law::{Broken, Flaw, Law, Verdict};

/// More outcomes of luck than this without a choice between them, and the game is taken to be stuck.
const MOST_LUCK_IN_A_ROW: u32 = 10_000;

/// The chance of a random game: the luck of the table and the whims of the players.
pub(crate) struct Whims {
    pub table: ChaCha8,
    pub players: ChaCha8,
}

impl Whims {
    /// The whims of this seed.
    pub fn new(seed: Seed) -> Self {
        Self { table: seed.luck(Purpose::Table), players: seed.luck(Purpose::Trial) }
    }
}

/// A seed of its own for something done beside the game.
pub(crate) fn branch(luck: &mut ChaCha8) -> Seed {
    Seed::new(u64::from(luck.word()) << 32 | u64::from(luck.word()), u64::from(luck.word()))
}

/// How long a game has taken, and how long it may.
pub(crate) struct Patience {
    decisions: u64,
    luck_in_a_row: u32,
    longest: u32,
}

impl Patience {
    /// With a game of which this many decisions were already made.
    pub const fn new<G: Game>(decisions: u64) -> Self {
        Self { decisions, luck_in_a_row: 0, longest: G::LONGEST }
    }

    /// Counts one more input.
    pub fn count<A, O>(&mut self, input: &Input<A, O>) -> Verdict {
        match input {
            Input::Act(..) => {
                self.decisions += 1;
                self.luck_in_a_row = 0;
            }
            Input::Luck(_) => self.luck_in_a_row += 1,
        }
        if self.decisions > u64::from(self.longest) {
            return Law::GamesEnd.broken(format!(
                "the game is not over after {} decisions, and its kind promises at most {}",
                self.decisions, self.longest
            ));
        }
        if self.luck_in_a_row > MOST_LUCK_IN_A_ROW {
            return Law::GamesEnd.broken(format!("luck fell {MOST_LUCK_IN_A_ROW} times without any choice"));
        }
        Ok(())
    }
}

/// A random game with everything that happened in it.
pub(crate) struct Trace<G: Game> {
    /// The table before each input, and last of all when the game is over.
    pub states: Vec<G::State>,
    /// Whom or what each of them awaits.
    pub awaits: Vec<Awaits>,
    /// The inputs.
    pub inputs: Vec<InputOf<G>>,
    /// The events of each input.
    pub events: Vec<Vec<ScopedEvent<G::Event>>>,
    /// How many inputs were choices of seats, before each of the states.
    pub decisions: Vec<u64>,
}

impl<G: Game> Trace<G> {
    /// Plays a game to its end, saying after each input how many there were.
    pub fn play(game: &G, seed: Seed, mut reached: impl FnMut(usize)) -> Verdict<Self> {
        let mut whims = Whims::new(seed);
        let mut patience = Patience::new::<G>(0);
        let mut state = game.set_up();
        let mut trace = Self {
            states: Vec::new(),
            awaits: Vec::new(),
            inputs: Vec::new(),
            events: Vec::new(),
            decisions: Vec::new(),
        };
        loop {
            trace.states.push(state.clone());
            trace.awaits.push(game.awaits(&state));
            trace.decisions.push(patience.decisions);
            let Some(input) = next_input(game, &state, &mut whims)? else {
                return Ok(trace);
            };
            patience.count(&input)?;
            let mut events = Vec::new();
            if let Err(refusal) = game.apply(&mut state, input, &mut events) {
                return Law::EnumeratedIsAccepted
                    .broken(format!("{} is listed and yet refused: {refusal}", write_input(game, input)));
            }
            trace.inputs.push(input);
            trace.events.push(events);
            reached(trace.inputs.len());
        }
    }

    /// The table when the game is over.
    pub fn last(&self) -> &G::State {
        &self.states[self.states.len() - 1]
    }
}

/// Some input the table would take now, or `None` when the game is over.
pub(crate) fn next_input<G: Game>(
    game: &G,
    state: &G::State,
    whims: &mut Whims,
) -> Verdict<Option<InputOf<G>>> {
    match game.awaits(state) {
        Awaits::Nothing => Ok(None),
        Awaits::Choice(seat) => choose(game, state, seat, whims).map(Some),
        Awaits::Sealed(seats) => {
            let owing: Vec<Seat> = seats.iter().collect();
            match whims.players.pick(&owing) {
                Some(seat) => choose(game, state, seat, whims).map(Some),
                None => Law::GoesOnUntilOver.broken("the table awaits sealed choices of nobody"),
            }
        }
        Awaits::Luck(_) => {
            let listed = chances_of(game, state);
            if listed.is_empty() {
                return Law::GoesOnUntilOver.broken("the table awaits luck and no outcome is possible");
            }
            honest_chance(game, state, &listed, &mut whims.table).map(Input::Luck).map(Some)
        }
    }
}

fn choose<G: Game>(game: &G, state: &G::State, seat: Seat, whims: &mut Whims) -> Verdict<InputOf<G>> {
    match whims.players.pick(&choices_of(game, state, seat)) {
        Some(action) => Ok(Input::Act(seat, action)),
        None => Law::GoesOnUntilOver.broken(format!("{seat} is awaited and has no choice")),
    }
}

/// One outcome as the rules draw it, which must be among those they list.
pub(crate) fn honest_chance<G: Game>(
    game: &G,
    state: &G::State,
    listed: &[(G::Outcome, u32)],
    luck: &mut ChaCha8,
) -> Verdict<G::Outcome> {
    match game.chance(state, luck) {
        Some(outcome) if listed.iter().any(|(possible, _)| *possible == outcome) => Ok(outcome),
        Some(outcome) => Law::HonestChances.broken(format!(
            "luck brought '{}', which is not among the chances",
            game.write_outcome(outcome)
        )),
        None => Law::HonestChances.broken("the table awaits luck and luck brings nothing"),
    }
}

/// Plays on at random from any table to the end, holding every table on the way to `each`.
pub(crate) fn play_out<G: Game>(
    game: &G,
    state: &mut G::State,
    decisions: u64,
    seed: Seed,
    mut each: impl FnMut(&G::State) -> Verdict,
) -> Verdict {
    let mut whims = Whims::new(seed);
    let mut patience = Patience::new::<G>(decisions);
    while let Some(input) = next_input(game, state, &mut whims)? {
        patience.count(&input)?;
        if let Err(refusal) = game.apply(state, input, &mut NoEvents) {
            return Law::EnumeratedIsAccepted
                .broken(format!("{} is listed and yet refused: {refusal}", write_input(game, input)));
        }
        each(state)?;
    }
    Ok(())
}

/// Plays one match to its end with luck and choices from this seed, everything heard and kept.
pub fn play<G: Game>(game: G, seed: Seed) -> Result<Match<G>, Broken> {
    let trace = Trace::play(&game, seed, |_| {}).map_err(|flaw| flaw.found(seed, 0))?;
    let mut live = Match::new(game);
    for (step, input) in trace.inputs.iter().enumerate() {
        if let Err(refusal) = live.take(*input) {
            let what = format!("an input taken once is refused the second time: {refusal}");
            let flaw = Flaw { law: Law::Replays, what };
            return Err(flaw.found(seed, step));
        }
    }
    Ok(live)
}

/// The choices of a seat in a list of their own.
pub(crate) fn choices_of<G: Game>(game: &G, state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut list = Vec::new();
    game.choices(state, seat, &mut list);
    list
}

/// The chances in a list of their own.
pub(crate) fn chances_of<G: Game>(game: &G, state: &G::State) -> Vec<(G::Outcome, u32)> {
    let mut list = Vec::new();
    game.chances(state, &mut list);
    list
}

/// An input in words.
pub(crate) fn write_input<G: Game>(game: &G, input: InputOf<G>) -> String {
    match input {
        Input::Act(seat, action) => format!("'{}' by {seat}", game.write_action(action)),
        Input::Luck(outcome) => format!("luck '{}'", game.write_outcome(outcome)),
    }
}
