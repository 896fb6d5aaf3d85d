//! The net of Spam-O-Rama: every port sees its neighbours, three times over; then each choice is scored by what is known of its
//! ports or its suit, and of the whole table.

use spamorama::{PORTS, SUITS};
use tensors::Layout;

use super::features::{Channels, Features, PAIR, PORT, SLOT, TABLE, WAYS};
use super::layer::{Layer, Reader, clipped, rectified};

/// How many numbers are known of each port, and of the table.
const WIDTH: usize = 64;
const WHOLE: usize = 2 * WIDTH;
const ROUNDS: usize = 3;

/// The first line of a file of weights.
const MAGIC: &str = "gruntle net 1 spam-o-rama ";

type Port = [i16; WIDTH];

struct Round {
    own: Layer,
    neighbours: Layer,
    all: Layer,
}

/// A net that plays Spam-O-Rama.
pub struct PortNet {
    channels: Channels,
    port: Layer,
    table: Layer,
    rounds: [Round; ROUNDS],
    pool: Layer,
    take: [Layer; 3],
    place: [Layer; 3],
    relay: [Layer; 5],
}

/// Why a file is no net for this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoNet {
    /// Something else altogether.
    #[error("it does not begin with '{MAGIC}'")]
    Foreign,
    /// The numbers that it was trained on are not those of this program.
    #[error("it was trained on another layout of observations")]
    OtherLayout,
    /// Bytes are missing, left over or impossible.
    #[error("it is cut short or too long, has layers of another shape, or weights whose sums could overflow")]
    Damaged,
}

impl PortNet {
    /// Reads the weights of a net that was trained on this layout.
    pub fn read(file: &[u8], layout: &Layout) -> Result<Self, NoNet> {
        let head = file.strip_prefix(MAGIC.as_bytes()).ok_or(NoNet::Foreign)?;
        let digest = layout.digest();
        let body = head.strip_prefix(digest.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
        let channels = Channels::of(layout).ok_or(NoNet::OtherLayout)?;
        let mut reader = Reader(body.ok_or(NoNet::OtherLayout)?);
        let net = Self::layers(channels, &mut reader).filter(|_| reader.0.is_empty());
        net.ok_or(NoNet::Damaged)
    }

    fn layers(channels: Channels, from: &mut Reader<'_>) -> Option<Self> {
        let round = |from: &mut Reader<'_>| {
            Some(Round {
                own: from.layer(WIDTH, WIDTH)?,
                neighbours: from.layer(WIDTH, WIDTH)?,
                all: from.layer(WIDTH, WIDTH)?,
            })
        };
        Some(Self {
            channels,
            port: from.layer(PORT, WIDTH)?,
            table: from.layer(TABLE, WIDTH)?,
            rounds: [round(from)?, round(from)?, round(from)?],
            pool: from.layer(3 * WIDTH, WHOLE)?,
            take: [from.layer(SLOT, WIDTH)?, from.layer(WHOLE, WIDTH)?, from.layer(WIDTH, 1)?],
            place: [from.layer(WIDTH, WIDTH)?, from.layer(WHOLE, WIDTH)?, from.layer(WIDTH, 1)?],
            relay: [
                from.layer(WIDTH, WIDTH)?,
                from.layer(WIDTH, WIDTH)?,
                from.layer(PAIR, WIDTH)?,
                from.layer(WHOLE, WIDTH)?,
                from.layer(WIDTH, 1)?,
            ],
        })
    }

