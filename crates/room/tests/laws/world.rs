//! A room with everything around it: a journal, bots, listeners and time, all of them virtual.

use std::time::Duration;

use room::{
    BotDecision, BotJob, Command, Effects, Entry, Header, Input, KeyHash, LiveGame, Opening, Options,
    Outcome, Refusal, Requester, Room, Seated, Tell, Time, Warning,
};
use table::{Match, Seat, Viewer};

/// The key of a person, by number.
pub fn key(number: u8) -> KeyHash {
    KeyHash([number; 32])
}

pub fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// Somebody with the key of that number.
pub fn from(number: u8) -> Requester {
    Requester { key: Some(key(number)), seat: None }
}

/// How long bots think here, and what they decide.
pub type Mind = Box<dyn Fn(&BotJob) -> (Duration, Option<String>)>;

/// A number that has nothing to do with its neighbours'.
pub const fn scattered(number: u64) -> u64 {
    number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40
}

/// The choice of a bot that does not think.
pub fn some_choice(job: &BotJob) -> String {
    let choices = job.choices();
    choices[scattered(job.id.0 * 8 + job.seat.index() as u64) as usize % choices.len()].clone()
}

/// Bots that take one choice or another, after this long.
pub fn careless(wait: Duration) -> Mind {
    Box::new(move |job| (wait, Some(some_choice(job))))
}

/// An event at the table, and its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    pub at: Time,
    pub what: String,
}

pub struct World {
    pub room: Room,
    pub now: Time,
    pub journal: Vec<Entry>,
    /// The events of each of these viewers.
    pub told: Vec<(Viewer, Vec<Told>)>,
    pub warnings: Vec<Warning>,
    pub opened: Vec<Opening>,
    /// The entries of each first decision at a deal.
    pub decided: Vec<Vec<Entry>>,
    mind: Mind,
    /// When the bots of the table have thought about everything so far.
    thinking_until: Time,
    /// Decisions on their way.
    decisions: Vec<(Time, BotDecision)>,
    wake: Option<Time>,
}

impl World {
    pub fn new(opening: Opening, mind: Mind) -> Self {
        let room = Room::fold(opening.header, &opening.entries).unwrap();
        let mut world = Self {
            room,
            now: Time(1_000_000),
            journal: opening.entries,
            told: Vec::new(),
            warnings: Vec::new(),
            opened: Vec::new(),
            decided: Vec::new(),
            mind,
            thinking_until: Time(0),
            decisions: Vec::new(),
            wake: None,
        };
        world.put(Input::Time).unwrap();
        world
    }

    /// A table with people on the first seats, keys 1, 2 and so on, and these bots on the others; in play.
    pub fn playing(options: Options, people: u8, bots: &[games::Level], mind: Mind) -> Self {
        Self::new(opening(options, people, bots).begun(Time(0)).unwrap(), mind)
    }

    /// Another viewer listens from this seat from now on.
    pub fn listen(&mut self, viewer: Viewer) {
        self.put(Input::Connected(viewer)).unwrap();
        self.told.push((viewer, Vec::new()));
    }

    pub fn put(&mut self, input: Input) -> Result<Outcome, Refusal> {
        let Effects { write, play, open, tell, think, wanted_jobs, wake, warnings, outcome, .. } =
            self.room.apply(self.now, input)?;
        self.decided.extend(play.decided.then(|| write.clone()));
        self.journal.extend(write);
        assert_eq!(self.room.entries(), self.journal.len() as u64);
        self.opened.extend(open.map(|opening| *opening));
        for (viewer, told) in &mut self.told {
            for what in &tell {
                if is_for(*what, *viewer) {
                    let what = format!("{what:?}: {}", sight(&self.room, *viewer, self.now));
                    told.push(Told { at: self.now, what });
                }
            }
        }
        let before = self.decisions.len();
        self.decisions.retain(|(_, decision)| wanted_jobs.contains(&decision.job));
        if self.decisions.len() < before {
            // Bots stop thinking about unwanted jobs.
            self.thinking_until = self.decisions.iter().map(|(at, _)| *at).max().unwrap_or(self.now);
        }
        for job in think {
            // A table has one bot thinking at a time.
            let (wait, action) = (self.mind)(&job);
            self.thinking_until = self.thinking_until.max(self.now) + wait;
            self.decisions.push((self.thinking_until, BotDecision { job: job.id, action }));
        }
        self.warnings.extend(warnings);
        self.wake = wake;
        Ok(outcome)
    }

    pub fn command(&mut self, who: u8, command: Command) -> Result<Outcome, Refusal> {
        // As a runner does: a room that slept wakes before the command.
        self.put(Input::Looked(from(who)))?;
        self.put(Input::Command(from(who), command))
    }

