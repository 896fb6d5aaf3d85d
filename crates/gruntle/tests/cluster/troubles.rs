//! Faults from a seed: which, where, when and for how long. Each kind comes as often as any other, in any order, and
//! some come two at a time.

use std::time::Duration;

use crate::proxy::Mode;
use driver::dice::Dice;

/// The way of a node to NATS.
pub const NATS: usize = 0;
/// The way of a node to PostgreSQL.
pub const POSTGRES: usize = 1;

/// Kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    NodeKilled,
    NodeAsleep,
    NodeStopped,
    CutFromNats,
    CutFromPostgres,
    CutFromBoth,
    SilentNats,
    SilentPostgres,
    Slow,
    Worker,
    Nats,
    Postgres,
}

/// How many kinds of trouble there are.
pub const KINDS: usize = 12;
/// So many of them come beside another one.
pub const PAIRS: usize = 4;

impl Kind {
    const ALL: [Self; KINDS] = [
        Self::NodeKilled,
        Self::NodeAsleep,
        Self::NodeStopped,
        Self::CutFromNats,
        Self::CutFromPostgres,
        Self::CutFromBoth,
        Self::SilentNats,
        Self::SilentPostgres,
        Self::Slow,
        Self::Worker,
        Self::Nats,
        Self::Postgres,
    ];

    /// With one of so many nodes and workers, but not with this node.
    fn befalls(self, luck: &mut Dice, (nodes, workers): (usize, usize), but: Option<usize>) -> What {
        let others: Vec<usize> = (0..nodes).filter(|node| Some(*node) != but).collect();
        let node = *luck.pick(&others);
        let blocked = |ways: &'static [usize], mode| What::Node(node, ToNode::Blocked(ways, mode));
        match self {
            Self::NodeKilled => What::Node(node, ToNode::Killed),
            Self::NodeAsleep => What::Node(node, ToNode::Asleep),
            Self::NodeStopped => What::Node(node, ToNode::Stopped),
            Self::CutFromNats => blocked(&[NATS], Mode::Cut),
            Self::CutFromPostgres => blocked(&[POSTGRES], Mode::Cut),
            Self::CutFromBoth => blocked(&[NATS, POSTGRES], Mode::Cut),
            Self::SilentNats => blocked(&[NATS], Mode::Silent),
            Self::SilentPostgres => blocked(&[POSTGRES], Mode::Silent),
            Self::Slow => {
                let ways: [&'static [usize]; 2] = [&[NATS], &[POSTGRES]];
                blocked(ways[luck.below(2)], Mode::Slow(Duration::from_millis(5 + luck.below(45) as u64)))
            }
            Self::Worker => What::Worker(luck.below(workers)),
            Self::Nats => What::Nats,
            Self::Postgres => What::Postgres,
        }
    }

    /// The length in milliseconds: the least, and the most on top of it. A node away for over two seconds has lost its
    /// tables. Nothing takes longer than three, so that a request through several troubles is answered within ten.
    const fn time(self) -> (u64, usize) {
        match self {
            Self::NodeAsleep
            | Self::CutFromNats
            | Self::CutFromPostgres
            | Self::CutFromBoth
            | Self::SilentNats
            | Self::SilentPostgres => (500, 2_500),
            Self::Slow => (500, 2_000),
            Self::Worker => (500, 1_000),
            Self::Nats | Self::Postgres => (0, 500),
            Self::NodeKilled | Self::NodeStopped => (0, 0),
        }
    }
}

/// A fault of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToNode {
    /// It is ended as hard as can be, and started again.
    Killed,
    /// It stands still, and goes on.
    Asleep,
    /// It is stopped, and started again.
    Stopped,
    /// These of its ways are so.
    Blocked(&'static [usize], Mode),
}

/// A fault and its victim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// This node.
    Node(usize, ToNode),
    /// This worker sleeps, is killed, and started again.
    Worker(usize),
    /// It is killed and started again.
    Nats,
    /// The same.
    Postgres,
}

