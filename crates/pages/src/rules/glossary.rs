//! Every word of a rulebook in short.

use games::GameName;
use maud::{Markup, html};

use super::address;

/// The glossary of a game.
#[must_use]
pub fn glossary(game: GameName) -> Markup {
    html! {
        section.window {
            h1.bar.dressed { span { (game.title()) ": every word in short" } }
            div.inside.paper {
                p.lead { (lessons::Lesson::of(game).intro()) }
                p { "What the words of the " a href={ "/rules/" (game.name()) } { "rulebook" } " mean, in a sentence or two each, and the clause behind it." }
                dl.glossary {
                    @for term in lessons::glossary(game) {
                        div {
                            dt { (term.term) }
                            dd { (term.says) " " a.id href=(address(game, &term.clause)) { (term.clause) } }
                        }
                    }
                }
            }
        }
    }
}
