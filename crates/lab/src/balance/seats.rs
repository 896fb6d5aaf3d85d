//! Who wins, by where they sit.

use report::{Block, Dot, Estimate, Figure, Plot, Section, Unit};

use crate::balance::Studied;
use crate::facts::Facts;
use crate::sheet::{Rows, section};
use crate::stats::{Z95, wilson};

/// How a seat is named: by its place in the order of play, or by its letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    Order,
    Letter,
}

impl By {
    const ALL: [Self; 2] = [Self::Order, Self::Letter];

    pub(crate) fn name(self, seat: usize) -> String {
        match self {
            Self::Order => ["first", "second", "third", "fourth", "fifth", "sixth"]
                .get(seat)
                .map_or_else(String::new, |name| (*name).to_owned()),
            Self::Letter => char::from(b'A' + seat as u8).to_string(),
        }
    }

    fn won(self, game: &Facts, seat: usize) -> f64 {
        match self {
            Self::Order => game.won_in_order(seat),
            Self::Letter => game.won(seat),
        }
    }
}

/// The share of all games that a seat won.
pub(crate) fn share(one: &Studied<'_>, by: By, seat: usize, z: f64) -> Estimate {
    let won = one.facts.iter().map(|game| by.won(game, seat)).sum();
    wilson(won, one.facts.len() as f64, z)
}

pub(crate) fn seats(studied: &[Studied<'_>]) -> Section {
    let even = |one: &Studied<'_>| 1.0 / one.cast.seats as f64;
    let over = studied.first().map_or(0.0, |one| one.cast.aims.seat_over);
    let mut rows = Vec::new();
    for one in studied {
        for by in By::ALL {
            rows.extend((0..one.cast.seats).map(|seat| (one, by, seat, share(one, by, seat, Z95))));
        }
    }
    let by_order = rows.iter().filter(|(_, by, ..)| *by == By::Order);
    let dots = by_order.map(|&(one, by, seat, won)| {
        let even = even(one);
        let at = Estimate { value: won.value - even, low: won.low - even, high: won.high - even };
        let name = by.name(seat);
        let name = if studied.len() > 1 { format!("{}: {name}", one.label) } else { name };
        Dot { name, at, stands_out: at.low > over }
    });
    let dots = dots.collect();
    let blocks = vec![
        Block::Prose(
            "Who goes first is drawn by lot, so what matters is the place in the order of play; the letters are \
             here to show that the lot is fair. A shared win counts in equal parts, an unfinished game for nobody."
                .to_owned(),
        ),
        Block::Plot(Plot {
            title: "Wins over an even share, by the order of play".to_owned(),
            caption: "Points over or under an even share, with 95% intervals (Wilson).".to_owned(),
            unit: Unit::Points,
            figure: Figure::Dots(dots),
            marks: vec![(0.0, "even".to_owned()), (over, "aim: not over".to_owned())],
        }),
        Rows::new("seats", "Wins by seat", rows)
            .text("scenario", "Scenario", |(one, ..)| one.label)
            .text("by", "By", |(_, by, ..)| match by {
                By::Order => "order of play",
                By::Letter => "seat",
            })
            .text("seat", "Seat", |(_, by, seat, _)| by.name(*seat))
            .estimate("wins", "Wins", Unit::Share, |(.., won)| *won)
            .number("over", "Over its share", Unit::Points, |(one, .., won)| won.value - even(one))
            .block(),
    ];
    section("Seats", blocks)
}
