//! Names of players: typed ones are cleaned, those in a record are checked.

use std::ops::RangeInclusive;

use thiserror::Error;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

/// The most characters of a name that somebody types.
pub const LONGEST_TYPED_NAME: usize = 24;

/// The most characters of a name in a record.
pub const LONGEST_NAME: usize = 40;

/// The most combining marks on one letter, and the most letters that are joined to another: Vietnamese needs two,
/// Korean in pieces and Khmer do, and towers of them run into other lines.
const MOST_MARKS: u8 = 2;

/// Why a text is no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotAName {
    /// Nothing is there, or too much.
    #[error("a name has 1 to {LONGEST_NAME} characters")]
    Length,
    /// It begins or ends with a space.
    #[error("a name has no space around it")]
    OuterSpace,
    /// It has a character that is not seen, or that changes how others are seen.
    #[error("a name has no characters that are invisible or turn text around, but here is U+{:04X}", *.0 as u32)]
    Unseen(char),
    /// A combining mark has no letter to stand on, or too many marks stand on one.
    #[error("in a name at most {MOST_MARKS} combining marks stand on a letter, but here is one more: U+{:04X}", *.0 as u32)]
    Mark(char),
}

/// A typed name as it may stand at a table: unseen characters dropped, runs of spaces made one, at most
/// [`LONGEST_TYPED_NAME`] characters. `None` if nothing is left.
#[must_use]
pub fn proper_name(typed: &str) -> Option<String> {
    cleaned(typed, LONGEST_TYPED_NAME)
}

/// Whether a record may have this name: [`check_name`] finds nothing wrong.
#[must_use]
pub fn is_proper(name: &str) -> bool {
    check_name(name).is_ok()
}

/// Checks a name in a record.
pub fn check_name(name: &str) -> Result<(), NotAName> {
    if name.is_empty() || name.chars().nth(LONGEST_NAME).is_some() {
        return Err(NotAName::Length);
    }
    if name.trim() != name {
        return Err(NotAName::OuterSpace);
    }
    let mut stack = Stack::new();
    let mut rest = name.chars();
    while let Some(c) = rest.next() {
        stack.take(c, rest.clone().next())?;
    }
    Ok(())
}

/// The name without what a record would refuse, at most so long; `None` if nothing is left.
pub(crate) fn cleaned(name: &str, longest: usize) -> Option<String> {
    let mut clean = String::new();
    let mut length = 0;
    let mut stack = Stack::new();
    let mut space = false;
    let mut rest = name.chars();
    while let Some(c) = rest.next() {
        if c.is_whitespace() {
            space = length > 0;
            stack = Stack::new();
        } else if stack.take(c, rest.clone().next()).is_ok() {
            let needed = 1 + usize::from(space);
            if length + needed > longest {
                break;
            }
            if std::mem::take(&mut space) {
                clean.push(' ');
            }
            clean.push(c);
            length += needed;
        }
    }
    // Its partner did not fit.
    if clean.chars().next_back().is_some_and(|last| joined_by(last).is_some()) {
        clean.pop();
    }
    (!clean.is_empty()).then_some(clean)
}

/// Limits on the next character.
struct Stack {
    /// How many more combining marks.
    marks: u8,
    /// The last letter, which a joiner would join to the next.
    letter: Option<char>,
    /// How many letters have been joined one after the other.
    joined: u8,
    /// Whether a joiner came just before.
    joins: bool,
}

impl Stack {
    /// At the beginning, where there is no letter to stand on.
    const fn new() -> Self {
        Self { marks: 0, letter: None, joined: 0, joins: false }
    }

