//! The pixel alphabet, eight rows high: for numbers and for the few words that are drawn large.

use maud::{Markup, html};

/// How high letters are.
const ROWS: usize = 8;

/// The letters, row by row.
const LETTERS: &[(char, &str)] = &[
    (' ', "... ... ... ... ... ... ... ..."),
    ('!', "## ## ## ## ## .. ## ##"),
    ('\'', "## ## .# .. .. .. .. .."),
    ('+', "...... ...... ..##.. ###### ###### ..##.. ...... ......"),
    ('-', "...... ...... ...... ###### ###### ...... ...... ......"),
    ('.', ".. .. .. .. .. .. ## ##"),
    ('0', ".####. ##..## ##..## ##..## ##..## ##..## ##..## .####."),
    ('1', "..##.. .###.. ####.. ..##.. ..##.. ..##.. ..##.. ######"),
    ('2', ".####. ##..## ....## ...##. ..##.. .##... ##.... ######"),
    ('3', ".####. ##..## ....## ..###. ....## ....## ##..## .####."),
    ('4', "...### ..#### .##.## ##..## ###### ....## ....## ....##"),
    ('5', "###### ##.... ##.... #####. ....## ....## ##..## .####."),
    ('6', ".####. ##..## ##.... #####. ##..## ##..## ##..## .####."),
    ('7', "###### ....## ....## ...##. ..##.. ..##.. ..##.. ..##.."),
    ('8', ".####. ##..## ##..## .####. ##..## ##..## ##..## .####."),
    ('9', ".####. ##..## ##..## ##..## .##### ....## ##..## .####."),
    ('A', ".####. ##..## ##..## ###### ##..## ##..## ##..## ##..##"),
    ('B', "#####. ##..## ##..## #####. ##..## ##..## ##..## #####."),
    ('C', ".####. ##..## ##.... ##.... ##.... ##.... ##..## .####."),
    ('D', "####.. ##.##. ##..## ##..## ##..## ##..## ##.##. ####.."),
    ('E', "###### ##.... ##.... ####.. ##.... ##.... ##.... ######"),
    ('F', "###### ##.... ##.... ####.. ##.... ##.... ##.... ##...."),
    ('G', ".####. ##..## ##.... ##.### ##..## ##..## ##..## .####."),
    ('H', "##..## ##..## ##..## ###### ##..## ##..## ##..## ##..##"),
    ('I', "#### .##. .##. .##. .##. .##. .##. ####"),
    ('J', "..#### ...##. ...##. ...##. ...##. ##.##. ##.##. .###.."),
    ('K', "##..## ##.##. ####.. ###... ####.. ##.##. ##..## ##..##"),
    ('L', "##.... ##.... ##.... ##.... ##.... ##.... ##.... ######"),
    ('M', "##...## ###.### ####### ##.#.## ##...## ##...## ##...## ##...##"),
    ('N', "##..## ###.## ###### ##.### ##..## ##..## ##..## ##..##"),
    ('O', ".####. ##..## ##..## ##..## ##..## ##..## ##..## .####."),
    ('P', "#####. ##..## ##..## #####. ##.... ##.... ##.... ##...."),
    ('Q', ".####. ##..## ##..## ##..## ##..## ##.### .####. ....##"),
    ('R', "#####. ##..## ##..## #####. ####.. ##.##. ##..## ##..##"),
    ('S', ".####. ##..## ##.... .####. ....## ....## ##..## .####."),
    ('T', "###### ..##.. ..##.. ..##.. ..##.. ..##.. ..##.. ..##.."),
    ('U', "##..## ##..## ##..## ##..## ##..## ##..## ##..## .####."),
    ('V', "##..## ##..## ##..## ##..## ##..## .####. .####. ..##.."),
    ('W', "##...## ##...## ##...## ##...## ##.#.## ####### ###.### ##...##"),
    ('X', "##..## ##..## .####. ..##.. ..##.. .####. ##..## ##..##"),
    ('Y', "##..## ##..## ##..## .####. ..##.. ..##.. ..##.. ..##.."),
    ('Z', "###### ....## ...##. ..##.. .##... ##.... ##.... ######"),
];

/// The rows of a letter.
pub(crate) fn letter(c: char) -> Option<&'static str> {
    LETTERS.iter().find(|(of, _)| *of == c).map(|(_, rows)| *rows)
}

/// The pixels of a letter as a path, from this column on.
pub(crate) fn runs(rows: &str, left: usize) -> String {
    let mut path = String::new();
    for (y, row) in rows.split(' ').enumerate() {
        let mut x = left;
        for run in row.as_bytes().chunk_by(|one, next| one == next) {
            if run[0] == b'#' {
                path += &format!("M{x} {y}h{}v1h-{}z", run.len(), run.len());
            }
            x += run.len();
        }
    }
    path
}

/// A word in pixels, if all its letters can be drawn. It says nothing to a screen reader: the word stands beside it.
#[must_use]
pub fn word(word: &str) -> Option<Markup> {
    let mut path = String::new();
    let mut left = 0;
    for c in word.chars().flat_map(char::to_uppercase) {
        let rows = letter(c)?;
        path += &runs(rows, left);
        left += rows.split(' ').next().map_or(0, str::len) + 1;
    }
    let width = left.checked_sub(1)?;
    Some(html! { svg.pixels viewBox={ "0 0 " (width) " " (ROWS) } aria-hidden="true" { path d=(path) {} } })
}

/// A number in pixels, and for a screen reader.
#[must_use]
pub fn number(number: u32) -> Markup {
    html! { (word(&number.to_string()).unwrap_or_default()) span.unseen { (number) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_rows_of_one_width() {
        for (c, rows) in LETTERS {
            let rows: Vec<&str> = rows.split(' ').collect();
            assert_eq!(rows.len(), ROWS, "{c}");
            assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{c}");
        }
    }

    #[test]
    fn what_has_no_letters_is_not_drawn() {
        assert!(word("You win!").is_some());
        assert!(word("Ünïcode").is_none() && word("").is_none());
    }
}
