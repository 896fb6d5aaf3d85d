//! Files that somebody names.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::Trouble;

/// Reads a file of one kind, none of which is larger than this; or says why not.
pub(crate) fn read_at_most(path: &Path, largest: u64, kind: &str) -> Result<Vec<u8>, String> {
    let size = fs::metadata(path).map_err(|wrong| wrong.to_string())?.len();
    if size > largest {
        return Err(format!("it has {size} bytes, and no {kind} has more than {largest}"));
    }
    fs::read(path).map_err(|wrong| wrong.to_string())
}

/// The same of a file that is text.
pub(crate) fn read_text_at_most(path: &Path, largest: u64, kind: &str) -> Result<String, String> {
    let bytes = read_at_most(path, largest, kind)?;
    String::from_utf8(bytes).map_err(|_| "it is not text (UTF-8)".to_owned())
}

/// Writes a file that is not there yet; a file that is there stays as it is.
pub(crate) fn write_new(path: &Path, text: &str) -> Result<(), Trouble> {
    let file = fs::OpenOptions::new().write(true).create_new(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|wrong| {
        Trouble::Refused(match wrong.kind() {
            io::ErrorKind::AlreadyExists => {
                format!("'{}' is there already; name a file that is not", path.display())
            }
            _ => format!("cannot write '{}': {wrong}", path.display()),
        })
    })
}
