//! Text straight onto a page. What a page says by the hundred, such as every answer to a prompt, is written with this
//! and not letter by letter.

use maud::Render;
use table::has_byte;

/// Comes to 0 for letters that mean something else on a page: `"` and `&`, `<` and `>` are one bit apart.
pub(crate) fn special(byte: u8) -> u8 {
    ((byte & !0b100) ^ b'"').min((byte & !0b10) ^ b'<')
}

/// Escapes a text for an element or an attribute in double quotes.
pub(crate) fn ink(text: &str, page: &mut String) {
    if has_byte(text, special) {
        text.render_to(page);
    } else {
        page.push_str(text);
    }
}

/// The same within a template.
pub(crate) struct Ink<'a>(pub(crate) &'a str);

impl Render for Ink<'_> {
    fn render_to(&self, page: &mut String) {
        ink(self.0, page);
    }
}

/// The signs in the name of a file or in an address after which a line may break.
pub(crate) const BREAKS: [char; 3] = ['_', '.', '@'];

/// A name that a line may break after its underscores, dots and at signs, as in a file's name or an address.
pub(crate) struct Breaking<'a>(pub(crate) &'a str);

impl Render for Breaking<'_> {
    fn render_to(&self, page: &mut String) {
        for part in self.0.split_inclusive(BREAKS) {
            ink(part, page);
            if part.len() < self.0.len() && part.ends_with(BREAKS) {
                page.push_str("<wbr>");
            }
        }
    }
}

/// A letter or digit within a template.
pub(crate) struct Letter(pub(crate) char);

impl Render for Letter {
    fn render_to(&self, page: &mut String) {
        page.push(self.0);
    }
}

/// A name with a capital at its beginning.
pub(crate) fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use proptest::test_runner::{Config, RngSeed};

    use super::*;

    #[test]
    fn a_name_breaks_after_its_signs_alone() {
        assert_eq!(Breaking("Cute_Saver.exe").render().0, "Cute_<wbr>Saver.<wbr>exe");
        assert_eq!(Breaking("Plain Name & Co").render().0, "Plain Name &amp; Co");
    }

    #[test]
    fn four_letters_are_special() {
        let special: Vec<u8> = (0..=255).filter(|&byte| special(byte) == 0).collect();
        assert_eq!(special, b"\"&<>");
    }

    proptest::proptest! {
        #![proptest_config(Config { rng_seed: RngSeed::Fixed(1998), ..Config::default() })]

        #[test]
        fn a_text_is_escaped_as_templates_do_it(text in "[a-z<>&\"' é]{0,40}") {
            let mut page = String::from("before ");
            ink(&text, &mut page);
            proptest::prop_assert_eq!(page, format!("before {}", text.render().0));
        }
    }
}
