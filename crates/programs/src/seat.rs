//! A program at its seat in one game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::Bot;
use table::{Ending, Game, Luck as _, Observer, Prose, Purpose, Seat, Seed};

use crate::answer::{self, Answer};
use crate::fault::{Fault, FaultNote};
use crate::message;
use crate::process::Process;
use crate::program::{Program, Running};

/// How long a program may take to read what asks it nothing.
const TO_READ: Duration = Duration::from_secs(1);

/// A program that plays at a seat. What its seat hears is kept until it is asked something.
pub struct ProgramSeat {
    program: Arc<Program>,
    seat: Seat,
    number: u64,
    seed: u32,
    talk: Option<Talk>,
    /// How many questions it was asked.
    questions: u64,
    /// Everything heard so far that may be told again, as a copy that is started in the middle of the game needs it.
    heard: String,
    /// How much of it has been told already.
    told: usize,
    /// The question while it is written, kept for its room.
    line: String,
    last: Option<Said>,
}

/// A running copy that has been told which game this is.
struct Talk {
    process: Process,
    running: Running,
}

/// Why the last choice was taken.
enum Said {
    /// The program's own words, if it had any.
    Own(Option<String>),
    /// A default, because of this.
    Default(Fault),
}

impl ProgramSeat {
    /// The program at this seat in the game of this seed.
    #[must_use]
    pub fn new(program: Arc<Program>, seed: Seed, seat: Seat) -> Self {
        Self {
            program,
            seat,
            number: seed.game,
            // From a stream of its own: the seed of the game would give away its luck.
            seed: seed.luck(Purpose::Player(seat)).word(),
            talk: None,
            questions: 0,
            heard: String::new(),
            told: 0,
            line: String::new(),
            last: None,
        }
    }

    /// Asks the program for one of these; the fault if its answer cannot be played, which is noted with the move in its
    /// place.
    fn decide<G: Game>(
        &mut self,
        from: &Observer<'_, G>,
        choices: &[G::Action],
        default: Option<G::Action>,
    ) -> Result<G::Action, Fault> {
        let game = from.game();
        let notation: Vec<String> = choices.iter().map(|action| game.write_action(*action)).collect();
        let fault = match self.answer(from, &notation) {
            Ok(answer) => {
                self.last = Some(Said::Own(answer.reason));
                // The answer was read against these very choices.
                return Ok(choices[answer.choice]);
            }
            Err(fault) => fault,
        };
        self.note(G::NAME, fault.clone(), default.map(|action| game.write_action(action)));
        if !fault.leaves_it_alive() {
            self.program.failed();
            if let Some(talk) = self.talk.take() {
                talk.process.kill();
            }
        }
        Err(fault)
    }