    /// How much it likes each of these tokens at the table of this observation, in units of 1/256 of a logit.
    #[must_use]
    pub fn scores(&self, seen: &[i16], tokens: &[u16]) -> Vec<i32> {
        let features = Features::of(&self.channels, seen);
        let (ports, table) = self.look(&features);
        let mut whole = [[0; WIDTH]; 3];
        for (sums, layer) in whole.iter_mut().zip([&self.take[1], &self.place[1], &self.relay[3]]) {
            layer.add(&table, sums);
        }
        let [take, place, relay] = whole;
        // What each port adds to a relay from it, and to one onto it.
        let mut ends: [[Option<[i32; WIDTH]>; 2]; PORTS] = [[None; 2]; PORTS];
        let score = |token: u16| match usize::from(token) {
            suit @ ..SUITS => {
                let slot = features.order.iter().position(|one| *one == suit).unwrap_or(0);
                let mut sums = take;
                self.take[0].add(&features.slots[slot], &mut sums);
                self.last(&self.take[2], &sums)
            }
            place_on if place_on < SUITS + PORTS => {
                let mut sums = place;
                self.place[0].add(&ports[place_on - SUITS], &mut sums);
                self.last(&self.place[2], &sums)
            }
            way => {
                let (from, way) = ((way - SUITS - PORTS) / WAYS, (way - SUITS - PORTS) % WAYS);
                let Some(to) = features.neighbours.get(from).and_then(|ways| ways[way]) else {
                    return i32::MIN;
                };
                let mut sums = relay;
                for (end, port) in [from, to].into_iter().enumerate() {
                    let adds = ends[port][end].get_or_insert_with(|| {
                        let mut adds = [0; WIDTH];
                        self.relay[end].add(&ports[port], &mut adds);
                        adds
                    });
                    sums.iter_mut().zip(adds).for_each(|(sum, more)| *sum += *more);
                }
                self.relay[2].add(&features.pair(from, to), &mut sums);
                self.last(&self.relay[4], &sums)
            }
        };
        tokens.iter().copied().map(score).collect()
    }

    /// What is known of every port and of the table, after all rounds.
    fn look(&self, features: &Features) -> ([Port; PORTS], [i16; WHOLE]) {
        let mut base = [0; WIDTH];
        self.table.add(&features.table, &mut base);
        let mut ports = [[0; WIDTH]; PORTS];
        for (port, seen) in ports.iter_mut().zip(&features.ports) {
            let mut sums = base;
            self.port.add(seen, &mut sums);
            *port = sums.map(rectified);
        }
        for round in &self.rounds {
            let mut all = [0; WIDTH];
            round.all.add(&mean(&ports), &mut all);
            let before = ports;
            for (at, port) in ports.iter_mut().enumerate() {
                let mut around = [0; WIDTH];
                for next in features.neighbours[at].iter().flatten() {
                    around.iter_mut().zip(before[*next]).for_each(|(sum, one)| *sum += i32::from(one));
                }
                let around = around.map(|sum| clipped((sum + 2) >> 2));
                let mut sums = all;
                round.own.add(&before[at], &mut sums);
                round.neighbours.add(&around, &mut sums);
                port.iter_mut().zip(sums).for_each(|(one, sum)| *one = one.saturating_add(rectified(sum)));
            }
        }
        let mut pooled = [0; 3 * WIDTH];
        pooled[..WIDTH].copy_from_slice(&mean(&ports));
        for (number, most) in pooled[WIDTH..WHOLE].iter_mut().enumerate() {
            *most = ports.iter().map(|port| port[number]).max().unwrap_or(0);
        }
        pooled[WHOLE..].copy_from_slice(&base.map(rectified));
        let mut whole = [0; WHOLE];
        self.pool.add(&pooled, &mut whole);
        (ports, whole.map(rectified))
    }

    fn last(&self, layer: &Layer, sums: &[i32; WIDTH]) -> i32 {
        let mut score = [0];
        layer.add(&sums.map(rectified), &mut score);
        score[0]
    }
}

fn mean(ports: &[Port; PORTS]) -> Port {
    let mut sums = [0; WIDTH];
    for port in ports {
        sums.iter_mut().zip(port).for_each(|(sum, one)| *sum += i32::from(*one));
    }
    sums.map(|sum| clipped((2 * sum + PORTS as i32).div_euclid(2 * PORTS as i32)))
}
