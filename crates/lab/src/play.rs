//! One game from the deal to its end: the one loop of the lab.

use bots::Bot;
use games::PlayerName;
use table::{
    Awaits, Ending, EventSink, Game, Input, InputOf, Luck, NoEvents, Observer, ScopedEvent, Seat, Viewer,
};

/// How one game went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// How it came out; `None` where the cap on its length stopped it.
    pub ending: Option<Ending>,
    /// Choices made by players.
    pub decisions: u32,
    /// Turns begun.
    pub turns: u32,
}

/// Somebody who watches a game while it is played. What a watcher does not ask for is not paid for.
pub(crate) trait Watcher<G: Game, B: Bot<G>> {
    /// Lets a bot choose; `None` ends the game here.
    fn choose(
        &mut self,
        bot: &mut B,
        observer: &Observer<'_, G>,
        choices: &[G::Action],
        _asked: AskedSeat,
    ) -> Option<G::Action> {
        Some(bot.choose(observer, choices))
    }

    /// Applies an input to the game; listeners hear its events.
    fn apply(
        &mut self,
        game: &G,
        state: &mut G::State,
        input: InputOf<G>,
        listeners: &mut impl EventSink<G::Event>,
    ) -> Result<(), G::Refusal> {
        game.apply(state, input, listeners)?;
        self.applied(input);
        Ok(())
    }

    /// Notes an input that the game took.
    #[inline]
    fn applied(&mut self, _input: InputOf<G>) {}
}

/// Who is asked, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AskedSeat {
    /// This seat alone.
    Openly(Seat),
    /// This seat, while others choose secretly, too.
    Sealed(Seat),
}

impl AskedSeat {
    pub(crate) const fn seat(self) -> Seat {
        match self {
            Self::Openly(seat) | Self::Sealed(seat) => seat,
        }
    }
}

/// Plays one game to its end, or to [`Game::LONGEST`] decisions; gives the last state and how many were made. Nothing
/// is allocated on the way once `choices` has grown.
#[inline]
pub(crate) fn play_watched<G: Game, B: Bot<G>>(
    game: &G,
    bots: &mut [B],
    luck: &mut impl Luck,
    choices: &mut Vec<G::Action>,
    watcher: &mut impl Watcher<G, B>,
) -> (G::State, u32) {
    let mut state = game.set_up();
    let mut decisions = 0;
    let is_heard = bots.iter().any(Bot::listens);
    let mut heard: Vec<ScopedEvent<G::Event>> = Vec::new();
    while decisions < G::LONGEST {
        let asked = match game.awaits(&state) {
            Awaits::Luck(_) => None,
            Awaits::Choice(seat) => Some(AskedSeat::Openly(seat)),
            Awaits::Sealed(seats) => seats.iter().next().map(AskedSeat::Sealed),
            Awaits::Nothing => break,
        };
        let input = match asked {
            None => game.chance(&state, luck).map(Input::Luck),
            Some(asked) => {
                decisions += 1;
                let seat = asked.seat();
                game.choices(&state, seat, choices);
                let bot = bots.get_mut(seat.index()).filter(|_| !choices.is_empty());
                let observer = Observer::new(game, &state, Viewer::Seat(seat));
                let action = bot.and_then(|bot| watcher.choose(bot, &observer, choices, asked));
                action.map(|action| Input::Act(seat, action))
            }
        };
        let Some(input) = input else { break };
        let taken = match is_heard {
            false => watcher.apply(game, &mut state, input, &mut NoEvents),
            true => watcher.apply(game, &mut state, input, &mut heard),
        };
        if taken.is_err() {
            break;
        }
        if is_heard {
            tell(game, bots, &heard);
            heard.clear();
        }
    }
    let ending = game.ending(&state);
    bots.iter_mut().for_each(|bot| bot.finish(ending.as_ref()));
    (state, decisions)
}

/// Tells those bots that listen what their seats hear.
#[cold]
fn tell<G: Game, B: Bot<G>>(game: &G, bots: &mut [B], events: &[ScopedEvent<G::Event>]) {
    for (seat, bot) in game.seats().iter().zip(bots) {
        if bot.listens() {
            let heard = events.iter().filter_map(|scoped| scoped.heard_by(Viewer::Seat(seat)));
            heard.for_each(|event| bot.hear(game, event));
        }
    }
}

/// Plays one game, handing every input to `each`.
pub fn play_out<G: Game, B: Bot<G>>(
    game: &G,
    bots: &mut [B],
    luck: &mut impl Luck,
    choices: &mut Vec<G::Action>,
    each: impl FnMut(InputOf<G>),
) -> Outcome {
    let (state, decisions) = play_watched(game, bots, luck, choices, &mut Inputs(each));
    Outcome { ending: game.ending(&state), decisions, turns: game.turns(&state) }
}

/// Hands on every input.
struct Inputs<F>(F);

impl<G: Game, B: Bot<G>, F: FnMut(InputOf<G>)> Watcher<G, B> for Inputs<F> {
    #[inline]
    fn applied(&mut self, input: InputOf<G>) {
        (self.0)(input);
    }
}

/// Who sits at each seat in the game of this number: from game to game all move on by one seat.
pub(crate) fn seated(bots: &[PlayerName], number: u64) -> impl Iterator<Item = &PlayerName> {
    let seats = bots.len();
    (0..seats).map(move |seat| &bots[(seat + (number % seats.max(1) as u64) as usize) % seats])
}
