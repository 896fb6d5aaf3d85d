//! R2.4: fresh networks of the known outlines, each suit a pentomino of its own shape.

use table::Luck;

use crate::network::{BuiltIn, Network};
use crate::pentomino::orientations;
use crate::port::{ALL_PORTS, PORTS, Place, PortSet};
use crate::suit::{SUITS, Suit};

/// One pentomino laid somewhere on the outline.
#[derive(Clone, Copy)]
struct Laid {
    suit: Suit,
    ports: PortSet,
}

fn every_way_to_lay(outline: &Network) -> Vec<Laid> {
    let mut ways = Vec::new();
    for suit in Suit::ALL {
        for squares in orientations(suit) {
            for row in 0..outline.rows() {
                for column in 0..outline.columns() {
                    let port = |(right, down): (i8, i8)| {
                        let place = Place::new(column + right as usize, row + down as usize)?;
                        outline.port_at(place)
                    };
                    if let Some(ports) = squares.into_iter().map(port).collect() {
                        ways.push(Laid { suit, ports });
                    }
                }
            }
        }
    }
    ways
}

/// The search for a tiling, which gives up after this many steps.
struct Search<'a> {
    below: &'a mut dyn FnMut(u32) -> u32,
    steps: u32,
    laid: Vec<Laid>,
}

impl Search<'_> {
    /// Lays the square or the suit with the fewest ways left, in an order that luck decides.
    fn cover(&mut self, open: PortSet, ways: &[Laid]) -> bool {
        if open.is_empty() {
            return true;
        }
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let Some(mut tightest) = tightest(open, &self.laid, ways) else {
            return false;
        };
        for last in (1..tightest.len()).rev() {
            tightest.swap(last, (self.below)(last as u32 + 1) as usize);
        }
        for way in tightest {
            let fits =
                |other: &&Laid| other.suit != way.suit && other.ports.intersection(way.ports).is_empty();
            let rest: Vec<Laid> = ways.iter().filter(fits).copied().collect();
            self.laid.push(way);
            if self.cover(open.difference(way.ports), &rest) {
                return true;
            }
            self.laid.pop();
        }
        false
    }
}

/// The ways to cover whichever open port or unlaid suit has the fewest; `None` if one has none.
fn tightest(open: PortSet, laid: &[Laid], ways: &[Laid]) -> Option<Vec<Laid>> {
    let mut by_port = [0_u32; PORTS];
    let mut by_suit = [0_u32; SUITS];
    for way in ways {
        by_suit[way.suit.index()] += 1;
        for port in way.ports.iter() {
            by_port[port.index()] += 1;
        }
    }
    let port = open.iter().min_by_key(|port| by_port[port.index()])?;
    let suit = Suit::ALL
        .into_iter()
        .filter(|&suit| laid.iter().all(|done| done.suit != suit))
        .min_by_key(|suit| by_suit[suit.index()])?;
    let fewest = by_port[port.index()].min(by_suit[suit.index()]);
    let takes_port = by_port[port.index()] == fewest;
    let chosen = |way: &&Laid| {
        if takes_port { way.ports.contains(port) } else { way.suit == suit }
    };
    (fewest > 0).then(|| ways.iter().filter(chosen).copied().collect())
}

/// Twelve pentominoes that cover the outline, as luck has it; `below` is an even choice among this many.
fn tile(outline: &Network, below: &mut dyn FnMut(u32) -> u32) -> Vec<Laid> {
    let ways = every_way_to_lay(outline);
    // An unlucky beginning can take long to search through: begin again, each time with more patience.
    let mut patience = 200;
    loop {
        let mut search = Search { below: &mut *below, steps: patience, laid: Vec::with_capacity(SUITS) };
        if search.cover(ALL_PORTS, &ways) {
            return search.laid;
        }
        patience += patience / 2;
    }
}

impl Network {
    /// A fresh network named `generated` on the outline of a built-in one: twelve pentominoes, one suit each.
    #[must_use]
    pub fn generate(outline: BuiltIn, luck: &mut impl Luck) -> Self {
        let old = outline.network();
        let laid = tile(&old, &mut |bound| luck.below(bound));
        let letter = |place: Option<Place>| {
            let port = old.port_at(place?)?;
            let way = laid.iter().find(|way| way.ports.contains(port))?;
            Some(way.suit.letter())
        };
        let rows: Vec<String> = (0..old.rows())
            .map(|row| {
                let squares = (0..old.columns()).map(|column| Place::new(column, row));
                squares.map(|place| letter(place).unwrap_or('.')).collect()
            })
            .collect();
        Self::of_map("generated", &rows.join("/")).expect("twelve pentominoes on a sound outline are sound")
    }
}
