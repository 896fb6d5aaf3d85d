//! Patterns over notation: `*` stands for anything.

/// Whether an action in notation has this form.
pub(crate) fn matches(pattern: &str, action: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(first) = parts.next() else { return false };
    let Some(mut rest) = action.strip_prefix(first) else { return false };
    let middle: Vec<&str> = parts.collect();
    let Some((last, middle)) = middle.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, action) in
            [("*", ""), ("*", "pass"), ("mail *", "mail a for b"), ("a*b*c", "abbc"), ("stop", "stop")]
        {
            assert!(matches(pattern, action), "{pattern} {action}");
        }
        for (pattern, action) in
            [("mail *", "mail"), ("stop", "stops"), ("a*c", "ab"), ("", "x"), ("a*a", "a")]
        {
            assert!(!matches(pattern, action), "{pattern} {action}");
        }
    }
}
