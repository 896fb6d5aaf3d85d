//! What any table asks of a game.

use std::sync::LazyLock;

use serde_json::Value;
use table::{
    Audience, Awaits, Clause, Ending, EventSink, Game, Input, InputOf, Luck, Prompt, Prose, Rulebook, Seat,
    SeatCount, SeatSet, Unreadable, Viewer,
};

use crate::action::{Action, Aim, Direction, Outcome, Refusal};
use crate::card::Specialty;
use crate::door::SIDES;
use crate::event::Event;
use crate::set::{CardId, ListCard};
use crate::state::{Deck, Phase, Pick, State, Victory};
use crate::view::View;
use crate::{CardSet, Spammers};

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
        vec![("variant", self.variant.slug().to_owned()), ("cards", self.set.citation())]
    }

    fn set_up(&self) -> State {
        State::new(self.set.whole_deck(), self.set.whole_list_deck(), self.first_seat())
    }

    #[inline]
    fn awaits(&self, state: &State) -> Awaits {
        match state.phase {
            Phase::DealingLists(seat, _) | Phase::DealingActions(seat, _) => {
                Awaits::Luck(Audience::Only(seat))
            }
            Phase::Choosing(owing) => Awaits::Sealed(owing),
            Phase::DrawingAction | Phase::DrawingCards(_) => Awaits::Luck(Audience::Only(state.turn)),
            Phase::Picking(from, Pick::Steal) => {
                Awaits::Luck(Audience::Among(SeatSet::only(state.turn).with(from)))
            }
            Phase::Picking(_, Pick::Discard) => Awaits::Luck(Audience::Everyone),
            Phase::DealingMasses(_) | Phase::DrawingFirst | Phase::DrawingList | Phase::Rolling(_) => {
                Awaits::Luck(Audience::Everyone)
            }
            Phase::Acting | Phase::Offered(_) => Awaits::Choice(state.turn),
            Phase::Reacting { asked, .. } => Awaits::Choice(asked),
            Phase::Over(_) => Awaits::Nothing,
        }
    }

    fn choices(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        into.clear();
        if !self.awaits(state).seats().contains(seat) {
            return;
        }
        match state.phase {
            Phase::Choosing(_) => {
                into.extend(
                    state.dealt[seat.index()].iter().map(|list| Action::Choose(ListCard(list as u8))),
                );
            }
            Phase::Acting => self.acting_choices(state, seat, into),
            Phase::Offered(_) => {
                let scams = state.scams[seat.index()].iter().map(|scam| CardId(scam as u8));
                into.extend(scams.filter(|&scam| self.may_pay(state, seat, scam).is_ok()).map(Action::Keep));
                if self.keeps_for_nothing(state, seat) {
                    into.push(Action::KeepFree);
                }
                into.push(Action::Release);
            }
            Phase::Reacting { pending, .. } => {
                into.push(Action::Pass);
                self.reaction_choices(state, seat, pending, into);
            }
            Phase::DealingLists(..)
            | Phase::DealingActions(..)
            | Phase::DealingMasses(_)
            | Phase::DrawingFirst
            | Phase::DrawingAction
            | Phase::DrawingCards(_)
            | Phase::DrawingList
            | Phase::Picking(..)
            | Phase::Rolling(_)
            | Phase::Over(_) => {}
        }
    }

    fn chances(&self, state: &State, into: &mut Vec<(Outcome, u32)>) {
        into.clear();
        match state.phase {
            Phase::DealingLists(..) | Phase::DealingMasses(_) | Phase::DrawingList => {
                into.extend(state.list_deck.iter().map(|list| (Outcome::List(ListCard(list as u8)), 1)));
            }
            Phase::Picking(from, _) => self.weigh(state.hands[from.index()], Outcome::Pick, into),
            Phase::DealingActions(..) | Phase::DrawingAction | Phase::DrawingCards(_) => {
                self.weigh(state.deck, Outcome::Card, into);
            }
            Phase::DrawingFirst => into.extend(self.seats.iter().map(|seat| (Outcome::First(seat), 1))),
            Phase::Rolling(_) => into.extend((1..=SIDES).map(|roll| (Outcome::Roll(roll), 1))),
            Phase::Choosing(_)
            | Phase::Acting
            | Phase::Offered(_)
            | Phase::Reacting { .. }
            | Phase::Over(_) => {}
        }
    }

    fn chance(&self, state: &State, luck: &mut impl Luck) -> Option<Outcome> {
        match state.phase {
            Phase::DealingLists(..) | Phase::DealingMasses(_) | Phase::DrawingList => {
                state.list_deck.draw(luck).map(|list| Outcome::List(ListCard(list as u8)))
            }
            Phase::Picking(from, _) => {
                state.hands[from.index()].draw(luck).map(|copy| Outcome::Pick(self.set.title_of(copy)))
            }
            Phase::DealingActions(..) | Phase::DrawingAction | Phase::DrawingCards(_) => {
                state.deck.draw(luck).map(|copy| Outcome::Card(self.set.title_of(copy)))
            }
            Phase::DrawingFirst => {
                Seat::new(luck.below(self.seats.get() as u32) as usize).map(Outcome::First)
            }
            Phase::Rolling(_) => Some(Outcome::Roll(luck.below(u32::from(SIDES)) as u8 + 1)),
            Phase::Choosing(_)
            | Phase::Acting
            | Phase::Offered(_)
            | Phase::Reacting { .. }
            | Phase::Over(_) => None,
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
        matches!(state.phase, Phase::Reacting { .. }).then_some(Action::Pass)
    }

    fn still_asked(&self, state: &State) -> SeatSet {
        self.yet_to_pass(state)
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
        self.view_data(view)
    }

    fn position(&self, state: &State) -> Value {
        self.position_data(state)
    }

    fn pieces(&self, state: &State, found: &mut dyn FnMut(usize)) {
        let seats = self.seats.iter().map(Seat::index);
        for seat in seats.clone() {
            state.hands[seat].iter().for_each(&mut *found);
            state.hardware[seat].iter().for_each(&mut *found);
            state.scams[seat].iter().for_each(&mut *found);
        }
        for pile in [state.deck, state.discards, state.resolving] {
            pile.iter().for_each(&mut *found);
        }
        let mut list = |card: usize| found(self.set.action_cards() + card);
        for seat in seats {
            state.dealt[seat].iter().for_each(&mut list);
        }
        for leader in state.lists_in_play().iter() {
            state.members(ListCard(leader as u8)).iter().for_each(&mut list);
        }
        state.list_deck.iter().for_each(&mut list);
        state.list_discards.iter().for_each(&mut list);
        if let Phase::Offered(offered) = state.phase {
            list(offered.index());
        }
    }

    fn piece_count(&self) -> usize {
        self.set.action_cards() + self.set.lists().len()
    }

    fn conceive(&self, luck: &mut impl Luck) -> Action {
        let set: &CardSet = &self.set;
        let titles = set.titles().len() as u32;
        let title = |luck: &mut _| CardId(Luck::below(luck, titles) as u8);
        let list = |luck: &mut _| ListCard(Luck::below(luck, set.lists().len() as u32) as u8);
        let deck = |luck: &mut _| [Deck::Action, Deck::List][Luck::below(luck, 2) as usize];
        let direction = |luck: &mut _| [Direction::Up, Direction::Down][Luck::below(luck, 2) as usize];
        let seat = |luck: &mut _| Seat::new(Luck::below(luck, 6) as usize).unwrap_or(self.first_seat());
        let aim = |luck: &mut _| match Luck::below(luck, 11) {
            0 => Aim::Rating(title(luck), direction(luck)),
            1 => Aim::Scam(title(luck)),
            2 => Aim::Scams(title(luck), title(luck)),
            3 => Aim::List(list(luck)),
            4 => Aim::Lists(list(luck), list(luck)),
            5 => Aim::Counter(list(luck), Specialty::ALL[Luck::below(luck, 4) as usize]),
            6 => Aim::Player(seat(luck)),
            7 => Aim::Discarded(title(luck)),
            8 => Aim::Hardware(seat(luck), title(luck)),
            9 => Aim::Target(direction(luck)),
            _ => Aim::Nothing,
        };
        match luck.below(13) {
            0 => Action::Choose(list(luck)),
            1 => Action::Stop,
            2 => Action::Draw(deck(luck)),
            3 => Action::Play(title(luck)),
            4 => Action::Mail { card: title(luck), scam: title(luck), list: list(luck) },
            5 => Action::Special(title(luck), aim(luck)),
            6 => {
                let (first, second) = (list(luck), list(luck));
                Action::Merge(first.min(second), first.max(second))
            }
            7 => Action::Recycle(title(luck), deck(luck)),
            8 => Action::Keep(title(luck)),
            9 => Action::Release,
            10 => Action::Pass,
            11 => Action::KeepFree,
            _ => Action::React(title(luck), aim(luck)),
        }
    }
}
