//! Prose: sentences in which seats stand as marks, so that a reader can have names in their place.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use crate::Seat;

/// The byte with which every mark begins.
const MARK_BEGINS: u8 = 0xF3;

/// A sentence about seats. It displays their letters, and can be read with names in their place.
///
/// Inside it a seat is a mark: `format!("{seat:#} wins.")`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Prose(Cow<'static, str>);

/// Whether a text has a byte that comes to 0, where it hardly ever has. All are looked at without stopping at the
/// first, because that goes many at a time.
#[inline]
pub fn has_byte(text: &str, comes_to: impl Fn(u8) -> u8) -> bool {
    text.as_bytes().iter().fold(u8::MAX, |least, &byte| least.min(comes_to(byte))) == 0
}

/// A part of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'a> {
    /// Words as they stand.
    Words(&'a str),
    /// A seat, to be called by its name.
    Seat(Seat),
}

impl Prose {
    /// The sentence with a name for each seat. Marks within the names themselves are dropped.
    #[must_use]
    pub fn named<N: AsRef<str>>(&self, name: impl Fn(Seat) -> N) -> String {
        let mut text = String::with_capacity(self.0.len() + 16);
        for part in self.parts() {
            match part {
                Part::Words(words) => text.push_str(words),
                Part::Seat(seat) => {
                    text.extend(name(seat).as_ref().chars().filter(|&c| Seat::of_mark(c).is_none()));
                }
            }
        }
        text
    }

    /// The sentence cut at its seats, for writing it in parts.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let mut rest: &str = &self.0;
        // Only a letter that begins with this byte can be a mark, and most sentences have none.
        let plain = !has_byte(rest, |byte| byte ^ MARK_BEGINS);
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let mut from = if plain { rest.len() } else { 0 };
            while let Some(found) = rest.as_bytes()[from..].iter().position(|&byte| byte == MARK_BEGINS) {
                let at = from + found;
                let seat = rest[at..].chars().next().and_then(Seat::of_mark);
                match seat {
                    Some(seat) if at == 0 => {
                        rest = &rest[seat.mark().len_utf8()..];
                        return Some(Part::Seat(seat));
                    }
                    Some(_) => {
                        let (words, tail) = rest.split_at(at);
                        rest = tail;
                        return Some(Part::Words(words));
                    }
                    None => from = at + 1,
                }
            }
            Some(Part::Words(std::mem::take(&mut rest)))
        })
    }

    /// The sentence as it stands, if it speaks of no seat and has no byte that comes to 0.
    pub fn plain(&self, comes_to: impl Fn(u8) -> u8) -> Option<&str> {
        (!has_byte(&self.0, |byte| (byte ^ MARK_BEGINS).min(comes_to(byte)))).then_some(&self.0)
    }

    fn letters(&self) -> impl Iterator<Item = char> {
        self.0.chars().map(|c| Seat::of_mark(c).map_or(c, Seat::letter))
    }

    /// Whether there are no words.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.trim().is_empty()
    }

    /// Whether a text that comes from outside could be taken to speak of a seat.
    #[must_use]
    pub fn is_feigned_by(text: &str) -> bool {
        text.chars().any(|c| Seat::of_mark(c).is_some())
    }
}

impl From<String> for Prose {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
    }
}

impl From<&'static str> for Prose {
    fn from(text: &'static str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl fmt::Display for Prose {
    /// With letters for seats; `{:#}` keeps the marks, for prose within prose.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&self.0);
        }
        self.letters().try_for_each(|c| f.write_char(c))
    }
}

impl fmt::Debug for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

impl PartialEq<str> for Prose {
    fn eq(&self, text: &str) -> bool {
        self.letters().eq(text.chars())
    }
}

impl PartialEq<&str> for Prose {
    fn eq(&self, text: &&str) -> bool {
        self == *text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    #[test]
    fn prose_has_letters_for_the_terminal_and_names_for_people() {
        let [a, b] = [seat(0), seat(1)];
        let prose = Prose::from(format!("{a:#} steals {b:#}'s List."));
        assert_eq!(prose.to_string(), "A steals B's List.");
        assert_eq!(prose.named(|seat| ["Ann", "Bob"][seat.index()]), "Ann steals Bob's List.");
        let around = Prose::from(format!("Heard: {prose:#}"));
        assert_eq!(around.named(|seat| ["Ann", "Bob"][seat.index()]), "Heard: Ann steals Bob's List.");
    }

    #[test]
    fn prose_is_cut_at_its_seats_alone() {
        let [a, b] = [seat(0), seat(1)];
        let prose = Prose::from(format!("{a:#}{b:#} wins \u{f5e9f}\u{10fffd} twice, {a:#}"));
        let parts: Vec<Part<'_>> = prose.parts().collect();
        let words = "\u{20}wins \u{f5e9f}\u{10fffd} twice, ";
        assert_eq!(parts, [Part::Seat(a), Part::Seat(b), Part::Words(words), Part::Seat(a)]);
        assert_eq!(Prose::default().parts().count(), 0);
    }

    #[test]
    fn a_byte_is_found_wherever_it_stands() {
        for long in 0..70 {
            let text = "a".repeat(long);
            assert!(!has_byte(&text, |byte| byte ^ b'b'));
            for at in 0..long {
                let text: String = (0..long).map(|place| if place == at { 'b' } else { 'a' }).collect();
                assert!(has_byte(&text, |byte| byte ^ b'b'), "{at} of {long}");
            }
        }
    }

    #[test]
    fn prose_is_plain_without_seats_and_such_bytes() {
        let comes_to = |byte| byte ^ b'<';
        assert_eq!(Prose::from("One, two.").plain(comes_to), Some("One, two."));
        assert_eq!(Prose::from("1 < 2").plain(comes_to), None);
        assert_eq!(Prose::from(format!("{:#} wins.", seat(3))).plain(comes_to), None);
    }

    #[test]
    fn notation_and_debug_never_have_marks() {
        let f = seat(5);
        assert_eq!(format!("{f} {f:?} {f:#?}"), "F F F");
    }

    #[test]
    fn a_name_cannot_speak_of_a_seat() {
        let [a, b] = [seat(0), seat(1)];
        let sly = format!("Ann{b:#}");
        assert!(Prose::is_feigned_by(&sly));
        assert_eq!(Prose::from(format!("{a:#} wins.")).named(|_| sly.as_str()), "Ann wins.");
    }
}
