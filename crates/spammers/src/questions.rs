//! S12: what Hardware in play changes, asked in one place: limits, bonuses and permissions of a seat.

use table::Seat;

use crate::Spammers;
use crate::card::{CardId, Category, ListCard, ListSet, Specialties};
use crate::list::Area;
use crate::power::Power;
use crate::state::State;

/// S3.2: the hand limit.
const HAND_LIMIT: u32 = 9;
/// S4.2: the Scam limit.
const SCAM_LIMIT: u32 = 5;
/// S4.10: Mailings a turn.
const MAILINGS_PER_TURN: u32 = 1;
/// S3.1: Actions a turn.
const ACTIONS_PER_TURN: u32 = 3;
/// S4.6: what a matching Specialty adds.
const SPECIALTY_BONUS: i16 = 2;

/// S4.6: what a List's Specialties, where it lies and the powers of Hardware add to the Target Number of a Mailing for
/// a Scam of this category.
pub(crate) fn bonus(
    powers: impl Iterator<Item = Power>,
    category: Category,
    specialties: Specialties,
    area: Area,
) -> i16 {
    let matches = category.matching().is_some_and(|specialty| specialties.contains(specialty));
    let own = if matches { SPECIALTY_BONUS } else { 0 };
    powers.fold(own, |sum, power| match power {
        Power::TargetBonus(bonus) => sum + i16::from(bonus),
        Power::CategoryBonus(of, bonus) if of == category => sum + i16::from(bonus),
        Power::UnwashedBonus(bonus) if area == Area::Masses => sum + i16::from(bonus),
        Power::SpecialtyBonus(bonus) if matches => sum + i16::from(bonus),
        Power::CategoryBonus(..)
        | Power::UnwashedBonus(_)
        | Power::SpecialtyBonus(_)
        | Power::MailOthersLists
        | Power::ScamLimit(_)
        | Power::HandLimit(_)
        | Power::MailingsPerTurn(_)
        | Power::ActionsPerTurn(_)
        | Power::FreeLists
        | Power::PatientLists
        | Power::ProtectScams
        | Power::ProtectLists
        | Power::ProtectHardware
        | Power::ProtectHand => sum,
    })
}

/// S12.11: where the Lists of a seat with Hardware of these powers lie.
pub(crate) fn area_of_lists(mut powers: impl Iterator<Item = Power>) -> Area {
    if powers.any(|power| power == Power::PatientLists) { Area::Patient } else { Area::Proprietary }
}

