//! The words of card files: every effect and power by name, with the number or word it takes. Card files are
//! read by this table, `docs/cards.md` is held against it, and a test writes every line of it as a card.

use std::fmt::Display;

use table::Clause;

use crate::card::{Category, Specialty};
use crate::effect::{Effect, Moment};
use crate::power::Power;

/// The kind of parameter behind the name of an effect in a card file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// Nothing: `effect = "reroll"`.
    Nothing,
    /// A whole number from the first to the second: `effect = { draw-cards = 2 }`.
    Number(u8, u8),
    /// A Specialty: `effect = { add-specialty = "adult" }`.
    Specialty,
    /// A category and a number: `effect = { category-bonus = { category = "adult", bonus = 2 } }`.
    CategoryBonus(u8, u8),
}

/// A parsed argument behind the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// Nothing.
    Nothing,
    /// A number.
    Number(u8),
    /// A Specialty.
    Specialty(Specialty),
    /// A category and a number.
    CategoryBonus(Category, u8),
}

/// One word of the vocabulary.
#[derive(Clone, Copy)]
pub struct Word<T: 'static> {
    /// The name in card files.
    pub name: &'static str,
    /// Its parameter.
    pub parameter: Parameter,
    make: fn(Argument) -> Option<T>,
}

impl<T> Word<T> {
    /// The effect with this argument, if it is of the right kind and within bounds.
    #[must_use]
    pub fn with(&self, argument: Argument) -> Option<T> {
        let fits = match (self.parameter, argument) {
            (Parameter::Nothing, Argument::Nothing) | (Parameter::Specialty, Argument::Specialty(_)) => true,
            (Parameter::Number(from, to), Argument::Number(number))
            | (Parameter::CategoryBonus(from, to), Argument::CategoryBonus(_, number)) => {
                (from..=to).contains(&number)
            }
            (
                Parameter::Nothing
                | Parameter::Specialty
                | Parameter::Number(..)
                | Parameter::CategoryBonus(..),
                Argument::Nothing
                | Argument::Specialty(_)
                | Argument::Number(_)
                | Argument::CategoryBonus(..),
            ) => false,
        };
        if fits { (self.make)(argument) } else { None }
    }

    /// How it is written in a card file, with the smallest argument it takes.
    #[must_use]
    pub fn example(&self) -> String {
        let name = self.name;
        match self.parameter {
            Parameter::Nothing => format!("\"{name}\""),
            Parameter::Number(from, _) => format!("{{ {name} = {from} }}"),
            Parameter::Specialty => format!("{{ {name} = \"free-stuff\" }}"),
            Parameter::CategoryBonus(from, _) => {
                format!("{{ {name} = {{ category = \"adult\", bonus = {from} }} }}")
            }
        }
    }

    /// An argument it takes, the smallest there is.
    #[must_use]
    pub const fn smallest(&self) -> Argument {
        match self.parameter {
            Parameter::Nothing => Argument::Nothing,
            Parameter::Number(from, _) => Argument::Number(from),
            Parameter::Specialty => Argument::Specialty(Specialty::FreeStuff),
            Parameter::CategoryBonus(from, _) => Argument::CategoryBonus(Category::Adult, from),
        }
    }
}

macro_rules! words {
    ($type:ident: $($name:literal $kind:ident $bounds:tt $variant:ident),+ $(,)?) => {
        &[$(words!(@ $type $name $kind $bounds $variant)),+]
    };
    (@ $type:ident $name:literal plain () $variant:ident) => {
        Word {
            name: $name,
            parameter: Parameter::Nothing,
            make: |argument| matches!(argument, Argument::Nothing).then_some($type::$variant),
        }
    };
    (@ $type:ident $name:literal number ($from:literal, $to:literal) $variant:ident) => {
        Word {
            name: $name,
            parameter: Parameter::Number($from, $to),
            make: |argument| if let Argument::Number(n) = argument { Some($type::$variant(n)) } else { None },
        }
    };
    (@ $type:ident $name:literal specialty () $variant:ident) => {
        Word {
            name: $name,
            parameter: Parameter::Specialty,
            make: |argument| if let Argument::Specialty(s) = argument { Some($type::$variant(s)) } else { None },
        }
    };
    (@ $type:ident $name:literal category ($from:literal, $to:literal) $variant:ident) => {
        Word {
            name: $name,
            parameter: Parameter::CategoryBonus($from, $to),
            make: |argument| {
                if let Argument::CategoryBonus(c, n) = argument { Some($type::$variant(c, n)) } else { None }
            },
        }
    };
}

