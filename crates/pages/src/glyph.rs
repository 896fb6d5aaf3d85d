//! Our own glyphs: clean shapes on a square of 24, drawn once a page as symbols and used by name ever after.

use games::GameName;
use maud::{Markup, PreEscaped, Render, html};
use spammers::Category;
use spamorama::Suit;

use crate::ink::ink;

/// A die: its frame, and a pip wherever the path stands still.
macro_rules! die {
    ($pips:literal) => {
        concat!(
            r#"<rect x="2.2" y="2.2" width="19.6" height="19.6" rx="4" fill="none" stroke="currentColor" stroke-width="1.6"/><path stroke="currentColor" stroke-width="3.8" stroke-linecap="round" d=""#,
            $pips,
            r#""/>"#
        )
    };
}

/// The glyphs that every table needs: name and shape.
const ALWAYS: &[(&str, &str)] = &[
    (
        "envelope",
        r#"<path fill-rule="evenodd" d="M2 5h20v14H2zM4 8.4V17h16V8.4l-8 5.8zM5.4 7 12 11.8 18.6 7z"/>"#,
    ),
    (
        "bot",
        r#"<path fill-rule="evenodd" d="M11 2h2v3h5a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-2v3h-2v-3h-4v3H8v-3H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h5zM8 9v3.5h2.5V9zM13.5 9v3.5H16V9zM8 14.5V16h8v-1.5z"/>"#,
    ),
    (
        "undo",
        r#"<path d="M9 4 3.5 9.5 9 15v-3.6h4.5a3.8 3.8 0 0 1 0 7.6H8v2.6h5.5a6.4 6.4 0 0 0 0-12.8H9z"/>"#,
    ),
    (
        "sound",
        r#"<path d="M3 9h4l5-4.5v15L7 15H3z"/><path fill="none" stroke="currentColor" stroke-width="2" d="M15 8.5a5 5 0 0 1 0 7M17.5 5.5a9 9 0 0 1 0 13"/>"#,
    ),
    (
        "theme",
        r#"<path fill-rule="evenodd" d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2.2v15.6a7.8 7.8 0 0 1 0-15.6z"/>"#,
    ),
    (
        "clock",
        r#"<path fill="none" stroke="currentColor" stroke-width="2" d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4v5l3.5 2"/>"#,
    ),
    ("chat", r#"<path d="M3 4h18v12h-8l-5 5v-5H3z"/>"#),
    ("crown", r#"<path d="m3 8 4.5 4L12 5l4.5 7L21 8l-2 10H5zM5 19.5h14V21H5z"/>"#),
];

/// What SPAMMERS needs.
const SPAMMERS: &[(&str, &str)] = &[
    (
        "adult",
        r#"<path fill-rule="evenodd" d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 4.5a3.6 3.6 0 0 1 1.8 6.7L15 18H9l1.2-4.8A3.6 3.6 0 0 1 12 6.5z"/>"#,
    ),
    (
        "internet-services",
        r#"<g fill="none" stroke="currentColor" stroke-width="1.8"><circle cx="12" cy="12" r="9"/><ellipse cx="12" cy="12" rx="4" ry="9"/><path d="M3 12h18M4.5 7.5h15M4.5 16.5h15"/></g>"#,
    ),
    (
        "get-rich-quick",
        r#"<path d="M2.5 20.5h7v-3h-7zm0-4h7v-3h-7zm0-4h7v-3h-7zM16.5 3 22 9.5h-3.5v11h-4v-11H11z"/>"#,
    ),
    (
        "free-stuff",
        r#"<path d="M3 8h18v4H3zm1.5 5.5h6.3V21H4.5zm8.7 0h6.3V21h-6.3zM12 7.5c-3 0-5.5-.9-5.5-2.9 0-1.3 1-2.1 2.1-2.1 1.6 0 2.7 1.6 3.4 3.4.7-1.8 1.8-3.4 3.4-3.4 1.1 0 2.1.8 2.1 2.1 0 2-2.5 2.9-5.5 2.9z"/>"#,
    ),
    (
        "miscellaneous",
        r#"<path fill="none" stroke="currentColor" stroke-width="2" d="m8 12.5 6.3-6.3a3 3 0 0 1 4.3 4.3l-8.4 8.4a5 5 0 0 1-7.1-7.1l7.8-7.8"/>"#,
    ),
    (
        "face-0",
        r#"<circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="1.6" stroke-dasharray="2.8 2.8"/>"#,
    ),
    (
        "face-1",
        r#"<g fill="none" stroke="currentColor" stroke-width="1.8"><circle cx="12" cy="12" r="9.3"/><path d="M8 16h8"/></g><circle cx="8.7" cy="10" r="1.4"/><circle cx="15.3" cy="10" r="1.4"/>"#,
    ),
    (
        "face-2",
        r#"<g fill="none" stroke="currentColor" stroke-width="1.8"><circle cx="12" cy="12" r="9.3"/><path d="M7.8 17c1.4-1.9 7-1.9 8.4 0M6.4 7.6l3.7 1M17.6 7.6l-3.7 1"/></g><circle cx="8.7" cy="11" r="1.4"/><circle cx="15.3" cy="11" r="1.4"/>"#,
    ),
    (
        "face-3",
        r#"<g fill="none" stroke="currentColor" stroke-width="2"><circle cx="12" cy="12" r="9.3"/><path d="M7.4 18c1.6-3.4 7.6-3.4 9.2 0M5.8 6.8l4.7 2.6M18.2 6.8l-4.7 2.6"/></g><circle cx="8.7" cy="11.4" r="1.6"/><circle cx="15.3" cy="11.4" r="1.6"/>"#,
    ),
    (
        "face-4",
        r#"<path fill-rule="evenodd" d="M12 1.8a10.2 10.2 0 1 0 0 20.4 10.2 10.2 0 0 0 0-20.4zM5.8 7.2l5.2 2.9c0 1.8-1 2.7-2.4 2.7S6 11.4 5.8 7.2zm12.4 0L13 10.1c0 1.8 1 2.7 2.4 2.7s2.6-1.4 2.8-5.6zM7.2 18.4c.6-2.9 2.4-4 4.8-4s4.2 1.1 4.8 4z"/>"#,
    ),
    ("die-1", die!("M12 12z")),
    ("die-2", die!("M7.5 7.5zM16.5 16.5z")),
    ("die-3", die!("M7 7zM12 12zM17 17z")),
    ("die-4", die!("M7.5 7.5zM16.5 7.5zM7.5 16.5zM16.5 16.5z")),
    ("die-5", die!("M7 7zM17 7zM12 12zM7 17zM17 17z")),
    ("die-6", die!("M7.5 6.8zM16.5 6.8zM7.5 12zM16.5 12zM7.5 17.2zM16.5 17.2z")),
    ("deck", r#"<path d="M8 2h12v16h-2V4H8zM4 6h12v16H4z"/>"#),
    (
        "book",
        r#"<path fill-rule="evenodd" d="M5 2h13a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H5zm7.5 5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 17.5h9c0-2.6-1.9-4.2-4.5-4.2S8 14.9 8 17.5zM2 6h2v2H2zm0 5h2v2H2zm0 5h2v2H2z"/>"#,
    ),
    (
        "chip",
        r#"<path d="M7 7h10v10H7zM9 2h2v4H9zm4 0h2v4h-2zM9 18h2v4H9zm4 0h2v4h-2zM2 9h4v2H2zm0 4h4v2H2zm16-4h4v2h-4zm0 4h4v2h-4z"/>"#,
    ),
];

/// What Spam-O-Rama needs: the twelve suits, by their names in notation.
const SPAM_O_RAMA: &[(&str, &str)] = &[
    (
        "suns",
        r#"<circle cx="12" cy="12" r="4.8"/><path stroke="currentColor" stroke-width="2.2" stroke-linecap="round" d="M12 2.2v3.4M12 18.4v3.4M2.2 12h3.4M18.4 12h3.4M5.1 5.1l2.4 2.4M16.5 16.5l2.4 2.4M5.1 18.9l2.4-2.4M16.5 7.5l2.4-2.4"/>"#,
    ),
    ("moons", r#"<path d="M15.5 3.2A9.2 9.2 0 1 0 21 15.9 7.6 7.6 0 0 1 15.5 3.2z"/>"#),
    ("crowns", r#"<path d="m3 7.5 4.5 4.3L12 4.5l4.5 7.3L21 7.5 19 18H5zM5 19.5h14v2H5z"/>"#),
    (
        "arms",
        r#"<path d="M12 1.8c2.7 3 3.3 5.6 2.2 8.4-.5 1.5-1 2.4-1 3.8h-2.4c0-1.4-.5-2.3-1-3.8-1.1-2.8-.5-5.4 2.2-8.4zM9.6 14c-.4-3-2-5-4.2-5-2 0-3.4 1.6-3.2 3.5.2 1.6 1.6 2.6 3.2 2.2-.6-.5-.8-1-.6-1.7.2-.8 1-1.1 1.7-.7 1 .6 1.3 1.2 1.5 1.7zm4.8 0c.4-3 2-5 4.2-5 2 0 3.4 1.6 3.2 3.5-.2 1.6-1.6 2.6-3.2 2.2.6-.5.8-1 .6-1.7-.2-.8-1-1.1-1.7-.7-1 .6-1.3 1.2-1.5 1.7zM6.5 14.6h11v2.3h-11zM10.8 17.6h2.4c.2 2 1 3.1 2.3 4.2-1.3.2-2.5 0-3.5-.8-1 .8-2.2 1-3.5.8 1.3-1.1 2.1-2.2 2.3-4.2z"/>"#,
    ),
    (
        "clubs",
        r#"<circle cx="12" cy="6.6" r="4.4"/><circle cx="6.8" cy="13.3" r="4.4"/><circle cx="17.2" cy="13.3" r="4.4"/><path d="M11 11h2c.2 5 1.2 8.4 3.5 10.5h-9c2.3-2.1 3.3-5.5 3.5-10.5z"/>"#,
    ),
    ("diamonds", r#"<path d="M12 1.8 19.6 12 12 22.2 4.4 12z"/>"#),
    (
        "hearts",
        r#"<path d="M12 21C6 16.2 2.5 12.8 2.5 8.7c0-2.9 2.2-5.1 5-5.1 1.9 0 3.5 1 4.5 2.6 1-1.6 2.6-2.6 4.5-2.6 2.8 0 5 2.2 5 5.1 0 4.1-3.5 7.5-9.5 12.3z"/>"#,
    ),
    (
        "spades",
        r#"<path d="M12 2c5 4.4 9 7.5 9 11.6 0 2.6-1.9 4.4-4.2 4.4-1.5 0-2.8-.7-3.6-1.8.3 2.4 1.3 4.2 2.8 5.8H8c1.5-1.6 2.5-3.4 2.8-5.8C10 17.3 8.7 18 7.2 18 4.9 18 3 16.2 3 13.6 3 9.5 7 6.4 12 2z"/>"#,
    ),
    (
        "snowflakes",
        r#"<path fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" d="M12 2v20M3.3 7l17.4 10M20.7 7 3.3 17M12 6.2 9.4 4M12 6.2 14.6 4M12 17.8 9.4 20M12 17.8l2.6 2.2M7 9.1l-3.2.5M7 9.1 5.9 6M17 14.9l3.2-.5M17 14.9l1.1 3.1M17 9.1l3.2.5M17 9.1 18.1 6M7 14.9l-3.2-.5M7 14.9 5.9 18"/>"#,
    ),
    (
        "flowers",
        r#"<circle cx="12" cy="5.4" r="3.6"/><circle cx="18.3" cy="10" r="3.6"/><circle cx="15.9" cy="17.3" r="3.6"/><circle cx="8.1" cy="17.3" r="3.6"/><circle cx="5.7" cy="10" r="3.6"/><circle cx="12" cy="12" r="2.6"/>"#,
    ),
    (
        "fish",
        r#"<path fill-rule="evenodd" d="M1.8 12c2.8-4.2 6.4-6.3 10.2-6.3 3.3 0 5.7 1.5 7.6 3.7L22.2 7v10l-2.6-2.4c-1.9 2.2-4.3 3.7-7.6 3.7-3.8 0-7.4-2.1-10.2-6.3zM7.6 9.6a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6z"/>"#,
    ),
    (
        "leaves",
        r#"<path fill-rule="evenodd" d="M20.5 3.5C11 3 4 7 4 14c0 1.6.4 2.9 1.1 4L3 20.6 4.4 22l2.3-2.3c1.1.6 2.4.9 3.8.9 7 0 10.6-7.6 10-17.1zM7.3 17.2c2-4.6 5-7.5 9.4-9.7-3.5 2.9-6.1 6.1-7.9 10.2z"/>"#,
    ),
];

/// All glyphs a table of this game may use, as symbols; once in a page, before anything that uses them.
#[must_use]
pub fn sprite(game: GameName) -> Markup {
    let own = match game {
        GameName::Spammers => SPAMMERS,
        GameName::SpamORama => SPAM_O_RAMA,
    };
    symbols(ALWAYS.iter().chain(own))
}

/// Every glyph there is, for pages that speak of both games.
#[must_use]
pub fn all() -> Markup {
    symbols(ALWAYS.iter().chain(SPAMMERS).chain(SPAM_O_RAMA))
}

fn symbols<'a>(glyphs: impl Iterator<Item = &'a (&'static str, &'static str)>) -> Markup {
    html! {
        svg.sprite aria-hidden="true" width="0" height="0" {
            @for (name, shape) in glyphs {
                symbol id={ "g-" (name) } viewBox="0 0 24 24" { (PreEscaped(*shape)) }
            }
        }
    }
}

/// The glyph of this name. It says nothing to a screen reader: words stand beside it.
#[must_use]
pub const fn glyph(name: &str) -> Glyph<'_> {
    Glyph(name)
}

/// A glyph in its place. Pages have hundreds, so it is written without detours.
#[derive(Debug, Clone, Copy)]
pub struct Glyph<'a>(&'a str);

impl Render for Glyph<'_> {
    fn render_to(&self, page: &mut String) {
        page.push_str(r##"<svg class="g" aria-hidden="true"><use href="#g-"##);
        ink(self.0, page);
        page.push_str(r#""></use></svg>"#);
    }
}

/// The letter of a category, for those who do not tell it by shape or colour.
#[must_use]
pub const fn category_letter(category: Category) -> char {
    match category {
        Category::Adult => 'A',
        Category::InternetServices => 'I',
        Category::GetRichQuick => 'G',
        Category::FreeStuff => 'F',
        Category::Miscellaneous => 'M',
    }
}

/// The glyph of a suit.
#[must_use]
pub const fn suit(suit: Suit) -> Glyph<'static> {
    glyph(suit.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suit_and_category_has_a_glyph() {
        let drawn = all().into_string();
        let suits = Suit::ALL.map(Suit::name);
        let categories = Category::ALL.map(Category::slug);
        for name in suits.iter().chain(&categories) {
            assert!(drawn.contains(&format!("id=\"g-{name}\"")), "{name}");
        }
        for number in 1..=6 {
            assert!(drawn.contains(&format!("g-die-{number}")));
        }
    }
}
