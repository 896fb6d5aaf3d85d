//! The one door: listed actions get in, others do not, and a refusal leaves no trace.

use table::{Awaits, Game, Input, InputOf, MOST_SEATS, NoEvents, Probe, Refusal as _, ScopedEvent, Seat};

use crate::bench::Bench;
use crate::glimpse::parting;
use crate::law::{Law, Verdict};
use crate::trace::{chances_of, choices_of, write_input};

/// Of another seat's choices, this many are tried by who is not awaited.
const BORROWED: usize = 3;

/// Everything about a table that a refusal must leave alone.
struct Snapshot<G: Game> {
    awaits: Awaits,
    position: String,
    views: Vec<G::View>,
}

impl<G: Game> Snapshot<G> {
    fn of(game: &G, state: &G::State) -> Self {
        Self {
            awaits: game.awaits(state),
            position: game.position(state).to_string(),
            views: game.seats().viewers().map(|viewer| game.view(state, viewer)).collect(),
        }
    }

    fn change(&self, since: &Self) -> Option<String> {
        if self.position != since.position {
            return Some(parting("the position", &since.position, &self.position));
        }
        if self.awaits != since.awaits {
            return Some(format!("{:?} became {:?}", since.awaits, self.awaits));
        }
        (self.views != since.views).then(|| "a view changed".to_owned())
    }
}

/// The listed inputs at one moment.
struct Listing<G: Game> {
    seats: Vec<(Seat, Vec<G::Action>)>,
    chances: Vec<(G::Outcome, u32)>,
}

impl<G: Game> Listing<G> {
    fn of(game: &G, state: &G::State) -> Self {
        let seats = game.seats().iter();
        Self {
            seats: seats.map(|seat| (seat, choices_of(game, state, seat))).collect(),
            chances: chances_of(game, state),
        }
    }

    fn has(&self, input: &InputOf<G>) -> bool {
        match input {
            Input::Act(seat, action) => {
                self.seats.iter().any(|(who, choices)| who == seat && choices.contains(action))
            }
            Input::Luck(outcome) => self.chances.iter().any(|(possible, _)| possible == outcome),
        }
    }

    fn inputs(&self) -> impl Iterator<Item = InputOf<G>> {
        let acts = self
            .seats
            .iter()
            .flat_map(|(seat, choices)| choices.iter().map(|action| Input::Act(*seat, *action)));
        acts.chain(self.chances.iter().map(|(outcome, _)| Input::Luck(*outcome)))
    }
}

