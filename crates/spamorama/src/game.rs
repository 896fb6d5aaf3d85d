//! Spam-O-Rama as a game at the table.

use std::sync::LazyLock;

use serde_json::Value as Json;
use table::{
    Audience, Awaits, Ending, EventSink, Game, Input, InputOf, Luck, Occasion, Prompt, Prose, Rulebook, Seat,
    SeatCount, Unreadable, Viewer,
};

use crate::{
    Action, Event, Memory, Outcome, Refusal, SpamORama, Stage, State, View, bust, chance, imagine, notation,
    position, prompt, relay, scan, setup, view, words,
};

static RULEBOOK: LazyLock<Rulebook> =
    LazyLock::new(|| Rulebook::read(include_str!("../../../rulebook/spam-o-rama.md")));

impl Game for SpamORama {
    const NAME: &'static str = "spam-o-rama";
    const RULES_VERSION: u32 = 1;
    /// Sixty coins are taken and placed, and each relay empties a port for good; the last one empties two.
    const LONGEST: u32 = 60 * 2 + 59;

    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Event;
    type Refusal = Refusal;
    type View = View;

    fn rulebook() -> &'static Rulebook {
        &RULEBOOK
    }

    fn seats(&self) -> SeatCount {
        self.seat_count()
    }

    fn setting(&self) -> Vec<(&'static str, String)> {
        let network = self.network();
        vec![
            ("network", format!("{} {}", network.name(), network.digest())),
            ("map", network.map()),
            ("memory", self.memory().name().to_owned()),
            ("first", self.first_candidates().to_string()),
        ]
    }

    fn set_up(&self) -> State {
        State::new()
    }

    #[inline]
    fn awaits(&self, state: &State) -> Awaits {
        match state.stage {
            Stage::Laying(_) | Stage::DrawingLots => Awaits::Luck(Audience::Everyone),
            Stage::Dealing(seat) | Stage::Looking(seat, _) => Awaits::Luck(Audience::Only(seat)),
            Stage::Taking(seat) | Stage::Placing(seat, _) | Stage::Relaying(seat) => Awaits::Choice(seat),
            Stage::Busted => Awaits::Nothing,
        }
    }

    fn choices(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        into.clear();
        if state.stage.turn() != Some(seat) {
            return;
        }
        match state.stage {
            Stage::Taking(_) => scan::takes(state, into),
            Stage::Placing(..) => scan::places(state, into),
            Stage::Relaying(_) => relay::relays(self.network(), state, into),
            Stage::Laying(_)
            | Stage::Dealing(_)
            | Stage::DrawingLots
            | Stage::Looking(..)
            | Stage::Busted => {}
        }
    }

    fn chances(&self, state: &State, into: &mut Vec<(Outcome, u32)>) {
        into.clear();
        chance::chances(self.first_candidates(), state, into);
    }

    fn occasion(&self, state: &State) -> Option<Occasion> {
        chance::occasion(state.stage)
    }

    fn chance(&self, state: &State, luck: &mut impl Luck) -> Option<Outcome> {
        chance::chance(self.first_candidates(), state, luck)
    }

    fn apply(
        &self,
        state: &mut State,
        input: InputOf<Self>,
        sink: &mut impl EventSink<Event>,
    ) -> Result<(), Refusal> {
        match input {
            Input::Act(seat, action) => self.act(state, seat, action, sink),
            Input::Luck(outcome) => self.draw_luck(state, outcome, sink),
        }
    }

    fn ending(&self, state: &State) -> Option<Ending> {
        match state.stage {
            Stage::Busted => Some(bust::decide(self.seat_count(), state)),
            Stage::Laying(_)
            | Stage::Dealing(_)
            | Stage::DrawingLots
            | Stage::Taking(_)
            | Stage::Looking(..)
            | Stage::Placing(..)
            | Stage::Relaying(_) => None,
        }
    }

    fn turns(&self, state: &State) -> u32 {
        state.turns()
    }

    /// R4.7: without the memory aid only what just happened can be read; a coin taken, until it is placed.
    fn forgets_at(&self, event: &Event) -> bool {
        let begins = matches!(event, Event::Took { .. } | Event::Placed { .. } | Event::Relayed { .. });
        begins && self.memory() == Memory::Off
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(self, state, viewer)
    }

    fn imagine(&self, view: &View, luck: &mut impl Luck) -> State {
        imagine::imagine(self, view, luck)
    }

    fn prompt(&self, state: &State, viewer: Viewer) -> Prompt<Action> {
        prompt::prompt(self, state, viewer)
    }

    fn write_action(&self, action: Action) -> String {
        notation::write_action(self.network(), action)
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        notation::read_action(self.network(), text)
    }

    fn write_outcome(&self, outcome: Outcome) -> String {
        notation::write_outcome(outcome)
    }

    fn read_outcome(&self, text: &str) -> Result<Outcome, Unreadable> {
        notation::read_outcome(text)
    }

    fn tell(&self, event: &Event) -> Prose {
        words::tell(self.network(), event)
    }

    fn show(&self, view: &View) -> Json {
        let mut text = String::new();
        self.write_view(view, &mut text);
        // Text written as JSON reads as JSON.
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn write_view(&self, view: &View, into: &mut String) {
        position::write_view(self, view, into);
    }

    fn position(&self, state: &State) -> Json {
        position::position(state)
    }
}

