//! Viewers' streams, held against the record of the game: through every node, a watcher saw and heard all moves and
//! nothing else.

use std::collections::BTreeSet;

use games::AnyGame;
use serde_json::{Value, json};
use table::{Event as _, Game, Match, Record, Viewer};

use crate::verdict::inputs;

/// The table after so many inputs, as one viewer may see it.
struct Moment {
    view: Value,
    over: Value,
    /// All that this viewer has heard, as far as the game lets anybody look back.
    heard: Vec<Value>,
}

/// A game as one viewer may have seen it.
pub struct Past {
    /// Before the first input, and after each.
    moments: Vec<Moment>,
    seats: Value,
    viewer: Value,
}

/// The events of one stream, in order.
pub type Told = Vec<Value>;

/// Distinct views, and inputs with an event.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub shown: BTreeSet<u64>,
    pub heard: BTreeSet<u64>,
}

impl Past {
    /// The game of this record.
    pub fn of(record: &str, viewer: Viewer) -> Self {
        let read = Record::read(record).unwrap();
        let (header, inputs) = (read.header(), inputs(record));
        let moments = match games::game_of(header, None).unwrap() {
            AnyGame::Spammers(game) => moments(game, &inputs, &header.names, viewer),
            AnyGame::SpamORama(game) => moments(game, &inputs, &header.names, viewer),
        };
        let letters = ["A", "B", "C", "D", "E", "F"];
        let seats =
            letters.iter().zip(&header.names).map(|(seat, name)| json!({ "seat": seat, "name": name }));
        Self { moments, seats: seats.collect(), viewer: json!(viewer.seat().map(|seat| seat.to_string())) }
    }

    /// How many inputs there were.
    pub fn inputs(&self) -> u64 {
        self.moments.len() as u64 - 1
    }

    /// The errors in one stream to this viewer, if the change of this number was the start. The first event has the
    /// whole table, the others have later changes.
    pub fn judge(&self, stream: &Told, start: u64) -> Result<Seen, String> {
        let mut seen = Seen::default();
        let mut known = 0;
        for told in stream {
            let version = told["version"].as_u64().unwrap();
            let now = version.checked_sub(start).and_then(|now| self.moments.get(now as usize));
            let Some(now) = now else { return Err(format!("there was no change {version}")) };
            let shown = [&told["viewer"], &told["seats"], &told["view"], &told["over"]];
            let should = [&self.viewer, &self.seats, &now.view, &now.over];
            if shown != should {
                return Err(format!("at change {version} was shown {shown:?}, and there was {should:?}"));
            }
            let heard = told["heard"].as_array().unwrap();
            if !now.heard.ends_with(heard) {
                return Err(format!("at change {version} was told {heard:?}, and it was {:?}", now.heard));
            }
            let due = now.heard.iter().filter(|one| input(one) > known).count();
            if heard.len() < due {
                let lacks = &now.heard[now.heard.len() - due..now.heard.len() - heard.len()];
                return Err(format!("at change {version} was not told {lacks:?}"));
            }
            seen.shown.insert(version);
            seen.heard.extend(heard.iter().map(input));
            known = version - start;
        }
        Ok(seen)
    }
}

/// The input of an event.
fn input(heard: &Value) -> u64 {
    heard["input"].as_u64().unwrap()
}

fn moments<G: Game>(game: G, inputs: &[&str], names: &[String], viewer: Viewer) -> Vec<Moment> {
    let mut live = Match::new(game);
    let mut moments = vec![moment(&live, names, viewer)];
    for line in inputs {
        let read = live.read_input(line).unwrap_or_else(|wrong| panic!("{line}: {wrong:?}"));
        assert!(live.take(read).is_ok(), "{line} is refused");
        moments.push(moment(&live, names, viewer));
    }
    moments
}

fn moment<G: Game>(live: &Match<G>, names: &[String], viewer: Viewer) -> Moment {
    let game = live.game();
    let heard = live.heard(viewer, 0).map(|(input, event)| {
        let text = game.tell(event).named(|seat| &names[seat.index()]);
        json!({ "input": input, "clause": event.clause().0, "text": text })
    });
    let over = live.ending().map(|ending| {
        let winners: Vec<String> = ending.winners.iter().map(|seat| seat.to_string()).collect();
        json!({ "winners": winners, "clause": ending.clause.0, "how": ending.how })
    });
    Moment { view: game.show(&live.view(viewer)), over: json!(over), heard: heard.collect() }
}

#[cfg(test)]
mod tests {
    use table::Seat;

    use super::*;

    const RECORD: &str = include_str!("../../../../records/spammers-3-demonstration.txt");
    /// Where the game begins.
    const START: u64 = 4;

    /// A bystander's stream with these numbers of inputs, one event at each.
    fn stream(past: &Past, at: &[u64]) -> Told {
        let mut known = 0;
        let mut told = Vec::new();
        for now in at {
            let moment = &past.moments[*now as usize];
            let heard: Vec<&Value> = moment.heard.iter().filter(|one| input(one) > known).collect();
            told.push(json!({
                "version": START + now, "viewer": past.viewer, "seats": past.seats, "view": moment.view,
                "over": moment.over, "heard": heard,
            }));
            known = *now;
        }
        told
    }

    #[test]
    fn whoever_came_late_and_was_told_all_has_seen_what_was_played() {
        let past = Past::of(RECORD, Viewer::Bystander);
        let all: Vec<u64> = (0..=past.inputs()).collect();
        let seen = past.judge(&stream(&past, &all), START).unwrap();
        assert_eq!(seen.shown.len(), all.len());
        assert!(seen.heard.len() > 30, "{seen:?}");
        // Several inputs in one event, one event twice, and a page after the end.
        for some in [&[40, 45, 45, 60][..], &[past.inputs()]] {
            past.judge(&stream(&past, some), START).unwrap();
        }
    }

    #[test]
    fn another_past_a_gap_and_another_viewer_are_noticed() {
        let past = Past::of(RECORD, Viewer::Bystander);
        let heard = |told: &Value| told["heard"].as_array().unwrap().len();
        let good = stream(&past, &(40..60).collect::<Vec<_>>());
        // An event in the middle.
        let at = (1..good.len() - 1).find(|at| heard(&good[*at]) > 0).unwrap();
        let wrong = |change: &dyn Fn(&mut Told)| {
            let mut told = good.clone();
            change(&mut told);
            past.judge(&told, START).unwrap_err()
        };
        let (before, after) = (good[at - 1]["view"].clone(), good[at].clone());
        assert!(wrong(&|told| told[at]["view"] = before.clone()).contains("was shown"));
        assert!(wrong(&|told| told[at]["heard"][0]["text"] = "Nothing happens.".into()).contains("it was"));
        assert!(wrong(&|told| told[at]["heard"] = json!([])).contains("was not told"));
        // An event that was left out cannot be made up for by another.
        assert!(wrong(&|told| drop(told.remove(at))).contains("was not told"));
        assert!(wrong(&|told| told[at]["version"] = 4_000.into()).contains("no change"));
        let other = Past::of(RECORD, Viewer::Seat(Seat::new(0).unwrap()));
        assert!(other.judge(&vec![after], START).unwrap_err().contains("was shown"));
    }
}