    /// Asks the program for one of these once, in a game of which it has heard all this; the fault if its answer cannot
    /// be played: then somebody else must choose.
    pub fn decide_once<'e, G: Game>(
        &mut self,
        from: &Observer<'_, G>,
        heard: impl Iterator<Item = &'e G::Event>,
        choices: &[G::Action],
    ) -> Result<G::Action, Fault>
    where
        G::Event: 'e,
    {
        heard.for_each(|event| message::event(from.game(), event, &mut self.heard));
        match choices {
            [only] => Ok(*only),
            choices => self.decide(from, choices, None),
        }
    }

    fn answer<G: Game>(&mut self, from: &Observer<'_, G>, choices: &[String]) -> Result<Answer, Fault> {
        self.program.check()?;
        self.questions += 1;
        self.begin(from.game())?;
        if let Some(fault) = self.talk.as_mut().and_then(|talk| talk.process.unasked()) {
            self.note(G::NAME, fault, None);
        }
        self.write_question(from, choices);
        let Some(talk) = &mut self.talk else { return Err(Fault::CannotStart("it is not there".to_owned())) };
        let limit = match talk.running {
            Running::Already => self.program.limit(),
            Running::JustStarted => self.program.first_limit(),
        };
        let asked = Instant::now();
        let line = talk.process.ask(self.line.as_bytes(), limit)?;
        self.program.answered(asked.elapsed(), std::mem::replace(&mut talk.running, Running::Already));
        answer::read(&line, self.questions, choices)
    }

    /// Writes the next question, with the events since the last.
    fn write_question<G: Game>(&mut self, from: &Observer<'_, G>, choices: &[String]) {
        let news = self.heard.get(self.told..).unwrap_or_default().trim_start_matches(',');
        message::choose(from, self.questions, news, choices, &mut self.line);
        self.told = self.heard.len();
    }

    /// Sees to it that a copy is there that knows the game.
    fn begin<G: Game>(&mut self, game: &G) -> Result<(), Fault> {
        if self.talk.is_some() {
            return Ok(());
        }
        self.told = 0;
        let line = message::game(game, self.seat, self.program.limit(), self.seed);
        if let Some(mut process) = self.program.idle() {
            let unasked = process.unasked();
            // One that ran already may have ended meanwhile, which is nobody's move.
            let is_there = process.tell(line.as_bytes(), TO_READ).is_ok();
            self.talk = is_there.then_some(Talk { process, running: Running::Already });
            if let Some(fault) = unasked {
                self.note(G::NAME, fault, None);
            }
            if is_there {
                return Ok(());
            }
        }
        let mut process = self.program.start()?;
        let told = process.tell(line.as_bytes(), self.program.first_limit());
        self.talk = Some(Talk { process, running: Running::JustStarted });
        told
    }

    fn note(&mut self, game: &'static str, fault: Fault, played: Option<String>) {
        let stderr = self.talk.as_mut().map_or_else(Vec::new, |talk| talk.process.stderr());
        self.program.note(FaultNote {
            game,
            number: self.number,
            seat: self.seat,
            question: self.questions,
            fault,
            played,
            stderr,
        });
    }

    /// The copy is given back if it can still be talked with.
    fn leave(&mut self, ending: Option<&Ending>) {
        let Some(mut talk) = self.talk.take() else { return };
        let news = self.heard.get(self.told..).unwrap_or_default().trim_start_matches(',');
        let line = message::end(ending, news);
        self.heard.clear();
        self.told = 0;
        if talk.process.tell(line.as_bytes(), TO_READ).is_ok() && talk.running == Running::Already {
            self.program.give_back(talk.process);
        }
    }
}

impl<G: Game> Bot<G> for ProgramSeat {
    fn choose(&mut self, from: &Observer<'_, G>, choices: &[G::Action]) -> G::Action {
        if let [only] = choices {
            self.last = Some(Said::Own(None));
            return *only;
        }
        let default = from.pass().filter(|pass| choices.contains(pass)).unwrap_or(choices[0]);
        match self.decide(from, choices, Some(default)) {
            Ok(action) => action,
            Err(fault) => {
                self.last = Some(Said::Default(fault));
                default
            }
        }
    }

    fn reason(&mut self, from: &Observer<'_, G>, choices: &[G::Action], chosen: G::Action) -> Prose {
        let chosen = from.game().write_action(chosen);
        Prose::from(match &self.last {
            Some(Said::Own(Some(reason))) => format!("{chosen}: {reason}"),
            Some(Said::Default(fault)) => format!("{chosen}: played for the program, because {fault}."),
            Some(Said::Own(None)) | None if choices.len() == 1 => {
                format!("{chosen}: there is no other choice.")
            }
            Some(Said::Own(None)) | None => format!("{chosen}: the program does not say why."),
        })
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, game: &G, event: &G::Event) {
        if game.forgets_at(event) {
            // Played from memory: events of an earlier copy are not repeated to another.
            self.heard.drain(..self.told);
            self.told = 0;
            if self.heard.starts_with(',') {
                self.heard.remove(0);
            }
        }
        message::event(game, event, &mut self.heard);
    }

    fn finish(&mut self, ending: Option<&Ending>) {
        self.leave(ending);
    }
}

