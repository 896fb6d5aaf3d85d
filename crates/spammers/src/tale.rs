//! What happened, in plain words.

use table::Prose;

use crate::Spammers;
use crate::action::{Aim, Sway};
use crate::event::Happening;
use crate::play::gain;
use crate::set::{ListCard, Title};
use crate::state::{Deck, Victory};

/// S4.7: what each roll would give against a Target Number, in words.
pub(crate) fn odds(target: i16) -> String {
    let rolls = |gained: u8| (1..=6).filter(|&roll| gain(roll, target) == gained).collect::<Vec<u8>>();
    let span = |rolls: &[u8]| match rolls {
        [only] => format!("a {only}"),
        [first, .., last] => format!("{first}–{last}"),
        [] => String::new(),
    };
    let parts: Vec<String> = [(2, "two"), (1, "one"), (0, "nothing")]
        .into_iter()
        .map(|(gained, word)| (rolls(gained), word))
        .filter(|(rolls, _)| !rolls.is_empty())
        .map(|(rolls, word)| format!("{} gives {word}", span(&rolls)))
        .collect();
    format!("Target {target}: {}", parts.join(", "))
}

impl Spammers {
    /// An event as a sentence.
    pub(crate) fn sentence(&self, event: Happening) -> Prose {
        let title = |title: Title| &self.set.face(title).name;
        let list = |list: ListCard| &self.set.list(list).name;
        Prose::from(match event {
            Happening::DealtList(seat, it) => format!("{seat:#} is dealt the List '{}'.", list(it)),
            Happening::DealtSomeList(seat) => format!("{seat:#} is dealt a List."),
            Happening::DealtCard(seat, it) => format!("{seat:#} is dealt '{}'.", title(it)),
            Happening::DealtSomeCard(seat) => format!("{seat:#} is dealt an Action card."),
            Happening::ChoseList(seat, it) => {
                format!("{seat:#} chooses '{}' for the Unwashed Masses.", list(it))
            }
            Happening::ChoseSomeList(seat) => format!("{seat:#} has chosen a List for the Unwashed Masses."),
            Happening::ShowedChoice(seat, it) => {
                format!("{seat:#} gives '{}' to the Unwashed Masses.", list(it))
            }
            Happening::TookList(seat, it) => format!("{seat:#} keeps the List '{}'.", list(it)),
            Happening::JoinedMasses(it) => format!("'{}' joins the Unwashed Masses.", list(it)),
            Happening::WentFirst(seat) => format!("{seat:#} goes first."),
            Happening::BeganTurn(seat, turn) => format!("Turn {turn}: {seat:#}."),
            Happening::Stopped(seat) => format!("{seat:#} stops."),
            Happening::Drew(seat, it) => format!("{seat:#} draws '{}'.", title(it)),
            Happening::DrewSomeCard(seat) => format!("{seat:#} draws an Action card."),
            Happening::TurnedUp(seat, it) => format!("{seat:#} turns up the List '{}'.", list(it)),
            Happening::Kept(seat, it, scam, rating) => {
                format!(
                    "{seat:#} keeps '{}' and pays with '{}', now at Rating {rating}.",
                    list(it),
                    title(scam)
                )
            }
            Happening::KeptFree(seat, it) => format!("{seat:#} keeps '{}' for nothing.", list(it)),
            Happening::Released(seat, it) => {
                format!("{seat:#} lets '{}' go to the Unwashed Masses.", list(it))
            }
            Happening::Merged(seat, first, second, size, gruntles) => format!(
                "{seat:#} merges '{}' and '{}': printed Size {size}, {}.",
                list(first),
                list(second),
                gruntles_text(gruntles)
            ),
            Happening::Recycled(seat, it) => format!("{seat:#} discards the Scam '{}' to draw.", title(it)),
            Happening::Reshuffled(Deck::Action) => "The Action discards become a new deck.".to_owned(),
            Happening::Reshuffled(Deck::List) => "The List discards become a new deck.".to_owned(),
            Happening::OpenedScam(seat, it, rating) => {
                format!("{seat:#} opens '{}' at Rating {rating}.", title(it))
            }
            Happening::InstalledHardware(seat, it) => format!("{seat:#} installs '{}'.", title(it)),
            Happening::UsedSpecial(seat, it, aim) => {
                format!("{seat:#} uses '{}'{}.", title(it), self.aim_words(aim))
            }
            Happening::Mailed(seat, mailing) => format!(
                "{seat:#} mails '{}' for '{}' with '{}'. {}.",
                list(mailing.list),
                title(mailing.scam),
                title(mailing.card),
                odds(mailing.target)
            ),
            Happening::Rolled(seat, roll, target) => {
                format!("{seat:#} rolls {roll} against Target {target}.")
            }
            Happening::Passed(seat) => format!("{seat:#} passes."),
            Happening::ShiftedTarget(seat, it, sway, target) => {
                format!("{seat:#} plays '{}' and {} the Target to {target}.", title(it), does(sway))
            }
            Happening::ShiftedRoll(seat, it, sway, roll) => {
                format!("{seat:#} plays '{}' and {} the roll to {roll}.", title(it), does(sway))
            }
            Happening::CalledReroll(seat, it) => {
                format!("{seat:#} plays '{}': the die is rolled again.", title(it))
            }
            Happening::Cancelled(seat, it) => format!("{seat:#} plays '{}' and cancels it.", title(it)),
            Happening::Reinstated(seat, it) => {
                format!("{seat:#} plays '{}' and cancels the cancelling.", title(it))
            }
            Happening::CameToNothing(it) => format!("'{}' comes to nothing.", title(it)),
            Happening::Shielded(seat, it, scam) => {
                format!("{seat:#} plays '{}': '{}' is not lowered.", title(it), title(scam))
            }
            Happening::Held(seat, it, of) => format!("{seat:#} plays '{}': '{}' stays.", title(it), list(of)),
            Happening::Despecialized(it, specialty) => {
                format!("'{}' loses the {specialty} Specialty.", list(it))
            }
            Happening::GotList(seat, it) => format!("{seat:#} gets the List '{}'.", list(it)),
            Happening::LostList(seat, it) => format!("{seat:#} loses '{}' to the Unwashed Masses.", list(it)),
            Happening::Split(it, count) => format!("'{}' is split into {count} Lists.", list(it)),
            Happening::StoleCard(seat, from, it) => {
                format!("{seat:#} takes '{}' out of {from:#}'s hand.", title(it))
            }
            Happening::StoleSomeCard(seat, from) => format!("{seat:#} takes a card out of {from:#}'s hand."),
            Happening::Peeked(seat, at) => format!("{seat:#} looks at {at:#}'s hand."),
            Happening::Saw(_, at, it) => format!("{at:#} holds '{}'.", title(it)),
            Happening::LostCard(seat, it) => format!("{seat:#} discards '{}' at random.", title(it)),
            Happening::TookDiscard(seat, it) => {
                format!("{seat:#} takes '{}' from the discard pile.", title(it))
            }
            Happening::LostHardware(seat, it) => format!("{seat:#} loses the Hardware '{}'.", title(it)),
            Happening::StoleHardware(seat, from, it) => {
                format!("{seat:#} takes '{}' from {from:#}.", title(it))
            }
            Happening::GotActions(seat, 1) => format!("{seat:#} may take another Action."),
            Happening::GotActions(seat, count) => format!("{seat:#} may take {count} more Actions."),
            Happening::GotMailing(seat) => format!("{seat:#} may send another Mailing this turn."),
            Happening::Gained(scam, gained, rating) => {
                format!("'{}' gains {gained} and stands at {rating}.", title(scam))
            }
            Happening::FellFlat(scam) => format!("Nobody answers. '{}' gains nothing.", title(scam)),
            Happening::Gruntled(it, gruntles) => {
                format!("'{}' now has {}.", list(it), gruntles_text(gruntles))
            }
            Happening::Calmed(it, gruntles) => {
                format!("'{}' calms down to {}.", list(it), gruntles_text(gruntles))
            }
            Happening::Specialized(it, specialty) => {
                format!("'{}' gets the {specialty} Specialty.", list(it))
            }
            Happening::Rerated(scam, rating) => format!("'{}' now stands at {rating}.", title(scam)),
            Happening::Degenerated(seat, it) => {
                format!("'{}' has had enough of {seat:#} and falls to the Unwashed Masses.", list(it))
            }
            Happening::Disbanded(it) => {
                format!("'{}' has had enough of everybody and is discarded.", list(it))
            }
            Happening::Won(seat, Victory::OneScam) => format!("{seat:#} wins with one Scam."),
            Happening::Won(seat, Victory::Sum) => format!("{seat:#} wins with the sum of all Scams."),
        })
    }