    /// When something happens next without anybody doing anything.
    fn next(&self) -> Option<Time> {
        self.decisions.iter().map(|(at, _)| *at).chain(self.wake).min()
    }

    /// Lets time pass until then; everything that is due happens at its moment.
    pub fn until(&mut self, end: Time) {
        while let Some(next) = self.next().filter(|next| *next <= end) {
            self.now = self.now.max(next);
            let due = self.decisions.iter().position(|(at, _)| *at <= self.now);
            let input = due.map_or(Input::Time, |at| Input::Decided(self.decisions.remove(at).1));
            self.put(input).unwrap();
        }
        self.now = self.now.max(end);
    }

    pub fn pass(&mut self, time: Duration) {
        self.until(self.now + time);
    }

    /// This seat's choices, in notation.
    pub fn choices(&self, at: Seat) -> Vec<String> {
        fn choices<G: table::Game>(live: &Match<G>, at: Seat) -> Vec<String> {
            let prompt = live.asked_in_window(at).unwrap_or_else(|| live.prompt(Viewer::Seat(at)));
            prompt.choices.into_iter().map(|choice| choice.notation).collect()
        }
        match self.room.game() {
            Some(LiveGame::Spammers(live)) => choices(live, at),
            Some(LiveGame::SpamORama(live)) => choices(live, at),
            None => Vec::new(),
        }
    }

    /// The same room out of its journal, written down and read again.
    pub fn folded(&self) -> Room {
        let lines: Vec<String> = self.journal.iter().map(Entry::to_string).collect();
        Room::read(self.room.header().clone(), &lines).unwrap()
    }
}

/// A table with people on the first seats and bots on the others.
pub fn opening(options: Options, people: u8, bots: &[games::Level]) -> Opening {
    let header = Header { code: "k7mq2xwp".to_owned(), secret: 1998, opener: Some(key(1)) };
    let people = (0..people).map(|number| {
        let own = key(number + 1);
        // The opener's key is on every seat of a person, so that all are ready.
        Seated { keys: vec![own, key(1)], ..Seated::person(seat(number.into()), format!("P{number}"), own) }
    });
    let mut seated: Vec<Seated> = people.collect();
    for level in bots {
        seated.push(Seated::bot(seat(seated.len()), *level));
    }
    let mut opening = Opening::new(header, options, seated);
    // Only its own key opens a seat from here on: take the opener's away again.
    opening
        .entries
        .retain(|entry| !matches!(entry, Entry::Keyed(at, with) if at.index() > 0 && *with == key(1)));
    opening
}

fn is_for(tell: Tell, viewer: Viewer) -> bool {
    match tell {
        Tell::Own(seat) => viewer.is(seat),
        Tell::Revoked => false,
        Tell::Inputs { .. } | Tell::Afresh | Tell::Said(..) | Tell::Reload => true,
    }
}

/// A viewer's view of the game, and the events they have heard.
pub fn sight_of_game(room: &Room, viewer: Viewer) -> String {
    fn game<G: table::Game>(live: &Match<G>, viewer: Viewer) -> String {
        let heard: Vec<String> =
            live.heard(viewer, 0).map(|(at, event)| format!("{at} {:?}", live.game().tell(event))).collect();
        let prompt = viewer.seat().and_then(|seat| live.asked_in_window(seat));
        let asks = prompt.unwrap_or_else(|| live.prompt(viewer));
        let choices: Vec<&str> = asks.choices.iter().map(|choice| choice.notation.as_str()).collect();
        format!("{:?} {choices:?} {} {heard:?}", asks.asks, live.game().show(&live.view(viewer)))
    }
    match room.game() {
        Some(LiveGame::Spammers(live)) => game(live, viewer),
        Some(LiveGame::SpamORama(live)) => game(live, viewer),
        None => String::new(),
    }
}

/// Everything that a viewer can see of a room.
pub fn sight(room: &Room, viewer: Viewer, now: Time) -> String {
    let live = sight_of_game(room, viewer);
    let status = room.status(viewer, table::SeatSet::EMPTY, now);
    format!(
        "{} {:?} {status:?} {:?} {:?} {live}",
        room.version(),
        room.match_status(),
        room.seats().sitters(),
        room.said()
    )
}

/// Everything of a room that lasts, as text.
pub fn lasting(room: &Room) -> String {
    let seats = room.seats().iter();
    let lines = room.game().map(LiveGame::lines);
    let chairs: Vec<_> = seats.map(|chair| (chair, room.may_take_back(chair.sitter.seat))).collect();
    let keys: Vec<String> = room.seats().keys().map(|(key, seat)| format!("{seat} {key}")).collect();
    format!(
        "{:?} {chairs:?} {keys:?} {} {} {lines:?} {:?} {:?} {:?}",
        room.options(),
        room.version(),
        room.entries(),
        room.followed(),
        room.said(),
        room.kept()
    )
}
