//! How moves are written, from the file of that name.

use maud::{Markup, html};

use super::inline::inline;

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
    html! {
        section.window {
            @for block in &blocks { @if let Block::Title(title) = block { h1.bar.dressed { span { (title) } } } }
            div.inside.paper {
                @for (place, block) in blocks.iter().enumerate() { (drawn(block, heading_before(&blocks[..place]))) }
                p { a href="/rules" { "Both rulebooks" } }
            }
        }
    }
}

/// The last heading of these.
fn heading_before(blocks: &[Block]) -> &'static str {
    let heading = |block: &Block| if let Block::Heading(heading) = *block { Some(heading) } else { None };
    blocks.iter().rev().find_map(heading).unwrap_or("Notation")
}

fn drawn(block: &Block, under: &str) -> Markup {
    match block {
        Block::Title(_) => html! {},
        Block::Heading(heading) => html! { h2 { (inline(heading, "")) } },
        Block::Words(words) => html! { p { (inline(words, "")) } },
        Block::Table(rows) => html! {
            div.scroll tabindex="0" role="region" aria-label={ "Moves of " (under) } {
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
