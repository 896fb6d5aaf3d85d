//! Keys: the holder of one may sit where it opens. A room knows only their hashes.

use std::fmt::{self, Write as _};
use std::str::FromStr;

/// The hash of a key: all that is ever stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyHash(pub [u8; 32]);

impl fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyHash(…)")
    }
}

/// The hash in hexadecimal digits, as journals have it.
impl fmt::Display for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0 {
            for digit in [byte >> 4, byte & 15] {
                f.write_char(char::from(b"0123456789abcdef"[usize::from(digit)]))?;
            }
        }
        Ok(())
    }
}

/// Text that is no hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAHash;

impl FromStr for KeyHash {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Self, NotAHash> {
        let digits = text.as_bytes();
        let mut hash = [0; 32];
        if digits.len() != 64 {
            return Err(NotAHash);
        }
        for (byte, pair) in hash.iter_mut().zip(digits.chunks(2)) {
            let digit = |digit: u8| (digit as char).to_digit(16).ok_or(NotAHash);
            *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
        }
        Ok(Self(hash))
    }
}
