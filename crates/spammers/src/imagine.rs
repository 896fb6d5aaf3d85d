//! Worlds imagined from a view: what the viewer cannot know is dealt anew.

use table::{Luck, Viewer, ViewerSet};

use crate::Spammers;
use crate::card::{ActionCard, CardId, ListSet, Pile};
use crate::effect::Moment;
use crate::look::SeenList;
use crate::phase::{Phase, Question};
use crate::state::{EVERYBODY, State};
use crate::view::View;

/// Lays a List out as it was seen and gives the card it goes by.
fn lay_list(state: &mut State, seen: &SeenList, unseen: &mut ListSet) -> ListSet {
    let Some(leader) = seen.cards.first() else {
        return ListSet::EMPTY;
    };
    for card in seen.cards.iter() {
        *unseen = unseen.without(card);
        state.part_of[card.index()] = leader.0;
    }
    state.size[leader.index()] = seen.size;
    state.gruntles[leader.index()] = seen.gruntles;
    state.specialties[leader.index()] = seen.specialties;
    ListSet::only(leader)
}

/// These cards less those, each taken away once.
fn difference(cards: &[CardId], those: &[CardId]) -> Vec<CardId> {
    let mut left = cards.to_vec();
    for title in those {
        if let Some(place) = left.iter().position(|card| card == title) {
            left.remove(place);
        }
    }
    left
}

impl Spammers {
    /// Some table that looks like this to that viewer: what they cannot know is dealt anew.
    pub(crate) fn imagine_from(&self, view: &View, luck: &mut impl Luck) -> State {
        let mut state = State::new(Pile::EMPTY, ListSet::EMPTY, self.first_seat(), view.phase);
        state.turn = view.turn;
        state.turns = view.turns;
        state.actions_taken = view.actions_taken;
        state.extra_actions = view.extra_actions;
        state.mailings = view.mailings;
        state.extra_mailings = view.extra_mailings;
        self.imagine_actions(view, &mut state, luck);
        self.imagine_lists(view, &mut state, luck);
        state
    }

    fn imagine_actions(&self, view: &View, state: &mut State, luck: &mut impl Luck) {
        let mut unseen = self.set.whole_deck();
        let mut find = |title: CardId| {
            let card = unseen.intersection(self.set.copies(title)).first_only();
            unseen = unseen.difference(card);
            card
        };
        for (place, seat) in view.seats.iter().enumerate() {
            for scam in &seat.scams {
                find(scam.scam);
                state.scams[place] = state.scams[place].with(scam.scam);
                state.rating[scam.scam.index()] = scam.rating;
            }
            for &title in &seat.hardware {
                state.hardware[place] = state.hardware[place].union(find(title));
            }
        }
        if let Some(title) = view.resolving {
            state.resolving = find(title);
        }
        for &title in &view.discards {
            state.discards = state.discards.union(find(title));
        }
        for (place, seat) in self.seats.iter().enumerate() {
            let holder = Viewer::Seat(seat);
            let mut put = |state: &mut State, title: CardId, knowers: ViewerSet| {
                let card = find(title);
                state.hands[place] = state.hands[place].union(card);
                for copy in card.iter() {
                    state.known_to[copy.index()] = knowers.without(holder);
                }
            };
            let shown = &view.seats[place].shown;
            let own =
                view.secrets.as_ref().filter(|secrets| secrets.seat == seat).map(|secrets| &secrets.hand);
            let known = view.secrets.as_ref().map_or(shown, |secrets| &secrets.known[place]);
            for &title in shown {
                put(state, title, EVERYBODY);
            }
            for title in difference(own.unwrap_or(known), shown) {
                put(state, title, ViewerSet::only(view.viewer));
            }
        }
        for (place, seat) in view.seats.iter().enumerate() {
            state.declined[place] = seat.declined;
            while (state.hands[place].len() as u32) < seat.hand {
                let Some(copy) = self.draw_likely(unseen, seat.declined, luck) else { break };
                let card = Pile::only(copy);
                unseen = unseen.difference(card);
                state.hands[place] = state.hands[place].union(card);
            }
        }
        state.deck = unseen;
    }

    /// A card for a seat that has let this many rolls pass: an answer to a roll is less likely the more it has.
    fn draw_likely(&self, unseen: Pile, declined: u8, luck: &mut impl Luck) -> Option<ActionCard> {
        let drawn = luck.pick_from(unseen)?;
        let answers = self.set.reactions_at(Moment::AfterRoll);
        let doubtful = answers.contains(drawn);
        if doubtful && (0..declined.min(8)).any(|_| luck.below(4) == 0) {
            luck.pick_from(unseen)
        } else {
            Some(drawn)
        }
    }

    fn imagine_lists(&self, view: &View, state: &mut State, luck: &mut impl Luck) {
        let mut unseen = self.set.whole_list_deck();
        for (place, seat) in view.seats.iter().enumerate() {
            for seen in &seat.lists {
                state.lists[place] = state.lists[place].union(lay_list(state, seen, &mut unseen));
            }
        }
        for seen in &view.masses {
            state.masses = state.masses.union(lay_list(state, seen, &mut unseen));
        }
        if let Phase::Ask(Question::Offered(list)) = view.phase {
            unseen = unseen.without(list);
            self.enter_play(state, list);
        }
        for list in &view.list_discards {
            unseen = unseen.without(*list);
            state.list_discards = state.list_discards.with(*list);
        }
        let has_chosen =
            |seat| matches!(view.phase, Phase::Ask(Question::Choosing(owing)) if !owing.contains(seat));
        let mut own = None;
        if let Some(secrets) = &view.secrets {
            own = Some(secrets.seat);
            for list in &secrets.dealt {
                unseen = unseen.without(*list);
                state.dealt[secrets.seat.index()] = state.dealt[secrets.seat.index()].with(*list);
            }
            state.chosen[secrets.seat.index()] = secrets.chosen;
        }
        for (seat, seen) in self.seats.iter().zip(&view.seats).filter(|(seat, _)| Some(*seat) != own) {
            let dealt = &mut state.dealt[seat.index()];
            while (dealt.len() as u32) < seen.dealt {
                let Some(list) = luck.pick_from(unseen) else { break };
                unseen = unseen.without(list);
                *dealt = dealt.with(list);
            }
            if has_chosen(seat) {
                state.chosen[seat.index()] = luck.pick_from(*dealt);
            }
        }
        state.list_deck = unseen;
    }
}
