//! The searching player: information-set Monte Carlo tree search over imagined tables.
//!
//! One tree, seen from one seat. Each iteration takes a choice, imagines a table that looks like the view, walks down
//! the tree by the choices that are possible at that table, adds a branch, plays on by the rollout policy, and backs
//! the result up the branches, for the seat that chose at each. A choice is weighed by how often it was tried among the
//! times it was there to be tried. Three things make few iterations go far:
//! - Only the choices that look best at first sight are searched at all, and the rollout policy's.
//! - Every choice of the root meets the same tables and the same luck in the same order, so that they are compared
//!   and not their luck.
//! - Further down a node tries the rollout policy first and grows wider only as it is visited more.

mod tree;

use std::time::Instant;

use table::{Awaits, ChaCha8, Input, Luck, NoEvents, Purpose, Seat, Seed, Viewer};

use self::tree::{Step, Tree};
use crate::one_ply::OnePly;
use crate::{Budget, Judge};

/// Tables imagined for the first sight.
const TABLES: usize = 8;
/// How often the rollout policy is asked for a choice at the root.
const POLICY_TRIES: usize = 4;
/// How fast a node below the root grows wider.
const WIDENING: f64 = 1.0;
/// Between two looks at the clock.
const BREATH: u32 = 8;

/// A search's statistics of one choice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RootStats<A> {
    /// The choice.
    pub action: A,
    /// How often it was tried.
    pub visits: u32,
    /// The sum of its results, as shares of a win.
    pub reward: f64,
}

impl<A> RootStats<A> {
    /// The share of a win that it brought, as a percentage.
    fn percent(&self) -> f64 {
        100.0 * self.reward / f64::from(self.visits.max(1))
    }
}

/// A player that searches.
pub struct Search<G: Judge> {
    budget: Budget,
    luck: ChaCha8,
    one_ply: OnePly<G>,
    /// The choices that deserve a thought, in canonical order.
    worthwhile: Vec<G::Action>,
    tree: Tree<G>,
    path: Vec<Step>,
    choices: Vec<G::Action>,
    scratch: Vec<G::Action>,
    stats: Vec<RootStats<G::Action>>,
}

impl<G: Judge> Search<G> {
    /// The searching player of this seat in the game of this seed.
    #[must_use]
    pub fn new(budget: Budget, seed: Seed, seat: Seat) -> Self {
        Self {
            budget,
            luck: seed.luck(Purpose::Player(seat)),
            one_ply: OnePly::new(),
            worthwhile: Vec::new(),
            tree: Tree::new(),
            path: Vec::new(),
            choices: Vec::new(),
            scratch: Vec::new(),
            stats: Vec::new(),
        }
    }

    /// Thinks about the choices of a seat, of which there is at least one, and says what it found.
    pub fn think(
        &mut self,
        game: &G,
        view: &G::View,
        seat: Seat,
        choices: &[G::Action],
    ) -> &[RootStats<G::Action>] {
        let started = Instant::now();
        self.look_over(game, view, seat, choices);
        self.tree.clear();
        let key = u64::from(self.luck.word()) << 32 | u64::from(self.luck.word());
        let mut iterations = 0;
        loop {
            let spent = match self.budget {
                Budget::Iterations(most) => iterations >= most,
                Budget::Time(most) => iterations % BREATH == 0 && iterations > 0 && started.elapsed() >= most,
            };
            if spent {
                break;
            }
            self.iterate(game, view, seat, key);
            iterations += 1;
        }
        let tried = self.tree.tried().iter();
        self.stats.clear();
        self.stats.extend(tried.map(|branch| RootStats {
            action: branch.action,
            visits: branch.visits,
            reward: branch.reward,
        }));
        &self.stats
    }

