//! Notation: actions and outcomes as short text, and back. `rulebook/notation.md` describes it.

use table::{Seat, Unreadable};

use crate::Spammers;
use crate::action::{Action, Outcome};
use crate::card::{CardId, ListCard, Specialty};
use crate::effect::{Aim, Direction};
use crate::phase::Deck;

/// Every verb with its form.
const FORMS: [(&str, &str); 12] = [
    ("choose", "choose LIST"),
    ("stop", "stop"),
    ("draw", "draw action|list"),
    ("play", "play CARD"),
    ("mail", "mail CARD for SCAM to LIST"),
    (
        "special",
        "special CARD and what it aims at: nothing, raise|lower SCAM, for SCAM, from SCAM to SCAM, on LIST, off LIST on LIST, SPECIALTY off LIST, at SEAT, take CARD, or at SEAT CARD",
    ),
    ("merge", "merge LIST LIST"),
    ("recycle", "recycle SCAM for action|list"),
    ("keep", "keep paying SCAM, or keep free"),
    ("release", "release"),
    ("pass", "pass"),
    ("react", "react CARD, or react CARD raise|lower"),
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

impl Direction {
    /// The word in notation.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Up => "raise",
            Self::Down => "lower",
        }
    }
}

impl Spammers {
    pub(crate) fn slug(&self, title: CardId) -> &str {
        &self.set.face(title).slug
    }

    pub(crate) fn list_slug(&self, list: ListCard) -> &str {
        &self.set.list(list).slug
    }

    pub(crate) fn action_text(&self, action: Action) -> String {
        match action {
            Action::Choose(list) => ["choose ", self.list_slug(list)].concat(),
            Action::Stop => "stop".to_owned(),
            Action::Draw(deck) => ["draw ", deck.word()].concat(),
            Action::Play(title) => ["play ", self.slug(title)].concat(),
            Action::Mail { card, scam, list } => {
                ["mail ", self.slug(card), " for ", self.slug(scam), " to ", self.list_slug(list)].concat()
            }
            Action::Special(title, aim) => self.with_aim("special", title, aim),
            Action::Merge(first, second) => {
                ["merge ", self.list_slug(first), " ", self.list_slug(second)].concat()
            }
            Action::Recycle(scam, deck) => ["recycle ", self.slug(scam), " for ", deck.word()].concat(),
            Action::Keep(scam) => format!("keep paying {}", self.slug(scam)),
            Action::KeepFree => "keep free".to_owned(),
            Action::Release => "release".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::React(title, aim) => self.with_aim("react", title, aim),
        }
    }

    fn with_aim(&self, verb: &str, title: CardId, aim: Aim) -> String {
        let aim = self.aim_text(aim);
        let before_aim = if aim.is_empty() { "" } else { " " };
        [verb, " ", self.slug(title), before_aim, &aim].concat()
    }

