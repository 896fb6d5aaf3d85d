//! Whether a record has what the server acknowledged, all of it, once, at its place, and nothing that nobody sent.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use games::AnyGame;
use table::{Game, Match, Record};

use crate::play::{Attempt, Fate, Played};

#[derive(Debug, Default)]
pub struct Counts {
    pub inputs: usize,
    /// Acknowledged, and in the record.
    pub done: usize,
    /// The same of answers in windows.
    pub noted: usize,
    /// Acknowledged in windows, and not wanted any more because somebody before them had reacted.
    pub overtaken: usize,
    /// Attempts without an answer, done and not done. A seat's attempts in one window count once.
    pub unknown: (usize, usize),
    pub repeated: usize,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.inputs += other.inputs;
        self.done += other.done;
        self.noted += other.noted;
        self.overtaken += other.overtaken;
        self.unknown = (self.unknown.0 + other.unknown.0, self.unknown.1 + other.unknown.1);
        self.repeated += other.repeated;
    }
}

/// The inputs of a record, in order.
pub fn inputs(record: &str) -> Vec<&str> {
    let after = record.lines().skip_while(|line| *line != "begin").skip(1);
    let is_input = |line: &&str| matches!(line.split_once(' '), Some((who, _)) if who == "*" || is_seat(who));
    after.filter(is_input).collect()
}

fn is_seat(word: &str) -> bool {
    word.len() == 1 && ("A"..="F").contains(&word)
}

/// Judges all of these games.
pub fn of_all(games: &[Played]) -> Counts {
    let mut counts = Counts::default();
    for game in games {
        counts.add(&judge(game));
    }
    counts
}

/// Judges a game; stops the test if something is wrong.
fn judge(game: &Played) -> Counts {
    let inputs = inputs(&game.record);
    // Nobody left or took back, so after the start every change is an input.
    let before = game.version as usize - inputs.len();
    let at = |version: u64| version as usize - before;
    let mut counts = Counts { inputs: inputs.len(), repeated: game.repeated, ..Counts::default() };
    let mut claimed = BTreeSet::new();
    let mut windows: BTreeMap<(u64, &str), Vec<&Attempt>> = BTreeMap::new();
    // Acknowledged requests come first: others may have been sent again.
    let (unknown, known): (Vec<&Attempt>, Vec<&Attempt>) =
        game.sent.iter().partition(|sent| sent.fate == Fate::Unknown && !sent.window);
    for sent in known.into_iter().chain(unknown) {
        if sent.window {
            windows.entry((sent.version, &sent.seat)).or_default().push(sent);
            continue;
        }
        let line = format!("{} {}", sent.seat, sent.action);
        let first = at(sent.version);
        match sent.fate {
            Fate::Done(version) => {
                let found =
                    (first..at(version)).find(|input| inputs[*input] == line && !claimed.contains(input));
                let found = found.unwrap_or_else(|| {
                    panic!(
                        "{}: {sent:?} is not in the record: {:?}",
                        game.code,
                        &inputs[first.saturating_sub(3)..(first + 3).min(inputs.len())]
                    )
                });
                assert!(!sent.alone || found == first, "{}: {sent:?} is at {found}", game.code);
                claimed.insert(found);
                counts.done += 1;
            }
            Fate::Unknown if sent.alone => match inputs.get(first) {
                Some(input) if *input == line && claimed.insert(first) => counts.unknown.0 += 1,
                _ => counts.unknown.1 += 1,
            },
            // Others chose at the same time: it came among theirs, or not at all.
            Fate::Unknown => {
                let luck = inputs[first..].iter().position(|input| input.starts_with('*'));
                let end = first + luck.unwrap_or(inputs.len() - first);
                match (first..end).find(|input| inputs[*input] == line && !claimed.contains(input)) {
                    Some(input) => {
                        claimed.insert(input);
                        counts.unknown.0 += 1;
                    }
                    None => counts.unknown.1 += 1,
                }
            }
            Fate::Noted => panic!("{sent:?} was noted without a window"),
        }
    }
    for ((version, seat), sent) in windows {
        let heard = heard(&inputs, at(version));
        let said = heard.iter().find(|(_, who, _)| *who == seat);
        // The last answer that was acknowledged counts; one without an answer may have come after it.
        let last = sent.iter().rposition(|sent| sent.fate != Fate::Unknown).unwrap_or(0);
        let possible = &sent[last..];
        let acknowledged = sent.iter().any(|sent| sent.fate != Fate::Unknown);
        match said {
            Some((input, _, said)) => {
                let fits = possible.iter().any(|sent| sent.action == *said);
                assert!(fits || !acknowledged && *said == "pass", "{}: {sent:?}, but {said}", game.code);
                claimed.insert(*input);
                match (acknowledged, fits) {
                    (true, _) => counts.noted += 1,
                    (false, true) => counts.unknown.0 += 1,
                    (false, false) => counts.unknown.1 += 1,
                }
            }
            None => {
                // Somebody before this seat has reacted, and the window was over.
                let reacted = heard.last().is_some_and(|(.., said)| *said != "pass");
                assert!(reacted, "{}: {sent:?} was not heard", game.code);
                match acknowledged {
                    true => counts.overtaken += 1,
                    false => counts.unknown.1 += 1,
                }
            }
        }
    }
    let passed_for = passed_for(&game.record, &inputs);
    for (input, line) in inputs.iter().enumerate() {
        let person = ["A", "B", "C", "D", "E", "F"][..game.kind.people].contains(&&line[..1]);
        let may_time_out = game.kind.wait > 0 && line.ends_with(" pass");
        assert!(
            !person || claimed.contains(&input) || may_time_out || passed_for.contains(&input),
            "{}: nobody sent input {input}, {line}",
            game.code
        );
    }
    counts
}

