//! The tree a search grows: what was chosen where, how often, and how it came out.

use std::sync::LazyLock;

use table::{Game, MOST_SEATS, Seat};

/// No node.
const NONE: u32 = u32::MAX;
/// How much a choice that was seldom tried is worth trying.
const CURIOSITY: f64 = 0.2;

/// A tree with its first node.
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G>>,
    /// The branches that are there to be taken at the table just reached.
    there: Vec<u32>,
}

/// A place in the tree: what was chosen and what fell there so far.
struct Node<G: Game> {
    /// Choices, in canonical order.
    branches: Vec<Branch<G>>,
    /// Outcomes of luck that the searching seat saw.
    fell: Vec<(G::Outcome, u32)>,
}

/// A choice that was tried.
#[derive(Clone, Copy)]
pub(super) struct Branch<G: Game> {
    seat: Seat,
    pub(super) action: G::Action,
    pub(super) visits: u32,
    available: u32,
    /// Its place among the choices when it was last there.
    stood_at: u32,
    pub(super) reward: f64,
    /// The node it leads to, or `NONE` while nobody went on from there.
    leads_to: u32,
}

impl<G: Game> Branch<G> {
    const fn new(seat: Seat, action: G::Action) -> Self {
        Self { seat, action, visits: 0, available: 1, stood_at: 0, reward: 0.0, leads_to: NONE }
    }
}

/// A choice on the way down: a branch of a node.
#[derive(Clone, Copy)]
pub(super) struct Step {
    node: u32,
    branch: u32,
}

/// The logarithms that are needed most.
static LOGS: LazyLock<[f64; 4096]> = LazyLock::new(|| std::array::from_fn(|number| log(number as u32)));

/// The natural logarithm, of 0 as of 1.
fn log(number: u32) -> f64 {
    libm::log(f64::from(number.max(1)))
}

impl<G: Game> Tree<G> {
    /// Where every walk begins.
    pub(super) const ROOT: u32 = 0;

    pub(super) const fn new() -> Self {
        Self { nodes: Vec::new(), there: Vec::new() }
    }

    /// Fells the tree; only the root is left.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.sprout();
    }

    /// The branches of the root.
    pub(super) fn tried(&self) -> &[Branch<G>] {
        self.nodes.first().map_or(&[], |root| &root.branches)
    }

    pub(super) fn at(&self, step: Step) -> &Branch<G> {
        &self.nodes[step.node as usize].branches[step.branch as usize]
    }

    fn sprout(&mut self) -> u32 {
        self.nodes.push(Node { branches: Vec::new(), fell: Vec::new() });
        self.nodes.len() as u32 - 1
    }

    /// Finds the branches of a node that are among these choices, which are in canonical order; gives how many of the
    /// choices have none.
    pub(super) fn line_up(&mut self, node: u32, seat: Seat, choices: &[G::Action]) -> usize {
        self.there.clear();
        for (place, branch) in self.nodes[node as usize].branches.iter_mut().enumerate() {
            if branch.seat != seat {
                continue;
            }
            // It mostly stands where it stood the last time.
            if choices.get(branch.stood_at as usize) != Some(&branch.action) {
                let Ok(place) = choices.binary_search(&branch.action) else { continue };
                branch.stood_at = place as u32;
            }
            branch.available += 1;
            self.there.push(place as u32);
        }
        choices.len() - self.there.len()
    }

    /// Whether this choice of this seat was tried at this node.
    pub(super) fn has(&self, node: u32, seat: Seat, action: G::Action) -> bool {
        self.place(node, seat, action).is_ok()
    }

    /// The place of this choice among the branches of a node, or where it would stand.
    fn place(&self, node: u32, seat: Seat, action: G::Action) -> Result<usize, usize> {
        let branches = &self.nodes[node as usize].branches;
        branches.binary_search_by(|branch| (branch.seat, branch.action).cmp(&(seat, action)))
    }

    /// The branch of this choice, a new one where there is none.
    pub(super) fn take(&mut self, node: u32, seat: Seat, action: G::Action) -> Step {
        let place = match self.place(node, seat, action) {
            Ok(known) => known,
            Err(place) => {
                self.nodes[node as usize].branches.insert(place, Branch::new(seat, action));
                place
            }
        };
        Step { node, branch: place as u32 }
    }

    /// A new branch for the choice at this place, or for the next one that has none.
    pub(super) fn branch_out(
        &mut self,
        node: u32,
        seat: Seat,
        choices: &[G::Action],
        wanted: usize,
    ) -> Option<Step> {
        let from_wanted = choices.iter().cycle().skip(wanted).take(choices.len());
        let mut fresh =
            from_wanted.filter_map(|&action| Some((self.place(node, seat, action).err()?, action)));
        let (place, action) = fresh.next()?;
        self.nodes[node as usize].branches.insert(place, Branch::new(seat, action));
        Some(Step { node, branch: place as u32 })
    }

    /// The most promising of the choices lined up that have a branch.
    pub(super) fn best_tried(&self, node: u32) -> Option<Step> {
        let branches = &self.nodes[node as usize].branches;
        let logs = &*LOGS;
        let mut best = None;
        let mut most = f64::MIN;
        for &place in &self.there {
            let branch = &branches[place as usize];
            let visits = f64::from(branch.visits.max(1));
            let log = logs.get(branch.available as usize).copied().unwrap_or_else(|| log(branch.available));
            let worth = branch.reward / visits + CURIOSITY * (log / visits).sqrt();
            if worth > most {
                most = worth;
                best = Some(Step { node, branch: place });
            }
        }
        best
    }

    /// The node that a choice leads to.
    pub(super) fn after(&mut self, step: Step) -> u32 {
        match self.at(step).leads_to {
            NONE => {
                let new = self.sprout();
                self.nodes[step.node as usize].branches[step.branch as usize].leads_to = new;
                new
            }
            known => known,
        }
    }

    /// The node after an outcome that the searching seat sees.
    pub(super) fn after_luck(&mut self, node: u32, outcome: G::Outcome) -> u32 {
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

    /// Everybody who chose on the way learns how it came out for them.
    pub(super) fn learn(&mut self, path: &[Step], expectations: &[f64; MOST_SEATS]) {
        for step in path {
            let branch = &mut self.nodes[step.node as usize].branches[step.branch as usize];
            branch.visits += 1;
            branch.reward += expectations[branch.seat.index()];
        }
    }
}
