//! Card sets: the two decks as data.

use std::fmt;

use serde::{Deserialize, Serialize};
use table::short_digest;
use thiserror::Error;

use crate::card::{Category, Effect, Kind, Moment, Power, Specialties, Specialty};
use crate::pile::{CardSet64, Pile};

/// The most List cards a set may have.
pub const MOST_LISTS: usize = 64;
/// The most Action cards a set may have, copies counted.
pub const MOST_ACTION_CARDS: usize = 128;
/// The most Scam cards a set may have.
pub const MOST_SCAMS: usize = 64;
/// The fewest Lists with which six can be dealt in: three each, one each for the Masses, and one to draw.
const FEWEST_LISTS: usize = 25;
/// The fewest Action cards with which six can be dealt in, and one to draw.
const FEWEST_ACTION_CARDS: usize = 37;

/// One List card; each is one of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListCard(pub(crate) u8);

/// The title of an Action card. Scams are one of a kind; Mailings and Hardware may have copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Title(pub(crate) u8);

impl ListCard {
    /// Its place in the set.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Title {
    /// Its place in the set: Scams first, then Mailings, then Hardware.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is printed on a List card (S1.2).
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
}

/// What is printed on an Action card.
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

/// A card set: every card of both decks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardSet {
    name: String,
    version: u32,
    digest: String,
    lists: Vec<ListFace>,
    titles: Vec<ActionFace>,
    scams: usize,
    mailings: usize,
    copies: Vec<Pile>,
    title_of: Vec<Title>,
    mailing_cards: Pile,
    reactions: Pile,
}

/// Everything that is wrong with a card file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct BadCardSet(pub Vec<String>);

