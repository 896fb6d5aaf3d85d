//! Pages of documentation as lists of the commands that their blocks show.

use std::fs;
use std::path::{Path, PathBuf};

/// A page, from the root of the repository, and the commands on it, in their order.
pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) commands: Vec<Shown>,
}

/// A command that a page shows, the number of its line, and the lines of output below it.
pub(crate) struct Shown {
    pub(crate) line: usize,
    pub(crate) command: String,
    pub(crate) output: Vec<String>,
}

impl Shown {
    /// The command for a shell, with the program of this test; `None` for commands of others.
    pub(crate) fn as_gruntle(&self) -> Option<String> {
        let ways = [
            "cargo run --release --features full --",
            "cargo run --release --",
            "cargo run --release",
            "gruntle",
        ];
        let rest = ways.iter().filter_map(|way| self.command.strip_prefix(way));
        let mut whole = rest.filter(|rest| rest.is_empty() || rest.starts_with(' '));
        whole.next().map(|rest| format!("gruntle{rest}"))
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README and every page of docs that shows a command.
pub(crate) fn pages() -> Vec<Page> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().file_name());
    let docs = docs.map(|name| format!("docs/{}", name.into_string().unwrap()));
    let mut names: Vec<String> = docs.filter(|name| name.ends_with(".md")).collect();
    names.push("README.md".to_owned());
    names.sort();
    let pages = names.into_iter().map(|name| {
        let text = fs::read_to_string(root().join(&name)).unwrap();
        Page { commands: commands(&text), name, text }
    });
    pages.filter(|page| !page.commands.is_empty()).collect()
}

fn commands(text: &str) -> Vec<Shown> {
    let mut lines = (1..).zip(text.lines());
    let mut found = Vec::new();
    while let Some((_, fence)) = lines.next() {
        if let Some(kind) = fence.strip_prefix("```") {
            let block: Vec<(usize, &str)> = lines.by_ref().take_while(|(_, line)| *line != "```").collect();
            match kind {
                "console" => found.extend(in_console(&block)),
                "sh" => found.extend(in_script(&block)),
                _ => {}
            }
        }
    }
    found
}

/// A command begins with `$ ` and goes on behind a `\`; what stands below it is its output.
fn in_console(block: &[(usize, &str)]) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut goes_on = false;
    for (line, text) in block {
        if let Some(command) = text.strip_prefix("$ ") {
            found.push(Shown { line: *line, command: command.to_owned(), output: Vec::new() });
        } else if let Some(last) = found.last_mut() {
            match goes_on {
                true => last.command = format!("{}\n{text}", last.command),
                false => last.output.push((*text).to_owned()),
            }
        }
        goes_on = text.ends_with('\\');
    }
    found
}

/// Every line is a command, if one of them calls the program; else the block is a script to be read.
fn in_script(block: &[(usize, &str)]) -> Vec<Shown> {
    let shown = block.iter().map(|(line, text)| Shown {
        line: *line,
        command: (*text).to_owned(),
        output: Vec::new(),
    });
    let shown: Vec<Shown> = shown.collect();
    if shown.iter().any(|one| one.as_gruntle().is_some()) { shown } else { Vec::new() }
}
