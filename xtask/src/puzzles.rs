//! What is said of the choices of the puzzles that come with the program, as it would be said now.

use std::fs;
use std::path::Path;

use games::GameName;
use lessons::Puzzle;

use crate::Trouble;

/// How the line of a choice begins.
const OPTION: &str = "  { action = ";

/// Writes the remarks of all puzzles anew; everything else stays as it is.
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
    Ok(format!("wrote the remarks of {}", folder.display()))
}

fn with_remarks(text: &str, puzzles: &[Puzzle]) -> String {
    let mut remarks = puzzles.iter().flat_map(|puzzle| {
        let table = puzzle.table();
        puzzle.options.iter().map(move |option| table.remark(puzzle.seat, &option.action))
    });
    let line = |line: &str| match line.strip_prefix(OPTION).and_then(|_| remarks.next()?) {
        Some(remark) => {
            let numbers = line.split(", remark = ").next().unwrap_or(line).trim_end_matches(" },");
            format!("{numbers}, remark = {} }},\n", serde_json::Value::from(remark))
        }
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}