/// Something that goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trouble {
    pub what: What,
    /// How long after the first of its round.
    pub after: Duration,
    pub lasts: Duration,
}

/// Faults at once, after this time without any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    pub peace: Duration,
    pub troubles: Vec<Trouble>,
}

/// So many troubles for a site with so many nodes and workers.
pub fn plan(luck: &mut Dice, site: (usize, usize), troubles: usize) -> Vec<Round> {
    let mut rounds = Vec::new();
    let mut left = troubles;
    while left > 0 {
        for mut kinds in turn(luck) {
            kinds.truncate(left);
            left -= kinds.len();
            if !kinds.is_empty() {
                rounds.push(round(luck, site, &kinds));
            }
        }
    }
    rounds
}

/// Each kind once, in any order, some of them in pairs.
fn turn(luck: &mut Dice) -> Vec<Vec<Kind>> {
    let mut kinds = shuffled(luck, Kind::ALL.to_vec()).into_iter();
    let sizes = shuffled(luck, [vec![2; PAIRS], vec![1; KINDS - 2 * PAIRS]].concat());
    sizes.into_iter().map(|size| kinds.by_ref().take(size).collect()).collect()
}

fn shuffled<T>(luck: &mut Dice, mut all: Vec<T>) -> Vec<T> {
    (0..all.len()).map(|_| all.swap_remove(luck.below(all.len()))).collect()
}

/// Who is befallen by these, and when.
fn round(luck: &mut Dice, site: (usize, usize), kinds: &[Kind]) -> Round {
    let moment = |luck: &mut Dice, least: u64, most: usize| {
        Duration::from_millis(least + luck.below(most.max(1)) as u64)
    };
    let peace = moment(luck, 500, 1_500);
    let mut troubles: Vec<Trouble> = Vec::new();
    for kind in kinds {
        let first = troubles.first().copied();
        let taken = first.and_then(|first| match first.what {
            What::Node(node, _) => Some(node),
            What::Worker(_) | What::Nats | What::Postgres => None,
        });
        let what = kind.befalls(luck, site, taken);
        // While the first is there, or what was started again is not of use yet.
        let within = first.map_or(0, |first| first.lasts.as_millis().clamp(300, 1_000));
        let after = moment(luck, 0, within as usize);
        let (least, most) = kind.time();
        troubles.push(Trouble { what, after, lasts: moment(luck, least, most) });
    }
    Round { peace, troubles }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITE: (usize, usize) = (3, 2);

    fn planned(seed: u64, troubles: usize) -> Vec<Round> {
        plan(&mut Dice::new(seed), SITE, troubles)
    }

    #[test]
    fn a_seed_says_all_of_it_and_another_seed_something_else() {
        assert_eq!(planned(1, 40), planned(1, 40));
        assert_ne!(planned(1, 40), planned(2, 40));
        assert_eq!(planned(1, 40).iter().map(|round| round.troubles.len()).sum::<usize>(), 40);
    }

    #[test]
    fn each_kind_comes_once_a_turn_and_some_in_pairs_that_befall_different_ones() {
        for seed in 0..200 {
            let mut luck = Dice::new(seed);
            let rounds = turn(&mut luck);
            let kinds: Vec<Kind> = rounds.concat();
            assert!(Kind::ALL.iter().all(|kind| kinds.contains(kind)) && kinds.len() == KINDS, "{kinds:?}");
            assert_eq!(rounds.iter().filter(|round| round.len() == 2).count(), PAIRS);
            for kinds in rounds {
                let troubles = round(&mut luck, SITE, &kinds).troubles;
                let nodes = troubles.iter().filter_map(|trouble| match trouble.what {
                    What::Node(node, _) => Some(node),
                    What::Worker(_) | What::Nats | What::Postgres => None,
                });
                let mut nodes: Vec<usize> = nodes.collect();
                nodes.dedup();
                let others = troubles.iter().filter(|trouble| !matches!(trouble.what, What::Node(..)));
                assert_eq!(nodes.len() + others.count(), troubles.len(), "{troubles:?}");
            }
        }
    }
}
