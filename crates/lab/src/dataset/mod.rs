//! Self-play as data to learn from: every decision a row of Parquet, in shards of some games each. What a shard holds
//! depends on what was asked for alone. `docs/dataset.md` describes it.

mod about;
mod rows;
mod shard;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io, thread};

use games::{GameVisitor, Setup, Study};
use serde_json::{Value, json};
use tensors::Encoder;

use crate::dataset::about::About;
use crate::dataset::rows::Rows;
use crate::dataset::shard::Unwritten;
use crate::decision::Games;
use crate::puzzles::Except;
use crate::run::{
    Crew, Done, Flow, Line, Log, MOST_GAMES, Piece, Question, RunError, Start, Stop, Task, chunk, damaged,
};
use crate::sim::Plan;

/// The name of the summary, written when all is done.
const SUMMARY: &str = "dataset.json";

/// Games to be played and written down.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// The command that asks for it, without what does not change its numbers.
    pub command: String,
    /// The game as it is set up.
    pub setup: Setup,
    /// Seed and bots.
    pub plan: Plan,
    /// How many games.
    pub games: u64,
    /// How many games a file.
    pub per_file: u64,
}

/// A written dataset, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// How many games are in files.
    pub games: u64,
    /// How many decisions.
    pub rows: u64,
    /// How many files.
    pub files: usize,
    /// Whether that is all that was asked for.
    pub finished: bool,
}

/// A file that is whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shard {
    rows: u64,
    bytes: u64,
}

impl Dataset {
    /// Whether a dataset of this size is possible.
    pub fn check(&self) -> Result<(), RunError> {
        let said = |sentence: String| Err(RunError(sentence));
        match (self.games, self.per_file) {
            (0, _) => said("no games are nothing to learn from; ask for 1 or more".to_owned()),
            (games, _) if games > MOST_GAMES => {
                said(format!("{games} games are too many; the most is {MOST_GAMES}"))
            }
            (_, 0) => said("a file of no games is none; --per-file is 1 or more".to_owned()),
            (_, _) => Ok(()),
        }
    }

    /// Lets a crew play the games that the folder lacks, and writes them on so many threads; `progress` gets the number
    /// of games just done.
    pub fn write(
        &self,
        folder: &Path,
        start: Start,
        crew: &dyn Crew,
        threads: usize,
        stop: &Stop,
        progress: impl Fn(u64) + Sync,
    ) -> Result<Written, RunError> {
        self.check()?;
        let about = About::of(self);
        let header = about.header(self);
        let (log, done) = match start {
            Start::Begin => (Log::begin(folder, &header)?, Vec::new()),
            Start::Resume => Log::resume(folder, &header, |lines| self.read(lines, folder))?,
        };
        let mut shards: Vec<Option<Shard>> = vec![None; self.shards()];
        for (place, shard) in done {
            let file = folder.join(self.name(place)).symlink_metadata();
            let is_whole = file.is_ok_and(|file| file.is_file() && file.len() == shard.bytes);
            shards[place] = is_whole.then_some(shard);
        }
        let open: Vec<usize> = (0..shards.len()).filter(|place| shards[*place].is_none()).collect();
        progress(self.games - open.iter().map(|place| self.count(*place)).sum::<u64>());
        let shards = Mutex::new(shards);
        let keep = |place: usize, shard: Shard| {
            log.add(&json!({ "shard": place, "rows": shard.rows, "bytes": shard.bytes }).to_string())?;
            lock(&shards)[place] = Some(shard);
            Ok(())
        };
        let write = |place: usize, games: Games| {
            let written =
                self.setup.visit(Write { dataset: self, folder, about: &about, place, games: &games });
            keep(place, written.map_err(|Unwritten(wrong)| cannot(folder, &wrong))?)
        };
        self.play(&open, crew, threads, stop, &progress, &write)?;
        let shards = shards.into_inner().unwrap_or_else(PoisonError::into_inner);
        let whole = || shards.iter().enumerate().filter_map(|(place, shard)| Some((place, (*shard)?)));
        let written = Written {
            games: whole().map(|(place, _)| self.count(place)).sum(),
            rows: whole().map(|(_, shard)| shard.rows).sum(),
            files: whole().count(),
            finished: shards.iter().all(Option::is_some),
        };
        if written.finished {
            self.sum_up(folder, &about, header, whole()).map_err(|wrong| cannot(folder, &wrong))?;
        }
        Ok(written)
    }

