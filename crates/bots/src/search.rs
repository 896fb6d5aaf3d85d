//! The searching player: information-set Monte Carlo tree search over imagined tables.
//!
//! One tree, seen from one seat. Each iteration imagines a table that looks like the view, walks down the tree by
//! the choices that are possible at that table, adds a node, plays on at random, and tells the nodes on the way
//! how it came out for whoever chose there. A choice is weighed by how often it was tried among the times it was
//! there to be tried. Luck that the seat would see is a branch of the tree; luck that it would not see is not.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use table::{Awaits, ChaCha8, Deaf, Game, Input, Luck, MOST_SEATS, Purpose, Seat, Seed, Vantage, Viewer};

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
    path: Vec<Step>,
    choices: Vec<G::Action>,
    /// What there is of each choice at the table just reached; empty where all have been tried.
    found: Vec<Found>,
}

/// A place in the tree: what was chosen and what fell there so far.
struct Node<G: Game> {
    /// What was chosen, in canonical order.
    branches: Vec<Branch<G>>,
    /// What fell before the eyes of the searching seat.
    fell: Vec<(G::Outcome, u32)>,
}

/// A choice that was tried.
struct Branch<G: Game> {
    seat: Seat,
    action: G::Action,
    visits: u32,
    available: u32,
    reward: f64,
    /// The node it leads to, or `NONE` while nobody went on from there.
    leads_to: u32,
}

/// A choice on the way down: a branch of a node.
#[derive(Clone, Copy)]
struct Step {
    node: u32,
    branch: u32,
}

/// Whether a choice was tried before: the place of its branch, or where that would stand.
#[derive(Clone, Copy)]
enum Found {
    Tried(u32),
    Fresh(u32),
}

/// The logarithms that are needed most.
static LOGS: LazyLock<[f64; 4096]> = LazyLock::new(|| std::array::from_fn(|number| log(number as u32)));

/// A natural logarithm made of sums and products only, so that it is the same on every machine; good to a
/// hundredth, which is more than curiosity needs.
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
        self.nodes.clear();
        self.sprout();
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
        let mut best = (0, self.worthwhile[0]);
        for branch in &self.nodes[0].branches {
            if branch.visits > best.0 {
                best = (branch.visits, branch.action);
            }
        }
        best.1
    }

    /// A new node.
    fn sprout(&mut self) -> u32 {
        self.nodes.push(Node { branches: Vec::new(), fell: Vec::new() });
        self.nodes.len() as u32 - 1
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
                    if G::LUCK_BRANCHES && audience.includes(Viewer::Seat(me)) {
                        node = self.after_luck(node, outcome);
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
            let fresh = self.line_up(node, seat);
            let branch = if fresh > 0 { self.branch_out(node, seat, fresh) } else { self.best_tried(node) };
            let Some(branch) = branch else { break };
            self.path.push(Step { node, branch });
            let taken = &self.nodes[node as usize].branches[branch as usize];
            let (action, leads_to) = (taken.action, taken.leads_to);
            if game.apply(&mut state, Input::Act(seat, action), &mut Deaf).is_err() || fresh > 0 {
                break;
            }
            node = match leads_to {
                NONE => self.sprout(),
                known => known,
            };
            self.nodes[self.path[self.path.len() - 1].node as usize].branches[branch as usize].leads_to =
                node;
        }
        self.play_on(game, &mut state);
        self.learn(&game.expectations(&state));
    }

    /// Lines the choices up with the branches of a node, both in canonical order; counts those without one.
    fn line_up(&mut self, node: u32, seat: Seat) -> usize {
        self.found.clear();
        let branches = &mut self.nodes[node as usize].branches;
        if branches.len() == self.choices.len()
            && branches
                .iter()
                .zip(&self.choices)
                .all(|(branch, &action)| branch.action == action && branch.seat == seat)
        {
            branches.iter_mut().for_each(|branch| branch.available += 1);
            return 0;
        }
        let mut place = 0;
        let mut fresh = 0;
        for &action in &self.choices {
            while let Some(branch) = branches.get(place)
                && (branch.seat, branch.action) < (seat, action)
            {
                place += 1;
            }
            self.found.push(match branches.get_mut(place) {
                Some(branch) if branch.action == action && branch.seat == seat => {
                    branch.available += 1;
                    place += 1;
                    Found::Tried(place as u32 - 1)
                }
                _ => {
                    fresh += 1;
                    Found::Fresh(place as u32)
                }
            });
        }
        fresh
    }

    /// A new branch for one of the choices that have none.
    fn branch_out(&mut self, node: u32, seat: Seat, fresh: usize) -> Option<u32> {
        let pick = self.luck.below(fresh as u32) as usize;
        let mut untried = self.found.iter().zip(&self.choices).filter_map(|(found, &action)| match *found {
            Found::Tried(_) => None,
            Found::Fresh(place) => Some((place, action)),
        });
        let (place, action) = untried.nth(pick)?;
        let branch = Branch { seat, action, visits: 0, available: 1, reward: 0.0, leads_to: NONE };
        self.nodes[node as usize].branches.insert(place as usize, branch);
        Some(place)
    }

    /// The most promising of the choices, all of which have a branch.
    fn best_tried(&self, node: u32) -> Option<u32> {
        let branches = &self.nodes[node as usize].branches;
        let mut best = None;
        let mut most = f64::MIN;
        let logs = &*LOGS;
        let mut weigh = |place: u32| {
            let branch = &branches[place as usize];
            let visits = f64::from(branch.visits.max(1));
            let log = logs.get(branch.available as usize).copied().unwrap_or_else(|| log(branch.available));
            let worth = branch.reward / visits + CURIOSITY * (log / visits).sqrt();
            if worth > most {
                most = worth;
                best = Some(place);
            }
        };
        if self.found.is_empty() {
            (0..branches.len() as u32).for_each(weigh);
        } else {
            for found in &self.found {
                match *found {
                    Found::Tried(place) => weigh(place),
                    Found::Fresh(_) => {}
                }
            }
        }
        best
    }

    /// The node after an outcome that the searching seat sees.
    fn after_luck(&mut self, node: u32, outcome: G::Outcome) -> u32 {
        let fell = &self.nodes[node as usize].fell;
        match fell.binary_search_by(|(known, _)| known.cmp(&outcome)) {
            Ok(place) => fell[place].1,
            Err(place) => {
                let new = self.sprout();
                self.nodes[node as usize].fell.insert(place, (outcome, new));
                new
            }
        }
    }

    /// Play by habit to the end, or to where it is time to judge.
    fn play_on(&mut self, game: &G, state: &mut G::State) {
        let mut decisions = 0;
        while decisions < G::HORIZON {
            let input = match game.awaits(state) {
                Awaits::Nothing => return,
                Awaits::Luck(_) => game.chance(state, &mut self.luck).map(Input::Luck),
                awaits @ (Awaits::Choice(_) | Awaits::Sealed(_)) => {
                    decisions += 1;
                    awaits.seats().iter().next().and_then(|seat| {
                        let action = game.by_habit(state, seat, &mut self.choices, &mut self.luck)?;
                        Some(Input::Act(seat, action))
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
        for &Step { node, branch } in &self.path {
            let branch = &mut self.nodes[node as usize].branches[branch as usize];
            branch.visits += 1;
            branch.reward += expectations[branch.seat.index()];
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
