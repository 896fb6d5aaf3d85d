//! Writes every page with sample data to a folder, to be looked at: `cargo run -p pages --example site -- FOLDER`,
//! then serve the folder.

#[path = "../tests/suite/golden.rs"]
mod golden;
#[path = "../tests/suite/sample.rs"]
mod sample;

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).unwrap_or_else(|| "site".to_owned());
    let root = Path::new(&folder);
    for (name, page) in sample::pages() {
        let place = root.join(name);
        fs::create_dir_all(&place)?;
        fs::write(place.join("index.html"), page)?;
    }
    let assets = root.join("assets");
    fs::create_dir_all(&assets)?;
    for asset in pages::assets::assets() {
        fs::write(assets.join(asset.name), asset.bytes)?;
    }
    println!("{folder}");
    Ok(())
}
