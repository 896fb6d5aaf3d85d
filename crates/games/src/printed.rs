//! Cards in words: their printed texts, and the differences between two card sets.

use spammers::{ActionFace, CardSet, Kind, ListFace, Picture};

/// The printed texts of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// Its title bar on the left.
    pub kind: String,
    /// Its title bar on the right: Size, Initial Rating or modifier.
    pub mark: String,
    /// Its name.
    pub name: String,
    /// Its rules text, or the Specialties of a List.
    pub text: String,
    /// Its flavour.
    pub flavour: String,
    /// How many there are.
    pub copies: u8,
    /// The picture on it.
    pub picture: Picture,
}

impl Printed {
    /// Every card of a set, Lists first.
    #[must_use]
    pub fn all_of(set: &CardSet) -> Vec<Self> {
        let lists = set.lists().iter().map(Self::of_list);
        lists.chain(set.titles().iter().map(Self::of_action)).collect()
    }

    fn of_list(face: &ListFace) -> Self {
        let specialties: Vec<String> =
            face.specialties.iter().map(|specialty| specialty.to_string()).collect();
        Self {
            kind: "LIST".to_owned(),
            mark: format!("Size {}", face.size),
            name: face.name.clone(),
            text: specialties.join(", "),
            flavour: face.flavour.clone(),
            copies: 1,
            picture: face.picture.clone(),
        }
    }

    fn of_action(face: &ActionFace) -> Self {
        let (kind, mark, text) = match face.kind {
            Kind::Scam { category, initial } => {
                (format!("SCAM  {category}"), format!("Initial {initial}"), String::new())
            }
            Kind::Mailing { modifier, effect } => {
                ("MAILING".to_owned(), format!("+{modifier}"), effect.to_string())
            }
            Kind::Hardware(power) => ("HARDWARE".to_owned(), String::new(), power.to_string()),
        };
        Self {
            kind,
            mark,
            name: face.name.clone(),
            text,
            flavour: face.flavour.clone(),
            copies: face.copies,
            picture: face.picture.clone(),
        }
    }

    /// Everything that matters in play but the name, in a line.
    #[must_use]
    pub fn summary(&self) -> String {
        let copies = if self.copies > 1 { format!(" ×{}", self.copies) } else { String::new() };
        let parts: Vec<&str> =
            [self.mark.as_str(), self.text.as_str()].into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}{copies}: {}", self.kind, parts.join(", "))
    }
}

/// The change of a card from one set to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It is gone; what it was.
    Gone(String),
    /// It is new; what it is.
    New(String),
    /// Something about it is different: what it was, what it is.
    Different(String, String),
    /// Only its flavour is different.
    Flavour,
}

/// Every card in which two sets differ, by name: those of the first in their order, then those of the second alone.
#[must_use]
pub fn differences(a: &CardSet, b: &CardSet) -> Vec<(String, Change)> {
    let (old, new) = (Printed::all_of(a), Printed::all_of(b));
    let mut changes = Vec::new();
    for before in &old {
        let change = match new.iter().find(|after| after.name == before.name) {
            None => Change::Gone(before.summary()),
            Some(after) if after.summary() != before.summary() => {
                Change::Different(before.summary(), after.summary())
            }
            Some(after) if after.flavour != before.flavour => Change::Flavour,
            Some(_) => continue,
        };
        changes.push((before.name.clone(), change));
    }
    let only = new.iter().filter(|after| !old.iter().any(|before| before.name == after.name));
    changes.extend(only.map(|after| (after.name.clone(), Change::New(after.summary()))));
    changes
}
