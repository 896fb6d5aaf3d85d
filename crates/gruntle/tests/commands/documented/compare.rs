//! Output that a page shows, held against output that came.

/// How far a page is held to what it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// Every word and number but times and places.
    Exact,
    /// The words alone, for the command was run with smaller numbers.
    Shape,
}

/// The most lines of output in a failure.
const LINES_TOLD: usize = 12;

/// The first line that is not as it was shown. A line `…` stands for any lines.
pub(crate) fn difference(shown: &[String], came: &str, extent: Extent) -> Option<String> {
    let masked = |line: &str| masked(line, extent);
    let wanted: Vec<String> = shown.iter().map(|line| masked(line)).collect();
    let came: Vec<String> = came.lines().map(masked).collect();
    if fits(&wanted, &came) {
        return None;
    }
    let begins = came[..came.len().min(LINES_TOLD)].join("\n");
    let is_missing = |line: &&String| line.trim() != "…" && !came.contains(line);
    if let Some(line) = wanted.iter().find(is_missing) {
        return Some(format!("the line '{line}' does not come; what comes begins:\n{begins}"));
    }
    Some(format!("other lines come, too, or in another order; what comes begins:\n{begins}"))
}

fn fits(wanted: &[String], came: &[String]) -> bool {
    match wanted.split_first() {
        None => came.is_empty(),
        Some((dots, rest)) if dots.trim() == "…" => (0..=came.len()).any(|from| fits(rest, &came[from..])),
        Some((line, rest)) => {
            came.split_first().is_some_and(|(first, more)| line == first && fits(rest, more))
        }
    }
}

/// Texts of this machine or program alone: the words before and behind each. Nothing behind it is the end of the line.
const PLACES: [(&str, &str); 8] = [
    ("http://127.0.0.1:", ""),
    ("--bind 0.0.0.0:", ""),
    ("Matches are kept in ", ". Ctrl-C"),
    ("ok     folder    ", ": what is kept"),
    ("ok     space     ", " MiB are free"),
    ("ok     database  ", " is of version"),
    ("ok     limits    ", " files may be open"),
    ("ok     program   gruntle ", "; rules:"),
];

fn masked(line: &str, extent: Extent) -> String {
    let mut line = line.trim_end().to_owned();
    for (before, after) in PLACES {
        if let Some((start, rest)) = line.split_once(before) {
            let end = if after.is_empty() { "" } else { rest.find(after).map_or(rest, |at| &rest[at..]) };
            line = format!("{start}{before}#{end}");
        }
    }
    let mut told = String::new();
    let mut rest = line.as_str();
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        let (number, after) = from.split_at(length_of_number(from));
        told += before;
        told += if extent == Extent::Shape || is_time(after) { "#" } else { number };
        rest = after;
    }
    told += rest;
    match extent {
        Extent::Exact => told,
        // Columns are as wide as what stands in them.
        Extent::Shape => told.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// Whether what follows a number makes it a time or a speed.
fn is_time(after: &str) -> bool {
    let unit = after.trim_start();
    after.starts_with([' ', '\u{a0}']) && ["s", "ms", "µs"].iter().any(|one| is_word(unit, one))
        || is_word(unit, "a second")
}

fn is_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// The length of the number at the start: digits, a point between them, and a space before every three.
fn length_of_number(text: &str) -> usize {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    let mut length = digits(text);
    while let Some(separator) =
        text[length..].chars().next().filter(|one| [' ', '\u{a0}', '\u{202f}', '.'].contains(one))
    {
        let more = digits(&text[length + separator.len_utf8()..]);
        if more == 0 || (separator != '.' && more != 3) {
            break;
        }
        length += separator.len_utf8() + more;
    }
    length
}

#[test]
fn a_wrong_number_is_seen_and_a_time_is_not() {
    let shown = ["  wins        A 25.6%   B 24.5%", "  decisions   6 475 329 in 1.52 s, 4 253 772 a second"];
    let shown = shown.map(str::to_owned);
    let came = shown.join("\n");
    assert_eq!(difference(&shown, &came, Extent::Exact), None);
    let slower = came.replace("1.52 s, 4 253 772", "31.52 s, 772");
    assert_eq!(difference(&shown, &slower, Extent::Exact), None);
    for (was, is) in [("25.6", "25.7"), ("6 475 329", "6 475 328"), ("wins", "won"), ("\n", "\n\n")] {
        assert!(difference(&shown, &came.replacen(was, is, 1), Extent::Exact).is_some(), "{is}");
    }
    let small = came.replace("25.6%", "0.0% ").replace("6 475 329", "48");
    assert_eq!(difference(&shown, &small, Extent::Shape), None);
    assert!(difference(&shown, &small.replace("wins", "won"), Extent::Shape).is_some());
    let dots = ["…".to_owned(), shown[1].clone()];
    assert_eq!(difference(&dots, &came, Extent::Exact), None);
    assert!(difference(&dots, "nothing", Extent::Exact).is_some());
}
