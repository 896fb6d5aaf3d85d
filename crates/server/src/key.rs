//! Capabilities: unguessable words that open a seat. They are handed out once and kept only as hashes.

use room::KeyHash;
use sha2::{Digest, Sha256};

use crate::random::{self, NoRandomness};

/// The letters of keys and codes: none that are taken for another.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// Letters in a key: 130 bits.
const KEY: usize = 26;
/// Letters in the code of a match.
const CODE: usize = 8;

fn word(letters: usize) -> Result<String, NoRandomness> {
    let mut bytes = vec![0_u8; letters];
    random::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)] as char).collect())
}

/// A fresh key.
pub fn key() -> Result<String, NoRandomness> {
    word(KEY)
}

/// A fresh code for a match.
pub fn code() -> Result<String, NoRandomness> {
    word(CODE)
}

/// A fresh secret number from which the luck of one match comes.
pub fn luck() -> Result<u64, NoRandomness> {
    let mut bytes = [0; 8];
    random::fill(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// The hash of a key, if it has the form of one.
#[must_use]
pub fn hash(key: &str) -> Option<KeyHash> {
    let well_formed = key.len() == KEY && key.bytes().all(|byte| LETTERS.contains(&byte));
    well_formed.then(|| KeyHash(Sha256::digest(key.as_bytes()).into()))
}

/// A code as somebody typed it: capitals, spaces and dashes do not matter, nor does a whole link around it.
#[must_use]
pub fn typed_code(text: &str) -> Option<String> {
    let tail = text.trim().rsplit_once("/t/").map_or(text, |(_, tail)| tail);
    let code: String = tail
        .chars()
        .take_while(|c| !matches!(c, '/' | '?' | '#'))
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    is_code(&code).then_some(code)
}

/// Whether this could be the code of a match.
#[must_use]
pub fn is_code(text: &str) -> bool {
    text.len() == CODE && text.bytes().all(|byte| LETTERS.contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_and_only_keys_are_hashed() {
        let (one, other) = (key().unwrap(), key().unwrap());
        assert_ne!(one, other);
        assert!(hash(&one).is_some() && hash(&one) != hash(&other));
        for wrong in ["", "short", &one.to_uppercase(), &format!("{one}a"), "é2345678901234567890123456"] {
            assert!(hash(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn codes_are_read_as_people_type_them() {
        for typed in [
            "abcd2345",
            " ABCD-2345 ",
            "abcd 2345",
            "http://127.0.0.1:1998/t/abcd2345",
            "https://x.example/t/abcd2345/replay?at=3",
            "/t/abcd2345#x",
        ] {
            assert_eq!(typed_code(typed).as_deref(), Some("abcd2345"), "{typed}");
        }
        for wrong in ["", "abc", "abcd23450", "abcd234l", "../../etc"] {
            assert!(typed_code(wrong).is_none(), "{wrong}");
        }
    }
}
