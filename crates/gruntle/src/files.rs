//! Files that somebody names.

use std::fs;
use std::path::Path;

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
