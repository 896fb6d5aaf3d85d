//! The card sets and networks to choose from at a table: built-in ones, and some of one's own.

use std::path::Path;
use std::sync::Arc;

use spammers::CardSet;
use spamorama::{BuiltIn, Network};

use crate::catalogue::{Uncatalogued, card_set_named, card_sets};
use crate::files::{card_set_at, network_at};
use crate::setup::{NetworkChoice, network_named};

/// A card file longer than this is not for a table: it goes with every match, and into its record.
const LARGEST: usize = 256 * 1024;

/// Card sets and networks to choose from.
#[derive(Debug, Clone, Default)]
pub struct Collection {
    decks: Vec<Arc<CardSet>>,
    networks: Vec<Arc<Network>>,
}

impl Collection {
    /// Adds the card set of a file.
    pub fn add_deck(&mut self, file: &str) -> Result<(), Uncatalogued> {
        let wrong = |what: String| Uncatalogued(format!("{file}: {what}"));
        is_file(file, "card set")?;
        let set = card_set_at(file)?;
        let (name, length) = (set.name(), set.text().len());
        if length > LARGEST {
            return Err(wrong(format!(
                "it has {length} bytes, and a card file for the table has at most {LARGEST}; leave out remarks or drawings"
            )));
        }
        if self.card_set_named(name).is_some() {
            return Err(wrong(format!(
                "there is a card set '{name}' already; give this one a name of its own, on its line name = \"…\""
            )));
        }
        self.decks.push(set);
        Ok(())
    }

    /// Adds the network of a file.
    pub fn add_network(&mut self, file: &str) -> Result<(), Uncatalogued> {
        is_file(file, "network")?;
        let network = network_at(file, 0)?.of_game(0);
        let name = network.name();
        if self.network_named(name, 0).is_some() {
            return Err(Uncatalogued(format!(
                "{file}: there is a network '{name}' already; a network is called after its file, so give that another name"
            )));
        }
        self.networks.push(network);
        Ok(())
    }

    /// Every card set, those of one's own last.
    pub fn card_sets(&self) -> impl Iterator<Item = &Arc<CardSet>> {
        card_sets().iter().chain(&self.decks)
    }

    /// The card sets of one's own.
    #[must_use]
    pub fn own_card_sets(&self) -> &[Arc<CardSet>] {
        &self.decks
    }

    /// The networks of one's own.
    #[must_use]
    pub fn own_networks(&self) -> &[Arc<Network>] {
        &self.networks
    }

    /// The card set of this name.
    #[must_use]
    pub fn card_set_named(&self, name: &str) -> Option<Arc<CardSet>> {
        card_set_named(name).or_else(|| self.decks.iter().find(|set| set.name() == name).cloned())
    }

    /// The network of this name; a fresh one comes of this seed.
    #[must_use]
    pub fn network_named(&self, name: &str, seed: u64) -> Option<NetworkChoice> {
        let own = || self.networks.iter().find(|network| network.name() == name).cloned();
        network_named(name, seed).or_else(|| own().map(NetworkChoice::One))
    }

    /// The names of all card sets that are not earlier versions.
    #[must_use]
    pub fn card_set_names(&self) -> Vec<&str> {
        self.card_sets().map(|set| set.name()).collect()
    }

    /// The names of all networks, and that of a fresh one.
    #[must_use]
    pub fn network_names(&self) -> Vec<&str> {
        let own = self.networks.iter().map(|network| network.name());
        BuiltIn::ALL.iter().map(|one| one.name()).chain(own).chain(["generated"]).collect()
    }
}

/// Makes sure that somebody names a file, and nothing that comes with the program: it is there already.
fn is_file(name: &str, what: &str) -> Result<(), Uncatalogued> {
    let is_named = card_set_named(name).is_some() || network_named(name, 0).is_some();
    match is_named && !Path::new(name).exists() {
        true => Err(Uncatalogued(format!(
            "the {what} '{name}' comes with the program and is at every table; name a file of your own"
        ))),
        false => Ok(()),
    }
}
