//! A pair: two tables that differ only in what one viewer cannot know, compared by all that reaches them.

use table::{Event as _, Game, Input, InputOf, Probe, Refusal as _, ScopedEvent, Viewer};

use crate::bench::Bench;
use crate::glimpse::{Care, Facet, parting, telltale};
use crate::law::{Law, Verdict};
use crate::trace::write_input;

/// Two tables that this viewer must not be able to tell apart.
pub(crate) struct Pair<G: Game> {
    pub left: G::State,
    pub right: G::State,
    pub viewer: Viewer,
    /// How the pair came about.
    pub kind: Kind,
    /// The same in words, for the blame.
    pub origin: String,
}

/// How a pair came about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// By something hidden that fell in two ways: both tables truly could be.
    Fork,
    /// By imagining a second table beside the first.
    Double,
}

/// Whether two tables are still a pair after an input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bond {
    /// The viewer still cannot tell them apart.
    Holds,
    /// Something was revealed that tells them apart, as is right.
    Parted,
}

/// How what a viewer hears at two tables compares.
pub(crate) enum Hearing {
    /// The viewer hears the same.
    Alike,
    /// The viewer hears something else, from an event on that reveals it.
    Revealed,
    /// The viewer hears something else without any event that reveals.
    Apart(String),
}

/// Compares what this viewer hears at two tables.
pub(crate) fn hearing<G: Game>(
    game: &G,
    left: &[ScopedEvent<G::Event>],
    right: &[ScopedEvent<G::Event>],
    viewer: Viewer,
) -> Hearing {
    let heard = |events| events_heard::<G>(events, viewer);
    let (left, right) = (heard(left), heard(right));
    for place in 0..left.len().max(right.len()) {
        let (one, other) = (left.get(place).copied(), right.get(place).copied());
        let texts = [one, other].map(|event| match event {
            Some(event) => format!("{} ({event:?})", game.tell(event)),
            None => "silence".to_owned(),
        });
        if one != other || texts[0] != texts[1] {
            let revealing = |event: Option<&G::Event>| event.is_some_and(table::Event::reveals);
            let before = left[..place].iter().any(|event| event.reveals());
            if before || revealing(one) || revealing(other) {
                return Hearing::Revealed;
            }
            return Hearing::Apart(parting("what the viewer hears", &texts[0], &texts[1]));
        }
    }
    Hearing::Alike
}

fn events_heard<G: Game>(events: &[ScopedEvent<G::Event>], viewer: Viewer) -> Vec<&G::Event> {
    events.iter().filter_map(|scoped| scoped.heard_by(viewer)).collect()
}

impl<G: Probe> Bench<'_, G> {
    /// The viewer is asked, sees and waits alike at both tables.
    pub fn pair_looks_alike(&mut self, pair: &Pair<G>, care: Care) -> Verdict {
        let Pair { left, right, viewer, origin, .. } = pair;
        match telltale(self.game, left, right, *viewer, care) {
            None => {
                let awaited = self.game.awaits(left).seats();
                if awaited.iter().any(|seat| !viewer.is(seat)) {
                    self.report.asked_alike += 1;
                }
                Ok(())
            }
            Some((facet, what)) => {
                let law = match facet {
                    Facet::Awaits => Law::AsksAlike,
                    Facet::View => Law::ViewsKeepSecrets,
                    Facet::Prompt => Law::PromptsKeepSecrets,
                };
                law.broken(format!("{origin}; {viewer} may not know which, and yet {what}"))
            }
        }
    }

    /// The viewer's attempts, sensible or not, are refused at both tables in the same words or at neither.
    pub fn pair_refuses_alike(&mut self, pair: &Pair<G>) -> Verdict {
        let Some(seat) = pair.viewer.seat() else {
            return Ok(());
        };
        for _ in 0..self.plan.probes {
            let made_up = Some(self.game.any_action(&mut self.luck));
            let remembered = self.words.recall_action(&mut self.luck);
            for action in [made_up, remembered].into_iter().flatten() {
                let input = Input::Act(seat, action);
                let verdicts = [&pair.left, &pair.right].map(|state| {
                    let refused = self.game.apply(&mut state.clone(), input, &mut table::NoEvents).err();
                    match refused {
                        Some(refusal) => format!("refused by {}: {refusal} ({refusal:?})", refusal.clause()),
                        None => "accepted".to_owned(),
                    }
                });
                if verdicts[0] != verdicts[1] {
                    return Law::RefusalsKeepSecrets.broken(format!(
                        "{}; {} may not know which, and yet for {} {}",
                        pair.origin,
                        pair.viewer,
                        write_input(self.game, input),
                        parting("the answer", &verdicts[0], &verdicts[1])
                    ));
                }
                self.report.refused_alike += 1;
            }
        }
        Ok(())
    }

    /// Applies an input at each table and compares what the viewer hears of it.
    pub fn pair_takes(&mut self, pair: &mut Pair<G>, left: InputOf<G>, right: InputOf<G>) -> Verdict<Bond> {
        let mut events = [Vec::new(), Vec::new()];
        let tables = [(&mut pair.left, left), (&mut pair.right, right)];
        for ((state, input), events) in tables.into_iter().zip(&mut events) {
            if let Err(refusal) = self.game.apply(state, input, events) {
                return Law::EnumeratedIsAccepted.broken(format!(
                    "{} is listed and yet refused: {refusal} ({})",
                    write_input(self.game, input),
                    pair.origin
                ));
            }
        }
        match hearing(self.game, &events[0], &events[1], pair.viewer) {
            Hearing::Alike => Ok(Bond::Holds),
            Hearing::Revealed => {
                self.report.parted += 1;
                Ok(Bond::Parted)
            }
            Hearing::Apart(what) => Law::EventsKeepSecrets.broken(format!(
                "{}; then comes {} here and {} there, nothing is revealed to {}, and yet {what}",
                pair.origin,
                write_input(self.game, left),
                write_input(self.game, right),
                pair.viewer
            )),
        }
    }
}
