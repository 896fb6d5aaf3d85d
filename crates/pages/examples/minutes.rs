//! Counts the minutes of a game for a person who reads, for the home page (`docs/length.md`): bots play seeded games,
//! and the reading, pointing and waiting in their place is counted. `cargo run --release -p pages --example minutes`.

use std::collections::BTreeSet;
use std::error::Error;

use bots::{Bot, Greedy};
use games::{GameName, Study};
use lessons::Lesson;
use room::Pace;
use spammers::{CardSet, Kind, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Awaits, Game, Match, Prose, Purpose, Seat, SeatCount, SeatSet, Seed, Viewer};

/// Words that an adult reads in a minute, silently and at a plain pace.
const WORDS_A_MINUTE: f64 = 240.0;
/// Seconds to point at a piece and press, and those that a change is staged for at most.
const POINTED: f64 = 1.3;
const STAGED: f64 = 1.5;
/// Seconds to see again what was read before.
const GLANCE: f64 = 0.3;
/// So many of the pieces that could be touched a person looks at before each decision; nobody reads sixty ports.
const WEIGHED: usize = 10;
/// How many games are played.
const GAMES: u64 = 200;

/// The printed texts on a viewer's pieces, each of which has to be read once.
trait Printed: Study + Clone {
    fn printed(&self, view: &Self::View) -> Vec<String>;
}

impl Printed for Spammers {
    fn printed(&self, view: &Self::View) -> Vec<String> {
        let Some(secrets) = &view.secrets else { return Vec::new() };
        let hand = secrets.hand.iter().map(|&title| {
            let face = self.set().face(title);
            match face.kind {
                Kind::Scam { initial, .. } => {
                    format!("{}. Opens at Rating {initial}, and never falls below it.", face.name)
                }
                Kind::Mailing { effect, .. } => format!("{}. Special: {effect}", face.name),
                Kind::Hardware(power) => format!("{}. {power}", face.name),
            }
        });
        hand.chain(secrets.dealt.iter().map(|&list| self.set().list(list).name.clone())).collect()
    }
}

impl Printed for SpamORama {
    fn printed(&self, _view: &Self::View) -> Vec<String> {
        Vec::new()
    }
}

/// Seconds to read so many words.
fn read(words: usize) -> f64 {
    words as f64 / WORDS_A_MINUTE * 60.0
}

/// How many words a sentence has for somebody at this seat.
fn words(seat: Seat, says: &Prose) -> usize {
    let named = says.named(|other| if other == seat { "You" } else { "Bounce the Peddler" });
    named.split_whitespace().count()
}

/// Seconds that a game took.
#[derive(Default)]
struct Taken {
    /// The first player, against bots.
    alone: f64,
    /// All, among people.
    together: f64,
    /// How many decisions the first player made against bots, and how many words were read for them.
    decisions: usize,
    words: usize,
}

/// Somebody at the table: which sentences they have read, up to which change the log is read, and how much that was.
#[derive(Default, Clone)]
struct Reader {
    known: BTreeSet<String>,
    heard: usize,
    decisions: usize,
    words: usize,
}

impl Reader {
    /// Reads all lines of the log that are new: seconds.
    fn catch_up<G: Game>(&mut self, live: &Match<G>, seat: Seat) -> f64 {
        let lines = live.heard(Viewer::Seat(seat), self.heard);
        let words = lines.map(|(_, event)| words(seat, &live.game().tell(event))).sum();
        self.heard = live.version();
        self.words += words;
        read(words)
    }

    /// Reads this, or sees it again: seconds.
    fn look_at(&mut self, says: &Prose) -> f64 {
        let plain = says.named(|_| "Bounce the Peddler");
        let words = plain.split_whitespace().count();
        if !self.known.insert(plain) {
            return GLANCE;
        }
        self.words += words;
        read(words)
    }

    /// Reads new cards, the question, the lit pieces and the consequences of the answer, and points at it: seconds.
    fn answer<G: Printed>(&mut self, live: &Match<G>, seat: Seat, action: &G::Action) -> f64 {
        self.decisions += 1;
        let prompt = live.prompt(Viewer::Seat(seat));
        let mut taken = self.look_at(&prompt.asks);
        for card in live.game().printed(&live.view(Viewer::Seat(seat))) {
            let card = Prose::from(card);
            if !self.known.contains(&card.named(|_| "")) {
                taken += self.look_at(&card);
            }
        }
        let mut weighed = BTreeSet::new();
        for piece in prompt.choices.iter().filter_map(|choice| choice.steps.first()) {
            if weighed.len() < WEIGHED && weighed.insert(*piece) {
                taken += self.look_at(&prompt.pieces[piece.index()].label);
            }
        }
        let Some(choice) = prompt.choice(action) else { return taken + POINTED };
        taken + self.look_at(&choice.says) + POINTED * choice.steps.len().max(1) as f64
    }
}

