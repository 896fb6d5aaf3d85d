//! Self-play as data to learn from: every decision a row of Parquet, in shards of some games each. What a shard holds depends
//! on what was asked for alone. `docs/dataset.md` describes it.

mod about;
mod rows;
mod shard;

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

use games::{GameVisitor, Setup, Study};
use serde_json::{Value, json};
use tensors::Encoder;

use crate::dataset::about::About;
use crate::dataset::rows::Rows;
use crate::dataset::shard::Unwritten;
use crate::run::{Line, Log, MOST_GAMES, RunError, Start, Stop, damaged, pool};
use crate::sim::Plan;

/// The name of what is written when all is done.
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

/// What came of a dataset.
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

    /// Plays what the folder does not hold yet on so many threads and writes it there; `progress` is told how many games have
    /// just been done.
    pub fn write(
        &self,
        folder: &Path,
        start: Start,
        threads: usize,
        stop: &Stop,
        progress: impl Fn(u64) + Sync,
    ) -> Result<Written, RunError> {
        self.check()?;
        let pool = pool(threads)?;
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
            shards.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(shard);
            Ok(())
        };
        let work = Work { dataset: self, folder, about: &about, open: &open, stop, progress: &progress };
        self.setup.visit(Play { work, pool: &pool, keep: &keep })?;
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

    /// What the lines of a journal say.
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

/// Takes note of a file that is whole.
type Keep<'a> = &'a (dyn Fn(usize, Shard) -> Result<(), RunError> + Sync);

/// What there is to play.
struct Work<'a> {
    dataset: &'a Dataset,
    folder: &'a Path,
    about: &'a About,
    /// The files that are not there yet.
    open: &'a [usize],
    stop: &'a Stop,
    progress: &'a (dyn Fn(u64) + Sync),
}

/// Plays it.
struct Play<'a> {
    work: Work<'a>,
    pool: &'a rayon::ThreadPool,
    keep: Keep<'a>,
}

impl GameVisitor for Play<'_> {
    type Answer = Result<(), RunError>;

    fn visit<G: Study>(self, make: impl Fn(u64) -> G + Sync) -> Result<(), RunError> {
        let Self { work, pool, keep } = self;
        let next = AtomicUsize::new(0);
        let trouble = Mutex::new(None);
        pool.broadcast(|_| {
            // Files are taken up in order, each by one thread.
            while let Some(&place) = work.open.get(next.fetch_add(1, Ordering::Relaxed)) {
                let written = match work.write(place, &make) {
                    Ok(shard) => keep(place, shard),
                    Err(Unwritten::Stopped) => break,
                    Err(Unwritten::Failed(wrong)) => Err(cannot(work.folder, &wrong)),
                };
                if let Err(wrong) = written {
                    trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(wrong);
                    next.store(work.open.len(), Ordering::Relaxed);
                }
            }
        });
        trouble.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

impl Work<'_> {
    /// Plays the games of a file and writes it.
    fn write<G: Study>(&self, place: usize, make: impl Fn(u64) -> G) -> Result<Shard, Unwritten> {
        let Dataset { plan, .. } = self.dataset;
        let numbers = self.dataset.numbers(place);
        let encoder = Encoder::new(&make(numbers.start));
        let path = self.folder.join(self.dataset.name(place));
        let facts = self.about.facts(self.dataset, &numbers);
        let names: Vec<String> = plan.bots.iter().map(ToString::to_string).collect();
        let play = |number: u64, rows: &mut Rows| {
            if self.stop.is_raised() {
                return Err(Unwritten::Stopped);
            }
            rows.play(&make(number), &encoder, plan, number);
            (self.progress)(1);
            Ok(())
        };
        let (rows, bytes) = shard::write(&path, numbers, &names, &facts, play)?;
        Ok(Shard { rows, bytes })
    }
}
