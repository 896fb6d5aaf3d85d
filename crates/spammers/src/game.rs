//! The one door, and what any table asks of a game.

use std::sync::LazyLock;

use serde_json::Value;
use table::{
    Audience, Awaits, Clause, Ear, Ending, Game, Input, InputOf, Luck, Prompt, Rulebook, Seat, SeatCount,
    SeatSet, Telling, Unreadable, Viewer,
};

use crate::action::{Action, Aim, Bar, Outcome, Refused, Sway};
use crate::event::Happening;
use crate::set::{ListCard, Title};
use crate::state::{Deck, Phase, State, Victory};
use crate::view::View;
use crate::{CardSet, Spammers};

/// S1.11: sides of the die.
const SIDES: u8 = 6;

impl Spammers {
    /// Whether this seat may do this now.
    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Bar> {
        let awaited = match self.awaits(state) {
            Awaits::Nothing => return Err(Bar::Over),
            Awaits::Luck(_) => return Err(Bar::WaitsForLuck(self.luck_awaited(state))),
            awaits @ (Awaits::Choice(_) | Awaits::Sealed(_)) => awaits.seats(),
        };
        if !awaited.has(seat) {
            return Err(Bar::NotYourMove(awaited));
        }
        match action {
            Action::Choose(list) => self.check_choose(state, seat, list),
            Action::Keep(scam) => self
                .check_offered(state)
                .and_then(|()| self.may_pay(state, seat, scam)),
            Action::Release => self.check_offered(state),
            Action::Pass => self.check_window(state),
            Action::React(title, aim) => self
                .check_window(state)
                .and_then(|()| self.in_hand(state, seat, title))
                .and_then(|()| self.may_react(title, aim)),
            Action::Stop
            | Action::Draw(_)
            | Action::Play(_)
            | Action::Mail { .. }
            | Action::Special(..)
            | Action::Merge(..)
            | Action::Recycle(..) => self
                .check_acting(state)
                .and_then(|()| self.check_action(state, seat, action)),
        }
    }

    fn check_choose(&self, state: &State, seat: Seat, list: ListCard) -> Result<(), Bar> {
        if !matches!(state.phase, Phase::Choosing(_)) {
            Err(Bar::ChoosingIsOver)
        } else if state.dealt[seat.index()].has(list.index()) {
            Ok(())
        } else {
            Err(Bar::NotDealtToYou(list))
        }
    }

    fn check_offered(&self, state: &State) -> Result<(), Bar> {
        if matches!(state.phase, Phase::Offered(_)) {
            Ok(())
        } else {
            Err(Bar::NothingOffered)
        }
    }

    fn check_window(&self, state: &State) -> Result<(), Bar> {
        if matches!(state.phase, Phase::Reacting { .. }) {
            Ok(())
        } else {
            Err(Bar::NothingToReactTo)
        }
    }

    fn check_acting(&self, state: &State) -> Result<(), Bar> {
        match state.phase {
            Phase::Acting => Ok(()),
            Phase::Offered(_) => Err(Bar::AnswerTheOffer),
            Phase::Reacting { .. } => Err(Bar::ReactOrPass),
            Phase::Choosing(_) => Err(Bar::ChooseFirst),
            Phase::Over(_) => Err(Bar::Over),
            Phase::DealingLists(..)
            | Phase::DealingActions(..)
            | Phase::DealingMasses(_)
            | Phase::DrawingFirst
            | Phase::DrawingAction
            | Phase::DrawingList
            | Phase::Rolling(_) => Err(Bar::WaitsForLuck(self.luck_awaited(state))),
        }
    }

