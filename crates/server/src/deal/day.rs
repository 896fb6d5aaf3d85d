//! Days, as the calendar of all people counts them, from midnight to midnight in UTC.

use std::fmt;
use std::str::FromStr;

use room::Time;

/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

/// A day, counted from the first of January 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Day(u32);

/// The last day that has a name: of the year 9999.
const LAST: u32 = 2_932_896;

/// A text that names no day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NotADay;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Day {
    /// The day on which this moment is.
    pub(crate) fn of(time: Time) -> Self {
        Self(u32::try_from(time.0 / DAY).unwrap_or(LAST).min(LAST))
    }

    /// Its number, counted from 1970.
    pub(crate) const fn number(self) -> u64 {
        self.0 as u64
    }

    /// The day whose deal has this name, if it is the deal of a day.
    pub(crate) fn of_deal(name: &str) -> Option<Self> {
        name.split_once('/')?.0.parse().ok()
    }

    /// When it begins, in seconds since 1970.
    pub(crate) const fn begins(self) -> i64 {
        (self.number() * DAY / 1_000) as i64
    }

    /// The day before.
    pub(crate) const fn before(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// Year, month and day of the month, counted from 1.
    const fn date(self) -> (u32, u32, u32) {
        // Years begin in March here, so that the day that is sometimes there comes last; eras have 400 of them.
        let days = self.0 + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (era * 400 + year + (month <= 2) as u32, month, day)
    }

    /// In words, without the year.
    pub(crate) fn words(self) -> String {
        let (_, month, day) = self.date();
        format!("{day} {}", MONTHS[month as usize - 1])
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = NotADay;

    fn from_str(text: &str) -> Result<Self, NotADay> {
        // Days are few, and their names grow as they do.
        let (mut low, mut high) = (0, LAST);
        while low < high {
            let middle = u32::midpoint(low, high);
            if Self(middle).to_string().as_str() < text { low = middle + 1 } else { high = middle }
        }
        Some(Self(low)).filter(|day| day.to_string() == text).ok_or(NotADay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_the_names_of_the_calendar() {
        for (time, name, words) in [
            (0, "1970-01-01", "1 January"),
            (DAY - 1, "1970-01-01", "1 January"),
            (DAY, "1970-01-02", "2 January"),
            (951_782_400_000, "2000-02-29", "29 February"),
            (1_763_251_200_000, "2025-11-16", "16 November"),
            (1_767_225_599_999, "2025-12-31", "31 December"),
            (1_767_225_600_000, "2026-01-01", "1 January"),
            (u64::MAX, "9999-12-31", "31 December"),
        ] {
            let day = Day::of(Time(time));
            assert_eq!((day.to_string().as_str(), day.words().as_str()), (name, words));
            assert_eq!(name.parse(), Ok(day));
        }
        for wrong in
            ["", "2025-02-29", "2025-13-01", "2025-1-1", "10000-01-01", "x", "2025-11-16/", "1969-12-31"]
        {
            assert_eq!(wrong.parse::<Day>(), Err(NotADay), "{wrong}");
        }
        assert_eq!(
            "2000-03-01".parse::<Day>().map(|day| day.before().to_string()),
            Ok("2000-02-29".to_owned())
        );
    }
}
