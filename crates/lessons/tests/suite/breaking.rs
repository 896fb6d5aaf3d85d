//! Files that are broken on purpose.

/// The text with one thing in it broken.
pub fn broken(text: &str, luck: &mut impl table::Luck) -> String {
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
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    lines[at] = changed;
    lines.join("\n")
}
