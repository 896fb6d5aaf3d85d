//! Colour and quiet of the output: `--color` and `--quiet`, which hold for every command.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

use clap::ValueEnum;

/// The voice of this run; where nobody settled it, the usual one.
static VOICE: OnceLock<Voice> = OnceLock::new();

/// Colour and bold: when text is emphasised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Color {
    /// Where a person reads, unless NO_COLOR is set
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// Notices beside the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Notices {
    /// Progress bars, notices, next steps.
    #[default]
    Told,
    /// Errors alone.
    LeftOut,
}

/// The voice of the program.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Voice {
    pub(crate) color: Color,
    pub(crate) notices: Notices,
}

/// The reader of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reader {
    /// A person at a terminal.
    Person,
    /// A file, or another program.
    Program,
}

impl Reader {
    pub(crate) fn of(stream: &impl IsTerminal) -> Self {
        if stream.is_terminal() { Self::Person } else { Self::Program }
    }
}

impl Color {
    /// The colour that words on the command line ask for, before anything else about them is known to be right.
    pub(crate) fn asked(words: &[OsString]) -> Self {
        let mut words = words.iter().filter_map(|word| word.to_str()).take_while(|word| *word != "--");
        let mut asked = Self::default();
        while let Some(word) = words.next() {
            let value = if word == "--color" { words.next() } else { word.strip_prefix("--color=") };
            if let Some(color) = value.and_then(|value| Self::from_str(value, false).ok()) {
                asked = color;
            }
        }
        asked
    }

    /// Whether pictures for this reader are in true colours: where a terminal says that it has them, or on request.
    fn paints(self, reader: Reader, no_color: Option<OsString>, colorterm: Option<OsString>) -> bool {
        let has_them = colorterm.is_some_and(|says| says == "truecolor" || says == "24bit");
        self.emphasises(reader, no_color) && (has_them || self == Self::Always)
    }

    /// Whether text for this reader is emphasised. What a command line says goes before the environment.
    fn emphasises(self, reader: Reader, no_color: Option<OsString>) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => reader == Reader::Person && no_color.is_none(),
        }
    }
}

impl From<Color> for clap::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}

/// Settles the voice of this run.
pub(crate) fn settle(voice: Voice) {
    let _ = VOICE.set(voice);
}

fn voice() -> Voice {
    VOICE.get().copied().unwrap_or_default()
}

/// Whether text on standard output is emphasised.
pub(crate) fn is_emphatic() -> bool {
    voice().color.emphasises(Reader::of(&io::stdout()), std::env::var_os("NO_COLOR"))
}

/// Whether pictures on standard output are painted in true colours.
pub(crate) fn is_colourful() -> bool {
    let [no_color, colorterm] = ["NO_COLOR", "COLORTERM"].map(std::env::var_os);
    voice().color.paints(Reader::of(&io::stdout()), no_color, colorterm)
}

/// The notices of this run.
pub(crate) fn notices() -> Notices {
    voice().notices
}

/// Writes a notice to standard error.
#[cfg_attr(not(feature = "nats"), expect(dead_code, reason = "only workers are told of"))]
pub(crate) fn tell(notice: impl Display) {
    match notices() {
        Notices::Told => {
            let _ = writeln!(io::stderr(), "{notice}");
        }
        Notices::LeftOut => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(words: &[&str]) -> Color {
        Color::asked(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn the_last_colour_that_is_asked_for_counts() {
        assert_eq!(asked(&["gruntle", "bots"]), Color::Auto);
        assert_eq!(asked(&["gruntle", "bots", "--color", "never"]), Color::Never);
        assert_eq!(asked(&["gruntle", "--color=always", "--color", "mauve"]), Color::Always);
        assert_eq!(asked(&["gruntle", "--", "--color=always"]), Color::Auto);
    }

    #[test]
    fn a_person_reads_with_emphasis_unless_somebody_asks_for_none() {
        let set = || Some(OsString::from("1"));
        assert!(Color::Auto.emphasises(Reader::Person, None));
        assert!(!Color::Auto.emphasises(Reader::Person, set()));
        assert!(!Color::Auto.emphasises(Reader::Program, None));
        assert!(Color::Always.emphasises(Reader::Program, set()));
        assert!(!Color::Never.emphasises(Reader::Person, None));
    }

    #[test]
    fn a_picture_is_painted_where_the_terminal_has_true_colours_and_nobody_minds() {
        let set = |text: &str| Some(OsString::from(text));
        assert!(Color::Auto.paints(Reader::Person, None, set("truecolor")));
        assert!(Color::Auto.paints(Reader::Person, None, set("24bit")));
        assert!(!Color::Auto.paints(Reader::Person, None, None), "a terminal that says nothing");
        assert!(!Color::Auto.paints(Reader::Person, set("1"), set("truecolor")), "NO_COLOR");
        assert!(!Color::Auto.paints(Reader::Program, None, set("truecolor")));
        assert!(Color::Always.paints(Reader::Program, set("1"), None), "what is asked for goes first");
        assert!(!Color::Never.paints(Reader::Person, None, set("truecolor")));
    }
}
