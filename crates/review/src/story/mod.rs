//! A finished game told again: the race turn by turn, every player in numbers, and the moments that changed it most.

mod spammers;
mod spamorama;

use bots::Judge;
use table::{Clause, Ending, Game, MOST_SEATS, Match, Prose, ScopedEvent, Seat, Viewer};

/// How a match came out.
#[derive(Debug, Clone)]
pub struct GameResult {
    /// How it was won.
    pub ending: Ending,
    /// How it was won, in a sentence.
    pub sentence: Prose,
    /// Per seat how it stood after each turn; all lines equally long.
    pub race: Vec<(Seat, Vec<u32>)>,
    /// The unit of the race.
    pub measure: &'static str,
    /// The number that wins, where there is one.
    pub goal: Option<u32>,
    /// The number of inputs.
    pub inputs: usize,
    /// Inputs after which a turn begins, and whose.
    pub turns: Vec<(usize, Option<Seat>)>,
    /// The columns that compare players: a heading, and its meaning.
    pub columns: &'static [(&'static str, &'static str)],
    /// Each seat in these numbers.
    pub rows: Vec<(Seat, Vec<u32>)>,
    /// The moments that changed it most, in order.
    pub highlights: Vec<Highlight>,
}

/// A moment that changed a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Highlight {
    /// After which input.
    pub at: usize,
    /// Its title.
    pub title: &'static str,
    /// The event, in a sentence.
    pub says: Prose,
    /// The clause by which it did.
    pub clause: Clause,
    /// Whose chances moved most by it, as bots judge them: from so many percent to so many.
    pub swing: Option<(Seat, u32, u32)>,
}

/// The number of moments.
const HIGHLIGHTS: usize = 3;

/// The change by an input: the table before and after it, and its events.
pub struct Step<'a, G: Game> {
    /// The table before.
    pub before: &'a G::State,
    /// The table after.
    pub after: &'a G::State,
    /// The events, in order.
    pub heard: &'a [&'a G::Event],
}

/// Something worth telling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// Which of [`Retell::KINDS`].
    pub kind: usize,
    /// How large it is among its kind; where sizes are alike, what it did to the chances decides.
    pub size: u32,
    /// The event, in one sentence.
    pub says: Prose,
    /// The clause by which it did.
    pub clause: Clause,
}

/// A kind of moments, as titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Of the largest.
    pub most: &'static str,
    /// Of any other.
    pub another: &'static str,
}

/// A race of the seats.
pub struct Race<G: Game> {
    /// The unit of its numbers.
    pub measure: &'static str,
    /// The number that wins, where there is one.
    pub goal: Option<u32>,
    /// How a seat stands at a table.
    pub standing: fn(&G, &G::State, Seat) -> u32,
}

/// A game that can be told again when it is over.
pub trait Retell: Judge {
    /// The kinds of moments there are.
    const KINDS: &'static [Kind];
    /// The columns that compare players: a heading, and its meaning.
    const COLUMNS: &'static [(&'static str, &'static str)];
    /// The memory from input to input.
    type Tally: Default;

    /// Takes note of an input, and tells what of it is worth telling.
    fn note(&self, tally: &mut Self::Tally, step: &Step<'_, Self>, tell: &mut Vec<Moment>);

    /// A seat in numbers, in order of [`Retell::COLUMNS`].
    fn row(&self, tally: &Self::Tally, end: &Self::State, seat: Seat) -> Vec<u32>;

    /// How it was won, in one sentence with numbers.
    fn verdict(&self, end: &Self::State, ending: &Ending) -> Prose;

    /// The race that ended so.
    fn race(&self, end: &Self::State) -> Race<Self>;

    /// Whose turn it is, if it is anybody's.
    fn turn(&self, state: &Self::State) -> Option<Seat>;
}

/// A moment with its place in the game and what it did to everybody's chances.
struct Weighed {
    at: usize,
    moment: Moment,
    before: [f64; MOST_SEATS],
    after: [f64; MOST_SEATS],
}

impl Weighed {
    /// How much of one win went from some to others, as bots judge the two tables.
    fn weight(&self) -> f64 {
        self.before.iter().zip(self.after).map(|(before, after)| (after - before).abs()).sum::<f64>() / 2.0
    }

