//! A review of either game, behind one face: what a review takes is compiled here, once for each game.

use games::AnyGame;
use spammers::Spammers;
use spamorama::SpamORama;
use table::{Fault, Match, Record};

use bots::Judge;

use crate::{Depth, Review, Reviewer, SEED, Step};

/// A review in the making.
pub trait Reviewing: Send {
    /// Looks at one more input; nothing where all were looked at.
    fn step(&mut self) -> Option<&Step>;

    /// How many inputs were looked at.
    fn done(&self) -> usize;

    /// How many inputs there are.
    fn of_all(&self) -> usize;

    /// The review, when all were looked at.
    fn finish(self: Box<Self>) -> Review;
}

impl<G: Judge> Reviewing for Reviewer<G> {
    fn step(&mut self) -> Option<&Step> {
        self.step()
    }

    fn done(&self) -> usize {
        self.done()
    }

    fn of_all(&self) -> usize {
        self.of_all()
    }

    fn finish(self: Box<Self>) -> Review {
        (*self).finish()
    }
}

/// A match that can be reviewed when it is over.
pub trait Reviewable {
    /// Begins its review; nothing if it is not over.
    fn reviewing(&self, depth: Depth) -> Option<Box<dyn Reviewing>>;
}

impl Reviewable for Match<Spammers> {
    fn reviewing(&self, depth: Depth) -> Option<Box<dyn Reviewing>> {
        Some(Box::new(Reviewer::of(self, depth, SEED)?))
    }
}

impl Reviewable for Match<SpamORama> {
    fn reviewing(&self, depth: Depth) -> Option<Box<dyn Reviewing>> {
        Some(Box::new(Reviewer::of(self, depth, SEED)?))
    }
}

/// Begins the review of a record of this game, or gives the record's error.
pub fn reviewing_record(record: &Record, game: &AnyGame, depth: Depth) -> Result<Box<dyn Reviewing>, Fault> {
    Ok(match game {
        AnyGame::Spammers(game) => Box::new(Reviewer::of_record(record, || game.clone(), depth, SEED)?),
        AnyGame::SpamORama(game) => Box::new(Reviewer::of_record(record, || game.clone(), depth, SEED)?),
    })
}
