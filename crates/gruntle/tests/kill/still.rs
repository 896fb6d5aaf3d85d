//! How long a table stands still while no player is asked: while a bot thinks, luck is due, or a window closes by
//! itself.

use std::time::{Duration, Instant};

/// Looks at one table, one after the other.
#[derive(Debug, Default)]
pub struct Still {
    /// The change at which it stands still, and since when.
    since: Option<(u64, Instant)>,
    /// The longest that it did.
    pub longest: Duration,
}

impl Still {
    /// The table is at this change, and somebody is due who is none of the players here. A late look counts as a long
    /// wait.
    pub fn look(&mut self, version: u64, is_due: bool, now: Instant) {
        if let Some((stood, since)) = self.since {
            self.longest = self.longest.max(now - since);
            if stood != version || !is_due {
                self.since = None;
            }
        }
        if is_due && self.since.is_none() {
            self.since = Some((version, now));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest of these looks: at which second, at which change, and whether anybody else was due.
    fn longest(looks: &[(u64, u64, bool)]) -> u64 {
        let (mut still, begun) = (Still::default(), Instant::now());
        for (second, version, is_due) in looks {
            still.look(*version, *is_due, begun + Duration::from_secs(*second));
        }
        still.longest.as_secs()
    }

    #[test]
    fn a_table_stands_still_from_the_first_look_at_a_change_to_the_first_at_another() {
        assert_eq!(longest(&[(0, 1, true), (4, 1, true), (40, 1, true), (41, 2, false)]), 41);
        assert_eq!(longest(&[(0, 1, true), (4, 2, true), (7, 3, true), (8, 3, false)]), 4);
    }

    #[test]
    fn a_table_that_waits_for_people_does_not() {
        assert_eq!(
            longest(&[(0, 1, false), (40, 1, false), (41, 2, true), (43, 2, false), (90, 3, true)]),
            2
        );
    }
}
