//! Lists as JSON for programs (`--json`): one value each, with field names that stay.

use std::io::Write;

use games::{BuiltIn, CardSet, Change, GameName, Level, Network, Printed, card_sets, differences};
use lessons::Puzzle;
use serde_json::{Value, json};
use server::admin::Listed;
use table::Entry;

use crate::Trouble;

/// Writes one value, as people can read it, too.
pub(crate) fn write(value: &Value, out: &mut impl Write) -> Result<(), Trouble> {
    Ok(writeln!(out, "{value:#}")?)
}

/// `gruntle bots --json`
pub(crate) fn bots() -> Value {
    let bot = |level: Level| {
        let [spammers, spam_o_rama] = GameName::ALL.map(|game| game.bot(level).to_string());
        json!({
            "level": level.title(),
            "spammers": spammers,
            "spam_o_rama": spam_o_rama,
            "expects": level.expects(),
        })
    };
    Level::ALL.into_iter().map(bot).collect()
}

/// `gruntle deck list --json`
pub(crate) fn decks() -> Value {
    card_sets().iter().map(|set| deck(set)).collect()
}

fn deck(set: &CardSet) -> Value {
    json!({
        "name": set.name(),
        "version": set.version(),
        "lists": set.lists().len(),
        "action_cards": set.action_cards(),
        "digest": set.digest().to_string(),
    })
}

/// `gruntle deck show --json`
pub(crate) fn cards(set: &CardSet, wanted: &[&Printed]) -> Value {
    let card = |card: &&Printed| {
        json!({
            "name": card.name,
            "kind": card.kind,
            "mark": card.mark,
            "text": card.text,
            "flavour": card.flavour,
            "copies": card.copies,
        })
    };
    json!({ "set": deck(set), "cards": wanted.iter().map(card).collect::<Vec<_>>() })
}

/// `gruntle deck diff --json`
pub(crate) fn deck_changes(a: &CardSet, b: &CardSet) -> Value {
    let change = |(card, change): &(String, Change)| {
        let (what, was, is) = match change {
            Change::Gone(was) => ("gone", Some(was), None),
            Change::New(is) => ("new", None, Some(is)),
            Change::Different(was, is) => ("different", Some(was), Some(is)),
            Change::Flavour => ("flavour", None, None),
        };
        json!({ "card": card, "change": what, "was": was, "is": is })
    };
    let changes: Vec<Value> = differences(a, b).iter().map(change).collect();
    json!({ "a": deck(a), "b": deck(b), "changes": changes })
}

/// `gruntle network list --json`
pub(crate) fn networks() -> Value {
    BuiltIn::ALL.iter().map(|one| network(&one.network())).collect()
}

/// `gruntle network show --json`
pub(crate) fn network(network: &Network) -> Value {
    json!({
        "name": network.name(),
        "columns": network.columns(),
        "rows": network.rows(),
        "connections": network.connections(),
        "map": network.map(),
        "digest": network.digest(),
    })
}

/// `gruntle admin list --json`
pub(crate) fn matches(matches: &[Listed]) -> Value {
    let one = |one: &Listed| {
        json!({
            "code": one.code,
            "game": one.game,
            "stage": one.stage,
            "opened": one.opened,
            "lines": one.lines,
            "names": one.names,
        })
    };
    matches.iter().map(one).collect()
}

/// `gruntle puzzle GAME --json`
pub(crate) fn puzzles(all: &[Puzzle]) -> Value {
    let puzzle = |puzzle: &Puzzle| {
        json!({
            "number": puzzle.number,
            "game": puzzle.game.name(),
            "difficulty": puzzle.difficulty,
            "theme": puzzle.theme,
            "seat": puzzle.seat.to_string(),
            "choices": puzzle.options.len(),
        })
    };
    all.iter().map(puzzle).collect()
}

/// `gruntle rules --json`
pub(crate) fn books() -> Value {
    let chapter = |clauses: &[Entry]| {
        let (id, title) = heading(clauses[0].chapter);
        let ids: Vec<&str> = clauses.iter().map(|clause| clause.id).collect();
        json!({ "id": id, "title": title, "clauses": ids })
    };
    let book = |game: GameName| {
        let chapters = game.rulebook().clauses.chunk_by(|one, next| one.chapter == next.chapter);
        json!({ "game": game.name(), "title": game.title(), "chapters": chapters.map(chapter).collect::<Vec<_>>() })
    };
    GameName::ALL.into_iter().map(book).collect()
}

/// `gruntle rules --search WORDS --json`, and `gruntle rules S4 --json`
pub(crate) fn clauses<'a>(entries: impl Iterator<Item = &'a Entry>) -> Value {
    let clause = |entry: &Entry| {
        let (chapter, title) = heading(entry.chapter);
        json!({ "id": entry.id, "chapter": chapter, "chapter_title": title, "text": plain(entry.text) })
    };
    entries.map(clause).collect()
}

/// The words of a clause without what makes them bold or slanted.
pub(crate) fn plain(text: &str) -> String {
    text.replace("**", "").replace('*', "")
}

/// The number and the title of a chapter.
fn heading(chapter: &str) -> (&str, &str) {
    chapter.split_once(' ').unwrap_or((chapter, ""))
}
