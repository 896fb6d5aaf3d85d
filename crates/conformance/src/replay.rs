//! Replay: the same inputs give the same game, by hand and from a record, and a spoiled record is found out.

use table::{ChaCha8, Game, Luck as _, Match, NoEvents, Record, Seed};

use crate::bench::Bench;
use crate::glimpse::parting;
use crate::law::{Law, Verdict};
use crate::trace::{Trace, write_input};

/// One position in so many is compared when a game is played again.
const COMPARE_EVERY: usize = 32;

impl<G: Game> Bench<'_, G> {
    /// Plays the inputs again at the same game, half of the time with nobody listening.
    pub fn plays_again_the_same(&mut self, trace: &Trace<G>) -> Verdict {
        let game = self.game;
        let mut state = game.set_up();
        for (step, input) in trace.inputs.iter().enumerate() {
            self.step.set(step);
            let mut events = Vec::new();
            let listening = self.one_in(2);
            let taken = if listening {
                game.apply(&mut state, *input, &mut events)
            } else {
                game.apply(&mut state, *input, &mut NoEvents)
            };
            let words = || write_input(game, *input);
            if let Err(refusal) = taken {
                return Law::Replays
                    .broken(format!("{} was taken once and now is refused: {refusal}", words()));
            }
            if listening && events != trace.events[step] {
                return Law::Replays
                    .broken(format!("after {} other things were told than the first time", words()));
            }
            if step % COMPARE_EVERY == 0 || step + 1 == trace.inputs.len() {
                let first = game.position(&trace.states[step + 1]).to_string();
                let second = game.position(&state).to_string();
                if first != second {
                    let what =
                        parting(&format!("after {} played again the position", words()), &first, &second);
                    return Law::Replays.broken(what);
                }
            }
        }
        Ok(())
    }

    /// Who sits at the table.
    pub fn names(&self) -> Vec<String> {
        self.game.seats().iter().map(|seat| format!("player {seat}")).collect()
    }

    /// Writes the record of the game, reads and referees it with a game fresh from the box, and compares everything.
    pub fn replays_from_its_record(
        &mut self,
        trace: &Trace<G>,
        seed: Seed,
        fresh: impl Fn() -> G,
    ) -> Verdict<String> {
        let names = self.names();
        let mut live = Match::new(fresh());
        for input in &trace.inputs {
            if let Err(refusal) = live.take(*input) {
                return Law::Replays.broken(format!(
                    "{} was taken once and is refused in a fresh match: {refusal}",
                    write_input(self.game, *input)
                ));
            }
        }
        let Some(text) = live.record(&names, Some(seed)).map(|record| record.to_string()) else {
            return Law::Replays.broken("the inputs that ended the game do not end a fresh match");
        };
        let mut last = None;
        let refereed = Record::read(&text).and_then(|record| {
            record.referee_with(fresh(), |now| {
                if now.live.ending().is_some() {
                    last = Some(now.position().to_string());
                }
            })
        });
        let refereed = match refereed {
            Ok(refereed) => refereed,
            Err(fault) => return Law::Replays.broken(format!("the game's own record is faulted: {fault}")),
        };
        let again = refereed.record(&names, Some(seed)).map(|record| record.to_string());
        if again.as_deref() != Some(text.as_str()) {
            let what = parting("the record of the record", &text, &again.unwrap_or_default());
            return Law::Replays.broken(what);
        }
        let end = self.game.position(trace.last()).to_string();
        if last.as_deref() != Some(end.as_str()) {
            let what = parting("the last position refereed", &end, &last.unwrap_or_default());
            return Law::Replays.broken(what);
        }
        self.everybody_heard_the_same(trace, &refereed)?;
        self.report.replays += 1;
        Ok(text)
    }

    fn everybody_heard_the_same(&self, trace: &Trace<G>, refereed: &Match<G>) -> Verdict {
        for viewer in self.game.seats().viewers() {
            let first = trace.events.iter().enumerate().flat_map(|(step, events)| {
                events.iter().filter_map(move |scoped| Some((step + 1, scoped.heard_by(viewer)?)))
            });
            if !first.eq(refereed.heard(viewer, 0)) {
                return Law::Replays
                    .broken(format!("{viewer} hears other things when the record is replayed"));
            }
        }
        Ok(())
    }

    /// Spoils a record in a few ways, each of which must be found out, even by who signs it anew.
    pub fn forgeries_are_found_out(&mut self, text: &str, fresh: impl Fn() -> G) -> Verdict {
        for _ in 0..self.plan.forgeries {
            let Some((how, forged)) = forge(text, &mut self.luck) else {
                continue;
            };
            let read = Record::read(&forged);
            if read.as_ref().is_ok_and(|record| record.referee(fresh()).is_ok()) {
                return Law::Replays.broken(format!("a record stands although {how}"));
            }
            self.report.forgeries += 1;
            // A forger can mend the checksum. He may even get away with it where two lines change nothing
            // by changing places; but the referee must come to a verdict.
            if let Ok(record) = read
                && let Ok(signed) = Record::read(&record.to_string())
            {
                let _ = signed.referee(fresh());
            }
        }
        Ok(())
    }
}

/// The record with one thing wrong between its first input and its result, and what that is.
fn forge(text: &str, luck: &mut ChaCha8) -> Option<(String, String)> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let begin = lines.iter().position(|line| line == "begin")? + 1;
    let won = lines.iter().rposition(|line| line.starts_with("won "))?;
    let inputs = u32::try_from(won.checked_sub(begin)?).ok().filter(|&count| count > 0)?;
    let place = begin + luck.below(inputs) as usize;
    let number = place + 1;
    let how = match luck.below(5) {
        0 => {
            lines.remove(place);
            format!("line {number} was taken out")
        }
        1 => {
            lines.insert(place, lines[place].clone());
            format!("line {number} was doubled")
        }
        2 if place + 1 < won && lines[place] != lines[place + 1] => {
            lines.swap(place, place + 1);
            format!("lines {number} and {} changed places", number + 1)
        }
        3 => {
            let last = lines[place].pop()?;
            let other = if last == '1' { '2' } else { '1' };
            lines[place].push(other);
            format!("line {number} ends in '{other}' and not in '{last}'")
        }
        _ => {
            lines.truncate(place);
            format!("it breaks off before line {number}")
        }
    };
    Some((how, lines.join("\n")))
}