    pub(crate) fn aim_text(&self, aim: Aim) -> String {
        match aim {
            Aim::Nothing => String::new(),
            Aim::Rating(scam, direction) => format!("{} {}", direction.word(), self.slug(scam)),
            Aim::Scam(scam) => format!("for {}", self.slug(scam)),
            Aim::Scams(from, to) => format!("from {} to {}", self.slug(from), self.slug(to)),
            Aim::List(list) => format!("on {}", self.list_slug(list)),
            Aim::Lists(from, to) => format!("off {} on {}", self.list_slug(from), self.list_slug(to)),
            Aim::Counter(list, specialty) => format!("{} off {}", specialty.slug(), self.list_slug(list)),
            Aim::Player(seat) => format!("at {seat}"),
            Aim::Discarded(title) => format!("take {}", self.slug(title)),
            Aim::Hardware(seat, title) => format!("at {seat} {}", self.slug(title)),
            Aim::Target(direction) => direction.word().to_owned(),
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
            ["special", title, ref aim @ ..] => Action::Special(self.read_title(title)?, self.read_aim(aim)?),
            ["merge", first, second] => {
                let (first, second) = (self.read_list(first)?, self.read_list(second)?);
                Action::Merge(first.min(second), first.max(second))
            }
            ["recycle", scam, "for", deck] => Action::Recycle(self.read_title(scam)?, read_deck(deck)?),
            ["keep", "paying", scam] => Action::Keep(self.read_title(scam)?),
            ["keep", "free"] => Action::KeepFree,
            ["release"] => Action::Release,
            ["pass"] => Action::Pass,
            ["react", title, ref aim @ ..] => Action::React(self.read_title(title)?, self.read_aim(aim)?),
            _ => return Err(unreadable(text, words[0])),
        })
    }

    fn read_aim(&self, words: &[&str]) -> Result<Aim, Unreadable> {
        match words {
            [] => Ok(Aim::Nothing),
            ["on", list] => Ok(Aim::List(self.read_list(list)?)),
            ["for", scam] => Ok(Aim::Scam(self.read_title(scam)?)),
            ["from", from, "to", to] => Ok(Aim::Scams(self.read_title(from)?, self.read_title(to)?)),
            ["off", from, "on", to] => Ok(Aim::Lists(self.read_list(from)?, self.read_list(to)?)),
            [specialty, "off", list] => Ok(Aim::Counter(self.read_list(list)?, read_specialty(specialty)?)),
            ["at", seat] => Ok(Aim::Player(read_seat(seat)?)),
            ["at", seat, title] => Ok(Aim::Hardware(read_seat(seat)?, self.read_title(title)?)),
            ["take", title] => Ok(Aim::Discarded(self.read_title(title)?)),
            [direction] => Ok(Aim::Target(read_direction(direction)?)),
            [direction, scam] => Ok(Aim::Rating(self.read_title(scam)?, read_direction(direction)?)),
            _ => Err(Unreadable(format!(
                "'{}' is no aim; 'gruntle rules notation' lists them",
                words.join(" ")
            ))),
        }
    }

    fn read_title(&self, slug: &str) -> Result<CardId, Unreadable> {
        self.set.find_card_id(slug).ok_or_else(|| {
            Unreadable(format!("'{slug}' is not an Action card of the set '{}'", self.set.name()))
        })
    }

    fn read_list(&self, slug: &str) -> Result<ListCard, Unreadable> {
        self.set.find_list(slug).ok_or_else(|| {
            Unreadable(format!("'{slug}' is not a List card of the set '{}'", self.set.name()))
        })
    }

    pub(crate) fn outcome_text(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::List(list) => format!("list {}", self.list_slug(list)),
            Outcome::Card(title) => format!("card {}", self.slug(title)),
            Outcome::Pick(title) => format!("pick {}", self.slug(title)),
            Outcome::First(seat) => format!("first {seat}"),
            Outcome::Roll(roll) => format!("roll {roll}"),
        }
    }

    pub(crate) fn outcome_from(&self, text: &str) -> Result<Outcome, Unreadable> {
        let wrong = || {
            Unreadable(format!(
                "'{text}' is not an outcome of luck; write 'list LIST', 'card CARD', 'pick CARD', 'first SEAT' or 'roll 1' to 'roll 6'"
            ))
        };
        match text.split_once(' ') {
            Some(("list", list)) => self.read_list(list).map(Outcome::List),
            Some(("card", title)) => self.read_title(title).map(Outcome::Card),
            Some(("pick", title)) => self.read_title(title).map(Outcome::Pick),
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

fn read_seat(word: &str) -> Result<Seat, Unreadable> {
    word.parse().map_err(|wrong: table::NotASeat| Unreadable(wrong.to_string()))
}

fn read_specialty(word: &str) -> Result<Specialty, Unreadable> {
    Specialty::ALL.into_iter().find(|specialty| specialty.slug() == word).ok_or_else(|| {
        let words = Specialty::ALL.map(Specialty::slug).join(", ");
        Unreadable(format!("'{word}' is not a Specialty; they are {words}"))
    })
}

fn read_direction(word: &str) -> Result<Direction, Unreadable> {
    [Direction::Up, Direction::Down]
        .into_iter()
        .find(|direction| direction.word() == word)
        .ok_or_else(|| Unreadable(format!("'{word}' is no direction; write 'raise' or 'lower'")))
}

fn unreadable(text: &str, verb: &str) -> Unreadable {
    Unreadable(match FORMS.iter().find(|(known, _)| *known == verb) {
        Some((_, form)) => format!("'{text}' is not complete; write '{form}'"),
        None => {
            let verbs: Vec<&str> = FORMS.iter().map(|(verb, _)| *verb).collect();
            format!("'{text}' is not an action; actions begin with {}", verbs.join(", "))
        }
    })
}
