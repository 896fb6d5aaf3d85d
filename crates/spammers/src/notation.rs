//! Notation: actions and outcomes as short text, and back. `rulebook/notation.md` describes it.

use table::{Seat, Unreadable};

use crate::Spammers;
use crate::action::{Action, Aim, Outcome, Sway};
use crate::set::{ListCard, Title};
use crate::state::Deck;

/// Every verb with its form.
const FORMS: [(&str, &str); 12] = [
    ("choose", "choose LIST"),
    ("stop", "stop"),
    ("draw", "draw action|list"),
    ("play", "play CARD"),
    ("mail", "mail CARD for SCAM to LIST"),
    (
        "special",
        "special CARD raise|lower SCAM, or special CARD on LIST",
    ),
    ("merge", "merge LIST LIST"),
    ("recycle", "recycle SCAM for action|list"),
    ("keep", "keep paying SCAM"),
    ("release", "release"),
    ("pass", "pass"),
    ("react", "react CARD raise|lower"),
];

impl Deck {
    /// The word in notation.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::List => "list",
        }
    }
}

impl Sway {
    /// The word in notation.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Up => "raise",
            Self::Down => "lower",
        }
    }
}

impl Spammers {
    pub(crate) fn slug(&self, title: Title) -> &str {
        &self.set.face(title).slug
    }

    pub(crate) fn list_slug(&self, list: ListCard) -> &str {
        &self.set.list(list).slug
    }

    pub(crate) fn action_text(&self, action: Action) -> String {
        match action {
            Action::Choose(list) => format!("choose {}", self.list_slug(list)),
            Action::Stop => "stop".to_owned(),
            Action::Draw(deck) => format!("draw {}", deck.word()),
            Action::Play(title) => format!("play {}", self.slug(title)),
            Action::Mail { card, scam, list } => {
                format!(
                    "mail {} for {} to {}",
                    self.slug(card),
                    self.slug(scam),
                    self.list_slug(list)
                )
            }
            Action::Special(title, aim) => format!("special {} {}", self.slug(title), self.aim_text(aim)),
            Action::Merge(first, second) => {
                format!("merge {} {}", self.list_slug(first), self.list_slug(second))
            }
            Action::Recycle(scam, deck) => format!("recycle {} for {}", self.slug(scam), deck.word()),
            Action::Keep(scam) => format!("keep paying {}", self.slug(scam)),
            Action::Release => "release".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::React(title, aim) => format!("react {} {}", self.slug(title), self.aim_text(aim)),
        }
    }

    fn aim_text(&self, aim: Aim) -> String {
        match aim {
            Aim::Rating(scam, sway) => format!("{} {}", sway.word(), self.slug(scam)),
            Aim::List(list) => format!("on {}", self.list_slug(list)),
            Aim::Target(sway) => sway.word().to_owned(),
        }
    }

    pub(crate) fn action_from(&self, text: &str) -> Result<Action, Unreadable> {
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            ["choose", list] => Action::Choose(self.read_list(list)?),
            ["stop"] => Action::Stop,
            ["draw", deck] => Action::Draw(read_deck(deck)?),
            ["play", title] => Action::Play(self.read_title(title)?),
            ["mail", card, "for", scam, "to", list] => Action::Mail {
                card: self.read_title(card)?,
                scam: self.read_title(scam)?,
                list: self.read_list(list)?,
            },
            ["special", title, ref aim @ ..] if !aim.is_empty() => {
                Action::Special(self.read_title(title)?, self.read_aim(aim)?)
            }
            ["merge", first, second] => {
                let (first, second) = (self.read_list(first)?, self.read_list(second)?);
                Action::Merge(first.min(second), first.max(second))
            }
            ["recycle", scam, "for", deck] => Action::Recycle(self.read_title(scam)?, read_deck(deck)?),
            ["keep", "paying", scam] => Action::Keep(self.read_title(scam)?),
            ["release"] => Action::Release,
            ["pass"] => Action::Pass,
            ["react", title, ref aim @ ..] if !aim.is_empty() => {
                Action::React(self.read_title(title)?, self.read_aim(aim)?)
            }
            _ => return Err(unreadable(text, words[0])),
        })
    }

    fn read_aim(&self, words: &[&str]) -> Result<Aim, Unreadable> {
        match words {
            ["on", list] => Ok(Aim::List(self.read_list(list)?)),
            [sway] => Ok(Aim::Target(read_sway(sway)?)),
            [sway, scam] => Ok(Aim::Rating(self.read_title(scam)?, read_sway(sway)?)),
            _ => Err(Unreadable(format!(
                "'{}' is no aim; write 'raise SCAM', 'lower SCAM', 'on LIST', 'raise' or 'lower'",
                words.join(" ")
            ))),
        }
    }

    fn read_title(&self, slug: &str) -> Result<Title, Unreadable> {
        self.set.find_title(slug).ok_or_else(|| {
            Unreadable(format!(
                "'{slug}' is not an Action card of the set '{}'",
                self.set.name()
            ))
        })
    }

    fn read_list(&self, slug: &str) -> Result<ListCard, Unreadable> {
        self.set.find_list(slug).ok_or_else(|| {
            Unreadable(format!(
                "'{slug}' is not a List card of the set '{}'",
                self.set.name()
            ))
        })
    }

    pub(crate) fn outcome_text(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::List(list) => format!("list {}", self.list_slug(list)),
            Outcome::Card(title) => format!("card {}", self.slug(title)),
            Outcome::First(seat) => format!("first {seat}"),
            Outcome::Roll(roll) => format!("roll {roll}"),
        }
    }

    pub(crate) fn outcome_from(&self, text: &str) -> Result<Outcome, Unreadable> {
        let wrong = || {
            Unreadable(format!(
                "'{text}' is not an outcome of luck; write 'list LIST', 'card CARD', 'first SEAT' or 'roll 1' to 'roll 6'"
            ))
        };
        match text.split_once(' ') {
            Some(("list", list)) => self.read_list(list).map(Outcome::List),
            Some(("card", title)) => self.read_title(title).map(Outcome::Card),
            Some(("first", seat)) => seat.parse::<Seat>().map(Outcome::First).map_err(|_| wrong()),
            Some(("roll", roll)) => match roll.as_bytes() {
                [digit @ b'1'..=b'6'] => Ok(Outcome::Roll(digit - b'0')),
                _ => Err(wrong()),
            },
            Some(_) | None => Err(wrong()),
        }
    }
}

fn read_deck(word: &str) -> Result<Deck, Unreadable> {
    [Deck::Action, Deck::List]
        .into_iter()
        .find(|deck| deck.word() == word)
        .ok_or_else(|| Unreadable(format!("'{word}' is not a deck; write 'action' or 'list'")))
}

fn read_sway(word: &str) -> Result<Sway, Unreadable> {
    [Sway::Up, Sway::Down]
        .into_iter()
        .find(|sway| sway.word() == word)
        .ok_or_else(|| Unreadable(format!("'{word}' is no direction; write 'raise' or 'lower'")))
}

fn unreadable(text: &str, verb: &str) -> Unreadable {
    Unreadable(match FORMS.iter().find(|(known, _)| *known == verb) {
        Some((_, form)) => format!("'{text}' is not complete; write '{form}'"),
        None => {
            let verbs: Vec<&str> = FORMS.iter().map(|(verb, _)| *verb).collect();
            format!(
                "'{text}' is not an action; actions begin with {}",
                verbs.join(", ")
            )
        }
    })
}
