//! What a player may be called: what is typed is cleaned, what is read in a record is judged.

use thiserror::Error;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

/// The most characters of a name that somebody types.
pub const LONGEST_TYPED_NAME: usize = 24;

/// The most characters of a name in a record.
pub const LONGEST_NAME: usize = 40;

/// The most combining marks on one letter: Vietnamese needs two, and towers of them run into other lines.
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

/// What is wrong with a name in a record, if anything.
pub fn check_name(name: &str) -> Result<(), NotAName> {
    if name.is_empty() || name.chars().nth(LONGEST_NAME).is_some() {
        return Err(NotAName::Length);
    }
    if name.trim() != name {
        return Err(NotAName::OuterSpace);
    }
    let mut stack = Stack::new();
    for c in name.chars() {
        if is_unseen(c) {
            return Err(NotAName::Unseen(c));
        }
        if !stack.takes(c) {
            return Err(NotAName::Mark(c));
        }
    }
    Ok(())
}

/// The name without what a record would refuse, at most so long; `None` if nothing is left.
pub(crate) fn cleaned(name: &str, longest: usize) -> Option<String> {
    let mut clean = String::new();
    let mut length = 0;
    let mut stack = Stack::new();
    let mut space = false;
    for c in name.chars() {
        if c.is_whitespace() {
            space = length > 0;
            stack = Stack::new();
        } else if !is_unseen(c) && stack.takes(c) {
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
    (length > 0).then_some(clean)
}

/// How many more combining marks may follow.
struct Stack(u8);

impl Stack {
    /// At the beginning, where there is no letter to stand on.
    const fn new() -> Self {
        Self(0)
    }

    /// Whether this character may come next.
    fn takes(&mut self, c: char) -> bool {
        match (is_mark(c), self.0) {
            (true, 0) => false,
            (true, left) => {
                self.0 = left - 1;
                true
            }
            (false, _) => {
                self.0 = if c.is_whitespace() { 0 } else { MOST_MARKS };
                true
            }
        }
    }
}

fn is_mark(c: char) -> bool {
    matches!(c.general_category(), GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
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
                    1 => char::from_u32(0x2f0 + luck.below(0x90)),
                    2 => Some(UNSEEN[luck.below(44) as usize]),
                    _ => Some(['a', ' ', 'Z', '\u{300}'][luck.below(4) as usize]),
                })
                .collect();
            if let Some(name) = proper_name(&typed) {
                assert_eq!(check_name(&name), Ok(()), "{typed:?}");
                assert_eq!(proper_name(&name).as_deref(), Some(name.as_str()));
            }
        }
    }
}
