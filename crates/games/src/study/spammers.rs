//! SPAMMERS under study: Action cards by their title, and Lists.

use spammers::{Event, Kind, ListCard, Spammers};
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
        let (one, sum) = self.variant().victory_thresholds();
        let has = self.holdings(state, seat);
        (f64::from(has.sum) / f64::from(sum)).max(f64::from(has.best) / f64::from(one))
    }

    fn way(&self, state: &Self::State, ending: &Ending) -> usize {
        let (one, sum) = self.variant().victory_thresholds();
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
    fn notice(&self, event: &Event, (): &mut (), tell: &mut dyn FnMut(Notice)) {
        let list = |list: ListCard| self.set().titles().len() + list.index();
        match *event {
            Event::WentFirst(seat) => tell(Notice::First(seat)),
            Event::DealtList(seat, of) => tell(Notice::Dealt(seat, list(of))),
            Event::DealtCard(seat, title) => {
                tell(Notice::Dealt(seat, title.index()));
                tell(Notice::Had(seat, title.index()));
            }
            Event::Drew(seat, title)
            | Event::StoleCard(seat, _, title)
            | Event::TookDiscard(seat, title)
            | Event::StoleHardware(seat, _, title) => tell(Notice::Had(seat, title.index())),
            Event::TookList(seat, of)
            | Event::Kept(seat, of, _, _)
            | Event::KeptFree(seat, of)
            | Event::GotList(seat, of) => tell(Notice::Had(seat, list(of))),
            Event::OpenedScam(seat, title, _)
            | Event::InstalledHardware(seat, title)
            | Event::UsedSpecial(seat, title, _)
            | Event::ShiftedTarget(seat, title, _, _)
            | Event::ShiftedRoll(seat, title, _, _)
            | Event::CalledReroll(seat, title)
            | Event::Cancelled(seat, title)
            | Event::Reinstated(seat, title)
            | Event::Shielded(seat, title, _)
            | Event::Held(seat, title, _) => tell(Notice::Used(seat, title.index())),
            Event::Mailed(seat, mailing) => {
                tell(Notice::Used(seat, mailing.card.index()));
                tell(Notice::Used(seat, list(mailing.list)));
            }
            Event::DealtSomeList(_)
            | Event::DealtSomeCard(_)
            | Event::ChoseList(..)
            | Event::ChoseSomeList(_)
            | Event::ShowedChoice(..)
            | Event::JoinedMasses(_)
            | Event::BeganTurn(..)
            | Event::Stopped(_)
            | Event::DrewSomeCard(_)
            | Event::TurnedUp(..)
            | Event::Released(..)
            | Event::Merged(..)
            | Event::Recycled(..)
            | Event::Reshuffled(_)
            | Event::Rolled(..)
            | Event::Passed(_)
            | Event::CameToNothing(_)
            | Event::Gained(..)
            | Event::FellFlat(_)
            | Event::Gruntled(..)
            | Event::Calmed(..)
            | Event::Specialized(..)
            | Event::Rerated(..)
            | Event::Despecialized(..)
            | Event::LostList(..)
            | Event::Split(..)
            | Event::StoleSomeCard(..)
            | Event::Peeked(..)
            | Event::Saw(..)
            | Event::LostCard(..)
            | Event::LostHardware(..)
            | Event::GotActions(..)
            | Event::GotMailing(_)
            | Event::Degenerated(..)
            | Event::Disbanded(_)
            | Event::Won(..) => {}
        }
    }
}
