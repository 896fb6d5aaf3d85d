//! The rules: both books clause by clause, how moves are written, and each game on one page.

mod glossary;
mod inline;
mod notation;
mod reference;

use games::GameName;
use maud::{Markup, html};
use table::{Entry, Origin};

use inline::inline;

pub use glossary::glossary;
pub use notation::notation;
pub use reference::reference;

/// The overview of both books; with a query, every clause that speaks of it.
#[must_use]
pub fn index(query: Option<&str>) -> Markup {
    let query = query.map(str::trim).filter(|query| !query.is_empty());
    html! {
        section.window {
            h1.bar.dressed { span { "Rules" } }
            div.inside {
                p.lead { "Every clause has a number. The referee cites it, the log cites it, and you may cite it at the table." }
                (search_box("/rules", query))
            }
        }
        @if let Some(query) = query {
            @for game in GameName::ALL { (found(game, query)) }
        } @else {
            div.two { @for game in GameName::ALL { (contents_window(game)) } }
            (origins())
        }
    }
}

/// One book, clause by clause; with a query, the clauses that speak of it.
#[must_use]
pub fn book(game: GameName, query: Option<&str>) -> Markup {
    let query = query.map(str::trim).filter(|query| !query.is_empty());
    let action = format!("/rules/{}", game.name());
    html! {
        div.book {
            section.window.contents {
                h1.bar.dressed { span { (game.rulebook().title) } }
                div.inside {
                    (search_box(&action, query))
                    nav aria-label="Chapters" {
                        ol.chapters { @for chapter in chapters(game) { li { a href=(address(game, number(chapter))) { (chapter) } } } }
                    }
                    ul.links {
                        li { a href={ (action) "/reference" } { "On one page" } }
                        li { a href={ (action) "/glossary" } { "Every word in short" } }
                        li { a href="/rules/notation" { "How moves are written" } }
                        li { a href="/rules" { "Both books" } }
                    }
                }
            }
            div.text {
                @if let Some(query) = query {
                    (found(game, query))
                } @else {
                    @for chapter in chapters(game) {
                        section.window id=(number(chapter)) {
                            h2.bar { span { (chapter) } }
                            div.inside.paper { (list(game, game.rulebook().clauses.iter().filter(|entry| entry.chapter == chapter), "")) }
                        }
                    }
                    (origins())
                }
            }
        }
    }
}

/// One clause, for the log that cites it; `None` where no book has it.
#[must_use]
pub fn clause(id: &str) -> Option<Markup> {
    let (game, entry) = find(id)?;
    Some(html! {
        article.clause.window {
            h3.bar { span { (entry.chapter) } }
            div.inside.paper {
                p { a.id href=(address(game, entry.id)) { (entry.id) } " " (inline(entry.text, "")) }
            }
        }
    })
}

/// The clause of this id and the game whose book has it.
fn find(id: &str) -> Option<(GameName, &'static Entry)> {
    GameName::ALL.into_iter().find_map(|game| game.rulebook().find(id).map(|entry| (game, entry)))
}

fn address(game: GameName, id: &str) -> String {
    format!("/rules/{}#{id}", game.name())
}

/// The address of a clause or a chapter, such as `S4.7` or `S4`, if a book has it.
#[must_use]
pub fn address_of(id: &str) -> Option<String> {
    GameName::ALL
        .into_iter()
        .find(|&game| {
            game.rulebook().clauses.iter().any(|entry| entry.id == id || number(entry.chapter) == id)
        })
        .map(|game| address(game, id))
}

/// The number of a chapter, such as `S4`.
fn number(chapter: &str) -> &str {
    chapter.split(' ').next().unwrap_or(chapter)
}

/// The headings of a book in order.
fn chapters(game: GameName) -> Vec<&'static str> {
    let mut chapters: Vec<&str> = game.rulebook().clauses.iter().map(|entry| entry.chapter).collect();
    chapters.dedup();
    chapters
}

fn search_box(action: &str, query: Option<&str>) -> Markup {
    html! {
        search {
            form.row method="get" action=(action) {
                label for="q" { "Look for" }
                input #q type="search" name="q" value=[query] maxlength="100" placeholder="gruntle, merge, S4.7 …";
                button { "Search" }
                @if query.is_some() { a href=(action) { "Show all" } }
            }
        }
    }
}

fn found(game: GameName, query: &str) -> Markup {
    let entries: Vec<&Entry> = game.rulebook().search(query).collect();
    let title = match entries.len() {
        0 => format!("{}: no clause", game.title()),
        1 => format!("{}: one clause", game.title()),
        count => format!("{}: {count} clauses", game.title()),
    };
    html! {
        section.window {
            h2.bar { span { (title) } }
            div.inside.paper {
                @if entries.is_empty() {
                    p { "No clause speaks of “" (query) "”. Try fewer or other words." }
                } @else {
                    (list(game, entries.into_iter(), query))
                }
            }
        }
    }
}

/// Clauses with their anchors; `query` are words to mark.
fn list<'a>(game: GameName, entries: impl Iterator<Item = &'a Entry>, query: &str) -> Markup {
    html! {
        ol.clauses {
            @for entry in entries {
                li id=(entry.id) class=(mark(entry.origin).0) {
                    a.id href=(address(game, entry.id)) { (entry.id) }
                    p { (inline(entry.text, query)) }
                }
            }
        }
    }
}

/// The class of an origin, its word, and what it means.
const fn mark(origin: Origin) -> (&'static str, &'static str, &'static str) {
    match origin {
        Origin::Document => ("document", "no mark", "restates the original document of 1998 or 2004."),
        Origin::Ruling => ("ruling", "ruling", "the document leaves it open, and we decide."),
        Origin::Reconstruction => {
            ("reconstruction", "reconstruction", "the document had it in a figure that is lost.")
        }
        Origin::Ours => ("ours", "ours", "new work, chiefly the cards, of which most are lost."),
    }
}

fn origins() -> Markup {
    html! {
        section.window {
            h2.bar { span { "Where a clause comes from" } }
            div.inside {
                dl.origins {
                    @for origin in [Origin::Document, Origin::Ruling, Origin::Reconstruction, Origin::Ours] {
                        @let (class, word, meaning) = mark(origin);
                        div { dt { span.origin.(class) { (word) } } dd { (meaning) } }
                    }
                }
            }
        }
    }
}

fn contents_window(game: GameName) -> Markup {
    html! {
        section.window {
            h2.bar.dressed { span { (game.title()) } }
            div.inside {
                ol.chapters { @for chapter in chapters(game) { li { a href=(address(game, number(chapter))) { (chapter) } } } }
                div.row {
                    a.button href={ "/rules/" (game.name()) } { "Read the whole book" }
                    a.button href={ "/rules/" (game.name()) "/reference" } { (game.title()) " on one page" }
                    a.button href={ "/rules/" (game.name()) "/glossary" } { "Words of " (game.title()) }
                }
            }
        }
    }
}
