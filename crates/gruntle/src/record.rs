//! `gruntle record`.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use games::{AnyGame, CardSet, GameVisitor, Judge, game_of, read_at_most};
use room::LiveGame;
use serde_json::{Map, Value, json};
use table::{Event, Fault, Game, Match, Record, Replayed, Viewer};

use crate::arguments::{Record as RecordArguments, RecordCommand};
use crate::terminal::{strong, wrapped};
use crate::{Trouble, deck, hint, reviewed};

/// Records longer than this are not ours.
const LARGEST: u64 = 16 * 1024 * 1024;

pub(crate) fn run(asked: &RecordArguments, out: &mut impl Write) -> Result<(), Trouble> {
    match &asked.command {
        RecordCommand::Verify { files, deck } => {
            let deck = deck.as_deref().map(deck::find).transpose()?;
            verify_all(files, deck.as_ref(), out)
        }
        RecordCommand::Show { file, viewer, deck, json } => {
            let deck = deck.as_deref().map(deck::find).transpose()?;
            let viewer = viewer.as_deref().map(find_viewer).transpose()?;
            let record = read(file)?;
            let record = record.map_err(|fault| Trouble::Refused(format!("{}: {fault}", file.display())))?;
            if let Some(Viewer::Seat(seat)) = viewer
                && seat.index() >= record.header().names.len()
            {
                let seats = record.header().names.len();
                return Err(Trouble::Refused(format!("nobody sat at {seat}; this game had {seats} seats")));
            }
            let story = visit(&record, deck.as_ref(), Teller { record: &record, viewer })
                .map_err(|fault| Trouble::Refused(format!("{}: {fault}", file.display())))?;
            if *json {
                writeln!(out, "{:#}", story.json(&record, viewer))?
            } else {
                story.write(&record, out)?
            }
            Ok(())
        }
        RecordCommand::Review { file, effort, deck, json } => {
            let deck = deck.as_deref().map(deck::find).transpose()?;
            let depth = reviewed::depth_named(effort)?;
            let record = read(file)?.and_then(|record| {
                Ok((reviewed::reviewed(&record, &made(&record, deck.as_ref())?, depth)?, record))
            });
            let (review, record) =
                record.map_err(|fault| Trouble::Refused(format!("{}: {fault}", file.display())))?;
            if *json {
                writeln!(out, "{:#}", reviewed::json(review, record.header()))?
            } else {
                reviewed::write(&review, record.header(), out)?
            }
            Ok(())
        }
        RecordCommand::Hint { file, at, seat, deck, json } => {
            let deck = deck.as_deref().map(deck::find).transpose()?;
            let seat = seat.as_deref().map(hint::find_seat).transpose()?;
            let wrong = |fault: Fault| Trouble::Refused(format!("{}: {fault}", file.display()));
            let record = read(file)?.map_err(wrong)?;
            let inputs = visit(&record, deck.as_ref(), Inputs(&record)).map_err(wrong)?;
            let game = made(&record, deck.as_ref()).map_err(wrong)?;
            let hint = hint::think(LiveGame::new(game), &inputs, *at, seat)?;
            if *json {
                writeln!(out, "{:#}", hint.json(record.header()))?
            } else {
                hint.write(record.header(), out)?
            }
            Ok(())
        }
    }
}

/// Reads a file; the inner fault says that it is not the text of a record.
fn read(file: &Path) -> Result<Result<Record, Fault>, Trouble> {
    let bytes = read_at_most(file, LARGEST, "record")
        .map_err(|why| Trouble::Refused(format!("cannot read '{}': {why}", file.display())))?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Record::read(&text),
        Err(wrong) => {
            let valid = &wrong.as_bytes()[..wrong.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
            Err(Fault::new(line, "this is not text (UTF-8)"))
        }
    })
}

fn verify_all(
    files: &[impl AsRef<Path>],
    deck: Option<&Arc<CardSet>>,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let (mut wrong, mut unread) = (0, Vec::new());
    for file in files.iter().map(AsRef::as_ref) {
        let verdict = match read(file) {
            Ok(record) => record.and_then(|record| visit(&record, deck, Referee(&record))),
            Err(Trouble::Refused(sentence)) => {
                unread.push(sentence);
                continue;
            }
            Err(trouble) => return Err(trouble),
        };
        match verdict {
            Ok(result) => writeln!(out, "{}: holds, {result}", file.display())?,
            Err(fault) => {
                wrong += 1;
                writeln!(out, "{}: {fault}", file.display())?;
            }
        }
    }
    match (unread.is_empty(), wrong) {
        (false, _) => Err(Trouble::Refused(unread.join("\ngruntle: "))),
        (true, 0) => Ok(()),
        (true, 1) => Err(Trouble::Wrong("one record does not hold".to_owned())),
        (true, many) => Err(Trouble::Wrong(format!("{many} records do not hold"))),
    }
}

fn find_viewer(word: &str) -> Result<Viewer, Trouble> {
    if word == "bystander" {
        return Ok(Viewer::Bystander);
    }
    let upper = word.to_uppercase();
    upper
        .parse()
        .map(Viewer::Seat)
        .map_err(|_| Trouble::Refused(format!("'{word}' cannot look on; it is a seat, A to F, or bystander")))
}

/// A refereed record, step by step.
struct Story {
    steps: Vec<Step>,
    result: String,
}

struct Step {
    line: usize,
    input: Option<String>,
    events: Vec<(String, String)>,
    check: Option<(u32, String)>,
    table: Option<Value>,
}