impl<G: Probe> Bench<'_, G> {
    /// Tries everything that is listed at this table, and much that is not.
    pub fn try_the_door(&mut self, state: &G::State) -> Verdict {
        let game = self.game;
        let listing = Listing::<G>::of(game, state);
        self.listed_in_order(state, &listing)?;
        for input in listing.inputs() {
            match input {
                Input::Act(_, action) => self.words.meet_action(game, action)?,
                Input::Luck(outcome) => self.words.meet_outcome(game, outcome)?,
            }
            if let Err(refusal) = game.apply(&mut state.clone(), input, &mut NoEvents) {
                return Law::EnumeratedIsAccepted
                    .broken(format!("{} is listed and yet refused: {refusal}", write_input(game, input)));
            }
            self.report.accepted += 1;
        }
        let unlisted = self.unlisted(&listing)?;
        let closely = self.one_in(self.plan.look_every) || game.awaits(state) == Awaits::Nothing;
        let before = closely.then(|| Snapshot::of(game, state));
        let mut trial = state.clone();
        for input in &unlisted {
            self.is_refused(&mut trial, *input)?;
        }
        match before {
            Some(before) if Snapshot::of(game, &trial).change(&before).is_some() => {
                name_the_culprit(game, state, &unlisted, &before)
            }
            Some(_) | None => Ok(()),
        }
    }

    fn listed_in_order(&self, state: &G::State, listing: &Listing<G>) -> Verdict {
        let awaits = self.game.awaits(state);
        let again = Listing::<G>::of(self.game, &state.clone());
        for ((seat, choices), (_, twice)) in listing.seats.iter().zip(&again.seats) {
            if !awaits.seats().contains(*seat) && !choices.is_empty() {
                return Law::FixedOrder
                    .broken(format!("{seat} is not awaited and yet has {} choices", choices.len()));
            }
            if awaits.seats().contains(*seat) && choices.is_empty() {
                return Law::GoesOnUntilOver.broken(format!("{seat} is awaited and has no choice"));
            }
            if choices != twice {
                return Law::FixedOrder.broken(format!("the choices of {seat} change when asked for twice"));
            }
            if let Some(pair) = choices.windows(2).find(|pair| pair[0] >= pair[1]) {
                return Law::FixedOrder.broken(format!(
                    "'{}' comes before '{}' among the choices of {seat}, against their order",
                    self.game.write_action(pair[0]),
                    self.game.write_action(pair[1])
                ));
            }
        }
        let chances = &listing.chances;
        if !matches!(awaits, Awaits::Luck(_)) && !chances.is_empty() {
            return Law::FixedOrder.broken("no luck is awaited and yet chances are listed");
        }
        if matches!(awaits, Awaits::Luck(_)) != self.game.occasion(state).is_some() {
            return Law::FixedOrder.broken("luck has an occasion where it is awaited, and nowhere else");
        }
        if *chances != again.chances {
            return Law::FixedOrder.broken("the chances change when asked for twice");
        }
        if chances.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            return Law::FixedOrder.broken("the chances are out of order");
        }
        if chances.iter().any(|(_, weight)| *weight == 0) {
            return Law::FixedOrder.broken("a chance without weight is listed");
        }
        Ok(())
    }

    /// Inputs that are not listed: made up, remembered from earlier, or due to somebody else.
    fn unlisted(&mut self, listing: &Listing<G>) -> Verdict<Vec<InputOf<G>>> {
        let mut inputs = Vec::new();
        let borrowed: Vec<G::Action> =
            listing.seats.iter().flat_map(|(_, choices)| choices.iter().copied().take(BORROWED)).collect();
        for seat in (0..MOST_SEATS).filter_map(Seat::new) {
            for _ in 0..self.plan.probes {
                let made_up = self.game.any_action(&mut self.luck);
                self.words.think_of(self.game, made_up)?;
                inputs.push(Input::Act(seat, made_up));
                let remembered = self.words.recall_action(&mut self.luck);
                inputs.extend(remembered.map(|action| Input::Act(seat, action)));
            }
            inputs.extend(borrowed.iter().map(|action| Input::Act(seat, *action)));
        }
        for _ in 0..self.plan.probes {
            inputs.extend(self.words.recall_outcome(&mut self.luck).map(Input::Luck));
        }
        inputs.retain(|input| !listing.has(input));
        Ok(inputs)
    }

    fn is_refused(&mut self, state: &mut G::State, input: InputOf<G>) -> Verdict {
        let over = self.game.awaits(state) == Awaits::Nothing;
        let mut heard: Vec<ScopedEvent<G::Event>> = Vec::new();
        match self.game.apply(state, input, &mut heard) {
            Ok(()) if over => Law::GoesOnUntilOver
                .broken(format!("the game is over and yet {} is accepted", write_input(self.game, input))),
            Ok(()) => Law::EnumeratedIsAccepted
                .broken(format!("{} is not listed and yet accepted", write_input(self.game, input))),
            Err(refusal) => {
                self.report.refused += 1;
                self.book.cites("a refusal", refusal.clause(), &refusal.to_string())?;
                if heard.is_empty() {
                    return Ok(());
                }
                Law::RefusalChangesNothing.broken(format!(
                    "{} is refused, and yet something is heard of it",
                    write_input(self.game, input)
                ))
            }
        }
    }
}

fn name_the_culprit<G: Game>(
    game: &G,
    state: &G::State,
    refused: &[InputOf<G>],
    before: &Snapshot<G>,
) -> Verdict {
    for input in refused {
        let mut trial = state.clone();
        let _ = game.apply(&mut trial, *input, &mut NoEvents);
        if let Some(change) = Snapshot::of(game, &trial).change(before) {
            return Law::RefusalChangesNothing
                .broken(format!("{} is refused, and yet {change}", write_input(game, *input)));
        }
    }
    Law::RefusalChangesNothing.broken("several refusals together change the table")
}
