//! Card sets: the two decks as data.

use std::fmt;
use std::sync::{Arc, LazyLock};

use table::short_digest;
use thiserror::Error;

use crate::card::{ActionCard, CardId, ListCard, ListSet, Pile};
use crate::check;
use crate::effect::Moment;
use crate::face::{ActionFace, Kind, ListFace};
use crate::file::{self, CardFile, Flaw, LONGEST_NAME, slug_of};
use crate::power::Power;
use crate::vocabulary::{EFFECTS, POWERS, written};

/// A card set: every card of both decks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardSet {
    name: String,
    version: u32,
    digest: String,
    text: Arc<str>,
    lists: Vec<ListFace>,
    titles: Vec<ActionFace>,
    scams: usize,
    mailings: usize,
    copies: Vec<Pile>,
    card_id_of: Vec<CardId>,
    mailing_cards: Pile,
    /// Each card's power as Hardware.
    powers: Vec<Option<Power>>,
    /// The Hardware by the kind of its power.
    hardware: [Pile; Power::KINDS],
    /// The Mailings by the moment their Special Effect may be used.
    at: [Pile; 5],
}

/// Everything that is wrong with a card file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct BadCardSet(pub Vec<Flaw>);

impl fmt::Display for BadCardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flaws: Vec<String> = self.0.iter().map(Flaw::to_string).collect();
        f.write_str(&flaws.join("\n"))
    }
}

impl CardSet {
    /// Reads a card file (TOML) and checks all of it.
    pub fn read(text: &str) -> Result<Self, BadCardSet> {
        let file = file::read(text);
        let mut flaws = check::flaws_of_the_whole(&file);
        flaws.extend(file.flaws.iter().cloned());
        if !flaws.is_empty() {
            flaws.sort_by_key(|flaw| flaw.line);
            flaws.dedup();
            return Err(BadCardSet(flaws));
        }
        Ok(Self::build(file, text))
    }

    fn build(file: CardFile, text: &str) -> Self {
        let (scams, mailings) = (file.scams.len(), file.mailings.len());
        let lists: Vec<ListFace> = file.lists.into_iter().map(|list| list.card).collect();
        let titles: Vec<ActionFace> = file
            .scams
            .into_iter()
            .chain(file.mailings)
            .chain(file.hardware)
            .map(|title| title.card)
            .collect();
        let mut set = Self {
            digest: digest_of(&file.name, file.version, &lists, &titles),
            name: file.name,
            version: file.version,
            text: text.into(),
            lists,
            titles,
            scams,
            mailings,
            copies: Vec::new(),
            card_id_of: Vec::new(),
            mailing_cards: Pile::EMPTY,
            powers: Vec::new(),
            hardware: [Pile::EMPTY; Power::KINDS],
            at: [Pile::EMPTY; 5],
        };
        for (place, face) in set.titles.iter().enumerate() {
            let first = set.card_id_of.len();
            set.card_id_of.extend((0..face.copies).map(|_| CardId(place as u8)));
            let pile = Pile::range(first, set.card_id_of.len());
            if let Kind::Mailing { effect, .. } = face.kind {
                set.mailing_cards = set.mailing_cards.union(pile);
                let at = &mut set.at[effect.moment() as usize];
                *at = at.union(pile);
            }
            let power = if let Kind::Hardware(power) = face.kind { Some(power) } else { None };
            if let Some(power) = power {
                let alike = &mut set.hardware[power.kind()];
                *alike = alike.union(pile);
            }
            set.powers.push(power);
            set.copies.push(pile);
        }
        set
    }

