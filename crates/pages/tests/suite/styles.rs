//! Slow selectors: `:has()` and `:nth-child()` before a part that could be any element make a browser restyle the whole
//! page at every change, which a table has all the time.

use pages::assets::assets;

/// A style sheet without its comments.
fn bare(text: &str) -> String {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |bare, part| bare + part.split_once("*/").map_or("", |(_, after)| after))
}

/// Every selector of a sheet, with those it is nested in.
fn selectors(sheet: &str) -> Vec<String> {
    let (mut selectors, mut around, mut rest) = (Vec::new(), Vec::<String>::new(), sheet);
    while let Some(at) = rest.find(['{', '}', ';']) {
        let head = rest[..at].trim().to_owned();
        match rest.as_bytes()[at] {
            b'{' => {
                let is_rule = !head.starts_with('@');
                if is_rule {
                    let outer: String = around.iter().map(|one| format!("{one} ")).collect();
                    selectors.extend(split(&head, ',').into_iter().map(|one| format!("{outer}{one}")));
                }
                around.push(if is_rule { head } else { String::new() });
            }
            b'}' => drop(around.pop()),
            _ => {}
        }
        rest = &rest[at + 1..];
    }
    selectors
}

/// Splits outside of brackets.
fn split(text: &str, by: char) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for letter in text.trim().chars() {
        depth += i32::from(letter == '(' || letter == '[') - i32::from(letter == ')' || letter == ']');
        if letter == by && depth == 0 {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// Whether any element could be meant by this part of a selector.
fn is_anything(part: &str) -> bool {
    let mut named = String::new();
    for (place, piece) in part.split(':').enumerate() {
        // An argument of a pseudo-class names the element only in `:is` and `:where`.
        if place == 0 || piece.starts_with("is(") || piece.starts_with("where(") {
            named += piece.trim_start_matches("is(").trim_start_matches("where(");
        }
    }
    !named.contains(|letter: char| letter.is_alphanumeric())
}

/// Whether a selector is slow: its last part could be any element, after one that looks around.
fn is_dear(selector: &str) -> bool {
    let parts = split(selector, ' ');
    let Some((last, before)) = parts.split_last() else { return false };
    let looks_around = |part: &String| part.contains(":has(") || part.contains(":nth-");
    before.iter().any(looks_around) && is_anything(last)
}

#[test]
fn no_change_makes_a_browser_look_at_everything_again() {
    for dear in ["tr:nth-child(even) > *", ".a:has(.b) .c > :nth-child(2)", ".a:has(.b) > :not(.c)"] {
        assert!(is_dear(dear), "{dear}");
    }
    for cheap in [".a:has(.b) > :is(.c, .d)", ".a:has(.b)", ".a > *", ".a:has(> .b) > p:nth-child(2)"] {
        assert!(!is_dear(cheap), "{cheap}");
    }
    let mut seen = 0;
    for sheet in assets().filter(|asset| asset.name.ends_with(".css")) {
        let text = bare(std::str::from_utf8(sheet.bytes).unwrap());
        for selector in selectors(&text) {
            assert!(!is_dear(&selector), "{}: {selector}", sheet.name);
            seen += 1;
        }
    }
    assert!(seen > 1_000, "{seen}");
}
