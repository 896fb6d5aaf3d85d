//! Spam-O-Rama told again: what scored, whom it lifted, and who was handed it.

use spamorama::{Event, Port, SpamORama, State, Suit};
use table::{Clause, Ending, Game as _, MOST_SEATS, Prose, Seat};

use super::{Kind, Moment, Race, Retell, Step};

const SCORE: usize = 0;
const LIFT: usize = 1;
const GIFT: usize = 2;

/// A seat's counts.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    relays: u32,
    coins: u32,
    own: u32,
    given: u32,
}

/// Everybody's counts.
#[derive(Debug, Default)]
pub struct Tally([Counts; MOST_SEATS]);

/// A relay that made something stand alone.
struct Scoring {
    seat: Seat,
    from: Port,
    to: Port,
    ports: usize,
    coins: usize,
    points: u32,
    /// The points that the clients of each seat got.
    to_seats: [u32; MOST_SEATS],
}

impl Scoring {
    /// The scores in this step, if there were any.
    fn of(game: &SpamORama, step: &Step<'_, SpamORama>) -> Option<Self> {
        let mut relay = None;
        let (mut ports, mut coins, mut points, mut to_seats) = (0, 0, 0, [0; MOST_SEATS]);
        for event in step.heard {
            match event {
                Event::Relayed { seat, from, to, .. } => relay = Some((*seat, *from, *to)),
                Event::Isolated { coins: found, .. } => {
                    ports += 1;
                    coins += found.len();
                }
                Event::Scored { points: all, .. } => {
                    for gain in all {
                        points += u32::from(gain.points);
                        let whose =
                            game.seats().iter().find(|&seat| game.is_client(step.before, seat, gain.client));
                        if let Some(seat) = whose {
                            to_seats[seat.index()] += u32::from(gain.points);
                        }
                    }
                }
                Event::Laid { .. }
                | Event::Dealt { .. }
                | Event::WentFirst { .. }
                | Event::Took { .. }
                | Event::Looked { .. }
                | Event::Placed { .. }
                | Event::ScanEnded
                | Event::Busted { .. }
                | Event::Won { .. } => {}
            }
        }
        let (seat, from, to) = relay?;
        Some(Self { seat, from, to, ports, coins, points, to_seats })
    }

    fn words(&self, game: &SpamORama) -> String {
        let place = |port| game.network().place(port);
        format!("{:#} relays {} to {}", self.seat, place(self.from), place(self.to))
    }
}

/// The score of a seat's lowest client.
fn lowest(game: &SpamORama, state: &State, seat: Seat) -> u8 {
    let own = Suit::ALL.into_iter().filter(|&suit| game.is_client(state, seat, suit));
    own.map(|suit| game.score(state, suit)).min().unwrap_or(0)
}

/// So many of them, in words.
fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("one {one}") } else { format!("{count} {many}") }
}

impl Retell for SpamORama {
    const KINDS: &'static [Kind] = &[
        Kind { most: "The largest score", another: "Another large score" },
        Kind { most: "The relay that lifted most", another: "Another lift" },
        Kind { most: "The kindest relay", another: "Another kind relay" },
    ];
    const COLUMNS: &'static [(&'static str, &'static str)] = &[
        ("Lowest", "the score of the lowest client"),
        ("All clients", "the scores of all own clients"),
        ("Relays", "relays made"),
        ("Coins", "coins that scored by own relays"),
        ("For own", "points that own relays brought own clients"),
        ("For others", "points that own relays brought the clients of others"),
    ];
    type Tally = Tally;

    fn note(&self, tally: &mut Tally, step: &Step<'_, Self>, tell: &mut Vec<Moment>) {
        let Some(scoring) = Scoring::of(self, step) else { return };
        let seat = scoring.seat;
        let others = || self.seats().iter().filter(move |&other| other != seat);
        let given = |other: &Seat| scoring.to_seats[other.index()];
        let counts = &mut tally.0[seat.index()];
        counts.relays += 1;
        counts.coins += scoring.coins as u32;
        counts.own += given(&seat);
        counts.given += others().map(|other| given(&other)).sum::<u32>();
        if scoring.points == 0 {
            return;
        }
        let mut tell = |kind, size, says: String| {
            tell.push(Moment { kind, size, says: says.into(), clause: Clause("R4.5") })
        };
        let relays = scoring.words(self);
        let (ports, coins) = (
            counted(scoring.ports, "port stands", "ports stand"),
            counted(scoring.coins, "coin scores", "coins score"),
        );
        tell(
            SCORE,
            scoring.points,
            format!("{relays}: {ports} alone, and {coins} {} points.", scoring.points),
        );
        let rise = |seat: &Seat| lowest(self, step.after, *seat) - lowest(self, step.before, *seat);
        if let Some(lifted) = self.seats().iter().max_by_key(rise).filter(|seat| rise(seat) > 0) {
            let (was, is) = (lowest(self, step.before, lifted), lowest(self, step.after, lifted));
            tell(
                LIFT,
                u32::from(is - was),
                format!("{relays}: {lifted:#}'s lowest client rises from {was} to {is}."),
            );
        }
        if let Some(guest) = others().max_by_key(given).filter(|guest| given(guest) > given(&seat)) {
            let got = given(&guest);
            tell(
                GIFT,
                got - given(&seat),
                format!(
                    "{relays}: {guest:#}'s clients get {got} points, and {seat:#}'s clients {}.",
                    given(&seat)
                ),
            );
        }
    }

    fn row(&self, tally: &Tally, end: &State, seat: Seat) -> Vec<u32> {
        let own = Suit::ALL.into_iter().filter(|&suit| self.is_client(end, seat, suit));
        let sum = own.map(|suit| u32::from(self.score(end, suit))).sum();
        let counts = tally.0[seat.index()];
        vec![lowest(self, end, seat).into(), sum, counts.relays, counts.coins, counts.own, counts.given]
    }

    fn verdict(&self, end: &State, ending: &Ending) -> Prose {
        let winners = ending.winners;
        let Some(first) = winners.iter().next() else { return Prose::default() };
        let score = lowest(self, end, first);
        Prose::from(match (winners.len(), ending.clause.0) {
            (1, "R5.2") => {
                format!("{first:#} wins: the lowest client stands at {score}, higher than anybody else's.")
            }
            (1, _) => format!(
                "{first:#} wins: several have a lowest client at {score}, but the clients above it decide."
            ),
            (_, _) => {
                format!("{winners:#} share the win: client by client they stand alike, from {score} upwards.")
            }
        })
    }

    fn race(&self, _end: &State) -> Race<Self> {
        Race {
            measure: "score of the lowest client",
            goal: None,
            standing: |game, state, seat| lowest(game, state, seat).into(),
        }
    }

    fn turn(&self, state: &State) -> Option<Seat> {
        self.stage(state).turn()
    }
}
