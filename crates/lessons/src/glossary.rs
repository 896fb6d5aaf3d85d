//! The words of the rulebooks in short.

use std::sync::LazyLock;

use games::GameName;
use serde::{Deserialize, Serialize};

use crate::told::{Fault, Place};

/// The most words about a word.
const WORDS: usize = 25;

/// A word of a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The word, as the rulebook writes it.
    pub term: String,
    /// Its meaning, in a sentence or two.
    pub says: String,
    /// The clause it rests on.
    pub clause: String,
}

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    spammers: Vec<Term>,
    spam_o_rama: Vec<Term>,
}

/// The words of a game, in alphabetical order.
#[must_use]
pub fn glossary(game: GameName) -> &'static [Term] {
    const TEXT: (&str, &str) = ("rulebook/glossary.toml", include_str!("../../../rulebook/glossary.toml"));
    static GLOSSARY: LazyLock<[Vec<Term>; 2]> = LazyLock::new(|| match read_glossary(TEXT) {
        Ok(both) => both,
        Err(wrong) => unreachable!("a test reads the glossary: {wrong}"),
    });
    match game {
        GameName::Spammers => &GLOSSARY[0],
        GameName::SpamORama => &GLOSSARY[1],
    }
}

/// Reads a glossary, with the name of its file: the words of both games, each checked.
pub fn read_glossary((name, text): (&str, &str)) -> Result<[Vec<Term>; 2], Fault> {
    let file: File = toml::from_str(text).map_err(|error| Fault::of_toml(name, text, &error))?;
    let both = [(GameName::Spammers, file.spammers), (GameName::SpamORama, file.spam_o_rama)];
    for (game, terms) in &both {
        for (place, term) in terms.iter().enumerate() {
            let before = place.checked_sub(1).map(|before| &terms[before]);
            checked(*game, term, before)
                .map_err(|what| Fault::new(name, Place::Term(term.term.clone()), what))?;
        }
    }
    Ok(both.map(|(_, terms)| terms))
}

fn checked(game: GameName, term: &Term, before: Option<&Term>) -> Result<(), String> {
    let Term { term, says, clause } = term;
    if [term, says]
        .into_iter()
        .any(|text| text.trim() != text || text.is_empty() || text.contains(char::is_control))
    {
        return Err("a term and what it means are single lines without spaces around them".to_owned());
    }
    let words = says.split_whitespace().count();
    if words > WORDS {
        return Err(format!("{words} words are said of it; {WORDS} are the most"));
    }
    if !game.rulebook().clauses.iter().any(|entry| entry.id == clause) {
        return Err(format!("the rules of {} have no clause '{clause}'", game.title()));
    }
    match before.filter(|before| order(&before.term) >= order(term)) {
        Some(before) => Err(format!("it belongs before '{}', or is there twice", before.term)),
        None => Ok(()),
    }
}

/// By what words are put in order: their letters and digits.
fn order(term: &str) -> String {
    term.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}
