//! `gruntle lab puzzles`.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use games::{GameName, GameVisitor, Study};
use lab::run::RunError;
use lab::{Except, FoundPuzzle, Hunt, Plan, hunt};

use crate::Trouble;
use crate::bot::tell_faults;
use crate::crew::find_crew;
use crate::lab::arguments::Puzzles;
use crate::lab::{plan, refused};
use crate::options::SetupOptions;
use crate::progress::progress_bar;
use crate::resolve::{find_bots, find_game, find_seats, find_seed, find_setup, find_threads, seat_bots};

/// How many sit at the table if nobody says.
const SEATS: usize = 2;

pub(super) fn run(asked: &Puzzles, out: &mut impl Write) -> Result<(), Trouble> {
    let game = find_game(&asked.game)?;
    let bots = plan::repeatable(find_bots(game, &asked.table.players.bots)?)?;
    let seats = find_seats(asked.table.seats.unwrap_or(if bots.len() > 1 { bots.len() } else { SEATS }))?;
    let seed = find_seed(asked.luck.seed);
    let setup = find_setup(game, seats, &asked.setup, seed)?;
    if asked.count == 0 || asked.games == 0 {
        return Err(Trouble::Refused("no puzzles are nothing to look for; ask for 1 or more".to_owned()));
    }
    if let Some(answer) = asked.except.iter().find(|answer| !answer.bytes().all(is_notation)) {
        return Err(Trouble::Refused(format!("'{}' is no answer in notation", answer.escape_debug())));
    }
    let threads = find_threads(asked.luck.threads)?;
    let plan = Plan { seed, bots: seat_bots(bots, seats)?, workers: 1 };
    let bar = progress_bar(asked.games);
    let crew = find_crew(&asked.cluster, threads, &plan.bots, &bar)?;
    let path =
        asked.out.clone().unwrap_or_else(|| PathBuf::from(format!("puzzles-{}-{seed}.toml", game.name())));
    let wanted = Hunt { plan, games: asked.games, wanted: asked.count, except: Except(asked.except.clone()) };
    let mut file = Sheet::begin(&path, game, &wanted, &asked.setup)?;
    let rules = setup.visit(RulesVersion);
    let mut found = 0;
    let keep = |puzzle: &FoundPuzzle| {
        found += 1;
        file.write(&written(puzzle, rules))
    };
    let hunted = hunt(&setup, &wanted, &*crew, keep, || bar.inc(1));
    bar.finish_and_clear();
    tell_faults(wanted.plan.bots.iter());
    hunted.map_err(refused)?;
    writeln!(out, "{found} puzzles of {} in {}", game.title(), path.display())?;
    Ok(())
}

/// Whether actions are written with it, or it is the star for all that begin so.
const fn is_notation(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-' | b'*')
}

/// The file the puzzles go to, one after the other.
struct Sheet {
    file: File,
    name: String,
}

impl Sheet {
    fn begin(path: &Path, game: GameName, hunt: &Hunt, setup: &SetupOptions) -> Result<Self, Trouble> {
        let name = path.display().to_string();
        let file = File::create_new(path)
            .map_err(|wrong| Trouble::Refused(format!("{name} cannot be begun: {wrong}")))?;
        let mut sheet = Self { file, name };
        let head = format!(
            "# Found by: gruntle lab puzzles {}\n# docs/puzzles.md describes the format.\ngame = {}\n",
            found_by(game, hunt, setup),
            quoted(game.name()),
        );
        sheet.write(&head).map_err(refused)?;
        Ok(sheet)
    }

    fn write(&mut self, text: &str) -> Result<(), RunError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|wrong| RunError(format!("{} cannot be written: {wrong}", self.name)))
    }
}

/// The arguments by which the same puzzles are found again, on any number of threads.
fn found_by(
    game: GameName,
    Hunt { plan, games, wanted, except }: &Hunt,
    SetupOptions { variant, deck, network, memory }: &SetupOptions,
) -> String {
    let bots: Vec<String> = plan.bots.iter().map(ToString::to_string).collect();
    let words = [("variant", variant), ("deck", deck), ("network", network), ("memory", memory)];
    let given = words.iter().filter_map(|(name, word)| Some(format!(" --{name} {}", word.as_ref()?)));
    let except = except.0.iter().map(|answer| format!(" --except '{answer}'"));
    format!(
        "{} --seats {} --bots {}{} --seed {} --count {wanted} --games {games}{}",
        game.name(),
        bots.len(),
        bots.join(","),
        given.collect::<String>(),
        plan.seed,
        except.collect::<String>(),
    )
}

struct RulesVersion;

impl GameVisitor for RulesVersion {
    type Answer = u32;

    fn visit<G: Study>(self, _: impl Fn(u64) -> G + Sync) -> u32 {
        G::RULES_VERSION
    }
}

/// A text between quotation marks, as TOML and JSON have it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A puzzle as TOML.
fn written(puzzle: &FoundPuzzle, rules: u32) -> String {
    let mut text = format!("\n[[puzzle]]\nrules = {rules}\n");
    let setting = puzzle.setting.iter().map(|(key, value)| format!("[{}, {}]", quoted(key), quoted(value)));
    text += &format!("setting = [{}]\n", setting.collect::<Vec<_>>().join(", "));
    text += &format!(
        "seats = {}\nseat = \"{}\"\nobvious = {}\ndifficulty = {}\n",
        puzzle.seats.get(),
        puzzle.seat,
        quoted(&puzzle.obvious),
        puzzle.difficulty
    );
    if let Some(theme) = &puzzle.theme {
        text += &format!("theme = {}\n", quoted(theme));
    }
    let option = |option: &lab::FoundOption| {
        let remark = option.remark.as_deref().map(|remark| format!(", remark = {}", quoted(remark)));
        format!(
            "  {{ action = {}, chance = {:.1}, error = {:.1}{} }},\n",
            quoted(&option.action),
            option.chance * 100.0,
            option.error * 100.0,
            remark.unwrap_or_default()
        )
    };
    text += &format!("options = [\n{}]\n", puzzle.options.iter().map(option).collect::<String>());
    text + &format!("inputs = \"\"\"\n{}\n\"\"\"\n", puzzle.inputs.join("\n"))
}
