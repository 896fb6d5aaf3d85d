//! The marks inside a line of the rulebook: `*x*`, `**x**`, `` `x` ``, and the ids of clauses, which become links.

use maud::{Markup, PreEscaped, html};

use super::address_of;

/// A line with its marks drawn, and the words of a query marked.
pub(super) fn inline(text: &str, query: &str) -> Markup {
    let words: Vec<&str> = query.split_whitespace().collect();
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['*', '`']) {
        let (plain, marked) = rest.split_at(start);
        out.push(linked(plain, &words));
        let mark = ["**", "*", "`"].into_iter().find(|mark| marked.starts_with(mark)).unwrap_or("*");
        let Some((inner, after)) = marked[mark.len()..].split_once(mark) else {
            out.push(linked(marked, &words));
            rest = "";
            break;
        };
        out.push(match mark {
            "**" => strong(inner, &words),
            "`" => html! { code { (inner) } },
            _ => html! { em { (linked(inner, &words)) } },
        });
        rest = after;
    }
    out.push(linked(rest, &words));
    join(&out)
}

fn join(parts: &[Markup]) -> Markup {
    PreEscaped(parts.iter().map(|part| part.0.as_str()).collect())
}

/// A word in bold, or the mark of where a clause comes from.
fn strong(inner: &str, words: &[&str]) -> Markup {
    match inner.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        Some(origin) => html! { span.origin.(origin) { (origin) } },
        None => html! { strong { (linked(inner, words)) } },
    }
}

/// Plain text, with the ids of clauses and chapters as links.
fn linked(text: &str, words: &[&str]) -> Markup {
    let mut out = Vec::new();
    let mut rest = text;
    let mut from = 0;
    while let Some(start) = rest[from..].find(['S', 'R']).map(|at| from + at) {
        let length = id_length(&rest[start..]);
        let begins = !rest[..start].ends_with(|before: char| before.is_alphanumeric());
        let id = &rest[start..start + length];
        match address_of(id).filter(|_| begins && length > 1) {
            Some(address) => {
                out.push(marked(&rest[..start], words));
                out.push(html! { a href=(address) { (id) } });
                rest = &rest[start + length..];
                from = 0;
            }
            None => from = start + 1,
        }
    }
    out.push(marked(rest, words));
    join(&out)
}

/// How long the id is that this text begins with: a letter, digits, perhaps a dot and digits.
fn id_length(text: &str) -> usize {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let chapter = 1 + digits(1);
    let ends = |length: usize| !text[length..].starts_with(|after: char| after.is_alphanumeric());
    let dotted = text[chapter..].starts_with('.').then(|| digits(chapter + 1)).filter(|&count| count > 0);
    match dotted {
        Some(count) if ends(chapter + 1 + count) => chapter + 1 + count,
        None if chapter > 1 && ends(chapter) => chapter,
        Some(_) | None => 1,
    }
}

/// Plain text with the search words marked, ignoring case.
fn marked(text: &str, words: &[&str]) -> Markup {
    let hit = |at: usize| {
        let begins =
            |word: &&str| text[at..].get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        words.iter().copied().filter(begins).map(str::len).max()
    };
    let mut out = Vec::new();
    let mut done = 0;
    for (at, _) in text.char_indices() {
        if at < done {
            continue;
        }
        if let Some(length) = hit(at) {
            out.push((done, at, at + length));
            done = at + length;
        }
    }
    html! {
        @for &(plain, start, end) in &out { (text[plain..start]) mark { (text[start..end]) } }
        (text[done..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> String {
        inline(text, "").into_string()
    }

    #[test]
    fn marks_become_elements() {
        assert_eq!(drawn("a *b* **c** `*d`"), "a <em>b</em> <strong>c</strong> <code>*d</code>");
        assert_eq!(drawn("**[ruling]** so"), r#"<span class="origin ruling">ruling</span> so"#);
        assert_eq!(drawn("3 * 4 < 13"), "3 * 4 &lt; 13");
    }

    #[test]
    fn ids_become_links_and_nothing_else_does() {
        assert_eq!(
            drawn("(S4.7), before R5."),
            r##"(<a href="/rules/spammers#S4.7">S4.7</a>), before <a href="/rules/spam-o-rama#R5">R5</a>."##
        );
        let missing = format!("S4.{}", 99);
        for plain in ["S", "S99", &missing, "XS4.7", "S4.7a", "Size 4", "Rating"] {
            assert_eq!(drawn(plain), plain);
        }
    }

    #[test]
    fn what_was_looked_for_is_marked_in_any_case() {
        assert_eq!(
            inline("Gruntles é gruntle", "GRUNTLE é").into_string(),
            "<mark>Gruntle</mark>s <mark>é</mark> <mark>gruntle</mark>"
        );
    }
}
