//! Lists the files of `assets/`, so that a new one is embedded without being named anywhere.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=assets");
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(Path::new(&root).join("assets"))? {
        let name =
            entry?.file_name().into_string().map_err(|_| io::Error::other("a name that is no text"))?;
        if !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let path = format!("/assets/{name}");
        list += &format!("({name:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),\n");
    }
    list += "]\n";
    fs::write(Path::new(&out).join("assets.rs"), list)
}
