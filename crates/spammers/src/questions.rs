//! What Hardware in play changes (S1.10), asked in one place: limits, bonuses and permissions of a seat.

use table::Seat;

use crate::Spammers;
use crate::card::{Kind, Power};
use crate::pile::CardSet64;
use crate::state::State;

/// S3.2: the hand limit.
const HAND_LIMIT: u32 = 9;
/// S4.2: the Scam limit.
const SCAM_LIMIT: u32 = 5;
/// S4.10: Mailings a turn.
const MAILINGS_PER_TURN: u32 = 1;

impl Spammers {
    /// The powers of a seat's Hardware; copies of the same Hardware count once (S4.3).
    fn powers<'a>(&'a self, state: &State, seat: Seat) -> impl Iterator<Item = Power> + 'a {
        self.set
            .titles_in(state.hardware[seat.index()])
            .filter_map(|title| match self.set.face(title).kind {
                Kind::Hardware(power) => Some(power),
                Kind::Scam { .. } | Kind::Mailing { .. } => None,
            })
    }

    /// S3.2: how many cards the seat may hold.
    pub(crate) fn hand_limit(&self, state: &State, seat: Seat) -> u32 {
        self.powers(state, seat)
            .fold(HAND_LIMIT, |limit, power| match power {
                Power::HandLimit(most) => limit.max(u32::from(most)),
                Power::MailOthersLists
                | Power::ScamLimit(_)
                | Power::MailingsPerTurn(_)
                | Power::TargetBonus(_) => limit,
            })
    }

    /// S4.2: how many Scams the seat may have in play.
    pub(crate) fn scam_limit(&self, state: &State, seat: Seat) -> u32 {
        self.powers(state, seat)
            .fold(SCAM_LIMIT, |limit, power| match power {
                Power::ScamLimit(most) => limit.max(u32::from(most)),
                Power::MailOthersLists
                | Power::HandLimit(_)
                | Power::MailingsPerTurn(_)
                | Power::TargetBonus(_) => limit,
            })
    }

    /// S4.10: how many Mailings the seat may send a turn.
    pub(crate) fn mailings_per_turn(&self, state: &State, seat: Seat) -> u32 {
        self.powers(state, seat)
            .fold(MAILINGS_PER_TURN, |limit, power| match power {
                Power::MailingsPerTurn(most) => limit.max(u32::from(most)),
                Power::MailOthersLists
                | Power::HandLimit(_)
                | Power::ScamLimit(_)
                | Power::TargetBonus(_) => limit,
            })
    }

    /// S4.6: what cards in play add to the Target Number of the seat's Mailings.
    pub(crate) fn target_bonus(&self, state: &State, seat: Seat) -> i16 {
        self.powers(state, seat).fold(0, |sum, power| match power {
            Power::TargetBonus(bonus) => sum + i16::from(bonus),
            Power::MailOthersLists
            | Power::HandLimit(_)
            | Power::ScamLimit(_)
            | Power::MailingsPerTurn(_) => sum,
        })
    }

    /// S4.5: the Lists the seat may mail.
    pub(crate) fn mailable(&self, state: &State, seat: Seat) -> CardSet64 {
        if self
            .powers(state, seat)
            .any(|power| power == Power::MailOthersLists)
        {
            state.lists_in_play()
        } else {
            state.masses.union(state.lists[seat.index()])
        }
    }
}
