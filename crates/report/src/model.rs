//! The model of a report, before it is drawn.

/// A report: prose, findings, tables and plots, and where they come from.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The question.
    pub title: String,
    /// The answer in a sentence or two.
    pub lead: String,
    /// The settings that reproduce the numbers.
    pub origin: Origin,
    /// The report in reading order.
    pub sections: Vec<Section>,
    /// Tables too long to read, for programs alone.
    pub data: Vec<Table>,
}

/// Where numbers come from, as key and value: the command, the seed, versions, digests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin(pub Vec<(&'static str, String)>);

/// A part of a report under one heading.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Its contents.
    pub blocks: Vec<Block>,
}

/// One thing in a section.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// A paragraph.
    Prose(String),
    /// Claims that were put to the test.
    Findings(Vec<Finding>),
    /// A table.
    Table(Table),
    /// A plot.
    Plot(Plot),
}

/// A claim and how it fared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How it fared.
    pub verdict: Verdict,
    /// The claim with its numbers, in a sentence.
    pub text: String,
}

/// How a claim fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It does not hold.
    Fails,
    /// These games cannot tell.
    Open,
    /// It is neither good nor bad.
    Noted,
}

/// A table with typed columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The stem of its files, in lower case with hyphens: `cards`.
    pub name: String,
    /// The caption of its rows.
    pub caption: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; each has one cell a column.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name in data files: `win_rate`. An estimate makes three columns there: `win_rate`, `win_rate_low`,
    /// `win_rate_high`.
    pub name: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// The kind of its cells.
    pub kind: Kind,
}

/// The kind of a column's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Words: [`Cell::Text`].
    Text,
    /// Whole numbers: [`Cell::Count`].
    Count,
    /// Numbers: [`Cell::Number`].
    Number(Unit),
    /// Numbers with an interval: [`Cell::Estimate`].
    Estimate(Unit),
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// As it is, with so many decimals.
    Plain(usize),
    /// A share of one, as a percentage with one decimal.
    Share,
    /// A difference of two shares, in percentage points with one decimal and a sign.
    Points,
    /// A p-value: three decimals, `< 0.001` below that.
    Chance,
}

/// A cell of a table; any cell may be [`Cell::Nothing`].
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A number.
    Number(f64),
    /// A number with an interval.
    Estimate(Estimate),
    /// Nothing to say.
    Nothing,
}

/// A number with an interval that holds the truth 95 times of 100.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// Its heading.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// How the numbers on its axis are written.
    pub unit: Unit,
    /// The figure.
    pub figure: Figure,
    /// Lines to hold the numbers against, with a word each.
    pub marks: Vec<(f64, String)>,
}

/// The figure of a plot.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    /// One dot with a whisker a row, names on the left.
    Dots(Vec<Dot>),
    /// How many games fell on each whole number from `first` on; several named series share one axis.
    Histogram {
        /// The number of the first bin.
        first: u32,
        /// Series by name, each with the share of games a bin.
        series: Vec<(String, Vec<f64>)>,
    },
    /// Named curves; points have an interval each.
    Curves {
        /// The label of the horizontal axis.
        across: String,
        /// Curves by name.
        series: Vec<(String, Vec<(f64, Estimate)>)>,
    },
    /// Squares of a board, tinted by a number; unlike a table, it keeps the places.
    Board(Vec<Square>),
}

/// A row of a dot plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Dot {
    /// Its name.
    pub name: String,
    /// Where it lies.
    pub at: Estimate,
    /// Whether it stands out.
    pub stands_out: bool,
}

/// A square of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Square {
    /// From the left, from 0.
    pub column: u32,
    /// From the top, from 0.
    pub row: u32,
    /// A short label.
    pub label: String,
    /// The value of its tint.
    pub value: f64,
}
