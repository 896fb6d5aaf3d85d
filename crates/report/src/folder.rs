//! Reports as files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::Report;
use crate::stem::stems;

/// Writes a report into a folder that is there: `report.html`, and each table in all [`FORMATS`](crate::FORMATS).
/// Each file comes whole or not at all; the paths come back in the order of writing.
pub fn write(report: &Report, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut written = vec![put(folder, "report.html", crate::page(report).as_bytes())?];
    for (stem, table) in stems(report) {
        let comma = crate::csv(table, &report.origin);
        written.push(put(folder, &format!("{stem}.csv"), comma.as_bytes())?);
        #[cfg(feature = "parquet")]
        {
            let parquet = crate::parquet(table, &report.origin).map_err(io::Error::other)?;
            written.push(put(folder, &format!("{stem}.parquet"), &parquet)?);
        }
    }
    Ok(written)
}

fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let path = folder.join(name);
    write_whole(&path, bytes)?;
    Ok(path)
}

/// Writes a file whole or not at all, and waits until it is on disk.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let whole = File::create(&part)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&part, path));
    if whole.is_err() {
        // A part that stays is known by its name.
        let _ = fs::remove_file(&part);
    }
    whole
}
