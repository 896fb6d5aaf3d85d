//! `gruntle deck`.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use games::{
    CardSet, CardText, Change, Printed, card_set_at, card_sets, card_text_at, differences, read_card_file,
};

use crate::Trouble;
use crate::arguments::{Deck, DeckCommand};
use crate::files::write_new;
use crate::half_blocks::{self, Paint};
use crate::listed;
use crate::options::Pictures;
use crate::terminal::{clean, strong};
use crate::voice::{Reader, is_colourful};

/// The template of a card file.
const TEMPLATE: &str = include_str!("../../../cards/template.toml");
/// How wide a drawn card is, its frame not counted.
const INSIDE: usize = 44;
/// How many cards are drawn side by side.
const ABREAST: usize = 2;

pub(crate) fn run(asked: &Deck, out: &mut impl Write) -> Result<(), Trouble> {
    match &asked.command {
        DeckCommand::List { json: true } => listed::write(&listed::decks(), out),
        DeckCommand::List { json: false } => list(out),
        DeckCommand::Show { set, card, picture, json } => {
            let set = find(set)?;
            let all = Printed::all_of(&set);
            let wanted = wanted(&set, &all, card.as_deref())?;
            let paint = paint(*picture);
            match (json, card) {
                (true, _) => listed::write(&listed::cards(&set, &wanted), out),
                (false, Some(_)) => draw(&wanted, paint, out),
                (false, None) => {
                    headed(&set, out)?;
                    draw(&wanted, paint, out)
                }
            }
        }
        DeckCommand::Check { file } => check(file, out),
        DeckCommand::Diff { a, b, json: true } => {
            listed::write(&listed::deck_changes(&*find(a)?, &*find(b)?), out)
        }
        DeckCommand::Diff { a, b, json: false } => diff(&*find(a)?, &*find(b)?, out),
        DeckCommand::New { file, from } => new(file, from.as_deref(), out),
    }
}

/// The card set of this name, or in this file.
pub(crate) fn find(name: &str) -> Result<Arc<CardSet>, Trouble> {
    card_set_at(name).map_err(|wrong| Trouble::Refused(wrong.to_string()))
}

/// The card set of this name, or in this file, as its author wrote it.
pub(crate) fn find_text(name: &str) -> Result<CardText, Trouble> {
    card_text_at(name).map_err(|wrong| Trouble::Refused(wrong.to_string()))
}

fn list(out: &mut impl Write) -> Result<(), Trouble> {
    for set in card_sets() {
        let (name, version, digest) = (set.name(), set.version(), set.digest());
        let (lists, cards) = (set.lists().len(), set.action_cards());
        writeln!(out, "{name:<10} version {version}  {lists} Lists, {cards} Action cards  {digest}")?;
    }
    Ok(())
}

fn check(file: &Path, out: &mut impl Write) -> Result<(), Trouble> {
    let text = read_card_file(file)
        .map_err(|why| Trouble::Refused(format!("cannot read '{}': {why}", file.display())))?;
    match CardSet::read(&text) {
        Ok(set) => {
            let (file, name, version, digest) = (file.display(), set.name(), set.version(), set.digest());
            let (lists, cards) = (set.lists().len(), set.action_cards());
            writeln!(
                out,
                "{file}: sound. '{name}' version {version}: {lists} Lists, {cards} Action cards, digest {digest}"
            )?;
            Ok(())
        }
        Err(bad) => {
            for flaw in &bad.0 {
                writeln!(out, "{}: {}", file.display(), clean(&flaw.to_string()))?;
            }
            Err(Trouble::Wrong(match bad.0.len() {
                1 => "one fault".to_owned(),
                count => format!("{count} faults"),
            }))
        }
    }
}

fn new(file: &Path, from: Option<&str>, out: &mut impl Write) -> Result<(), Trouble> {
    let (text, what) = match from {
        None => (TEMPLATE.to_owned(), "a template".to_owned()),
        Some(name) => {
            let whole = find_text(name)?;
            let (set, version) = (whole.set().name().to_owned(), whole.set().version());
            let copy = whole.called(&name_of(file), 1).map_err(|bad| Trouble::Refused(bad.to_string()))?;
            let origin = format!("'{set}' version {version}");
            (format!("# Begun from {origin}.\n{}", copy.text()), format!("the cards of {origin}"))
        }
    };
    write_new(file, &text)?;
    writeln!(out, "{}: {what}. Change it, then: gruntle deck check {0}", file.display())?;
    Ok(())
}

/// The name of a set that a file is to hold: that of the file.
fn name_of(file: &Path) -> String {
    CardSet::tidy_name(&file.file_stem().unwrap_or_default().to_string_lossy())
}

/// How pictures are painted on standard output; `None` where none are drawn.
fn paint(asked: Pictures) -> Option<Paint> {
    let paint = if is_colourful() { Paint::TrueColours } else { Paint::Plain };
    asked.are_for(Reader::of(&io::stdout())).then_some(paint)
}

