//! Files that somebody names.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::Trouble;

/// Writes a file that is not there yet; a file that is there stays as it is.
pub(crate) fn write_new(path: &Path, text: &str) -> Result<(), Trouble> {
    let file = fs::OpenOptions::new().write(true).create_new(true).open(path);
    let written = file.and_then(|mut file| {
        // Half a file would be in the way of the next try.
        file.write_all(text.as_bytes()).inspect_err(|_| drop(fs::remove_file(path)))
    });
    written.map_err(|wrong| {
        Trouble::Refused(if wrong.kind() == io::ErrorKind::AlreadyExists {
            format!("'{}' is there already; name a file that is not", path.display())
        } else {
            format!("cannot write '{}': {wrong}", path.display())
        })
    })
}
