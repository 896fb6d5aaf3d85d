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
            Illegal::NotDealtToYou(it) => format!("'{}' is not one of your three Lists", list(it)),
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
            Illegal::NotInHand(it) => format!("'{}' is not in your hand", title(it)),
            Illegal::MailingsAreNotPlaced(it) => format!(
                "'{}' is a Mailing: send it with 'mail', or use its Special Effect with 'special'",
                title(it)
            ),
            Illegal::NotAMailing(it) => format!("'{}' is not a Mailing", title(it)),
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
            Illegal::NotYourScam(it) => format!("'{}' is not a Scam you have in play", title(it)),
            Illegal::NoScam => "you have no Scam in play to mail for; play one first".to_owned(),
            Illegal::NotMailable(it) => format!(
                "'{}' is not a List you may mail: take one of yours or one of the Unwashed Masses",
                list(it)
            ),
            Illegal::NoList => "there is no List you may mail; draw one first".to_owned(),
            Illegal::OnlyAReaction(it) => {
                format!("the Special Effect of '{}' is a reaction: {}", title(it), self.effect_text(it))
            }
            Illegal::NotAReaction(it) => {
                format!(
                    "the Special Effect of '{}' is no reaction; it takes an Action of your own turn",
                    title(it)
                )
            }
            Illegal::NotTheMoment(it) => {
                format!("'{}' does not answer this; it says: {}", title(it), self.effect_text(it))
            }
            Illegal::AlreadyAverted => "that is averted already".to_owned(),
            Illegal::NotYourScamLowered => "the Scam that would be lowered is not yours".to_owned(),
            Illegal::NotYourListLeaving => "the List that would leave is not yours".to_owned(),
            Illegal::RollAtItsEnd => "the roll cannot go further that way; a die shows 1 to 6".to_owned(),
            Illegal::MustPay => {
                "you have no Hardware that lets you keep a List for nothing; pay one Rating or let it go"
                    .to_owned()
            }
            Illegal::NotAnothersScam(it) => {
                format!("'{}' is your own; take another player's Scam", title(it))
            }
            Illegal::NotAnothersList(it) => format!("'{}' is not another player's List", list(it)),
            Illegal::NotUnwashed(it) => format!("'{}' is not one of the Unwashed Masses", list(it)),
            Illegal::TooLarge(it, most) => {
                format!("'{}' is too large; its effective Size must be {most} or less", list(it))
            }
            Illegal::WouldNotStay(it) => format!("'{}' has too many Gruntles to stay with you", list(it)),
            Illegal::NotMerged(it) => {
                format!("'{}' is a single card; only a merged List can be split", list(it))
            }
            Illegal::NoSpecialty(it) => format!("'{}' has no Specialty to take off", list(it)),
            Illegal::LacksSpecialty(it, specialty) => {
                format!("'{}' does not have the {specialty} Specialty", list(it))
            }
            Illegal::NotAnotherPlayer(seat) => format!("{seat:#} is not another player at this table"),
            Illegal::EmptyHand(seat) => format!("{seat:#} has no cards in hand"),
            Illegal::NotDiscarded(it) => format!("'{}' is not on the discard pile", title(it)),
            Illegal::NotTheirHardware(seat, it) => {
                format!("{seat:#} does not have '{}' as Hardware", title(it))
            }
            Illegal::ScamProtected(it) => format!("Hardware protects '{}' from being lowered", title(it)),
            Illegal::ListProtected(it) => format!("Hardware protects '{}' from other players", list(it)),
            Illegal::HardwareProtected(seat) => format!("Hardware protects the Hardware of {seat:#}"),
            Illegal::HandProtected(seat) => format!("Hardware protects the hand of {seat:#}"),
            Illegal::WrongAim(it) => {
                format!("'{}' cannot be directed at that; it says: {}", title(it), self.effect_text(it))
            }
            Illegal::ScamNotInPlay(it) => format!("'{}' is not in play", title(it)),
            Illegal::ListNotInPlay(it) => format!("'{}' is not in play", list(it)),
            Illegal::AtInitialRating(it) => {
                format!("'{}' stands at its Initial Rating and cannot go lower", title(it))
            }
            Illegal::NoGruntles(it) => format!("'{}' has no Gruntles to take off", list(it)),
            Illegal::HasSpecialty(it, specialty) => {
                format!("'{}' has the {specialty} Specialty already", list(it))
            }
            Illegal::NothingToWorkOn(it) => {
                format!("the Special Effect of '{}' has nothing to work on now", title(it))
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
                format!("'{}' is not a Scam; only a Scam card may be discarded", title(it))
            }
        };
        Refusal { illegal, sentence: Prose::from(sentence) }
    }

    /// What the Special Effect of a card says.
    pub(crate) fn effect_text(&self, title: CardId) -> String {
        match self.set.face(title).kind {
            Kind::Mailing { effect, .. } => effect.to_string(),
            Kind::Scam { .. } | Kind::Hardware(_) => self.set.face(title).text(),
        }
    }
}
