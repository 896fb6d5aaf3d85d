//! The toy's views and prompts, and the worlds it imagines.

use std::fmt;

use serde_json::{Value, json};
use table::{Choice, Clause, Game, Luck, Piece, Pieces, Prompt, Seat, Steps, Unavailable, Viewer};

use super::rules::{Phase, State};
use super::things::{Action, Card, Colour, list};
use super::{Planted, Snap};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PickSeen {
    Owed,
    Sealed,
    Known(Colour),
}

#[derive(Clone, PartialEq, Debug)]
pub struct View {
    viewer: Viewer,
    phase: Phase,
    picks: Vec<PickSeen>,
    own: Vec<Card>,
    counts: Vec<usize>,
    turned_up: Vec<(usize, Card)>,
    has_shown: Vec<bool>,
    heap: Vec<Card>,
    bag: usize,
    points: Vec<u32>,
    turns: u32,
    peek: Option<Card>,
    smuggled: Smuggled,
}

/// A secret that a careless view carries along: neither equality nor its text can tell.
#[derive(Clone)]
struct Smuggled(Option<Box<State>>);

impl PartialEq for Smuggled {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Smuggled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing")
    }
}

impl Snap {
    pub(super) fn look(&self, state: &State, viewer: Viewer) -> View {
        let own = viewer.seat().map(|seat| state.hand(seat).to_vec()).unwrap_or_default();
        let all_picked = state.picks.iter().all(Option::is_some);
        let picks = self.seats.iter().map(|seat| match state.picks[seat.index()] {
            None => PickSeen::Owed,
            Some(colour) if all_picked || viewer.is(seat) => PickSeen::Known(colour),
            Some(_) => PickSeen::Sealed,
        });
        let holder = |card: Card| state.hands.iter().position(|hand| hand.contains(&card));
        let next = viewer.seat().map(|seat| seat.next(self.seats));
        let peek = next.and_then(|seat| state.hand(seat).first().copied());
        let smuggles = [Planted::ImaginesTheTruth, Planted::ImaginesOneTrueCard, Planted::ShownViewLeaks];
        View {
            viewer,
            phase: state.phase,
            picks: picks.collect(),
            own,
            counts: state.hands.iter().map(Vec::len).collect(),
            turned_up: state.turned_up.iter().filter_map(|&card| Some((holder(card)?, card))).collect(),
            has_shown: state.has_shown.clone(),
            heap: state.heap.clone(),
            bag: state.bag.len(),
            points: state.points.clone(),
            turns: state.turns,
            peek: peek.filter(|_| self.has(Planted::ViewLeaks)),
            smuggled: Smuggled(
                self.fault.is_some_and(|fault| smuggles.contains(&fault)).then(|| Box::new(state.clone())),
            ),
        }
    }

    pub(super) fn show_view(&self, view: &View) -> Value {
        let mut shown = json!({
            "viewer": view.viewer.to_string(),
            "phase": format!("{:?}", view.phase),
            "picks": format!("{:?}", view.picks),
            "own": list(&view.own),
            "counts": view.counts,
            "turned_up": view.turned_up.iter().map(|(_, card)| card.to_string()).collect::<Vec<_>>(),
            "heap": list(&view.heap),
            "bag": view.bag,
            "points": view.points,
            "turns": view.turns,
        });
        if let Some(truth) = &view.smuggled.0
            && self.has(Planted::ShownViewLeaks)
        {
            shown["peek"] = json!(list(&truth.hands[0]));
        }
        shown
    }

