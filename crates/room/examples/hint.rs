//! How long a coach thinks: asked before every so many decisions of games that were played, by the time this thread was on a CPU.
//! `cargo run --release -p room --example hint -- 20 records/*.txt` asks before one decision of twenty.
#![allow(clippy::unwrap_used)] // A measurement may stop at once.

use games::{AnyGame, game_of};
use room::{AdviceJob, LiveGame};
use table::{Game, Record, Seat};

/// Nanoseconds that this thread has been on a CPU.
fn on_cpu() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    told.split(' ').next().unwrap().parse().unwrap()
}

/// The game at its beginning, and all its inputs.
fn played(record: &Record) -> (LiveGame, Vec<String>) {
    fn inputs<G: Game>(record: &Record, game: G) -> Vec<String> {
        record.referee(game).unwrap().inputs().map(|(_, line)| line).collect()
    }
    let game = || game_of(record.header(), None).unwrap();
    let lines = match game() {
        AnyGame::Spammers(game) => inputs(record, game),
        AnyGame::SpamORama(game) => inputs(record, game),
    };
    (LiveGame::new(game()), lines)
}

fn main() {
    let mut asked = std::env::args().skip(1);
    let every: usize = asked.next().and_then(|number| number.parse().ok()).unwrap_or(20);
    println!("| game | hints | ms of CPU, half within | nine of ten | most |\n|---|--:|--:|--:|--:|");
    for file in asked {
        let record = Record::read(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let (mut live, lines) = played(&record);
        let (mut decisions, mut took) = (0, Vec::new());
        for line in lines {
            let seat = line.split(' ').next().and_then(|who| who.parse::<Seat>().ok());
            if let Some(job) = seat.and_then(|seat| AdviceJob::new(&live, seat)) {
                decisions += 1;
                if decisions % every == 0 {
                    let before = on_cpu();
                    assert!(!job.advise().best.is_empty());
                    took.push((on_cpu() - before) as f64 / 1e6);
                }
            }
            live.feed(&line).unwrap();
        }
        took.sort_by(f64::total_cmp);
        let within = |share: f64| took.get(((took.len() - 1) as f64 * share) as usize).unwrap();
        let name = file.rsplit('/').next().unwrap().trim_end_matches(".txt");
        println!(
            "| {name} | {} | {:.0} | {:.0} | {:.0} |",
            took.len(),
            within(0.5),
            within(0.9),
            within(1.0)
        );
    }
}