    /// Takes this character with the one after it in view, or says why it may not come next.
    fn take(&mut self, c: char, next: Option<char>) -> Result<(), NotAName> {
        if is_unseen(c) {
            return Err(NotAName::Unseen(c));
        }
        if let Some(letters) = joined_by(c) {
            let is_one = |letter: Option<char>| letter.is_some_and(|letter| letters.contains(&letter));
            if !is_one(self.letter) || !is_one(next) {
                return Err(NotAName::Unseen(c));
            }
            if self.joined == MOST_MARKS {
                return Err(NotAName::Mark(c));
            }
            (self.joined, self.joins) = (self.joined + 1, true);
        } else if is_mark(c) {
            self.marks = self.marks.checked_sub(1).ok_or(NotAName::Mark(c))?;
        } else if c.is_whitespace() {
            *self = Self::new();
        } else {
            self.marks = MOST_MARKS;
            // A sign beside a letter is part of it.
            if c.general_category() != GeneralCategory::SpacingMark {
                self.letter = Some(c);
                self.joined *= u8::from(std::mem::take(&mut self.joins));
            }
        }
        Ok(())
    }
}

/// Whether it is drawn over what comes before it: combining marks, those beside them that are spaced in name only, and
/// the vowels and last consonants of Korean in pieces.
fn is_mark(c: char) -> bool {
    let by_category =
        matches!(c.general_category(), GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark);
    by_category
        || matches!(
            c,
            '\u{1161}'..='\u{11ff}'
                | '\u{302e}'..='\u{302f}'
                | '\u{d7b0}'..='\u{d7c6}'
                | '\u{d7cb}'..='\u{d7fb}'
                | '\u{16ff0}'..='\u{16ff1}'
                | '\u{1d165}'..='\u{1d166}'
                | '\u{1d16d}'..='\u{1d172}'
        )
}

/// The letters that this character joins without being seen itself, if it is such a one. Anywhere else than between two
/// of them it is drawn as nothing.
const fn joined_by(c: char) -> Option<RangeInclusive<char>> {
    Some(match c {
        '\u{1039}' => '\u{1000}'..='\u{102a}',
        '\u{17d2}' => '\u{1780}'..='\u{17b3}',
        '\u{1a60}' => '\u{1a20}'..='\u{1a54}',
        '\u{1bab}' => '\u{1b83}'..='\u{1ba0}',
        '\u{2d7f}' => '\u{2d30}'..='\u{2d67}',
        '\u{aaf6}' => '\u{abc0}'..='\u{abe2}',
        '\u{10a3f}' => '\u{10a10}'..='\u{10a35}',
        '\u{11133}' => '\u{11103}'..='\u{11126}',
        '\u{113d0}' => '\u{11380}'..='\u{113b5}',
        '\u{1193e}' => '\u{11900}'..='\u{1192f}',
        '\u{11a47}' => '\u{11a0b}'..='\u{11a32}',
        '\u{11a99}' => '\u{11a5c}'..='\u{11a83}',
        '\u{11d45}' => '\u{11d00}'..='\u{11d30}',
        '\u{11d97}' => '\u{11d60}'..='\u{11d89}',
        '\u{11f42}' => '\u{11f04}'..='\u{11f33}',
        _ => return None,
    })
}

/// Whether nobody sees this character, or it does something to its neighbours: control and format characters (zero
/// width, directions, tags), line separators, private use (seats in prose are written with it), noncharacters,
/// and those of other categories that are drawn as nothing.
fn is_unseen(c: char) -> bool {
    let by_category = matches!(
        c.general_category(),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::PrivateUse
            | GeneralCategory::Surrogate
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
    );
    let is_noncharacter = matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe;
    by_category || is_noncharacter || is_drawn_as_nothing(c)
}

