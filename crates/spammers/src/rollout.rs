//! What a spammer does without thinking long: quick, and not stupid. Players that search look at what it would do, and
//! finish their imagined games by it.

use table::{Game, Input, Luck, NoEvents, Seat};

use crate::Spammers;
use crate::action::Action;
use crate::card::Kind;
use crate::effect::{Effect, Moment};
use crate::pile::Pile;
use crate::play::{gain, sixfold_gain};
use crate::set::{CardId, ListCard};
use crate::state::{Deck, Mailing, Pending, Phase, State};

/// Scams in play that are enough.
const ENOUGH_SCAMS: u32 = 2;
/// The most Special Effects that are tried out before something else is done.
const TRIED: usize = 20;
/// What one Rating of the Scam counts against one of the sixty that six rolls may promise.
const FURTHEST_FIRST: i32 = 6;

impl Spammers {
    /// What a hasty player would do; `scratch` is working memory. `None` where the seat is asked nothing.
    pub fn rollout_policy(
        &self,
        state: &State,
        seat: Seat,
        scratch: &mut Vec<Action>,
        luck: &mut impl Luck,
    ) -> Option<Action> {
        match state.phase {
            Phase::Acting => Some(self.act(state, seat, scratch, luck)),
            Phase::Offered(_) if self.keeps_for_nothing(state, seat) => Some(Action::KeepFree),
            Phase::Offered(_) => Some(Action::Release),
            Phase::Reacting { pending: Pending::Roll(mailing, roll), .. } if seat == state.turn => {
                Some(self.help_roll(state, mailing, roll, scratch))
            }
            Phase::Reacting { .. } => Some(Action::Pass),
            Phase::Choosing(_) => {
                self.choices(state, seat, scratch);
                luck.pick(scratch)
            }
            Phase::DealingLists(..)
            | Phase::DealingActions(..)
            | Phase::DealingMasses(_)
            | Phase::DrawingFirst
            | Phase::DrawingAction
            | Phase::DrawingCards(_)
            | Phase::DrawingList
            | Phase::Picking(..)
            | Phase::Rolling(_)
            | Phase::Over(_) => None,
        }
    }

    /// Stops who is about to win; opens a Scam; then machines, merging, Special Effects and new cards, and the
    /// Mailing last, with the best card that came.
    fn act(&self, state: &State, seat: Seat, scratch: &mut Vec<Action>, luck: &mut impl Luck) -> Action {
        let place = seat.index();
        let danger = self.seats.iter().any(|other| other != seat && self.is_at_mark(state, other));
        if danger && let Some(rescue) = self.useful_special(state, seat, scratch, luck) {
            return rescue;
        }
        let scams = state.scams[place].len();
        let play =
            self.set.titles_in(state.hands[place].difference(self.set.all_mailings())).find(|&title| {
                let wanted = !self.set.is_scam(title) || scams < ENOUGH_SCAMS;
                wanted && self.may_play(state, seat, title).is_ok()
            });
        let last = self.actions_left(state) <= 1;
        if scams > 0
            && last
            && let Some(mailing) = self.best_mailing(state, seat)
        {
            return mailing;
        }
        if let Some(title) = play {
            return Action::Play(title);
        }
        if let Some(merge) = self.useful_merge(state, seat) {
            return merge;
        }
        let may_draw = self.may_draw(state, seat, Deck::Action).is_ok();
        if (!may_draw || luck.below(2) == 0)
            && let Some(special) = self.useful_special(state, seat, scratch, luck)
        {
            return special;
        }
        if may_draw {
            return Action::Draw(Deck::Action);
        }
        if let Some(mailing) = self.best_mailing(state, seat) {
            return mailing;
        }
        match self.may_draw(state, seat, Deck::List) {
            Ok(()) if luck.below(2) == 0 => Action::Draw(Deck::List),
            Ok(()) | Err(_) => Action::Stop,
        }
    }

    /// S4.8: a reaction that makes one's own roll gain more, if there is one.
    fn help_roll(&self, state: &State, mailing: Mailing, roll: u8, scratch: &mut Vec<Action>) -> Action {
        let seat = state.turn;
        scratch.clear();
        self.reaction_choices(state, seat, Pending::Roll(mailing, roll), scratch);
        let gained = gain(roll, mailing.target);
        let helps = |action: Action| {
            let mut after = *state;
            let taken = self.apply(&mut after, Input::Act(seat, action), &mut NoEvents);
            if taken.is_err() {
                false
            } else if let Phase::Reacting { pending: Pending::Roll(mailing, roll), .. } = after.phase {
                gain(roll, mailing.target) > gained
            } else {
                gained == 0 && matches!(after.phase, Phase::Rolling(_))
            }
        };
        scratch.iter().copied().find(|&action| helps(action)).unwrap_or(Action::Pass)
    }