    /// What an effect is aimed at, as the end of a sentence.
    pub(crate) fn aim_words(&self, aim: Aim) -> String {
        let title = |title: Title| &self.set.face(title).name;
        let list = |list: ListCard| &self.set.list(list).name;
        match aim {
            Aim::Nothing => String::new(),
            Aim::Rating(scam, sway) => format!(" to {} '{}'", sway.word(), title(scam)),
            Aim::Scam(scam) => format!(" on '{}'", title(scam)),
            Aim::Scams(from, to) => format!(" to feed '{}' from '{}'", title(to), title(from)),
            Aim::List(it) => format!(" on '{}'", list(it)),
            Aim::Lists(from, to) => format!(" from '{}' to '{}'", list(from), list(to)),
            Aim::Counter(it, specialty) => format!(" on the {specialty} Specialty of '{}'", list(it)),
            Aim::Player(seat) => format!(" on {seat:#}"),
            Aim::Discarded(it) => format!(" for '{}'", title(it)),
            Aim::Hardware(seat, it) => format!(" on '{}' of {seat:#}", title(it)),
            Aim::Target(sway) => format!(" to {} it", sway.word()),
        }
    }
}

const fn does(sway: Sway) -> &'static str {
    match sway {
        Sway::Up => "raises",
        Sway::Down => "lowers",
    }
}

fn gruntles_text(count: u16) -> String {
    match count {
        0 => "no Gruntles".to_owned(),
        1 => "one Gruntle".to_owned(),
        many => format!("{many} Gruntles"),
    }
}
