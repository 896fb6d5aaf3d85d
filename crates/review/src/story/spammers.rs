//! SPAMMERS told again: rolls, losses, steals and Special Effects.

use spammers::{CardId, Event, ListCard, Mailing, Phase, Spammers, State, Victory, gain};
use table::{Ending, Event as _, Game as _, MOST_SEATS, Prose, Seat};

use super::{Kind, Moment, Race, Retell, Step};

const ROLL: usize = 0;
const LOSS: usize = 1;
const STEAL: usize = 2;
const SPECIAL: usize = 3;
const SURE: usize = 4;

/// A seat's counts.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    mailings: u32,
    gained: u32,
    lists_lost: u32,
    steals: u32,
}

/// Everybody's counts, and the Mailing under way.
#[derive(Debug, Default)]
pub struct Tally {
    counts: [Counts; MOST_SEATS],
    mailing: Option<(Seat, Mailing)>,
    roll: u8,
    special: Option<(Seat, CardId)>,
}

/// Whose Scam it is.
fn owner_of_scam(game: &Spammers, state: &State, scam: CardId) -> Option<Seat> {
    game.seats().iter().find(|&seat| game.scams(state, seat).contains(scam))
}

/// Whose List it is; nobody's among the Unwashed Masses.
fn owner_of_list(game: &Spammers, state: &State, list: ListCard) -> Option<Seat> {
    game.seats().iter().find(|&seat| game.lists(state, seat).contains(list))
}

