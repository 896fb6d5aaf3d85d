//! A deal: the same cards, dice and coins for everybody who plays it, one person against bots.

use games::{GameName, Level};
use spammers::Spammers;
use spamorama::{Holder, SpamORama, Suit};
use table::{Game as _, Match, Seat, Viewer};

use crate::game::LiveGame;
use crate::key::KeyHash;
use crate::opening::{Header, Opening, Seated, name_or_guest};
use crate::options::Options;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::score::Score;
use crate::seats::{Plays, Presence};
use crate::time::Time;

/// Whom one plays a deal against.
#[must_use]
pub const fn opponents(game: GameName) -> Level {
    match game {
        GameName::Spammers => Level::Operator,
        GameName::SpamORama => Level::Affiliate,
    }
}

impl Options {
    /// The table of a deal of this name.
    #[must_use]
    pub fn of_deal(game: GameName, name: &str) -> Self {
        Self { deal: Some(name.to_owned()), ..Self::quick(game) }
    }
}

impl Opening {
    /// A deal, begun by the holder of this key. Its header has the deal's secret.
    pub fn of_deal(
        header: Header,
        options: Options,
        name: &str,
        level: Level,
        now: Time,
    ) -> Result<Self, Refusal> {
        let key =
            header.opener.ok_or_else(|| Refusal::forbidden("your browser keeps no cookie for this site"))?;
        let seated = options.count()?.iter().enumerate().map(|(place, seat)| match place {
            0 => Seated::person(seat, name_or_guest(name), key),
            _ => Seated::bot(seat, level),
        });
        let seated = seated.collect();
        Self::new(header, options, seated).begun(now)
    }
}

impl Room {
    /// The name of the deal that is played here, if one is.
    #[must_use]
    pub fn deal(&self) -> Option<&str> {
        self.options.deal.as_deref()
    }

    /// How the person fared at a deal that is over.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.deal()?;
        let live = self.game()?;
        let won = live.ending()?.winners;
        let person = self.seats.iter().find(|chair| chair.sitter.plays == Plays::Person)?;
        let seat = person.sitter.seat;
        if person.sitter.presence == Presence::Resigned {
            return Some(Score::GaveUp);
        }
        Some(match live {
            LiveGame::Spammers(live) if won.contains(seat) => Score::Round(round(live)),
            LiveGame::Spammers(live) => Score::not_won(ratings(live, seat)),
            LiveGame::SpamORama(live) => match behind(live, seat) {
                0 if !won.contains(seat) => Score::Level,
                behind => Score::Behind(behind),
            },
        })
    }

    /// Whether the person of a deal has decided nothing yet. Both games ask for a decision of theirs before anything
    /// can be passed for them.
    pub(crate) fn is_undecided(&self) -> bool {
        self.deal().is_some() && self.acted.iter().all(|after| *after == 0)
    }

    /// Whether the holder of this key may look at the table while the game lasts: a deal is for its player alone, and
    /// stays secret from those still to play it.
    #[must_use]
    pub fn is_shown_to(&self, key: Option<KeyHash>) -> bool {
        self.deal().is_none() || !self.seats.held_by(key).is_empty()
    }
}

/// The round in which a game of SPAMMERS is.
fn round(live: &Match<Spammers>) -> u32 {
    live.turns().saturating_sub(1) / live.game().seats().get() as u32 + 1
}

/// The Ratings of all Scams of a seat.
fn ratings(live: &Match<Spammers>, seat: Seat) -> u32 {
    let view = live.view(Viewer::Bystander);
    let scams = view.seats.get(seat.index()).map_or(&[][..], |seen| &seen.scams);
    scams.iter().map(|scam| u32::from(scam.rating)).sum()
}

/// By how much a seat's lowest client is behind the best of the others' lowest ones, when all are revealed.
fn behind(live: &Match<SpamORama>, seat: Seat) -> i32 {
    let view = live.view(Viewer::Bystander);
    let lowest = |of: Seat| {
        let own = Suit::ALL.into_iter().filter(|suit| view.clients[suit.index()] == Some(Holder::Seat(of)));
        own.map(|suit| i32::from(view.scores[suit.index()])).min().unwrap_or(0)
    };
    let others = live.game().seats().iter().filter(|other| *other != seat);
    others.map(lowest).max().unwrap_or(0) - lowest(seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whom_one_plays_a_deal_against_is_as_the_docs_say() {
        let docs = include_str!("../../../docs/deals.md");
        let row: Vec<&str> = GameName::ALL.into_iter().map(|game| opponents(game).title()).collect();
        assert!(docs.contains(&format!("| bots | {} |", row.join(" | "))), "{row:?}");
    }
}
