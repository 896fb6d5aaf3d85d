//! The bar that shows how far a long command has come.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use report::grouped;

use crate::voice::{Notices, Reader, notices};

/// A bar over so many games on standard error, if a person looks at it.
pub(crate) fn progress_bar(games: u64) -> ProgressBar {
    bar_over(games, "games")
}

/// The same over so many of something else.
pub(crate) fn bar_over(count: u64, what: &str) -> ProgressBar {
    match (Reader::of(&std::io::stderr()), notices()) {
        (Reader::Person, Notices::Told) => {}
        (Reader::Program, _) | (_, Notices::LeftOut) => return ProgressBar::hidden(),
    }
    let bar = ProgressBar::new(count);
    if let Ok(style) = ProgressStyle::with_template(&format!(
        "{{bar:40}} {{human_pos}}/{{human_len}} {what}  {{rate}} a second  {{eta}} left{{msg}}"
    )) {
        let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = write!(out, "{}", grouped(state.per_sec() as u64));
        };
        bar.set_style(style.with_key("rate", rate));
    }
    bar
}
