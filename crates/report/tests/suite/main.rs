//! Reports as a page, as text and as data.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod any;
mod data;
mod markup;
mod page;
#[cfg(feature = "parquet")]
mod parquet;
mod sample;
mod text;
