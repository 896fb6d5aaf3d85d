//! Thoughts on other machines: they give the same actions there, hold the seat's view and nothing else, and bad ones
//! are refused with a sentence.

use std::sync::Arc;

use bots::Budget;
use conformance::twins::twins;
use games::{
    AnyGame, BotName, BuiltIn, CardSet, Judge, LONGEST_THOUGHT, Level, Memory, Network, Thought,
    ThoughtAnswer, Variant, decided, written_thought,
};
use serde_json::{Value, json};
use spammers::Spammers;
use spamorama::SpamORama;
use table::{
    Awaits, ChaCha8, Game, Luck as _, Match, OwnedObserver, Portable, Probe, Purpose, Seat, SeatCount,
    SeatSet, Seed, Viewer,
};

/// Games of which views differ: seats, variants, networks, with and without the memory aid.
fn games() -> Vec<AnyGame> {
    let seats = |count| SeatCount::new(count).unwrap();
    let spammers =
        |set: CardSet, count, variant| AnyGame::Spammers(Spammers::new(set, seats(count), variant));
    let spamorama = |network: Arc<Network>, count, memory| {
        AnyGame::SpamORama(SpamORama::new(network, seats(count), memory, SeatSet::EMPTY))
    };
    let generated = Network::generate(BuiltIn::Ring, &mut Seed::new(7, 0).luck(Purpose::Table));
    vec![
        spammers(CardSet::standard(), 2, Variant::Standard),
        spammers(CardSet::starter(), 4, Variant::Demonstration),
        spammers(CardSet::standard(), 6, Variant::Standard),
        spamorama(BuiltIn::Ring.network(), 2, Memory::On),
        spamorama(BuiltIn::Ring.network(), 5, Memory::Off),
        spamorama(generated.into(), 3, Memory::On),
    ]
}

/// Plays at random; `look` is shown what every seat is asked, also those that will be asked in a window.
fn play<G: Game + Clone>(game: &G, number: u64, mut look: impl FnMut(Seat, &OwnedObserver<G>)) {
    let mut luck = Seed::new(1998, number).luck(Purpose::Table);
    let mut live = Match::new(game.clone());
    let mut choices = Vec::new();
    for _ in 0..400 {
        let asked = match live.awaits() {
            Awaits::Luck(_) => {
                live.draw(&mut luck);
                continue;
            }
            Awaits::Choice(seat) => seat,
            Awaits::Sealed(seats) => seats.first().unwrap(),
            Awaits::Nothing => return,
        };
        match live.pass() {
            Some(_) => {
                let all = live.still_asked();
                let asked = all.iter().filter_map(|seat| Some((seat, live.owned_observer_in_window(seat)?)));
                asked.for_each(|(seat, owned)| look(seat, &owned));
            }
            None => look(asked, &live.owned_observer(Viewer::Seat(asked))),
        }
        live.choices(asked, &mut choices);
        live.act(asked, luck.pick(&choices).unwrap()).unwrap();
    }
}

/// Thoughts are thought elsewhere as they are here: all of quick bots, and some of one that searches.
fn comes_to_the_same<G: Judge + Portable + Clone>(game: &G) -> usize {
    let (mut count, mut longest) = (0, 0);
    play(game, 5, |seat, owned| {
        count += 1;
        let seed = Seed::new(count, 77);
        // Those that search do so once on each rung, and for long where tables are not played to their end.
        let is_once = count <= Level::COUNT as u64 && game.seats().get() == 2;
        let bot = Level::ALL[count as usize % Level::COUNT].bot::<G>();
        let bot = match bot {
            BotName::Search(Budget::Iterations(300..)) if G::HORIZON > 0 || !is_once => BotName::Greedy,
            BotName::Search(_) if !is_once => BotName::Greedy,
            BotName::Random
            | BotName::Careless(_)
            | BotName::Noisy(_)
            | BotName::Greedy
            | BotName::Net
            | BotName::Search(_) => bot,
        };
        let text = written_thought(owned, bot, seed).unwrap();
        longest = longest.max(text.len());
        let there = Thought::read(text.as_bytes()).unwrap_or_else(|wrong| panic!("{wrong}: {text}"));
        assert_eq!(there.think(), decided(owned, bot, seed, seat), "{text}");
    });
    println!("{count} thoughts of {} at {} seats: {longest} bytes at most", G::NAME, game.seats().get());
    assert!(longest < LONGEST_THOUGHT / 4, "{longest}");
    count as usize
}

