//! The date of an answer.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use httpdate::HttpDate;

/// The last second of the year 9999.
const LAST: Duration = Duration::from_secs(253_402_300_799);

/// A time as headers write it. They know the years 1970 to 9999; a clock that shows another one is taken for the
/// nearest of these.
pub(super) fn http_date(time: SystemTime) -> HttpDate {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default().min(LAST);
    HttpDate::from(UNIX_EPOCH.checked_add(since).unwrap_or(UNIX_EPOCH))
}

/// Whether headers can write this time, now and in the next hundred years.
pub(super) fn has_http_date(time: SystemTime) -> bool {
    const CENTURY: Duration = Duration::from_secs(100 * 366 * 86_400);
    time.duration_since(UNIX_EPOCH).is_ok_and(|since| since < LAST - CENTURY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_clock_can_be_written() {
        let day = Duration::from_secs(86_400);
        for (time, written) in [
            (UNIX_EPOCH - day, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (UNIX_EPOCH - day * 1_000_000, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (UNIX_EPOCH + Duration::from_secs(894_412_800), "Wed, 06 May 1998 00:00:00 GMT"),
            (UNIX_EPOCH + LAST + day, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (UNIX_EPOCH + day * 100_000_000, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] {
            assert_eq!(http_date(time).to_string(), written);
            assert_eq!(has_http_date(time), written.contains("1998"));
        }
    }
}
