//! Commands of pages with smaller numbers, for those that take long with a program that was not built to be fast.

/// The most games of bots that think, and of bots that do not.
const MOST_GAMES: usize = 4;
const MOST_AT_RANDOM: usize = 10_000;

/// The most iterations of a search: in a game that is shown, and in those of the lab.
const MOST_THOUGHT: usize = 300;
const MOST_IN_THE_LAB: usize = 20;

/// Commands that take long with any numbers: how they begin, a short command in their place, and why that is enough.
pub(crate) const INSTEAD: [(&str, &str, &str); 2] = [
    (
        "gruntle record review ",
        "gruntle record verify ",
        "the file is there; `reviews` looks at shorter games",
    ),
    ("gruntle lab tune ", "gruntle lab tune --steps 1 ", "the other steps are like the first"),
];

/// The command without the remark behind it.
pub(crate) fn without_remark(command: &str) -> &str {
    command.split(" #").next().unwrap_or_default().trim_end()
}

/// The command as it is run: with no larger numbers than these, and with all the time for programs that
/// play, which may be late on a busy machine.
pub(crate) fn in_small(command: &str) -> String {
    let mut small = command.to_owned();
    let plays = ["gruntle sim ", "gruntle lab "].iter().any(|begins| small.starts_with(begins));
    if plays && !small.contains("--games ") {
        small += &format!(" --games {MOST_GAMES}");
    }
    let is_random = small.starts_with("gruntle sim ") && !small.contains("--bots");
    small = lowered(&small, "--games ", if is_random { MOST_AT_RANDOM } else { MOST_GAMES });
    let is_lab = small.starts_with("gruntle lab ");
    small = lowered(&small, "search:", if is_lab { MOST_IN_THE_LAB } else { MOST_THOUGHT });
    for (begins, instead, _) in INSTEAD {
        small = small.replacen(begins, instead, 1);
    }
    small.replace("exec:", "exec@60000ms:").replace("bot check '", "bot check 'exec@60000ms:")
}

fn lowered(command: &str, name: &str, most: usize) -> String {
    let mut pieces = command.split(name);
    let mut small = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let digits = piece.chars().take_while(char::is_ascii_digit).count();
        let (number, rest) = piece.split_at(digits);
        let number = number.parse::<usize>().map_or(number.to_owned(), |number| number.min(most).to_string());
        small += &format!("{name}{number}{rest}");
    }
    small
}