impl fmt::Display for BadCardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    version: u32,
    #[serde(default)]
    list: Vec<FileList>,
    #[serde(default)]
    scam: Vec<FileScam>,
    #[serde(default)]
    mailing: Vec<FileMailing>,
    #[serde(default)]
    hardware: Vec<FileHardware>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileList {
    name: String,
    size: u8,
    #[serde(default)]
    specialties: Vec<Specialty>,
    #[serde(default = "one")]
    copies: u8,
    #[serde(default)]
    flavour: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileScam {
    name: String,
    category: Category,
    #[serde(default)]
    initial: u8,
    #[serde(default = "one")]
    copies: u8,
    #[serde(default)]
    flavour: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileMailing {
    name: String,
    modifier: u8,
    effect: Effect,
    #[serde(default = "one")]
    copies: u8,
    #[serde(default)]
    flavour: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileHardware {
    name: String,
    effect: Power,
    #[serde(default = "one")]
    copies: u8,
    #[serde(default)]
    flavour: String,
}

const fn one() -> u8 {
    1
}

/// A name in notation: lower case, everything but letters and digits a hyphen.
fn slug_of(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// The names of the copies of a card that is one of a kind: the second and later are numbered.
fn numbered(name: &str, copies: u8) -> impl Iterator<Item = String> {
    (1..=copies).map(move |number| {
        if number == 1 {
            name.to_owned()
        } else {
            format!("{name} ({number})")
        }
    })
}

impl CardSet {
    /// Reads a card file (TOML) and checks all of it.
    pub fn read(text: &str) -> Result<Self, BadCardSet> {
        let file: File = toml::from_str(text).map_err(|wrong| BadCardSet(vec![wrong.to_string()]))?;
        let digest =
            short_digest(&serde_json::to_string(&file).map_err(|wrong| BadCardSet(vec![wrong.to_string()]))?);
        let mut lists = Vec::new();
        for card in &file.list {
            let specialties = card
                .specialties
                .iter()
                .fold(Specialties::NONE, |all, &one| all.with(one));
            lists.extend(numbered(&card.name, card.copies).map(|name| ListFace {
                slug: slug_of(&name),
                name,
                size: card.size,
                specialties,
                flavour: card.flavour.clone(),
            }));
        }
        let mut titles = Vec::new();
        for card in &file.scam {
            let kind = Kind::Scam {
                category: card.category,
                initial: card.initial,
            };
            titles.extend(numbered(&card.name, card.copies).map(|name| face(&name, kind, 1, &card.flavour)));
        }
        let scams = titles.len();
        titles.extend(file.mailing.iter().map(|card| {
            let kind = Kind::Mailing {
                modifier: card.modifier,
                effect: card.effect,
            };
            face(&card.name, kind, card.copies, &card.flavour)
        }));
        let mailings = titles.len() - scams;
        titles.extend(file.hardware.iter().map(|card| {
            face(
                &card.name,
                Kind::Hardware(card.effect),
                card.copies,
                &card.flavour,
            )
        }));
        let faults = faults_of(&file.name, &lists, &titles, scams);
        if !faults.is_empty() {
            return Err(BadCardSet(faults));
        }
        Ok(Self::build(
            file.name,
            file.version,
            digest,
            lists,
            titles,
            (scams, mailings),
        ))
    }

    fn build(
        name: String,
        version: u32,
        digest: String,
        lists: Vec<ListFace>,
        titles: Vec<ActionFace>,
        (scams, mailings): (usize, usize),
    ) -> Self {
        let mut copies = Vec::new();
        let mut title_of = Vec::new();
        let mut mailing_cards = Pile::EMPTY;
        let mut reactions = Pile::EMPTY;
        for (place, face) in titles.iter().enumerate() {
            let first = title_of.len();
            title_of.extend((0..face.copies).map(|_| Title(place as u8)));
            let pile = Pile::range(first, title_of.len());
            if let Kind::Mailing { effect, .. } = face.kind {
                mailing_cards = mailing_cards.union(pile);
                match effect.moment() {
                    Moment::OwnTurn => {}
                    Moment::AfterRoll => reactions = reactions.union(pile),
                }
            }
            copies.push(pile);
        }
        Self {
            name,
            version,
            digest,
            lists,
            titles,
            scams,
            mailings,
            copies,
            title_of,
            mailing_cards,
            reactions,
        }
    }

    /// The name of the set.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version its author gave it.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// A digest of everything in it.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Every List card, in order.
    #[must_use]
    pub fn lists(&self) -> &[ListFace] {
        &self.lists
    }

    /// Every title of the Action deck, in order: Scams, Mailings, Hardware.
    #[must_use]
    pub fn titles(&self) -> &[ActionFace] {
        &self.titles
    }

    /// How many Action cards there are, copies counted.
    #[must_use]
    pub fn action_cards(&self) -> usize {
        self.title_of.len()
    }

    /// What is printed on this List card.
    #[must_use]
    pub fn list(&self, card: ListCard) -> &ListFace {
        &self.lists[card.index()]
    }

    /// What is printed on this Action card.
    #[must_use]
    pub fn face(&self, title: Title) -> &ActionFace {
        &self.titles[title.index()]
    }

    /// The List card of this name in notation.
    #[must_use]
    pub fn find_list(&self, slug: &str) -> Option<ListCard> {
        self.lists
            .iter()
            .position(|face| face.slug == slug)
            .map(|place| ListCard(place as u8))
    }

    /// The title of this name in notation.
    #[must_use]
    pub fn find_title(&self, slug: &str) -> Option<Title> {
        self.titles
            .iter()
            .position(|face| face.slug == slug)
            .map(|place| Title(place as u8))
    }

    /// All copies of a title.
    pub(crate) fn copies(&self, title: Title) -> Pile {
        self.copies[title.index()]
    }

    /// The title of a copy.
    pub(crate) fn title_of(&self, copy: usize) -> Title {
        self.title_of[copy]
    }

    /// Every Action card.
    pub(crate) fn whole_deck(&self) -> Pile {
        Pile::range(0, self.title_of.len())
    }

    /// Every List card.
    pub(crate) fn whole_list_deck(&self) -> CardSet64 {
        CardSet64::first(self.lists.len())
    }

    /// Every card that may be played right after a roll.
    pub(crate) const fn reactions(&self) -> Pile {
        self.reactions
    }

    /// Every Scam card.
    pub(crate) fn all_scams(&self) -> Pile {
        Pile::range(0, self.scams)
    }

    /// Every Mailing card.
    pub(crate) const fn all_mailings(&self) -> Pile {
        self.mailing_cards
    }

    /// The titles in a pile, each once, in order.
    pub(crate) fn titles_in(&self, pile: Pile) -> impl Iterator<Item = Title> {
        let mut rest = pile;
        std::iter::from_fn(move || {
            let title = self.title_of(rest.lowest()?);
            rest = rest.minus(self.copies(title));
            Some(title)
        })
    }

    /// The titles in a pile with their copies, in order.
    pub(crate) fn cards_in(&self, pile: Pile) -> impl Iterator<Item = Title> {
        pile.iter().map(|copy| self.title_of(copy))
    }

    pub(crate) fn is_scam(&self, title: Title) -> bool {
        title.index() < self.scams
    }

    pub(crate) fn is_mailing(&self, title: Title) -> bool {
        (self.scams..self.scams + self.mailings).contains(&title.index())
    }
}

fn face(name: &str, kind: Kind, copies: u8, flavour: &str) -> ActionFace {
    ActionFace {
        name: name.to_owned(),
        slug: slug_of(name),
        kind,
        copies,
        flavour: flavour.to_owned(),
    }
}

fn faults_of(name: &str, lists: &[ListFace], titles: &[ActionFace], scams: usize) -> Vec<String> {
    let mut faults = Vec::new();
    if name.is_empty() || slug_of(name) != name {
        faults.push(format!(
            "the set's name '{name}' must be lower-case letters, digits and hyphens"
        ));
    }
    let cards: usize = titles.iter().map(|face| usize::from(face.copies)).sum();
    let bounds = [
        (lists.len(), FEWEST_LISTS, MOST_LISTS, "List cards"),
        (cards, FEWEST_ACTION_CARDS, MOST_ACTION_CARDS, "Action cards"),
        (scams, 1, MOST_SCAMS, "Scams"),
    ];
    for (count, fewest, most, what) in bounds {
        if !(fewest..=most).contains(&count) {
            faults.push(format!("the set has {count} {what}; it needs {fewest} to {most}"));
        }
    }
    let slugs: Vec<(&str, &str)> = lists
        .iter()
        .map(|face| (face.slug.as_str(), face.name.as_str()))
        .chain(titles.iter().map(|face| (face.slug.as_str(), face.name.as_str())))
        .collect();
    for (place, (slug, name)) in slugs.iter().enumerate() {
        if slug.is_empty() {
            faults.push(format!("'{name}' is no name; a name has a letter or a digit"));
        } else if slugs[..place].iter().any(|(earlier, _)| earlier == slug) {
            faults.push(format!(
                "'{name}' is there twice; every card needs a name of its own"
            ));
        }
    }
    faults.extend(
        lists
            .iter()
            .filter(|face| face.size == 0)
            .map(|face| format!("'{}' has Size 0; it needs 1 or more", face.name)),
    );
    for face in titles {
        if face.copies == 0 {
            faults.push(format!("'{}' has no copies; it needs 1 or more", face.name));
        }
        if let Kind::Mailing { modifier, .. } = face.kind
            && modifier > 5
        {
            faults.push(format!(
                "'{}' has modifier +{modifier}; modifiers go from +0 to +5",
                face.name
            ));
        }
    }
    faults
}

impl CardSet {
    /// The small set that comes with the program.
    #[must_use]
    pub fn starter() -> Self {
        match Self::read(include_str!("../../../cards/starter.toml")) {
            Ok(set) => set,
            Err(faults) => unreachable!("a test reads the starter set: {faults}"),
        }
    }
}
