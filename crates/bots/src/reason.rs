//! Why a bot chose what it chose, in one sentence, out of what its seat may know.

use table::{Observer, Prose};

use crate::Judge;

/// What a choice is, without what it would do.
pub fn head(words: &str) -> &str {
    let words = words.split_once(". ").map_or(words, |(head, _)| head).trim_end_matches('.');
    // A colon between quotation marks belongs to the name of a card.
    match words.split_once(": ") {
        Some((head, _)) if !head.contains('\'') => head,
        Some(_) | None => words,
    }
}

/// What can be said of a choice beside its chances, out of what the seat may know; nothing without a seat.
pub fn remark<G: Judge>(from: &Observer<'_, G>, chosen: G::Action) -> Option<String> {
    from.viewer().seat().map(|seat| from.game().remark(&from.view(), seat, chosen))
}

/// The choice, what can be said of it, and what the bot thought.
pub(crate) fn sentence<G: Judge>(from: &Observer<'_, G>, chosen: G::Action, thought: String) -> Prose {
    let game = from.game();
    let said: Vec<String> = remark(from, chosen).into_iter().chain([thought]).collect();
    let words = from.prompt().choice(&chosen).map(|choice| format!("{:#}", choice.says));
    let words = words.unwrap_or_else(|| game.write_action(chosen));
    Prose::from(format!("{}: {}.", head(&words), said.join("; ")))
}
