//! The searching player: information-set Monte Carlo tree search over imagined tables.
//!
//! One tree, seen from one seat. Each iteration imagines a table that looks like the view, walks down the tree by
//! the choices that are possible at that table, adds a node, plays on at random, and tells the nodes on the way
//! how it came out for whoever chose there. A choice is weighed by how often it was tried among the times it was
//! there to be tried. Luck that the seat would see is a branch of the tree; luck that it would not see is not.

use std::time::{Duration, Instant};

use table::{
    Awaits, ChaCha8, Deaf, Game, Input, InputOf, Luck, MOST_SEATS, Purpose, Seat, Seed, Vantage, Viewer,
};

use crate::{Bot, Greedy, Judge};

/// How much a choice that was seldom tried is worth trying.
const CURIOSITY: f64 = 0.2;
/// No node.
const NONE: u32 = u32::MAX;
/// Between two looks at the clock.
const BREATH: u32 = 16;

/// How long a search may think about one decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// So many iterations: the same seed gives the same move on any machine.
    Iterations(u32),
    /// So much time, for live play.
    Time(Duration),
}

/// A player that searches.
pub struct Search<G: Judge> {
    budget: Budget,
    luck: ChaCha8,
    /// Says at first sight which choices deserve a thought.
    glance: Greedy<G>,
    /// Those choices, in canonical order.
    worthwhile: Vec<G::Action>,
    nodes: Vec<Node<G>>,
    path: Vec<u32>,
    choices: Vec<G::Action>,
    /// The node of each choice at the table just reached, or `NONE`.
    found: Vec<u32>,
}

struct Node<G: Game> {
    edge: Input<G::Action, G::Outcome>,
    visits: u32,
    available: u32,
    reward: f64,
    /// The children in the order of their edges, as a chain.
    child: u32,
    sibling: u32,
}

impl<G: Game> Node<G> {
    const fn new(edge: InputOf<G>) -> Self {
        Self { edge, visits: 0, available: 0, reward: 0.0, child: NONE, sibling: NONE }
    }
}

/// A natural logarithm made of sums and products only, so that it is the same on every machine; good to a
/// thousandth, which is more than curiosity needs.
fn log(number: u32) -> f64 {
    let number = number.max(1);
    let exponent = number.ilog2();
    let x = f64::from(number) / f64::from(1_u32 << exponent) - 1.0;
    let fraction = x * (0.999_1 + x * (-0.489_8 + x * (0.285_0 - x * 0.101_2)));
    f64::from(exponent) * core::f64::consts::LN_2 + fraction
}

