//! Deals: their days, their luck, and results.

mod day;
mod play;
mod standing;

use games::{GameName, Level};
use room::{Options, opponents};
use sha2::{Digest, Sha256};

pub(crate) use day::Day;
pub(crate) use play::{KeyAge, Play, Replays};
pub(crate) use standing::Standing;

/// A deal: one game with fixed luck, which many people play.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Deal {
    /// Its name: day and game, or a random word.
    pub(crate) name: String,
    /// Which game.
    pub(crate) game: GameName,
    /// The secret number from which its luck comes; it is never published.
    pub(crate) secret: u64,
    /// The options of its table.
    pub(crate) options: Options,
    /// Against whom.
    pub(crate) level: Level,
}

impl std::fmt::Debug for Deal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Deal").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Deal {
    /// A deal of this name under this luck, as deals are today.
    pub(crate) fn new(name: &str, game: GameName, secret: u64) -> Self {
        let options = Options::of_deal(game, name);
        Self { name: name.to_owned(), game, secret, options, level: opponents(game) }
    }

    /// The day whose deal it is, if it is one of a day.
    pub(crate) fn day(&self) -> Option<Day> {
        Day::of_deal(&self.name)
    }

    /// Where it is on the site.
    pub(crate) fn path(&self) -> String {
        pages::deal::path(&self.name)
    }
}

/// Draws the deals of the days from a secret of the site: unpredictable, and always the same.
#[derive(Clone)]
pub(crate) struct Dealer {
    secret: [u8; 32],
}

impl Dealer {
    /// The dealer of the site with this secret; keys are issued with another number.
    pub(crate) fn new(secret: &[u8]) -> Self {
        Self { secret: Sha256::new().chain_update("gruntle deals\n").chain_update(secret).finalize().into() }
    }

    /// The deal of a day.
    pub(crate) fn deal(&self, day: Day, game: GameName) -> Deal {
        let name = format!("{day}/{}", game.name());
        let digest = Sha256::new()
            .chain_update(self.secret)
            .chain_update(format!("gruntle deal of {name}\n"))
            .finalize();
        let mut number = [0; 8];
        number.copy_from_slice(&digest[..8]);
        Deal::new(&name, game, u64::from_le_bytes(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_game_and_site_has_its_own_deal() {
        let (one, other) = (Dealer::new(b"one"), Dealer::new(b"other"));
        let [today, tomorrow]: [Day; 2] = ["2026-11-16", "2026-11-17"].map(|day| day.parse().unwrap());
        let mut secrets = Vec::new();
        for dealer in [&one, &other] {
            for day in [today, tomorrow] {
                secrets.extend(GameName::ALL.map(|game| dealer.deal(day, game).secret));
            }
        }
        let all = secrets.len();
        secrets.sort_unstable();
        secrets.dedup();
        assert_eq!((all, secrets.len()), (8, 8));
        let deal = one.deal(today, GameName::SpamORama);
        assert_eq!(deal, Dealer::new(b"one").deal(today, GameName::SpamORama));
        assert_eq!(
            (deal.name.as_str(), deal.path().as_str()),
            ("2026-11-16/spam-o-rama", "/deal/2026-11-16/spam-o-rama")
        );
        assert_eq!((deal.day(), pages::deal::path("k7mq2xwp").as_str()), (Some(today), "/d/k7mq2xwp"));
        assert!(!format!("{deal:?}").contains(&deal.secret.to_string()));
    }
}