/// Every Special Effect, in the order of the rulebook.
pub const EFFECTS: &[Word<Effect>] = words![Effect:
    "adjust-rating" number (1, 9) AdjustRating,
    "raise-rating" number (1, 9) RaiseRating,
    "lower-rating" number (1, 9) LowerRating,
    "steal-rating" number (1, 9) StealRating,
    "add-gruntles" number (1, 9) AddGruntles,
    "remove-gruntles" number (1, 99) RemoveGruntles,
    "move-gruntles" number (1, 9) MoveGruntles,
    "add-specialty" specialty () AddSpecialty,
    "remove-specialty" plain () RemoveSpecialty,
    "take-unwashed-list" number (1, 99) TakeUnwashedList,
    "steal-list" number (1, 99) StealList,
    "release-list" plain () ReleaseList,
    "split-list" plain () SplitList,
    "disband-list" plain () DisbandList,
    "draw-cards" number (1, 6) DrawCards,
    "steal-card" plain () StealCard,
    "peek-at-hand" plain () PeekAtHand,
    "force-discard" plain () ForceDiscard,
    "take-discard" plain () TakeDiscard,
    "destroy-hardware" plain () DestroyHardware,
    "steal-hardware" plain () StealHardware,
    "extra-actions" number (1, 6) ExtraActions,
    "extra-mailing" plain () ExtraMailing,
    "shift-target" number (1, 9) ShiftTarget,
    "shift-roll" number (1, 5) ShiftRoll,
    "reroll" plain () Reroll,
    "cancel-special" plain () CancelSpecial,
    "shield-scam" plain () ShieldScam,
    "hold-list" plain () HoldList,
];

/// Everything Hardware can do, in the order of the rulebook. Bounds keep out what would change nothing.
pub const POWERS: &[Word<Power>] = words![Power:
    "mail-others-lists" plain () MailOthersLists,
    "scam-limit" number (6, 20) ScamLimit,
    "hand-limit" number (10, 30) HandLimit,
    "mailings-per-turn" number (2, 9) MailingsPerTurn,
    "actions-per-turn" number (4, 9) ActionsPerTurn,
    "target-bonus" number (1, 9) TargetBonus,
    "category-bonus" category (1, 9) CategoryBonus,
    "unwashed-bonus" number (1, 9) UnwashedBonus,
    "specialty-bonus" number (1, 9) SpecialtyBonus,
    "free-lists" plain () FreeLists,
    "patient-lists" plain () PatientLists,
    "protect-scams" plain () ProtectScams,
    "protect-lists" plain () ProtectLists,
    "protect-hardware" plain () ProtectHardware,
    "protect-hand" plain () ProtectHand,
];

/// The whole vocabulary as Markdown: how each effect is written, what its card then says, and its clause.
#[must_use]
pub fn vocabulary_table() -> String {
    fn section<T: Display + Copy>(
        title: &str,
        words: &[&Word<T>],
        clause: impl Fn(T) -> Clause,
        into: &mut String,
    ) {
        *into += &format!(
            "### {title}\n\n| write `effect =` | number | the card says | clause |\n|---|---|---|---|\n"
        );
        for word in words {
            let Some(effect) = word.with(word.smallest()) else {
                continue;
            };
            let range = match word.parameter {
                Parameter::Nothing | Parameter::Specialty => String::new(),
                Parameter::Number(from, to) | Parameter::CategoryBonus(from, to) => format!("{from}–{to}"),
            };
            *into += &format!("| `{}` | {range} | {effect} | {} |\n", word.example(), clause(effect));
        }
        *into += "\n";
    }
    let reacts = |word: &&Word<Effect>| {
        word.with(word.smallest()).is_some_and(|effect| effect.moment() != Moment::OwnTurn)
    };
    let (reactions, actions): (Vec<_>, Vec<_>) = EFFECTS.iter().partition(reacts);
    let mut text = String::new();
    section("Special Effects of Mailings", &actions, Effect::clause, &mut text);
    section("Reactions", &reactions, Effect::clause, &mut text);
    section("Hardware", &POWERS.iter().collect::<Vec<_>>(), Power::clause, &mut text);
    text
}

/// An effect in a word and its argument, as the digest of a card set has it: `adjust-rating 2`.
pub(crate) fn written<T: PartialEq + Copy>(words: &[Word<T>], effect: T) -> String {
    for word in words {
        let arguments: Vec<(Argument, String)> = match word.parameter {
            Parameter::Nothing => vec![(Argument::Nothing, String::new())],
            Parameter::Number(from, to) => {
                (from..=to).map(|number| (Argument::Number(number), format!(" {number}"))).collect()
            }
            Parameter::Specialty => {
                Specialty::ALL.map(|one| (Argument::Specialty(one), format!(" {}", one.slug()))).to_vec()
            }
            Parameter::CategoryBonus(from, to) => Category::ALL
                .into_iter()
                .flat_map(|of| (from..=to).map(move |bonus| (of, bonus)))
                .map(|(of, bonus)| (Argument::CategoryBonus(of, bonus), format!(" {} {bonus}", of.slug())))
                .collect(),
        };
        let found = arguments.into_iter().find(|(argument, _)| word.with(*argument) == Some(effect));
        if let Some((_, text)) = found {
            return format!("{}{text}", word.name);
        }
    }
    String::new()
}
