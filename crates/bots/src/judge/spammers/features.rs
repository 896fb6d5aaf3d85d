//! How a table of SPAMMERS looks for a seat, in whole numbers.

use spammers::{Holdings, Kind, Moment, Spammers, State, gain};
use table::{Game as _, Seat};

/// The gain of six rolls, one of each, against a Target Number.
pub(super) fn sixfold_gain(target: i16) -> i32 {
    (1..=6).map(|roll| i32::from(gain(roll, target))).sum()
}

/// A seat's holdings and prospects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Features {
    /// Its holdings on the open table.
    pub(super) has: Holdings,
    /// The gain of six rolls, one of each, with the best Modifier in hand, the best Scam and the best List; 0 without a
    /// Mailing in hand.
    pub(super) pace: i32,
    /// The same for a Mailing of Modifier 2, in place of its hand.
    pub(super) usual_pace: i32,
    /// Mailings in its hand.
    pub(super) mailings: u32,
    /// By how much Special Effects in its hand could raise its Scams.
    pub(super) raises: u32,
    /// By how much Special Effects in its hand could lower those of others.
    pub(super) lowers: u32,
    /// Reactions in its hand.
    pub(super) reactions: u32,
    /// Mailings it may send a turn.
    pub(super) mailings_per_turn: u32,
    /// Actions it may take a turn beyond the usual.
    pub(super) more_actions: u32,
    /// S12.12: whether its Scams are protected.
    pub(super) protected: bool,
    /// Turns that end before its next one begins.
    pub(super) turns_until: u32,
    /// Actions left in its turn, if it is on.
    pub(super) actions_left: u32,
    /// Mailings left in its turn, if it is on.
    pub(super) mailings_left: u32,
}

impl Features {
    /// How the table looks for this seat.
    pub(super) fn of(game: &Spammers, state: &State, seat: Seat) -> Self {
        let turn = game.turn(state);
        let mut features = Self {
            has: game.holdings(state, seat),
            mailings_per_turn: game.mailings_per_turn(state, seat),
            more_actions: game.more_actions(state, seat),
            protected: game.protects_scams(state, seat),
            ..Self::default()
        };
        features.count_hand(game, state, seat);
        let seats = game.seats().get();
        features.turns_until = ((seat.index() + seats - turn.index() - 1) % seats + 1) as u32;
        if turn == seat {
            features.actions_left = game.actions_left(state);
            features.mailings_left = game.mailings_left(state).min(features.actions_left);
        }
        features
    }

    /// Counts the prospects of the hand and the Lists.
    fn count_hand(&mut self, game: &Spammers, state: &State, seat: Seat) {
        let mut highest = 0;
        for card in game.hand(state, seat) {
            let Kind::Mailing { modifier, effect } = game.set().face(card).kind else { continue };
            self.mailings += 1;
            highest = highest.max(i16::from(modifier));
            let swing = effect.swing();
            self.raises += u32::from(swing.raises);
            self.lowers += u32::from(swing.lowers);
            self.reactions += u32::from(effect.moment() != Moment::OwnTurn);
        }
        let lists = game.mailable(state, seat);
        let mut target = 0;
        for scam in game.scams(state, seat) {
            for list in lists {
                target = target.max(game.bare_target(state, seat, scam, list));
            }
        }
        if self.has.scams > 0 {
            self.usual_pace = sixfold_gain(target + 2);
            if self.mailings > 0 {
                self.pace = sixfold_gain(target + highest);
            }
        }
    }
}