    /// Keeps the choices that look best at first sight, up to the game's width, and the rollout policy's.
    fn look_over(&mut self, game: &G, view: &G::View, seat: Seat, choices: &[G::Action]) {
        self.worthwhile.clear();
        if choices.len() <= G::WIDTH {
            self.worthwhile.extend_from_slice(choices);
            return;
        }
        let judge = |state: &G::State| game.expectations(state)[seat.index()];
        let worth = self.one_ply.appraise(game, (view, seat), choices, TABLES, &mut self.luck, judge);
        let mut order: Vec<usize> = (0..choices.len()).collect();
        order.sort_by(|&one, &other| worth[other].total_cmp(&worth[one]).then(one.cmp(&other)));
        order.truncate(G::WIDTH);
        for _ in 0..POLICY_TRIES {
            let table = game.imagine(view, &mut self.luck);
            let usual = game.rollout_policy(&table, seat, &mut self.scratch, &mut self.luck);
            order.extend(usual.and_then(|usual| choices.iter().position(|&choice| choice == usual)));
        }
        order.sort_unstable();
        order.dedup();
        self.worthwhile.extend(order.into_iter().map(|place| choices[place]));
    }

    /// Tries each of these choices equally often, with a tree below each, and says how much of a win each brought on
    /// average. All meet the same tables and the same luck.
    pub(crate) fn weigh(
        &mut self,
        game: &G,
        view: &G::View,
        seat: Seat,
        actions: &[G::Action],
        each: u32,
    ) -> Vec<f64> {
        self.tree.clear();
        let key = u64::from(self.luck.word()) << 32 | u64::from(self.luck.word());
        let mut won = vec![0.0; actions.len()];
        for _ in 0..each {
            for (won, &action) in won.iter_mut().zip(actions) {
                let first = self.tree.take(Tree::<G>::ROOT, seat, action);
                self.try_out(game, view, seat, key, first, |state| {
                    *won += game.win_shares(state)[seat.index()];
                });
            }
        }
        won.iter().map(|won| won / f64::from(each.max(1))).collect()
    }

    /// One way down the tree, one branch more, and what comes of it.
    fn iterate(&mut self, game: &G, view: &G::View, me: Seat, key: u64) {
        let Some(first) = self.take_first(me) else { return };
        self.try_out(game, view, me, key, first, |_| ());
    }

    /// The same from a choice of the root; `seen` is shown the table at which it ends.
    fn try_out(
        &mut self,
        game: &G,
        view: &G::View,
        me: Seat,
        key: u64,
        first: Step,
        seen: impl FnOnce(&G::State),
    ) {
        self.path.clear();
        // The nth try of every choice meets the nth table and its luck.
        let mut luck = Seed::new(key, self.tree.at(first).visits.into()).luck(Purpose::Trial);
        let mut state = game.imagine(view, &mut luck);
        let is_new = self.tree.at(first).visits == 0;
        self.path.push(first);
        let taken = game.apply(&mut state, Input::Act(me, self.tree.at(first).action), &mut NoEvents);
        if taken.is_ok() && !is_new {
            self.walk_down(game, &mut state, me, &mut luck);
        }
        play_on(game, &mut state, &mut self.scratch, &mut luck);
        self.tree.learn(&self.path, &game.expectations(&state));
        seen(&state);
    }

    /// A choice of the root: all are there at every table, and all are tried once first.
    fn take_first(&mut self, me: Seat) -> Option<Step> {
        match self.tree.line_up(Tree::<G>::ROOT, me, &self.worthwhile) {
            0 => self.tree.best_tried(Tree::<G>::ROOT),
            _ => self.tree.branch_out(Tree::<G>::ROOT, me, &self.worthwhile, 0),
        }
    }