    fn highlight(self, title: &'static str) -> Highlight {
        let moved = |seat: &Seat| (self.after[seat.index()] - self.before[seat.index()]).abs();
        let most =
            (0..MOST_SEATS).filter_map(Seat::new).max_by(|one, other| moved(one).total_cmp(&moved(other)));
        let percent = |shares: &[f64; MOST_SEATS]| most.map_or(0, |seat| whole(shares[seat.index()] * 100.0));
        Highlight {
            at: self.at,
            title,
            swing: most
                .map(|seat| (seat, percent(&self.before), percent(&self.after)))
                .filter(|(_, was, is)| was != is),
            says: self.moment.says,
            clause: self.moment.clause,
        }
    }
}

/// A share in whole percent.
const fn whole(percent: f64) -> u32 {
    (percent + 0.5) as u32
}

/// The largest moment of each kind, then others by weight; three in all, the heaviest first in both.
fn choose(mut all: Vec<Weighed>, kinds: &'static [Kind]) -> Vec<Highlight> {
    // Of moments that weigh the same the later counts: less could be done about it.
    let heavier =
        |one: &Weighed, other: &Weighed| one.weight().total_cmp(&other.weight()).then(one.at.cmp(&other.at));
    let larger =
        |one: &Weighed, other: &Weighed| one.moment.size.cmp(&other.moment.size).then(heavier(one, other));
    let mut chosen: Vec<(Weighed, &'static str)> = Vec::new();
    let mut first: Vec<(Weighed, &'static str)> = Vec::new();
    for (kind, titles) in kinds.iter().enumerate() {
        let free = |moment: &&Weighed| {
            moment.moment.kind == kind && first.iter().all(|(other, _)| other.at != moment.at)
        };
        let Some(at) =
            all.iter().filter(free).max_by(|one, other| larger(one, other)).map(|moment| moment.at)
        else {
            continue;
        };
        let Some(place) = all.iter().position(|moment| moment.at == at && moment.moment.kind == kind) else {
            continue;
        };
        first.push((all.swap_remove(place), titles.most));
    }
    first.sort_by(|(one, _), (other, _)| heavier(other, one));
    all.sort_by(|one, other| heavier(other, one));
    let rest = all.into_iter().map(|moment| {
        let title = kinds[moment.moment.kind].another;
        (moment, title)
    });
    for (moment, title) in first.into_iter().chain(rest) {
        if chosen.len() < HIGHLIGHTS && chosen.iter().all(|(other, _)| other.at != moment.at) {
            chosen.push((moment, title));
        }
    }
    chosen.into_iter().map(|(moment, title)| moment.highlight(title)).collect()
}

/// A match that is over, told again; `None` if it is not.
pub fn retell<G: Retell>(live: &Match<G>) -> Option<GameResult> {
    let ending = live.ending()?;
    let game = live.game();
    let seats: Vec<Seat> = game.seats().iter().collect();
    let mut turns = Vec::new();
    let mut tables = Vec::new();
    let mut tally = G::Tally::default();
    let mut weighed = Vec::new();
    let mut moments = Vec::new();
    let mut state = game.set_up();
    for (number, (_, line)) in live.inputs().enumerate() {
        let before = state.clone();
        let mut scoped: Vec<ScopedEvent<G::Event>> = Vec::new();
        game.apply(&mut state, live.read_input(&line).ok()?, &mut scoped).ok()?;
        let heard: Vec<&G::Event> =
            scoped.iter().filter_map(|event| event.heard_by(Viewer::Bystander)).collect();
        game.note(&mut tally, &Step { before: &before, after: &state, heard: &heard }, &mut moments);
        if !moments.is_empty() {
            let shares = (game.shares(&before), game.shares(&state));
            weighed.extend(moments.drain(..).map(|moment| Weighed {
                at: number + 1,
                moment,
                before: shares.0,
                after: shares.1,
            }));
        }
        let began = game.turns(&state) != game.turns(&before);
        if began {
            turns.push((number + 1, game.turn(&state)));
        }
        if began || game.ending(&state).is_some() {
            tables.push(state.clone());
        }
    }
    let Race { measure, goal, standing } = game.race(&state);
    let line = |seat: Seat| tables.iter().map(|table| standing(game, table, seat)).collect();
    Some(GameResult {
        ending,
        sentence: game.verdict(&state, &ending),
        race: seats.iter().map(|&seat| (seat, line(seat))).collect(),
        measure,
        goal,
        inputs: live.version(),
        turns,
        columns: G::COLUMNS,
        rows: seats.iter().map(|&seat| (seat, game.row(&tally, &state, seat))).collect(),
        highlights: choose(weighed, G::KINDS),
    })
}