    /// S3.2–S3.6: whether this may be the seat's next Action.
    fn check_action(&self, state: &State, seat: Seat, action: Action) -> Result<(), Bar> {
        match action {
            Action::Stop => Ok(()),
            Action::Draw(deck) => self.may_draw(state, seat, deck),
            Action::Play(title) => self
                .in_hand(state, seat, title)
                .and_then(|()| self.may_play(state, seat, title)),
            Action::Mail { card, scam, list } => self
                .in_hand(state, seat, card)
                .and_then(|()| self.may_send(state, seat, (card, scam, list))),
            Action::Special(title, aim) => self
                .in_hand(state, seat, title)
                .and_then(|()| self.may_use(state, title, aim)),
            Action::Merge(first, second) => self.may_merge(state, seat, first, second),
            Action::Recycle(scam, deck) => {
                if !self.set.is_scam(scam) {
                    return Err(Bar::NotAScam(scam));
                }
                self.in_hand(state, seat, scam)?;
                self.may_recycle(state, seat)?;
                self.may_draw_after_discard(state, seat, deck)
            }
            Action::Choose(_) | Action::Keep(_) | Action::Release | Action::Pass | Action::React(..) => {
                Err(Bar::NothingOffered)
            }
        }
    }

    fn perform_action(&self, state: &mut State, seat: Seat, action: Action, ear: &mut impl Ear<Happening>) {
        match (action, state.phase) {
            (Action::Choose(list), Phase::Choosing(owing)) => self.choose(state, seat, list, owing, ear),
            (Action::Stop, _) => self.stop(state, ear),
            (Action::Draw(deck), _) => self.draw(state, deck, ear),
            (Action::Play(title), _) => self.play(state, title, ear),
            (Action::Mail { card, scam, list }, _) => self.mail(state, (card, scam, list), ear),
            (Action::Special(title, aim), _) => self.use_special(state, title, aim, ear),
            (Action::Merge(first, second), _) => self.merge(state, first, second, ear),
            (Action::Recycle(scam, deck), _) => self.recycle(state, scam, deck, ear),
            (Action::Keep(scam), Phase::Offered(list)) => self.keep(state, list, scam, ear),
            (Action::Release, Phase::Offered(list)) => self.release(state, list, ear),
            (
                Action::Pass,
                Phase::Reacting {
                    mailing,
                    roll,
                    asked,
                    passes,
                },
            ) => {
                self.pass(state, (mailing, roll, asked, passes), ear);
            }
            (
                Action::React(title, aim),
                Phase::Reacting {
                    mailing, roll, asked, ..
                },
            ) => {
                self.react(state, (mailing, roll, asked), (title, aim), ear);
            }
            (Action::Choose(_) | Action::Keep(_) | Action::Release | Action::Pass | Action::React(..), _) => {
                debug_assert!(false, "checked before");
            }
        }
    }

