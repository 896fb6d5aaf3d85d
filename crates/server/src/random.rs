//! Where keys, codes and secrets come from: the operating system. Builds for tests can be told to draw them from a seed,
//! so that what a test sees does not depend on chance; a release build has no such option.

/// The operating system gives no randomness, so nothing here could be kept secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gives no randomness")]
pub struct NoRandomness;

/// Fills these bytes with what nobody can guess.
pub(crate) fn fill(bytes: &mut [u8]) -> Result<(), NoRandomness> {
    #[cfg(debug_assertions)]
    if seeded::fill(bytes) {
        return Ok(());
    }
    getrandom::fill(bytes).map_err(|_| NoRandomness)
}

#[cfg(debug_assertions)]
mod seeded {
    use std::sync::{Mutex, OnceLock, PoisonError};

    use table::{ChaCha8, Luck as _, Purpose, Seed};

    /// The environment variable with the seed: two numbers, `1998/1`.
    const VARIABLE: &str = "GRUNTLE_TEST_SEED";

    fn generator() -> Option<&'static Mutex<ChaCha8>> {
        static GENERATOR: OnceLock<Option<Mutex<ChaCha8>>> = OnceLock::new();
        let read = || {
            let seed = std::env::var(VARIABLE).ok()?;
            let (one, other) = seed.split_once('/')?;
            let seed = Seed::new(one.parse().ok()?, other.parse().ok()?);
            Some(Mutex::new(seed.luck(Purpose::Trial)))
        };
        GENERATOR.get_or_init(read).as_ref()
    }

    /// Fills these bytes from the seed, if there is one.
    pub(super) fn fill(bytes: &mut [u8]) -> bool {
        let Some(generator) = generator() else { return false };
        let mut luck = generator.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.iter_mut().for_each(|byte| *byte = luck.below(256) as u8);
        true
    }
}
