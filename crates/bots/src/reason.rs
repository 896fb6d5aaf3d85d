//! Why a bot chose what it chose, in one sentence, out of what its seat may know.

use table::{Luck, Vantage};

use crate::Judge;

/// Tables imagined to say something about a choice.
const TABLES: usize = 8;

/// The choice, what can be said of it, and what the bot thought.
pub(crate) fn sentence<G: Judge>(
    from: &Vantage<'_, G>,
    chosen: G::Action,
    luck: &mut impl Luck,
    thought: String,
) -> String {
    let game = from.game();
    let view = from.view();
    let tables: Vec<G::State> = (0..TABLES).map(|_| game.imagine(&view, luck)).collect();
    let remark = from.viewer().seat().and_then(|seat| game.remark(&tables, seat, chosen));
    let said: Vec<String> = remark.into_iter().chain([thought]).collect();
    format!("{}: {}.", game.write_action(chosen), said.join("; "))
}
