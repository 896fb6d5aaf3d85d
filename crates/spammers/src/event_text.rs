//! Events in plain words.

use table::Prose;

use crate::Spammers;
use crate::card::{CardId, ListCard};
use crate::effect::{Aim, Direction};
use crate::event::Event;
use crate::phase::{Deck, Victory};
use crate::play::gain;
use crate::words::{add, add_number};

/// S4.7: what each roll would give against a Target Number, in words.
pub(crate) fn odds(target: i16) -> String {
    let mut text = String::with_capacity(64);
    add_odds(target, &mut text);
    text
}

/// The same at the end of a text.
pub(crate) fn add_odds(target: i16, text: &mut String) {
    text.push_str("Target ");
    add_number(text, target.into());
    let mut before = ": ";
    for (gained, word) in [(2, "two"), (1, "one"), (0, "nothing")] {
        let mut rolls = (1..=6).filter(|&roll| gain(roll, target) == gained);
        let Some(first) = rolls.next() else { continue };
        text.push_str(before);
        before = ", ";
        match rolls.next_back() {
            Some(last) => {
                add_number(text, first.into());
                text.push('–');
                add_number(text, last.into());
            }
            None => {
                text.push_str("a ");
                add_number(text, first.into());
            }
        }
        add(text, [" gives ", word]);
    }
}

impl Spammers {
    /// An event as a sentence.
    pub(crate) fn sentence(&self, event: Event) -> Prose {
        let title = |title: CardId| &self.set.face(title).name;
        let list = |list: ListCard| &self.set.list(list).name;
        Prose::from(match event {
            Event::DealtList(seat, it) => format!("{seat:#} is dealt the List '{}'.", list(it)),
            Event::DealtSomeList(seat) => format!("{seat:#} is dealt a List."),
            Event::DealtCard(seat, it) => format!("{seat:#} is dealt '{}'.", title(it)),
            Event::DealtSomeCard(seat) => format!("{seat:#} is dealt an Action card."),
            Event::ChoseList(seat, it) => {
                format!("{seat:#} chooses '{}' for the Unwashed Masses.", list(it))
            }
            Event::ChoseSomeList(seat) => format!("{seat:#} has chosen a List for the Unwashed Masses."),
            Event::ShowedChoice(seat, it) => {
                format!("{seat:#} gives '{}' to the Unwashed Masses.", list(it))
            }
            Event::TookList(seat, it) => format!("{seat:#} keeps the List '{}'.", list(it)),
            Event::JoinedMasses(it) => format!("'{}' joins the Unwashed Masses.", list(it)),
            Event::WentFirst(seat) => format!("{seat:#} goes first."),
            Event::BeganTurn(seat, turn) => format!("Turn {turn}: {seat:#}."),
            Event::Stopped(seat) => format!("{seat:#} stops."),
            Event::Drew(seat, it) => format!("{seat:#} draws '{}'.", title(it)),
            Event::DrewSomeCard(seat) => format!("{seat:#} draws an Action card."),
            Event::TurnedUp(seat, it) => format!("{seat:#} turns up the List '{}'.", list(it)),
            Event::Kept(seat, it, scam, rating) => {
                format!(
                    "{seat:#} keeps '{}' and pays with '{}', now at Rating {rating}.",
                    list(it),
                    title(scam)
                )
            }
            Event::KeptFree(seat, it) => format!("{seat:#} keeps '{}' for nothing.", list(it)),
            Event::Released(seat, it) => {
                format!("{seat:#} lets '{}' go to the Unwashed Masses.", list(it))
            }
            Event::Merged(seat, first, second, size, gruntles) => format!(
                "{seat:#} merges '{}' and '{}': printed Size {size}, {}.",
                list(first),
                list(second),
                gruntles_text(gruntles)
            ),
            Event::Recycled(seat, it) => format!("{seat:#} discards the Scam '{}' to draw.", title(it)),
            Event::Reshuffled(Deck::Action) => "The Action discards become a new deck.".to_owned(),
            Event::Reshuffled(Deck::List) => "The List discards become a new deck.".to_owned(),
            Event::OpenedScam(seat, it, rating) => {
                format!("{seat:#} opens '{}' at Rating {rating}.", title(it))
            }
            Event::InstalledHardware(seat, it) => format!("{seat:#} installs '{}'.", title(it)),
            Event::UsedSpecial(seat, it, aim) => {
                format!("{seat:#} uses '{}'{}.", title(it), self.aim_words(aim))
            }
            Event::Mailed(seat, mailing) => format!(
                "{seat:#} mails '{}' for '{}' with '{}'. {}.",
                list(mailing.list),
                title(mailing.scam),
                title(mailing.card),
                odds(mailing.target)
            ),
            Event::Rolled(seat, roll, target) => {
                format!("{seat:#} rolls {roll} against Target {target}.")
            }
            Event::Passed(seat) => format!("{seat:#} passes."),
            Event::ShiftedTarget(seat, it, direction, target) => {
                format!("{seat:#} plays '{}' and {} the Target to {target}.", title(it), does(direction))
            }
            Event::ShiftedRoll(seat, it, direction, roll) => {
                format!("{seat:#} plays '{}' and {} the roll to {roll}.", title(it), does(direction))
            }
            Event::CalledReroll(seat, it) => {
                format!("{seat:#} plays '{}': the die is rolled again.", title(it))
            }
            Event::Cancelled(seat, it) => format!("{seat:#} plays '{}' and cancels it.", title(it)),
            Event::Reinstated(seat, it) => {
                format!("{seat:#} plays '{}' and cancels the cancelling.", title(it))
            }
            Event::CameToNothing(it) => format!("'{}' comes to nothing.", title(it)),
            Event::Shielded(seat, it, scam) => {
                format!("{seat:#} plays '{}': '{}' is not lowered.", title(it), title(scam))
            }
            Event::Held(seat, it, of) => format!("{seat:#} plays '{}': '{}' stays.", title(it), list(of)),
            Event::Despecialized(it, specialty) => {
                format!("'{}' loses the {specialty} Specialty.", list(it))
            }
            Event::GotList(seat, it) => format!("{seat:#} gets the List '{}'.", list(it)),
            Event::LostList(seat, it) => format!("{seat:#} loses '{}' to the Unwashed Masses.", list(it)),
            Event::Split(it, count) => format!("'{}' is split into {count} Lists.", list(it)),
            Event::StoleCard(seat, from, it) => {
                format!("{seat:#} takes '{}' out of {from:#}'s hand.", title(it))
            }
            Event::StoleSomeCard(seat, from) => format!("{seat:#} takes a card out of {from:#}'s hand."),
            Event::Peeked(seat, at) => format!("{seat:#} looks at {at:#}'s hand."),
            Event::Saw(_, at, it) => format!("{at:#} holds '{}'.", title(it)),
            Event::LostCard(seat, it) => format!("{seat:#} discards '{}' at random.", title(it)),
            Event::TookDiscard(seat, it) => {
                format!("{seat:#} takes '{}' from the discard pile.", title(it))
            }
            Event::LostHardware(seat, it) => format!("{seat:#} loses the Hardware '{}'.", title(it)),
            Event::StoleHardware(seat, from, it) => {
                format!("{seat:#} takes '{}' from {from:#}.", title(it))
            }
            Event::GotActions(seat, 1) => format!("{seat:#} may take another Action."),
            Event::GotActions(seat, count) => format!("{seat:#} may take {count} more Actions."),
            Event::GotMailing(seat) => format!("{seat:#} may send another Mailing this turn."),
            Event::Gained(scam, gained, rating) => {
                format!("'{}' gains {gained} and stands at {rating}.", title(scam))
            }
            Event::FellFlat(scam) => format!("Nobody answers. '{}' gains nothing.", title(scam)),
            Event::Gruntled(it, gruntles) => {
                format!("'{}' now has {}.", list(it), gruntles_text(gruntles))
            }
            Event::Calmed(it, gruntles) => {
                format!("'{}' calms down to {}.", list(it), gruntles_text(gruntles))
            }
            Event::Specialized(it, specialty) => {
                format!("'{}' gets the {specialty} Specialty.", list(it))
            }
            Event::Rerated(scam, rating) => format!("'{}' now stands at {rating}.", title(scam)),
            Event::Degenerated(seat, it) => {
                format!("'{}' has had enough of {seat:#} and falls to the Unwashed Masses.", list(it))
            }
            Event::Disbanded(it) => {
                format!("'{}' has had enough of everybody and is discarded.", list(it))
            }
            Event::Won(seat, Victory::OneScam) => format!("{seat:#} wins with one Scam."),
            Event::Won(seat, Victory::Sum) => format!("{seat:#} wins with the sum of all Scams."),
        })
    }

