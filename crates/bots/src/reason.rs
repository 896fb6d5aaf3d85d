//! Why a bot chose what it chose, in one sentence, out of what its seat may know.

use table::{Observer, Prose};

use crate::Judge;

/// The choice in words, without its consequences.
pub fn head(words: &str) -> &str {
    let words = words.split_once(". ").map_or(words, |(head, _)| head).trim_end_matches('.');
    // A colon between quotation marks belongs to the name of a card.
    match words.split_once(": ") {
        Some((head, _)) if !head.contains('\'') => head,
        Some(_) | None => words,
    }
}

/// The remark on a choice, out of the seat's knowledge; `None` without a seat.
pub fn remark<G: Judge>(from: &Observer<'_, G>, chosen: G::Action) -> Option<String> {
    from.viewer().seat().map(|seat| from.game().remark(&from.view(), seat, chosen))
}

/// A bot's reason about itself, turned to the player in its place: "I hold no Mailing" is "you hold no Mailing". The
/// names of cards stand between quotes and stay as they are.
#[must_use]
pub fn said_to_you(said: &str) -> String {
    let mut is_name = false;
    let to_you = |word: &str| {
        is_name |= word.starts_with('\'');
        let bare = word.trim_end_matches([',', ';', ':', '.']);
        let said = match bare {
            "I" | "me" if !is_name => "you",
            "my" if !is_name => "your",
            "mine" if !is_name => "yours",
            _ => bare,
        };
        is_name &= !bare.ends_with('\'');
        [said, &word[bare.len()..]].concat()
    };
    said.split(' ').map(to_you).collect::<Vec<_>>().join(" ")
}

/// The choice, the remark on it, and the bot's reason.
pub(crate) fn sentence<G: Judge>(from: &Observer<'_, G>, chosen: G::Action, thought: String) -> Prose {
    let game = from.game();
    let said: Vec<String> = remark(from, chosen).into_iter().chain([thought]).collect();
    let words = from.prompt().choice(&chosen).map(|choice| format!("{:#}", choice.says));
    let words = words.unwrap_or_else(|| game.write_action(chosen));
    Prose::from(format!("{}: {}.", head(&words), said.join("; ")))
}

/// The same of a player that compares its choices, of which there were so many.
pub(crate) fn compared<G: Judge>(
    from: &Observer<'_, G>,
    choices: &[G::Action],
    chosen: G::Action,
    none: &str,
) -> Prose {
    let thought = match choices.len() {
        1 => "I have no other choice".to_owned(),
        count => format!("of {count} choices none {none}"),
    };
    sentence(from, chosen, thought)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_bot_says_of_itself_is_said_to_you() {
        for (said, to_you) in [
            (
                "I hold no Mailing, and nothing grows without one",
                "you hold no Mailing, and nothing grows without one",
            ),
            ("it gains me 2, and I keep my cards", "it gains you 2, and you keep your cards"),
            ("it fits a Scam of mine: a higher Target", "it fits a Scam of yours: a higher Target"),
            (
                "no luck in it: I know what 'What I Owe Me' does",
                "no luck in it: you know what 'What I Owe Me' does",
            ),
        ] {
            assert_eq!(said_to_you(said), to_you);
        }
    }
}
