//! Text on the terminal: the start screen, wrapping, emphasis.

use std::io::{self, IsTerminal, Write};

use games::Level;

/// The widest a line of prose gets.
const WIDTH: usize = 96;

/// What `gruntle` shows when nothing is asked of it.
pub(crate) fn start(out: &mut impl Write) -> io::Result<()> {
    let b = |text: &str| strong(text);
    writeln!(out, "{}", b("GRUNTLE"))?;
    writeln!(out, "The modem has stopped screaming. Two games about e-mail spam are on the table:\n")?;
    writeln!(
        out,
        "  {}     a card game of 1998 for 2–6: grow Scams, mail Lists until they are disgruntled",
        b("SPAMMERS")
    )?;
    writeln!(
        out,
        "  {}  a piecepack game of 2004 for 2–6: relay stacks of spam until they stand alone\n",
        b("Spam-O-Rama")
    )?;
    writeln!(out, "What you can do now:\n")?;
    for (command, does) in [
        ("gruntle rules", "read the rules, a clause at a time"),
        ("gruntle sim spammers", "let bots play a thousand games and see who wins"),
        ("gruntle sim spammers --bots search:1000 --games 1 --aloud", "hear bots say why"),
        ("gruntle lab balance spammers", "measure what every card does for whoever holds it"),
        ("gruntle sim spam-o-rama --games 3 --records games", "keep three games as text"),
        ("gruntle lab balance spammers", "measure the balance of a game, as a page and as data"),
        ("gruntle record show FILE", "read a game as a story, whole or from one seat"),
        ("gruntle record verify FILE", "referee it again, every input and every digest"),
        ("gruntle --help", "everything else"),
    ] {
        writeln!(out, "  {command:<57} {does}")?;
    }
    writeln!(out, "\nFrom the source tree, write 'cargo run --release --' for 'gruntle'.")
}

/// The bots by level.
pub(crate) fn bots(out: &mut impl Write) -> io::Result<()> {
    for level in Level::ALL {
        let name = level.bot().to_string();
        writeln!(out, "{} {name:<14} {}", strong(&format!("{:<9}", level.title())), level.expects())?;
    }
    writeln!(
        out,
        "\nOn the command line: random, greedy, search:N (N iterations a decision, the same move on any machine) or\nsearch:Nms (N milliseconds). 'gruntle sim spammers --bots search:1000 --games 1 --aloud' lets them say why."
    )
}

/// Emphasised where a person reads.
pub(crate) fn strong(text: &str) -> String {
    if io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        format!("\x1b[1m{text}\x1b[0m")
    } else {
        text.to_owned()
    }
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
