//! How much room text takes, by estimate: fonts are the reader's.

/// The height of text in a plot.
pub(super) const SIZE: f64 = 12.0;

/// About how wide a text is, in letters of their own width or all of one, whichever is wider.
pub(super) fn width(text: &str) -> f64 {
    let (own, count) = text.chars().fold((0.0, 0.0), |(own, count), one| (own + letter(one), count + 1.0));
    SIZE * f64::max(own, ONE_WIDTH * count)
}

/// How wide a letter is in fonts whose letters are all alike.
const ONE_WIDTH: f64 = 0.602;

fn letter(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '\u{202f}' => 0.32,
        'f' | 'r' | 't' | '(' | ')' | '-' | '"' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.92,
        'A'..='Z' => 0.7,
        letter if letter >= '\u{1100}' => 1.05,
        _ => 0.58,
    }
}

/// As much of a text as has room, ended by an ellipsis where it was cut.
pub(super) fn fitted(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut left = room - width("…");
    let mut cut: String = text
        .chars()
        .take_while(|one| {
            left -= letter(*one).max(ONE_WIDTH) * SIZE;
            left >= 0.0
        })
        .collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}
