//! `gruntle sim`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use games::{GameName, PlayerName, Setup};
use lab::stats::{Z95, wilson};
use lab::{ExplainedDecision, KeepRecord, Plan, Tally, percent_within, play_aloud, simulate};
use report::{Estimate, grouped};
use serde_json::{Map, Value, json};
use table::{Record, SeatCount};

use crate::Trouble;
use crate::arguments::Sim;
use crate::bot::{faults_as_data, faults_in_lines, tell_faults};
use crate::crew::find_crew;
use crate::interrupt::stop_by_ctrl_c;
use crate::progress::progress_bar;
use crate::resolve::{
    USUAL_SEATS, find_bots, find_game, find_seats, find_seed, find_setup, find_threads, seat_bots,
};
use crate::terminal::{strong, wrapped};

/// More threads for a search than anybody has cores for.
const MOST_WORKERS: usize = 64;
/// As many games as anybody reads.
const MOST_ALOUD: u64 = 10;

pub(crate) fn run(asked: &Sim, out: &mut impl Write) -> Result<(), Trouble> {
    let refused = |sentence: String| Trouble::Refused(sentence);
    let game = find_game(&asked.game)?;
    let bots = find_bots(game, &asked.table.players.bots)?;
    let seats =
        find_seats(asked.table.seats.unwrap_or(if bots.len() > 1 { bots.len() } else { USUAL_SEATS }))?;
    let seed = find_seed(asked.luck.seed);
    let setup = find_setup(game, seats, &asked.setup, seed)?;
    if asked.games == 0 {
        return Err(refused("no games are nothing to simulate; ask for 1 or more".to_owned()));
    }
    let threads = find_threads(asked.luck.threads)?;
    let bots = seat_bots(bots, seats)?;
    if !(1..=MOST_WORKERS).contains(&asked.heads) {
        return Err(refused(format!("a search has 1 to {MOST_WORKERS} heads, not {}", asked.heads)));
    }
    let plan = Plan { seed, bots, workers: asked.heads };
    if asked.aloud {
        if asked.games > MOST_ALOUD {
            return Err(refused(format!(
                "thinking aloud fills pages; it is for 1 to {MOST_ALOUD} games (--games), not {}",
                asked.games
            )));
        }
        let told = aloud(&setup, &plan, asked.games, out);
        tell_faults(plan.bots.iter());
        return told;
    }
    let bar = progress_bar(asked.games);
    let crew = find_crew(&asked.cluster, threads, &plan.bots, &bar)?;
    let folder = asked.records.as_deref().map(Folder::open).transpose()?;

    let started = Instant::now();
    let keep = |number, record: Record| {
        folder.as_ref().map_or(Ok(()), |folder| folder.keep(game.name(), number, &record))
    };
    let keep: Option<KeepRecord<'_>> = if folder.is_some() { Some(&keep) } else { None };
    let tally = simulate(&setup, &plan, asked.games, &*crew, &stop_by_ctrl_c(), keep, |games| bar.inc(games));
    bar.finish_and_clear();
    let tally = tally.map_err(|stopped| refused(stopped.to_string()))?;
    if tally.games == 0 {
        return Err(Trouble::Stopped("stopped before a game was over; there is nothing to tell".to_owned()));
    }
    let report = Report { game, seats, plan: &plan, tally: &tally, took: started.elapsed() };
    if asked.json {
        writeln!(out, "{:#}", report.json())?;
    } else {
        report.write(out)?;
        if let Some(folder) = &folder {
            writeln!(
                out,
                "  records     {} in {}",
                grouped(tally.games - tally.unfinished),
                folder.path.display()
            )?;
        }
    }
    match tally.games == asked.games {
        true => Ok(()),
        false => Err(Trouble::Stopped(format!(
            "stopped after {} of {} games; what is told is of these",
            grouped(tally.games),
            grouped(asked.games)
        ))),
    }
}

/// The bots think aloud.
fn aloud(setup: &Setup, plan: &Plan, games: u64, out: &mut impl Write) -> Result<(), Trouble> {
    for number in 0..games {
        let seated: Vec<&PlayerName> = plan.seated(number).collect();
        writeln!(out, "{}", strong(&format!("Game {} of seed {}", number + 1, plan.seed)))?;
        let mut hear = |said: ExplainedDecision| {
            let bot = seated[said.seat.index()];
            if !said.had_choice {
                return Ok(());
            }
            // Only who thinks by the clock takes a time that one may ask for.
            let took = if bot.thinks_by_the_clock() {
                format!(" after {} ms", said.took.as_millis())
            } else {
                String::new()
            };
            writeln!(out, "  {} ({bot}{took}): {}", said.seat, wrapped(&said.sentence, 4))
        };
        let ending = play_aloud(setup, plan, number, &mut hear)?;
        let won = ending.map_or("nobody, for it took too long".to_owned(), |ending| {
            format!("{} by {} ({})", ending.winners, ending.clause, ending.how)
        });
        writeln!(out, "  Won by {won}.")?;
    }
    Ok(())
}