    /// Lets a crew play the games of these files; each is written as soon as all of its games are there. What comes
    /// faster than it is written waits.
    fn play(
        &self,
        open: &[usize],
        crew: &dyn Crew,
        threads: usize,
        stop: &Stop,
        progress: &(dyn Fn(u64) + Sync),
        write: WriteShard<'_>,
    ) -> Result<(), RunError> {
        let task = Task {
            setup: self.setup.clone(),
            plan: self.plan.clone(),
            question: Question::Decide,
            except: Except::default(),
        };
        let size = chunk(&self.plan.bots);
        let mut pieces = open.iter().flat_map(|place| {
            let Range { start, end } = self.numbers(*place);
            let pieces = (start..end).step_by(size as usize);
            pieces.map(move |from| Piece { task: 0, numbers: from..end.min(from.saturating_add(size)) })
        });
        let (whole, next) = sync_channel::<(usize, Games)>(threads);
        let next = Mutex::new(next);
        let take_up = || lock(&next).recv();
        let trouble = Mutex::new(None);
        // Files of which some games are there, those by the number of the first of a piece.
        let begun: Mutex<BTreeMap<usize, BTreeMap<u64, Games>>> = Mutex::default();
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Ok((place, games)) = take_up() {
                        // Later pieces are dropped after an error, so that nobody waits.
                        let is_well = lock(&trouble).is_none();
                        if let Some(wrong) = is_well.then(|| write(place, games).err()).flatten() {
                            lock(&trouble).get_or_insert(wrong);
                        }
                    }
                });
            }
            let take = |piece: &Piece, done: Done| {
                let Done::Decided(games) = done else {
                    return Err(RunError("what came back is not what was asked for".to_owned()));
                };
                progress(games.len() as u64);
                let place = (piece.numbers.start / self.per_file) as usize;
                let mut begun = lock(&begun);
                let parts = begun.entry(place).or_default();
                parts.insert(piece.numbers.start, games);
                if parts.values().map(Vec::len).sum::<usize>() as u64 == self.count(place) {
                    let games =
                        begun.remove(&place).into_iter().flatten().flat_map(|(_, games)| games).collect();
                    drop(begun);
                    // The receiver is gone only after a failed write, which is reported below.
                    let _ = whole.send((place, games));
                }
                Ok(if lock(&trouble).is_some() { Flow::Enough } else { Flow::GoOn })
            };
            let carried = crew.carry_out(&[task], &mut pieces, stop, &take);
            drop(whole);
            carried
        })?;
        trouble.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// How many files there are in all.
    fn shards(&self) -> usize {
        self.games.div_ceil(self.per_file.max(1)) as usize
    }

    /// The numbers of the games in a file.
    fn numbers(&self, place: usize) -> Range<u64> {
        let start = place as u64 * self.per_file;
        start..self.games.min(start.saturating_add(self.per_file))
    }

    /// How many games a file has.
    fn count(&self, place: usize) -> u64 {
        let Range { start, end } = self.numbers(place);
        end - start
    }

    /// The name of a file.
    fn name(&self, place: usize) -> String {
        format!("games-{:07}.parquet", self.numbers(place).start)
    }

    /// Parses the lines of a journal.
    fn read(&self, lines: Vec<Line>, folder: &Path) -> Result<Vec<(usize, Shard)>, RunError> {
        let shard = |line: &Value| {
            let number = |key: &str| line.get(key)?.as_u64();
            let place = usize::try_from(number("shard")?).ok().filter(|place| *place < self.shards())?;
            Some((place, Shard { rows: number("rows")?, bytes: number("bytes")? }))
        };
        lines.iter().map(|(number, line)| shard(line).ok_or_else(|| damaged(folder, *number))).collect()
    }

    /// Writes what the folder holds.
    fn sum_up(
        &self,
        folder: &Path,
        about: &About,
        mut summary: Value,
        shards: impl Iterator<Item = (usize, Shard)>,
    ) -> io::Result<()> {
        let files = shards.map(|(place, shard)| {
            let Range { start, end } = self.numbers(place);
            json!({ "file": self.name(place), "games": [start, end - 1], "rows": shard.rows, "bytes": shard.bytes })
        });
        if let Some(map) = summary.as_object_mut() {
            map.shift_remove("journal");
            map.insert("layout".to_owned(), about.layout_in_full());
            map.insert("files".to_owned(), files.collect());
        }
        let (path, part) = (folder.join(SUMMARY), folder.join(format!("{SUMMARY}.part")));
        fs::write(&part, format!("{summary:#}\n"))?;
        fs::rename(part, path)
    }
}

fn cannot(folder: &Path, wrong: &dyn std::fmt::Display) -> RunError {
    RunError(format!("cannot write to '{}': {wrong}", folder.display()))
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes the file at this place.
type WriteShard<'a> = &'a (dyn Fn(usize, Games) -> Result<(), RunError> + Sync);

/// Writes a file of games that were played.
struct Write<'a> {
    dataset: &'a Dataset,
    folder: &'a Path,
    about: &'a About,
    place: usize,
    games: &'a Games,
}

impl GameVisitor for Write<'_> {
    type Answer = Result<Shard, Unwritten>;

    fn visit<G: Study>(self, make: impl Fn(u64) -> G + Sync) -> Result<Shard, Unwritten> {
        let Dataset { plan, .. } = self.dataset;
        let numbers = self.dataset.numbers(self.place);
        let encoder = Encoder::new(&make(numbers.start));
        let path = self.folder.join(self.dataset.name(self.place));
        let facts = self.about.facts(self.dataset, &numbers);
        let names: Vec<String> = plan.bots.iter().map(ToString::to_string).collect();
        let mut games = self.games.iter();
        let add = |number: u64, rows: &mut Rows| {
            let decisions = games.next().map_or(&[][..], Vec::as_slice);
            let is_so = rows.add(&make(number), &encoder, plan, number, decisions);
            is_so
                .then_some(())
                .ok_or_else(|| Unwritten(format!("game {number} was not played as it came back")))
        };
        let (rows, bytes) = shard::write(&path, numbers, &names, &facts, add)?;
        Ok(Shard { rows, bytes })
    }
}
