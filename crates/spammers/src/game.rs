//! SPAMMERS as a game at a table.

use std::sync::LazyLock;

use serde_json::Value;
use table::{
    Awaits, Clause, Ending, EventSink, Game, Input, InputOf, Luck, Occasion, Prompt, Prose, Rulebook, Seat,
    SeatCount, SeatSet, Unreadable, Viewer,
};

use crate::Spammers;
use crate::action::{Action, Outcome, Refusal};
use crate::door::SIDES;
use crate::event::Event;
use crate::phase::{Chance, Phase, Question, Victory};
use crate::state::State;
use crate::view::View;

impl Game for Spammers {
    const NAME: &'static str = "spammers";
    const RULES_VERSION: u32 = 1;
    const LONGEST: u32 = 100_000;

    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Event;
    type Refusal = Refusal;
    type View = View;

    fn rulebook() -> &'static Rulebook {
        static BOOK: LazyLock<Rulebook> =
            LazyLock::new(|| Rulebook::read(include_str!("../../../rulebook/spammers.md")));
        &BOOK
    }

    fn seats(&self) -> SeatCount {
        self.seats
    }

    fn setting(&self) -> Vec<(&'static str, String)> {
        let mut setting = vec![("variant", self.variant.slug().to_owned()), ("cards", self.set.citation())];
        if !self.set.is_shipped() {
            setting.push(("set", self.set.line()));
        }
        setting
    }

    fn set_up(&self) -> State {
        State::new(self.set.whole_deck(), self.set.whole_list_deck(), self.first_seat(), self.first_deal())
    }

    #[inline]
    fn awaits(&self, state: &State) -> Awaits {
        state.phase.awaits(state.turn)
    }

    fn choices(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        into.clear();
        let Phase::Ask(question) = state.phase else { return };
        if !self.awaits(state).seats().contains(seat) {
            return;
        }
        match question {
            Question::Choosing(_) => into.extend(state.dealt[seat.index()].iter().map(Action::Choose)),
            Question::Acting => self.acting_choices(state, seat, into),
            Question::Offered(_) => self.offer_choices(state, seat, into),
            Question::Reacting { pending, .. } => {
                into.push(Action::Pass);
                self.reaction_choices(state, seat, pending, into);
            }
        }
    }

    fn chances(&self, state: &State, into: &mut Vec<(Outcome, u32)>) {
        into.clear();
        let Phase::Luck(chance) = state.phase else { return };
        match chance {
            Chance::DealingLists(..) | Chance::DealingMasses(_) | Chance::DrawingList => {
                into.extend(state.list_deck.iter().map(|list| (Outcome::List(list), 1)));
            }
            Chance::Picking(from, _) => self.weigh(state.hands[from.index()], Outcome::Pick, into),
            Chance::DealingActions(..) | Chance::DrawingAction | Chance::DrawingCards(_) => {
                self.weigh(state.deck, Outcome::Card, into);
            }
            Chance::DrawingFirst => into.extend(self.seats.iter().map(|seat| (Outcome::First(seat), 1))),
            Chance::Rolling(_) => into.extend((1..=SIDES).map(|roll| (Outcome::Roll(roll), 1))),
        }
    }

    fn occasion(&self, state: &State) -> Option<Occasion> {
        let Phase::Luck(chance) = state.phase else { return None };
        Some(chance.occasion(state.turn))
    }

    fn chance(&self, state: &State, luck: &mut impl Luck) -> Option<Outcome> {
        let Phase::Luck(chance) = state.phase else { return None };
        match chance {
            Chance::DealingLists(..) | Chance::DealingMasses(_) | Chance::DrawingList => {
                luck.pick_from(state.list_deck).map(Outcome::List)
            }
            Chance::Picking(from, _) => {
                luck.pick_from(state.hands[from.index()]).map(|copy| Outcome::Pick(self.set.card_id_of(copy)))
            }
            Chance::DealingActions(..) | Chance::DrawingAction | Chance::DrawingCards(_) => {
                luck.pick_from(state.deck).map(|copy| Outcome::Card(self.set.card_id_of(copy)))
            }
            Chance::DrawingFirst => {
                Seat::new(luck.below(self.seats.get() as u32) as usize).map(Outcome::First)
            }
            Chance::Rolling(_) => Some(Outcome::Roll(luck.below(u32::from(SIDES)) as u8 + 1)),
        }
    }

    fn apply(
        &self,
        state: &mut State,
        input: InputOf<Self>,
        sink: &mut impl EventSink<Event>,
    ) -> Result<(), Refusal> {
        match input {
            Input::Act(seat, action) => {
                self.check(state, seat, action).map_err(|illegal| self.explain(illegal))?;
                self.perform_action(state, seat, action, sink);
            }
            Input::Luck(outcome) => {
                self.check_luck(state, outcome).map_err(|illegal| self.explain(illegal))?;
                self.perform_luck(state, outcome, sink);
            }
        }
        Ok(())
    }

    fn ending(&self, state: &State) -> Option<Ending> {
        let Phase::Over(victory) = state.phase else {
            return None;
        };
        let clause = match self.variant {
            crate::Variant::Standard => Clause("S6.1"),
            crate::Variant::Demonstration => Clause("S6.2"),
        };
        let how = match victory {
            Victory::OneScam => "one Scam",
            Victory::Sum => "sum",
        };
        Some(Ending { winners: SeatSet::only(state.turn), clause, how })
    }

    fn turns(&self, state: &State) -> u32 {
        state.turns
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.view_of(state, viewer)
    }

    fn imagine(&self, view: &View, luck: &mut impl Luck) -> State {
        self.imagine_from(view, luck)
    }

    fn prompt(&self, state: &State, viewer: Viewer) -> Prompt<Action> {
        self.prompt_for(state, viewer)
    }

    fn pass(&self, state: &State) -> Option<Action> {
        matches!(state.phase, Phase::Ask(Question::Reacting { .. })).then_some(Action::Pass)
    }

    fn still_asked(&self, state: &State) -> SeatSet {
        self.yet_to_pass(state)
    }

    fn has_a_say(&self, state: &State, seat: Seat) -> bool {
        self.could_change(state, seat)
    }

    fn without_a_say(&self, state: &State) -> SeatSet {
        self.onlookers(state)
    }

    fn write_action(&self, action: Action) -> String {
        self.action_text(action)
    }

    fn read_action(&self, text: &str) -> Result<Action, Unreadable> {
        self.action_from(text)
    }

    fn write_outcome(&self, outcome: Outcome) -> String {
        self.outcome_text(outcome)
    }

    fn read_outcome(&self, text: &str) -> Result<Outcome, Unreadable> {
        self.outcome_from(text)
    }

    fn tell(&self, event: &Event) -> Prose {
        self.sentence(*event)
    }

    fn show(&self, view: &View) -> Value {
        let mut text = String::new();
        self.write_view(view, &mut text);
        // Text written as JSON reads as JSON.
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn write_view(&self, view: &View, into: &mut String) {
        self.write_view_data(view, into);
    }

    fn position(&self, state: &State) -> Value {
        self.position_data(state)
    }
}
