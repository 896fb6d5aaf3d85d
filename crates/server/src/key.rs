//! Capabilities: unguessable words that open a seat. They are issued by the site, handed out once and kept only as
//! hashes.

use room::KeyHash;
use sha2::{Digest, Sha256};

use crate::random::{self, NoRandomness};

/// The letters of keys and codes: none that are taken for another.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// Letters in a key: 90 random bits, and 40 bits of proof that the site has issued it.
const KEY: usize = 26;
/// The random ones among them.
const RANDOM: usize = 18;
/// Letters in the code of a match.
const CODE: usize = 8;

fn word(length: usize) -> Result<String, NoRandomness> {
    let mut bytes = vec![0_u8; length];
    random::fill(&mut bytes)?;
    Ok(letters(&bytes))
}

fn letters(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}

/// A fresh word that opens a seat once, to be put into a link.
pub fn link() -> Result<String, NoRandomness> {
    word(KEY)
}

/// Issues the keys of a site, and knows them again. A client with a made-up key gets a proper one.
#[derive(Clone)]
pub struct KeyIssuer {
    secret: [u8; 32],
}

impl KeyIssuer {
    /// The issuer that has this secret.
    #[must_use]
    pub fn new(secret: &[u8]) -> Self {
        // Any length will do: a fresh secret has the right one, and a damaged one issues keys all the same.
        Self { secret: Sha256::digest(secret).into() }
    }

    /// A secret for a new site.
    pub fn fresh_secret() -> Result<[u8; 32], NoRandomness> {
        let mut secret = [0; 32];
        random::fill(&mut secret)?;
        Ok(secret)
    }

    /// A fresh key.
    pub fn issue(&self) -> Result<String, NoRandomness> {
        let random = word(RANDOM)?;
        let proof = self.proof(random.as_bytes());
        Ok(random + &proof)
    }

    /// Whether this key is one that was issued here.
    #[must_use]
    pub fn has_issued(&self, key: KeyWord) -> bool {
        let (random, proof) = key.0.split_at(RANDOM);
        // Compared without a hint at how much of it is right.
        let own = self.proof(random);
        own.bytes().zip(proof).fold(0, |wrong, (one, other)| wrong | (one ^ other)) == 0
    }

    /// The check letters of a key. The digested text has a fixed length, so nothing can be appended to it.
    fn proof(&self, random: &[u8]) -> String {
        let digest = Sha256::new().chain_update(self.secret).chain_update(random).finalize();
        letters(&digest[..KEY - RANDOM])
    }
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

/// A word that has the form of a key.
#[derive(Clone, Copy)]
pub struct KeyWord([u8; KEY]);

impl KeyWord {
    /// The word in a text, if it is one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let word: [u8; KEY] = text.as_bytes().try_into().ok()?;
        word.iter().all(|byte| LETTERS.contains(byte)).then_some(Self(word))
    }

    /// Its hash.
    #[must_use]
    pub fn hash(&self) -> KeyHash {
        KeyHash(Sha256::digest(self.0).into())
    }
}

/// The hash of a key, if it has the form of one.
#[must_use]
pub fn hash(key: &str) -> Option<KeyHash> {
    KeyWord::read(key).map(|word| word.hash())
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
    fn only_what_was_issued_here_is_known_again() {
        let (site, other_site) = (KeyIssuer::new(b"one"), KeyIssuer::new(b"other"));
        let key = site.issue().unwrap();
        let has_issued =
            |site: &KeyIssuer, key: &str| KeyWord::read(key).is_some_and(|key| site.has_issued(key));
        assert!(key.len() == KEY && hash(&key).is_some());
        assert!(has_issued(&site, &key) && !has_issued(&other_site, &key));
        for at in 0..KEY {
            let mut changed = key.clone().into_bytes();
            changed[at] = if changed[at] == b'a' { b'b' } else { b'a' };
            assert!(!has_issued(&site, std::str::from_utf8(&changed).unwrap()), "letter {at}");
        }
        for made_up in
            ["", "a", &"a".repeat(KEY), &key[1..], &format!("{key}a"), &"é".repeat(13), &link().unwrap()]
        {
            assert!(!has_issued(&site, made_up), "{made_up}");
        }
    }

    #[test]
    fn keys_differ_and_only_keys_are_hashed() {
        let (one, other) = (link().unwrap(), link().unwrap());
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
