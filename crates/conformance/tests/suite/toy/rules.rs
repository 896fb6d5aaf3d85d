//! The toy's state and how it changes.

use std::sync::atomic::Ordering;

use table::{Clause, EventSink, Input, ScopedEvent, Seat};

use super::things::{Action, Card, Colour, Event, Outcome, Refusal};
use super::{Planted, Snap};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Dealing(Seat),
    Picking,
    Turn(Seat),
    Drawing(Seat),
    Rolling(Seat),
    Asking { by: Seat, number: u8, asked: Seat, passes: usize },
    Over,
}

#[derive(Clone)]
pub struct State {
    pub(super) bag: Vec<Card>,
    pub(super) hands: Vec<Vec<Card>>,
    pub(super) turned_up: Vec<Card>,
    pub(super) has_shown: Vec<bool>,
    pub(super) heap: Vec<Card>,
    pub(super) picks: Vec<Option<Colour>>,
    pub(super) points: Vec<u32>,
    pub(super) turns: u32,
    pub(super) phase: Phase,
    /// Never, except in worlds imagined by a planted fault.
    pub(super) locked: bool,
}

impl State {
    pub(super) fn hand(&self, seat: Seat) -> &[Card] {
        &self.hands[seat.index()]
    }

    pub(super) fn holds(&self, seat: Seat, number: u8) -> bool {
        self.hand(seat).iter().any(|card| card.number() == number)
    }

    fn take_from_hand(&mut self, seat: Seat, card: Card) {
        self.hands[seat.index()].retain(|held| *held != card);
        self.turned_up.retain(|shown| *shown != card);
    }
}

fn refuse(clause: &'static str, why: impl Into<String>) -> Result<(), Refusal> {
    Err(Refusal { clause: Clause(clause), why: why.into() })
}

impl Snap {
    pub(super) fn check_luck(&self, state: &State, outcome: Outcome) -> Result<(), Refusal> {
        if self.has(Planted::AcceptsLuckUndue) && matches!(state.phase, Phase::Turn(_)) {
            return Ok(());
        }
        match (state.phase, outcome) {
            (Phase::Dealing(_) | Phase::Drawing(_), Outcome::Card(card)) if state.bag.contains(&card) => {
                Ok(())
            }
            (Phase::Rolling(_), Outcome::Die(1..=6)) => Ok(()),
            _ => refuse("T4.2", "Luck cannot bring that now."),
        }
    }