    /// From where the first choice led, down to a new branch.
    fn walk_down(&mut self, game: &G, state: &mut G::State, me: Seat, luck: &mut ChaCha8) {
        let Some(&first) = self.path.first() else { return };
        let mut node = self.tree.after(first);
        let mut visits = self.tree.at(first).visits;
        loop {
            let seat = match game.awaits(state) {
                Awaits::Nothing => return,
                Awaits::Luck(audience) => {
                    let Some(outcome) = game.chance(state, luck) else { return };
                    if game.apply(state, Input::Luck(outcome), &mut NoEvents).is_err() {
                        return;
                    }
                    if G::LUCK_BRANCHES && audience.includes(Viewer::Seat(me)) {
                        node = self.tree.after_luck(node, outcome);
                    }
                    continue;
                }
                Awaits::Choice(seat) => seat,
                Awaits::Sealed(seats) if seats.contains(me) => me,
                Awaits::Sealed(seats) => match seats.iter().next() {
                    Some(seat) => seat,
                    None => return,
                },
            };
            game.choices(state, seat, &mut self.choices);
            let fresh = self.tree.line_up(node, seat, &self.choices);
            let tried = self.choices.len() - fresh;
            let wide = tried as f64 >= 1.0 + WIDENING * f64::from(visits).sqrt();
            let grows = fresh > 0 && (tried == 0 || !wide);
            let step = if grows {
                let usual = game.rollout_policy(state, seat, &mut self.scratch, luck);
                let usual = usual.filter(|&usual| !self.tree.has(node, seat, usual));
                let wanted = usual.and_then(|usual| self.choices.binary_search(&usual).ok());
                let wanted = wanted.unwrap_or_else(|| luck.below(self.choices.len().max(1) as u32) as usize);
                self.tree.branch_out(node, seat, &self.choices, wanted)
            } else {
                self.tree.best_tried(node)
            };
            let Some(step) = step else { return };
            self.path.push(step);
            let branch = self.tree.at(step);
            visits = branch.visits;
            if game.apply(state, Input::Act(seat, branch.action), &mut NoEvents).is_err() || grows {
                return;
            }
            node = self.tree.after(step);
        }
    }
}

/// Plays by the rollout policy to the end, or to where it is time to judge: never in the middle of what has begun.
pub(crate) fn play_on<G: Judge>(
    game: &G,
    state: &mut G::State,
    scratch: &mut Vec<G::Action>,
    luck: &mut impl Luck,
) {
    let mut decisions = 0;
    loop {
        let awaits = game.awaits(state);
        let input = match awaits {
            Awaits::Nothing => return,
            Awaits::Luck(_) => game.chance(state, luck).map(Input::Luck),
            Awaits::Choice(_) | Awaits::Sealed(_) => {
                if !game.may_be_passed(state) {
                    if decisions >= G::HORIZON {
                        return;
                    }
                    decisions += 1;
                }
                awaits.seats().iter().next().and_then(|seat| {
                    let action = game.rollout_policy(state, seat, scratch, luck)?;
                    Some(Input::Act(seat, action))
                })
            }
        };
        let Some(input) = input else { return };
        if game.apply(state, input, &mut NoEvents).is_err() {
            return;
        }
    }
}

/// The choice that was tried most, and of those the first.
pub(crate) fn favourite<A: Copy>(stats: &[RootStats<A>]) -> Option<&RootStats<A>> {
    stats.iter().fold(None, |best: Option<&RootStats<A>>, option| match best {
        Some(best) if best.visits >= option.visits => Some(best),
        Some(_) | None => Some(option),
    })
}

/// A search's reason for its choice.
pub(crate) fn say<A: Copy + PartialEq>(stats: &[RootStats<A>], chosen: A) -> String {
    let Some(mine) = stats.iter().find(|option| option.action == chosen) else {
        return "I have no other choice".to_owned();
    };
    let mut said = format!("I make it {:.0}% to win", mine.percent());
    let others = stats.iter().filter(|option| option.action != chosen && option.visits > 0);
    if let Some(next) = others.max_by_key(|option| option.visits) {
        said += &format!(", {:.0}% with the next best", next.percent());
    }
    said
}