/// A card in its frame, with its picture where it is painted.
fn drawn(card: &Printed, paint: Option<Paint>) -> Vec<String> {
    let rule = "─".repeat(INSIDE + 2);
    let framed =
        |text: &str| format!("│ {text}{} │", " ".repeat(INSIDE.saturating_sub(text.chars().count())));
    let spread = |left: &str, right: &str| {
        let gap = INSIDE.saturating_sub(left.chars().count() + right.chars().count());
        framed(&format!("{left}{}{right}", " ".repeat(gap)))
    };
    let mut lines = vec![format!("┌{rule}┐"), spread(&card.kind, &card.mark), format!("├{rule}┤")];
    if let Some(paint) = paint {
        let rows: Vec<&[u8]> = card.picture.drawing().rows().map(<[u8; _]>::as_slice).collect();
        let room = INSIDE.saturating_sub(rows.first().map_or(0, |row| row.len()));
        let (before, after) = (" ".repeat(room / 2), " ".repeat(room - room / 2));
        lines.extend(half_blocks::lines(&rows, paint).iter().map(|row| format!("│ {before}{row}{after} │")));
    }
    lines.extend(broken(&card.name).iter().map(|line| framed(line)));
    if !card.text.is_empty() {
        lines.push(framed(""));
        lines.extend(broken(&card.text).iter().map(|line| framed(line)));
    }
    if !card.flavour.is_empty() {
        lines.push(framed(""));
        lines.extend(broken(&format!("“{}”", card.flavour)).iter().map(|line| framed(line)));
    }
    if card.copies > 1 {
        lines.push(spread("", &format!("×{}", card.copies)));
    }
    lines.push(format!("└{rule}┘"));
    lines
}

/// Text in lines that fit inside a card.
fn broken(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in clean(text).split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= INSIDE => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.extend(chopped(word)),
        }
    }
    lines
}

/// A word in pieces none of which is wider than a card.
fn chopped(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    letters.chunks(INSIDE).map(|piece| piece.iter().collect()).collect()
}

/// The cards of this name; if there is none, those with this in their name; without a name all.
fn wanted<'a>(set: &CardSet, all: &'a [Printed], card: Option<&str>) -> Result<Vec<&'a Printed>, Trouble> {
    let wanted: Vec<&Printed> = match card {
        None => all.iter().collect(),
        Some(part) => {
            let part = part.to_lowercase();
            let exactly =
                all.iter().filter(|drawing| drawing.name.to_lowercase() == part).collect::<Vec<_>>();
            if exactly.is_empty() {
                all.iter().filter(|drawing| drawing.name.to_lowercase().contains(&part)).collect()
            } else {
                exactly
            }
        }
    };
    if wanted.is_empty() {
        let card = card.unwrap_or_default();
        return Err(Trouble::Refused(format!(
            "no card of '{}' has '{card}' in its name; 'gruntle deck show {0}' shows them all",
            set.name()
        )));
    }
    Ok(wanted)
}

/// The heading above the cards of a whole set.
fn headed(set: &CardSet, out: &mut impl Write) -> Result<(), Trouble> {
    let (name, version) = (strong(set.name()), set.version());
    let (lists, action_cards) = (set.lists().len(), set.action_cards());
    writeln!(out, "{name} version {version}: {lists} Lists, {action_cards} Action cards\n")?;
    Ok(())
}

/// Draws cards side by side.
fn draw(wanted: &[&Printed], paint: Option<Paint>, out: &mut impl Write) -> Result<(), Trouble> {
    for row in wanted.chunks(ABREAST) {
        let lines: Vec<Vec<String>> = row.iter().map(|card| drawn(card, paint)).collect();
        for line in 0..lines.iter().map(Vec::len).max().unwrap_or(0) {
            let pieces =
                lines.iter().map(|lines| lines.get(line).cloned().unwrap_or_else(|| " ".repeat(INSIDE + 4)));
            writeln!(out, "{}", pieces.collect::<Vec<_>>().join(" ").trim_end())?;
        }
    }
    Ok(())
}

/// Says in what two sets differ.
pub(crate) fn diff(a: &CardSet, b: &CardSet, out: &mut impl Write) -> Result<(), Trouble> {
    let changes = differences(a, b);
    for (name, change) in &changes {
        let name = clean(name);
        match change {
            Change::Gone(was) => writeln!(out, "- {name}  ({was})")?,
            Change::New(is) => writeln!(out, "+ {name}  ({is})")?,
            Change::Different(was, is) => writeln!(out, "~ {name}\n    was {was}\n    is  {is}")?,
            Change::Flavour => writeln!(out, "~ {name}\n    another line of flavour")?,
        }
    }
    let same = match changes.len() {
        0 => "the same cards".to_owned(),
        count => format!("{count} cards differ"),
    };
    writeln!(out, "{} {} and {} {}: {same}", a.name(), a.version(), b.name(), b.version())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_checks_clean() {
        CardSet::read(TEMPLATE).unwrap_or_else(|flaws| panic!("{flaws}"));
    }

    #[test]
    fn every_line_of_a_drawn_card_is_as_wide_as_the_next() {
        for set in card_sets() {
            for card in Printed::all_of(set) {
                for paint in [None, Some(Paint::Plain)] {
                    let lines = drawn(&card, paint);
                    let is_whole = lines.iter().all(|line| line.chars().count() == INSIDE + 4);
                    assert!(is_whole, "{}", lines.join("\n"));
                }
            }
        }
    }

    #[test]
    fn long_words_are_chopped() {
        assert!(broken(&"x".repeat(200)).iter().all(|line| line.chars().count() <= INSIDE));
    }
}
