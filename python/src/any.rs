//! Either game behind one face, and how it is asked for.

use std::sync::Arc;

use games::{AnyGame, BuiltIn, Network, NetworkChoice, Setup};
use pyo3::PyResult;
use rayon::prelude::*;
use spammers::Spammers;
use spamorama::SpamORama;
use table::{SeatSet, Seed};
use tensors::Encoder;

use crate::live::{History, Live, wrong};

/// A match of either game.
pub(crate) enum Any {
    /// The card game.
    Spammers(Box<Live<Spammers>>),
    /// The piecepack game.
    SpamORama(Box<Live<SpamORama>>),
}

/// The same for whichever game it is.
macro_rules! each {
    ($any:expr, $live:ident => $answer:expr) => {
        match $any {
            $crate::any::Any::Spammers($live) => $answer,
            $crate::any::Any::SpamORama($live) => $answer,
        }
    };
}
pub(crate) use each;

/// Another match of the same game, made of this one.
macro_rules! other {
    ($any:expr, $live:ident => $other:expr) => {
        match $any {
            $crate::any::Any::Spammers($live) => $crate::any::Any::Spammers(Box::new($other)),
            $crate::any::Any::SpamORama($live) => $crate::any::Any::SpamORama(Box::new($other)),
        }
    };
}
pub(crate) use other;

/// How a game is asked for.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) setup: Setup,
    /// How many decisions end a match.
    pub(crate) longest: Option<u32>,
    /// What the numbers of its matches mean.
    pub(crate) encoder: Arc<Encoder>,
    /// Generated networks that all matches share; none where each match is on one of its own.
    pool: Vec<Arc<Network>>,
}

/// The most of them.
const MOST_NETWORKS: usize = 1 << 16;

impl Asked {
    /// Matches of this set-up that `longest` decisions end.
    pub(crate) fn of_setup(setup: Setup, longest: Option<u32>) -> PyResult<Self> {
        if longest == Some(0) {
            return Err(wrong("a match of no decisions is none; longest is 1 or more"));
        }
        let encoder = Arc::new(match &setup {
            Setup::Spammers(set, seats, variant) => {
                Encoder::new(&Spammers::new(set.clone(), *seats, *variant))
            }
            // The numbers mean the same on every network.
            Setup::SpamORama(_, seats, memory) => {
                let ring = BuiltIn::Ring.network();
                Encoder::new(&SpamORama::new(ring, *seats, *memory, SeatSet::EMPTY))
            }
        });
        Ok(Self { setup, longest, encoder, pool: Vec::new() })
    }

    /// How its networks are generated; `None` where they are not.
    const fn generated(&self) -> Option<&NetworkChoice> {
        match &self.setup {
            Setup::SpamORama(choice @ NetworkChoice::Generated(_), ..) => Some(choice),
            Setup::Spammers(..) | Setup::SpamORama(..) => None,
        }
    }

    /// Shares so many networks among the matches of all these set-ups whose networks are generated.
    pub(crate) fn share(all: &mut [Self], count: usize) -> PyResult<()> {
        let choice = all.iter().find_map(Self::generated).filter(|_| (1..=MOST_NETWORKS).contains(&count));
        let choice = choice.cloned().ok_or_else(|| {
            wrong(format!("networks says how many are made for network='generated', 1 to {MOST_NETWORKS}"))
        })?;
        let made: Vec<_> = (0..count as u64).into_par_iter().map(|game| choice.of_game(game)).collect();
        let generated = all.iter_mut().filter(|asked| asked.generated().is_some());
        generated.for_each(|asked| asked.pool.clone_from(&made));
        Ok(())
    }

    /// How many bytes a match is.
    pub(crate) const fn bytes(&self) -> usize {
        match &self.setup {
            Setup::Spammers(..) => size_of::<Live<Spammers>>(),
            Setup::SpamORama(..) => size_of::<Live<SpamORama>>(),
        }
    }

    /// The match of this seed.
    pub(crate) fn begin(&self, seed: Seed, history: History) -> Any {
        match &self.setup {
            Setup::Spammers(set, seats, variant) => {
                let game = Spammers::new(set.clone(), *seats, *variant);
                Any::Spammers(Box::new(Live::new(game, self.encoder.clone(), seed, self.longest, history)))
            }
            Setup::SpamORama(choice, seats, memory) => {
                let game = SpamORama::new(self.network(choice, seed), *seats, *memory, SeatSet::EMPTY);
                Any::SpamORama(Box::new(Live::new(game, self.encoder.clone(), seed, self.longest, history)))
            }
        }
    }

    /// One of the networks that are shared, or the match's own.
    fn network(&self, choice: &NetworkChoice, seed: Seed) -> Arc<Network> {
        let shared = self.pool.get((seed.game % self.pool.len().max(1) as u64) as usize);
        shared.cloned().unwrap_or_else(|| choice.of_game(seed.game))
    }

    /// The same, in the place of a match of this set-up that nobody keeps.
    pub(crate) fn begin_anew(&self, any: &mut Any, seed: Seed) {
        match (any, &self.setup) {
            (Any::Spammers(live), Setup::Spammers(..)) => live.begin_anew(seed),
            (Any::SpamORama(live), Setup::SpamORama(choice, seats, memory)) => {
                live.game = SpamORama::new(self.network(choice, seed), *seats, *memory, SeatSet::EMPTY);
                live.begin_anew(seed);
            }
            (any, Setup::Spammers(..) | Setup::SpamORama(..)) => *any = self.begin(seed, History::Forgotten),
        }
    }
}

/// The match that a record tells of.
pub(crate) fn of_record(text: &str) -> PyResult<Any> {
    let record = table::Record::read(text).map_err(wrong)?;
    match games::game_of(record.header(), None).map_err(wrong)? {
        AnyGame::Spammers(game) => Live::of_record(game, &record).map(|live| Any::Spammers(Box::new(live))),
        AnyGame::SpamORama(game) => Live::of_record(game, &record).map(|live| Any::SpamORama(Box::new(live))),
    }
}
