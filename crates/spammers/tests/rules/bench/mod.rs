//! A work bench for rule tests: lines of notation in, the open table out.

use serde_json::Value;
use spammers::{Arrangement, CardSet, Event, Spammers, State, Variant};
use table::{Game, Input, InputOf, Prompt, Refusal, ScopedEvent, Seat, SeatCount, Viewer};

pub const A: Seat = seat(0);
pub const B: Seat = seat(1);
pub const C: Seat = seat(2);

const fn seat(index: usize) -> Seat {
    match Seat::new(index) {
        Some(seat) => seat,
        None => panic!("no such seat"),
    }
}

pub fn dull_set() -> CardSet {
    CardSet::read(include_str!("dull.toml")).unwrap()
}

pub fn dull(seats: usize) -> Spammers {
    Spammers::new(dull_set(), SeatCount::new(seats).unwrap(), Variant::Standard)
}

/// A set with every effect and every power, each card named after its word in the vocabulary.
pub fn effects_set() -> CardSet {
    CardSet::read(include_str!("effects.toml")).unwrap()
}

pub fn effects(seats: usize) -> Spammers {
    Spammers::new(effects_set(), SeatCount::new(seats).unwrap(), Variant::Standard)
}

pub fn starter(seats: usize) -> Spammers {
    Spammers::new(CardSet::starter(), SeatCount::new(seats).unwrap(), Variant::Standard)
}

/// A table in the middle of things.
pub struct Bench {
    pub game: Spammers,
    pub state: State,
    pub heard: Vec<ScopedEvent<Event>>,
}

impl Bench {
    /// A fresh game, nothing dealt.
    pub fn fresh(game: Spammers) -> Self {
        let state = game.set_up();
        Self { game, state, heard: Vec::new() }
    }

