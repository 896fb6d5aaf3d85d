//! Files that are broken on purpose.

/// A text with one thing in it broken.
pub struct Broken {
    /// The text.
    pub text: String,
    /// The line that was changed, counted from 1.
    pub line: usize,
    /// Whether quotation marks came or went, so that the error may show only where the next string begins.
    pub unquoted: bool,
    /// How many lines came in after it.
    more: usize,
}

impl Broken {
    /// The line of the whole text that stands here in the broken one.
    pub const fn whole(&self, line: usize) -> usize {
        if line > self.line { line - self.more } else { line }
    }
}

/// Breaks one line of a text that is no comment.
pub fn broken(text: &str, luck: &mut impl table::Luck) -> Broken {
    let lines: Vec<&str> = text.lines().collect();
    let at = (0..)
        .map(|_| luck.below(lines.len() as u32) as usize)
        .find(|&at| !lines[at].starts_with('#'))
        .unwrap();
    let line = lines[at];
    let cut =
        line.char_indices().map(|(at, _)| at).nth(luck.below(line.chars().count().max(1) as u32) as usize);
    let (before, after) = line.split_at(cut.unwrap_or(0));
    let changed = match luck.below(7) {
        0 => String::new(),
        1 => before.to_owned(),
        2 => format!("{before}\u{7}{after}"),
        3 => format!("{before}\"{after}"),
        4 => format!("{line}\n{line}"),
        5 => format!("{before}{}{after}", "very ".repeat(60)),
        _ => line.chars().rev().collect(),
    };
    let more = changed.matches('\n').count();
    let quotes = |text: &str| text.matches('"').count();
    let unquoted = quotes(&changed) != quotes(line);
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    lines[at] = changed;
    Broken { text: lines.join("\n"), line: at + 1, unquoted, more }
}

/// The part of a text in which a line stands, counted from 0: each part begins with a line that begins so.
pub fn part_of(text: &str, begins: &str, line: usize) -> usize {
    text.lines().take(line).filter(|line| line.starts_with(begins)).count()
}