    pub(super) fn imagine_from(&self, view: &View, luck: &mut impl Luck) -> State {
        if let Some(truth) = &view.smuggled.0
            && self.has(Planted::ImaginesTheTruth)
        {
            return (**truth).clone();
        }
        let own = view.viewer.seat().map(Seat::index);
        let mut hands = vec![Vec::new(); view.counts.len()];
        for &(holder, card) in &view.turned_up {
            hands[holder].push(card);
        }
        if let Some(own) = own {
            hands[own] = view.own.clone();
        }
        let mut rest: Vec<Card> = Card::all()
            .filter(|card| !view.heap.contains(card) && !hands.iter().any(|hand| hand.contains(card)))
            .collect();
        luck.shuffle(&mut rest);
        if let Some(truth) = &view.smuggled.0
            && self.has(Planted::ImaginesOneTrueCard)
            && let Some(holder) = (0..hands.len()).find(|&place| hands[place].len() < view.counts[place])
            && let Some(place) = rest.iter().position(|card| truth.hands[holder].contains(card))
        {
            let last = rest.len() - 1;
            rest.swap(place, last);
        }
        for (hand, &count) in hands.iter_mut().zip(&view.counts) {
            let missing = count - hand.len();
            hand.extend(rest.drain(rest.len() - missing..).rev());
            hand.sort();
        }
        rest.sort();
        if self.has(Planted::WorldLooksDifferent) {
            rest.pop();
        }
        if self.has(Planted::WorldNotWhole)
            && let (Some(last), Some(top)) = (rest.last_mut(), view.heap.first())
        {
            *last = *top;
        }
        let picks = view.picks.iter().map(|seen| match seen {
            PickSeen::Owed => None,
            PickSeen::Sealed => luck.pick(&[Colour::Red, Colour::Blue]),
            PickSeen::Known(colour) => Some(*colour),
        });
        State {
            picks: picks.collect(),
            bag: rest,
            turned_up: view.turned_up.iter().map(|(_, card)| *card).collect(),
            has_shown: view.has_shown.clone(),
            heap: view.heap.clone(),
            points: view.points.clone(),
            turns: view.turns,
            phase: view.phase,
            locked: self.has(Planted::WorldCannotGoOn)
                && matches!(view.phase, Phase::Drawing(_) | Phase::Rolling(_)),
            hands,
        }
    }

    pub(super) fn ask_viewer(&self, state: &State, viewer: Viewer) -> Prompt<Action> {
        let mut actions = Vec::new();
        if let Some(seat) = viewer.seat() {
            self.choices(state, seat, &mut actions);
        }
        if self.has(Planted::PromptForgetsChoice) {
            actions.pop();
        }
        let (clause, asks) = match state.phase {
            Phase::Dealing(_) => ("T1.2", "Cards are dealt.".to_owned()),
            Phase::Picking => ("T1.3", "Red or blue?".to_owned()),
            Phase::Turn(seat) => ("T2.1", format!("{seat:#} draws, puts, rolls or shows.")),
            Phase::Drawing(_) => ("T2.2", "A card is drawn.".to_owned()),
            Phase::Rolling(_) => ("T3.1", "The die rolls.".to_owned()),
            Phase::Asking { number, asked, .. } => {
                let anybody = self.seats.iter().any(|seat| state.holds(seat, number));
                let hint =
                    if anybody && self.has(Planted::PromptLeaks) { " Somebody can answer." } else { "" };
                ("T3.1", format!("Will {asked:#} answer a {number}?{hint}"))
            }
            Phase::Over => ("T4.1", "The game is over.".to_owned()),
        };
        let unavailable = actions
            .contains(&Action::Roll)
            .then(|| self.check_action(state, viewer.seat().unwrap(), Action::Draw).err())
            .flatten();
        let mut pieces = (Vec::new(), Pieces::new());
        let choices = actions
            .into_iter()
            .map(|action| Choice {
                action,
                notation: self.write_action(action),
                says: format!("{action:?}").into(),
                steps: self.steps(action, &mut pieces),
            })
            .collect();
        let unavailable = unavailable
            .iter()
            .map(|refusal| Unavailable::new("draw", self.steps(Action::Draw, &mut pieces), refusal))
            .collect();
        Prompt {
            awaited: self.awaited(state),
            asks: asks.into(),
            clause: Clause(if self.has(Planted::PromptWithoutClause) { "T9.9" } else { clause }),
            choices,
            unavailable,
            pieces: pieces.1.into_all(),
        }
    }

    /// The words of the notation, unless a fault is planted there.
    fn steps(&self, action: Action, pieces: &mut (Vec<String>, Pieces)) -> Steps {
        let notation = self.write_action(action);
        let words: Vec<&str> = match (self.has(Planted::StepsAlike), self.has(Planted::StepsEndEarly), action)
        {
            (true, _, Action::Put(_)) => vec!["put"],
            (_, true, Action::Put(_)) => vec!["draw", "put"],
            _ => notation.split_whitespace().collect(),
        };
        let (known, pieces) = pieces;
        let mut point = |word: &str| {
            let number = known.iter().position(|one| one == word).unwrap_or_else(|| {
                known.push(word.to_owned());
                known.len() - 1
            });
            pieces.at(number, || Piece::new(word.to_owned(), word.to_owned()))
        };
        words.into_iter().map(&mut point).collect()
    }
}
