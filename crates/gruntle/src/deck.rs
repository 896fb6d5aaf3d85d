//! `gruntle deck`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use games::{ActionFace, CardSet, Kind, ListFace, card_set_named, card_sets};

use crate::Trouble;
use crate::arguments::{Deck, DeckCommand};
use crate::pages::strong;

/// What a new card file begins with.
const TEMPLATE: &str = include_str!("../../../cards/template.toml");
/// How wide a drawn card is, its frame not counted.
const INSIDE: usize = 44;
/// How many cards are drawn side by side.
const ABREAST: usize = 2;
/// Card files longer than this are not ours.
const LARGEST: u64 = 4 * 1024 * 1024;

pub(crate) fn run(asked: &Deck, out: &mut impl Write) -> Result<(), Trouble> {
    match &asked.command {
        DeckCommand::List => list(out),
        DeckCommand::Show { set, card } => show(&find(set)?, card.as_deref(), out),
        DeckCommand::Check { file } => check(file, out),
        DeckCommand::Diff { a, b } => diff(&find(a)?, &find(b)?, out),
        DeckCommand::New { file } => new(file, out),
    }
}

/// The card set of this name, or in this file.
pub(crate) fn find(name: &str) -> Result<CardSet, Trouble> {
    if let Some(set) = card_set_named(name) {
        return Ok(set);
    }
    let path = Path::new(name);
    let text = read(path).map_err(|why| {
        let names: Vec<String> = card_sets().iter().map(|set| set.name().to_owned()).collect();
        Trouble::Refused(format!(
            "there is no card set '{name}': it is {} or a file, and this file cannot be read ({why})",
            names.join(", ")
        ))
    })?;
    CardSet::read(&text).map_err(|bad| {
        let first = &bad.0[0];
        let more = match bad.0.len() {
            1 => String::new(),
            count => format!("; {} more: see 'gruntle deck check {name}'", count - 1),
        };
        Trouble::Refused(format!("{name}: {first}{more}"))
    })
}

fn read(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|wrong| wrong.to_string())?.len();
    if size > LARGEST {
        return Err(format!("it has {size} bytes, and no card file has more than {LARGEST}"));
    }
    let bytes = fs::read(path).map_err(|wrong| wrong.to_string())?;
    String::from_utf8(bytes).map_err(|_| "it is not text (UTF-8)".to_owned())
}

fn list(out: &mut impl Write) -> Result<(), Trouble> {
    for set in card_sets() {
        writeln!(
            out,
            "{:<10} version {}  {} Lists, {} Action cards  {}",
            set.name(),
            set.version(),
            set.lists().len(),
            set.action_cards(),
            set.digest()
        )?;
    }
    Ok(())
}

