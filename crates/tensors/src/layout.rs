//! The meaning of the numbers.

use table::short_digest;

/// Raised whenever the same view could give other numbers.
pub const VERSION: u32 = 1;

/// Some numbers of an observation that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Channel {
    /// Its name.
    pub name: &'static str,
    /// Its shape, the last number the fastest.
    pub shape: Vec<usize>,
    /// The meaning of the numbers.
    pub says: &'static str,
}

impl Channel {
    pub(crate) fn new(name: &'static str, shape: &[usize], says: &'static str) -> Self {
        Self { name, shape: shape.to_vec(), says }
    }

    /// How many numbers it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// The meaning of all numbers of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The game by name.
    pub game: &'static str,
    /// The part of the set-up that the numbers depend on: the card set of SPAMMERS.
    pub setting: String,
    /// The channels of an observation, one after the other.
    pub channels: Vec<Channel>,
    /// The tokens that actions are made of, by number.
    pub tokens: Vec<String>,
    /// The features of a choice, one after the other.
    pub features: Vec<(&'static str, &'static str)>,
}

impl Layout {
    /// How many numbers an observation has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.channels.iter().map(Channel::size).sum()
    }

    /// Where a channel begins, and what it is.
    #[must_use]
    pub fn channel(&self, name: &str) -> Option<(usize, &Channel)> {
        let place = self.channels.iter().position(|channel| channel.name == name)?;
        Some((self.channels[..place].iter().map(Channel::size).sum(), &self.channels[place]))
    }

    /// The numbers of a channel of an observation.
    #[must_use]
    pub fn read<'a>(&self, observation: &'a [i16], name: &str) -> Option<&'a [i16]> {
        let (start, channel) = self.channel(name)?;
        observation.get(start..start + channel.size())
    }

    /// A digest of all that: a net that was trained under another one was trained on other numbers.
    #[must_use]
    pub fn digest(&self) -> String {
        let channels: Vec<String> = self
            .channels
            .iter()
            .map(|channel| format!("{} {:?} {}", channel.name, channel.shape, channel.says))
            .collect();
        let features: Vec<String> =
            self.features.iter().map(|(name, says)| format!("{name} {says}")).collect();
        short_digest(&format!(
            "{VERSION}\n{}\n{}\n{}\n{}\n{}",
            self.game,
            self.setting,
            channels.join("\n"),
            self.tokens.join("\n"),
            features.join("\n")
        ))
    }
}
