//! Findings as pages, tables and plots. Knows no game: whoever has something to report fills a [`Report`], and this
//! crate draws it as one page that needs nothing else, as CSV, as Parquet and as text for the terminal.

mod model;

pub use model::*;
