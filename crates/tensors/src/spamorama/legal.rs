//! Legal actions as a mask over tokens, straight from sets.

use spamorama::{Action, Network, Open, PORTS, Port, PortSet, SUITS, Suit, Way};

use super::{PLACE, RELAY, TOKENS};

/// Four members of a set as four bytes, for each of sixteen.
const FOUR: [[u8; 4]; 16] = {
    let mut four = [[0; 4]; 16];
    let mut set = 0;
    while set < 16 {
        let mut place = 0;
        while place < 4 {
            four[set][place] = (set >> place & 1) as u8;
            place += 1;
        }
        set += 1;
    }
    four
};

/// Four ports whose stacks may be relayed up, as the bytes of their four ways each; one byte further for each way.
const FOUR_UP: [u128; 16] = {
    let mut up = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut port = 0;
        while port < 4 {
            up[set] |= (set as u128 >> port & 1) << (32 * port);
            port += 1;
        }
        set += 1;
    }
    up
};

/// Ones for the members of a set whose bits these are, four at a time.
#[inline]
fn spread(mut bits: u64, into: &mut [u8]) {
    for four in into.as_chunks_mut().0 {
        *four = FOUR[bits as usize % FOUR.len()];
        bits >>= 4;
    }
}

/// Ones for the tokens that may come first.
pub(super) fn mask(network: &Network, open: &Open, into: &mut [u8]) {
    into.fill(0);
    let Ok(into) = <&mut [u8; TOKENS]>::try_from(into) else { return };
    if !open.takes().is_empty() {
        spread(open.takes().bits().into(), &mut into[..SUITS]);
    } else if !open.places().is_empty() {
        spread(open.places().bits(), &mut into[PLACE..RELAY]);
    } else {
        let mut ways = open.ways(network).map(PortSet::bits);
        for four_ports in into[RELAY..].as_chunks_mut().0 {
            let mut bytes = 0;
            for (way, ports) in ways.iter_mut().enumerate() {
                bytes |= FOUR_UP[*ports as usize % FOUR_UP.len()] << (8 * way);
                *ports >>= 4;
            }
            *four_ports = u128::to_le_bytes(bytes);
        }
    }
}

/// The action of this token, if it may be done.
pub(super) fn action(network: &Network, open: &Open, token: usize) -> Option<Action> {
    const LAST_TAKE: usize = SUITS - 1;
    const LAST_PLACE: usize = PLACE + PORTS - 1;
    match token {
        0..=LAST_TAKE => open.take(Suit::new(token)?),
        PLACE..=LAST_PLACE => open.place(Port::new(token - PLACE)?),
        RELAY.. => {
            let relay = token - RELAY;
            open.relay(network, Port::new(relay / Way::ALL.len())?, Way::ALL[relay % Way::ALL.len()])
        }
    }
}