    /// What luck is to bring, in words.
    pub(crate) fn luck_awaited(&self, state: &State) -> &'static str {
        match state.phase {
            Phase::DealingLists(..) | Phase::DealingMasses(_) | Phase::DrawingList => {
                "a List card off the deck"
            }
            Phase::DealingActions(..) | Phase::DrawingAction => "an Action card off the deck",
            Phase::DrawingFirst => "the draw for who goes first",
            Phase::Rolling(_) => "the die",
            Phase::Choosing(_)
            | Phase::Acting
            | Phase::Offered(_)
            | Phase::Reacting { .. }
            | Phase::Over(_) => "nobody",
        }
    }

    /// Whether luck may bring this now.
    fn check_luck(&self, state: &State, outcome: Outcome) -> Result<(), Bar> {
        match self.awaits(state) {
            Awaits::Nothing => return Err(Bar::Over),
            Awaits::Choice(_) | Awaits::Sealed(_) => return Err(Bar::WaitsForPlayer),
            Awaits::Luck(_) => {}
        }
        let possible = match (state.phase, outcome) {
            (Phase::DealingLists(..) | Phase::DealingMasses(_) | Phase::DrawingList, Outcome::List(list)) => {
                return if state.list_deck.has(list.index()) {
                    Ok(())
                } else {
                    Err(Bar::NotInDeck)
                };
            }
            (Phase::DealingActions(..) | Phase::DrawingAction, Outcome::Card(title)) => {
                return if state.deck.meets(self.set.copies(title)) {
                    Ok(())
                } else {
                    Err(Bar::NotInDeck)
                };
            }
            (Phase::DrawingFirst, Outcome::First(seat)) => self.seats.has(seat),
            (Phase::Rolling(_), Outcome::Roll(roll)) => (1..=SIDES).contains(&roll),
            (_, Outcome::List(_) | Outcome::Card(_) | Outcome::First(_) | Outcome::Roll(_)) => false,
        };
        if possible {
            Ok(())
        } else {
            Err(Bar::NotPossibleNow(self.luck_awaited(state)))
        }
    }

    fn perform_luck(&self, state: &mut State, outcome: Outcome, ear: &mut impl Ear<Happening>) {
        match (state.phase, outcome) {
            (Phase::DealingLists(seat, left), Outcome::List(list)) => {
                state.list_deck = state.list_deck.without(list.index());
                state.dealt[seat.index()] = state.dealt[seat.index()].with(list.index());
                ear.hear(|| {
                    Telling::only(seat, Happening::DealtList(seat, list))
                        .others_hear(Happening::DealtSomeList(seat))
                });
                state.phase = self.after_dealt_list(seat, left);
            }
            (Phase::DealingActions(seat, left), Outcome::Card(title)) => {
                self.take_card(state, seat, title);
                ear.hear(|| {
                    Telling::only(seat, Happening::DealtCard(seat, title))
                        .others_hear(Happening::DealtSomeCard(seat))
                });
                state.phase = self.after_dealt_action(seat, left);
            }
            (Phase::DealingMasses(left), Outcome::List(list)) => {
                state.list_deck = state.list_deck.without(list.index());
                self.enter_play(state, list);
                state.masses = state.masses.with(list.index());
                ear.hear(|| Telling::openly(Happening::JoinedMasses(list)));
                state.phase = if left > 1 {
                    Phase::DealingMasses(left - 1)
                } else {
                    Phase::DrawingFirst
                };
            }
            (Phase::DrawingFirst, Outcome::First(seat)) => {
                ear.hear(|| Telling::openly(Happening::WentFirst(seat)));
                self.begin_turn(state, seat, ear);
            }
            (Phase::DrawingAction, Outcome::Card(title)) => {
                let seat = state.turn;
                self.take_card(state, seat, title);
                ear.hear(|| {
                    Telling::only(seat, Happening::Drew(seat, title))
                        .others_hear(Happening::DrewSomeCard(seat))
                });
                self.replenish(state, Deck::Action, ear);
                self.finish_action(state, ear);
            }
            (Phase::DrawingList, Outcome::List(list)) => {
                let seat = state.turn;
                state.list_deck = state.list_deck.without(list.index());
                self.enter_play(state, list);
                ear.hear(|| Telling::openly(Happening::TurnedUp(seat, list)));
                self.replenish(state, Deck::List, ear);
                state.phase = Phase::Offered(list);
            }
            (Phase::Rolling(mailing), Outcome::Roll(roll)) => self.rolled(state, mailing, roll, ear),
            (_, Outcome::List(_) | Outcome::Card(_) | Outcome::First(_) | Outcome::Roll(_)) => {
                debug_assert!(false, "checked before");
            }
        }
    }

    /// One copy of this title goes from the deck into a hand.
    fn take_card(&self, state: &mut State, seat: Seat, title: Title) {
        let card = state.deck.and(self.set.copies(title)).lowest_only();
        state.deck = state.deck.minus(card);
        state.hands[seat.index()] = state.hands[seat.index()].union(card);
    }
}

