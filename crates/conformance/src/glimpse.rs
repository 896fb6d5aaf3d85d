//! One viewer's sight of a table, and the first difference by which they could tell two tables apart.

use table::{Game, Observer, Viewer};

/// How closely two tables are compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Care {
    /// By equality.
    Glance,
    /// By equality and by the text of the view.
    Read,
    /// By equality and by every byte that is ever shown.
    Study,
}

/// A noticeable part of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Facet {
    /// Whom the table waits for, and how far the game has come.
    Awaits,
    /// The viewer's view.
    View,
    /// The viewer's prompt.
    Prompt,
}

/// The first thing by which this viewer could tell two tables apart.
pub(crate) fn telltale<G: Game>(
    game: &G,
    left: &G::State,
    right: &G::State,
    viewer: Viewer,
    care: Care,
) -> Option<(Facet, String)> {
    let differ = |facet, what: &str, left: &str, right: &str| Some((facet, parting(what, left, right)));
    let awaits = [left, right].map(|state| game.awaits(state));
    if awaits[0] != awaits[1] {
        let [left, right] = awaits.map(|awaits| format!("{awaits:?}"));
        return differ(Facet::Awaits, "whom the table awaits", &left, &right);
    }
    let turns = [left, right].map(|state| game.turns(state));
    if turns[0] != turns[1] {
        let [left, right] = turns.map(|turns| turns.to_string());
        return differ(Facet::Awaits, "the number of turns", &left, &right);
    }
    let endings = [left, right].map(|state| game.ending(state));
    if endings[0] != endings[1] {
        let [left, right] = endings.map(|ending| format!("{ending:?}"));
        return differ(Facet::Awaits, "the ending", &left, &right);
    }
    let idle = [left, right].map(|state| game.without_a_say(state));
    if idle[0] != idle[1] {
        let [left, right] = idle.map(|seats| seats.to_string());
        return differ(Facet::Awaits, "who can be seen to have no say", &left, &right);
    }
    let own = [left, right].map(|state| viewer.seat().map(|seat| game.has_a_say(state, seat)));
    if own[0] != own[1] {
        let [left, right] = own.map(|say| format!("{say:?}"));
        return differ(Facet::Prompt, "whether the viewer has a say", &left, &right);
    }
    let views = [left, right].map(|state| game.view(state, viewer));
    let views_equal = views[0] == views[1];
    if !views_equal || care >= Care::Read {
        let [left, right] = views.each_ref().map(|view| format!("{view:?}"));
        if !views_equal || left != right {
            return differ(Facet::View, "the view", &left, &right);
        }
    }
    if care >= Care::Study {
        let [left, right] = views.each_ref().map(|view| game.show(view).to_string());
        if left != right {
            return differ(Facet::View, "the view as shown", &left, &right);
        }
    }
    let prompts = [left, right].map(|state| game.prompt(state, viewer));
    if prompts[0] != prompts[1] {
        let [left, right] = prompts.map(|prompt| format!("{prompt:?}"));
        return differ(Facet::Prompt, "the prompt", &left, &right);
    }
    let later = [left, right].map(|state| Observer::new(game, state, viewer).asked_in_window());
    if later[0] != later[1] {
        let [left, right] = later.map(|prompt| format!("{prompt:?}"));
        return differ(Facet::Prompt, "the prompt to come in this window", &left, &right);
    }
    None
}

/// Says where two texts part, with some of what stands around it.
pub(crate) fn parting(what: &str, left: &str, right: &str) -> String {
    let same = left.chars().zip(right.chars()).take_while(|(one, other)| one == other).count();
    let from = same.saturating_sub(40);
    let excerpt = |text: &str| {
        let cut: String = text.chars().skip(from).take(120).collect();
        let before = if from > 0 { "…" } else { "" };
        let after = if text.chars().count() > from + 120 { "…" } else { "" };
        format!("{before}{cut}{after}")
    };
    format!("{what} differs, '{}' here and '{}' there", excerpt(left), excerpt(right))
}
