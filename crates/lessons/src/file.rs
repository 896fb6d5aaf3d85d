//! A lesson as its file has it.

use serde::Deserialize;
use toml::Spanned;

/// The whole file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) game: Spanned<String>,
    pub(crate) record: Spanned<String>,
    pub(crate) intro: Spanned<String>,
    pub(crate) idle: Spanned<String>,
    pub(crate) end: Spanned<EndCard>,
    #[serde(rename = "step")]
    pub(crate) steps: Vec<Step>,
}

/// The coach's last words, when the lesson is over.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndCard {
    /// Its headline.
    pub title: String,
    /// The usual mistakes.
    #[serde(rename = "point")]
    pub points: Vec<Point>,
    /// The small print.
    pub small: Point,
}

/// A sentence and the clauses it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The sentence.
    pub says: String,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// One thing that is taught.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The headline.
    pub title: String,
    /// The coach's words.
    pub says: String,
    /// The one thing to do; where nothing is expected, what the button says.
    #[serde(rename = "do")]
    pub todo: String,
    /// The actions that are expected, in order and notation; none where the step is only read.
    #[serde(default)]
    pub(crate) expects: Vec<String>,
    /// Highlights: pieces by name, or `#id` and `.class` of the page.
    #[serde(default)]
    pub frames: Vec<String>,
    /// The clauses that are taught.
    pub clauses: Vec<String>,
    /// The coach's remark on a click on nothing in particular.
    pub elsewhere: String,
    /// The coach's remarks in passing while others play.
    #[serde(default)]
    pub asides: Vec<String>,
    /// The coach's remarks on other actions; the first that fits is taken.
    #[serde(default)]
    pub otherwise: Vec<Otherwise>,
}

impl Step {
    /// The actions that are expected, in order and notation.
    #[must_use]
    pub fn expects(&self) -> &[String] {
        &self.expects
    }
}

/// The coach's remark on some other actions.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Otherwise {
    /// The forms of these actions in notation, `*` for anything.
    pub when: Vec<String>,
    /// The clause that forbids them, where they are not legal anyway.
    pub refused: Option<String>,
    /// The coach's words.
    pub says: String,
}
