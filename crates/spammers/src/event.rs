//! Events at the table, in the past tense.

use table::{Clause, Seat};

use crate::card::{CardId, ListCard, Specialty};
use crate::effect::{Aim, Direction};
use crate::phase::{Deck, Mailing, Victory};

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// S2.1: this seat was dealt this List; only it knows which.
    DealtList(Seat, ListCard),
    /// S2.1: somebody was dealt a List.
    DealtSomeList(Seat),
    /// S2.1: this seat was dealt this card; only it knows which.
    DealtCard(Seat, CardId),
    /// S2.1: somebody was dealt an Action card.
    DealtSomeCard(Seat),
    /// S2.2: this seat chose this List; only it knows which.
    ChoseList(Seat, ListCard),
    /// S2.2: somebody has chosen.
    ChoseSomeList(Seat),
    /// S2.2: all have chosen, and this was this seat's choice.
    ShowedChoice(Seat, ListCard),
    /// S2.4: a seat's other List went face up into its area.
    TookList(Seat, ListCard),
    /// S2.3: a List was dealt into the Unwashed Masses.
    JoinedMasses(ListCard),
    /// S2.5: this seat was drawn to go first.
    WentFirst(Seat),
    /// S3.0: a turn began.
    BeganTurn(Seat, u32),
    /// S3.1: the player took no more Actions.
    Stopped(Seat),
    /// S3.2: the player drew this card; only that player knows which.
    Drew(Seat, CardId),
    /// S3.2: somebody drew a card.
    DrewSomeCard(Seat),
    /// S3.3: the player turned up a List.
    TurnedUp(Seat, ListCard),
    /// S3.3: the player paid one Rating of this Scam, now at this Rating, and kept the List.
    Kept(Seat, ListCard, CardId, u8),
    /// S12.10: the player kept the List for nothing.
    KeptFree(Seat, ListCard),
    /// S3.3: the player let it go.
    Released(Seat, ListCard),
    /// S3.5: two Lists became one of this printed Size and this many Gruntles.
    Merged(Seat, ListCard, ListCard, u16, u16),
    /// S3.6: the player discarded a Scam to draw.
    Recycled(Seat, CardId),
    /// S3.7: a discard pile became a new deck.
    Reshuffled(Deck),
    /// S4.1: a Scam came into play at this Rating.
    OpenedScam(Seat, CardId, u8),
    /// S4.3: Hardware came into play.
    InstalledHardware(Seat, CardId),
    /// S4.4: a Mailing was used for its Special Effect.
    UsedSpecial(Seat, CardId, Aim),
    /// S4.5: a Mailing was announced.
    Mailed(Seat, Mailing),
    /// S4.7: the die was rolled against this Target Number.
    Rolled(Seat, u8, i16),
    /// S7.3: this seat played no reaction.
    Passed(Seat),
    /// S7.2: a reaction changed the Target Number to this.
    ShiftedTarget(Seat, CardId, Direction, i16),
    /// S11.1: a reaction changed the roll to this.
    ShiftedRoll(Seat, CardId, Direction, u8),
    /// S11.2: a reaction has the Mailing rolled again.
    CalledReroll(Seat, CardId),
    /// S11.3: a reaction cancelled the Special Effect announced.
    Cancelled(Seat, CardId),
    /// S11.3: a reaction cancelled that, so the Special Effect stands again.
    Reinstated(Seat, CardId),
    /// S11.3: the Special Effect of this card came to nothing.
    CameToNothing(CardId),
    /// S11.4: a reaction keeps this Scam from being lowered.
    Shielded(Seat, CardId, CardId),
    /// S11.5: a reaction keeps this List with its owner.
    Held(Seat, CardId, ListCard),
    /// S4.7: the Mailing raised the Scam by so much to this Rating.
    Gained(CardId, u8, u8),
    /// S4.7: the Mailing failed.
    FellFlat(CardId),
    /// S4.9: Gruntles were put on a List, which now has this many.
    Gruntled(ListCard, u16),
    /// S4.4: Gruntles were taken off a List, which now has this many.
    Calmed(ListCard, u16),
    /// S1.4: a List got a Specialty counter.
    Specialized(ListCard, Specialty),
    /// S1.8: an effect changed a Scam's Rating to this.
    Rerated(CardId, u8),
    /// S10.9: a List lost a Specialty counter.
    Despecialized(ListCard, Specialty),
    /// S10.10, S10.11: a List became this seat's own.
    GotList(Seat, ListCard),
    /// S10.12: this seat's List was sent to the Unwashed Masses.
    LostList(Seat, ListCard),
    /// S10.13: a merged List was split into this many.
    Split(ListCard, u8),
    /// S10.16: the first seat took this card out of the second's hand; both know which.
    StoleCard(Seat, Seat, CardId),
    /// S10.16: somebody took a card out of somebody's hand.
    StoleSomeCard(Seat, Seat),
    /// S10.17: the first seat looked at the second's hand.
    Peeked(Seat, Seat),
    /// S10.17: the first seat saw this card in the second's hand; only it knows.
    Saw(Seat, Seat, CardId),
    /// S10.18: this seat discarded this card at random.
    LostCard(Seat, CardId),
    /// S10.19: this seat took this card from the discard pile.
    TookDiscard(Seat, CardId),
    /// S10.20: this Hardware of this seat was discarded.
    LostHardware(Seat, CardId),
    /// S10.21: this seat took this Hardware of that seat.
    StoleHardware(Seat, Seat, CardId),
    /// S10.22: this seat may take this many more Actions this turn.
    GotActions(Seat, u8),
    /// S10.23: this seat may send another Mailing this turn.
    GotMailing(Seat),
    /// S5.1: a Proprietary List of this seat fell to the Unwashed Masses.
    Degenerated(Seat, ListCard),
    /// S5.2: an Unwashed List was discarded.
    Disbanded(ListCard),
    /// S6.1: the game was won.
    Won(Seat, Victory),
}

