//! One viewer's view (S1.12), built up from their knowledge.

use serde::{Deserialize, Serialize};
use table::{Seat, SeatCount, Viewer};

use crate::Spammers;
use crate::card::{CardId, ListCard};
use crate::face::Kind;
use crate::list::Area;
use crate::look::{Look, SeenList, SeenScam};
use crate::phase::Phase;
use crate::power::Power;
use crate::questions::area_of_lists;
use crate::set::CardSet;
use crate::state::State;

/// The open cards of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenSeat {
    /// How many Action cards it holds.
    pub hand: u32,
    /// How many List cards it holds during set-up.
    pub dealt: u32,
    /// Its Scams in play.
    pub scams: Vec<SeenScam>,
    /// Its Hardware in play.
    pub hardware: Vec<CardId>,
    /// Its Proprietary Lists.
    pub lists: Vec<SeenList>,
    /// Cards that everybody knows to be in its hand.
    pub shown: Vec<CardId>,
    /// Mailing rolls it let pass since it last got a card.
    pub declined: u8,
}

impl SeenSeat {
    /// The powers of its Hardware.
    pub fn powers<'s>(&'s self, set: &'s CardSet) -> impl Iterator<Item = Power> + 's {
        self.hardware.iter().filter_map(|&title| match set.face(title).kind {
            Kind::Hardware(power) => Some(power),
            Kind::Scam { .. } | Kind::Mailing { .. } => None,
        })
    }

    /// Whether some of its Hardware has this power.
    #[must_use]
    pub fn has_power(&self, set: &CardSet, wanted: Power) -> bool {
        self.powers(set).any(|power| power == wanted)
    }

    /// S12.11: where its Lists lie.
    #[must_use]
    pub fn area(&self, set: &CardSet) -> Area {
        area_of_lists(self.powers(set))
    }

    /// The sum of its Ratings.
    #[must_use]
    pub fn sum(&self) -> u32 {
        self.scams.iter().map(|scam| u32::from(scam.rating)).sum()
    }

    /// The highest of its Ratings; 0 without a Scam.
    #[must_use]
    pub fn best(&self) -> u8 {
        self.scams.iter().map(|scam| scam.rating).max().unwrap_or(0)
    }
}

/// A seat's own secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrets {
    /// Whose secrets.
    pub seat: Seat,
    /// The Action cards in hand.
    pub hand: Vec<CardId>,
    /// The List cards held during set-up.
    pub dealt: Vec<ListCard>,
    /// S2.2: the List chosen, until all have chosen.
    pub chosen: Option<ListCard>,
    /// Cards this seat knows to be in each hand: those it has seen there, or that went there before its eyes.
    pub known: Vec<Vec<CardId>>,
}

/// The table as one viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// Where in the game the table is.
    pub phase: Phase,
    /// Whose turn it is.
    pub turn: Seat,
    /// How many turns have begun.
    pub turns: u32,
    /// Actions taken in this turn.
    pub actions_taken: u8,
    /// S10.22: Actions gained in this turn.
    pub extra_actions: u8,
    /// Actions left in this turn.
    pub actions_left: u32,
    /// Mailings sent in this turn.
    pub mailings: u8,
    /// S10.23: Mailings gained in this turn.
    pub extra_mailings: u8,
    /// The open cards of each seat.
    pub seats: Vec<SeenSeat>,
    /// The Mailing that is being played and not discarded yet.
    pub resolving: Option<CardId>,
    /// The Unwashed Masses.
    pub masses: Vec<SeenList>,
    /// Cards left in the Action deck.
    pub deck: u32,
    /// The Action discard pile.
    pub discards: Vec<CardId>,
    /// Cards left in the List deck.
    pub list_deck: u32,
    /// The List discard pile.
    pub list_discards: Vec<ListCard>,
    /// The viewer's own secrets, with a seat.
    pub secrets: Option<Secrets>,
}

impl View {
    /// S6.1: whether this seat would win at the start of its next turn if all stays as it lies.
    #[must_use]
    pub fn would_win(&self, game: &Spammers, seat: Seat) -> bool {
        let seen = self.seats.get(seat.index());
        seen.is_some_and(|seen| game.variant().victory(seen.best(), seen.sum()).is_some())
    }
}

/// All of these, of which there are so many: space for them is taken once.
fn all<T>(count: usize, of: impl Iterator<Item = T>) -> Vec<T> {
    let mut all = Vec::with_capacity(count);
    all.extend(of);
    all
}

impl Look<'_> {
    fn seen_seat(&self, seat: Seat) -> SeenSeat {
        let (scams, hardware, lists) = (self.scams(seat), self.hardware(seat), self.lists(Some(seat)));
        SeenSeat {
            hand: self.hand_size(seat),
            dealt: self.dealt_size(seat),
            scams: all(scams.size_hint().0, scams),
            hardware: all(hardware.size_hint().0, hardware),
            lists: lists.collect(),
            shown: self.shown(seat).collect(),
            declined: self.declined(seat),
        }
    }

    /// All but secrets and discard piles.
    fn open_view(&self, seats: SeatCount) -> View {
        View {
            viewer: self.viewer(),
            phase: self.phase(),
            turn: self.turn(),
            turns: self.turns(),
            actions_taken: self.actions_taken(),
            extra_actions: self.extra_actions(),
            actions_left: self.actions_left(),
            mailings: self.mailings(),
            extra_mailings: self.extra_mailings(),
            seats: seats.iter().map(|seat| self.seen_seat(seat)).collect(),
            resolving: self.resolving(),
            masses: self.lists(None).collect(),
            deck: self.deck_size(),
            discards: Vec::new(),
            list_deck: self.list_deck_size(),
            list_discards: Vec::new(),
            secrets: None,
        }
    }

    fn secrets(&self, seats: SeatCount) -> Option<Secrets> {
        Some(Secrets {
            seat: self.viewer().seat()?,
            hand: all(self.hand().size_hint().0, self.hand()),
            dealt: self.dealt().iter().collect(),
            chosen: self.chosen(),
            known: seats.iter().map(|other| self.known(other).collect()).collect(),
        })
    }
}

impl Spammers {
    /// This viewer's own secrets; `None` without a seat.
    pub(crate) fn secrets_of(&self, state: &State, viewer: Viewer) -> Option<Secrets> {
        self.look(state, viewer).secrets(self.seats)
    }

    /// S1.12: what this viewer sees.
    pub(crate) fn view_of(&self, state: &State, viewer: Viewer) -> View {
        let look = self.look(state, viewer);
        View {
            discards: all(look.discards().size_hint().0, look.discards()),
            list_discards: all(look.list_discards().len(), look.list_discards().iter()),
            secrets: look.secrets(self.seats),
            ..look.open_view(self.seats)
        }
    }

    /// The same without secrets and discard piles: all that the consequences of an answer are read off.
    pub(crate) fn open_view(&self, state: &State, viewer: Viewer) -> View {
        self.look(state, viewer).open_view(self.seats)
    }
}