impl Game for Spammers {
    const NAME: &'static str = "spammers";
    const RULES_VERSION: u32 = 1;
    const LONGEST: u32 = 100_000;

    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Happening;
    type Refusal = Refused;
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
        vec![
            ("variant", self.variant.slug().to_owned()),
            (
                "cards",
                format!("{} {} {}", self.set.name(), self.set.version(), self.set.digest()),
            ),
        ]
    }

    fn set_up(&self) -> State {
        State::new(
            self.set.whole_deck(),
            self.set.whole_list_deck(),
            self.first_seat(),
        )
    }

    #[inline]
    fn awaits(&self, state: &State) -> Awaits {
        match state.phase {
            Phase::DealingLists(seat, _) | Phase::DealingActions(seat, _) => {
                Awaits::Luck(Audience::Only(seat))
            }
            Phase::Choosing(owing) => Awaits::Sealed(owing),
            Phase::DrawingAction => Awaits::Luck(Audience::Only(state.turn)),
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
        if !self.awaits(state).seats().has(seat) {
            return;
        }
        match state.phase {
            Phase::Choosing(_) => {
                into.extend(
                    state.dealt[seat.index()]
                        .iter()
                        .map(|list| Action::Choose(ListCard(list as u8))),
                );
            }
            Phase::Acting => self.acting_choices(state, seat, into),
            Phase::Offered(_) => {
                let scams = state.scams[seat.index()].iter().map(|scam| Title(scam as u8));
                into.extend(
                    scams
                        .filter(|&scam| self.may_pay(state, seat, scam).is_ok())
                        .map(Action::Keep),
                );
                into.push(Action::Release);
            }
            Phase::Reacting { .. } => {
                into.push(Action::Pass);
                self.reaction_choices(state, seat, into);
            }
            Phase::DealingLists(..)
            | Phase::DealingActions(..)
            | Phase::DealingMasses(_)
            | Phase::DrawingFirst
            | Phase::DrawingAction
            | Phase::DrawingList
            | Phase::Rolling(_)
            | Phase::Over(_) => {}
        }
    }

    fn chances(&self, state: &State, into: &mut Vec<(Outcome, u32)>) {
        into.clear();
        match state.phase {
            Phase::DealingLists(..) | Phase::DealingMasses(_) | Phase::DrawingList => {
                into.extend(
                    state
                        .list_deck
                        .iter()
                        .map(|list| (Outcome::List(ListCard(list as u8)), 1)),
                );
            }
            Phase::DealingActions(..) | Phase::DrawingAction => into.extend(
                self.set
                    .titles_in(state.deck)
                    .map(|title| (Outcome::Card(title), state.deck.and(self.set.copies(title)).len())),
            ),
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
            Phase::DealingLists(..) | Phase::DealingMasses(_) | Phase::DrawingList => state
                .list_deck
                .draw(luck)
                .map(|list| Outcome::List(ListCard(list as u8))),
            Phase::DealingActions(..) | Phase::DrawingAction => state
                .deck
                .draw(luck)
                .map(|copy| Outcome::Card(self.set.title_of(copy))),
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
        ear: &mut impl Ear<Happening>,
    ) -> Result<(), Refused> {
        match input {
            Input::Act(seat, action) => {
                self.check(state, seat, action).map_err(|bar| self.explain(bar))?;
                self.perform_action(state, seat, action, ear);
            }
            Input::Luck(outcome) => {
                self.check_luck(state, outcome).map_err(|bar| self.explain(bar))?;
                self.perform_luck(state, outcome, ear);
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
        Some(Ending {
            winners: SeatSet::only(state.turn),
            clause,
            how,
        })
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

    fn tell(&self, event: &Happening) -> String {
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
        let title = |luck: &mut _| Title(Luck::below(luck, titles) as u8);
        let list = |luck: &mut _| ListCard(Luck::below(luck, set.lists().len() as u32) as u8);
        let deck = |luck: &mut _| [Deck::Action, Deck::List][Luck::below(luck, 2) as usize];
        let sway = |luck: &mut _| [Sway::Up, Sway::Down][Luck::below(luck, 2) as usize];
        let aim = |luck: &mut _| match Luck::below(luck, 3) {
            0 => Aim::Rating(title(luck), sway(luck)),
            1 => Aim::List(list(luck)),
            _ => Aim::Target(sway(luck)),
        };
        match luck.below(12) {
            0 => Action::Choose(list(luck)),
            1 => Action::Stop,
            2 => Action::Draw(deck(luck)),
            3 => Action::Play(title(luck)),
            4 => Action::Mail {
                card: title(luck),
                scam: title(luck),
                list: list(luck),
            },
            5 => Action::Special(title(luck), aim(luck)),
            6 => {
                let (first, second) = (list(luck), list(luck));
                Action::Merge(first.min(second), first.max(second))
            }
            7 => Action::Recycle(title(luck), deck(luck)),
            8 => Action::Keep(title(luck)),
            9 => Action::Release,
            10 => Action::Pass,
            _ => Action::React(title(luck), aim(luck)),
        }
    }
}