fn play<G: Printed>(game: &G, number: u64) -> Taken {
    let seed = Seed::new(1998, number);
    let mut luck = seed.luck(Purpose::Table);
    let mut bots: Vec<Greedy<G>> = game.seats().iter().map(|seat| Greedy::new(seed, seat)).collect();
    let mut live = Match::new(game.clone());
    let mut readers = vec![Reader::default(); bots.len()];
    // Who plays alone has a log of their own to catch up with, and pictures to wait for.
    let (first, mut alone, mut staged) = (game.seats().first(), Reader::default(), 0.0);
    let mut taken = Taken::default();
    // Reactions are asked for at the same time: the slowest seat counts.
    let mut slowest: f64 = 0.0;
    let mut choices = Vec::new();
    let a_change = STAGED.max(Pace::Normal.millis() as f64 / 1000.0);
    loop {
        let Some(seat) = live.awaits().seats().iter().next() else {
            if matches!(live.awaits(), Awaits::Nothing) {
                taken.alone += alone.catch_up(&live, first).max(staged);
                (taken.decisions, taken.words) = (alone.decisions, alone.words);
                taken.together += slowest + readers[first.index()].catch_up(&live, first);
                return taken;
            }
            live.draw(&mut luck);
            staged += a_change;
            continue;
        };
        live.choices(seat, &mut choices);
        let reacts = live.pass().is_some();
        let action = bots[seat.index()].choose(&live.observer(Viewer::Seat(seat)), &choices);
        let passes = live.pass() == Some(action);
        let decides = choices.len() > 1;
        if decides || reacts {
            // Against bots a person who can only pass, or has one answer, is not kept waiting.
            if seat == first && decides {
                let seen = alone.catch_up(&live, seat).max(staged);
                taken.alone += seen + alone.answer(&live, seat, &action);
                staged = 0.0;
            }
            let reader = &mut readers[seat.index()];
            let answers = reader.catch_up(&live, seat) + reader.answer(&live, seat, &action);
            for other in &mut readers {
                // Everybody reads at the same time as the deciding seat.
                other.heard = live.version();
            }
            if reacts {
                slowest = slowest.max(answers);
            } else {
                taken.together += slowest + answers;
                slowest = 0.0;
            }
        }
        // A pass is nothing to look at, and what one did oneself was just pointed at.
        if !passes && seat != first {
            staged += a_change;
        }
        if live.act(seat, action).is_err() {
            return taken;
        }
    }
}

/// The quartiles of these numbers.
fn quartiles(mut numbers: Vec<f64>) -> [f64; 3] {
    numbers.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| numbers[numbers.len() * quarter / 4])
}

fn tell<G: Printed>(title: &str, game: &G) {
    let games: Vec<Taken> = (0..GAMES).map(|number| play(game, number)).collect();
    let against_bots = quartiles(games.iter().map(|of| of.alone / 60.0).collect());
    let among_people = quartiles(games.iter().map(|of| of.together / 60.0).collect());
    let decisions = quartiles(games.iter().map(|of| of.decisions as f64).collect());
    let words = quartiles(games.iter().map(|of| of.words as f64 / of.decisions.max(1) as f64).collect());
    println!("{title}: against bots {against_bots:.0?} minutes, among people {among_people:.0?}");
    println!("    {decisions:.0?} decisions, {words:.0?} words read for each");
}

/// Seconds that the guided first game takes somebody who reads all that the coach says and does what it asks.
fn lesson(game: GameName) -> f64 {
    let lesson = Lesson::of(game);
    let count = |text: &str| text.split_whitespace().count();
    let steps = lesson.steps().iter();
    let said: usize = steps.map(|step| count(&step.title) + count(&step.says) + count(&step.todo)).sum();
    let end = lesson.end();
    let points: usize = end.points.iter().chain([&end.small]).map(|point| count(&point.says)).sum();
    read(said + count(&end.title) + points) + POINTED * lesson.beats().len() as f64
}

fn main() -> Result<(), Box<dyn Error>> {
    let three = SeatCount::new(3)?;
    // A visitor's first game is a demonstration with the starter set.
    let full = Spammers::new(CardSet::standard(), three, Variant::Standard);
    let first = Spammers::new(CardSet::starter(), three, Variant::Demonstration);
    tell("SPAMMERS, standard", &full);
    tell("SPAMMERS, demonstration", &first);
    let game = SpamORama::new(BuiltIn::Ring.network(), three, Memory::On, SeatSet::EMPTY);
    tell("Spam-O-Rama", &game);
    for game in GameName::ALL {
        println!("The guided first game of {}: {:.1} minutes", game.title(), lesson(game) / 60.0);
    }
    Ok(())
}
