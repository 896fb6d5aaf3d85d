//! Files that somebody names.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::Trouble;

/// Writes a file that is not there yet; a file that is there stays as it is.
pub(crate) fn write_new(path: &Path, text: &str) -> Result<(), Trouble> {
    let file = fs::OpenOptions::new().write(true).create_new(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|wrong| {
        Trouble::Refused(if wrong.kind() == io::ErrorKind::AlreadyExists {
            format!("'{}' is there already; name a file that is not", path.display())
        } else {
            format!("cannot write '{}': {wrong}", path.display())
        })
    })
}
