//! Digests: SHA-256, so that anybody can check them with other tools.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The whole SHA-256 of a text in hexadecimal.
#[must_use]
pub fn sha256(text: &str) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The first sixteen hexadecimal digits of the SHA-256 of a text: enough to tell two states apart.
#[must_use]
pub fn short_digest(text: &str) -> String {
    let mut hex = sha256(text);
    hex.truncate(16);
    hex
}

/// The same sixteen digits as a number.
#[must_use]
pub fn digest_number(text: &str) -> u64 {
    Sha256::digest(text.as_bytes()).iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    #[test]
    fn agrees_with_the_published_vector() {
        assert_eq!(super::short_digest("abc"), "ba7816bf8f01cfea");
        assert_eq!(super::digest_number("abc"), 0xba78_16bf_8f01_cfea);
    }
}