impl Retell for Spammers {
    const KINDS: &'static [Kind] = &[
        Kind { most: "The best roll", another: "Another good roll" },
        Kind { most: "The costliest loss", another: "Another loss" },
        Kind { most: "The steal that turned it", another: "Another steal" },
        Kind { most: "The finest Special Effect", another: "Another Special Effect" },
        Kind { most: "The Mailing that could not fail", another: "Another that could not fail" },
    ];
    const COLUMNS: &'static [(&'static str, &'static str)] = &[
        ("Sum", "the Ratings of all Scams at the end"),
        ("Best Scam", "the highest Rating at the end"),
        ("Mailings", "Mailings sent"),
        ("Gained", "Ratings gained by Mailings"),
        ("Lists lost", "own Lists that left, were taken or sent away"),
        ("Steals", "Lists, cards and Hardware taken from others"),
    ];
    type Tally = Tally;

    fn note(&self, tally: &mut Tally, step: &Step<'_, Self>, tell: &mut Vec<Moment>) {
        for &&event in step.heard {
            let clause = event.clause();
            let mut tell = |kind, size, says: Prose| tell.push(Moment { kind, size, says, clause });
            let title = |card: CardId| &self.set().face(card).name;
            match event {
                Event::Mailed(seat, mailing) => {
                    tally.counts[seat.index()].mailings += 1;
                    tally.mailing = Some((seat, mailing));
                }
                Event::Rolled(_, roll, _) | Event::ShiftedRoll(_, _, _, roll) => tally.roll = roll,
                Event::ShiftedTarget(.., target) => {
                    if let Some((_, mailing)) = &mut tally.mailing {
                        mailing.target = target;
                    }
                }
                Event::UsedSpecial(seat, card, _) => tally.special = Some((seat, card)),
                Event::Gained(scam, gained, rating) => {
                    let Some((seat, mailing)) = tally.mailing.filter(|(_, mailing)| mailing.scam == scam)
                    else {
                        continue;
                    };
                    tally.counts[seat.index()].gained += u32::from(gained);
                    let (roll, list) = (tally.roll, &self.set().list(mailing.list).name);
                    // A low roll is good: what a 6 would have gained as well was no feat of the die.
                    let kind = if gain(6, mailing.target) < gained { ROLL } else { SURE };
                    tell(kind, gained.into(), format!("{seat:#} mails '{list}' and rolls {roll}: '{}' gains {gained} and stands at {rating}.", title(scam)).into());
                }
                Event::Rerated(scam, rating) => {
                    let was = self.rating(step.before, scam);
                    let Some(owner) = owner_of_scam(self, step.before, scam) else { continue };
                    let Some((seat, card)) = tally.special else { continue };
                    let whose = if seat == owner { String::new() } else { format!("{owner:#}'s ") };
                    let changes = |word: &str| {
                        let (card, scam) = (title(card), title(scam));
                        format!("{seat:#} uses '{card}': {whose}'{scam}' {word} from {was} to {rating}.")
                            .into()
                    };
                    if rating < was && seat != owner {
                        tell(LOSS, 0, changes("falls"));
                    } else if rating > was {
                        tell(SPECIAL, 0, changes("rises"));
                    }
                }
                Event::GotList(seat, list) => {
                    if let Some(from) = owner_of_list(self, step.before, list).filter(|&from| from != seat) {
                        tally.counts[seat.index()].steals += 1;
                        tally.counts[from.index()].lists_lost += 1;
                        tell(
                            STEAL,
                            0,
                            format!(
                                "{seat:#} takes the List '{}' from {from:#}.",
                                self.set().list(list).name
                            )
                            .into(),
                        );
                    }
                }
                Event::StoleHardware(seat, ..) | Event::StoleSomeCard(seat, _) => {
                    tally.counts[seat.index()].steals += 1;
                    tell(STEAL, 0, self.tell(&event));
                }
                Event::Degenerated(seat, _) | Event::LostList(seat, _) => {
                    tally.counts[seat.index()].lists_lost += 1;
                    tell(LOSS, 0, self.tell(&event));
                }
                Event::LostHardware(..) => tell(LOSS, 0, self.tell(&event)),
                Event::DealtList(..)
                | Event::DealtSomeList(_)
                | Event::DealtCard(..)
                | Event::DealtSomeCard(_)
                | Event::ChoseList(..)
                | Event::ChoseSomeList(_)
                | Event::ShowedChoice(..)
                | Event::TookList(..)
                | Event::JoinedMasses(_)
                | Event::WentFirst(_)
                | Event::BeganTurn(..)
                | Event::Stopped(_)
                | Event::Drew(..)
                | Event::DrewSomeCard(_)
                | Event::TurnedUp(..)
                | Event::Kept(..)
                | Event::KeptFree(..)
                | Event::Released(..)
                | Event::Merged(..)
                | Event::Recycled(..)
                | Event::Reshuffled(_)
                | Event::OpenedScam(..)
                | Event::InstalledHardware(..)
                | Event::Passed(_)
                | Event::CalledReroll(..)
                | Event::Cancelled(..)
                | Event::Reinstated(..)
                | Event::CameToNothing(_)
                | Event::Shielded(..)
                | Event::Held(..)
                | Event::FellFlat(_)
                | Event::Gruntled(..)
                | Event::Calmed(..)
                | Event::Specialized(..)
                | Event::Despecialized(..)
                | Event::Split(..)
                | Event::StoleCard(..)
                | Event::Peeked(..)
                | Event::Saw(..)
                | Event::LostCard(..)
                | Event::TookDiscard(..)
                | Event::GotActions(..)
                | Event::GotMailing(_)
                | Event::Disbanded(_)
                | Event::Won(..) => {}
            }
        }
    }

    fn row(&self, tally: &Tally, end: &State, seat: Seat) -> Vec<u32> {
        let has = self.holdings(end, seat);
        let counts = tally.counts[seat.index()];
        vec![has.sum, has.best.into(), counts.mailings, counts.gained, counts.lists_lost, counts.steals]
    }

    fn verdict(&self, end: &State, ending: &Ending) -> Prose {
        let Some(seat) = ending.winners.iter().next() else { return Prose::default() };
        let (one, sum) = self.variant().victory_thresholds();
        let has = self.holdings(end, seat);
        Prose::from(match self.phase(end) {
            Phase::Over(Victory::OneScam) => {
                format!("{seat:#} wins with a Scam at {} at the start of a turn. {one} is enough.", has.best)
            }
            Phase::Over(Victory::Sum) => {
                format!("{seat:#} wins with {} in all at the start of a turn. {sum} is enough.", has.sum)
            }
            Phase::Luck(_) | Phase::Ask(_) => format!("{seat:#} wins."),
        })
    }

    /// S6.1: by whichever of the two marks it was won.
    fn race(&self, end: &State) -> Race<Self> {
        let (one, sum) = self.variant().victory_thresholds();
        match self.phase(end) {
            Phase::Over(Victory::OneScam) => Race {
                measure: "Rating of the best Scam",
                goal: Some(one.into()),
                standing: |game, state, seat| game.holdings(state, seat).best.into(),
            },
            Phase::Over(Victory::Sum) | Phase::Luck(_) | Phase::Ask(_) => Race {
                measure: "sum of Ratings",
                goal: Some(sum),
                standing: |game, state, seat| game.holdings(state, seat).sum,
            },
        }
    }

    fn turn(&self, state: &State) -> Option<Seat> {
        let on = self.turns(state) > 0 && self.ending(state).is_none();
        on.then(|| self.turn(state))
    }
}
