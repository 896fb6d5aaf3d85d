//! Spam-O-Rama under study: clients, and ports.

use spamorama::{Event, Port, SUITS, SpamORama, Suit};
use table::{Ending, Seat};

use crate::study::{Aims, Deal, Family, Notice, Study, Thing};

const CLIENTS: usize = 0;
const PORTS: usize = 1;
/// R4.6: no client ends higher.
const HIGHEST: f64 = 40.0;

/// Who relayed last, and how many coins were turned up last.
#[derive(Debug, Default)]
pub struct LastRelay {
    seat: Option<Seat>,
    coins: usize,
}

impl Study for SpamORama {
    const FAMILIES: &'static [Family] = &[
        Family {
            stem: "clients",
            title: "Clients",
            one: "client",
            had: "Worked for",
            ever_had: "worked for it",
            used: "",
            deal: Deal::Dealt,
        },
        Family {
            stem: "ports",
            title: "Ports",
            one: "port",
            had: "Isolated",
            ever_had: "isolated it",
            used: "",
            deal: Deal::NotDealt,
        },
    ];
    const WAYS: &'static [&'static str] = &["the lowest client", "a tie broken", "a shared win"];
    const AIMS: Aims = Aims {
        source: "By the yardstick of S9.6",
        median_rounds: None,
        ends_within: None,
        seat_over: 0.02,
        thing_over: 0.08,
    };
    type Memo = LastRelay;

    /// R5.2, R5.3: the lowest client counts, then the second lowest and so on, each a step too small to outdo the one
    /// before. The leader by this would win if the bust came now.
    fn progress(&self, state: &Self::State, seat: Seat) -> f64 {
        let mut scores = [f64::MAX; SUITS];
        for client in Suit::ALL.into_iter().filter(|&suit| self.is_client(state, seat, suit)) {
            scores[client.index()] = f64::from(self.score(state, client));
        }
        scores.sort_by(f64::total_cmp);
        let mut step = 1.0 / HIGHEST;
        let mut progress = 0.0;
        for score in scores.into_iter().take_while(|&score| score < f64::MAX) {
            progress += step * score;
            step /= HIGHEST + 1.0;
        }
        progress
    }

    fn way(&self, _: &Self::State, ending: &Ending) -> usize {
        match (ending.winners.len(), ending.clause.0) {
            (1, "R5.2") => 0,
            (1, _) => 1,
            (_, _) => 2,
        }
    }

    fn things(&self) -> Vec<Thing> {
        let clients = Suit::ALL.into_iter().map(|suit| Thing {
            family: CLIENTS,
            kind: suit.to_string(),
            name: suit.client().to_owned(),
            place: None,
        });
        let ports = Port::all().map(|port| {
            let place = self.network().place(port);
            Thing {
                family: PORTS,
                kind: self.network().suit(port).to_string(),
                name: place.to_string(),
                place: Some((place.column() as u32, place.row() as u32)),
            }
        });
        clients.chain(ports).collect()
    }

    fn notice(&self, event: &Event, last: &mut LastRelay, tell: &mut dyn FnMut(Notice)) {
        match event {
            Event::WentFirst { seat } => tell(Notice::First(*seat)),
            Event::Dealt { seat, client: Some(client) } => {
                tell(Notice::Dealt(*seat, client.index()));
                tell(Notice::Had(*seat, client.index()));
            }
            Event::Relayed { seat, .. } => last.seat = Some(*seat),
            Event::Isolated { coins, .. } => last.coins = coins.len(),
            Event::Scored { port, points } => {
                let port = SUITS + port.index();
                if let Some(seat) = last.seat {
                    tell(Notice::Had(seat, port));
                }
                let sum = points.iter().map(|points| u16::from(points.points)).sum();
                tell(Notice::Scored { thing: port, pieces: last.coins as u16, points: sum });
                for gain in points {
                    let thing = gain.client.index();
                    tell(Notice::Scored { thing, pieces: 1, points: u16::from(gain.points) });
                }
            }
            Event::Dealt { client: None, .. }
            | Event::Laid { .. }
            | Event::Took { .. }
            | Event::Looked { .. }
            | Event::Placed { .. }
            | Event::ScanEnded
            | Event::Busted { .. }
            | Event::Won { .. } => {}
        }
    }
}
