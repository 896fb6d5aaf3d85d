//! Where keys, codes and secrets come from: the operating system. Builds for tests can be told to draw them from a
//! seed, so that what a test sees does not depend on chance; a release build has no such option.

/// The operating system gives no randomness, so nothing here could be kept secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gives no randomness")]
pub struct NoRandomness;

/// Fills these bytes with secure random ones.
pub(crate) fn fill(bytes: &mut [u8]) -> Result<(), NoRandomness> {
    #[cfg(any(test, debug_assertions))]
    if seeded::fill(bytes) {
        return Ok(());
    }
    getrandom::fill(bytes).map_err(|_| NoRandomness)
}

#[cfg(any(test, debug_assertions))]
mod seeded {
    use std::collections::BTreeMap;
    use std::sync::{Mutex, PoisonError};

    use table::{ChaCha8, Luck as _, Purpose, Seed};

    /// The environment variable with the seed: two numbers, `1998/1`.
    const VARIABLE: &str = "GRUNTLE_TEST_SEED";

    /// Generators in use, by seed.
    static GENERATORS: Mutex<BTreeMap<Seed, ChaCha8>> = Mutex::new(BTreeMap::new());

    /// The seed that was set. The tests of this crate need none: each has one of its own, by the name of its thread, so
    /// that what it draws does not depend on what runs beside it.
    fn seed() -> Option<Seed> {
        if let Ok(set) = std::env::var(VARIABLE) {
            let (one, other) = set.split_once('/')?;
            return Some(Seed::new(one.parse().ok()?, other.parse().ok()?));
        }
        let number =
            |name: &str| name.bytes().fold(7_u64, |all, byte| all.wrapping_mul(31).wrapping_add(byte.into()));
        cfg!(test).then(|| Seed::new(1998, number(std::thread::current().name().unwrap_or_default())))
    }

    /// Fills these bytes from the seed, if there is one.
    pub(super) fn fill(bytes: &mut [u8]) -> bool {
        let Some(seed) = seed() else { return false };
        let mut generators = GENERATORS.lock().unwrap_or_else(PoisonError::into_inner);
        let luck = generators.entry(seed).or_insert_with(|| seed.luck(Purpose::Trial));
        bytes.iter_mut().for_each(|byte| *byte = luck.below(256) as u8);
        true
    }

    #[test]
    fn what_a_test_draws_is_the_same_every_time() {
        let mut drawn = [0; 4];
        assert!(fill(&mut drawn));
        let mut luck = seed().unwrap().luck(Purpose::Trial);
        assert_eq!(drawn, [0; 4].map(|_: u8| luck.below(256) as u8));
    }
}
