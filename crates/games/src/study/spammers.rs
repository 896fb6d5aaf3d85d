//! SPAMMERS under study: Action cards by their title, and Lists.

use spammers::{Happening, Kind, ListCard, Spammers};
use table::{Ending, Seat};

use crate::study::{Aims, Deal, Family, Notice, Study, Thing};

const CARDS: usize = 0;
const LISTS: usize = 1;

impl Study for Spammers {
    const FAMILIES: &'static [Family] = &[
        Family {
            stem: "cards",
            title: "Action cards",
            one: "card",
            had: "Held",
            ever_had: "ever held it",
            used: "Played",
            deal: Deal::Dealt,
        },
        Family {
            stem: "lists",
            title: "Lists",
            one: "List",
            had: "Owned",
            ever_had: "ever owned it",
            used: "Mailed",
            deal: Deal::Dealt,
        },
    ];
    const WAYS: &'static [&'static str] = &["one Scam alone", "the sum alone", "both at once"];
    const AIMS: Aims = Aims {
        source: "S9.6",
        median_rounds: Some((10, 20)),
        ends_within: Some((60, 0.99)),
        seat_over: 0.02,
        thing_over: 0.08,
    };
    type Memo = ();

    /// The nearer of the two marks of S6.
    fn progress(&self, state: &Self::State, seat: Seat) -> f64 {
        let (one, sum) = self.variant().marks();
        let has = self.holdings(state, seat);
        (f64::from(has.sum) / f64::from(sum)).max(f64::from(has.best) / f64::from(one))
    }

    fn way(&self, state: &Self::State, ending: &Ending) -> usize {
        let (one, sum) = self.variant().marks();
        let reached = ending.winners.iter().next().map(|seat| self.holdings(state, seat));
        match reached.map(|has| (has.best >= one, has.sum >= sum)) {
            Some((true, true)) => 2,
            Some((false, true)) => 1,
            Some((_, false)) | None => 0,
        }
    }

    fn things(&self) -> Vec<Thing> {
        let cards = self.set().titles().iter().map(|face| Thing {
            family: CARDS,
            kind: match face.kind {
                Kind::Scam { .. } => "Scam".to_owned(),
                Kind::Mailing { .. } => "Mailing".to_owned(),
                Kind::Hardware(_) => "Hardware".to_owned(),
            },
            name: face.name.clone(),
            place: None,
        });
        let lists = self.set().lists().iter().map(|face| Thing {
            family: LISTS,
            kind: format!("Size {}", face.size),
            name: face.name.clone(),
            place: None,
        });
        cards.chain(lists).collect()
    }

    /// A merged List goes by the card that leads it.
    fn notice(&self, event: &Happening, (): &mut (), mut tell: impl FnMut(Notice)) {
        let list = |list: ListCard| self.set().titles().len() + list.index();
        match *event {
            Happening::WentFirst(seat) => tell(Notice::First(seat)),
            Happening::DealtList(seat, of) => tell(Notice::Dealt(seat, list(of))),
            Happening::DealtCard(seat, title) => {
                tell(Notice::Dealt(seat, title.index()));
                tell(Notice::Had(seat, title.index()));
            }
            Happening::Drew(seat, title)
            | Happening::StoleCard(seat, _, title)
            | Happening::TookDiscard(seat, title)
            | Happening::StoleHardware(seat, _, title) => tell(Notice::Had(seat, title.index())),
            Happening::TookList(seat, of)
            | Happening::Kept(seat, of, _, _)
            | Happening::KeptFree(seat, of)
            | Happening::GotList(seat, of) => tell(Notice::Had(seat, list(of))),
            Happening::OpenedScam(seat, title, _)
            | Happening::InstalledHardware(seat, title)
            | Happening::UsedSpecial(seat, title, _)
            | Happening::ShiftedTarget(seat, title, _, _)
            | Happening::ShiftedRoll(seat, title, _, _)
            | Happening::CalledReroll(seat, title)
            | Happening::Cancelled(seat, title)
            | Happening::Reinstated(seat, title)
            | Happening::Shielded(seat, title, _)
            | Happening::Held(seat, title, _) => tell(Notice::Used(seat, title.index())),
            Happening::Mailed(seat, mailing) => {
                tell(Notice::Used(seat, mailing.card.index()));
                tell(Notice::Used(seat, list(mailing.list)));
            }
            Happening::DealtSomeList(_)
            | Happening::DealtSomeCard(_)
            | Happening::ChoseList(..)
            | Happening::ChoseSomeList(_)
            | Happening::ShowedChoice(..)
            | Happening::JoinedMasses(_)
            | Happening::BeganTurn(..)
            | Happening::Stopped(_)
            | Happening::DrewSomeCard(_)
            | Happening::TurnedUp(..)
            | Happening::Released(..)
            | Happening::Merged(..)
            | Happening::Recycled(..)
            | Happening::Reshuffled(_)
            | Happening::Rolled(..)
            | Happening::Passed(_)
            | Happening::CameToNothing(_)
            | Happening::Gained(..)
            | Happening::FellFlat(_)
            | Happening::Gruntled(..)
            | Happening::Calmed(..)
            | Happening::Specialized(..)
            | Happening::Rerated(..)
            | Happening::Despecialized(..)
            | Happening::LostList(..)
            | Happening::Split(..)
            | Happening::StoleSomeCard(..)
            | Happening::Peeked(..)
            | Happening::Saw(..)
            | Happening::LostCard(..)
            | Happening::LostHardware(..)
            | Happening::GotActions(..)
            | Happening::GotMailing(_)
            | Happening::Degenerated(..)
            | Happening::Disbanded(_)
            | Happening::Won(..) => {}
        }
    }
}
