//! Reading a lesson: the file, its record, and whether they fit.

use toml::Spanned;

use crate::LEARNER;
use crate::check;
use crate::file::{File, Step};
use crate::lesson::{Beat, Lesson};
use crate::script::Script;
use crate::told::{Fault, Place};

impl Lesson {
    /// Reads a lesson of a file whose record lies where the lesson says: `find` gives the name and the text of the file
    /// that is called so, or says why there is none.
    pub fn read_file(
        (name, text): (&str, &str),
        find: impl FnOnce(&str) -> Result<(String, String), String>,
    ) -> Result<Self, Fault> {
        let file: File = toml::from_str(text).map_err(|error| Fault::of_toml(name, text, &error))?;
        let called = file.record.get_ref();
        let (record_name, record) = find(called).map_err(|why| {
            Fault::new(
                name,
                Place::of(text, &file.record),
                format!("the record '{called}' cannot be read ({why})"),
            )
        })?;
        Self::read((name, text), (&record_name, &record))
    }

    /// Reads a lesson and the record it plays, each with the name of its file, and checks its claims: expected actions
    /// stand in the record, answered ones are legal, cited clauses exist.
    pub fn read((name, text): (&str, &str), (record_name, record): (&str, &str)) -> Result<Self, Fault> {
        let file: File = toml::from_str(text).map_err(|error| Fault::of_toml(name, text, &error))?;
        let wrong = |word: &Spanned<String>, what| Err(Fault::new(name, Place::of(text, word), what));
        let called = file.record.get_ref();
        if !record_name.ends_with(called) || called.is_empty() {
            return wrong(&file.record, format!("the record is {record_name}, not '{called}'"));
        }
        let script = Script::read(record_name, record)?;
        let (said, is) = (file.game.get_ref(), script.game.name());
        if said != is {
            return wrong(&file.game, format!("the game is '{said}', but its record is one of {is}"));
        }
        let (said, cut) = (file.steps.len(), script.begins.len());
        if said > cut {
            let what = format!("{record_name} has no '# step {}: …'", cut + 1);
            return Err(Fault::new(name, Place::Step(cut + 1), what));
        }
        if let Some(line) = script.cuts.get(said) {
            return Err(Fault::new(record_name, Place::Line(*line), format!("{name} has {said} steps")));
        }
        check::words((name, text), script.game, &file)?;
        let beats = beats(name, &file.steps, &script)?;
        let File { intro, idle, end, steps, .. } = file;
        let (intro, idle, end) = (intro.into_inner(), idle.into_inner(), end.into_inner());
        let lesson = Self { script, intro, idle, end, steps, beats };
        check::played(&lesson, (name, record_name))?;
        Ok(lesson)
    }
}

/// One beat for every action that is expected, one for every step that is only read.
fn beats(name: &str, steps: &[Step], script: &Script) -> Result<Vec<Beat>, Fault> {
    let mut beats = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let inputs = script.step(number);
        if step.expects.is_empty() {
            beats.push(Beat { step: number, expects: None, at: inputs.start });
            continue;
        }
        let mut from = inputs.start;
        for (place, action) in step.expects.iter().enumerate() {
            let line = format!("{LEARNER} {action}");
            let found = (from..inputs.end).find(|&input| script.inputs[input].1 == line);
            let at = found.filter(|&at| place > 0 || at == inputs.start).ok_or_else(|| {
                let what = format!("'{action}' is expected, but the record does not play it there");
                Fault::new(name, Place::Step(number + 1), what)
            })?;
            beats.push(Beat { step: number, expects: Some(action.clone()), at });
            from = at + 1;
        }
    }
    Ok(beats)
}
