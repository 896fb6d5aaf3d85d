//! `gruntle record hint`: what the coach would have said at a moment of a game, as text and as data.

use std::io::Write;

use room::{Advice, AdviceJob, Advised, LiveGame};
use serde_json::{Value, json};
use table::{Header, Seat};

use crate::Trouble;
use crate::terminal::{strong, wrapped};

/// The coach's advice to a seat before an input.
pub(crate) struct Hint {
    at: usize,
    turn: u32,
    seat: Seat,
    advice: Advice,
}

/// The seat of this letter.
pub(crate) fn find_seat(word: &str) -> Result<Seat, Trouble> {
    let seat = word.to_uppercase().parse();
    seat.map_err(|_| Trouble::Refused(format!("'{word}' is no seat; seats are A to F")))
}

/// Plays a game up to the input of this number, counted from 1, and asks the coach there: for this seat, or for the
/// seat that made the input.
pub(crate) fn think(
    mut live: LiveGame,
    inputs: &[String],
    at: usize,
    seat: Option<Seat>,
) -> Result<Hint, Trouble> {
    let refused = |sentence: String| Err(Trouble::Refused(sentence));
    let Some((input, before)) = inputs.get(..at).and_then(<[String]>::split_last) else {
        return refused(format!("there is no input {at}; this game had 1 to {}", inputs.len()));
    };
    for line in before {
        live.feed(line).map_err(Trouble::Refused)?;
    }
    let Some(seat) = seat.or_else(|| input.split(' ').next()?.parse().ok()) else {
        return refused(format!("input {at}, '{input}', is luck; nobody is asked there"));
    };
    let Some(job) = AdviceJob::new(&live, seat) else {
        return refused(format!("{seat} is asked nothing before input {at}, '{input}'"));
    };
    Ok(Hint { at, turn: live.turns(), seat, advice: job.advise() })
}

/// A share of a win in percent, to a tenth.
fn percent(share: f64) -> f64 {
    (share * 1000.0).round() / 10.0
}

impl Hint {
    /// The hint as `docs/review.md` describes it, with the names of the players.
    pub(crate) fn json(&self, header: &Header) -> Value {
        let option = |option: &Advised| {
            let (least, most) = option.between();
            json!({
                "action": option.action,
                "says": option.says.to_string(),
                "chance": percent(option.chance.mean),
                "between": [percent(least), percent(most)],
                "pieces": option.pieces,
            })
        };
        json!({
            "hint": 1,
            "game": header.game,
            "at": self.at,
            "turn": self.turn,
            "seat": self.seat.to_string(),
            "why": self.advice.why.to_string(),
            "best": self.advice.best.iter().map(option).collect::<Vec<_>>(),
            "names": header.names,
        })
    }

    /// The hint for people.
    pub(crate) fn write(&self, header: &Header, out: &mut impl Write) -> Result<(), Trouble> {
        let Self { at, turn, seat, advice } = self;
        let name = header.names.get(seat.index()).map_or("", String::as_str);
        let head = format!("{}, before input {at}, turn {turn}: {seat} {name}", header.game);
        writeln!(out, "{}\n{}\n\n{}", strong(&head), wrapped(&advice.why.to_string(), 0), Advice::SCALE)?;
        for option in &advice.best {
            let (least, most) = option.between();
            let [least, most] = [least, most].map(percent);
            let between = format!("{least:.1} to {most:.1} %");
            let says = wrapped(&option.says.to_string(), 27);
            writeln!(out, "  {:>3.0} %  {between:<16}  {says}", 100.0 * option.chance.mean)?;
        }
        Ok(())
    }
}
