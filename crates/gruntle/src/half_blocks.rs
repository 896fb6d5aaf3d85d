//! Pictures of cards on a terminal, in half blocks: a letter stands for two pixels, one above the other.

/// How a picture is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Paint {
    /// Every pixel in its own of sixteen million colours.
    TrueColours,
    /// Dark pixels alone, in the colour of the text.
    Plain,
}

/// The colours of the house by their letters, as pages have them by day, and whether a plain picture shows them.
const COLOURS: [(u8, [u8; 3], bool); 11] = [
    (b'k', [0x1f, 0x1a, 0x24], true),
    (b'w', [0xff, 0xfa, 0xf0], false),
    (b'g', [0xa7, 0xa1, 0x96], false),
    (b'r', [0xd2, 0x3c, 0x26], true),
    (b'o', [0xc9, 0x76, 0x2f], true),
    (b'y', [0xf5, 0xbd, 0x34], false),
    (b't', [0x35, 0xa0, 0x9b], true),
    (b'b', [0x2b, 0x4e, 0xa6], true),
    (b's', [0xec, 0xbd, 0x8e], false),
    (b'n', [0x5a, 0xa3, 0x47], true),
    (b'p', [0xd7, 0x7b, 0xa6], false),
];

/// The colour of a pixel; `None` where nothing is drawn.
fn colour(pixel: u8, paint: Paint) -> Option<[u8; 3]> {
    let (_, colour, is_dark) = COLOURS.into_iter().find(|(letter, ..)| *letter == pixel)?;
    (paint == Paint::TrueColours || is_dark).then_some(colour)
}

/// Rows of pixels as lines of a terminal, each as many letters wide as a row.
pub(crate) fn lines(rows: &[&[u8]], paint: Paint) -> Vec<String> {
    let line = |pair: &[&[u8]]| {
        let lower = pair.get(1).copied().unwrap_or_default().iter().copied().chain(std::iter::repeat(0));
        let upper = pair.first().copied().unwrap_or_default().iter().copied();
        let cells =
            upper.zip(lower).map(|(upper, lower)| cell(colour(upper, paint), colour(lower, paint), paint));
        cells.collect()
    };
    rows.chunks(2).map(line).collect()
}

/// Two pixels, one above the other.
fn cell(upper: Option<[u8; 3]>, lower: Option<[u8; 3]>, paint: Paint) -> String {
    let letter = match (upper, lower) {
        (None, None) => " ",
        (Some(_), None) => "▀",
        (None, Some(_)) => "▄",
        (Some(_), Some(_)) if paint == Paint::Plain => "█",
        (Some(_), Some(_)) => "▀",
    };
    let set = |ground: u8, [red, green, blue]: [u8; 3]| format!("\x1b[{ground};2;{red};{green};{blue}m");
    match (paint, upper, lower) {
        (Paint::Plain, ..) | (_, None, None) => letter.to_owned(),
        (Paint::TrueColours, Some(only), None) | (Paint::TrueColours, None, Some(only)) => {
            format!("{}{letter}\x1b[0m", set(38, only))
        }
        (Paint::TrueColours, Some(upper), Some(lower)) => {
            format!("{}{}{letter}\x1b[0m", set(38, upper), set(48, lower))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [&[u8]; 3] = [b"k.w", b"kk.", b".kk"];

    #[test]
    fn a_plain_picture_shows_what_is_dark() {
        assert_eq!(lines(&ROWS, Paint::Plain), ["█▄ ", " ▀▀"]);
    }

    #[test]
    fn a_painted_picture_shows_every_pixel_in_its_colour() {
        let painted = lines(&ROWS, Paint::TrueColours);
        let ink = "31;26;36m";
        assert_eq!(
            painted[0],
            format!(
                "\x1b[38;2;{ink}\x1b[48;2;{ink}▀\x1b[0m\x1b[38;2;{ink}▄\x1b[0m\x1b[38;2;255;250;240m▀\x1b[0m"
            )
        );
    }

    #[test]
    fn every_colour_of_the_house_can_be_painted() {
        let letters = COLOURS.map(|(letter, ..)| char::from(letter));
        assert_eq!(String::from_iter(letters), games::COLOURS);
    }
}