/// The folder that records go to.
struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Makes the folder if need be, and makes sure that it can be written before a game is played.
    fn open(path: &Path) -> Result<Self, Trouble> {
        let cannot = |wrong: std::io::Error| {
            Trouble::Refused(format!(
                "cannot write records to '{}': {wrong}; name a folder you may write to",
                path.display()
            ))
        };
        fs::create_dir_all(path).map_err(cannot)?;
        let probe = path.join(".gruntle-probe");
        fs::write(&probe, "").map_err(cannot)?;
        fs::remove_file(&probe).map_err(cannot)?;
        Ok(Self { path: path.to_owned() })
    }

    /// Keeps a record whole or not at all, and never writes over another game.
    fn keep(&self, game: &str, number: u64, record: &Record) -> Result<(), String> {
        let seed = record.header().seed.map_or(0, |seed| seed.number);
        let seats = record.header().names.len();
        let path = self.path.join(format!("{game}-{seats}-{seed}-{number}.txt"));
        let text = record.to_string();
        match fs::read(&path) {
            Ok(there) if there == text.as_bytes() => return Ok(()),
            Ok(_) => {
                return Err(format!("'{}' holds another game already; name another folder", path.display()));
            }
            Err(wrong) if wrong.kind() == std::io::ErrorKind::NotFound => {}
            Err(wrong) => return Err(format!("cannot write '{}': {wrong}", path.display())),
        }
        let half = path.with_extension("part");
        fs::write(&half, text).and_then(|()| fs::rename(&half, &path)).map_err(|wrong| {
            let _ = fs::remove_file(&half);
            format!("cannot write '{}': {wrong}", path.display())
        })
    }
}

/// The results of a simulation.
struct Report<'a> {
    game: GameName,
    seats: SeatCount,
    plan: &'a Plan,
    tally: &'a Tally,
    took: Duration,
}

impl Report<'_> {
    fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.took.as_secs_f64().max(1e-9)
    }

    /// The wins of each bot by name, summed over the places of that name.
    fn wins_by_bot(&self) -> Map<String, Value> {
        let mut wins = Map::new();
        for (bot, won) in self.plan.bots.iter().zip(self.tally.wins_by_bot) {
            let before = wins.get(&bot.to_string()).and_then(Value::as_u64).unwrap_or(0);
            wins.insert(bot.to_string(), json!(before + won));
        }
        wins
    }

    /// So many wins as a share of all games, with Wilson's interval.
    fn share(&self, wins: u64) -> Estimate {
        wilson(wins as f64, self.tally.games as f64, Z95)
    }

    fn json(&self) -> Value {
        let tally = self.tally;
        let rounds = tally.rounds();
        let wins = &tally.wins[..self.seats.get()];
        let within = |wins: u64| {
            let share = self.share(wins);
            json!([share.low, share.high])
        };
        let by_bot = self.wins_by_bot();
        let by_bot_within: Map<String, Value> =
            by_bot.iter().map(|(bot, won)| (bot.clone(), within(won.as_u64().unwrap_or(0)))).collect();
        let mut data = json!({
            "game": self.game.name(),
            "seats": self.seats.get(),
            "bots": self.plan.bots.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "seed": self.plan.seed,
            "games": tally.games,
            "seconds": self.took.as_secs_f64(),
            "games_per_s": self.per_second(tally.games),
            "decisions": tally.decisions,
            "decisions_per_s": self.per_second(tally.decisions),
            "wins": wins,
            "wins_within": wins.iter().map(|&wins| within(wins)).collect::<Vec<_>>(),
            "wins_by_bot": by_bot,
            "wins_by_bot_within": by_bot_within,
            "shared_wins": tally.shared_wins,
            "rounds": {
                "median": rounds.map(|rounds| rounds.median),
                "p90": rounds.map(|rounds| rounds.p90),
                "max": rounds.map(|rounds| rounds.max),
            },
            "unfinished": tally.unfinished,
        });
        if let Some(faults) = faults_as_data(&self.plan.bots) {
            data["faults"] = faults;
        }
        data
    }

    fn write(&self, out: &mut impl Write) -> Result<(), Trouble> {
        let tally = self.tally;
        let bots: Vec<String> = self.plan.bots.iter().map(ToString::to_string).collect();
        writeln!(
            out,
            "{}, {} seats ({}), {} games, seed {}",
            strong(self.game.title()),
            self.seats.get(),
            bots.join(", "),
            grouped(tally.games),
            self.plan.seed
        )?;
        let share = |wins: u64| percent_within(self.share(wins));
        let wins = self.seats.iter().map(|seat| format!("{seat} {}", share(tally.wins[seat.index()])));
        write_shares("wins", wins, out)?;
        let by_bot = self.wins_by_bot();
        if by_bot.len() > 1 {
            let by_bot =
                by_bot.iter().map(|(bot, won)| format!("{bot} {}", share(won.as_u64().unwrap_or(0))));
            write_shares("by bot", by_bot, out)?;
        }
        if tally.shared_wins > 0 {
            write_shares("shared", [share(tally.shared_wins)], out)?;
        }
        if let Some(rounds) = tally.rounds() {
            writeln!(
                out,
                "  rounds      half within {}, nine of ten within {}, longest {}",
                rounds.median, rounds.p90, rounds.max
            )?;
        }
        if tally.unfinished > 0 {
            writeln!(out, "  unfinished  {}", grouped(tally.unfinished))?;
        }
        for faults in faults_in_lines(&self.plan.bots) {
            writeln!(out, "  faults      {}", wrapped(&faults, 14))?;
        }
        writeln!(
            out,
            "  decisions   {} in {:.2} s, {} a second",
            grouped(tally.decisions),
            self.took.as_secs_f64(),
            grouped(self.per_second(tally.decisions) as u64)
        )?;
        Ok(())
    }
}

/// How many shares stand on a line.
const SHARES_A_LINE: usize = 3;

/// Shares with their intervals, in lines behind what they are of.
fn write_shares(
    of: &str,
    shares: impl IntoIterator<Item = String>,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let shares: Vec<String> = shares.into_iter().collect();
    for (line, some) in shares.chunks(SHARES_A_LINE).enumerate() {
        let of = if line == 0 { of } else { "" };
        writeln!(out, "  {of:<11} {}", some.join("   "))?;
    }
    Ok(())
}
