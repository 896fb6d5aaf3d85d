//! `gruntle bot check`, and error messages about bot programs in other commands.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use games::{BotName, FaultNote, Faults, GameName, PlayerName, Program, Setup, SetupChoices};
use lab::run::{Stop, Threads};
use lab::{Plan, Tally, simulate};
use report::grouped;
use serde_json::{Map, Value, json};
use table::SeatCount;

use crate::Trouble;
use crate::arguments::{Bot, BotCommand};
use crate::resolve::{find_game, find_seats};
use crate::terminal::{strong, wrapped};

/// The tables a program is tried at.
const TABLES: [usize; 3] = [2, 3, 5];
/// More games than anybody needs to see how a program fails.
const MOST_GAMES: u64 = 1000;

pub(crate) fn run(asked: &Bot, out: &mut impl Write) -> Result<(), Trouble> {
    match &asked.command {
        BotCommand::Check { command, game, games, seed } => {
            check(command, game.as_deref(), *games, *seed, out)
        }
    }
}

fn check(
    command: &str,
    game: Option<&str>,
    games: u64,
    seed: u64,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let named = game.map(find_game).transpose()?;
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(Trouble::Refused(format!("a check plays 1 to {MOST_GAMES} games a table, not {games}")));
    }
    let player = program_named(command)?;
    writeln!(out, "{}", strong(&player.to_string()))?;
    let mut is_repeatable = true;
    for game in GameName::ALL.into_iter().filter(|game| named.is_none_or(|named| named == *game)) {
        for count in TABLES {
            let table = Table { game, seats: find_seats(count)?, seed };
            let answers = answers(&player);
            let (tally, first) = table.play(&player, games)?;
            let (title, games, won) = (game.title(), tally.games, tally.wins_by_bot[0]);
            let answers = grouped(self::answers(&player) - answers);
            writeln!(out, "  {title:<12}{count} seats   {games} games, {answers} answers, {won} won")?;
            out.flush()?;
            // Once for each game: does it do the same when it is asked the same?
            if count == TABLES[0] && player.program().is_some_and(|program| program.faults().is_empty()) {
                is_repeatable &= table.play(&program_named(command)?, 1)?.1 == first;
            }
        }
    }
    let Some(program) = player.program() else { return Ok(()) };
    explain_time(program, out)?;
    if !is_repeatable {
        writeln!(
            out,
            "  note        asked the same, it chose otherwise: runs with it cannot be repeated. Draw chance from the 'seed' it is told"
        )?;
    }
    explain_faults(&player, &program.faults(), out)
}

/// How many questions a program has answered.
fn answers(player: &PlayerName) -> u64 {
    player.program().map_or(0, |program| program.timing().answers)
}

/// The program of this command, with or without `exec:` before it.
pub(crate) fn program_named(command: &str) -> Result<PlayerName, Trouble> {
    let is_name = command.starts_with("exec:") || command.starts_with("exec@");
    let name = if is_name { command.to_owned() } else { format!("exec:{command}") };
    name.parse().map_err(|wrong: games::NoSuchPlayer| Trouble::Refused(wrong.to_string()))
}

/// A table at which a program is tried.
struct Table {
    game: GameName,
    seats: SeatCount,
    seed: u64,
}

