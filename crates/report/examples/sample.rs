//! Writes a made-up report with everything in it, to look at while working on pages and plots:
//! `cargo run -p report --example sample FOLDER`.

#[path = "../tests/suite/sample.rs"]
mod sample;

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "report-sample".to_owned()));
    std::fs::create_dir_all(&folder)?;
    let report = sample::report();
    print!("{}", report::text(&report, 96));
    for path in report::write(&report, &folder)? {
        println!("{}", path.display());
    }
    Ok(())
}
