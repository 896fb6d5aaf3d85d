//! A set-up as a person asks for it, turned into games.

use std::sync::Arc;

use serde_json::{Value, json};
use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, Network, SpamORama};
use table::{Purpose, SeatCount, SeatSet, Seed};

use crate::catalogue::{GameName, GameVisitor, Uncatalogued, usual_card_set, variant_named};

/// Which network Spam-O-Rama is played on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NetworkChoice {
    /// The same for every game.
    One(Arc<Network>),
    /// A fresh tiling for each game, drawn from this seed number.
    Generated(u64),
}

impl NetworkChoice {
    /// The network of the game of this number.
    #[must_use]
    pub fn of_game(&self, game: u64) -> Arc<Network> {
        match self {
            Self::One(network) => network.clone(),
            Self::Generated(number) => {
                let mut luck = Seed::new(*number, game).luck(Purpose::Trial);
                Network::generate(BuiltIn::Ring, &mut luck).into()
            }
        }
    }
}

/// Options beside game and seats; each is for one of the games only.
#[derive(Debug, Clone, Default)]
pub struct SetupChoices<'a> {
    /// SPAMMERS: the victory setting, by name.
    pub variant: Option<&'a str>,
    /// SPAMMERS: the card set.
    pub deck: Option<Arc<CardSet>>,
    /// Spam-O-Rama: the network.
    pub network: Option<NetworkChoice>,
    /// Spam-O-Rama: the memory aid.
    pub memory: Option<Memory>,
}

/// A game as it is to be set up.
#[derive(Debug, Clone)]
pub enum Setup {
    /// The card game with this card set.
    Spammers(Arc<CardSet>, SeatCount, Variant),
    /// The piecepack game on this network.
    SpamORama(NetworkChoice, SeatCount, Memory),
}

impl Setup {
    /// Puts together what was asked for; what was not asked for gets its default.
    pub fn new(game: GameName, seats: SeatCount, choices: SetupChoices<'_>) -> Result<Self, Uncatalogued> {
        let SetupChoices { variant, deck, network, memory } = choices;
        let not_for = |what: &str, game: GameName| {
            Uncatalogued(format!("{what} is not for {}; leave it out", game.title()))
        };
        match game {
            GameName::Spammers if network.is_some() => Err(not_for("a network", game)),
            GameName::Spammers if memory.is_some() => Err(not_for("the memory aid", game)),
            GameName::SpamORama if variant.is_some() => Err(not_for("a variant", game)),
            GameName::SpamORama if deck.is_some() => Err(not_for("a card set", game)),
            GameName::Spammers => {
                let variant = variant.map_or(Ok(Variant::default()), variant_named)?;
                Ok(Self::Spammers(deck.unwrap_or_else(|| usual_card_set(variant)), seats, variant))
            }
            GameName::SpamORama => {
                let network = network.unwrap_or_else(|| NetworkChoice::One(BuiltIn::Ring.network()));
                Ok(Self::SpamORama(network, seats, memory.unwrap_or_default()))
            }
        }
    }

    /// The set-up as data that another machine reads; card set and network are in it, whole.
    #[must_use]
    pub fn written(&self) -> Value {
        match self {
            Self::Spammers(set, seats, variant) => json!({
                "game": GameName::Spammers.name(),
                "seats": seats.get(),
                "variant": variant.slug(),
                "cards": set.text(),
            }),
            Self::SpamORama(network, seats, memory) => json!({
                "game": GameName::SpamORama.name(),
                "seats": seats.get(),
                "network": match network {
                    NetworkChoice::One(network) => json!({ "name": network.name(), "map": network.map() }),
                    NetworkChoice::Generated(seed) => json!({ "generated": seed }),
                },
                "memory": memory.name(),
            }),
        }
    }

    /// Reads what [`Setup::written`] wrote.
    pub fn read(value: &Value) -> Result<Self, Uncatalogued> {
        let missing = |key: &str| Uncatalogued(format!("a set-up has no '{key}' that can be read"));
        let word = |value: &'_ Value, key: &str| {
            value.get(key).and_then(Value::as_str).map(str::to_owned).ok_or_else(|| missing(key))
        };
        let game = GameName::named(&word(value, "game")?)?;
        let seats = value.get("seats").and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
        let seats = SeatCount::new(seats.ok_or_else(|| missing("seats"))?)
            .map_err(|wrong| Uncatalogued(wrong.to_string()))?;
        match game {
            GameName::Spammers => {
                let set = CardSet::read(&word(value, "cards")?)
                    .map_err(|flaws| Uncatalogued(format!("the card set has flaws: {flaws}")))?;
                Ok(Self::Spammers(set.into(), seats, variant_named(&word(value, "variant")?)?))
            }
            GameName::SpamORama => {
                let network = value.get("network").ok_or_else(|| missing("network"))?;
                let network = match network.get("generated").and_then(Value::as_u64) {
                    Some(seed) => NetworkChoice::Generated(seed),
                    None => {
                        let network = Network::of_map(&word(network, "name")?, &word(network, "map")?);
                        NetworkChoice::One(network.map_err(|wrong| Uncatalogued(wrong.to_string()))?.into())
                    }
                };
                let memory = Memory::of_name(&word(value, "memory")?).ok_or_else(|| missing("memory"))?;
                Ok(Self::SpamORama(network, seats, memory))
            }
        }
    }

    /// The card set; `None` where the game has none.
    #[must_use]
    pub const fn deck(&self) -> Option<&Arc<CardSet>> {
        match self {
            Self::Spammers(set, ..) => Some(set),
            Self::SpamORama(..) => None,
        }
    }

    /// The same with another card set; `None` where the game has none.
    #[must_use]
    pub fn with_deck(&self, deck: &Arc<CardSet>) -> Option<Self> {
        match self {
            Self::Spammers(_, seats, variant) => Some(Self::Spammers(deck.clone(), *seats, *variant)),
            Self::SpamORama(..) => None,
        }
    }

    /// Shows the game to a visitor.
    pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Answer {
        match self {
            Self::Spammers(set, seats, variant) => {
                visitor.visit(|_| Spammers::new(set.clone(), *seats, *variant))
            }
            Self::SpamORama(NetworkChoice::One(network), seats, memory) => {
                let game = SpamORama::new(network.clone(), *seats, *memory, SeatSet::EMPTY);
                visitor.visit(|_| game.clone())
            }
            Self::SpamORama(network @ NetworkChoice::Generated(_), seats, memory) => {
                visitor.visit(|game| SpamORama::new(network.of_game(game), *seats, *memory, SeatSet::EMPTY))
            }
        }
    }
}

/// The network of this name, if it is one that comes with the program or is to be generated.
#[must_use]
pub fn network_named(name: &str, seed: u64) -> Option<NetworkChoice> {
    match name {
        "generated" => Some(NetworkChoice::Generated(seed)),
        name => BuiltIn::of_name(name).map(|built_in| NetworkChoice::One(built_in.network())),
    }
}
