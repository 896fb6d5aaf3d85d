//! Lists the files of `assets/`, so that a new one is embedded without being named anywhere; style sheets and scripts
//! go without their comments.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=assets");
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let assets = Path::new(&root).join("assets");
    let mut names = Vec::new();
    for entry in fs::read_dir(&assets)? {
        let name =
            entry?.file_name().into_string().map_err(|_| io::Error::other("a name that is no text"))?;
        if !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let read = || fs::read_to_string(assets.join(&name));
        let bare = match name.rsplit_once('.') {
            Some((_, "css")) => Some(without_comments(&name, &read()?)?),
            Some((_, "js")) => Some(without_comment_lines(&read()?)),
            _ => None,
        };
        let (folder, path) = match bare {
            Some(bare) => {
                fs::write(Path::new(&out).join(&name), bare)?;
                ("OUT_DIR", format!("/{name}"))
            }
            None => ("CARGO_MANIFEST_DIR", format!("/assets/{name}")),
        };
        list += &format!("({name:?}, include_bytes!(concat!(env!({folder:?}), {path:?}))),\n");
    }
    list += "]\n";
    fs::write(Path::new(&out).join("assets.rs"), list)
}

/// A style sheet without its comments.
fn without_comments(name: &str, style: &str) -> io::Result<String> {
    let (mut rest, mut kept) = (style, String::new());
    while let Some((before, after)) = rest.split_once("/*") {
        let ended = after.split_once("*/");
        let (_, after) = ended.ok_or_else(|| io::Error::other(format!("{name}: a comment does not end")))?;
        kept.push_str(before);
        rest = after.strip_prefix('\n').unwrap_or(after);
    }
    kept.push_str(rest);
    Ok(kept)
}

/// A script without the lines that are but a comment. No string of ours goes over several lines and has such a line.
fn without_comment_lines(script: &str) -> String {
    script.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect()
}
