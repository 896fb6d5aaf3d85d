//! Games: their rules as one value, their state as another, and one door between them.

use std::fmt::{self, Debug, Display};

use serde_json::Value;

use crate::{
    Audience, Clause, Event, EventSink, JsonWriter, Luck, NoEvents, Occasion, Prompt, Prose, Refusal,
    Rulebook, Seat, SeatCount, SeatSet, Viewer,
};

/// Whom or what the table waits for. This is public and depends on nothing secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Awaits {
    /// One seat's choice, made in the open.
    Choice(Seat),
    /// Choices of all these seats, in any order, secret until the last is made.
    Sealed(SeatSet),
    /// An outcome of luck, which this audience may see.
    Luck(Audience),
    /// Nothing: the game is over.
    Nothing,
}

impl Awaits {
    /// The seats that owe a choice.
    #[must_use]
    pub fn seats(self) -> SeatSet {
        match self {
            Self::Choice(seat) => SeatSet::only(seat),
            Self::Sealed(seats) => seats,
            Self::Luck(_) | Self::Nothing => SeatSet::EMPTY,
        }
    }
}

/// The only thing that changes a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input<A, O> {
    /// A seat acts.
    Act(Seat, A),
    /// Luck falls.
    Luck(O),
}

impl<A, O> Input<A, O> {
    /// The seat that acts; none where luck falls.
    #[must_use]
    pub const fn by(&self) -> Option<Seat> {
        match self {
            Self::Act(seat, _) => Some(*seat),
            Self::Luck(_) => None,
        }
    }
}

/// The input type of a game.
pub type InputOf<G> = Input<<G as Game>::Action, <G as Game>::Outcome>;

/// How a game came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Who won; more than one share the win.
    pub winners: SeatSet,
    /// The clause by which they won.
    pub clause: Clause,
    /// How, in a word.
    pub how: &'static str,
}

/// Text that is not the notation it was taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// The rules of a game, with the set-up they are played under.
///
/// A value of this type is the game in its box: card set or network, variant, number of seats. It never
/// changes. The state on the table is a value of its own, whose fields only the rules can reach.
pub trait Game: Sized + Send + Sync {
    /// The name on the command line and in records.
    const NAME: &'static str;
    /// Raised whenever the same inputs could give another game.
    const RULES_VERSION: u32;
    /// No game of this kind takes more decisions than this at any table that means to finish.
    const LONGEST: u32;

    /// Everything on the table, seen and unseen. A small flat value: search copies it freely.
    type State: Clone + Send;
    /// An action of a seat. Its order is the canonical order of choices.
    type Action: Copy + Ord + Debug + Send;
    /// An outcome of luck.
    type Outcome: Copy + Ord + Debug + Send;
    /// An event.
    type Event: Event;
    /// Why something may not happen.
    type Refusal: Refusal;
    /// One viewer's view.
    type View: Clone + PartialEq + Debug + Send;

    /// The clauses this game is played by.
    fn rulebook() -> &'static Rulebook;

    /// How many sit at the table.
    fn seats(&self) -> SeatCount;

