//! The words in which `clap` refuses something.

use clap::Error;

/// The library says what it met; this also says what would be right.
pub(crate) fn worded(wrong: &Error) -> String {
    wrong.to_string().replace("invalid digit found in string", "write a whole number")
}

/// The same without usage and tips, for what does not stand on the command line.
pub(crate) fn in_one_line(wrong: &Error) -> String {
    let text = worded(wrong);
    let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    let line = lines.collect::<Vec<_>>().join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}