    /// The name of the set.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A name for a set: that of a file, in lower-case letters, digits and hyphens.
    #[must_use]
    pub fn tidy_name(name: &str) -> String {
        match slug_of(name) {
            slug if slug.is_empty() => "my-set".to_owned(),
            slug => slug.chars().take(LONGEST_NAME).collect::<String>().trim_end_matches('-').to_owned(),
        }
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

    /// The card file it was read from.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Name, version and digest, as a record names the set.
    #[must_use]
    pub fn citation(&self) -> String {
        format!("{} {} {}", self.name, self.version, self.digest)
    }

    /// Whether it comes with the program, in this version or an earlier one, as far as anything matters in play.
    #[must_use]
    pub fn is_shipped(&self) -> bool {
        static CITATIONS: LazyLock<[String; 4]> = LazyLock::new(|| {
            [CardSet::standard(), CardSet::starter(), CardSet::standard_1(), CardSet::starter_1()]
                .map(|set| set.citation())
        });
        CITATIONS.contains(&self.citation())
    }

    /// The card file on one line, as a record has it: a text of JSON without any control character.
    #[must_use]
    pub fn line(&self) -> String {
        let mut line = String::with_capacity(self.text.len() + 2);
        for letter in serde_json::Value::from(&*self.text).to_string().chars() {
            match letter {
                letter if letter.is_control() => line.push_str(&format!("\\u{:04x}", u32::from(letter))),
                letter => line.push(letter),
            }
        }
        line
    }

    /// Reads a card file written by [`CardSet::line`], or gives its error.
    pub fn of_line(line: &str) -> Result<Self, String> {
        let text: String = serde_json::from_str(line)
            .map_err(|_| "the card set is no text as JSON has it, between quotation marks".to_owned())?;
        let set = Self::read(&text).map_err(|bad| {
            let first = bad.0.first().map(Flaw::to_string).unwrap_or_default();
            format!("the card set has a fault: {first}")
        })?;
        match set.line() == line {
            true => Ok(set),
            false => Err("the card set is not written the one way it should be: escape '\"', '\\' and control characters, and nothing else".to_owned()),
        }
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
        self.card_id_of.len()
    }

    /// The printed face of this List card.
    #[must_use]
    pub fn list(&self, card: ListCard) -> &ListFace {
        &self.lists[card.index()]
    }

    /// The printed face of this Action card.
    #[must_use]
    pub fn face(&self, title: CardId) -> &ActionFace {
        &self.titles[title.index()]
    }

    /// The List card of this name in notation.
    #[must_use]
    pub fn find_list(&self, slug: &str) -> Option<ListCard> {
        self.lists.iter().position(|face| face.slug == slug).map(|place| ListCard(place as u8))
    }

    /// The card of this name in notation.
    #[must_use]
    pub fn find_card_id(&self, slug: &str) -> Option<CardId> {
        self.titles.iter().position(|face| face.slug == slug).map(|place| CardId(place as u8))
    }

    /// All copies of a card.
    pub(crate) fn copies(&self, title: CardId) -> Pile {
        self.copies[title.index()]
    }

    /// Which card a copy is of.
    pub(crate) fn card_id_of(&self, copy: ActionCard) -> CardId {
        self.card_id_of[copy.index()]
    }

    /// Every Action card.
    pub(crate) fn whole_deck(&self) -> Pile {
        Pile::range(0, self.card_id_of.len())
    }

    /// Every List card.
    pub(crate) fn whole_list_deck(&self) -> ListSet {
        ListSet::range(0, self.lists.len())
    }

    /// Every card that answers at such a moment.
    pub(crate) const fn reactions_at(&self, moment: Moment) -> Pile {
        self.at[moment as usize]
    }

    /// The powers of the Hardware in a pile; copies count once (S4.3).
    #[inline]
    pub(crate) fn powers_in(&self, pile: Pile) -> impl Iterator<Item = Power> {
        self.card_ids_in(pile).filter_map(|title| self.powers[title.index()])
    }

    /// Those that are of the same kind as this one: of most kinds there are none.
    #[inline]
    pub(crate) fn powers_like(&self, like: Power, pile: Pile) -> impl Iterator<Item = Power> {
        self.powers_in(pile.intersection(self.hardware[like.kind()]))
    }

    /// Every Mailing whose Special Effect is used as an Action.
    pub(crate) const fn specials(&self) -> Pile {
        self.at[Moment::OwnTurn as usize]
    }

    /// Every Scam card.
    pub(crate) fn all_scams(&self) -> Pile {
        Pile::range(0, self.scams)
    }

    /// Every Mailing card.
    pub(crate) const fn all_mailings(&self) -> Pile {
        self.mailing_cards
    }

    /// The cards in a pile, each once, in order.
    pub(crate) fn card_ids_in(&self, pile: Pile) -> impl Iterator<Item = CardId> {
        let mut rest = pile;
        std::iter::from_fn(move || {
            let title = self.card_id_of(rest.first()?);
            rest = rest.difference(self.copies(title));
            Some(title)
        })
    }

    /// The cards in a pile with their copies, in order.
    pub(crate) fn cards_in(&self, pile: Pile) -> impl Iterator<Item = CardId> {
        pile.iter().map(|copy| self.card_id_of(copy))
    }

    pub(crate) fn is_scam(&self, title: CardId) -> bool {
        title.index() < self.scams
    }

    pub(crate) fn is_mailing(&self, title: CardId) -> bool {
        (self.scams..self.scams + self.mailings).contains(&title.index())
    }
}

/// A digest of everything that matters in play: names, numbers, effects, copies; not the flavour.
/// `docs/records.md` describes it.
fn digest_of(name: &str, version: u32, lists: &[ListFace], titles: &[ActionFace]) -> String {
    let mut text = format!("{name}|{version}\n");
    for ListFace { name, size, specialties, .. } in lists {
        let specialties: Vec<&str> = specialties.iter().map(crate::Specialty::slug).collect();
        text += &format!("list|{name}|{size}|{}\n", specialties.join(","));
    }
    for ActionFace { name, kind, copies, .. } in titles {
        text += &match *kind {
            Kind::Scam { category, initial } => format!("scam|{name}|{}|{initial}\n", category.slug()),
            Kind::Mailing { modifier, effect } => {
                format!("mailing|{name}|{modifier}|{}|{copies}\n", written(EFFECTS, effect))
            }
            Kind::Hardware(power) => format!("hardware|{name}|{}|{copies}\n", written(POWERS, power)),
        };
    }
    short_digest(&text)
}

impl CardSet {
    /// The small set that comes with the program, for the Demonstration Game and for a first look.
    #[must_use]
    pub fn starter() -> Self {
        Self::shipped(include_str!("../../../cards/starter.toml"))
    }

    /// The full set that comes with the program.
    #[must_use]
    pub fn standard() -> Self {
        Self::shipped(include_str!("../../../cards/standard.toml"))
    }

    /// The full set as it was before it was balanced.
    #[must_use]
    pub fn standard_1() -> Self {
        Self::shipped(include_str!("../../../cards/standard-1.toml"))
    }

    /// The small set as it was when some of its cards did something else than in the full one.
    #[must_use]
    pub fn starter_1() -> Self {
        Self::shipped(include_str!("../../../cards/starter-1.toml"))
    }

    /// Whether somebody who says this may mean the set: its name, or name and version, such as `standard-1`.
    #[must_use]
    pub fn goes_by(&self, name: &str) -> bool {
        match name.strip_prefix(self.name()) {
            Some("") => true,
            Some(rest) => rest.strip_prefix('-') == Some(&self.version().to_string()),
            None => false,
        }
    }

    fn shipped(text: &str) -> Self {
        match Self::read(text) {
            Ok(set) => set,
            Err(flaws) => unreachable!("tests read every set that comes with the program: {flaws}"),
        }
    }
}
