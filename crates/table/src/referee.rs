//! Refereeing: a record is played through its game again, line by line.

use serde_json::Value;

use crate::record::{write_check, write_ending};
use crate::{Awaits, Fault, Game, Match, Record, Refusal as _, Seat, Viewer};

/// A refereed game right after one of its inputs. The game is over, so the whole table may be seen.
pub struct Replayed<'a, G: Game> {
    /// The line of the record.
    pub line: usize,
    /// The input as the record has it.
    pub text: &'a str,
    /// The match as it then stood.
    pub live: &'a Match<G>,
    awaited: Awaits,
    by: Option<Seat>,
}

impl<G: Game> Replayed<'_, G> {
    /// The whole table, secrets included.
    #[must_use]
    pub fn position(&self) -> Value {
        self.live.position()
    }

    /// The events, in their fullest wording.
    pub fn fully_told(&self) -> impl Iterator<Item = &G::Event> {
        self.live.last_in_full()
    }

    /// The events, as this viewer heard them.
    pub fn heard(&self, viewer: Viewer) -> impl Iterator<Item = &G::Event> {
        self.live.heard(viewer, self.live.version() - 1).map(|(_, event)| event)
    }

    /// Whether this viewer saw the input itself when it was made.
    #[must_use]
    pub fn was_open_to(&self, viewer: Viewer) -> bool {
        match self.awaited {
            Awaits::Luck(audience) => audience.includes(viewer),
            Awaits::Sealed(_) => self.by.is_some_and(|seat| viewer.is(seat)),
            Awaits::Choice(_) | Awaits::Nothing => true,
        }
    }

    /// The turn and the digest that the record has here, where a turn began or the game ended.
    #[must_use]
    pub fn check(&self) -> Option<(u32, String)> {
        self.live.last_check()
    }
}

impl Record {
    /// Plays the record through this game, line by line; gives the finished match, or the first line that is wrong.
    pub fn referee<G: Game>(&self, game: G) -> Result<Match<G>, Fault> {
        self.referee_with(game, |_| {})
    }

    /// Plays the record through this game and calls `after` after every input.
    pub fn referee_with<G: Game>(
        &self,
        game: G,
        mut after: impl FnMut(Replayed<'_, G>),
    ) -> Result<Match<G>, Fault> {
        let mut live = Match::new(game);
        let mut owed: Option<String> = None;
        for (number, line) in &self.body {
            let number = *number;
            let wrong = |what: String| Fault::new(number, what);
            if let Some(check) = owed.take() {
                if *line == check {
                    continue;
                }
                return Err(wrong(if line.starts_with("= ") {
                    format!("the state digest should be '{check}', not '{line}'")
                } else {
                    format!("the state digest '{check}' belongs here, not '{line}'")
                }));
            }
            let input = live.read_input(line).map_err(|unreadable| wrong(unreadable.0))?;
            let awaited = live.awaits();
            live.take(input)
                .map_err(|refusal| wrong(format!("'{line}' is refused: {refusal} ({})", refusal.clause())))?;
            owed = live.last_check().map(|(turn, digest)| write_check(turn, &digest));
            after(Replayed { line: number, text: line, live: &live, awaited, by: input.by() });
        }
        let (number, said) = &self.won;
        if let Some(check) = owed {
            return Err(Fault::new(
                *number,
                format!("the state digest '{check}' belongs here, not '{said}'"),
            ));
        }
        match live.ending() {
            None => Err(Fault::new(*number, "the record stops here, but the game is not over")),
            Some(ending) if write_ending(ending) != *said => Err(Fault::new(
                *number,
                format!("the result should be '{}', not '{said}'", write_ending(ending)),
            )),
            Some(_) => self.check_sum().map(|()| live),
        }
    }
}
