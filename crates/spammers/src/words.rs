//! Refusals in plain words.

use table::Prose;

use crate::Spammers;
use crate::action::{Illegal, Refusal};
use crate::card::CardId;
use crate::face::Kind;

/// Words at the end of a text.
pub(crate) fn add<const N: usize>(text: &mut String, words: [&str; N]) {
    words.into_iter().for_each(|word| text.push_str(word));
}

/// A number at the end of a text.
pub(crate) fn add_number(text: &mut String, number: i32) {
    if number < 0 {
        text.push('-');
    }
    let rest = number.unsigned_abs();
    if rest >= 10 {
        add_number(text, (rest / 10) as i32);
    }
    text.push(char::from(b'0' + (rest % 10) as u8));
}

/// A sentence with a name in it. Prompts have dozens of them, so it is put together without `format!`.
pub(crate) fn named(before: &str, name: &str, after: &str) -> String {
    [before, "'", name, "'", after].concat()
}

impl Spammers {
    /// The refusal in a sentence.
    pub(crate) fn explain(&self, illegal: Illegal) -> Refusal {
        let title = |title| &self.set.face(title).name;
        let list = |list| &self.set.list(list).name;
        let sentence = match illegal {
            Illegal::Over => "the game is over; nothing more can be played".to_owned(),
            Illegal::NotYourMove(it) => format!("it is not your move; the table waits for {it:#}"),
            Illegal::WaitsForLuck(it) => format!("the table waits for {}, not for a player", it.words),
            Illegal::WaitsForPlayer => "the table waits for a player, not for luck".to_owned(),
            Illegal::NotPossibleNow(it) => {
                format!("luck cannot bring this now; the table waits for {}", it.words)
            }
            Illegal::NotInDeck => "that card is not in the deck".to_owned(),
            Illegal::ChooseFirst => "first choose one of your three Lists for the Unwashed Masses".to_owned(),
            Illegal::NotDealtToYou(it) => named("", list(it), " is not one of your three Lists"),
            Illegal::ChoosingIsOver => {
                "Lists are chosen for the Unwashed Masses during set-up only".to_owned()
            }
            Illegal::AnswerTheOffer => "first keep the List you turned up, or let it go".to_owned(),
            Illegal::NothingOffered => "there is no List to keep or let go; draw a List first".to_owned(),
            Illegal::ReactOrPass => "reactions are asked for: react or pass".to_owned(),
            Illegal::NothingToReactTo => "there is nothing to react to now".to_owned(),
            Illegal::HandFull { held, limit } => format!(
                "you hold {held} cards and your hand limit is {limit}; play a card before you draw an Action card"
            ),
            Illegal::NothingToDraw => {
                "there is nothing left to draw: the deck and its discard pile are both empty".to_owned()
            }
            Illegal::NotInHand(it) => named("", title(it), " is not in your hand"),
            Illegal::MailingsAreNotPlaced(it) => named(
                "",
                title(it),
                " is a Mailing: send it with 'mail', or use its Special Effect with 'special'",
            ),
            Illegal::NotAMailing(it) => named("", title(it), " is not a Mailing"),
            Illegal::ScamsFull { have, limit } => {
                format!("you have {have} Scams in play and your limit is {limit}")
            }
            Illegal::MailingsUsedUp(1) => {
                "you have sent a Mailing this turn and may send no more; Special Effects are not counted"
                    .to_owned()
            }
            Illegal::MailingsUsedUp(sent) => {
                format!(
                    "you have sent {sent} Mailings this turn and may send no more; Special Effects are not counted"
                )
            }
            Illegal::NotYourScam(it) => named("", title(it), " is not a Scam you have in play"),
            Illegal::NoScam => "you have no Scam in play to mail for; play one first".to_owned(),
            Illegal::NotMailable(it) => named(
                "",
                list(it),
                " is not a List you may mail: take one of yours or one of the Unwashed Masses",
            ),
            Illegal::NoList => "there is no List you may mail; draw one first".to_owned(),
            Illegal::OnlyAReaction(it) => {
                named("the Special Effect of ", title(it), " is a reaction: ") + &self.effect_text(it)
            }
            Illegal::NotAReaction(it) => named(
                "the Special Effect of ",
                title(it),
                " is no reaction; it takes an Action of your own turn",
            ),
            Illegal::NotTheMoment(it) => {
                named("", title(it), " does not answer this; it says: ") + &self.effect_text(it)
            }
            Illegal::AlreadyAverted => "that is averted already".to_owned(),
            Illegal::NotYourScamLowered => "the Scam that would be lowered is not yours".to_owned(),
            Illegal::NotYourListLeaving => "the List that would leave is not yours".to_owned(),
            Illegal::RollAtItsEnd => "the roll cannot go further that way; a die shows 1 to 6".to_owned(),
            Illegal::MustPay => {
                "you have no Hardware that lets you keep a List for nothing; pay one Rating or let it go"
                    .to_owned()
            }
            Illegal::NotAnothersScam(it) => named("", title(it), " is your own; take another player's Scam"),
            Illegal::NotAnothersList(it) => named("", list(it), " is not another player's List"),
            Illegal::NotUnwashed(it) => named("", list(it), " is not one of the Unwashed Masses"),
            Illegal::TooLarge(it, most) => {
                format!("'{}' is too large; its effective Size must be {most} or less", list(it))
            }
            Illegal::WouldNotStay(it) => named("", list(it), " has too many Gruntles to stay with you"),
            Illegal::NotMerged(it) => {
                named("", list(it), " is a single card; only a merged List can be split")
            }
            Illegal::NoSpecialty(it) => named("", list(it), " has no Specialty to take off"),
            Illegal::LacksSpecialty(it, specialty) => {
                format!("'{}' does not have the {specialty} Specialty", list(it))
            }
            Illegal::NotAnotherPlayer(seat) => format!("{seat:#} is not another player at this table"),
            Illegal::EmptyHand(seat) => format!("{seat:#} has no cards in hand"),
            Illegal::NotDiscarded(it) => named("", title(it), " is not on the discard pile"),
            Illegal::NotTheirHardware(seat, it) => {
                format!("{seat:#} does not have '{}' as Hardware", title(it))
            }
            Illegal::ScamProtected(it) => named("Hardware protects ", title(it), " from being lowered"),
            Illegal::ListProtected(it) => named("Hardware protects ", list(it), " from other players"),
            Illegal::HardwareProtected(seat) => format!("Hardware protects the Hardware of {seat:#}"),
            Illegal::HandProtected(seat) => format!("Hardware protects the hand of {seat:#}"),
            Illegal::WrongAim(it) => {
                named("", title(it), " cannot be directed at that; it says: ") + &self.effect_text(it)
            }
            Illegal::ScamNotInPlay(it) => named("", title(it), " is not in play"),
            Illegal::ListNotInPlay(it) => named("", list(it), " is not in play"),
            Illegal::AtInitialRating(it) => {
                named("", title(it), " stands at its Initial Rating and cannot go lower")
            }
            Illegal::NoGruntles(it) => named("", list(it), " has no Gruntles to take off"),
            Illegal::HasSpecialty(it, specialty) => {
                format!("'{}' has the {specialty} Specialty already", list(it))
            }
            Illegal::NothingToWorkOn(it) => {
                named("the Special Effect of ", title(it), " has nothing to work on now")
            }
            Illegal::NotTogether => {
                "two Lists are merged only if both are your own, or both belong to the Unwashed Masses"
                    .to_owned()
            }
            Illegal::SameList => "name two different Lists".to_owned(),
            Illegal::NothingToMerge => "there are no two Lists to merge".to_owned(),
            Illegal::TooFewScams(it) => {
                format!("only with five or more Scams in play may you discard a Scam to draw; you have {it}")
            }
            Illegal::NotAScam(it) => {
                named("", title(it), " is not a Scam; only a Scam card may be discarded")
            }
        };
        Refusal { illegal, sentence: Prose::from(sentence) }
    }

    /// The text of a card's Special Effect.
    pub(crate) fn effect_text(&self, title: CardId) -> String {
        match self.set.face(title).kind {
            Kind::Mailing { effect, .. } => effect.to_string(),
            Kind::Scam { .. } | Kind::Hardware(_) => self.set.face(title).text(),
        }
    }
}
