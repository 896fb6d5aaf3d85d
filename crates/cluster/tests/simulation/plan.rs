//! The plan of a simulation: its size, its faults, and planted bugs.

use crate::database::Fencing;
use crate::dice::Dice;

/// A fault that is put in on purpose, to see whether the laws notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planted {
    Nothing,
    /// A former owner of a room can still write to it.
    NoFence,
    /// Lines that were lost on the way are not missed: those after them come under their numbers.
    LostGap,
    /// Heartbeats are not answered, so followers do not learn of missed lines.
    NoRoll,
    /// An uncertain request is taken for not done, and retried.
    TriedAgain,
    /// The answer comes before the write.
    EarlyAnswer,
    /// An answer that comes twice also answers the next request.
    AnsweredTwice,
    /// A node that slept does not ask whether its rooms are still its own.
    NotConfirmed,
    /// An owner that is cut off from the others keeps its rooms.
    KeepsRooms,
}

impl Planted {
    pub fn fencing(self) -> Fencing {
        match self {
            Self::NoFence => Fencing::Missing,
            Self::Nothing
            | Self::LostGap
            | Self::NoRoll
            | Self::TriedAgain
            | Self::EarlyAnswer
            | Self::AnsweredTwice
            | Self::NotConfirmed
            | Self::KeepsRooms => Fencing::Sound,
        }
    }
}

/// Kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kinds {
    All,
    /// Nodes end without a word or are cut off from messages, and nothing else: so it can be told at each moment who
    /// must be answered, and who must have handed over what it had.
    Reach,
}

/// How large, and how bad.
#[derive(Debug, Clone)]
pub struct Plan {
    pub seed: u64,
    pub nodes: usize,
    /// Counters.
    pub rooms: u64,
    /// Rooms of the real kind, with two clients each.
    pub real: u64,
    pub viewers: u64,
    /// How many acts of each client.
    pub acts: u32,
    /// When things begin to go wrong, and when they end.
    pub faults: (u64, u64),
    /// How many things go wrong.
    pub troubles: u64,
    /// So many of a thousand publications are lost, always.
    pub unheard: u64,
    /// Idle time of a room.
    pub idle: u64,
    /// So many rooms of expired sessions a renewal frees.
    pub freed: usize,
    pub kinds: Kinds,
    pub planted: Planted,
    /// Of this room all that happens is printed.
    pub traced: Option<u64>,
}

impl Plan {
    /// A small one: some seconds of trouble.
    pub fn small(seed: u64) -> Self {
        Self {
            seed,
            nodes: 6,
            rooms: 60,
            real: 2,
            viewers: 40,
            acts: 14,
            faults: (1000, 16_000),
            troubles: 24,
            unheard: 0,
            idle: 3000,
            // Few, so that a session ends in several pieces.
            freed: 4,
            kinds: Kinds::All,
            planted: Planted::Nothing,
            traced: None,
        }
    }

    /// One in which nodes are gone, or hear nothing of each other.
    pub fn reach(seed: u64) -> Self {
        Self { kinds: Kinds::Reach, acts: 60, faults: (1000, 60_000), troubles: 16, ..Self::small(seed) }
    }

    /// One without faults except those of a test.
    pub fn calm(seed: u64) -> Self {
        Self { faults: (0, 0), troubles: 0, idle: u64::MAX, freed: 2000, ..Self::small(seed) }
    }
}

/// Something that goes wrong.
#[derive(Debug, Clone)]
pub enum Trouble {
    /// A node ends without a word, and starts again after so long.
    Crash { node: usize, back: u64 },
    /// A node does nothing for so long, and knows nothing of it.
    Sleep { node: usize, length: u64 },
    /// Some nodes hear nothing of the others for so long.
    Partition { nodes: Vec<usize>, length: u64 },
    /// A node cannot reach the database for so long.
    Cut { node: usize, length: u64 },
    /// These nodes hear nothing of any other for so long, and know it: they have lost their links, and nothing else. If
    /// it is all of them, NATS is away.
    Unlink { nodes: Vec<usize>, length: u64 },
    /// The clock of a node goes so fast from now on, in thousandths.
    Clock { node: usize, rate: u64 },
    /// So many of a thousand messages are lost for so long.
    Loss { of_thousand: u64, length: u64 },
    /// A node is stopped, and starts again when it is gone.
    Leave { node: usize },
}

impl Plan {
    /// The faults and their times; all of them end in time.
    pub fn troubles(&self, dice: &mut Dice) -> Vec<(u64, Trouble)> {
        let (begin, end) = self.faults;
        let nodes = self.nodes as u64;
        let draw = |dice: &mut Dice| {
            let at = dice.between(begin, end.saturating_sub(1));
            let node = dice.below(nodes) as usize;
            let length = dice.between(50, 6000).min(end - at);
            // Faults of all nodes are shorter where there are more of them, or nothing else would happen.
            let short = (length * 6 / nodes).max(50).min(end - at);
            let trouble = match self.kinds {
                Kinds::Reach => return (at, self.out_of_reach(dice, at)),
                Kinds::All => dice.below(16),
            };
            let trouble = match trouble {
                0..=2 => Trouble::Crash { node, back: length },
                3..=5 => Trouble::Sleep { node, length },
                6 | 7 => {
                    let some = dice.between(1, (nodes / 2).max(1));
                    let nodes = (0..some).map(|_| dice.below(nodes) as usize).collect();
                    Trouble::Partition { nodes, length: short }
                }
                8 | 9 => Trouble::Cut { node, length },
                10 => Trouble::Clock { node, rate: dice.between(300, 3000) },
                11 | 12 => Trouble::Unlink { nodes: vec![node], length },
                13 | 14 => Trouble::Loss { of_thousand: dice.between(20, 500), length: short },
                _ => Trouble::Leave { node },
            };
            (at, trouble)
        };
        if end > begin { (0..self.troubles).map(|_| draw(dice)).collect() } else { Vec::new() }
    }

    /// A node is gone, or some or all are cut off from messages.
    fn out_of_reach(&self, dice: &mut Dice, at: u64) -> Trouble {
        let nodes = self.nodes as u64;
        let length = dice.between(500, 20_000).min(self.faults.1 - at);
        match dice.below(8) {
            0..=2 => Trouble::Crash { node: dice.below(nodes) as usize, back: length },
            3..=6 => {
                let some = dice.between(1, (nodes / 2).max(1));
                Trouble::Unlink { nodes: (0..some).map(|_| dice.below(nodes) as usize).collect(), length }
            }
            _ => Trouble::Unlink { nodes: (0..self.nodes).collect(), length: length.min(4000) },
        }
    }
}