    /// Three dull seats, A to move, arranged by hand.
    pub fn arranged(arrange: impl FnOnce(Arrangement<'_>) -> Arrangement<'_>) -> Self {
        Self::arranged_in(dull(3), arrange)
    }

    /// Three seats with a card for every effect, A to move, arranged by hand.
    pub fn with_effects(arrange: impl FnOnce(Arrangement<'_>) -> Arrangement<'_>) -> Self {
        Self::arranged_in(effects(3), arrange)
    }

    /// A uses a Special Effect, and nobody reacts to anything.
    pub fn special(&mut self, what: &str) -> &mut Self {
        self.play(&format!("A special {what}")).all_pass()
    }

    /// The phase as data.
    pub fn phase(&self) -> Value {
        self.table()["phase"].take()
    }

    /// Whether a window of this kind is open.
    pub fn window(&self) -> Option<String> {
        self.phase().get("reacting").and_then(Value::as_str).map(str::to_owned)
    }

    pub fn hardware(&self, seat: Seat) -> Vec<String> {
        strings(&self.table()["seats"][seat.to_string()]["hardware"])
    }

    /// The cards this viewer knows to be in a hand.
    pub fn known(&self, viewer: Seat, of: Seat) -> Vec<String> {
        let view = self.game.view(&self.state, Viewer::Seat(viewer));
        let known = &view.secrets.as_ref().unwrap().known[of.index()];
        known.iter().map(|&title| self.game.set().face(title).slug.clone()).collect()
    }

    pub fn arranged_in(game: Spammers, arrange: impl FnOnce(Arrangement<'_>) -> Arrangement<'_>) -> Self {
        let state = arrange(Arrangement::new(&game, A)).build().unwrap_or_else(|faults| panic!("{faults:?}"));
        Self { game, state, heard: Vec::new() }
    }

    fn read(&self, line: &str) -> InputOf<Spammers> {
        let (who, what) = line.split_once(' ').unwrap();
        match who {
            "*" => Input::Luck(self.game.read_outcome(what).unwrap()),
            seat => Input::Act(seat.parse().unwrap(), self.game.read_action(what).unwrap()),
        }
    }

    /// Plays lines of notation, `;` between them.
    pub fn play(&mut self, script: &str) -> &mut Self {
        for line in script.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty()) {
            let input = self.read(line);
            let taken = self.game.apply(&mut self.state, input, &mut self.heard);
            taken.unwrap_or_else(|refusal| panic!("'{line}' is refused: {refusal} ({})", refusal.clause()));
        }
        self
    }

    /// Everybody passes, from the roller's left.
    pub fn all_pass(&mut self) -> &mut Self {
        while let Some(seat) = self.asked()
            && self.table()["phase"].get("reacting").is_some()
        {
            self.play(&format!("{seat} pass"));
        }
        self
    }

    /// The clause that refuses this line.
    pub fn refusal(&mut self, line: &str) -> &'static str {
        let before = self.game.position(&self.state);
        let input = self.read(line);
        let refused = self.game.apply(&mut self.state, input, &mut self.heard);
        assert_eq!(self.game.position(&self.state), before, "a refusal changes nothing");
        match refused {
            Ok(()) => panic!("'{line}' is taken"),
            Err(refusal) => refusal.clause().0,
        }
    }

    pub fn asked(&self) -> Option<Seat> {
        self.game.awaits(&self.state).seats().iter().next()
    }

    /// The open table.
    pub fn table(&self) -> Value {
        self.game.position(&self.state)["table"].take()
    }

    pub fn hand(&self, seat: Seat) -> Vec<String> {
        strings(&self.game.position(&self.state)["secrets"][seat.to_string()]["hand"])
    }

    pub fn discards(&self) -> Vec<String> {
        strings(&self.table()["discards"])
    }

    pub fn scams(&self, seat: Seat) -> Vec<(String, u64)> {
        let scams = &self.table()["seats"][seat.to_string()]["scams"];
        let scams = scams.as_array().unwrap();
        scams.iter().map(|scam| (text(&scam["scam"]), scam["rating"].as_u64().unwrap())).collect()
    }

    pub fn rating(&self, scam: &str) -> u64 {
        let seats = self.game.seats();
        let mut all = seats.iter().flat_map(|seat| self.scams(seat));
        all.find(|(name, _)| name == scam).unwrap_or_else(|| panic!("'{scam}' is not in play")).1
    }

    /// The Lists of an area ("A", "masses") as (cards, Size, Gruntles).
    pub fn lists(&self, area: &str) -> Vec<(Vec<String>, u64, u64)> {
        let table = self.table();
        let lists = if area == "masses" { &table["masses"] } else { &table["seats"][area]["lists"] };
        lists
            .as_array()
            .unwrap()
            .iter()
            .map(|list| {
                (strings(&list["cards"]), list["size"].as_u64().unwrap(), list["gruntles"].as_u64().unwrap())
            })
            .collect()
    }

    /// Where a List lies and how many Gruntles are on it.
    pub fn list(&self, name: &str) -> (String, u64) {
        for area in ["A", "B", "C", "masses"] {
            for (cards, _, gruntles) in self.lists(area) {
                if cards.iter().any(|card| card == name) {
                    return (area.to_owned(), gruntles);
                }
            }
        }
        if strings(&self.table()["list_discards"]).iter().any(|card| card == name) {
            return ("discards".to_owned(), 0);
        }
        ("deck".to_owned(), 0)
    }

    pub fn specialties(&self, name: &str) -> Vec<String> {
        let table = self.table();
        let areas =
            ["A", "B", "C"].map(|seat| table["seats"][seat]["lists"].as_array().cloned().unwrap_or_default());
        let all = areas.into_iter().flatten().chain(table["masses"].as_array().cloned().unwrap());
        let found = all.into_iter().find(|list| strings(&list["cards"]).iter().any(|card| card == name));
        strings(&found.unwrap()["specialties"])
    }

    pub fn choices(&self, seat: Seat) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.choices(&self.state, seat, &mut actions);
        actions.into_iter().map(|action| self.game.write_action(action)).collect()
    }

    pub fn prompt(&self, seat: Seat) -> Prompt<spammers::Action> {
        self.game.prompt(&self.state, Viewer::Seat(seat))
    }

    /// A viewer's events so far, as sentences.
    pub fn heard_by(&self, viewer: Viewer) -> Vec<String> {
        self.heard
            .iter()
            .filter_map(|scoped| scoped.heard_by(viewer))
            .map(|event| self.game.tell(event).to_string())
            .collect()
    }

    pub fn turn(&self) -> String {
        text(&self.table()["turn"])
    }

    pub fn winner(&self) -> Option<String> {
        self.game
            .ending(&self.state)
            .map(|ending| format!("{} by {} {}", ending.winners, ending.clause, ending.how))
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

pub fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(text).collect()
}
