//! Refusals in plain words.

use table::Prose;

use crate::Spammers;
use crate::action::{Bar, Refused};
use crate::card::Kind;
use crate::set::Title;

impl Spammers {
    /// The refusal for a bar, in a sentence.
    pub(crate) fn explain(&self, bar: Bar) -> Refused {
        let title = |title| &self.set.face(title).name;
        let list = |list| &self.set.list(list).name;
        let sentence = match bar {
            Bar::Over => "the game is over; nothing more can be played".to_owned(),
            Bar::NotYourMove(it) => format!("it is not your move; the table waits for {it:#}"),
            Bar::WaitsForLuck(it) => format!("the table waits for {}, not for a player", it.words),
            Bar::WaitsForPlayer => "the table waits for a player, not for luck".to_owned(),
            Bar::NotPossibleNow(it) => {
                format!("luck cannot bring this now; the table waits for {}", it.words)
            }
            Bar::NotInDeck => "that card is not in the deck".to_owned(),
            Bar::ChooseFirst => "first choose one of your three Lists for the Unwashed Masses".to_owned(),
            Bar::NotDealtToYou(it) => format!("'{}' is not one of your three Lists", list(it)),
            Bar::ChoosingIsOver => "Lists are chosen for the Unwashed Masses during set-up only".to_owned(),
            Bar::AnswerTheOffer => "first keep the List you turned up, or let it go".to_owned(),
            Bar::NothingOffered => "there is no List to keep or let go; draw a List first".to_owned(),
            Bar::ReactOrPass => "reactions are asked for: react or pass".to_owned(),
            Bar::NothingToReactTo => "there is nothing to react to now".to_owned(),
            Bar::HandFull { held, limit } => format!(
                "you hold {held} cards and your hand limit is {limit}; play a card before you draw an Action card"
            ),
            Bar::NothingToDraw => {
                "there is nothing left to draw: the deck and its discard pile are both empty".to_owned()
            }
            Bar::NotInHand(it) => format!("'{}' is not in your hand", title(it)),
            Bar::MailingsAreNotPlaced(it) => format!(
                "'{}' is a Mailing: send it with 'mail', or use its Special Effect with 'special'",
                title(it)
            ),
            Bar::NotAMailing(it) => format!("'{}' is not a Mailing", title(it)),
            Bar::ScamsFull { have, limit } => {
                format!("you have {have} Scams in play and your limit is {limit}")
            }
            Bar::MailingsUsedUp(1) => {
                "you have sent a Mailing this turn and may send no more; Special Effects are not counted"
                    .to_owned()
            }
            Bar::MailingsUsedUp(sent) => {
                format!(
                    "you have sent {sent} Mailings this turn and may send no more; Special Effects are not counted"
                )
            }
            Bar::NotYourScam(it) => format!("'{}' is not a Scam you have in play", title(it)),
            Bar::NoScam => "you have no Scam in play to mail for; play one first".to_owned(),
            Bar::NotMailable(it) => format!(
                "'{}' is not a List you may mail: take one of yours or one of the Unwashed Masses",
                list(it)
            ),
            Bar::NoList => "there is no List you may mail; draw one first".to_owned(),
            Bar::OnlyAReaction(it) => {
                format!("the Special Effect of '{}' is a reaction: {}", title(it), self.effect_text(it))
            }
            Bar::NotAReaction(it) => {
                format!(
                    "the Special Effect of '{}' is no reaction; it takes an Action of your own turn",
                    title(it)
                )
            }
            Bar::NotTheMoment(it) => {
                format!("'{}' does not answer this; it says: {}", title(it), self.effect_text(it))
            }
            Bar::AlreadyAverted => "that is averted already".to_owned(),
            Bar::NotYourScamLowered => "the Scam that would be lowered is not yours".to_owned(),
            Bar::NotYourListLeaving => "the List that would leave is not yours".to_owned(),
            Bar::RollAtItsEnd => "the roll cannot go further that way; a die shows 1 to 6".to_owned(),
            Bar::MustPay => {
                "you have no Hardware that lets you keep a List for nothing; pay one Rating or let it go"
                    .to_owned()
            }
            Bar::NotAnothersScam(it) => format!("'{}' is your own; take another player's Scam", title(it)),
            Bar::NotAnothersList(it) => format!("'{}' is not another player's List", list(it)),
            Bar::NotUnwashed(it) => format!("'{}' is not one of the Unwashed Masses", list(it)),
            Bar::TooLarge(it, most) => {
                format!("'{}' is too large; its effective Size must be {most} or less", list(it))
            }
            Bar::WouldNotStay(it) => format!("'{}' has too many Gruntles to stay with you", list(it)),
            Bar::NotMerged(it) => format!("'{}' is a single card; only a merged List can be split", list(it)),
            Bar::LacksSpecialty(it, specialty) => {
                format!("'{}' does not have the {specialty} Specialty", list(it))
            }
            Bar::NotAnotherPlayer(seat) => format!("{seat:#} is not another player at this table"),
            Bar::EmptyHand(seat) => format!("{seat:#} has no cards in hand"),
            Bar::NotDiscarded(it) => format!("'{}' is not on the discard pile", title(it)),
            Bar::NotTheirHardware(seat, it) => format!("{seat:#} does not have '{}' as Hardware", title(it)),
            Bar::ScamProtected(it) => format!("Hardware protects '{}' from being lowered", title(it)),
            Bar::ListProtected(it) => format!("Hardware protects '{}' from other players", list(it)),
            Bar::HardwareProtected(seat) => format!("Hardware protects the Hardware of {seat:#}"),
            Bar::HandProtected(seat) => format!("Hardware protects the hand of {seat:#}"),
            Bar::WrongAim(it) => {
                format!("'{}' cannot be directed at that; it says: {}", title(it), self.effect_text(it))
            }
            Bar::ScamNotInPlay(it) => format!("'{}' is not in play", title(it)),
            Bar::ListNotInPlay(it) => format!("'{}' is not in play", list(it)),
            Bar::AtInitialRating(it) => {
                format!("'{}' stands at its Initial Rating and cannot go lower", title(it))
            }
            Bar::NoGruntles(it) => format!("'{}' has no Gruntles to take off", list(it)),
            Bar::HasSpecialty(it, specialty) => {
                format!("'{}' has the {specialty} Specialty already", list(it))
            }
            Bar::NothingToWorkOn(it) => {
                format!("the Special Effect of '{}' has nothing to work on now", title(it))
            }
            Bar::NotTogether => {
                "two Lists are merged only if both are your own, or both belong to the Unwashed Masses"
                    .to_owned()
            }
            Bar::SameList => "name two different Lists".to_owned(),
            Bar::NothingToMerge => "there are no two Lists to merge".to_owned(),
            Bar::TooFewScams(it) => {
                format!("only with five or more Scams in play may you discard a Scam to draw; you have {it}")
            }
            Bar::NotAScam(it) => format!("'{}' is not a Scam; only a Scam card may be discarded", title(it)),
        };
        Refused { bar, sentence: Prose::from(sentence) }
    }

    /// What the Special Effect of a card says.
    pub(crate) fn effect_text(&self, title: Title) -> String {
        match self.set.face(title).kind {
            Kind::Mailing { effect, .. } => effect.to_string(),
            Kind::Scam { .. } | Kind::Hardware(_) => self.set.face(title).text(),
        }
    }
}
