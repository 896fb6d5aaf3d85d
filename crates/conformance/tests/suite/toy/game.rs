//! The toy as a game.

use serde_json::{Value, json};
use table::{
    Audience, Awaits, Clause, Ending, EventSink, Game, Input, InputOf, Luck, Occasion, Probe, Prompt, Prose,
    Rulebook, ScopedEvent, Seat, SeatCount, SeatSet, Unreadable, Viewer,
};

use super::looks::View;
use super::rules::{Phase, State};
use super::things::{Action, Card, Colour, Event, Outcome, Refusal, list};
use super::{Planted, RULEBOOK, Snap};

impl Snap {
    pub(super) fn awaited(&self, state: &State) -> SeatSet {
        self.awaits(state).seats()
    }
}

impl Game for Snap {
    const NAME: &'static str = "snap";
    const RULES_VERSION: u32 = 1;
    const LONGEST: u32 = 300;

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
        self.seats
    }

    fn setting(&self) -> Vec<(&'static str, String)> {
        vec![("deck", "four of each".to_owned())]
    }

    fn set_up(&self) -> State {
        let seats = self.seats.get();
        State {
            bag: Card::all().collect(),
            hands: vec![Vec::new(); seats],
            turned_up: Vec::new(),
            has_shown: vec![false; seats],
            heap: Vec::new(),
            picks: vec![None; seats],
            points: vec![0; seats],
            turns: 0,
            phase: Phase::Dealing(Seat::new(0).unwrap()),
            locked: false,
        }
    }

    fn awaits(&self, state: &State) -> Awaits {
        match state.phase {
            Phase::Dealing(seat) | Phase::Drawing(seat) => Awaits::Luck(Audience::Only(seat)),
            Phase::Picking => {
                let owes = |seat: &Seat| state.picks[seat.index()].is_none();
                Awaits::Sealed(self.seats.iter().filter(owes).collect())
            }
            Phase::Turn(seat) => Awaits::Choice(seat),
            Phase::Rolling(_) => Awaits::Luck(Audience::Everyone),
            Phase::Asking { asked, .. } => Awaits::Choice(asked),
            Phase::Over => Awaits::Nothing,
        }
    }

    fn choices(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        into.clear();
        let awaited = self.awaited(state).contains(seat);
        if !awaited && !self.has(Planted::ChoicesForAll) {
            return;
        }
        for action in Action::all() {
            let legal = self.check_action(state, seat, action).is_ok();
            let wrongly = match self.fault {
                Some(Planted::EnumeratesRefused) => {
                    action == Action::Show && matches!(state.phase, Phase::Turn(_))
                }
                Some(Planted::ChoicesForAll) => action == Action::Pass && !awaited,
                _ => false,
            };
            let forgotten = self.has(Planted::AcceptsUnlisted)
                && matches!((state.phase, action), (Phase::Asking { number, .. }, Action::Answer(card)) if card.number() != number);
            if (legal || wrongly) && !forgotten {
                into.push(action);
            }
        }
        if self.has(Planted::WrongOrder) {
            into.reverse();
        }
    }

    fn chances(&self, state: &State, into: &mut Vec<(Outcome, u32)>) {
        into.clear();
        match state.phase {
            Phase::Dealing(_) | Phase::Drawing(_) => {
                into.extend(state.bag.iter().map(|card| (Outcome::Card(*card), 1)));
            }
            Phase::Rolling(_) => into.extend((1..=6).map(|number| (Outcome::Die(number), 1))),
            Phase::Picking | Phase::Turn(_) | Phase::Asking { .. } | Phase::Over => {}
        }
        if self.has(Planted::ChancesWrongOrder) {
            into.reverse();
        }
    }

    fn occasion(&self, state: &State) -> Option<Occasion> {
        match state.phase {
            Phase::Dealing(seat) => Some(Occasion::of_seat("card dealt", seat)),
            Phase::Drawing(seat) => Some(Occasion::of_seat("card", seat)),
            Phase::Rolling(seat) => Some(Occasion::of_seat("die", seat)),
            Phase::Picking | Phase::Turn(_) | Phase::Asking { .. } | Phase::Over => None,
        }
    }

    fn chance(&self, state: &State, luck: &mut impl Luck) -> Option<Outcome> {
        match state.phase {
            Phase::Dealing(_) | Phase::Drawing(_) if self.has(Planted::SkewedChance) => {
                state.bag.first().copied().map(Outcome::Card)
            }
            Phase::Dealing(_) | Phase::Drawing(_) => luck.pick(&state.bag).map(Outcome::Card),
            Phase::Rolling(_) if self.has(Planted::ChanceOutsideChances) => {
                Some(Outcome::Die(luck.below(7) as u8 + 1))
            }
            Phase::Rolling(_) => Some(Outcome::Die(luck.below(6) as u8 + 1)),
            Phase::Picking | Phase::Turn(_) | Phase::Asking { .. } | Phase::Over => None,
        }
    }

    fn apply(
        &self,
        state: &mut State,
        input: InputOf<Self>,
        sink: &mut impl EventSink<Event>,
    ) -> Result<(), Refusal> {
        let checked = match input {
            Input::Act(seat, action) => self.check_action(state, seat, action),
            Input::Luck(outcome) => self.check_luck(state, outcome),
        };
        match &checked {
            Ok(()) => self.change(state, input, sink),
            Err(_) if self.has(Planted::RefusalChanges) => state.points[0] += 1,
            Err(_) if self.has(Planted::RefusalIsHeard) => {
                sink.emit(|| ScopedEvent::openly(Event::Rolled(0)));
            }
            Err(_) => {}
        }
        checked
    }

    fn ending(&self, state: &State) -> Option<Ending> {
        let too_soon = self.has(Planted::EndsTooSoon) && state.turns as usize == 4 * self.seats.get();
        if state.phase != Phase::Over && !too_soon {
            return None;
        }
        let most = state.points.iter().max();
        let won = |seat: &Seat| Some(&state.points[seat.index()]) == most && !self.has(Planted::NobodyWins);
        Some(Ending {
            winners: self.seats.iter().filter(won).collect(),
            clause: Clause("T4.1"),
            how: "points",
        })
    }

    fn turns(&self, state: &State) -> u32 {
        state.turns
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.look(state, viewer)
    }

    fn imagine(&self, view: &View, luck: &mut impl Luck) -> State {
        self.imagine_from(view, luck)
    }

    fn prompt(&self, state: &State, viewer: Viewer) -> Prompt<Action> {
        self.ask_viewer(state, viewer)
    }

    fn pass(&self, state: &State) -> Option<Action> {
        matches!(state.phase, Phase::Asking { .. }).then_some(Action::Pass)
    }

    fn still_asked(&self, state: &State) -> SeatSet {
        let Phase::Asking { mut asked, passes, .. } = state.phase else {
            return SeatSet::EMPTY;
        };
        let mut left = SeatSet::EMPTY;
        for _ in passes..self.seats.get() {
            left = left.with(asked);
            asked = asked.next(self.seats);
        }
        left
    }

    fn write_action(&self, action: Action) -> String {
        match action {
            Action::Pick(Colour::Red) => "pick red".to_owned(),
            Action::Pick(Colour::Blue) => "pick blue".to_owned(),
            Action::Draw => "draw".to_owned(),
            Action::Put(card) if self.has(Planted::TwoWrittenAlike) => format!("put {}", card.number()),
            Action::Put(card) => format!("put {card}"),
            Action::Roll if self.has(Planted::RaggedNotation) => "roll ".to_owned(),
            Action::Roll => "roll".to_owned(),
            Action::Show if self.has(Planted::NotReadBack) => "reveal".to_owned(),
            Action::Show => "show".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::Answer(card) => format!("answer {card}"),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        Action::all()
            .into_iter()
            .find(|action| self.write_action(*action) == text && text != "reveal")
            .ok_or_else(|| Unreadable(format!("'{text}' is not something to do")))
    }

    fn write_outcome(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Card(card) => format!("card {card}"),
            Outcome::Die(number) => format!("die {number}"),
        }
    }

    fn read_outcome(&self, text: &str) -> Result<Outcome, Unreadable> {
        let read = match text.split_once(' ') {
            Some(("card", card)) => Card::read(card).map(Outcome::Card),
            Some(("die", number)) => number.parse().ok().map(Outcome::Die),
            Some(_) | None => None,
        };
        read.ok_or_else(|| Unreadable(format!("'{text}' is not something luck brings")))
    }

    fn tell(&self, event: &Event) -> Prose {
        Prose::from(match event {
            Event::Took(seat, card) => format!("{seat:#} takes {card}."),
            Event::TookOne(seat) => format!("{seat:#} takes a card."),
            Event::Picked(seat) => format!("{seat:#} has picked."),
            Event::PicksShown(picks) => format!("The picks are {picks:?}."),
            Event::PickLeaked(seat, colour) => format!("{seat:#} picks {colour:?}."),
            Event::Put(seat, card) => format!("{seat:#} puts {card}."),
            Event::Rolled(number) => format!("The die shows {number}."),
            Event::Passed(seat) => format!("{seat:#} passes."),
            Event::Answered(seat, card) => format!("{seat:#} answers with {card}."),
            Event::Showed(seat, cards) | Event::ShowedUnmarked(seat, cards) => {
                format!("{seat:#} shows {}.", list(cards))
            }
            Event::Ended(hands) => format!("The hands were {hands:?}."),
            Event::Uncited => "Something happens.".to_owned(),
        })
    }

    fn show(&self, view: &View) -> Value {
        self.show_view(view)
    }

    fn position(&self, state: &State) -> Value {
        json!({
            "bag": list(&state.bag),
            "hands": state.hands.iter().map(|hand| list(hand)).collect::<Vec<_>>(),
            "turned_up": list(&state.turned_up),
            "heap": list(&state.heap),
            "picks": format!("{:?}", state.picks),
            "points": state.points,
            "phase": format!("{:?}", state.phase),
        })
    }
}

impl Probe for Snap {
    fn pieces(&self, state: &State, found: &mut dyn FnMut(usize)) {
        let cards = state.hands.iter().flatten().chain(&state.bag).chain(&state.heap);
        cards.for_each(|card| found(usize::from(card.0)));
    }

    fn piece_count(&self) -> usize {
        Card::COUNT
    }

    fn any_action(&self, luck: &mut impl Luck) -> Action {
        luck.pick(&Action::all()).unwrap_or(Action::Pass)
    }
}
