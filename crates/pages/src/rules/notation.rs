//! How moves are written, from the file of that name.

use maud::{Markup, html};

use super::inline::inline;
use crate::shell::{Place, page};

const NOTATION: &str = include_str!("../../../../rulebook/notation.md");

/// A piece of the file.
enum Block {
    Title(&'static str),
    Heading(&'static str),
    Words(String),
    Table(Vec<Vec<&'static str>>),
}

/// The page about notation.
#[must_use]
pub fn notation() -> Markup {
    let blocks = read(NOTATION);
    let main = html! {
        section.window {
            @for block in &blocks { @if let Block::Title(title) = block { h1.bar.dressed { span { (title) } } } }
            div.inside.paper {
                @for block in &blocks { (drawn(block)) }
                p { a href="/rules" { "Both rulebooks" } }
            }
        }
    };
    page("Notation", main, Place::Rules)
}

fn drawn(block: &Block) -> Markup {
    match block {
        Block::Title(_) => html! {},
        Block::Heading(heading) => html! { h2 { (inline(heading, "")) } },
        Block::Words(words) => html! { p { (inline(words, "")) } },
        Block::Table(rows) => html! {
            div.scroll tabindex="0" role="region" aria-label="Moves and what they mean" {
                table {
                    @if let Some((head, body)) = rows.split_first() {
                        thead { tr { @for cell in head { th scope="col" { (inline(cell, "")) } } } }
                        tbody { @for row in body { tr { @for cell in row { td { (inline(cell, "")) } } } } }
                    }
                }
            }
        },
    }
}

fn read(text: &'static str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut ended = true;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            blocks.push(Block::Title(title));
        } else if let Some(heading) = line.strip_prefix("## ") {
            blocks.push(Block::Heading(heading));
        } else if let Some(cells) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) {
            let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
            match blocks.last_mut() {
                Some(Block::Table(_)) if cells.iter().all(|cell| cell.chars().all(|c| c == '-')) => {}
                Some(Block::Table(rows)) => rows.push(cells),
                Some(Block::Title(_) | Block::Heading(_) | Block::Words(_)) | None => {
                    blocks.push(Block::Table(vec![cells]));
                }
            }
        } else if !line.is_empty() {
            match blocks.last_mut() {
                Some(Block::Words(words)) if !ended => {
                    words.push(' ');
                    words.push_str(line);
                }
                Some(_) | None => blocks.push(Block::Words(line.to_owned())),
            }
        }
        ended = line.is_empty();
    }
    blocks
}