/// Shows a visitor the game that a record was played with.
fn visit<T>(
    record: &Record,
    deck: Option<&Arc<CardSet>>,
    visitor: impl GameVisitor<Answer = Result<T, Fault>>,
) -> Result<T, Fault> {
    made(record, deck)?.visit(visitor)
}

/// The game that a record was played with.
fn made(record: &Record, deck: Option<&Arc<CardSet>>) -> Result<AnyGame, Fault> {
    game_of(record.header(), deck).map_err(|wrong| Fault::new(record.header().begins, wrong.to_string()))
}

/// How a refereed game came out, in words.
fn result_of<G: Game>(live: &Match<G>) -> String {
    live.ending().map_or_else(String::new, |ending| {
        let verb = if ending.winners.len() > 1 { "share the win" } else { "won" };
        format!("{} {verb} by {} ({})", ending.winners, ending.clause, ending.how)
    })
}

/// Referees a record and keeps only the result.
struct Referee<'a>(&'a Record);

impl GameVisitor for Referee<'_> {
    type Answer = Result<String, Fault>;

    fn visit<G: Judge>(self, make: impl Fn(u64) -> G + Sync) -> Self::Answer {
        self.0.referee(make(0)).map(|live| result_of(&live))
    }
}

/// Referees a record and keeps its inputs.
struct Inputs<'a>(&'a Record);

impl GameVisitor for Inputs<'_> {
    type Answer = Result<Vec<String>, Fault>;

    fn visit<G: Judge>(self, make: impl Fn(u64) -> G + Sync) -> Self::Answer {
        self.0.referee(make(0)).map(|live| live.inputs().map(|(_, line)| line).collect())
    }
}

struct Teller<'a> {
    record: &'a Record,
    viewer: Option<Viewer>,
}

impl GameVisitor for Teller<'_> {
    type Answer = Result<Story, Fault>;

    fn visit<G: Judge>(self, make: impl Fn(u64) -> G + Sync) -> Self::Answer {
        let mut steps = Vec::new();
        let live = self.record.referee_with(make(0), |replayed| steps.push(self.step(&replayed)))?;
        Ok(Story { steps, result: result_of(&live) })
    }
}

impl Teller<'_> {
    fn step<G: Game>(&self, replayed: &Replayed<'_, G>) -> Step {
        let game = replayed.live.game();
        let told = |event: &G::Event| (event.clause().to_string(), game.tell(event).to_string());
        let check = replayed.check();
        let (events, input, table) = match self.viewer {
            None => (
                replayed.fully_told().map(told).collect(),
                Some(replayed.text.to_owned()),
                check.is_some().then(|| replayed.position()),
            ),
            Some(viewer) => (
                replayed.heard(viewer).map(told).collect(),
                replayed.was_open_to(viewer).then(|| replayed.text.to_owned()),
                check.is_some().then(|| game.show(&replayed.live.view(viewer))),
            ),
        };
        let check = check.filter(|_| self.viewer.is_none());
        Step { line: replayed.line, input, events, check, table }
    }
}

impl Story {
    fn json(&self, record: &Record, viewer: Option<Viewer>) -> Value {
        let header = record.header();
        let setting: Map<String, Value> =
            header.setting.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        let steps: Vec<Value> = self.steps.iter().map(|step| step.json(viewer)).collect();
        let mut data = json!({
            "record": 1,
            "game": header.game,
            "rules": header.rules,
            "setting": setting,
            "seats": header.names,
            "seed": header.seed.map(|seed| seed.to_string()),
            "as": viewer.map(|viewer| viewer.to_string()),
            "steps": steps,
            "result": self.result,
        });
        if !header.coached.is_empty() {
            data["coached"] = header.coached.iter().map(|seat| seat.to_string()).collect();
        }
        data
    }

    fn write(&self, record: &Record, out: &mut impl Write) -> Result<(), Trouble> {
        let header = record.header();
        writeln!(out, "{} (rules {})", strong(&header.game), header.rules)?;
        for (key, value) in &header.setting {
            writeln!(out, "  {key}: {}", shortly(value))?;
        }
        let names = header.names.iter().zip('A'..).map(|(name, seat)| format!("{seat} {name}"));
        writeln!(out, "  seats: {}", names.collect::<Vec<_>>().join(", "))?;
        if !header.coached.is_empty() {
            writeln!(out, "  coached: {}", header.coached)?;
        }
        writeln!(out)?;
        for step in &self.steps {
            for (clause, text) in &step.events {
                writeln!(out, "{clause:<6} {}", wrapped(text, 7))?;
            }
        }
        writeln!(out, "\n{}", strong(&self.result))?;
        Ok(())
    }
}

/// A value of the set-up; of one that is as long as a file, its beginning.
fn shortly(value: &str) -> String {
    const SHOWN: usize = 120;
    match value.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}… ({} bytes)", &value[..end], value.len()),
        None => value.to_owned(),
    }
}

impl Step {
    fn json(&self, viewer: Option<Viewer>) -> Value {
        let events = self.events.iter().map(|(clause, text)| json!({ "clause": clause, "text": text }));
        let mut step =
            json!({ "line": self.line, "input": self.input, "events": events.collect::<Vec<_>>() });
        if let Some((turn, digest)) = &self.check {
            step["turn"] = json!(turn);
            step["digest"] = json!(digest);
        }
        if let Some(table) = &self.table {
            step[if viewer.is_some() { "view" } else { "position" }] = table.clone();
        }
        step
    }
}
