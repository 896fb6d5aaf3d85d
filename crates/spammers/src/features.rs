//! How the game looks for a seat, in whole numbers: what players that have imagined a table judge it by.

use table::Seat;

use crate::Spammers;
use crate::card::Kind;
use crate::effect::Moment;
use crate::play::{gain, sixfold_gain};
use crate::set::{CardId, ListCard};
use crate::state::State;
use crate::view::Holdings;

/// What a seat has and may hope for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Features {
    /// What it has on the open table.
    pub has: Holdings,
    /// What six rolls, one of each, would gain with the best Modifier in hand, the best Scam and the best List; 0
    /// without a Mailing in hand.
    pub pace: i32,
    /// The same for a Mailing of Modifier 2, whatever it holds.
    pub usual_pace: i32,
    /// Mailings in its hand.
    pub mailings: u32,
    /// By how much Special Effects in its hand could raise its Scams.
    pub raises: u32,
    /// By how much Special Effects in its hand could lower those of others.
    pub lowers: u32,
    /// Reactions in its hand.
    pub reactions: u32,
    /// Mailings it may send a turn.
    pub mailings_per_turn: u32,
    /// Actions it may take a turn beyond the usual.
    pub more_actions: u32,
    /// S12.12: whether its Scams are protected.
    pub protected: bool,
    /// Turns that end before its next one begins.
    pub turns_until: u32,
    /// Actions left in its turn, if it is on.
    pub actions_left: u32,
    /// Mailings left in its turn, if it is on.
    pub mailings_left: u32,
}

impl Spammers {
    /// How the game looks for a seat.
    #[must_use]
    pub fn features(&self, state: &State, seat: Seat) -> Features {
        let mut features = Features {
            has: self.holdings(state, seat),
            mailings_per_turn: self.mailings_per_turn(state, seat),
            more_actions: self.more_actions(state, seat),
            protected: self.protects_scams(state, seat),
            ..Features::default()
        };
        self.count_hand(state, seat, &mut features);
        let (seats, place, turn) = (self.seats.get(), seat.index(), state.turn.index());
        features.turns_until = ((place + seats - turn - 1) % seats + 1) as u32;
        if turn == place {
            features.actions_left = self.actions_left(state);
            let left = self.mailings_this_turn(state, seat).saturating_sub(state.mailings.into());
            features.mailings_left = left.min(features.actions_left);
        }
        features
    }

    /// What the hand and the Lists promise.
    fn count_hand(&self, state: &State, seat: Seat, features: &mut Features) {
        let place = seat.index();
        let mut highest = 0;
        for title in self.set.cards_in(state.hands[place].intersection(self.set.all_mailings())) {
            let Kind::Mailing { modifier, effect } = self.set.face(title).kind else { continue };
            features.mailings += 1;
            highest = highest.max(i16::from(modifier));
            features.raises += u32::from(effect.raises());
            features.lowers += u32::from(effect.lowers());
            features.reactions += u32::from(effect.moment() != Moment::OwnTurn);
        }
        let lists = self.mailable(state, seat);
        let mut target = 0;
        for scam in state.scams[place].iter() {
            for list in lists.iter() {
                let bare = self.bare_target(state, seat, CardId(scam as u8), ListCard(list as u8));
                target = target.max(bare);
            }
        }
        if features.has.scams > 0 {
            features.usual_pace = sixfold_gain(target + 2);
            if features.mailings > 0 {
                features.pace = sixfold_gain(target + highest);
            }
        }
    }

    /// S6.1: whether this seat would win if its turn began now.
    #[must_use]
    pub fn is_at_mark(&self, state: &State, seat: Seat) -> bool {
        self.victory_of(state, seat).is_some()
    }

    /// S4.7: of the six rolls, how many gain nothing, one and two for a Mailing of this seat.
    #[must_use]
    pub fn odds(
        &self,
        state: &State,
        seat: Seat,
        (card, scam, list): (CardId, CardId, ListCard),
    ) -> [u32; 3] {
        let target = self.target_number(state, seat, card, scam, list);
        let mut odds = [0; 3];
        for roll in 1..=6 {
            odds[usize::from(gain(roll, target)).min(2)] += 1;
        }
        odds
    }
}
