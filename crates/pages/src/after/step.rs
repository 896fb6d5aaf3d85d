//! A step of a replay: what happened, what was pointed at, and what a page that shows another moment has to change.

use maud::{Markup, html};
use room::LiveGame;
use table::{Event as _, Match, PieceId, Prose, Seat, Viewer};

use crate::live::{RenderContext, Since, heard, lines};
use crate::render::RenderGame;
use crate::table::{Named, Told, clause_link, name_of};

/// A viewer's page at a moment, to compare another moment with.
pub enum Glimpse {
    /// The card game.
    Spammers(Box<spammers::View>),
    /// The piecepack game.
    SpamORama(Box<spamorama::View>),
}

/// This viewer's page now.
#[must_use]
pub fn glimpse(live: &LiveGame, viewer: Viewer) -> Glimpse {
    match live {
        LiveGame::Spammers(live) => Glimpse::Spammers(Box::new(live.view(viewer))),
        LiveGame::SpamORama(live) => Glimpse::SpamORama(Box::new(live.view(viewer))),
    }
}

/// The action of an input, as it was offered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LastInput {
    /// The pieces that were pointed at, in order.
    pub pieces: Vec<String>,
    /// Who did it, and in which words it was offered; nobody where luck fell.
    pub says: Option<(Seat, Prose)>,
    /// The input in notation.
    pub input: String,
}

/// The action of this input, at the table before it.
#[must_use]
pub fn last_input(live: &LiveGame, input: &str) -> LastInput {
    fn last_input<G: RenderGame>(live: &Match<G>, input: &str) -> Option<LastInput> {
        let (by, action) = input.split_once(' ')?;
        let seat = by.parse().ok()?;
        let prompt = live.prompt(Viewer::Seat(seat));
        let made = prompt.choices.iter().find(|choice| choice.notation == action)?;
        let name = |piece: &PieceId| prompt.pieces[piece.index()].name.clone().into_owned();
        let pieces = made.steps.iter().map(name).collect();
        Some(LastInput { pieces, says: Some((seat, made.says.clone())), input: input.to_owned() })
    }
    let done = match live {
        LiveGame::Spammers(live) => last_input(live, input),
        LiveGame::SpamORama(live) => last_input(live, input),
    };
    done.unwrap_or_else(|| LastInput { input: input.to_owned(), ..LastInput::default() })
}

/// The region `moment`: the events of the last input, as this viewer heard them; or the input, if there were none.
#[must_use]
pub fn moment(
    live: &LiveGame,
    context: &RenderContext<'_>,
    viewer: Viewer,
    last_input: &LastInput,
) -> Markup {
    fn told<G: RenderGame>(
        live: &Match<G>,
        context: &RenderContext<'_>,
        viewer: Viewer,
        last_input: &LastInput,
    ) -> Markup {
        let before = live.version().checked_sub(1);
        let heard: Vec<&G::Event> = before
            .into_iter()
            .flat_map(|before| live.heard(viewer, before))
            .map(|(_, event)| event)
            .collect();
        html! {
            @match (before, heard.is_empty(), &last_input.says) {
                (None, ..) => "Before the first move.",
                (Some(_), true, Some((seat, says))) => { (if viewer.is(*seat) { "You" } else { name_of(context.sitters, *seat) }) ": " (Named(says, context.sitters)) }
                (Some(_), true, None) => "Luck falls, unseen from here.",
                (Some(_), false, _) => @for event in heard {
                    span { (Told(&live.game().tell(event), context.sitters)) " " (clause_link(event.clause())) } " "
                }
            }
        }
    }
    let told = match live {
        LiveGame::Spammers(live) => told(live, context, viewer, last_input),
        LiveGame::SpamORama(live) => told(live, context, viewer, last_input),
    };
    html! { p #moment data-pieces=(last_input.pieces.join(" ")) data-input=(last_input.input) { (told) } }
}

/// This moment as a change of a page that shows what was glimpsed after so many inputs, or of any: a line of data, a
/// line for every region, then lines of the log.
#[must_use]
pub fn step(
    live: &LiveGame,
    context: &RenderContext<'_>,
    viewer: Viewer,
    has: Option<(&Glimpse, usize)>,
    moment: &Markup,
) -> String {
    match (live, has) {
        (LiveGame::Spammers(live), Some((Glimpse::Spammers(before), at))) => {
            change(live, context, viewer, Some((before, at)), moment)
        }
        (LiveGame::SpamORama(live), Some((Glimpse::SpamORama(before), at))) => {
            change(live, context, viewer, Some((before, at)), moment)
        }
        (LiveGame::Spammers(live), _) => change(live, context, viewer, None, moment),
        (LiveGame::SpamORama(live), _) => change(live, context, viewer, None, moment),
    }
}

fn change<G: RenderGame>(
    live: &Match<G>,
    context: &RenderContext<'_>,
    viewer: Viewer,
    has: Option<(&G::View, usize)>,
    moment: &Markup,
) -> String {
    let (game, view) = (live.game(), live.view(viewer));
    let regions = has.map_or_else(|| game.whole(), |(before, _)| game.changed(before, &view));
    // New events are added only where the page is at an earlier moment.
    let since = has.map(|(_, at)| at).filter(|&at| at <= live.version()).map_or(Since::Ever, Since::Inputs);
    let (at, fresh, count) = (live.version(), since == Since::Ever, regions.iter().count() + 1);
    let mut text = format!("{{\"version\":{at},\"fresh\":{fresh},\"regions\":{count}}}");
    let mut line = |html: &str| {
        text.push('\n');
        text.extend(html.chars().map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c }));
    };
    line(&moment.0);
    for region in regions.iter() {
        line(&game.draw(region, &view, context.sitters).0);
    }
    line(&lines(game, context, &heard(live, viewer, since)));
    text
}