    pub(super) fn check_action(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refusal> {
        if self.has(Planted::Panics) {
            let _ = &state.hands[seat.index()];
        }
        if self.has(Planted::AcceptsWhenOver) && state.phase == Phase::Over && action == Action::Pass {
            return Ok(());
        }
        if !self.awaited(state).contains(seat) {
            return match self.fault {
                Some(Planted::RefusalWithoutClause) => refuse("T9.9", "It is not your turn."),
                Some(Planted::RefusalWithoutWords) => refuse("T4.2", ""),
                _ => refuse("T4.2", "The table does not wait for you."),
            };
        }
        if state.locked {
            return refuse("T4.2", "The table is locked.");
        }
        if self.has(Planted::DeadEnd) && matches!(state.phase, Phase::Turn(_)) && state.hand(seat).len() < 2 {
            return refuse("T2.1", "Your hand is too short.");
        }
        match (state.phase, action) {
            (Phase::Picking, Action::Pick(_)) => Ok(()),
            (Phase::Turn(_), Action::Draw) if state.bag.is_empty() => refuse("T2.2", "The bag is empty."),
            (Phase::Turn(_), Action::Put(card)) => self.check_held(state, seat, card),
            (Phase::Turn(_), Action::Show) if state.has_shown[seat.index()] => {
                refuse("T2.4", "You have shown your hand before.")
            }
            (Phase::Turn(_), Action::Draw | Action::Roll | Action::Show) => Ok(()),
            (Phase::Asking { .. }, Action::Pass) => Ok(()),
            (Phase::Asking { number, .. }, Action::Answer(card)) => {
                self.check_held(state, seat, card)?;
                let others = |other: &Seat| *other != seat && state.holds(*other, number);
                if self.has(Planted::ChoicesLeak) && self.seats.iter().any(|other| others(&other)) {
                    return refuse("T3.2", "Somebody else holds that number.");
                }
                if card.number() == number || self.has(Planted::AcceptsUnlisted) {
                    return Ok(());
                }
                refuse("T3.2", format!("{card} is not a {number}."))
            }
            (Phase::Picking, _) => refuse("T1.3", "Pick red or blue first."),
            (Phase::Turn(_), _) => refuse("T2.1", "On your turn you draw, put, roll or show."),
            (Phase::Asking { .. }, _) => refuse("T3.1", "You are asked to pass or to answer."),
            _ => refuse("T4.2", "The table waits for luck, or for nothing."),
        }
    }

    fn check_held(&self, state: &State, seat: Seat, card: Card) -> Result<(), Refusal> {
        if state.hand(seat).contains(&card) {
            return Ok(());
        }
        let holder = self.seats.iter().find(|other| state.hand(*other).contains(&card));
        match holder {
            Some(holder) if self.has(Planted::RefusalLeaks) => {
                refuse("T2.3", format!("You do not hold {card}; {holder} does."))
            }
            _ => refuse("T2.3", format!("You do not hold {card}.")),
        }
    }

    pub(super) fn change(
        &self,
        state: &mut State,
        input: Input<Action, Outcome>,
        sink: &mut impl EventSink<Event>,
    ) {
        match input {
            Input::Luck(Outcome::Card(card)) => match state.phase {
                Phase::Dealing(seat) => {
                    self.take(state, seat, card, sink);
                    let next = seat.next(self.seats);
                    let dealt = state.hands.iter().all(|hand| hand.len() == 3);
                    state.phase = if dealt { Phase::Picking } else { Phase::Dealing(next) };
                }
                Phase::Drawing(seat) => {
                    self.take(state, seat, card, sink);
                    self.next_turn(state, seat, sink);
                }
                Phase::Picking | Phase::Turn(_) | Phase::Rolling(_) | Phase::Asking { .. } | Phase::Over => {}
            },
            Input::Luck(Outcome::Die(number)) => {
                if let Phase::Rolling(by) = state.phase {
                    self.rolled(state, by, number, sink);
                }
            }
            Input::Act(seat, action) => self.act(state, seat, action, sink),
        }
    }

    fn take(&self, state: &mut State, seat: Seat, card: Card, sink: &mut impl EventSink<Event>) {
        if !self.has(Planted::DoublesCard) {
            state.bag.retain(|other| *other != card);
        }
        state.hands[seat.index()].push(card);
        state.hands[seat.index()].sort();
        sink.emit(|| {
            let secret = ScopedEvent::only(seat, Event::Took(seat, card));
            match self.fault {
                Some(Planted::EventLeaks) => ScopedEvent::openly(Event::Took(seat, card)),
                Some(Planted::EventWithoutClause) => secret.others_hear(Event::Uncited),
                _ => secret.others_hear(Event::TookOne(seat)),
            }
        });
    }

    fn rolled(&self, state: &mut State, by: Seat, number: u8, sink: &mut impl EventSink<Event>) {
        sink.emit(|| ScopedEvent::openly(Event::Rolled(number)));
        if self.has(Planted::CountsBesideTheState) && self.rolls.fetch_add(1, Ordering::Relaxed) % 5 == 4 {
            state.points[by.index()] += 1;
        }
        let anybody = self.seats.iter().any(|seat| state.holds(seat, number));
        if self.has(Planted::WindowOnlyIfHeld) && !anybody {
            return self.next_turn(state, by, sink);
        }
        self.ask(state, by, number, by.next(self.seats), 0, sink);
    }

    fn ask(
        &self,
        state: &mut State,
        by: Seat,
        number: u8,
        mut asked: Seat,
        mut passes: usize,
        sink: &mut impl EventSink<Event>,
    ) {
        while self.has(Planted::WindowSkipsWhoCannot)
            && passes < self.seats.get()
            && !state.holds(asked, number)
        {
            asked = asked.next(self.seats);
            passes += 1;
        }
        if passes >= self.seats.get() {
            return self.next_turn(state, by, sink);
        }
        state.phase = Phase::Asking { by, number, asked, passes };
    }

    fn act(&self, state: &mut State, seat: Seat, action: Action, sink: &mut impl EventSink<Event>) {
        match action {
            Action::Pick(colour) => self.pick(state, seat, colour, sink),
            Action::Draw => state.phase = Phase::Drawing(seat),
            Action::Roll => state.phase = Phase::Rolling(seat),
            Action::Put(card) => {
                let matches = state.heap.last().is_some_and(|top| top.number() == card.number());
                state.take_from_hand(seat, card);
                if !self.has(Planted::LosesCard) {
                    state.heap.push(card);
                }
                state.points[seat.index()] += u32::from(matches);
                let points = &mut state.points[seat.index()];
                sink.emit(|| {
                    *points += u32::from(self.has(Planted::ChangesWhenHeard));
                    ScopedEvent::openly(Event::Put(seat, card))
                });
                self.next_turn(state, seat, sink);
            }
            Action::Show => {
                let cards = state.hand(seat).to_vec();
                state.turned_up.retain(|card| !cards.contains(card));
                state.turned_up.extend(&cards);
                state.turned_up.sort();
                state.has_shown[seat.index()] = true;
                state.points[seat.index()] += 1;
                sink.emit(|| {
                    ScopedEvent::openly(if self.has(Planted::RevealUnmarked) {
                        Event::ShowedUnmarked(seat, cards)
                    } else {
                        Event::Showed(seat, cards)
                    })
                });
                self.next_turn(state, seat, sink);
            }
            Action::Pass | Action::Answer(_) => self.answer(state, seat, action, sink),
        }
    }

    fn answer(&self, state: &mut State, seat: Seat, action: Action, sink: &mut impl EventSink<Event>) {
        let Phase::Asking { by, number, passes, .. } = state.phase else {
            return;
        };
        let next = seat.next(self.seats);
        if let Action::Answer(card) = action {
            state.take_from_hand(seat, card);
            state.heap.push(card);
            state.points[seat.index()] += 1;
            sink.emit(|| ScopedEvent::openly(Event::Answered(seat, card)));
            self.ask(state, by, number, next, 0, sink);
        } else {
            sink.emit(|| ScopedEvent::openly(Event::Passed(seat)));
            self.ask(state, by, number, next, passes + 1, sink);
        }
    }

    fn pick(&self, state: &mut State, seat: Seat, colour: Colour, sink: &mut impl EventSink<Event>) {
        state.picks[seat.index()] = Some(colour);
        sink.emit(|| {
            ScopedEvent::openly(if self.has(Planted::SealedPickTold) {
                Event::PickLeaked(seat, colour)
            } else {
                Event::Picked(seat)
            })
        });
        let Some(picks) = state.picks.iter().copied().collect::<Option<Vec<Colour>>>() else {
            return;
        };
        for (place, pick) in picks.iter().enumerate() {
            let alone = picks.iter().filter(|other| *other == pick).count() == 1;
            state.points[place] += u32::from(alone);
        }
        sink.emit(|| ScopedEvent::openly(Event::PicksShown(picks)));
        state.turns = 1;
        state.phase = Phase::Turn(Seat::new(0).unwrap());
    }

    fn next_turn(&self, state: &mut State, seat: Seat, sink: &mut impl EventSink<Event>) {
        let last = state.turns as usize == 4 * self.seats.get();
        if last && !self.has(Planted::NeverEnds) {
            state.phase = Phase::Over;
            state.turned_up = state.hands.concat();
            state.turned_up.sort();
            sink.emit(|| ScopedEvent::openly(Event::Ended(state.hands.clone())));
        } else {
            state.turns += 1;
            state.phase = Phase::Turn(seat.next(self.seats));
        }
    }
}
