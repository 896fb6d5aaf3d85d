//! Remarks on the choices of the built-in puzzles and their themes, as they would be made now.

use std::fs;
use std::path::Path;

use games::GameName;
use lessons::Puzzle;

use crate::Trouble;

/// How the line of a choice begins.
const OPTION: &str = "  { action = ";
/// That of a theme, which stands below that of the difficulty.
const THEME: &str = "theme = ";
const DIFFICULTY: &str = "difficulty = ";

/// Writes the remarks and themes of all puzzles anew; everything else stays as it is.
pub(crate) fn write(folder: &Path) -> Result<String, Trouble> {
    for game in GameName::ALL {
        let file = folder.join(format!("{}.toml", game.name()));
        let name = file.display().to_string();
        let text = fs::read_to_string(&file)
            .map_err(|wrong| Trouble::Refused(format!("cannot read '{name}': {wrong}")))?;
        let puzzles = Puzzle::read((&name, &text)).map_err(|wrong| Trouble::Refused(wrong.to_string()))?;
        fs::write(&file, with_remarks(&text, &puzzles))
            .map_err(|wrong| Trouble::Refused(format!("cannot write '{name}': {wrong}")))?;
    }
    Ok(format!("wrote the remarks and themes of {}", folder.display()))
}

fn with_remarks(text: &str, puzzles: &[Puzzle]) -> String {
    let theme = |puzzle: &Puzzle| {
        let obvious = &puzzle.options[puzzle.obvious].action;
        let theme = puzzle.table().theme(puzzle.seat, &puzzle.best().action, obvious);
        theme.map(|theme| format!("{THEME}{}\n", serde_json::Value::from(theme)))
    };
    let mut themes = puzzles.iter().map(|puzzle| theme(puzzle).unwrap_or_default());
    let mut remarks = puzzles.iter().flat_map(|puzzle| {
        let table = puzzle.table();
        puzzle.options.iter().map(move |option| table.remark(puzzle.seat, &option.action))
    });
    let line = |line: &str| match line.strip_prefix(OPTION).and_then(|_| remarks.next()?) {
        Some(remark) => {
            let numbers = line.split(", remark = ").next().unwrap_or(line).trim_end_matches(" },");
            format!("{numbers}, remark = {} }},\n", serde_json::Value::from(remark))
        }
        None if line.starts_with(THEME) => String::new(),
        None if line.starts_with(DIFFICULTY) => format!("{line}\n{}", themes.next().unwrap_or_default()),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}
