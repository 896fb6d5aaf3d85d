//! The record of a lesson, cut into steps by its comments.

use games::GameName;
use room::{LiveGame, Start};
use table::Record;

use crate::told::{Fault, Place};

/// The game that a lesson plays.
#[derive(Debug, Clone)]
pub(crate) struct Script {
    pub(crate) game: GameName,
    pub(crate) start: Start,
    pub(crate) names: Vec<String>,
    /// Every input, with its line in the file.
    pub(crate) inputs: Vec<(usize, String)>,
    /// After how many inputs each step begins.
    pub(crate) begins: Vec<usize>,
    /// The lines of the comments that cut it so.
    pub(crate) cuts: Vec<usize>,
    /// The line below which the inputs stand.
    pub(crate) header: usize,
}

impl Script {
    /// Reads a record with comments such as `# step 7: the sum`.
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, Fault> {
        let record =
            Record::read(text).map_err(|fault| Fault::new(file, Place::Line(fault.line), fault.what))?;
        let header = record.header();
        let game = GameName::named(&header.game)
            .map_err(|wrong| Fault::new(file, Place::Line(line_of_game(text)), wrong.to_string()))?;
        let start = Start { rules: header.rules, setting: header.setting.clone() };
        let (mut inputs, mut begins, mut cuts) = (Vec::new(), Vec::new(), Vec::new());
        for (place, line) in text.lines().enumerate() {
            if let Some(said) = line.strip_prefix("# step ") {
                let number = said.split_once(':').and_then(|(number, _)| number.parse::<usize>().ok());
                let next = begins.len() + 1;
                if number != Some(next) {
                    let what = format!("'# step {next}: …' belongs here, not '{line}'");
                    return Err(Fault::new(file, Place::Line(place + 1), what));
                }
                begins.push(inputs.len());
                cuts.push(place + 1);
            } else if place + 1 > header.begins && is_input(line) {
                inputs.push((place + 1, line.to_owned()));
            }
        }
        let names = header.names.clone();
        Ok(Self { game, start, names, inputs, begins, cuts, header: header.begins })
    }

    /// The game at its beginning; a sentence if this program cannot play it.
    pub(crate) fn begin(&self) -> Result<LiveGame, String> {
        LiveGame::started(self.game.name(), &self.start, self.names.clone())
    }

    /// The inputs of a step.
    pub(crate) fn step(&self, step: usize) -> std::ops::Range<usize> {
        self.begins[step]..self.begins.get(step + 1).copied().unwrap_or(self.inputs.len())
    }
}

/// The line of a record that names its game.
fn line_of_game(text: &str) -> usize {
    1 + text.lines().position(|line| line.starts_with("game ")).unwrap_or(0)
}

/// Whether a line below `begin` is somebody's action or luck.
fn is_input(line: &str) -> bool {
    !line.is_empty() && !["#", "= ", "won ", "end "].iter().any(|mark| line.starts_with(mark))
}
