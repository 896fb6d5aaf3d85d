//! Lists the drawings of `cards/art`, so that a new one is embedded without being named anywhere.

use std::path::Path;
use std::{env, fs, io};

/// Where the drawings lie, seen from this crate, and what comes before their names.
const FOLDERS: [(&str, &str); 2] = [("../../cards/art", ""), ("../../cards/art/kinds", "kind-")];

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let mut drawings = Vec::new();
    for (folder, before) in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        for entry in fs::read_dir(Path::new(&root).join(folder))? {
            let file =
                entry?.file_name().into_string().map_err(|_| io::Error::other("a name that is no text"))?;
            if let Some(name) = file.strip_suffix(".txt") {
                drawings.push((format!("{before}{name}"), format!("/{folder}/{file}")));
            }
        }
    }
    drawings.sort();
    let mut list = String::from("&[\n");
    for (name, path) in drawings {
        list += &format!("({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),\n");
    }
    list += "]\n";
    fs::write(Path::new(&out).join("drawings.rs"), list)
}
