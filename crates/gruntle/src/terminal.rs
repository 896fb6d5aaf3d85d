//! Text on the terminal: the bots, wrapping, emphasis.

use std::io::{self, Write};

use games::{GameName, Level};

use crate::voice::is_emphatic;

/// The widest a line of prose gets.
const WIDTH: usize = 96;

/// The bots by level.
pub(crate) fn bots(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{} {:<13} {:<13}",
        strong("level    "),
        GameName::Spammers.title(),
        GameName::SpamORama.title()
    )?;
    for level in Level::ALL {
        let [cards, coins] = GameName::ALL.map(|game| game.bot(level).to_string());
        let title = strong(&format!("{:<9}", level.title()));
        writeln!(out, "{title} {cards:<13} {coins:<13} {}", level.expects())?;
    }
    writeln!(
        out,
        "\nOn the command line: a level by its name (kingpin), random, greedy, noisy:N (greedy, but misjudges each choice by up to N hundredths), careless:N (greedy, but any choice in N of 100 decisions), search:N (N iterations a decision, the same move on any machine) or\nsearch:Nms (N milliseconds). 'gruntle sim spammers --bots search:1000 --games 1 --aloud' lets them say why.\nexec:COMMAND is a program of your own: docs/bot-protocol.md tells how to write one, 'gruntle bot check COMMAND' tries it."
    )
}

/// Emphasised where a person reads.
pub(crate) fn strong(text: &str) -> String {
    if is_emphatic() { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
}

/// Text from a file that cannot play tricks on a terminal.
pub(crate) fn clean(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// Prose in lines of a readable width, each after the first set in by `indent`.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH - indent {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            width = 0;
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_between_words_and_loses_none() {
        let text = "word ".repeat(60);
        let wrapped = wrapped(&text, 4);
        assert!(wrapped.lines().all(|line| line.chars().count() <= WIDTH));
        assert_eq!(wrapped.split_whitespace().count(), 60);
    }
}
