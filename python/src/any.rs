//! Either game behind one face, and how it is asked for.

use std::sync::Arc;

use games::{AnyGame, GameName, Memory, NetworkChoice, Setup, SetupChoices, card_set_at, network_at};
use pyo3::PyResult;
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
}

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
        Ok(Self { setup, longest, encoder })
    }

    /// The set-up, and how many decisions end a match.
    pub(crate) const fn parts(&self) -> (&Setup, Option<u32>) {
        (&self.setup, self.longest)
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
                let game = SpamORama::new(network.of_game(seed.game), *seats, *memory, SeatSet::EMPTY);
                Any::SpamORama(Box::new(Live::new(game, self.encoder.clone(), seed, self.longest, history)))
            }
        }
    }

    /// The same, in the place of a match of this set-up that nobody keeps.
    pub(crate) fn begin_anew(&self, any: &mut Any, seed: Seed) {
        match (any, &self.setup) {
            (Any::Spammers(live), Setup::Spammers(..)) => live.begin_anew(seed),
            (Any::SpamORama(live), Setup::SpamORama(NetworkChoice::One(_), ..)) => live.begin_anew(seed),
            // Another network every time.
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
