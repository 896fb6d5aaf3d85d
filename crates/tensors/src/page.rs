//! The tables of `docs/tensors.md`, made of the layouts themselves.

use std::fmt::Write as _;

use crate::{Layout, VERSION};

/// The tables of one game.
#[must_use]
pub fn page(layout: &Layout) -> String {
    let mut page = format!(
        "Version {VERSION}, digest `{}`: {} numbers an observation, {} tokens, {} features a choice.\n\n",
        layout.digest(),
        layout.size(),
        layout.tokens.len(),
        layout.features.len()
    );
    page.push_str("| channel | from | shape | what it says |\n|---|--:|---|---|\n");
    let mut start = 0;
    for channel in &layout.channels {
        let shape: Vec<String> = channel.shape.iter().map(ToString::to_string).collect();
        let _ = writeln!(page, "| `{}` | {start} | {} | {} |", channel.name, shape.join(" × "), channel.says);
        start += channel.size();
    }
    page.push_str("\n| feature of a choice | what it says |\n|---|---|\n");
    for (name, says) in &layout.features {
        let _ = writeln!(page, "| `{name}` | {says} |");
    }
    page
}