fn check(file: &Path, out: &mut impl Write) -> Result<(), Trouble> {
    let text =
        read(file).map_err(|why| Trouble::Refused(format!("cannot read '{}': {why}", file.display())))?;
    match CardSet::read(&text) {
        Ok(set) => {
            writeln!(
                out,
                "{}: sound. '{}' version {}: {} Lists, {} Action cards, digest {}",
                file.display(),
                set.name(),
                set.version(),
                set.lists().len(),
                set.action_cards(),
                set.digest()
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

/// Text from a file that cannot play tricks on a terminal.
fn clean(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

fn new(file: &Path, out: &mut impl Write) -> Result<(), Trouble> {
    let written = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(file)
        .and_then(|mut file| file.write_all(TEMPLATE.as_bytes()));
    match written {
        Ok(()) => {
            writeln!(out, "{}: a template. Change it, then: gruntle deck check {0}", file.display())?;
            Ok(())
        }
        Err(wrong) if wrong.kind() == io::ErrorKind::AlreadyExists => {
            Err(Trouble::Refused(format!("'{}' is there already; name a file that is not", file.display())))
        }
        Err(wrong) => Err(Trouble::Refused(format!("cannot write '{}': {wrong}", file.display()))),
    }
}

/// A card as it is drawn: what stands in its title bar, its name, its text, its flavour, and how many there are.
struct Drawing {
    kind: String,
    mark: String,
    name: String,
    text: String,
    flavour: String,
    copies: u8,
}

impl Drawing {
    /// Every card of a set, Lists first.
    fn all_of(set: &CardSet) -> Vec<Self> {
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
        Self { kind, mark, name: face.name.clone(), text, flavour: face.flavour.clone(), copies: face.copies }
    }

    fn lines(&self) -> Vec<String> {
        let rule = "─".repeat(INSIDE + 2);
        let framed =
            |text: &str| format!("│ {text}{} │", " ".repeat(INSIDE.saturating_sub(text.chars().count())));
        let spread = |left: &str, right: &str| {
            let gap = INSIDE.saturating_sub(left.chars().count() + right.chars().count());
            framed(&format!("{left}{}{right}", " ".repeat(gap)))
        };
        let mut lines = vec![format!("┌{rule}┐"), spread(&self.kind, &self.mark), format!("├{rule}┤")];
        lines.extend(broken(&self.name).iter().map(|line| framed(line)));
        if !self.text.is_empty() {
            lines.push(framed(""));
            lines.extend(broken(&self.text).iter().map(|line| framed(line)));
        }
        if !self.flavour.is_empty() {
            lines.push(framed(""));
            lines.extend(broken(&format!("“{}”", self.flavour)).iter().map(|line| framed(line)));
        }
        if self.copies > 1 {
            lines.push(spread("", &format!("×{}", self.copies)));
        }
        lines.push(format!("└{rule}┘"));
        lines
    }
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

fn show(set: &CardSet, card: Option<&str>, out: &mut impl Write) -> Result<(), Trouble> {
    let all = Drawing::all_of(set);
    let wanted: Vec<&Drawing> = match card {
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
    if card.is_none() {
        writeln!(
            out,
            "{} version {}: {} Lists, {} Action cards\n",
            strong(set.name()),
            set.version(),
            set.lists().len(),
            set.action_cards()
        )?;
    }
    for row in wanted.chunks(ABREAST) {
        let drawn: Vec<Vec<String>> = row.iter().map(|drawing| drawing.lines()).collect();
        for line in 0..drawn.iter().map(Vec::len).max().unwrap_or(0) {
            let pieces =
                drawn.iter().map(|lines| lines.get(line).cloned().unwrap_or_else(|| " ".repeat(INSIDE + 4)));
            writeln!(out, "{}", pieces.collect::<Vec<_>>().join(" ").trim_end())?;
        }
    }
    Ok(())
}

/// A card as `diff` compares it.
fn summary(drawing: &Drawing) -> String {
    let copies = if drawing.copies > 1 { format!(" ×{}", drawing.copies) } else { String::new() };
    let parts: Vec<&str> =
        [drawing.mark.as_str(), drawing.text.as_str()].into_iter().filter(|part| !part.is_empty()).collect();
    format!("{}{copies}: {}", drawing.kind, parts.join(", "))
}

fn diff(a: &CardSet, b: &CardSet, out: &mut impl Write) -> Result<(), Trouble> {
    let (old, new) = (Drawing::all_of(a), Drawing::all_of(b));
    let mut changes = 0;
    for before in &old {
        match new.iter().find(|after| after.name == before.name) {
            None => {
                changes += 1;
                writeln!(out, "- {}  ({})", clean(&before.name), summary(before))?;
            }
            Some(after) if summary(after) != summary(before) => {
                changes += 1;
                writeln!(
                    out,
                    "~ {}\n    was {}\n    is  {}",
                    clean(&before.name),
                    summary(before),
                    summary(after)
                )?;
            }
            Some(after) if after.flavour != before.flavour => {
                changes += 1;
                writeln!(out, "~ {}\n    another line of flavour", clean(&before.name))?;
            }
            Some(_) => {}
        }
    }
    for after in new.iter().filter(|after| !old.iter().any(|before| before.name == after.name)) {
        changes += 1;
        writeln!(out, "+ {}  ({})", clean(&after.name), summary(after))?;
    }
    let same = if changes == 0 { "the same cards".to_owned() } else { format!("{changes} cards differ") };
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
            for drawing in Drawing::all_of(set) {
                let lines = drawing.lines();
                assert!(lines.iter().all(|line| line.chars().count() == INSIDE + 4), "{}", lines.join("\n"));
            }
        }
    }

    #[test]
    fn long_words_are_chopped() {
        assert!(broken(&"x".repeat(200)).iter().all(|line| line.chars().count() <= INSIDE));
    }
}
