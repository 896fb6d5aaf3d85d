//! S1: the printed faces of cards.

use crate::card::{Category, Specialties};
use crate::effect::Effect;
use crate::picture::Picture;
use crate::power::Power;

/// The kind of an Action card, with its printed numbers (S1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A business to grow.
    Scam {
        /// Its category.
        category: Category,
        /// S1.8: the Rating it begins with and never falls below.
        initial: u8,
    },
    /// A Mailing, for its modifier or for its effect.
    Mailing {
        /// S1.9: what it adds to a Target Number.
        modifier: u8,
        /// S1.9: what it does instead.
        effect: Effect,
    },
    /// A machine with a lasting effect.
    Hardware(Power),
}

/// The printed face of a List card (S1.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListFace {
    /// The name.
    pub name: String,
    /// The name in notation.
    pub slug: String,
    /// The printed Size, in millions.
    pub size: u8,
    /// The Specialties it comes into play with.
    pub specialties: Specialties,
    /// A line for the fun of it.
    pub flavour: String,
    /// The drawing.
    pub picture: Picture,
}

/// The printed face of an Action card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionFace {
    /// The title.
    pub name: String,
    /// The title in notation.
    pub slug: String,
    /// Kind, numbers and effect.
    pub kind: Kind,
    /// How many copies there are.
    pub copies: u8,
    /// A line for the fun of it.
    pub flavour: String,
    /// The drawing.
    pub picture: Picture,
}

impl ActionFace {
    /// The rules text of the card, made from what the engine executes.
    #[must_use]
    pub fn text(&self) -> String {
        match self.kind {
            Kind::Scam { category, initial } => format!("{category} Scam. Initial Rating {initial}."),
            Kind::Mailing { modifier, effect } => format!("Mailing Modifier +{modifier}. Or: {effect}"),
            Kind::Hardware(power) => power.to_string(),
        }
    }
}
