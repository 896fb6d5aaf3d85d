//! `gruntle lesson` and `gruntle puzzle`: what the site teaches with, as text.

use std::io::Write;

use games::GameName;
use lessons::{Lesson, Puzzle, Solution};
use room::LiveGame;
use table::{Event as _, Game, Match, Viewer};

use crate::Trouble;
use crate::arguments::ShowPuzzle;
use crate::resolve::find_game;
use crate::terminal::{strong, wrapped};

/// A guided first game: what the coach says at each step, and what is expected there.
pub(crate) fn lesson(game: &str, out: &mut impl Write) -> Result<(), Trouble> {
    let lesson = Lesson::of(find_game(game)?);
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

/// A puzzle: how it came to this as its seat saw it, what is asked and offered, and what that is worth.
pub(crate) fn puzzle(asked: &ShowPuzzle, out: &mut impl Write) -> Result<(), Trouble> {
    let game = find_game(&asked.game)?;
    let all = Puzzle::all(game);
    let Some(number) = asked.number else { return list(game, out) };
    let Some(puzzle) = number.checked_sub(1).and_then(|place| all.get(place)) else {
        let (title, count) = (game.title(), all.len());
        return Err(Trouble::Refused(format!(
            "there is no puzzle {number} of {title}; there are 1 to {count}"
        )));
    };
    let (table, seat) = (puzzle.table(), puzzle.seat);
    let head = format!("{}, puzzle {number} of {}: you are {seat}", game.title(), all.len());
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

/// What a viewer has heard, and what it is asked.
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
    writeln!(out, "\n{}", strong("Chances to win, as deep searches have them"))?;
    for (place, Solution { action, chance, error, remark }) in puzzle.options.iter().enumerate() {
        let why = remark.as_deref().map(|remark| format!(": {}", table::Prose::from(remark.to_owned())));
        let says = format!("{action}{}{}", what(place), why.unwrap_or_default());
        writeln!(out, "{chance:5.1} % ± {:.1}  {}", 2.0 * error, wrapped(&says, 16))?;
    }
    Ok(())
}

/// How many puzzles of each difficulty there are, and which.
fn list(game: GameName, out: &mut impl Write) -> Result<(), Trouble> {
    writeln!(out, "{}: {} puzzles", strong(game.title()), Puzzle::all(game).len())?;
    for difficulty in 1..=5 {
        let some: Vec<usize> = Puzzle::all(game)
            .iter()
            .filter(|puzzle| puzzle.difficulty == difficulty)
            .map(|puzzle| puzzle.number)
            .collect();
        if let (Some(first), Some(last)) = (some.first(), some.last()) {
            writeln!(out, "  difficulty {difficulty}: {first} to {last}")?;
        }
    }
    Ok(())
}