    /// The set-up as key and value, each one line of a record; enough to build the same game again.
    fn setting(&self) -> Vec<(&'static str, String)>;

    /// The table before the first input.
    fn set_up(&self) -> Self::State;

    /// Whom or what the table waits for.
    fn awaits(&self, state: &Self::State) -> Awaits;

    /// Everything this seat may do now, in canonical order, put into an emptied list.
    fn choices(&self, state: &Self::State, seat: Seat, into: &mut Vec<Self::Action>);

    /// Every outcome luck may bring now with its weight, in canonical order, put into an emptied list.
    fn chances(&self, state: &Self::State, into: &mut Vec<(Self::Outcome, u32)>);

    /// The occasion of awaited luck; `None` where none is.
    fn occasion(&self, state: &Self::State) -> Option<Occasion>;

    /// One outcome drawn by those weights; `None` where no luck is awaited.
    fn chance(&self, state: &Self::State, luck: &mut impl Luck) -> Option<Self::Outcome>;

    /// The one door: takes the input, or refuses it and changes nothing.
    fn apply(
        &self,
        state: &mut Self::State,
        input: InputOf<Self>,
        sink: &mut impl EventSink<Self::Event>,
    ) -> Result<(), Self::Refusal>;

    /// How the game came out, once it is over.
    fn ending(&self, state: &Self::State) -> Option<Ending>;

    /// How many turns have begun.
    fn turns(&self, state: &Self::State) -> u32;

    /// Whether this event makes all earlier ones unreadable while the game lasts: for a game that is played from
    /// memory.
    fn forgets_at(&self, _event: &Self::Event) -> bool {
        false
    }

    /// This viewer's view of the table, built up from their knowledge.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// Some full game that looks like this to that viewer, drawn from the view alone.
    fn imagine(&self, view: &Self::View, luck: &mut impl Luck) -> Self::State;

    /// This viewer's prompt.
    fn prompt(&self, state: &Self::State, viewer: Viewer) -> Prompt<Self::Action>;

    /// If the table now asks for reactions, the action that plays none.
    fn pass(&self, _state: &Self::State) -> Option<Self::Action> {
        None
    }

    /// If the table now asks for reactions, the seats it will ask before something happens, should none react:
    /// the one that is asked now, and those after it.
    fn still_asked(&self, _state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// If the table now asks for reactions, whether some answer of this seat could change what comes of it, as far as
    /// what lies open and what the seat holds can tell: a secret of the seat's. In doubt it could.
    fn has_a_say(&self, _state: &Self::State, _seat: Seat) -> bool {
        true
    }

    /// If the table now asks for reactions, the seats of which everybody can see that they have no say: they hold no
    /// cards, say, or nothing that anybody may hold changes anything.
    fn without_a_say(&self, _state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// An action in notation.
    fn write_action(&self, action: Self::Action) -> String;

    /// An action from notation.
    fn read_action(&self, text: &str) -> Result<Self::Action, Unreadable>;

    /// An outcome in notation.
    fn write_outcome(&self, outcome: Self::Outcome) -> String;

    /// An outcome from notation.
    fn read_outcome(&self, text: &str) -> Result<Self::Outcome, Unreadable>;

    /// An event as a sentence.
    fn tell(&self, event: &Self::Event) -> Prose;

    /// A view as data with the rulebook's names, the same for the same view.
    fn show(&self, view: &Self::View) -> Value;

    /// The same as JSON, put at the end of a text, the same for the same view.
    fn write_view(&self, view: &Self::View, into: &mut String) {
        JsonWriter::new(into).value(&self.show(view));
    }

    /// The whole table as canonical data, secrets included: digested while the game goes on, and open to the referee of
    /// a finished record. `docs/records.md` describes it.
    fn position(&self, state: &Self::State) -> Value;
}

/// A seat's access to the game: its view, its choices and its prompt, each made only when asked for.
pub struct Observer<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    viewer: Viewer,
}

impl<'a, G: Game> Observer<'a, G> {
    /// The table from where this viewer stands.
    pub const fn new(game: &'a G, state: &'a G::State, viewer: Viewer) -> Self {
        Self { game, state, viewer }
    }

    /// The rules.
    #[must_use]
    pub const fn game(&self) -> &'a G {
        self.game
    }

    /// Who looks.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The viewer's view.
    #[must_use]
    pub fn view(&self) -> G::View {
        self.game.view(self.state, self.viewer)
    }

    /// The viewer's prompt.
    #[must_use]
    pub fn prompt(&self) -> Prompt<G::Action> {
        self.game.prompt(self.state, self.viewer)
    }

    /// While reactions are asked for, the action that plays none.
    #[must_use]
    pub fn pass(&self) -> Option<G::Action> {
        self.game.pass(self.state)
    }

    /// While reactions are asked for, what the viewer will be asked if everybody before them passes; `None` if no
    /// reactions are asked for, or none of them any more.
    #[must_use]
    pub fn asked_in_window(&self) -> Option<Prompt<G::Action>> {
        let state = self.state_when_asked()?;
        Some(self.game.prompt(&state, self.viewer))
    }

    /// While reactions are asked for, the table as it will be when the viewer is asked, if everybody before passes.
    pub(crate) fn state_when_asked(&self) -> Option<G::State> {
        let seat = self.viewer.seat().filter(|&seat| self.game.still_asked(self.state).contains(seat))?;
        let mut state = self.state.clone();
        loop {
            let asked = match self.game.awaits(&state) {
                Awaits::Choice(asked) if asked == seat => return Some(state),
                Awaits::Choice(asked) => asked,
                Awaits::Sealed(_) | Awaits::Luck(_) | Awaits::Nothing => return None,
            };
            // A seat that passed is not asked again in this round, so this comes to an end.
            let before = self.game.still_asked(&state);
            let pass = self.game.pass(&state)?;
            self.game.apply(&mut state, Input::Act(asked, pass), &mut NoEvents).ok()?;
            if self.game.still_asked(&state) != before.without(asked) {
                return None;
            }
        }
    }
}

/// A seat's look at the table, kept: a bot can think from it on a thread of its own. Like [`Observer`] it shows
/// what that viewer may see and nothing else.
pub struct OwnedObserver<G: Game> {
    game: G,
    state: G::State,
    viewer: Viewer,
}

impl<G: Game> OwnedObserver<G> {
    pub(crate) const fn new(game: G, state: G::State, viewer: Viewer) -> Self {
        Self { game, state, viewer }
    }

    /// An observer at some table that gives the viewer this view, made of the view alone: a player who knows no more
    /// thinks the same there as at the true one. `None` if no such table was found.
    pub fn imagined(game: G, viewer: Viewer, view: &G::View, luck: &mut impl Luck) -> Option<Self> {
        let state = game.imagine(view, luck);
        (game.view(&state, viewer) == *view).then_some(Self { game, state, viewer })
    }

    /// The table from where the viewer stood.
    #[must_use]
    pub const fn observer(&self) -> Observer<'_, G> {
        Observer::new(&self.game, &self.state, self.viewer)
    }

    /// Everything the viewer could do then, in canonical order; nothing for a bystander.
    #[must_use]
    pub fn choices(&self) -> Vec<G::Action> {
        let mut choices = Vec::new();
        if let Some(seat) = self.viewer.seat() {
            self.game.choices(&self.state, seat, &mut choices);
        }
        choices
    }
}
