//! `gruntle lesson` and `gruntle puzzle`: what the site teaches with, as text.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use games::{GameName, read_text_at_most, said_to_you};
use lessons::{Lesson, Puzzle, Solution};
use room::LiveGame;
use table::{Event as _, Game, Match, Prose, Viewer};

use crate::Trouble;
use crate::arguments::ShowPuzzle;
use crate::listed;
use crate::terminal::{strong, wrapped};

/// Files of lessons and puzzles longer than this are not ours.
const LARGEST: u64 = 16 * 1024 * 1024;

/// The built-in data for a game of this name; without such a game, the data in this file.
fn named_or_read<T>(
    name: &str,
    shipped: impl FnOnce(GameName) -> T,
    understand: impl FnOnce(&str) -> Result<T, lessons::Fault>,
) -> Result<T, Trouble> {
    let no_game = match GameName::named(name) {
        Ok(game) => return Ok(shipped(game)),
        Err(no_game) => no_game,
    };
    let text = read(Path::new(name)).map_err(|why| {
        Trouble::Refused(format!("{no_game}, or a file, and this file cannot be read ({why})"))
    })?;
    understand(&text).map_err(|fault| Trouble::Refused(fault.to_string()))
}

fn read(path: &Path) -> Result<String, String> {
    read_text_at_most(path, LARGEST, "lesson, record or file of puzzles")
}

/// The lesson of a game or in a file. Its record lies beside it.
fn find_lesson(name: &str) -> Result<Cow<'static, Lesson>, Trouble> {
    let beside = |called: &str| {
        let path = Path::new(name).with_file_name(called);
        Ok((path.display().to_string(), read(&path)?))
    };
    named_or_read(
        name,
        |game| Cow::Borrowed(Lesson::of(game)),
        |text| Lesson::read_file((name, text), beside).map(Cow::Owned),
    )
}

/// The puzzles of a game or in a file.
fn find_puzzles(name: &str) -> Result<Cow<'static, [Puzzle]>, Trouble> {
    named_or_read(
        name,
        |game| Cow::Borrowed(Puzzle::all(game)),
        |text| Puzzle::read((name, text)).map(Cow::Owned),
    )
}

/// A guided first game: at each step, the coach's words and the expected choice.
pub(crate) fn lesson(game: &str, out: &mut impl Write) -> Result<(), Trouble> {
    let lesson = find_lesson(game)?;
    writeln!(out, "{}\n{}", strong(lesson.game().title()), wrapped(lesson.intro(), 0))?;
    for (place, step) in lesson.steps().iter().enumerate() {
        writeln!(out, "\n{}", strong(&format!("{}. {}", place + 1, step.title)))?;
        writeln!(out, "   {}", wrapped(&format!("{} {}", step.says, step.todo), 3))?;
        let expected = lesson.beats().iter().filter(|beat| beat.step == place);
        for action in expected.filter_map(|beat| beat.expects.as_ref()) {
            writeln!(out, "   > {action}")?;
        }
    }
    let end = lesson.end();
    writeln!(out, "\n{}", strong(&end.title))?;
    for point in end.points.iter().chain([&end.small]) {
        writeln!(out, " - {}", wrapped(&point.says, 3))?;
    }
    Ok(())
}

/// A puzzle: its history as its seat saw it, its question and choices, and their values.
pub(crate) fn puzzle(asked: &ShowPuzzle, out: &mut impl Write) -> Result<(), Trouble> {
    let all = find_puzzles(&asked.game)?;
    let Some(first) = all.first() else {
        return Err(Trouble::Refused(format!("there is no puzzle in '{}'", asked.game)));
    };
    let (title, count) = (first.game.title(), all.len());
    let Some(number) = asked.number else {
        return if asked.json { listed::write(&listed::puzzles(&all), out) } else { list(&all, title, out) };
    };
    let Some(puzzle) = all.iter().find(|puzzle| puzzle.number == number) else {
        return Err(Trouble::Refused(format!(
            "there is no puzzle {number} of {title}; 'gruntle puzzle {}' lists the {count} that there are",
            asked.game
        )));
    };
    let (table, seat) = (puzzle.table(), puzzle.seat);
    let head = format!("{title}, puzzle {number} of {count}: you are {seat}");
    writeln!(out, "{}\n", strong(&head))?;
    match &table {
        LiveGame::Spammers(live) => so_far(live, Viewer::Seat(seat), out)?,
        LiveGame::SpamORama(live) => so_far(live, Viewer::Seat(seat), out)?,
    }
    let choices = table.choices(Viewer::Seat(seat));
    for option in puzzle.shuffled() {
        let says = choices.iter().find(|(action, _)| *action == option.action);
        writeln!(out, "  {}", strong(&option.action))?;
        writeln!(out, "    {}", wrapped(&says.map(|(_, says)| says.to_string()).unwrap_or_default(), 4))?;
    }
    if asked.solution { solution(puzzle, out) } else { Ok(()) }
}

/// A viewer's events so far, and the question.
fn so_far<G: Game>(live: &Match<G>, viewer: Viewer, out: &mut impl Write) -> Result<(), Trouble> {
    for (_, event) in live.heard(viewer, 0) {
        let says = live.game().tell(event).to_string();
        writeln!(out, "{:<6} {}", event.clause().to_string(), wrapped(&says, 7))?;
    }
    writeln!(out, "\n{}", strong(&live.prompt(viewer).asks.to_string()))?;
    Ok(())
}

fn solution(puzzle: &Puzzle, out: &mut impl Write) -> Result<(), Trouble> {
    let what = |place: usize| match place {
        0 => " (best)",
        _ if place == puzzle.obvious => " (looks best)",
        _ => "",
    };
    if let Some(theme) = &puzzle.theme {
        writeln!(out, "\nTheme: {theme}")?;
    }
    writeln!(out, "\n{}", strong("Chances to win, as deep searches have them"))?;
    for (place, Solution { action, chance, error, remark }) in puzzle.options.iter().enumerate() {
        let to_you = |remark: &str| format!(": {}", Prose::from(said_to_you(remark)));
        let why = remark.as_deref().map(to_you);
        let says = format!("{action}{}{}", what(place), why.unwrap_or_default());
        writeln!(out, "{chance:5.1} % ± {:.1}  {}", 2.0 * error, wrapped(&says, 16))?;
    }
    Ok(())
}

/// How many puzzles of each difficulty there are, and which.
fn list(all: &[Puzzle], title: &str, out: &mut impl Write) -> Result<(), Trouble> {
    writeln!(out, "{}: {} puzzles", strong(title), all.len())?;
    for difficulty in 1..=5 {
        // Consecutive numbers are printed as a range.
        let follows = |one: &Puzzle, next: &Puzzle| one.number + 1 == next.number;
        let rows = all.chunk_by(|one, next| one.difficulty == next.difficulty && follows(one, next));
        let rows = rows.filter(|row| row[0].difficulty == difficulty).map(|row| match row {
            [one] => one.number.to_string(),
            [first, .., last] => format!("{} to {}", first.number, last.number),
            [] => String::new(),
        });
        let rows: Vec<String> = rows.collect();
        if !rows.is_empty() {
            writeln!(out, "  difficulty {difficulty}: {}", rows.join(", "))?;
        }
    }
    Ok(())
}
