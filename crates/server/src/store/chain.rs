//! Hash chain of a journal: each line is kept with a digest of itself and of all lines before it, so that damage on the
//! disk is noticed and never shown as another game.

use std::fmt;

use sha2::{Digest, Sha256};

/// The digest of a journal up to some line: half of a SHA-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chain([u8; 16]);

impl Chain {
    fn of(digest: Sha256) -> Self {
        let whole: [u8; 32] = digest.finalize().into();
        let mut half = [0; 16];
        half.copy_from_slice(&whole[..16]);
        Self(half)
    }

    /// The digest before the first line: of what the index says of the match.
    pub(super) fn of_match(code: &str, game: &str, luck: u64) -> Self {
        Self::of(Sha256::new().chain_update(format!("gruntle journal 1\n{code}\n{game}\n{luck}\n")))
    }

    /// The digest after a further line.
    pub(super) fn then(self, line: &str) -> Self {
        Self::of(Sha256::new().chain_update(self.0).chain_update(line))
    }

    /// The stored form.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Read from the stored form.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

/// In hexadecimal digits.
impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_and_every_fact_of_the_match_counts() {
        let begun = Chain::of_match("abcd2345", "spammers", 7);
        let lines = |lines: &[&str]| lines.iter().fold(begun, |chain, line| chain.then(line));
        assert_eq!(lines(&["a", "b"]), lines(&["a", "b"]));
        for other in [&["a", "c"][..], &["b", "a"], &["ab"], &["a"], &["a", "b", "c"], &[]] {
            assert_ne!(lines(&["a", "b"]), lines(other), "{other:?}");
        }
        for other in [
            Chain::of_match("abcd2346", "spammers", 7),
            Chain::of_match("abcd2345", "spam-o-rama", 7),
            Chain::of_match("abcd2345", "spammers", 8),
        ] {
            assert_ne!(begun, other);
        }
        assert_eq!(Chain::read(begun.bytes()), Some(begun));
        assert_eq!(Chain::read(b"short"), None);
    }
}