/// The table's own inputs: passes of seats that have no say, as everybody or they themselves can see.
fn passed_for(record: &str, inputs: &[&str]) -> BTreeSet<usize> {
    fn of<G: Game>(game: G, inputs: &[&str]) -> BTreeSet<usize> {
        let mut live = Match::new(game);
        let mut passed_for = BTreeSet::new();
        for (input, line) in inputs.iter().enumerate() {
            let asked = live.awaits().seats().iter().next();
            let is_without = |seat| live.without_a_say().contains(seat) || !live.has_a_say(seat);
            let is_without = asked.is_some_and(is_without);
            if live.pass().is_some() && line.ends_with(" pass") && is_without {
                passed_for.insert(input);
            }
            let read = live.read_input(line).unwrap_or_else(|wrong| panic!("{line}: {wrong:?}"));
            assert!(live.take(read).is_ok(), "{line} is refused");
        }
        passed_for
    }
    match games::game_of(Record::read(record).unwrap().header(), None).unwrap() {
        AnyGame::Spammers(game) => of(game, inputs),
        AnyGame::SpamORama(game) => of(game, inputs),
    }
}

/// The answers in the window that opened after so many inputs: passes, and at most one reaction after them.
fn heard<'a>(inputs: &[&'a str], first: usize) -> Vec<(usize, &'a str, &'a str)> {
    let mut heard = Vec::new();
    for (input, line) in inputs.iter().enumerate().skip(first) {
        let Some((who, said)) = line.split_once(' ') else { break };
        if who == "*" || heard.iter().any(|(_, before, _)| *before == who) {
            break;
        }
        heard.push((input, who, said));
        if said != "pass" {
            break;
        }
    }
    heard
}

/// Every record holds, as the program itself says.
pub fn hold(folder: &Path, games: &[Played]) {
    let files: Vec<_> = games
        .iter()
        .map(|game| {
            let file = folder.join(format!("{}.txt", game.code));
            std::fs::write(&file, &game.record).unwrap();
            file
        })
        .collect();
    let verify = Command::new(env!("CARGO_BIN_EXE_gruntle")).args(["record", "verify"]).args(&files).output();
    let verdict = verify.unwrap();
    let said = String::from_utf8_lossy(&verdict.stdout);
    assert!(verdict.status.success(), "{said}{}", String::from_utf8_lossy(&verdict.stderr));
    assert_eq!(said.lines().filter(|line| line.contains(": holds, ")).count(), games.len(), "{said}");
}
