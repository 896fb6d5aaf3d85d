//! Counts on the command line, as people write large ones: `10000`, `10_000`, `100k`, `2.5M`, `1e5`.

/// Reads a count.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    read(text).ok_or_else(|| {
        "write a whole number up to 18 digits long, such as 10000, 10_000, 100k, 2M or 1e5".to_owned()
    })
}

/// The most digits of a count.
const DIGITS: usize = 18;

fn read(text: &str) -> Option<u64> {
    let (number, zeros) = match text.char_indices().last()? {
        (at, 'k' | 'K') => (&text[..at], 3),
        (at, 'm' | 'M') => (&text[..at], 6),
        _ => match text.split_once(['e', 'E']) {
            Some((number, zeros)) => (number, digits(zeros)?.parse().ok()?),
            None => (text, 0),
        },
    };
    let (whole, part) = number.split_once('.').map_or((number, None), |(whole, part)| (whole, Some(part)));
    let part = part.map_or(Some(String::new()), digits)?;
    let part = part.trim_end_matches('0');
    let whole = digits(whole)?;
    let more = usize::checked_sub(zeros, part.len())?;
    let written = format!("{whole}{part}");
    let written = written.trim_start_matches('0');
    if written.is_empty() {
        return Some(0);
    }
    (more <= DIGITS && written.len() + more <= DIGITS)
        .then(|| format!("{written}{}", "0".repeat(more)).parse().ok())?
}

/// Digits, without the strokes that may stand between them.
fn digits(text: &str) -> Option<String> {
    let groups: Vec<&str> = text.split('_').collect();
    let is_number = |group: &&str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    groups.iter().all(is_number).then(|| groups.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_read_as_people_write_it() {
        for (text, wanted) in [
            ("7", 7),
            ("10_000", 10_000),
            ("100k", 100_000),
            ("100K", 100_000),
            ("2M", 2_000_000),
            ("1e5", 100_000),
            ("1E3", 1_000),
            ("2.5e4", 25_000),
            ("1.5k", 1_500),
            ("1.50k", 1_500),
            ("3.0", 3),
            ("0", 0),
            ("0e9", 0),
            ("007", 7),
            ("1e17", 100_000_000_000_000_000),
        ] {
            assert_eq!(count(text), Ok(wanted), "{text}");
        }
    }

    #[test]
    fn what_is_no_whole_number_is_no_count() {
        for text in [
            "",
            "k",
            "e5",
            "1e",
            "1e-5",
            "-1",
            "+1",
            "1.5",
            "1.2345k",
            "_1",
            "1_",
            "1__0",
            "1 000",
            "1,000",
            "1kk",
            "1e99",
            "1e18446744073709551615",
            "0x10",
            "é",
            "9999999999999999999",
            ".5k",
            "1e1.0",
        ] {
            assert!(count(text).is_err(), "{text}");
        }
    }
}
