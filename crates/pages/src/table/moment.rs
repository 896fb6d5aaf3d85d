//! Moments of log lines: the kind of event and the pieces it touched, for staging it, flashing it, or showing its
//! place.

use maud::Render;

use crate::ink::ink;

/// The kinds of moments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nothing to see.
    Plain,
    /// Somebody let something be.
    Pass,
    /// A turn began.
    Turn,
    /// A card was drawn.
    Draw,
    /// Something came into play.
    Play,
    /// A Mailing went from a Scam to a List.
    Mail,
    /// A die was rolled.
    Roll,
    /// Something grew.
    Gain,
    /// Nothing came of it.
    Flat,
    /// Something was lost or lowered.
    Loss,
    /// A List is angrier than it was.
    Gruntle,
    /// A List had enough and went.
    Storm,
    /// Something changed hands.
    Steal,
    /// Two became one.
    Merge,
    /// A Special Effect or a reaction.
    Special,
    /// A Special Effect or what it does, to the good of whose it is.
    Favour,
    /// A coin was placed.
    Place,
    /// A stack was relayed from one port to another.
    Relay,
    /// Coins were turned up.
    Reveal,
    /// Clients were paid.
    Score,
    /// A part of the game is over and another begins.
    Phase,
    /// It was won.
    Win,
}

impl Kind {
    /// The word for it in the page.
    const fn word(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Pass => "pass",
            Self::Turn => "turn",
            Self::Draw => "draw",
            Self::Play => "play",
            Self::Mail => "mail",
            Self::Roll => "roll",
            Self::Gain => "gain",
            Self::Flat => "flat",
            Self::Loss => "loss",
            Self::Gruntle => "gruntle",
            Self::Storm => "storm",
            Self::Steal => "steal",
            Self::Merge => "merge",
            Self::Special => "special",
            Self::Favour => "favour",
            Self::Place => "place",
            Self::Relay => "relay",
            Self::Reveal => "reveal",
            Self::Score => "score",
            Self::Phase => "phase",
            Self::Win => "win",
        }
    }
}

/// A moment: its kind, the pieces it was about, and the number that matters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    kind: Kind,
    about: Vec<String>,
    number: Option<i32>,
    shows: Vec<String>,
    is_certain: bool,
}

impl Moment {
    /// A moment of this kind, about these pieces.
    #[must_use]
    pub fn new<const N: usize>(kind: Kind, about: [String; N]) -> Self {
        Self { kind, about: about.into(), number: None, shows: Vec::new(), is_certain: false }
    }

    /// The same moment, as one of this kind.
    #[must_use]
    pub fn of(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// The same with the number that matters: a roll, a gain, a count.
    #[must_use]
    pub fn with(self, number: impl Into<i32>) -> Self {
        Self { number: Some(number.into()), ..self }
    }

    /// The same, of which luck could have made nothing else.
    #[must_use]
    pub fn certain(self) -> Self {
        Self { is_certain: true, ..self }
    }

    /// The same with changes shown one by one, each as glyph and number: `suns:3`.
    #[must_use]
    pub fn showing(self, shows: impl Iterator<Item = String>) -> Self {
        Self { shows: shows.collect(), ..self }
    }
}

impl Render for Moment {
    /// As attributes of the line.
    fn render_to(&self, page: &mut String) {
        if self.kind != Kind::Plain {
            page.push_str(" data-moment=\"");
            page.push_str(self.kind.word());
            page.push('"');
        }
        if let Some(number) = self.number {
            page.push_str(" data-n=\"");
            number.render_to(page);
            page.push('"');
        }
        if self.is_certain {
            page.push_str(" data-certain");
        }
        words("data-about", &self.about, page);
        words("data-shows", &self.shows, page);
    }
}

/// An attribute of several words, if there are any.
fn words(attribute: &str, words: &[String], page: &mut String) {
    for (place, word) in words.iter().enumerate() {
        if place == 0 {
            page.push(' ');
            page.push_str(attribute);
            page.push_str("=\"");
        } else {
            page.push(' ');
        }
        ink(word, page);
    }
    if !words.is_empty() {
        page.push('"');
    }
}
