//! The next opponent: a rung up the ladder for a winner against bots, a rung down for a loser.

use games::Level;
use maud::{Markup, html};
use room::{LiveGame, Options, Plays, level_word};

use crate::model::Frame;
use crate::table::letter;
use review::GameResult;

/// The strongest bot that somebody played against, if all others were bots.
fn strongest(frame: &Frame<'_>) -> Option<Level> {
    let me = frame.viewer.seat()?;
    let mut strongest = None;
    for sitter in frame.sitters.iter().filter(|sitter| sitter.seat != me) {
        match sitter.plays {
            Plays::Bot(level) => strongest = strongest.max(Some(level)),
            Plays::Person | Plays::Nobody => return None,
        }
    }
    strongest
}

/// A table like this one against the next level, at one press.
pub(super) fn next_rung(frame: &Frame<'_>, result: &GameResult, live: &LiveGame) -> Markup {
    let won = super::is_yours(frame, result);
    let next = strongest(frame).and_then(|level| if won { level.above() } else { level.below() });
    let Options { variant, deck, network, memory, .. } =
        Options::like(frame.game, live.seats(), &live.start().setting);
    let fields = [("variant", variant), ("deck", deck), ("network", network), ("memory", memory)];
    html! {
        @if let Some(level) = next {
            form method="post" action="/tables" {
                input type="hidden" name="game" value=(frame.game.name());
                input type="hidden" name="seats" value=(frame.sitters.len());
                @for (field, word) in fields { @if let Some(word) = word { input type="hidden" name=(field) value=(word); } }
                // The opener of a table sits at A.
                @for sitter in frame.sitters.iter().skip(1) {
                    input type="hidden" name={ "seat-" (letter(sitter.seat)) } value=(level_word(level));
                }
                button title=(level.expects()) data-rung=(level_word(level)) {
                    @if won { "Stronger: " } @else { "Easier: " } (level.title())
                }
            }
        }
    }
}
