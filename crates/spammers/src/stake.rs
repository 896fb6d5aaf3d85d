//! S7.3: whose answer in a reaction window could change what comes of it, by the cards alone: what anybody might want
//! is guessed nowhere here.

use table::{Seat, SeatSet};

use crate::Spammers;
use crate::card::Pile;
use crate::door::SIDES;
use crate::effect::{Direction, Effect};
use crate::phase::{Fate, Pending, Phase, Question};
use crate::play::gain;
use crate::state::State;
use crate::window::moved;

impl Spammers {
    /// S4.7, S7.2, S11.1, S11.2: whether this roll gains the same against that Target Number, whichever of these cards
    /// are played after it, and however.
    fn gains_the_same(&self, target: i16, roll: u8, cards: Pile) -> bool {
        let (mut by, mut least, mut most) = (0, roll, roll);
        for effect in self.set.cards_in(cards).map(|title| self.effect_of(title)) {
            if let Ok(Effect::ShiftTarget(shift)) = effect {
                by += i16::from(shift);
            } else if let Ok(Effect::ShiftRoll(shift)) = effect {
                least = moved(least, shift, Direction::Down);
                most = moved(most, shift, Direction::Up);
            } else if effect == Ok(Effect::Reroll) {
                (least, most) = (1, SIDES);
            }
        }
        gain(most, target - by) == gain(least, target + by)
    }

    /// S7.3: whether this seat, with what it holds, could make anything else come of the window, if all others pass.
    /// (If one of them does not, the round starts again, and it is another question.)
    pub(crate) fn could_change(&self, state: &State, seat: Seat) -> bool {
        let Phase::Ask(Question::Reacting { pending, .. }) = state.phase else { return false };
        match pending {
            Pending::Roll(mailing, roll) => {
                !self.gains_the_same(mailing.target, roll, state.hands[seat.index()])
            }
            Pending::Special(..) | Pending::Lower { .. } | Pending::Move { .. } => {
                let mut answers = Vec::new();
                self.reaction_choices(state, seat, pending, &mut answers);
                !answers.is_empty()
            }
        }
    }

    /// S7.3: the seats of which everybody can see that they have no say: those without cards, those to whom such an
    /// answer is not open (S11.4, S11.5), and all where no card that may be in a hand could change anything.
    pub(crate) fn onlookers(&self, state: &State) -> SeatSet {
        let Phase::Ask(Question::Reacting { pending, .. }) = state.phase else { return SeatSet::EMPTY };
        let seen = state.discards.union(state.resolving);
        let hidden = self.set.reactions_at(pending.moment()).difference(seen);
        let only = |owner: Option<usize>| owner.and_then(Seat::new).map_or(SeatSet::EMPTY, SeatSet::only);
        let may = match pending {
            Pending::Roll(mailing, roll) if !self.gains_the_same(mailing.target, roll, hidden) => {
                self.seats.all()
            }
            Pending::Special(..) => self.seats.all(),
            Pending::Lower { scam, fate: Fate::Stands, .. } => only(state.owner_of_scam(scam)),
            Pending::Move { list, fate: Fate::Stands, .. } => only(state.owner_of_list(list)),
            Pending::Roll(..)
            | Pending::Lower { fate: Fate::Averted, .. }
            | Pending::Move { fate: Fate::Averted, .. } => SeatSet::EMPTY,
        };
        let could = |seat: Seat| may.contains(seat) && !state.hands[seat.index()].is_empty();
        self.seats.iter().filter(|seat| hidden.is_empty() || !could(*seat)).collect()
    }
}