impl Table {
    /// Plays so many games of the program against greedy players; gives the record of the first, too.
    fn play(&self, player: &PlayerName, games: u64) -> Result<(Tally, String), Trouble> {
        let refused = |wrong: String| Trouble::Refused(wrong);
        let setup = Setup::new(self.game, self.seats, SetupChoices::default());
        let setup = setup.map_err(|wrong| refused(wrong.to_string()))?;
        let mut bots = vec![PlayerName::Bot(BotName::Greedy); self.seats.get()];
        bots[0] = player.clone();
        let plan = Plan { seed: self.seed, bots, workers: 1 };
        let first = Mutex::new(String::new());
        let keep = |number, record: table::Record| {
            if number == 0 {
                *first.lock().unwrap_or_else(PoisonError::into_inner) = record.to_string();
            }
            Ok(())
        };
        let tally = Threads::new(1)
            .and_then(|one| simulate(&setup, &plan, games, &one, &Stop::default(), Some(&keep), |_| {}));
        let tally = tally.map_err(|wrong| refused(wrong.to_string()))?;
        Ok((tally, first.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Says how long the program took to answer.
fn explain_time(program: &Program, out: &mut impl Write) -> Result<(), Trouble> {
    let timing = program.timing();
    if timing.answers > 0 {
        let mean = timing.total.as_secs_f64() * 1e3 / timing.answers as f64;
        writeln!(
            out,
            "  its time    {mean:.2} ms an answer, {:.0} ms the longest, {} ms allowed",
            timing.longest.as_secs_f64() * 1e3,
            program.limit().as_millis()
        )?;
    }
    Ok(())
}

/// Says how the program did, kind by kind: the first faults of each, and how many there were.
fn explain_faults(player: &PlayerName, faults: &Faults, out: &mut impl Write) -> Result<(), Trouble> {
    if faults.is_empty() {
        writeln!(out, "It plays by the protocol.")?;
        return Ok(());
    }
    for (kind, count, notes) in faults.by_kind() {
        let times = if count == 1 { "once".to_owned() } else { format!("{} times", grouped(count)) };
        writeln!(out, "\n{}", strong(&format!("{kind}, {times}")))?;
        for (place, note) in notes.iter().enumerate() {
            explain_fault(place, note, out)?;
        }
        if count > notes.len() as u64 {
            writeln!(out, "… and {} more", grouped(count - notes.len() as u64))?;
        }
    }
    writeln!(out, "\ndocs/bot-protocol.md describes what a program is told and what it answers.")?;
    Err(Trouble::Wrong(format!("{player} does not play by the protocol: {}", faults.sentence())))
}

fn explain_fault(place: usize, note: &FaultNote, out: &mut impl Write) -> Result<(), Trouble> {
    writeln!(out, "fault {} {}", place + 1, wrapped(&sentence(note), 2))?;
    if let Some(played) = &note.played {
        writeln!(out, "  played for it: {played}")?;
    }
    for line in &note.stderr {
        writeln!(out, "  it wrote to standard error: {line}")?;
    }
    Ok(())
}

fn sentence(FaultNote { number, game, seat, question, fault, .. }: &FaultNote) -> String {
    format!("in game {} of {game}, seat {seat}, question {question}: {fault}.", number + 1)
}

/// Each program among these players once.
fn programs(players: &[PlayerName]) -> Vec<&PlayerName> {
    let is_first = |place: usize, player: &PlayerName| {
        player.program().is_some_and(|program| {
            let mut earlier = players[..place].iter().filter_map(PlayerName::program);
            !earlier.any(|other| Arc::ptr_eq(program, other))
        })
    };
    players
        .iter()
        .enumerate()
        .filter(|(place, player)| is_first(*place, player))
        .map(|found| found.1)
        .collect()
}

/// Faults of each program among these players, in a line each; empty without any.
pub(crate) fn faults_in_lines(players: &[PlayerName]) -> Vec<String> {
    let told = |player: &&PlayerName| {
        let faults = player.program()?.faults();
        let first = faults.notes.first()?;
        Some(format!("{player}: {}; the first {}", faults.sentence(), sentence(first)))
    };
    programs(players).iter().filter_map(told).collect()
}

/// The same as data, with the programs that made no mistake.
pub(crate) fn faults_as_data(players: &[PlayerName]) -> Option<Value> {
    let programs = programs(players);
    let told = programs.iter().filter_map(|player| {
        let faults = player.program()?.faults();
        let first = faults.notes.first().map(sentence);
        Some((player.to_string(), json!({ "moves": faults.moves, "kinds": faults.kinds, "first": first })))
    });
    (!programs.is_empty()).then(|| Value::Object(told.collect::<Map<_, _>>()))
}

/// Says on standard error what went wrong with the programs of a run.
pub(crate) fn tell_faults<'a>(players: impl Iterator<Item = &'a PlayerName>) {
    let players: Vec<PlayerName> = players.cloned().collect();
    for line in faults_in_lines(&players) {
        let _ = writeln!(io::stderr(), "gruntle: {line}");
    }
}