impl table::Event for Event {
    fn clause(&self) -> Clause {
        Clause(match self {
            Self::DealtList(..) | Self::DealtSomeList(_) | Self::DealtCard(..) | Self::DealtSomeCard(_) => {
                "S2.1"
            }
            Self::ChoseList(..) | Self::ChoseSomeList(_) | Self::ShowedChoice(..) => "S2.2",
            Self::JoinedMasses(_) => "S2.3",
            Self::TookList(..) => "S2.4",
            Self::WentFirst(_) => "S2.5",
            Self::BeganTurn(..) => "S3.0",
            Self::Stopped(_) => "S3.1",
            Self::Drew(..) | Self::DrewSomeCard(_) => "S3.2",
            Self::TurnedUp(..) | Self::Kept(..) | Self::Released(..) => "S3.3",
            Self::Merged(..) => "S3.5",
            Self::Recycled(..) => "S3.6",
            Self::Reshuffled(_) => "S3.7",
            Self::OpenedScam(..) => "S4.1",
            Self::InstalledHardware(..) => "S4.3",
            Self::UsedSpecial(..) | Self::Calmed(..) => "S4.4",
            Self::Mailed(..) => "S4.5",
            Self::Rolled(..) | Self::Gained(..) | Self::FellFlat(_) => "S4.7",
            Self::Passed(_) => "S7.3",
            Self::ShiftedTarget(..) => "S7.2",
            Self::ShiftedRoll(..) => "S11.1",
            Self::CalledReroll(..) => "S11.2",
            Self::Cancelled(..) | Self::Reinstated(..) | Self::CameToNothing(_) => "S11.3",
            Self::Shielded(..) => "S11.4",
            Self::Held(..) => "S11.5",
            Self::Despecialized(..) => "S10.9",
            Self::GotList(..) => "S10.11",
            Self::LostList(..) => "S10.12",
            Self::Split(..) => "S10.13",
            Self::StoleCard(..) | Self::StoleSomeCard(..) => "S10.16",
            Self::Peeked(..) | Self::Saw(..) => "S10.17",
            Self::LostCard(..) => "S10.18",
            Self::TookDiscard(..) => "S10.19",
            Self::LostHardware(..) => "S10.20",
            Self::StoleHardware(..) => "S10.21",
            Self::GotActions(..) => "S10.22",
            Self::GotMailing(_) => "S10.23",
            Self::KeptFree(..) => "S12.10",
            Self::Gruntled(..) => "S4.9",
            Self::Specialized(..) => "S1.4",
            Self::Rerated(..) => "S1.8",
            Self::Degenerated(..) => "S5.1",
            Self::Disbanded(_) => "S5.2",
            Self::Won(..) => "S6.1",
        })
    }

    /// The secret choices of S2.2 and the Lists of S2.4 are turned up when all have chosen, and S10.17 shows one player
    /// a hand.
    fn reveals(&self) -> bool {
        matches!(self, Self::ShowedChoice(..) | Self::TookList(..) | Self::Saw(..))
    }
}