    /// S4.5: the Mailing that promises most, if any is possible: what it gains, and on the Scam that is furthest; with
    /// the card that is least worth keeping among those that do as well.
    fn best_mailing(&self, state: &State, seat: Seat) -> Option<Action> {
        self.may_mail(state, seat).ok()?;
        let cards = state.hands[seat.index()].intersection(self.set.all_mailings());
        let highest = self.set.titles_in(cards).map(|card| self.modifier(card)).max()?;
        let mut best = None;
        let mut most = 0;
        for scam in state.scams[seat.index()].iter() {
            let (title, rating) = (CardId(scam as u8), i32::from(state.rating[scam]));
            for list in self.mailable(state, seat).iter() {
                let list = ListCard(list as u8);
                let target = self.bare_target(state, seat, title, list) + highest;
                let promise = 8 * sixfold_gain(target)
                    + FURTHEST_FIRST * rating
                    + i32::from(state.masses.contains(list.index()));
                if target > 0 && promise > most {
                    most = promise;
                    best = Some((title, list));
                }
            }
        }
        let (scam, list) = best?;
        let bare = self.bare_target(state, seat, scam, list);
        let card = self.cheapest(cards, bare)?;
        Some(Action::Mail { card, scam, list })
    }

    /// The card that promises most for a Target Number without it, less what it is worth keeping.
    fn cheapest(&self, cards: Pile, bare: i16) -> Option<CardId> {
        let gains = |card| 8 * sixfold_gain(bare + self.modifier(card)) - self.worth_keeping(card);
        self.set.titles_in(cards).max_by_key(|&card| gains(card))
    }

    /// What a Mailing card is worth in the hand, on the scale of what it promises.
    fn worth_keeping(&self, card: CardId) -> i32 {
        let Kind::Mailing { modifier, effect } = self.set.face(card).kind else { return 0 };
        let special = if effect.moment() == Moment::AfterRoll {
            6
        } else if effect == Effect::ExtraMailing {
            10
        } else {
            (6 * i32::from(effect.raises())).max(4 * i32::from(effect.lowers()))
        };
        special + i32::from(modifier)
    }

    /// S3.5: the two largest of one's own Lists, if together they promise more than what can be mailed now.
    fn useful_merge(&self, state: &State, seat: Seat) -> Option<Action> {
        let size = |list: usize| state.effective_size(ListCard(list as u8));
        let own = state.lists[seat.index()];
        let first = own.iter().max_by_key(|&list| size(list))?;
        let second = own.without(first).iter().max_by_key(|&list| size(list))?;
        let now = self.mailable(state, seat).iter().map(size).max()?;
        let better = sixfold_gain(size(first) + size(second) + 2) > sixfold_gain(now + 2);
        let (low, high) = (first.min(second), first.max(second));
        better.then_some(Action::Merge(ListCard(low as u8), ListCard(high as u8)))
    }

    /// The best of some Special Effects of the hand, if it brings its player forward or the foremost other back.
    fn useful_special(
        &self,
        state: &State,
        seat: Seat,
        scratch: &mut Vec<Action>,
        luck: &mut impl Luck,
    ) -> Option<Action> {
        scratch.clear();
        self.special_choices(state, seat, scratch);
        let mut best = None;
        let mut most = self.lead(state, seat);
        for place in 0..scratch.len().min(TRIED) {
            let action = if scratch.len() <= TRIED { scratch[place] } else { luck.pick(scratch)? };
            let Some(after) = self.let_happen(state, seat, action) else { continue };
            let lead = self.lead(&after, seat);
            if lead > most {
                most = lead;
                best = Some(action);
            }
        }
        best
    }

    /// The table after a choice to which nobody reacts; luck has not fallen yet. `None` if it is not possible.
    #[must_use]
    pub fn let_happen(&self, state: &State, seat: Seat, action: Action) -> Option<State> {
        let mut after = *state;
        self.apply(&mut after, Input::Act(seat, action), &mut NoEvents).ok()?;
        while let Phase::Reacting { asked, .. } = after.phase {
            self.apply(&mut after, Input::Act(asked, Action::Pass), &mut NoEvents).ok()?;
        }
        Some(after)
    }

    /// How far a seat is ahead of the foremost other: sixtieths of the way to the nearer mark of S6 twice, and to the
    /// other once.
    fn lead(&self, state: &State, seat: Seat) -> i32 {
        let (one, sum) = self.variant.victory_thresholds();
        let progress = |seat: Seat| {
            let by_one = i32::from(state.best_rating(seat)) * 60 / i32::from(one);
            let by_sum = state.rating_sum(seat) as i32 * 60 / sum as i32;
            2 * by_one.max(by_sum) + by_one.min(by_sum)
        };
        let rivals = self.seats.iter().filter(|&other| other != seat).map(progress);
        progress(seat) - rivals.max().unwrap_or(0)
    }
}