impl Drop for ProgramSeat {
    fn drop(&mut self) {
        self.leave(None);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test may stop at once.

    use conformance::twins::twins;
    use spammers::{CardSet, Spammers, Variant};
    use spamorama::{BuiltIn, Memory, SpamORama};
    use table::{Match, Probe, SeatCount, SeatSet, Viewer};

    use super::*;

    /// All messages to a program at this seat in a game of these inputs, were it asked after each of them.
    fn told<G: Game>(game: &impl Fn() -> G, seat: Seat, inputs: &[String]) -> Vec<String> {
        let program = Arc::new(Program::new("true", None));
        let mut player = ProgramSeat::new(program, Seed::new(1, 1), seat);
        let mut live = Match::new(game());
        let mut lines = vec![message::game(live.game(), seat, Duration::from_secs(1), player.seed)];
        for (place, input) in inputs.iter().enumerate() {
            live.take(live.read_input(input).unwrap()).unwrap();
            live.heard(Viewer::Seat(seat), place).for_each(|(_, event)| player.hear(live.game(), event));
            let (mut choices, from) = (Vec::new(), live.observer(Viewer::Seat(seat)));
            live.choices(seat, &mut choices);
            let choices: Vec<String> = choices.into_iter().map(|one| live.game().write_action(one)).collect();
            player.questions += 1;
            player.write_question(&from, &choices);
            lines.push(player.line.clone());
        }
        lines
    }

    fn twins_are_told_the_same<G: Probe>(game: impl Fn() -> G) {
        let mut differing = 0;
        for seat in game().seats().iter() {
            for seed in 0..2 {
                let twins = twins(&game(), Viewer::Seat(seat), seed, 200);
                differing += twins.left.iter().zip(&twins.right).filter(|(one, other)| one != other).count();
                let [left, right] = [&twins.left, &twins.right].map(|inputs| told(&game, seat, inputs));
                for (one, other) in left.iter().zip(&right) {
                    assert_eq!(one, other);
                    assert!(one.ends_with('\n') && one.matches('\n').count() == 1);
                    assert!(serde_json::from_str::<serde_json::Value>(one).unwrap().is_object());
                }
            }
        }
        assert!(differing > 10, "{differing}");
    }

    #[test]
    fn twins_are_told_the_same_byte_for_byte() {
        let seats = SeatCount::new(3).unwrap();
        twins_are_told_the_same(|| Spammers::new(Arc::new(CardSet::standard()), seats, Variant::Standard));
        for memory in [Memory::On, Memory::Off] {
            twins_are_told_the_same(|| {
                SpamORama::new(BuiltIn::Ring.network(), seats, memory, SeatSet::EMPTY)
            });
        }
    }

    #[test]
    fn what_was_played_from_memory_is_not_told_twice() {
        let seats = SeatCount::new(2).unwrap();
        let game = SpamORama::new(BuiltIn::Ring.network(), seats, Memory::Off, SeatSet::EMPTY);
        let mut live = Match::new(game);
        let mut player =
            ProgramSeat::new(Arc::new(Program::new("true", None)), Seed::new(1, 1), seats.first());
        let mut luck = Seed::new(1, 1).luck(Purpose::Table);
        let (mut longest, mut choices) = (0, Vec::new());
        while live.ending().is_none() {
            let before = live.version();
            if live.draw(&mut luck).is_none() {
                let seat = live.awaits().seats().iter().next().unwrap();
                live.choices(seat, &mut choices);
                live.act(seat, luck.pick(&choices).unwrap()).unwrap();
            }
            let heard: Vec<_> =
                live.heard(Viewer::Seat(seats.first()), before).map(|(_, event)| event.clone()).collect();
            heard.iter().for_each(|event| player.hear(live.game(), event));
            player.told = player.heard.len();
            if live.turns() > 3 && live.ending().is_none() {
                longest = longest.max(player.heard.matches("clause").count());
            }
        }
        assert!((1..40).contains(&longest), "{longest} events would be told again");
    }
}
