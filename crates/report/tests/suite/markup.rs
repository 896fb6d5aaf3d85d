//! Whether markup is balanced: every tag that opens is closed in order, and nothing is left over.

/// Elements that have no end.
const VOID: [&str; 1] = ["meta"];

/// Checks the markup of a page.
pub fn check(page: &str) -> Result<(), String> {
    let mut rest = page.strip_prefix("<!DOCTYPE html>").ok_or("no doctype")?;
    let mut open: Vec<&str> = Vec::new();
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        if open.last() != Some(&"style") && text.contains('>') {
            return Err(format!("a bare > in {text:?}"));
        }
        let end = tag_end(&rest[start..]).ok_or_else(|| format!("a tag without end in {open:?}"))? + start;
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes something else in {open:?}"));
            }
        } else {
            let name = tag.split_whitespace().next().unwrap_or_default();
            if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
                return Err(format!("an odd tag: {tag:?}"));
            }
            if !VOID.contains(&name) {
                open.push(name);
            }
        }
        rest = &rest[end + 1..];
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} stay open")) }
}

/// Where a tag ends: at the first `>` that is not quoted.
fn tag_end(tag: &str) -> Option<usize> {
    let mut is_quoted = false;
    tag.char_indices().find_map(|(place, letter)| {
        is_quoted ^= letter == '"';
        (letter == '>' && !is_quoted).then_some(place)
    })
}
