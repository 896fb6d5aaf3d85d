//! R4.5: what a stack scores.

/// Whose suit the port of a stack has, for one of the clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PortSuit {
    /// The client's own.
    Own,
    /// Another's.
    Other,
}

/// R4.5: what a client gets for this many coins of its suit, at least one, that have this many points together, on a
/// port of this value.
#[inline]
#[must_use]
pub const fn client_points(coins: u8, points: u8, port: u8, suit: PortSuit) -> u8 {
    match suit {
        PortSuit::Own => points + port * coins,
        PortSuit::Other => points + port,
    }
}