impl SpamORama {
    /// A seat acts, if it is its turn and its phase.
    fn act(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        sink: &mut impl EventSink<Event>,
    ) -> Result<(), Refusal> {
        self.check_turn(state, seat)?;
        let (network, seats) = (self.network(), self.seat_count());
        match state.stage {
            Stage::Taking(_) => match action {
                Action::Take(suit) => scan::take(state, seat, suit, sink),
                Action::Place(_) => Err(Refusal::NothingToPlace),
                Action::Relay { .. } => Err(Refusal::ScanIsNotOver),
            },
            Stage::Looking(..) => match action {
                Action::Take(_) | Action::Place(_) => Err(Refusal::NotLookedYet),
                Action::Relay { .. } => Err(Refusal::ScanIsNotOver),
            },
            Stage::Placing(_, held) => match action {
                Action::Take(_) => Err(Refusal::CoinInHand(held)),
                Action::Place(port) => scan::place(network, seats, state, seat, port, sink),
                Action::Relay { .. } => Err(Refusal::ScanIsNotOver),
            },
            Stage::Relaying(_) => match action {
                Action::Take(_) | Action::Place(_) => Err(Refusal::ScanIsOver),
                Action::Relay { from, to } => relay::relay(network, seats, state, seat, (from, to), sink),
            },
            Stage::Laying(_) => Err(Refusal::StillLaying),
            Stage::Dealing(_) => Err(Refusal::StillDealing),
            Stage::DrawingLots => Err(Refusal::StillDrawingLots),
            Stage::Busted => Err(Refusal::GameOver),
        }
    }

    fn check_turn(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        if !self.seat_count().contains(seat) {
            return Err(Refusal::NotAtTheTable(seat));
        }
        match state.stage {
            Stage::Taking(turn) | Stage::Looking(turn, _) | Stage::Placing(turn, _) if turn != seat => {
                Err(Refusal::NotYourScan(turn))
            }
            Stage::Relaying(turn) if turn != seat => Err(Refusal::NotYourRelay(turn)),
            Stage::Laying(_)
            | Stage::Dealing(_)
            | Stage::DrawingLots
            | Stage::Taking(_)
            | Stage::Looking(..)
            | Stage::Placing(..)
            | Stage::Relaying(_)
            | Stage::Busted => Ok(()),
        }
    }

    /// Luck falls, if it is awaited.
    fn draw_luck(
        &self,
        state: &mut State,
        outcome: Outcome,
        sink: &mut impl EventSink<Event>,
    ) -> Result<(), Refusal> {
        let refusal = out_of_luck(state.stage);
        match (state.stage, outcome) {
            (Stage::Laying(_), Outcome::Lay(suit, values)) => {
                setup::lay(self.network(), state, suit, values, sink)
            }
            (Stage::Dealing(seat), Outcome::Client(client)) => {
                setup::deal(self.seat_count(), state, seat, client, sink)
            }
            (Stage::DrawingLots, Outcome::First(seat)) => {
                setup::go_first(self.first_candidates(), state, seat, sink)
            }
            (Stage::Looking(seat, suit), Outcome::Value(value)) => scan::look(state, seat, suit, value, sink),
            (_, Outcome::Lay(..) | Outcome::Client(_) | Outcome::First(_) | Outcome::Value(_)) => {
                Err(refusal)
            }
        }
    }
}

/// Why luck of another kind than the stage awaits is refused.
const fn out_of_luck(stage: Stage) -> Refusal {
    match stage {
        Stage::Laying(_) | Stage::Dealing(_) | Stage::DrawingLots | Stage::Looking(..) => {
            Refusal::Impossible(stage)
        }
        Stage::Taking(_) | Stage::Placing(..) | Stage::Relaying(_) => Refusal::LuckNotAwaited(stage),
        Stage::Busted => Refusal::GameOver,
    }
}
