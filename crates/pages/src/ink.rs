//! Text straight onto a page. What a page says by the hundred, such as every answer to a prompt, is written with this
//! and not letter by letter.

use maud::Render;
use table::has_byte;

/// Writes a text so that it is nothing but text, in an element or between double quotes.
pub(crate) fn ink(text: &str, page: &mut String) {
    if has_byte(text, |byte| (byte == b'<') | (byte == b'>') | (byte == b'&') | (byte == b'"')) {
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
    use super::*;

    proptest::proptest! {
        #[test]
        fn a_text_is_escaped_as_templates_do_it(text in "[a-z<>&\"' é]{0,40}") {
            let mut page = String::from("before ");
            ink(&text, &mut page);
            proptest::prop_assert_eq!(page, format!("before {}", text.render().0));
        }
    }
}
