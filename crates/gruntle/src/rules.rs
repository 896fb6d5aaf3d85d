//! `gruntle rules`.

use std::io::Write;

use games::GameName;
use table::Entry;

use crate::Trouble;
use crate::arguments::Rules;
use crate::terminal::{strong, wrapped};

const NOTATION: &str = include_str!("../../../rulebook/notation.md");

pub(crate) fn run(asked: &Rules, out: &mut impl Write) -> Result<(), Trouble> {
    match (&asked.what, &asked.search) {
        (_, Some(words)) => search(words, out),
        (None, None) => overview(out),
        (Some(what), None) => show(what, out),
    }
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

fn show(what: &str, out: &mut impl Write) -> Result<(), Trouble> {
    if what == "notation" {
        out.write_all(NOTATION.as_bytes())?;
        return Ok(());
    }
    for game in GameName::ALL {
        let book = game.rulebook();
        if what == game.name() {
            writeln!(out, "{}", strong(book.title))?;
            return print(book.clauses.iter(), out);
        }
        if let Some(entry) = book.find(what) {
            return print(std::iter::once(entry), out);
        }
        let in_chapter =
            |entry: &&Entry| entry.chapter.split(' ').next().is_some_and(|id| id.eq_ignore_ascii_case(what));
        if book.clauses.iter().any(|entry| in_chapter(&entry)) {
            return print(book.clauses.iter().filter(in_chapter), out);
        }
    }
    Err(Trouble::Refused(format!(
        "there is no '{what}' in the rules; 'gruntle rules' lists the chapters, 'gruntle rules --search {what}' looks for the word"
    )))
}

fn search(words: &str, out: &mut impl Write) -> Result<(), Trouble> {
    let found: Vec<&Entry> = GameName::ALL.iter().flat_map(|game| game.rulebook().search(words)).collect();
    if found.is_empty() {
        return Err(Trouble::Refused(format!("no clause speaks of '{words}'; try fewer or other words")));
    }
    print(found.into_iter(), out)
}

fn print<'a>(entries: impl Iterator<Item = &'a Entry>, out: &mut impl Write) -> Result<(), Trouble> {
    let mut chapter = "";
    for entry in entries {
        if entry.chapter != chapter {
            chapter = entry.chapter;
            writeln!(out, "\n{}", strong(chapter))?;
        }
        let text = entry.text.replace("**", "").replace('*', "");
        writeln!(out, "{:<6} {}", entry.id, wrapped(&text, 7))?;
    }
    Ok(())
}
