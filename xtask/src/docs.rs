//! Pages of `docs/` that are made from the code.

use std::fs;
use std::path::Path;

use crate::Trouble;

const BEGIN: &str = "<!-- vocabulary: begin -->";
const END: &str = "<!-- vocabulary: end -->";

/// Writes the vocabulary between its two marks.
pub(crate) fn write(page: &Path) -> Result<String, Trouble> {
    let refused = |what: String| Trouble::Refused(what);
    let text = fs::read_to_string(page)
        .map_err(|wrong| refused(format!("cannot read '{}': {wrong}", page.display())))?;
    let (Some((before, _)), Some((_, after))) = (text.split_once(BEGIN), text.split_once(END)) else {
        return Err(refused(format!("'{}' lacks the marks {BEGIN} and {END}", page.display())));
    };
    let text = format!("{before}{BEGIN}\n\n{}\n\n{END}{after}", spammers::vocabulary_table().trim());
    fs::write(page, text).map_err(|wrong| refused(format!("cannot write '{}': {wrong}", page.display())))?;
    Ok(format!("wrote the vocabulary into {}", page.display()))
}
