//! Methods of SPAMMERS for tests alone.

use table::{Luck, Probe, Seat};

use crate::action::Action;
use crate::card::{CardId, ListCard, Specialty};
use crate::effect::{Aim, Direction};
use crate::phase::{Deck, Phase, Question};
use crate::state::State;
use crate::{CardSet, Spammers};

impl Probe for Spammers {
    fn pieces(&self, state: &State, found: &mut dyn FnMut(usize)) {
        let seats = self.seats.iter().map(Seat::index);
        for seat in seats.clone() {
            state.hands[seat].indices().for_each(&mut *found);
            state.hardware[seat].indices().for_each(&mut *found);
            state.scams[seat].indices().for_each(&mut *found);
        }
        for pile in [state.deck, state.discards, state.resolving] {
            pile.indices().for_each(&mut *found);
        }
        let mut list = |card: usize| found(self.set.action_cards() + card);
        for seat in seats {
            state.dealt[seat].indices().for_each(&mut list);
        }
        for leader in state.lists_in_play().iter() {
            state.members(leader).indices().for_each(&mut list);
        }
        state.list_deck.indices().for_each(&mut list);
        state.list_discards.indices().for_each(&mut list);
        if let Phase::Ask(Question::Offered(offered)) = state.phase {
            list(offered.index());
        }
    }

    fn piece_count(&self) -> usize {
        self.set.action_cards() + self.set.lists().len()
    }

    fn any_action(&self, luck: &mut impl Luck) -> Action {
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