#[test]
fn a_thought_comes_to_the_same_elsewhere() {
    for game in games() {
        let count = match &game {
            AnyGame::Spammers(game) => comes_to_the_same(game),
            AnyGame::SpamORama(game) => comes_to_the_same(game),
        };
        assert!(count > 30, "{count} thoughts: {game:?}");
    }
}

/// Two truths that a seat cannot tell apart are the same thought, byte for byte.
fn the_same_of_twins<G: Judge + Portable + Probe + Clone>(game: &G) -> usize {
    let mut compared = 0;
    for number in 0..24 {
        let seat = Seat::new(number as usize % game.seats().get()).unwrap();
        let pair = twins(game, Viewer::Seat(seat), number, 140);
        for moment in &pair.moments {
            let [left, right] = [&pair.left, &pair.right].map(|lines| {
                let mut live = Match::new(game.clone());
                for line in &lines[..moment.inputs] {
                    let input = live.read_input(line).unwrap();
                    live.take(input).unwrap();
                }
                let owned = match live.pass() {
                    Some(_) => live.owned_observer_in_window(seat),
                    None => Some(live.owned_observer(Viewer::Seat(seat))),
                };
                owned.and_then(|owned| written_thought(&owned, BotName::Greedy, Seed::new(1, number)))
            });
            assert_eq!(left, right);
            compared += usize::from(left.is_some());
        }
    }
    compared
}

#[test]
#[ignore = "long; .ci/run has it"]
fn what_a_seat_cannot_tell_apart_is_one_thought() {
    for game in games() {
        let compared = match &game {
            AnyGame::Spammers(game) => the_same_of_twins(game),
            AnyGame::SpamORama(game) => the_same_of_twins(game),
        };
        assert!(compared > 20, "{compared}: {game:?}");
    }
}

/// Thoughts of this game about some moments of a game.
fn thoughts_of<G: Judge + Portable + Clone>(game: &G, levels: &[Level]) -> Vec<Value> {
    let mut all = Vec::new();
    play(game, 3, |_, owned| {
        let level = levels[all.len() % levels.len()];
        all.extend(written_thought(owned, level.bot::<G>(), Seed::new(2, 3)));
    });
    let every = (all.len() / 12).max(1);
    all.iter().step_by(every).map(|text| serde_json::from_str(text).unwrap()).collect()
}

fn thoughts() -> Vec<Value> {
    let of = |game: AnyGame| match &game {
        AnyGame::Spammers(game) => thoughts_of(game, &[Level::Tycoon, Level::Intern]),
        AnyGame::SpamORama(game) => thoughts_of(game, &[Level::Broker, Level::Affiliate, Level::Intern]),
    };
    games().into_iter().flat_map(of).collect()
}

/// Some place in this data.
fn somewhere<'a>(value: &'a mut Value, luck: &mut ChaCha8) -> &'a mut Value {
    let count = match &*value {
        Value::Array(items) => items.len(),
        Value::Object(entries) => entries.len(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    };
    if count == 0 || luck.below(5) == 0 {
        return value;
    }
    let place = luck.below(count as u32) as usize;
    let inner = match value {
        Value::Array(items) => items.get_mut(place),
        Value::Object(entries) => entries.values_mut().nth(place),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    };
    somewhere(inner.unwrap(), luck)
}

