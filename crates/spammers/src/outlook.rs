//! How the game looks for a seat, in whole numbers: what players that have imagined a table judge it by.

use table::Seat;

use crate::Spammers;
use crate::card::Kind;
use crate::effect::Moment;
use crate::habit::sixfold_gain;
use crate::play::gain;
use crate::power::Power;
use crate::set::{ListCard, Title};
use crate::state::State;

/// What a seat has and may hope for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outlook {
    /// The sum of its Ratings.
    pub sum: u32,
    /// The highest of its Ratings.
    pub best: u8,
    /// Its Scams in play.
    pub scams: u32,
    /// What six rolls, one of each, would gain with the best Modifier in hand, the best Scam and the best List; 0
    /// without a Mailing in hand.
    pub pace: i32,
    /// The same for a Mailing of Modifier 2, whatever it holds.
    pub usual_pace: i32,
    /// Cards in its hand.
    pub hand: u32,
    /// Mailings in its hand.
    pub mailings: u32,
    /// By how much Special Effects in its hand could raise its Scams.
    pub raises: u32,
    /// By how much Special Effects in its hand could lower those of others.
    pub lowers: u32,
    /// Reactions in its hand.
    pub reactions: u32,
    /// Its Hardware in play.
    pub hardware: u32,
    /// The effective Size of all its Lists.
    pub lists: u32,
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
    pub fn outlook(&self, state: &State, seat: Seat) -> Outlook {
        let place = seat.index();
        let mut outlook = Outlook {
            sum: state.rating_sum(seat),
            best: state.best_rating(seat),
            scams: state.scams[place].len(),
            hand: state.hands[place].len(),
            hardware: state.hardware[place].len(),
            lists: state.lists[place]
                .iter()
                .map(|list| state.effective_size(ListCard(list as u8)).max(0) as u32)
                .sum(),
            mailings_per_turn: 1,
            ..Outlook::default()
        };
        for power in self.set.powers_in(state.hardware[place]) {
            match power {
                Power::MailingsPerTurn(most) => outlook.mailings_per_turn = most.into(),
                Power::ActionsPerTurn(most) => outlook.more_actions = u32::from(most).saturating_sub(3),
                Power::ProtectScams => outlook.protected = true,
                Power::MailOthersLists
                | Power::ScamLimit(_)
                | Power::HandLimit(_)
                | Power::FreeLists
                | Power::PatientLists
                | Power::TargetBonus(_)
                | Power::CategoryBonus(..)
                | Power::UnwashedBonus(_)
                | Power::SpecialtyBonus(_)
                | Power::ProtectLists
                | Power::ProtectHardware
                | Power::ProtectHand => {}
            }
        }
        self.count_hand(state, seat, &mut outlook);
        let (seats, turn) = (self.seats.get(), state.turn.index());
        outlook.turns_until = ((place + seats - turn - 1) % seats + 1) as u32;
        if turn == place {
            outlook.actions_left = self.actions_left(state);
            let left = self.mailings_this_turn(state, seat).saturating_sub(state.mailings.into());
            outlook.mailings_left = left.min(outlook.actions_left);
        }
        outlook
    }

    /// What the hand and the Lists promise.
    fn count_hand(&self, state: &State, seat: Seat, outlook: &mut Outlook) {
        let place = seat.index();
        let mut highest = 0;
        for title in self.set.cards_in(state.hands[place].and(self.set.all_mailings())) {
            let Kind::Mailing { modifier, effect } = self.set.face(title).kind else { continue };
            outlook.mailings += 1;
            highest = highest.max(i16::from(modifier));
            outlook.raises += u32::from(effect.raises());
            outlook.lowers += u32::from(effect.lowers());
            outlook.reactions += u32::from(effect.moment() != Moment::OwnTurn);
        }
        let lists = self.mailable(state, seat);
        let mut target = 0;
        for scam in state.scams[place].iter() {
            for list in lists.iter() {
                let bare = self.bare_target(state, seat, Title(scam as u8), ListCard(list as u8));
                target = target.max(bare);
            }
        }
        if outlook.scams > 0 {
            outlook.usual_pace = sixfold_gain(target + 2);
            if outlook.mailings > 0 {
                outlook.pace = sixfold_gain(target + highest);
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
    pub fn odds(&self, state: &State, seat: Seat, (card, scam, list): (Title, Title, ListCard)) -> [u32; 3] {
        let target = self.target_number(state, seat, card, scam, list);
        let mut odds = [0; 3];
        for roll in 1..=6 {
            odds[usize::from(gain(roll, target)).min(2)] += 1;
        }
        odds
    }
}