/// Letters, marks and symbols without ink: joiners, fillers, variation selectors and blanks.
const fn is_drawn_as_nothing(c: char) -> bool {
    matches!(
        c,
        '\u{034f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{2065}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{fffc}'
            | '\u{1107f}'
            | '\u{13441}'..='\u{13442}'
            | '\u{16fe4}'
            | '\u{1d159}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    const UNSEEN: [char; 44] = [
        '\0',
        '\t',
        '\n',
        '\u{7f}',
        '\u{85}',
        '\u{ad}',
        '\u{34f}',
        '\u{61c}',
        '\u{115f}',
        '\u{1160}',
        '\u{17b4}',
        '\u{180b}',
        '\u{180e}',
        '\u{200b}',
        '\u{200c}',
        '\u{200d}',
        '\u{200e}',
        '\u{200f}',
        '\u{2028}',
        '\u{2029}',
        '\u{202a}',
        '\u{202e}',
        '\u{2060}',
        '\u{2065}',
        '\u{2066}',
        '\u{2069}',
        '\u{206f}',
        '\u{2800}',
        '\u{3164}',
        '\u{e000}',
        '\u{f8ff}',
        '\u{fdd0}',
        '\u{fe00}',
        '\u{fe0f}',
        '\u{feff}',
        '\u{ffa0}',
        '\u{fff9}',
        '\u{fffe}',
        '\u{1d173}',
        '\u{e0001}',
        '\u{e007f}',
        '\u{e0100}',
        '\u{e01ef}',
        '\u{10fffd}',
    ];

    #[test]
    fn unseen_characters_are_dropped_from_what_is_typed_and_refused_in_records() {
        for c in UNSEEN {
            let name = format!("An{c}n");
            assert_eq!(check_name(&name), Err(NotAName::Unseen(c)), "U+{:04X}", c as u32);
            let expected = if c.is_whitespace() { "An n" } else { "Ann" };
            assert_eq!(proper_name(&name).as_deref(), Some(expected), "U+{:04X}", c as u32);
            assert_eq!(proper_name(&c.to_string()), None, "U+{:04X}", c as u32);
        }
    }

    #[test]
    fn nobody_is_called_by_the_mark_of_a_seat() {
        for seat in (0..6).filter_map(Seat::new) {
            assert_eq!(proper_name(&format!("{seat:#}")), None);
            assert!(!is_proper(&format!("Ann{seat:#}")));
        }
    }

    #[test]
    fn names_of_all_the_world_are_kept() {
        for name in [
            "Ann",
            "Jörg-Müller O’Neill",
            "山田 太郎",
            "Αλέξης",
            "नमिता",
            "ชัยวัฒน์",
            "Nguye\u{302}\u{303}n",
            "محمد",
            "محمّد",
            "김민준",
            "\u{1100}\u{1175}\u{11b7}\u{1106}\u{1175}\u{11ab}",
            "ស្រីមុំ",
            "ច័ន្ទ្រា",
            "မန္တလေး",
            "အောင်ဆန်း",
            "သင်္ဘော",
            "प्रियंका",
            "श्रीकृष्ण",
            "สมชาย",
            "ⵣⵎ\u{2d7f}ⵔ",
            "🦊",
            "x",
        ] {
            assert_eq!(check_name(name), Ok(()), "{name}");
            assert_eq!(proper_name(name).as_deref(), Some(name));
        }
    }

    #[test]
    fn marks_are_stacked_two_high_and_stand_on_letters() {
        assert_eq!(check_name("a\u{300}\u{301}\u{302}"), Err(NotAName::Mark('\u{302}')));
        assert_eq!(proper_name("a\u{300}\u{301}\u{302}\u{303}b\u{300}").unwrap(), "a\u{300}\u{301}b\u{300}");
        assert_eq!(check_name("\u{300}a"), Err(NotAName::Mark('\u{300}')));
        assert_eq!(proper_name("\u{300}a \u{20dd}b").unwrap(), "a b");
        assert_eq!(proper_name("\u{300}\u{301}"), None);
        for mark in [
            '\u{302e}',
            '\u{302f}',
            '\u{1d165}',
            '\u{1d16d}',
            '\u{1d172}',
            '\u{1161}',
            '\u{11a8}',
            '\u{11ff}',
        ] {
            let tower = format!("\u{1100}{}", mark.to_string().repeat(20));
            assert_eq!(check_name(&tower), Err(NotAName::Mark(mark)), "U+{:04X}", mark as u32);
            assert_eq!(proper_name(&tower).unwrap().chars().count(), 3, "U+{:04X}", mark as u32);
            assert_eq!(proper_name(&mark.to_string()), None, "U+{:04X}", mark as u32);
        }
    }

    #[test]
    fn what_joins_letters_unseen_stands_between_two_that_it_joins() {
        for (joiner, letter) in
            [('\u{17d2}', 'ក'), ('\u{1039}', 'က'), ('\u{2d7f}', 'ⴰ'), ('\u{1a60}', '\u{1a20}')]
        {
            for wrong in ["Ann{}", "An{}n", "{}Ann", "ក{} က", "x{}ក", "ⴰ{}x"] {
                let name = wrong.replace("{}", &joiner.to_string());
                assert_eq!(check_name(&name), Err(NotAName::Unseen(joiner)), "{name:?}");
                assert_eq!(proper_name(&name).unwrap(), wrong.replace("{}", ""));
            }
            let name = |text: &str| text.replace('+', &joiner.to_string()).replace('x', &letter.to_string());
            for right in ["x+x", "x+x+x", "x+xx+x+x"] {
                assert_eq!(check_name(&name(right)), Ok(()), "{}", name(right));
            }
            for (wrong, cleaned) in [("x+", "x"), ("x++x", "x+x"), ("x+ x", "x x"), ("x+Ann", "xAnn")] {
                let wrong = name(wrong);
                assert_eq!(check_name(&wrong), Err(NotAName::Unseen(joiner)), "{wrong:?}");
                assert_eq!(proper_name(&wrong), Some(name(cleaned)));
            }
            assert_eq!(check_name(&name("x+x+x+x")), Err(NotAName::Mark(joiner)), "a tower");
            // Its partner does not fit.
            assert_eq!(proper_name(&name(&("x".repeat(23) + "+x"))), Some(name(&"x".repeat(23))));
        }
    }

    #[test]
    fn typed_names_have_single_spaces_and_24_characters() {
        assert_eq!(proper_name("  Ann \u{3000}\t Bee \u{200b} ").unwrap(), "Ann Bee");
        assert_eq!(proper_name(&"n".repeat(100)).unwrap().len(), 24);
        assert_eq!(proper_name(&format!("{} bc", "a".repeat(23))).unwrap(), "a".repeat(23));
        assert_eq!(proper_name(" \t "), None);
    }

    #[test]
    fn names_in_records_have_up_to_40_characters_and_no_outer_space() {
        assert_eq!(check_name(&"é".repeat(40)), Ok(()));
        assert_eq!(check_name(&"é".repeat(41)), Err(NotAName::Length));
        assert_eq!(check_name(""), Err(NotAName::Length));
        assert_eq!(check_name(" Ann"), Err(NotAName::OuterSpace));
        assert_eq!(check_name("Ann\u{3000}"), Err(NotAName::OuterSpace));
        assert_eq!(check_name("Ann  Bee"), Ok(()));
    }

    #[test]
    fn what_is_cleaned_is_proper() {
        let mut luck = crate::Seed::new(11, 0).luck(crate::Purpose::Table);
        use crate::Luck as _;
        for _ in 0..20_000 {
            let typed: String = (0..luck.below(30))
                .filter_map(|_| match luck.below(4) {
                    0 => char::from_u32(luck.below(0x11_0000)),
                    1 => char::from_u32([0x2f0, 0x1100, 0x1780][luck.below(3) as usize] + luck.below(0x90)),
                    2 => Some(UNSEEN[luck.below(44) as usize]),
                    _ => Some(['a', ' ', 'Z', '\u{300}', '\u{17d2}', 'ក'][luck.below(6) as usize]),
                })
                .collect();
            if let Some(name) = proper_name(&typed) {
                assert_eq!(check_name(&name), Ok(()), "{typed:?}");
                assert_eq!(proper_name(&name).as_deref(), Some(name.as_str()));
            }
        }
    }
}
