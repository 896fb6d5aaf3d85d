//! Views that were sent here: whether one is made of what the game has.

use table::{Portable, Seat};

use crate::Spammers;
use crate::card::{CardId, ListCard, MOST_ACTION_CARDS, MOST_LISTS};
use crate::effect::Aim;
use crate::look::SeenList;
use crate::phase::{Mailing, Pending, Phase, Question};
use crate::view::{Secrets, SeenSeat, View};

/// More turns than any game has.
const MOST_TURNS: u32 = 1_000_000;
/// More than anything else that is counted: Ratings, Gruntles, Sizes, Actions of a turn.
const MOST: u16 = 1_000;
/// The same for small counts.
const FEW: u8 = 100;

impl Spammers {
    fn has_seat(&self, seat: Seat) -> bool {
        self.seats.contains(seat)
    }

    fn has_list(&self, list: ListCard) -> bool {
        list.index() < self.set.lists().len()
    }

    fn has_title(&self, title: CardId) -> bool {
        title.index() < self.set.titles().len()
    }

    fn has_titles(&self, titles: &[CardId]) -> bool {
        titles.len() <= MOST_ACTION_CARDS && titles.iter().all(|&title| self.has_title(title))
    }

    fn has_lists(&self, lists: &[ListCard]) -> bool {
        lists.len() <= MOST_LISTS && lists.iter().all(|&list| self.has_list(list))
    }

    fn could_lie(&self, list: &SeenList) -> bool {
        !list.cards.is_empty()
            && list.cards.is_subset(self.set.whole_list_deck())
            && list.size <= MOST
            && list.gruntles <= MOST
    }

    fn could_sit(&self, seen: &SeenSeat) -> bool {
        seen.hand as usize <= MOST_ACTION_CARDS
            && seen.dealt as usize <= MOST_LISTS
            && seen.scams.iter().all(|seen| self.set.is_scam(seen.scam) && seen.rating <= FEW)
            && self.has_titles(&seen.hardware)
            && self.has_titles(&seen.shown)
            && seen.lists.iter().all(|list| self.could_lie(list))
            && seen.declined <= FEW
    }

    fn could_know(&self, secrets: &Secrets) -> bool {
        self.has_seat(secrets.seat)
            && self.has_titles(&secrets.hand)
            && self.has_lists(&secrets.dealt)
            && secrets.chosen.is_none_or(|list| self.has_list(list))
            && secrets.known.len() == self.seats.get()
            && secrets.known.iter().all(|known| self.has_titles(known))
    }

    fn could_mail(&self, mailing: Mailing) -> bool {
        self.set.is_mailing(mailing.card)
            && self.set.is_scam(mailing.scam)
            && self.has_list(mailing.list)
            && mailing.target.unsigned_abs() <= MOST
    }

    fn could_aim(&self, aim: Aim) -> bool {
        match aim {
            Aim::Nothing | Aim::Target(_) => true,
            Aim::Rating(scam, _) | Aim::Scam(scam) => self.set.is_scam(scam),
            Aim::Scams(from, to) => self.set.is_scam(from) && self.set.is_scam(to),
            Aim::List(list) | Aim::Counter(list, _) => self.has_list(list),
            Aim::Lists(from, to) => self.has_list(from) && self.has_list(to),
            Aim::Player(seat) => self.has_seat(seat),
            Aim::Discarded(title) => self.has_title(title),
            Aim::Hardware(seat, title) => self.has_seat(seat) && self.has_title(title),
        }
    }

    fn could_be_pending(&self, pending: Pending) -> bool {
        match pending {
            Pending::Roll(mailing, roll) => self.could_mail(mailing) && roll <= FEW,
            Pending::Special(title, aim, _) => self.set.is_mailing(title) && self.could_aim(aim),
            Pending::Lower { scam, by, gainer, fate: _ } => {
                self.set.is_scam(scam) && by <= FEW && gainer.is_none_or(|scam| self.set.is_scam(scam))
            }
            Pending::Move { list, to, then, fate: _ } => {
                self.has_list(list)
                    && to.is_none_or(|seat| self.has_seat(seat))
                    && then.is_none_or(|list| self.has_list(list))
            }
        }
    }

    fn could_ask(&self, phase: Phase) -> bool {
        match phase {
            Phase::Luck(_) | Phase::Over(_) => false,
            Phase::Ask(Question::Acting) => true,
            Phase::Ask(Question::Choosing(owing)) => owing.is_subset(self.seats.all()),
            Phase::Ask(Question::Offered(list)) => self.has_list(list),
            Phase::Ask(Question::Reacting { pending, asked, passes }) => {
                self.could_be_pending(pending)
                    && self.has_seat(asked)
                    && usize::from(passes) <= self.seats.get()
            }
        }
    }
}

impl Portable for Spammers {
    fn could_show(&self, view: &View) -> bool {
        let counted = [view.actions_taken, view.extra_actions, view.mailings, view.extra_mailings];
        self.could_ask(view.phase)
            && self.has_seat(view.turn)
            && view.viewer.seat().is_none_or(|seat| self.has_seat(seat))
            && view.secrets.as_ref().map(|secrets| secrets.seat) == view.viewer.seat()
            && view.turns <= MOST_TURNS
            && counted.into_iter().all(|count| count <= FEW)
            && view.seats.len() == self.seats.get()
            && view.seats.iter().all(|seen| self.could_sit(seen))
            && view.resolving.is_none_or(|title| self.has_title(title))
            && view.masses.iter().all(|list| self.could_lie(list))
            && self.has_titles(&view.discards)
            && self.has_lists(&view.list_discards)
            && view.secrets.iter().all(|secrets| self.could_know(secrets))
    }
}