/// The same with something else in one place.
fn damaged(value: &Value, luck: &mut ChaCha8) -> Value {
    const NUMBERS: [i64; 17] = [0, 1, 2, 3, 5, 6, 7, 12, 59, 60, 63, 64, 100, 127, 255, 65_535, i64::MAX];
    const WORDS: [&str; 8] = ["", "A", "F", "G", "Seat", "random", "search:10000000", "Nothing"];
    let mut damaged = value.clone();
    let place = somewhere(&mut damaged, luck);
    *place = match (place.clone(), luck.below(6)) {
        (Value::Number(number), 0) => json!(number.as_i64().unwrap_or(0) - 1),
        (Value::Number(number), 1) => json!(number.as_i64().unwrap_or(0).wrapping_add(1)),
        (Value::Number(_), _) => json!(NUMBERS[luck.below(17) as usize]),
        (Value::Array(mut items), 0 | 1) => {
            items.pop();
            json!(items)
        }
        (Value::Array(mut items), 2 | 3) => {
            items.extend(items.first().cloned());
            json!(items)
        }
        (Value::Array(mut items), 4) => {
            luck.shuffle(&mut items);
            json!(items)
        }
        (Value::Object(mut entries), 0 | 1) => {
            let key = entries.keys().next().cloned();
            key.map(|key| entries.remove(&key));
            Value::Object(entries)
        }
        (Value::Object(mut entries), 2) => {
            entries.insert("more".to_owned(), json!(1));
            Value::Object(entries)
        }
        (_, 3) => Value::Null,
        (_, 4) => json!(NUMBERS[luck.below(17) as usize]),
        (_, _) => json!(WORDS[luck.below(8) as usize]),
    };
    damaged
}

#[test]
fn whatever_is_no_thought_is_refused_with_a_sentence() {
    let mut luck = Seed::new(14, 3).luck(Purpose::Trial);
    let whole = thoughts();
    let (mut thought, mut refused) = (0, 0);
    let tries = if std::env::var_os("GRUNTLE_CAMPAIGN").is_some() { 2_000_000 } else { 3_000 };
    for _ in 0..tries {
        let one = &whole[luck.below(whole.len() as u32) as usize];
        let mut text = damaged(one, &mut luck).to_string().into_bytes();
        if luck.below(8) == 0 {
            let place = luck.below(text.len() as u32) as usize;
            text[place] ^= 1 << luck.below(8);
        }
        match Thought::read(&text) {
            // It may still be one, of another table or with other luck.
            Ok(sound) => {
                assert!(thought % 8 > 0 || !sound.think().is_empty());
                thought += 1;
            }
            Err(wrong) => {
                assert!(wrong.to_string().starts_with("a thought "), "{wrong}");
                refused += 1;
            }
        }
    }
    println!("{thought} still make sense, {refused} refused");
    assert!(refused > tries / 2 && thought > 0);
}

#[test]
fn each_refusal_says_what_is_wrong() {
    let whole = thoughts().remove(0);
    let says = |change: &dyn Fn(&mut Value)| {
        let mut changed = whole.clone();
        change(&mut changed);
        Thought::read(changed.to_string().as_bytes()).err().unwrap().to_string()
    };
    assert!(Thought::read(whole.to_string().as_bytes()).is_ok());
    let all: [(&str, String); 9] = [
        ("rules version", says(&|it| it["rules"] = json!(1_000))),
        ("there is no game 'chess'", says(&|it| it["game"] = json!("chess"))),
        ("there is no bot 'exec:", says(&|it| it["bot"] = json!("exec:touch /tmp/here"))),
        ("no level of", says(&|it| it["bot"] = json!("search:10000000"))),
        ("no level of", says(&|it| it["bot"] = json!("search:500ms"))),
        ("unknown field `secret`", says(&|it| it["secret"] = json!(1))),
        ("its choices are not those", says(&|it| it["choices"] = json!(["pass"]))),
        ("no table looks like", says(&|it| it["view"]["deck"] = json!(1))),
        ("has what the game has not", says(&|it| it["view"]["turn"] = json!("F"))),
    ];
    for (wanted, said) in all {
        assert!(said.contains(wanted), "{said}");
    }
    let long = Thought::read(&[b' '; LONGEST_THOUGHT + 1]).err().unwrap().to_string();
    assert!(long.contains("too long"), "{long}");
}

#[test]
fn answers_arrive_and_nothing_else_is_taken_for_one() {
    let refused = ThoughtAnswer::Refused("\"no\"".to_owned());
    for answer in [ThoughtAnswer::Does("relay c3 c4".to_owned()), ThoughtAnswer::Busy, refused] {
        assert_eq!(ThoughtAnswer::read(answer.written().as_bytes()), Some(answer));
    }
    for wrong in ["", "{}", "\"idle\"", "[\"does\"]", "{\"does\":1}", "\u{0}"] {
        assert_eq!(ThoughtAnswer::read(wrong.as_bytes()), None, "{wrong}");
    }
}
