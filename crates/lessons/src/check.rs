//! Promises of a lesson: short sentences, clauses that exist, and answers to legal actions.

use games::GameName;
use room::LiveGame;
use table::{Clause, Game, Match, Viewer};

use crate::LEARNER;
use crate::file::{EndCard, File, Otherwise, Point, Step};
use crate::lesson::Lesson;
use crate::pattern::matches;
use crate::told::{Fault, Place};

/// The longest headline, in characters.
const TITLE: usize = 40;
/// The longest bubble: the coach's words and the task.
const BUBBLE: usize = 200;
/// The longest sentence in passing.
const REMARK: usize = 120;
/// The longest sentence about the whole game.
const INTRO: usize = 400;

/// Checks every sentence and every clause.
pub(crate) fn words((name, text): (&str, &str), game: GameName, file: &File) -> Result<(), Fault> {
    let at = |place: Place| move |what: String| Fault::new(name, place, what);
    fits("intro", file.intro.get_ref(), INTRO).map_err(at(Place::of(text, &file.intro)))?;
    fits("idle", file.idle.get_ref(), REMARK).map_err(at(Place::of(text, &file.idle)))?;
    end_card(game, file.end.get_ref()).map_err(at(Place::of(text, &file.end)))?;
    for (place, step) in file.steps.iter().enumerate() {
        words_of(game, step).map_err(|what| Fault::new(name, Place::Step(place + 1), what))?;
    }
    Ok(())
}

fn end_card(game: GameName, end: &EndCard) -> Result<(), String> {
    fits("the title of the end card", &end.title, TITLE)?;
    for Point { says, clauses } in end.points.iter().chain([&end.small]) {
        fits("a point of the end card", says, BUBBLE)?;
        known(game, clauses)?;
    }
    Ok(())
}

fn words_of(game: GameName, step: &Step) -> Result<(), String> {
    fits("title", &step.title, TITLE)?;
    fits("says", &step.says, BUBBLE)?;
    fits("do", &step.todo, TITLE.max(BUBBLE.saturating_sub(step.says.chars().count())))?;
    let together = step.says.chars().count() + step.todo.chars().count();
    if together > BUBBLE {
        return Err(format!("'says' and 'do' have {together} characters together; {BUBBLE} are the most"));
    }
    fits("elsewhere", &step.elsewhere, REMARK)?;
    step.asides.iter().try_for_each(|aside| fits("an aside", aside, REMARK))?;
    known(game, &step.clauses)?;
    step.frames.iter().try_for_each(|frame| pointed(frame))?;
    for Otherwise { when, refused, says } in &step.otherwise {
        fits("an answer to something else", says, REMARK)?;
        if when.is_empty() || when.iter().any(String::is_empty) {
            return Err("'when' names no action".to_owned());
        }
        if let Some(clause) = refused {
            known(game, std::slice::from_ref(clause))?;
        }
    }
    Ok(())
}

/// A sentence is there, in one line, and no longer than this.
fn fits(what: &str, text: &str, most: usize) -> Result<(), String> {
    let length = text.chars().count();
    if text.trim() != text || text.is_empty() {
        return Err(format!("{what} is empty, or has spaces around it"));
    }
    if text.contains(char::is_control) {
        return Err(format!("{what} has a line break or another control character in it"));
    }
    if length > most {
        return Err(format!("{what} has {length} characters; {most} are the most"));
    }
    Ok(())
}

/// These clauses are in the book of the game, and there is one at least.
fn known(game: GameName, clauses: &[String]) -> Result<(), String> {
    if clauses.is_empty() {
        return Err("no clause is named".to_owned());
    }
    let is_in_book = |id: &&String| game.rulebook().clauses.iter().any(|entry| entry.id == id.as_str());
    match clauses.iter().find(|id| !is_in_book(id)) {
        Some(id) => Err(format!("the rules of {} have no clause '{id}'", game.title())),
        None => Ok(()),
    }
}

/// Something of the page is named as it can be: a piece, `#id` or `.class`.
fn pointed(frame: &str) -> Result<(), String> {
    let name = frame.strip_prefix(['#', '.']).unwrap_or(frame);
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(plain) {
        return Err(format!("'{frame}' is no piece, #id or .class"));
    }
    Ok(())
}

/// Plays the lesson to its end and looks at every beat.
pub(crate) fn played(lesson: &Lesson, (name, record): (&str, &str)) -> Result<(), Fault> {
    let script = lesson.script();
    let mut live = script.begin().map_err(|what| Fault::new(record, Place::Line(script.header), what))?;
    let mut choices = vec![Vec::new(); lesson.beats().len()];
    for (place, beat) in lesson.beats().iter().enumerate() {
        while live.inputs() < beat.at {
            let (line, input) = &script.inputs[live.inputs()];
            live.feed(input).map_err(|what| Fault::new(record, Place::Line(*line), what))?;
        }
        choices[place] = look(&live, lesson.step(place))
            .map_err(|what| Fault::new(name, Place::Step(beat.step + 1), what))?;
    }
    while let Some((line, input)) = script.inputs.get(live.inputs()) {
        live.feed(input).map_err(|what| Fault::new(record, Place::Line(*line), what))?;
    }
    for (number, step) in lesson.steps().iter().enumerate() {
        let beats = lesson.beats().iter().zip(&choices).filter(|(beat, _)| beat.step == number);
        let others: Vec<&String> = beats
            .flat_map(|(beat, choices)| choices.iter().filter(|one| beat.expects.as_ref() != Some(one)))
            .collect();
        answers(step, &others).map_err(|what| Fault::new(name, Place::Step(number + 1), what))?;
    }
    let last = lesson.beats().last().filter(|last| last.expects.is_none() && last.at == script.inputs.len());
    if last.is_none() || live.ending().is_none() {
        let what = "the last step is read when the game is over, so nothing is expected or played in it";
        return Err(Fault::new(name, Place::Step(lesson.steps().len()), what));
    }
    Ok(())
}

/// The learner's legal actions at a beat, in notation; a sentence if one is legal that the lesson says is refused.
fn look(live: &LiveGame, step: &Step) -> Result<Vec<String>, String> {
    fn asked<G: Game>(live: &Match<G>) -> (Vec<String>, Vec<Clause>) {
        let prompt = live.prompt(Viewer::Seat(LEARNER));
        let barred = prompt.unavailable.iter().map(|bar| bar.clause).collect();
        (prompt.choices.into_iter().map(|choice| choice.notation).collect(), barred)
    }
    let (choices, barred) = match live {
        LiveGame::Spammers(live) => asked(live),
        LiveGame::SpamORama(live) => asked(live),
    };
    for Otherwise { when, refused, .. } in &step.otherwise {
        let Some(clause) = refused else { continue };
        if let Some(legal) = choices.iter().find(|action| when.iter().any(|form| matches(form, action))) {
            return Err(format!("'{legal}' is said to be refused by {clause}, but it is legal there"));
        }
        if !barred.iter().any(|bar| bar.0 == clause) {
            return Err(format!("nothing is refused by {clause} there"));
        }
    }
    Ok(choices)
}

/// Every pattern fits another legal action. In a step that is only read, `*` fits any press.
fn answers(step: &Step, others: &[&String]) -> Result<(), String> {
    for Otherwise { when, refused, .. } in &step.otherwise {
        for form in when {
            let read = step.expects().is_empty() && form == "*";
            if refused.is_none() && !read && !others.iter().any(|action| matches(form, action)) {
                return Err(format!("no other legal action has the form '{form}'"));
            }
        }
    }
    Ok(())
}
