//! Clauses: the numbered sentences of a rulebook that code, refusals, events and tests cite.

use std::fmt;

/// The id of one clause, such as `S4.7`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause(pub &'static str);

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// How a clause came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It restates the original document.
    Document,
    /// We decided it where the document is silent, wholly or in part.
    Ruling,
    /// The document had it in a figure that is lost.
    Reconstruction,
    /// New work.
    Ours,
}

/// One clause with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The id, such as `S4.7`.
    pub id: &'static str,
    /// The heading of the chapter it stands under.
    pub chapter: &'static str,
    /// The words.
    pub text: &'static str,
    /// How it came to be.
    pub origin: Origin,
    /// Why no test cites it, if none can.
    pub untested: Option<&'static str>,
}

/// A rulebook: the clauses of one game in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rulebook {
    /// The title of the book.
    pub title: &'static str,
    /// The clauses in reading order.
    pub clauses: Vec<Entry>,
}

impl Rulebook {
    /// Reads a rulebook in our Markdown: `# title`, `## chapter`, `- ID text`; other lines are commentary.
    /// `<!-- untested: reason -->` at the end of a clause says why no test cites it.
    #[must_use]
    pub fn read(text: &'static str) -> Self {
        let mut title = "";
        let mut chapter = "";
        let mut clauses = Vec::new();
        for line in text.lines() {
            if let Some(heading) = line.strip_prefix("# ") {
                title = heading;
            } else if let Some(heading) = line.strip_prefix("## ") {
                chapter = heading;
            } else if let Some((id, text)) = line.strip_prefix("- ").and_then(|rest| rest.split_once(' '))
                && is_clause_id(id)
            {
                let (text, untested) = match text.split_once("<!-- untested: ") {
                    Some((text, reason)) => (text.trim_end(), reason.strip_suffix(" -->")),
                    None => (text, None),
                };
                clauses.push(Entry { id, chapter, text, origin: origin_of(text), untested });
            }
        }
        Self { title, clauses }
    }

    /// The clause with this id, ignoring case.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Entry> {
        self.clauses.iter().find(|entry| entry.id.eq_ignore_ascii_case(id))
    }

    /// Every clause whose words, id or chapter hold all of these words, ignoring case.
    pub fn search<'a>(&'a self, words: &str) -> impl Iterator<Item = &'a Entry> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        self.clauses.iter().filter(move |entry| {
            let hay = format!("{} {} {}", entry.id, entry.chapter, entry.text).to_lowercase();
            words.iter().all(|word| hay.contains(word.as_str()))
        })
    }
}

fn origin_of(text: &str) -> Origin {
    if text.contains("[ruling]") {
        Origin::Ruling
    } else if text.contains("[reconstruction]") {
        Origin::Reconstruction
    } else if text.contains("[ours]") {
        Origin::Ours
    } else {
        Origin::Document
    }
}

/// Whether a word has the form of a clause id: letter, chapter, dot, number.
#[must_use]
pub fn is_clause_id(word: &str) -> bool {
    let Some(rest) = word.strip_prefix(|first: char| first.is_ascii_uppercase()) else {
        return false;
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    rest.split_once('.').is_some_and(|(chapter, number)| is_number(chapter) && is_number(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "# Toy\nprose\n## T1 Things\n- T1.1 A die.\n- T1.2 **[ruling]** A cup. <!-- untested: flavour -->\n- not a clause\n";

    #[test]
    fn reads_clauses_with_their_origin() {
        let book = Rulebook::read(BOOK);
        assert_eq!(book.title, "Toy");
        assert_eq!(book.clauses.len(), 2);
        assert_eq!(book.find("t1.1").unwrap().chapter, "T1 Things");
        let cup = book.find("T1.2").unwrap();
        assert_eq!((cup.origin, cup.untested), (Origin::Ruling, Some("flavour")));
        assert_eq!(cup.text, "**[ruling]** A cup.");
    }

    #[test]
    fn searches_every_word_in_any_case() {
        let book = Rulebook::read(BOOK);
        let found: Vec<_> = book.search("things CUP").map(|entry| entry.id).collect();
        assert_eq!(found, ["T1.2"]);
    }

    #[test]
    fn ids_have_one_form() {
        assert!(["S4.7", "R12.10"].into_iter().all(is_clause_id));
        assert!(["4.7", "S4", "S4.", "S.7", "s4.7", "S4.7a", "É1.1"].into_iter().all(|id| !is_clause_id(id)));
    }
}