    /// The target of an effect, as the end of a sentence.
    pub(crate) fn aim_words(&self, aim: Aim) -> String {
        let title = |title: CardId| &self.set.face(title).name;
        let list = |list: ListCard| &self.set.list(list).name;
        match aim {
            Aim::Nothing => String::new(),
            Aim::Rating(scam, direction) => format!(" to {} '{}'", direction.word(), title(scam)),
            Aim::Scam(scam) => format!(" on '{}'", title(scam)),
            Aim::Scams(from, to) => format!(" to feed '{}' from '{}'", title(to), title(from)),
            Aim::List(it) => format!(" on '{}'", list(it)),
            Aim::Lists(from, to) => format!(" from '{}' to '{}'", list(from), list(to)),
            Aim::Counter(it, specialty) => format!(" on the {specialty} Specialty of '{}'", list(it)),
            Aim::Player(seat) => format!(" on {seat:#}"),
            Aim::Discarded(it) => format!(" for '{}'", title(it)),
            Aim::Hardware(seat, it) => format!(" on '{}' of {seat:#}", title(it)),
            Aim::Target(direction) => format!(" to {} it", direction.word()),
        }
    }
}

const fn does(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "raises",
        Direction::Down => "lowers",
    }
}

pub(crate) fn gruntles_text(count: u16) -> String {
    let mut text = String::new();
    add_gruntles(count, &mut text);
    text
}

/// The same at the end of a text.
pub(crate) fn add_gruntles(count: u16, text: &mut String) {
    match count {
        0 => text.push_str("no Gruntles"),
        1 => text.push_str("one Gruntle"),
        many => {
            add_number(text, many.into());
            text.push_str(" Gruntles");
        }
    }
}
