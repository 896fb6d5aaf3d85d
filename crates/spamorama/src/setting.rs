//! The game in its box: network, seats, memory aid and who may go first.

use std::sync::Arc;

use table::{SeatCount, SeatSet};
use thiserror::Error;

use crate::{BuiltIn, Network, NetworkError};

/// Whether the program remembers for the players what they have seen (R4.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Memory {
    /// A view holds all that its viewer has seen and what follows from it.
    #[default]
    On,
    /// A view holds what lies on the table at this moment.
    Off,
}

impl Memory {
    /// Its name in a record.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }

    /// The one of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::On, Self::Off].into_iter().find(|one| one.name() == name)
    }
}

/// The rules of Spam-O-Rama with the set-up they are played under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpamORama {
    network: Arc<Network>,
    seats: SeatCount,
    memory: Memory,
    first: SeatSet,
}

/// Why no game can be built from a set-up that was written down.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SettingError {
    /// A key is missing.
    #[error("the set-up does not say '{0}'; it needs network, map, memory and first")]
    Missing(&'static str),
    /// The network is not given as name and digest.
    #[error(
        "'{0}' is not a network; write its name and the digest of its map, such as 'ring 0123456789abcdef'"
    )]
    Network(String),
    /// The map is not a sound network.
    #[error("the map is no network: {0}")]
    Map(NetworkError),
    /// The network is named like one that comes with the program, and is another.
    #[error("the map is not that of the network '{name}', which comes with the program", name = .0.name())]
    OtherMap(BuiltIn),
    /// The map is not written the one way maps are.
    #[error("the map should be written '{right}'")]
    Untidy {
        /// How this map is written.
        right: String,
    },
    /// The digest is not that of the map.
    #[error("the digest of the map is {right}, not {said}")]
    Digest {
        /// The digest of the map.
        right: String,
        /// The text.
        said: String,
    },
    /// The memory aid is neither on nor off.
    #[error("'{0}' is no setting of the memory aid; it is 'on' or 'off'")]
    Memory(String),
    /// Those who may go first are not seats of this table.
    #[error("'{0}' cannot go first; write the seats of this table that may, such as 'A B'")]
    First(String),
}

impl From<NetworkError> for SettingError {
    fn from(wrong: NetworkError) -> Self {
        if let NetworkError::NameTaken(network) = wrong { Self::OtherMap(network) } else { Self::Map(wrong) }
    }
}

impl SpamORama {
    /// A game on this network. `first` are the seats that say they get the least spam: luck draws among them, and among
    /// all if there are none (R2.7).
    #[must_use]
    pub fn new(network: impl Into<Arc<Network>>, seats: SeatCount, memory: Memory, first: SeatSet) -> Self {
        let candidates: SeatSet = first.iter().filter(|&seat| seats.contains(seat)).collect();
        Self {
            network: network.into(),
            seats,
            memory,
            first: match candidates.is_empty() {
                true => seats.all(),
                false => candidates,
            },
        }
    }

    /// Builds a game again from the set-up its record gives; `lookup` finds the value of a key.
    pub fn from_setting<'a>(
        lookup: impl Fn(&str) -> Option<&'a str>,
        seats: SeatCount,
    ) -> Result<Self, SettingError> {
        let find = |key| lookup(key).ok_or(SettingError::Missing(key));
        let named = find("network")?;
        let map = find("map")?;
        let memory = find("memory")?;
        let first = find("first")?;
        let (name, digest) = named
            .split_once(' ')
            .filter(|(name, _)| Network::tidy_name(name) == *name)
            .ok_or_else(|| SettingError::Network(named.to_owned()))?;
        let network = Network::of_map(name, map)?;
        let right = network.map();
        if right != map {
            return Err(SettingError::Untidy { right });
        }
        let right = network.digest();
        if right != digest {
            let said = digest.to_owned();
            return Err(SettingError::Digest { right, said });
        }
        let memory = Memory::of_name(memory).ok_or_else(|| SettingError::Memory(memory.to_owned()))?;
        let candidates = first
            .parse::<SeatSet>()
            .ok()
            .filter(|seated| !seated.is_empty() && seated.iter().all(|seat| seats.contains(seat)))
            .filter(|seated| seated.to_string() == first)
            .ok_or_else(|| SettingError::First(first.to_owned()))?;
        let network = BuiltIn::of_name(name).map_or_else(|| Arc::new(network), BuiltIn::network);
        Ok(Self::new(network, seats, memory, candidates))
    }

    /// The network the ports are laid after.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// How many sit at the table.
    #[must_use]
    pub const fn seat_count(&self) -> SeatCount {
        self.seats
    }

    /// Whether the program remembers for the players.
    #[must_use]
    pub const fn memory(&self) -> Memory {
        self.memory
    }

    /// The seats that may go first.
    #[must_use]
    pub const fn first_candidates(&self) -> SeatSet {
        self.first
    }
}
