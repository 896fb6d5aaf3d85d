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
    if !is_seen(Reader::of(&std::io::stderr()), notices()) {
        return ProgressBar::hidden();
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

/// Whether a bar is shown to this reader of standard error.
fn is_seen(reader: Reader, notices: Notices) -> bool {
    reader == Reader::Person && notices == Notices::Told
}

#[test]
fn a_bar_is_for_people_who_asked_for_no_quiet() {
    assert!(is_seen(Reader::Person, Notices::Told));
    assert!(!is_seen(Reader::Person, Notices::LeftOut));
    assert!(!is_seen(Reader::Program, Notices::Told));
}
