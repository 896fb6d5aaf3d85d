//! The frame of every page: head, top bar, footer.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::assets::{BY_DAY, BY_NIGHT, MANIFEST, TOUCH, address};
use crate::preview::{Link, tags};

/// Where on the site a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The home page.
    Home,
    /// The rules.
    Rules,
    /// The cards.
    Cards,
    /// The networks.
    Networks,
    /// The puzzles.
    Puzzles,
    /// The lobby of a match, and other pages around a table.
    Lobby,
    /// A match that is played.
    Table,
    /// A match that is over.
    After,
    /// A match that is replayed.
    Replay,
    /// A match that is reviewed.
    Review,
    /// A deal, and how people fared at it.
    Deal,
    /// Anywhere else.
    Elsewhere,
}

const DESCRIPTION: &str = "Two tabletop games about e-mail spam, played in the browser against bots or friends. No account, no mail.";

/// The places the top bar leads to.
const PLACES: [(Place, &str, &str); 4] = [
    (Place::Puzzles, "/puzzles", "Puzzles"),
    (Place::Rules, "/rules", "Rules"),
    (Place::Cards, "/cards", "Cards"),
    (Place::Networks, "/networks", "Networks"),
];

/// A window with its title as the one heading of the page.
pub(crate) fn first_window(title: &str, inside: Markup) -> Markup {
    html! {
        section.window {
            h1.bar.dressed { span { (title) } }
            div.inside { (inside) }
        }
    }
}

/// A window with its title as a heading.
pub(crate) fn window(title: &str, inside: Markup) -> Markup {
    html! {
        section.window {
            h2.bar.dressed { span { (title) } }
            div.inside { (inside) }
        }
    }
}

/// A whole page around its own part. A table brings its `main` along, with the id `table`, and fills the screen;
/// everything else is given one.
#[must_use]
pub fn page(title: &str, main: Markup, at: Place) -> Markup {
    whole(title, main, at, html! {})
}

/// The same, of a page that people send each other links to.
#[must_use]
pub fn linked_page(title: &str, main: Markup, at: Place, link: &Link<'_>) -> Markup {
    whole(title, main, at, tags(link))
}

fn whole(title: &str, main: Markup, at: Place, tags: Markup) -> Markup {
    let title = match at {
        Place::Home => "Gruntle: two games about spam".to_owned(),
        Place::Rules
        | Place::Cards
        | Place::Networks
        | Place::Puzzles
        | Place::Lobby
        | Place::Table
        | Place::After
        | Place::Replay
        | Place::Review
        | Place::Deal
        | Place::Elsewhere => format!("{title} · Gruntle"),
    };
    let fills = main.0.starts_with("<main");
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (title) }
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="light dark";
                meta name="description" content=(DESCRIPTION);
                (tags)
                // A page that is light or dark by choice says which of the two it is (`app.js`).
                meta name="theme-color" content=(BY_DAY) media="(prefers-color-scheme: light)" data-by="light";
                meta name="theme-color" content=(BY_NIGHT) media="(prefers-color-scheme: dark)" data-by="dark";
                link rel="icon" href=(address("icon.svg")) type="image/svg+xml";
                link rel="apple-touch-icon" href=(address(TOUCH));
                link rel="manifest" href=(address(MANIFEST));
                link rel="stylesheet" href=(address("site.css"));
                @for sheet in sheets(at) { link rel="stylesheet" href=(address(sheet)); }
                script type="module" src=(address("app.js")) {}
                @if waits(&main) { noscript { meta http-equiv="refresh" content="5"; } }
            }
            body {
                @match at {
                    Place::Home | Place::Elsewhere | Place::Lobby | Place::After | Place::Review | Place::Deal => (PreEscaped(include_str!("wallpaper.svg"))),
                    Place::Rules | Place::Cards | Place::Networks | Place::Puzzles | Place::Table | Place::Replay => {}
                }
                a.skip href=(if fills { "#table" } else { "#main" }) { "Skip to the page itself" }
                @if !fills { (top(at)) }
                @if fills {
                    (main)
                } @else {
                    main #main tabindex="-1" { (main) }
                    (foot())
                }
            }
        }
    }
}

/// Whether this page may change by itself: without scripts it then reloads, except while the visitor chooses an answer.
/// A visitor who has answered in a window waits for the others.
fn waits(main: &Markup) -> bool {
    let has = |mark: &str| main.0.contains(mark);
    let chooses = has(" data-yours") && !has(" class=\"answered\"");
    has(" data-events=") && !chooses || has(" id=\"lobby\"") || has(" data-thinking=")
}

/// The style that a place needs beside what all have.
const fn sheets(at: Place) -> &'static [&'static str] {
    match at {
        Place::Cards | Place::Networks | Place::Elsewhere => &[],
        Place::Rules => &["rules.css"],
        Place::Home => &["home.css"],
        Place::Puzzles => &["puzzles.css"],
        Place::Lobby | Place::After => &["after.css"],
        Place::Deal => &["deal.css"],
        Place::Table => &["table.css"],
        Place::Replay => &["table.css", "after.css"],
        Place::Review => &["after.css", "review.css"],
    }
}

fn top(at: Place) -> Markup {
    html! {
        header.top {
            a.home href="/" aria-current=[(at == Place::Home).then_some("page")] { (envelope()) span { "Gruntle" } }
            nav aria-label="Site" {
                ul {
                    @for (place, href, name) in PLACES {
                        li { a href=(href) aria-current=[(at == place).then_some("page")] { (name) } }
                    }
                }
            }
            button.theme.small.scripted type="button" data-theme-switch aria-label="Light or dark" {
                svg viewBox="0 0 24 24" aria-hidden="true" {
                    path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2.2v15.6a7.8 7.8 0 0 1 0-15.6z" fill="currentColor" fill-rule="evenodd" {}
                }
                span aria-hidden="true" { "Light or dark" }
            }
        }
    }
}

fn envelope() -> Markup {
    html! {
        svg viewBox="0 0 32 32" aria-hidden="true" {
            path d="M2 6h28v21H2z" fill="var(--paper)" stroke="var(--teal)" stroke-width="2" {}
            path d="M2 6l14 10L30 6" fill="none" stroke="var(--teal)" stroke-width="2" {}
            path d="M8 16l5 2M24 16l-5 2" fill="none" stroke="var(--ink)" stroke-width="2" {}
            path d="M11 24q5-5 10 0" fill="none" stroke="var(--accent)" stroke-width="2" {}
        }
    }
}

fn foot() -> Markup {
    html! {
        footer.foot {
            p { "Gruntle sends no mail. You are the only one here who does." }
            p { a href="/rules" { "Rules" } " · " a href="/rules/notation" { "Notation" } " · " a href="/cards" { "Cards" } " · " a href="/networks" { "Networks" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_scripts_a_page_looks_again_unless_somebody_chooses() {
        let page = |main: &str| page("", PreEscaped(main.to_owned()), Place::Table).into_string();
        let reloads = |main: &str| page(main).contains("http-equiv=\"refresh\"");
        assert!(reloads(r#"<main data-events="/e"><section></section></main>"#));
        assert!(!reloads(r#"<main data-events="/e"><section data-yours></section></main>"#));
        assert!(reloads(
            r#"<main data-events="/e"><section data-yours><p class="answered">Pass.</p></section></main>"#
        ));
        assert!(reloads(r#"<div class="window" id="lobby"></div>"#));
        assert!(!reloads("<main></main>"));
    }
}
