//! Either game behind one face, and how it is asked for.

use std::sync::Arc;

use games::{
    AnyGame, GameName, Memory, Network, NetworkChoice, Setup, SetupChoices, card_set_at, network_at,
};
use pyo3::PyResult;
use rayon::prelude::*;
use spammers::Spammers;
use spamorama::SpamORama;
use table::{SeatCount, SeatSet, Seed};
use tensors::{Encoder, Layout};

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

/// How a game is asked for.
#[derive(Clone)]
pub(crate) struct Asked {
    setup: Setup,
    longest: Option<u32>,
    encoder: Arc<Encoder>,
    /// Generated networks that all matches share; `None` where each match is on one of its own.
    pool: Option<Pool>,
}

/// Generated networks, made once.
pub(crate) type Pool = Arc<[Arc<Network>]>;

/// Words that a game is asked for with.
pub(crate) struct Words<'a> {
    pub(crate) game: &'a str,
    pub(crate) seats: usize,
    pub(crate) variant: Option<&'a str>,
    pub(crate) deck: Option<&'a str>,
    pub(crate) network: Option<&'a str>,
    pub(crate) memory: Option<bool>,
    pub(crate) longest: Option<u32>,
    pub(crate) seed: u64,
}

impl Asked {
    pub(crate) fn new(words: &Words<'_>) -> PyResult<Self> {
        let game = GameName::named(words.game).map_err(wrong)?;
        let seats = SeatCount::new(words.seats).map_err(wrong)?;
        let network = words.network.map(|name| network_at(name, words.seed).map_err(wrong));
        let deck = words.deck.map(|name| card_set_at(name).map_err(wrong));
        let memory = words.memory.map(|on| if on { Memory::On } else { Memory::Off });
        let choices = SetupChoices {
            variant: words.variant,
            deck: deck.transpose()?,
            network: network.transpose()?,
            memory,
        };
        Self::of_setup(Setup::new(game, seats, choices).map_err(wrong)?, words.longest)
    }

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
                let ring = games::BuiltIn::Ring.network();
                Encoder::new(&SpamORama::new(ring, *seats, *memory, SeatSet::EMPTY))
            }
        });
        Ok(Self { setup, longest, encoder, pool: None })
    }

    /// The set-up, and how many decisions end a match.
    pub(crate) const fn parts(&self) -> (&Setup, Option<u32>) {
        (&self.setup, self.longest)
    }

    /// So many networks for the matches of this set-up; `None` where its networks are not generated.
    pub(crate) fn networks(&self, count: usize) -> Option<Pool> {
        let Setup::SpamORama(network @ NetworkChoice::Generated(_), ..) = &self.setup else { return None };
        Some((0..count).into_par_iter().map(|game| network.of_game(game as u64)).collect::<Vec<_>>().into())
    }

    /// Shares these networks among all matches, if they are to be on generated ones.
    pub(crate) fn share(&mut self, pool: &Pool) {
        if matches!(self.setup, Setup::SpamORama(NetworkChoice::Generated(_), ..)) {
            self.pool = Some(pool.clone());
        }
    }

    /// What the numbers of its matches mean.
    pub(crate) fn layout(&self) -> &Layout {
        self.encoder.layout()
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
            Setup::SpamORama(network, seats, memory) => {
                let game = SpamORama::new(self.network(network, seed), *seats, *memory, SeatSet::EMPTY);
                Any::SpamORama(Box::new(Live::new(game, self.encoder.clone(), seed, self.longest, history)))
            }
        }
    }

    fn network(&self, choice: &NetworkChoice, seed: Seed) -> Arc<Network> {
        match &self.pool {
            Some(pool) => pool[(seed.game % pool.len() as u64) as usize].clone(),
            None => choice.of_game(seed.game),
        }
    }

    /// The same, in the place of a match of this set-up that nobody keeps.
    pub(crate) fn begin_anew(&self, any: &mut Any, seed: Seed) {
        match (any, &self.setup) {
            (Any::Spammers(live), Setup::Spammers(..)) => live.begin_anew(seed),
            (Any::SpamORama(live), Setup::SpamORama(network, seats, memory)) => {
                live.game = SpamORama::new(self.network(network, seed), *seats, *memory, SeatSet::EMPTY);
                live.begin_anew(seed);
            }
            (any, Setup::Spammers(..) | Setup::SpamORama(..)) => *any = self.begin(seed, History::Forgotten),
        }
    }
}

/// The match that a record tells of.
pub(crate) fn of_record(text: &str) -> PyResult<Any> {
    let record = table::Record::read(text).map_err(wrong)?;
    let seed = record.header().seed.unwrap_or(Seed::new(0, 0));
    match games::game_of(record.header(), None).map_err(wrong)? {
        AnyGame::Spammers(game) => {
            let mut live = Live::new(game.clone(), Arc::new(Encoder::new(&game)), seed, None, History::Kept);
            live.replay(&record)?;
            Ok(Any::Spammers(Box::new(live)))
        }
        AnyGame::SpamORama(game) => {
            let mut live = Live::new(game.clone(), Arc::new(Encoder::new(&game)), seed, None, History::Kept);
            live.replay(&record)?;
            Ok(Any::SpamORama(Box::new(live)))
        }
    }
}