impl<G: Judge> Search<G> {
    /// The searching player of this seat in the game of this seed.
    #[must_use]
    pub fn new(budget: Budget, seed: Seed, seat: Seat) -> Self {
        Self {
            budget,
            luck: seed.luck(Purpose::Player(seat)),
            glance: Greedy::new(seed, seat),
            worthwhile: Vec::new(),
            nodes: Vec::new(),
            path: Vec::new(),
            choices: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Keeps the choices that look best at first sight, as many as the game's width allows.
    fn look_over(&mut self, game: &G, view: &G::View, seat: Seat, choices: &[G::Action]) {
        self.worthwhile.clear();
        self.worthwhile.extend_from_slice(choices);
        if choices.len() > G::WIDTH {
            let worth = self.glance.appraise(game, view, seat, choices);
            let mut order: Vec<usize> = (0..choices.len()).collect();
            order.sort_by(|&one, &other| worth[other].total_cmp(&worth[one]).then(one.cmp(&other)));
            order.truncate(G::WIDTH);
            order.sort_unstable();
            self.worthwhile.clear();
            self.worthwhile.extend(order.into_iter().map(|place| choices[place]));
        }
    }

    /// Searches from a view and gives the choice that was tried most.
    fn search(&mut self, game: &G, view: &G::View, seat: Seat, choices: &[G::Action]) -> G::Action {
        self.look_over(game, view, seat, choices);
        let first = self.worthwhile[0];
        self.nodes.clear();
        self.nodes.push(Node::new(Input::Act(seat, first)));
        let started = Instant::now();
        let mut iterations = 0;
        loop {
            let spent = match self.budget {
                Budget::Iterations(most) => iterations >= most,
                Budget::Time(most) => iterations % BREATH == 0 && iterations > 0 && started.elapsed() >= most,
            };
            if spent {
                break;
            }
            let world = game.imagine(view, &mut self.luck);
            self.iterate(game, world, seat);
            iterations += 1;
        }
        let mut best = (0, first);
        let mut child = self.nodes[0].child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            if let Input::Act(_, action) = node.edge
                && node.visits > best.0
            {
                best = (node.visits, action);
            }
            child = node.sibling;
        }
        best.1
    }

    fn iterate(&mut self, game: &G, mut state: G::State, me: Seat) {
        self.path.clear();
        let mut node = 0;
        loop {
            let seat = match game.awaits(&state) {
                Awaits::Nothing => break,
                Awaits::Luck(audience) => {
                    let Some(outcome) = game.chance(&state, &mut self.luck) else { break };
                    if game.apply(&mut state, Input::Luck(outcome), &mut Deaf).is_err() {
                        break;
                    }
                    if audience.includes(Viewer::Seat(me)) {
                        node = self.child_of_luck(node, outcome);
                        self.path.push(node);
                    }
                    continue;
                }
                Awaits::Choice(seat) => seat,
                Awaits::Sealed(seats) if seats.has(me) => me,
                Awaits::Sealed(seats) => match seats.iter().next() {
                    Some(seat) => seat,
                    None => break,
                },
            };
            if self.path.is_empty() && seat == me {
                self.choices.clear();
                self.choices.extend_from_slice(&self.worthwhile);
            } else {
                game.choices(&state, seat, &mut self.choices);
            }
            let fresh = self.find_children(node, seat);
            let (next, is_new) =
                if fresh > 0 { (self.expand(node, seat, fresh), true) } else { (self.best_known(), false) };
            let Some((next, action)) = next else { break };
            if game.apply(&mut state, Input::Act(seat, action), &mut Deaf).is_err() {
                break;
            }
            self.path.push(next);
            node = next;
            if is_new {
                break;
            }
        }
        self.play_on(game, &mut state);
        self.learn(&game.expectations(&state));
    }

    /// Lines the choices up with the node's children, both in canonical order; counts those without a node.
    fn find_children(&mut self, node: u32, seat: Seat) -> usize {
        self.found.clear();
        let mut child = self.nodes[node as usize].child;
        let mut fresh = 0;
        for &action in &self.choices {
            let mut at = NONE;
            while child != NONE {
                let known = &self.nodes[child as usize];
                match known.edge {
                    Input::Act(by, tried) if by == seat && tried == action => {
                        at = child;
                        child = known.sibling;
                        break;
                    }
                    Input::Act(by, tried) if (by, tried) > (seat, action) => break,
                    Input::Act(..) | Input::Luck(_) => child = known.sibling,
                }
            }
            if at == NONE {
                fresh += 1;
            } else {
                self.nodes[at as usize].available += 1;
            }
            self.found.push(at);
        }
        fresh
    }

    /// A new node for one of the choices that have none.
    fn expand(&mut self, node: u32, seat: Seat, fresh: usize) -> Option<(u32, G::Action)> {
        let pick = self.luck.below(fresh as u32) as usize;
        let place = (0..self.found.len()).filter(|&place| self.found[place] == NONE).nth(pick)?;
        let action = self.choices[place];
        let new = self.nodes.len() as u32;
        let mut child = Node::new(Input::Act(seat, action));
        child.available = 1;
        // It goes behind the last child that comes before it.
        let (mut before, mut at) = (NONE, self.nodes[node as usize].child);
        while at != NONE {
            match self.nodes[at as usize].edge {
                Input::Act(by, tried) if (by, tried) > (seat, action) => break,
                Input::Act(..) | Input::Luck(_) => {}
            }
            before = at;
            at = self.nodes[at as usize].sibling;
        }
        child.sibling = at;
        self.nodes.push(child);
        match before {
            NONE => self.nodes[node as usize].child = new,
            before => self.nodes[before as usize].sibling = new,
        }
        Some((new, action))
    }

    /// The most promising of the choices, all of which have a node.
    fn best_known(&self) -> Option<(u32, G::Action)> {
        let mut best = None;
        let mut most = f64::MIN;
        for (&at, &action) in self.found.iter().zip(&self.choices) {
            let node = &self.nodes[at as usize];
            let visits = f64::from(node.visits.max(1));
            let worth = node.reward / visits + CURIOSITY * (log(node.available) / visits).sqrt();
            if worth > most {
                most = worth;
                best = Some((at, action));
            }
        }
        best
    }

    /// The node of an outcome that the searching seat sees.
    fn child_of_luck(&mut self, node: u32, outcome: G::Outcome) -> u32 {
        let mut at = self.nodes[node as usize].child;
        while at != NONE {
            if matches!(self.nodes[at as usize].edge, Input::Luck(known) if known == outcome) {
                return at;
            }
            at = self.nodes[at as usize].sibling;
        }
        let new = self.nodes.len() as u32;
        let mut child = Node::new(Input::Luck(outcome));
        child.sibling = self.nodes[node as usize].child;
        self.nodes.push(child);
        self.nodes[node as usize].child = new;
        new
    }

    /// Random play to the end, or to where it is time to judge.
    fn play_on(&mut self, game: &G, state: &mut G::State) {
        let mut decisions = 0;
        while decisions < G::HORIZON {
            let input = match game.awaits(state) {
                Awaits::Nothing => return,
                Awaits::Luck(_) => game.chance(state, &mut self.luck).map(Input::Luck),
                awaits @ (Awaits::Choice(_) | Awaits::Sealed(_)) => {
                    decisions += 1;
                    awaits.seats().iter().next().and_then(|seat| {
                        game.choices(state, seat, &mut self.choices);
                        let any = !self.choices.is_empty();
                        any.then(|| Input::Act(seat, game.by_habit(&self.choices, &mut self.luck)))
                    })
                }
            };
            let Some(input) = input else { return };
            if game.apply(state, input, &mut Deaf).is_err() {
                return;
            }
        }
    }

    /// Everybody who chose on the way learns how it came out for him.
    fn learn(&mut self, expectations: &[f64; MOST_SEATS]) {
        for &at in &self.path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            if let Input::Act(seat, _) = node.edge {
                node.reward += expectations[seat.index()];
            }
        }
    }
}

impl<G: Judge> Bot<G> for Search<G> {
    fn choose(&mut self, from: &Vantage<'_, G>, choices: &[G::Action]) -> G::Action {
        match (choices, from.viewer().seat()) {
            ([only], _) => *only,
            (_, None) => choices[0],
            (_, Some(seat)) => self.search(from.game(), &from.view(), seat, choices),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_good_to_a_thousandth() {
        for number in (1..5_000).chain([1 << 20, u32::MAX]) {
            let error = (log(number) - f64::from(number).ln()).abs();
            assert!(error < 0.01, "{number}: {error}");
        }
        assert_eq!(log(0), 0.0);
    }
}