impl Spammers {
    /// The powers of a seat's Hardware.
    fn powers<'a>(&'a self, state: &State, seat: Seat) -> impl Iterator<Item = Power> + 'a {
        self.set.powers_in(state.hardware[seat.index()])
    }

    /// Those of the same kind as this one.
    #[inline]
    fn powers_like<'a>(&'a self, state: &State, seat: Seat, like: Power) -> impl Iterator<Item = Power> + 'a {
        self.set.powers_like(like, state.hardware[seat.index()])
    }

    /// The highest number that some power of the seat like this one allows, or the one everybody has.
    #[inline]
    fn most(&self, state: &State, seat: Seat, without: u32, like: Power) -> u32 {
        let alike = self.powers_like(state, seat, like);
        alike.fold(without, |most, power| most.max(power.limit().into()))
    }

    #[inline]
    fn has_power(&self, state: &State, seat: Seat, wanted: Power) -> bool {
        self.powers_like(state, seat, wanted).any(|power| power == wanted)
    }

    /// S3.2, S12.3: how many cards the seat may hold.
    pub(crate) fn hand_limit(&self, state: &State, seat: Seat) -> u32 {
        self.most(state, seat, HAND_LIMIT, Power::HandLimit(0))
    }

    /// S4.2, S12.2: how many Scams the seat may have in play.
    pub(crate) fn scam_limit(&self, state: &State, seat: Seat) -> u32 {
        self.most(state, seat, SCAM_LIMIT, Power::ScamLimit(0))
    }

    /// S4.10, S12.4: how many Mailings the seat may send a turn.
    #[must_use]
    pub fn mailings_per_turn(&self, state: &State, seat: Seat) -> u32 {
        self.most(state, seat, MAILINGS_PER_TURN, Power::MailingsPerTurn(0))
    }

    /// S10.23: how many Mailings the seat may send in the turn that is on.
    pub(crate) fn mailings_this_turn(&self, state: &State, seat: Seat) -> u32 {
        self.mailings_per_turn(state, seat) + u32::from(state.extra_mailings)
    }

    /// S3.1, S12.5: how many Actions the seat may take a turn.
    fn actions_per_turn(&self, state: &State, seat: Seat) -> u32 {
        self.most(state, seat, ACTIONS_PER_TURN, Power::ActionsPerTurn(0))
    }

    /// S12.5: how many Actions a turn the seat has beyond what everybody has.
    #[must_use]
    pub fn more_actions(&self, state: &State, seat: Seat) -> u32 {
        self.actions_per_turn(state, seat) - ACTIONS_PER_TURN
    }

    /// S10.22: how many Actions the player whose turn it is has left.
    #[must_use]
    pub fn actions_left(&self, state: &State) -> u32 {
        let usual = self.actions_per_turn(state, state.turn);
        (usual + u32::from(state.extra_actions)).saturating_sub(u32::from(state.actions_taken))
    }

    /// S4.6: what a matching Specialty and cards in play add to the Target Number of a Mailing by this seat.
    pub(crate) fn target_bonus(&self, state: &State, seat: Seat, category: Category, list: ListCard) -> i16 {
        let area = if state.masses.contains(list) { Area::Masses } else { Area::Proprietary };
        bonus(self.powers(state, seat), category, state.specialties[list.index()], area)
    }

    /// S4.5, S12.1, S12.13: the Lists the seat may mail.
    #[must_use]
    pub fn mailable(&self, state: &State, seat: Seat) -> ListSet {
        let own = state.masses.union(state.lists[seat.index()]);
        if !self.has_power(state, seat, Power::MailOthersLists) {
            return own;
        }
        let open = self.seats.iter().filter(|&other| self.lists_are_open(state, other));
        open.fold(own, |all, other| all.union(state.lists[other.index()]))
    }

    /// S12.13: whether others may mail the seat's Lists and aim effects at them.
    pub(crate) fn lists_are_open(&self, state: &State, seat: Seat) -> bool {
        !self.has_power(state, seat, Power::ProtectLists)
    }

    /// S12.10: whether the seat keeps drawn Lists for nothing.
    #[must_use]
    pub fn keeps_for_nothing(&self, state: &State, seat: Seat) -> bool {
        self.has_power(state, seat, Power::FreeLists)
    }

    /// S5.1, S12.11: whether a List with this many Gruntles stays with this seat.
    pub(crate) fn stays_with(&self, state: &State, seat: Seat, list: ListCard) -> bool {
        state.bears_its_gruntles(list, area_of_lists(self.powers_like(state, seat, Power::PatientLists)))
    }

    /// S12.12: whether effects of this seat may lower that Scam.
    pub(crate) fn may_lower(&self, state: &State, seat: Seat, scam: CardId) -> bool {
        let owner = state.owner_of_scam(scam).and_then(Seat::new);
        owner.is_none_or(|owner| owner == seat || !self.protects_scams(state, owner))
    }

    /// S12.12: whether the seat's Scams are protected from effects of others.
    #[must_use]
    pub fn protects_scams(&self, state: &State, seat: Seat) -> bool {
        self.has_power(state, seat, Power::ProtectScams)
    }

    /// S12.14: whether effects of others may touch the seat's Hardware.
    pub(crate) fn hardware_is_open(&self, state: &State, seat: Seat) -> bool {
        !self.has_power(state, seat, Power::ProtectHardware)
    }

    /// S12.15: whether effects of others may touch the seat's hand.
    pub(crate) fn hand_is_open(&self, state: &State, seat: Seat) -> bool {
        !self.has_power(state, seat, Power::ProtectHand)
    }
}
