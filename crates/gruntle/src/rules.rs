//! `gruntle rules`.

use std::io::Write;

use games::GameName;
use table::Entry;

use crate::Trouble;
use crate::arguments::Rules;
use crate::listed::{self, plain};
use crate::terminal::{strong, wrapped};

const NOTATION: &str = include_str!("../../../rulebook/notation.md");

pub(crate) fn run(asked: &Rules, out: &mut impl Write) -> Result<(), Trouble> {
    let entries = match (asked.what.as_deref(), &asked.search) {
        (_, Some(words)) => found(words)?,
        (None, None) if asked.json => return listed::write(&listed::books(), out),
        (None, None) => return overview(out),
        (Some("notation"), None) if asked.json => {
            return Err(Trouble::Refused("'notation' has no clauses to list; leave out --json".to_owned()));
        }
        (Some("notation"), None) => return Ok(out.write_all(NOTATION.as_bytes())?),
        (Some(what), None) => named(what)?,
    };
    if asked.json {
        return listed::write(&listed::clauses(entries.into_iter()), out);
    }
    let book = asked.what.as_deref().and_then(|what| GameName::named(what).ok());
    if let Some(game) = book {
        writeln!(out, "{}", strong(game.rulebook().title))?;
    }
    print(&entries, out)
}

fn overview(out: &mut impl Write) -> Result<(), Trouble> {
    for game in GameName::ALL {
        writeln!(out, "{}", strong(game.title()))?;
        let mut chapter = "";
        for entry in &game.rulebook().clauses {
            if entry.chapter != chapter {
                chapter = entry.chapter;
                writeln!(out, "  {chapter}")?;
            }
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "Show a book, a chapter or a clause: gruntle rules spammers, gruntle rules S4, gruntle rules S4.7."
    )?;
    writeln!(
        out,
        "How moves are written: gruntle rules notation. Look for words: gruntle rules --search gruntle."
    )?;
    Ok(())
}

/// The clauses of a book or a chapter, or one clause.
fn named(what: &str) -> Result<Vec<&'static Entry>, Trouble> {
    for game in GameName::ALL {
        let book = game.rulebook();
        if what == game.name() {
            return Ok(book.clauses.iter().collect());
        }
        if let Some(entry) = book.find(what) {
            return Ok(vec![entry]);
        }
        let in_chapter =
            |entry: &&Entry| entry.chapter.split(' ').next().is_some_and(|id| id.eq_ignore_ascii_case(what));
        let chapter: Vec<&Entry> = book.clauses.iter().filter(in_chapter).collect();
        if !chapter.is_empty() {
            return Ok(chapter);
        }
    }
    Err(Trouble::Refused(format!(
        "there is no '{what}' in the rules; 'gruntle rules' lists the chapters, 'gruntle rules --search {what}' looks for the word"
    )))
}

/// Every clause that holds all of these words.
fn found(words: &str) -> Result<Vec<&'static Entry>, Trouble> {
    let found: Vec<&Entry> = GameName::ALL.iter().flat_map(|game| game.rulebook().search(words)).collect();
    if found.is_empty() {
        return Err(Trouble::Refused(format!("no clause speaks of '{words}'; try fewer or other words")));
    }
    Ok(found)
}

fn print(entries: &[&Entry], out: &mut impl Write) -> Result<(), Trouble> {
    let mut chapter = "";
    for entry in entries {
        if entry.chapter != chapter {
            chapter = entry.chapter;
            writeln!(out, "\n{}", strong(chapter))?;
        }
        writeln!(out, "{:<6} {}", entry.id, wrapped(&plain(entry.text), 7))?;
    }
    Ok(())
}
