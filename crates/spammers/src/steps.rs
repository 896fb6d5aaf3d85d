//! What to point at to pick an action, one step after the other.

use table::{Seat, Step};

use crate::Spammers;
use crate::action::{Action, Aim, Sway};
use crate::set::{ListCard, Title};
use crate::state::Deck;

/// What to do with a card of one's hand.
#[derive(Clone, Copy)]
pub(crate) enum Use {
    /// S4.1, S4.3: put it into play.
    Play,
    /// S4.5: its Mailing Effect.
    Mail,
    /// S4.4: its Special Effect.
    Special,
    /// S3.6: discard it to draw.
    Recycle,
}

impl Use {
    pub(crate) fn step(self) -> Step {
        match self {
            Self::Play => Step::new("use-play", "Play it"),
            Self::Mail => Step::new("use-mail", "Mail with it"),
            Self::Special => Step::new("use-special", "Special Effect"),
            Self::Recycle => Step::new("use-recycle", "Discard it to draw"),
        }
    }
}

impl Deck {
    pub(crate) fn step(self) -> Step {
        match self {
            Self::Action => Step::new("deck-action", "Action deck"),
            Self::List => Step::new("deck-list", "List deck"),
        }
    }
}

impl Sway {
    fn step(self) -> Step {
        match self {
            Self::Up => Step::new("raise", "Raise it"),
            Self::Down => Step::new("lower", "Lower it"),
        }
    }
}

/// S3.5: two Lists are to be merged.
pub(crate) fn merge_step() -> Step {
    Step::new("merge", "Merge two Lists")
}

fn seat_step(seat: Seat) -> Step {
    Step::new(format!("seat-{}", letter(seat)), format!("{seat:#}"))
}

fn letter(seat: Seat) -> String {
    seat.to_string().to_lowercase()
}

impl Spammers {
    /// A card of one's hand.
    pub(crate) fn hand_step(&self, title: Title) -> Step {
        self.card_step("hand", title)
    }

    fn card_step(&self, place: &str, title: Title) -> Step {
        Step::new(format!("{place}-{}", self.slug(title)), self.set.face(title).name.clone())
    }

    fn list_step(&self, list: ListCard) -> Step {
        Step::new(format!("list-{}", self.list_slug(list)), self.set.list(list).name.clone())
    }

    /// What to point at to pick this action.
    pub(crate) fn steps(&self, action: Action) -> Vec<Step> {
        match action {
            Action::Choose(list) => vec![self.list_step(list)],
            Action::Stop => vec![Step::new("stop", "Stop")],
            Action::Draw(deck) => vec![deck.step()],
            Action::Play(card) => vec![self.hand_step(card), Use::Play.step()],
            Action::Mail { card, scam, list } => vec![
                self.hand_step(card),
                Use::Mail.step(),
                self.card_step("scam", scam),
                self.list_step(list),
            ],
            Action::Special(card, aim) => {
                let mut steps = vec![self.hand_step(card), Use::Special.step()];
                self.aim_steps(aim, &mut steps);
                steps
            }
            Action::Merge(first, second) => vec![merge_step(), self.list_step(first), self.list_step(second)],
            Action::Recycle(scam, deck) => vec![self.hand_step(scam), Use::Recycle.step(), deck.step()],
            Action::Keep(scam) => vec![self.card_step("scam", scam)],
            Action::KeepFree => vec![Step::new("keep-free", "Keep it for nothing")],
            Action::Release => vec![Step::new("release", "Let it go")],
            Action::Pass => vec![Step::new("pass", "Pass")],
            Action::React(card, aim) => {
                let mut steps = vec![self.hand_step(card)];
                self.aim_steps(aim, &mut steps);
                steps
            }
        }
    }

    fn aim_steps(&self, aim: Aim, into: &mut Vec<Step>) {
        match aim {
            Aim::Nothing => {}
            Aim::Rating(scam, sway) => into.extend([self.card_step("scam", scam), sway.step()]),
            Aim::Scam(scam) => into.push(self.card_step("scam", scam)),
            Aim::Scams(from, to) => into.extend([from, to].map(|scam| self.card_step("scam", scam))),
            Aim::List(list) => into.push(self.list_step(list)),
            Aim::Lists(from, to) => into.extend([from, to].map(|list| self.list_step(list))),
            Aim::Counter(list, specialty) => into.extend([
                self.list_step(list),
                Step::new(format!("specialty-{}", specialty.slug()), specialty.to_string()),
            ]),
            Aim::Player(seat) => into.push(seat_step(seat)),
            Aim::Discarded(card) => into.push(self.card_step("discard", card)),
            Aim::Hardware(seat, card) => into.push(Step::new(
                format!("hardware-{}-{}", letter(seat), self.slug(card)),
                format!("'{}' of {seat:#}", self.set.face(card).name),
            )),
            Aim::Target(sway) => into.push(sway.step()),
        }
    }
}
