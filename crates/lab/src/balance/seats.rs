//! Who wins by where he sits.

use report::{Block, Dot, Estimate, Figure, Kind, Plot, Section, Table, Unit};

use crate::balance::Studied;
use crate::facts::Facts;
use crate::sheet::{column, estimate, number, text};
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

pub(crate) fn section(studied: &[Studied<'_>]) -> Section {
    let mut rows = Vec::new();
    let mut dots = Vec::new();
    for one in studied {
        let even = 1.0 / one.cast.seats as f64;
        for by in By::ALL {
            for seat in 0..one.cast.seats {
                let won = share(one, by, seat, Z95);
                rows.push(vec![
                    text(one.label),
                    text(match by {
                        By::Order => "order of play",
                        By::Letter => "seat",
                    }),
                    text(by.name(seat)),
                    estimate(won),
                    number(won.value - even),
                ]);
                if by == By::Order {
                    let at = Estimate { value: won.value - even, low: won.low - even, high: won.high - even };
                    let over = studied[0].cast.aims.seat_over;
                    let name = if studied.len() > 1 {
                        format!("{}: {}", one.label, by.name(seat))
                    } else {
                        by.name(seat)
                    };
                    dots.push(Dot { name, at, stands_out: at.low > over });
                }
            }
        }
    }
    let over = studied.first().map_or(0.0, |one| one.cast.aims.seat_over);
    Section {
        title: "Seats".to_owned(),
        blocks: vec![
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
            Block::Table(Table {
                name: "seats".to_owned(),
                caption: "Wins by seat".to_owned(),
                columns: vec![
                    column("scenario", "Scenario", Kind::Text),
                    column("by", "By", Kind::Text),
                    column("seat", "Seat", Kind::Text),
                    column("wins", "Wins", Kind::Estimate(Unit::Share)),
                    column("over", "Over its share", Kind::Number(Unit::Points)),
                ],
                rows,
            }),
        ],
    }
}
