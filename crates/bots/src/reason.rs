//! Why a bot chose what it chose, in one sentence, out of what its seat may know.

use table::{Luck, Observer, Prose, Purpose, Seat, Seed};

use crate::Judge;

/// Tables imagined to say something about a choice.
const TABLES: usize = 8;

/// What a choice is, without what it would do.
fn head(words: &str) -> &str {
    let words = words.split_once(". ").map_or(words, |(head, _)| head).trim_end_matches('.');
    // A colon between quotation marks belongs to the name of a card.
    match words.split_once(": ") {
        Some((head, _)) if !head.contains('\'') => head,
        Some(_) | None => words,
    }
}

/// What can be said of a choice out of what a seat may know.
#[must_use]
pub fn remark<G: Judge>(
    game: &G,
    view: &G::View,
    seat: Seat,
    action: G::Action,
    seed: Seed,
) -> Option<String> {
    let mut luck = seed.luck(Purpose::Trial);
    let tables: Vec<G::State> = (0..TABLES).map(|_| game.imagine(view, &mut luck)).collect();
    game.remark(&tables, seat, action)
}

/// The choice, what can be said of it, and what the bot thought.
pub(crate) fn sentence<G: Judge>(
    from: &Observer<'_, G>,
    chosen: G::Action,
    luck: &mut impl Luck,
    thought: String,
) -> Prose {
    let game = from.game();
    let view = from.view();
    let tables: Vec<G::State> = (0..TABLES).map(|_| game.imagine(&view, luck)).collect();
    let remark = from.viewer().seat().and_then(|seat| game.remark(&tables, seat, chosen));
    let said: Vec<String> = remark.into_iter().chain([thought]).collect();
    let choices = from.prompt().choices;
    let words =
        choices.into_iter().find(|choice| choice.action == chosen).map(|choice| format!("{:#}", choice.says));
    let words = words.unwrap_or_else(|| game.write_action(chosen));
    Prose::from(format!("{}: {}.", head(&words), said.join("; ")))
}
