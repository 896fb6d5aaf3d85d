//! Findings as pages, tables and plots, without knowing any game: a caller fills a [`Report`], and this crate draws it
//! as one self-contained page, as CSV, as Parquet (feature `parquet`) and as text for the terminal.

mod csv_text;
mod describe;
mod field;
mod folder;
mod model;
mod number;
mod page;
#[cfg(feature = "parquet")]
mod parquet;
mod plot;
mod stem;
mod text;

pub use csv_text::csv;
pub use folder::{write, write_whole};
pub use model::{
    Block, Cell, Column, Dot, Estimate, Figure, Finding, Kind, Origin, Plot, Report, Section, Square, Table,
    Unit, Verdict,
};
pub use number::grouped;
pub use page::page;
#[cfg(feature = "parquet")]
pub use parquet::{Unwritable, parquet};
pub use text::text;

/// The formats in which tables lie beside a page, by the ends of their files.
pub const FORMATS: &[&str] = if cfg!(feature = "parquet") { &["csv", "parquet"] } else { &["csv"] };
