//! Both lessons are played to their ends, and a hundred broken ones name their error and its place.

use std::collections::BTreeSet;

use crate::breaking::{broken, part_of};
use games::{AnyGame, GameName, game_of};
use lessons::{Answer, Fault, LEARNER, Lesson, Place, glossary, read_glossary};
use room::LiveGame;
use table::{ChaCha8, Game, Luck as _, Match, Purpose, Record, Seed, Viewer};

const FILES: [(&str, &str, &str, &str); 2] = [
    (
        "lessons/spammers.toml",
        include_str!("../../../../lessons/spammers.toml"),
        "lessons/spammers.txt",
        include_str!("../../../../lessons/spammers.txt"),
    ),
    (
        "lessons/spam-o-rama.toml",
        include_str!("../../../../lessons/spam-o-rama.toml"),
        "lessons/spam-o-rama.txt",
        include_str!("../../../../lessons/spam-o-rama.txt"),
    ),
];
const GLOSSARY: (&str, &str) = ("rulebook/glossary.toml", include_str!("../../../../rulebook/glossary.toml"));

fn choices(live: &LiveGame) -> Vec<String> {
    fn choices<G: Game>(live: &Match<G>) -> Vec<String> {
        let prompt = live.prompt(Viewer::Seat(LEARNER));
        prompt.choices.into_iter().map(|choice| choice.notation).collect()
    }
    match live {
        LiveGame::Spammers(live) => choices(live),
        LiveGame::SpamORama(live) => choices(live),
    }
}

/// The lesson's cards are those of real tables: its set is the present one.
#[test]
fn the_lesson_is_played_with_the_cards_of_today() {
    let record = include_str!("../../../../lessons/spammers.txt");
    let sets = games::card_sets().iter();
    let lines: Vec<String> =
        sets.map(|set| format!("\ncards {} {} {}\n", set.name(), set.version(), set.digest())).collect();
    assert!(lines.iter().any(|line| record.contains(line)), "{lines:?}");
}

#[test]
fn each_lesson_is_played_to_its_end() {
    for (game, (.., record)) in GameName::ALL.into_iter().zip(FILES) {
        let lesson = Lesson::of(game);
        let record = Record::read(record).unwrap();
        match game_of(record.header(), None).unwrap() {
            AnyGame::Spammers(game) => drop(record.referee(game).unwrap()),
            AnyGame::SpamORama(game) => drop(record.referee(game).unwrap()),
        }
        let mut live = lesson.table(0);
        for (place, beat) in lesson.beats().iter().enumerate() {
            assert_eq!(live.inputs(), beat.at, "{game:?}, beat {place}");
            assert_eq!(live.lines(), lesson.table(place).lines());
            let choices = choices(&live);
            if let Some(expected) = &beat.expects {
                assert!(choices.contains(expected), "{game:?}, beat {place}: {expected}");
                assert_eq!(lesson.answer(place, expected), Answer::GoesOn);
            }
            for other in choices.iter().filter(|choice| beat.expects.as_ref() != Some(choice)) {
                assert!(matches!(lesson.answer(place, other), Answer::Says(_)), "{other}");
            }
            let pieces = lesson.goes_on(place);
            for (number, piece) in pieces.iter().enumerate() {
                for (_, line) in *piece {
                    live.feed(line).unwrap();
                }
                let asked = live.awaits().seats().contains(LEARNER);
                assert!(!asked || number + 1 == pieces.len(), "{game:?}, beat {place}, piece {number}");
            }
        }
        assert_eq!(live.ending().unwrap().winners, table::SeatSet::only(LEARNER), "{game:?}");
    }
}

#[test]
fn every_choice_beside_the_expected_one_is_answered_by_a_pattern() {
    for lesson in GameName::ALL.map(Lesson::of) {
        for (place, beat) in lesson.beats().iter().enumerate() {
            for other in choices(&lesson.table(place)) {
                if beat.expects.as_ref() == Some(&other) {
                    continue;
                }
                let elsewhere = Answer::Says(&lesson.step(place).elsewhere);
                assert_ne!(lesson.answer(place, &other), elsewhere, "beat {place}: {other}");
            }
        }
    }
}

#[test]
fn jokes_are_in_odd_steps_only() {
    for lesson in GameName::ALL.map(Lesson::of) {
        for (place, step) in lesson.steps().iter().enumerate() {
            let jokes = step.title.starts_with("It looks like");
            assert!(!jokes || place % 2 == 0, "step {}: {}", place + 1, step.title);
        }
    }
}

/// Bold words of the rulebooks that are not in the glossary: headings of actions, whose words stand in it by themselves
/// (Draw, Recycle, Special Effect, Mailing Effect, List), and emphasis.
const NO_TERMS: [&str; 10] = [
    "List cards",
    "Draw an Action card",
    "Draw a List card",
    "Play an Action card",
    "Discard a Scam and draw",
    "Mailing for its Special Effect",
    "Mailing for its Mailing Effect",
    "Every seat is asked, whatever it holds",
    "Face down means: suit visible, value hidden",
    "for each",
];

/// Bold words of a rulebook, without the marks of rulings.
fn bold(game: GameName) -> Vec<&'static str> {
    let marked = game.rulebook().clauses.iter().flat_map(|clause| clause.text.split("**").skip(1).step_by(2));
    marked.filter(|words| !words.starts_with('[')).map(|words| words.trim_end_matches(['.', ':'])).collect()
}

#[test]
fn every_bold_word_of_the_rules_has_a_term_and_none_is_twice() {
    let mut left: BTreeSet<&str> = NO_TERMS.into();
    for game in GameName::ALL {
        let terms: BTreeSet<String> = glossary(game).iter().map(|term| term.term.to_lowercase()).collect();
        assert_eq!(terms.len(), glossary(game).len());
        assert!(bold(game).len() > 5, "{game:?}");
        for words in bold(game).into_iter().filter(|words| !left.remove(words)) {
            let word = words.to_lowercase();
            let one = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
            let one = one.or_else(|| word.strip_suffix('s').map(str::to_owned)).unwrap_or_default();
            assert!(terms.contains(&word) || terms.contains(&one), "'{words}' of {game:?} is in no glossary");
        }
    }
    assert!(left.is_empty(), "not in bold any more: {left:?}");
}

/// Reads it, and gives what was wrong with it.
fn wrong(index: usize, toml: &str, record: &str) -> Option<Fault> {
    let (name, _, record_name, _) = FILES[index];
    let fault = Lesson::read((name, toml), (record_name, record)).err()?;
    let wrong = fault.to_string();
    assert!([name, record_name].contains(&fault.file.as_str()) && wrong.starts_with(&fault.file), "{wrong}");
    assert!(!wrong.contains(|c: char| c.is_control()), "{wrong:?}");
    assert!(wrong.len() < 1_000, "{wrong}");
    Some(fault)
}

/// Breaks a line of a lesson; gives the error, and whether the very line is named.
fn broken_lesson(index: usize, luck: &mut ChaCha8) -> Option<(String, bool)> {
    let (name, toml, _, record) = FILES[index];
    let broken = broken(toml, luck);
    let fault = wrong(index, &broken.text, record)?;
    let part = |line: usize| part_of(toml, "[[step]]", line);
    let said = format!("line {}, step {}: {fault}", broken.line, part(broken.line));
    assert_eq!(fault.file, name, "{said}");
    match fault.place {
        // An unclosed string is noticed where the next one begins.
        Place::Line(line) if broken.unquoted && broken.whole(line) >= broken.line => {}
        Place::Line(line) => assert_eq!(part(broken.whole(line)), part(broken.line), "{said}"),
        Place::Step(step) => assert_eq!(step, part(broken.line), "{said}"),
        Place::Puzzle(_) | Place::Term(_) => panic!("{said}"),
    }
    let exact = matches!(fault.place, Place::Line(line) if broken.whole(line) == broken.line);
    Some((fault.to_string(), exact))
}

/// A line of the record is broken: it is noticed there or, if it could still be played, later. The same of it.
fn broken_record(index: usize, luck: &mut ChaCha8) -> Option<(String, bool)> {
    let (.., record_name, record) = FILES[index];
    let (_, toml, ..) = FILES[index];
    let broken = broken(record, luck);
    let fault = wrong(index, toml, &broken.text)?;
    let header = part_of(record, "begin", broken.line) == 0;
    let step = part_of(record, "# step ", broken.line);
    let said = format!("line {}, step {step}: {fault}", broken.line);
    match fault.place {
        Place::Line(line) => {
            assert_eq!(fault.file, record_name, "{said}");
            let begins = part_of(record, "begin", broken.whole(line)) == 0
                || record.lines().nth(line - 1) == Some("begin");
            assert!(broken.whole(line) >= broken.line || header && begins, "{said}");
        }
        Place::Step(later) => assert!(later >= step, "{said}"),
        Place::Puzzle(_) | Place::Term(_) => panic!("{said}"),
    }
    let exact = matches!(fault.place, Place::Line(line) if broken.whole(line) == broken.line);
    Some((fault.to_string(), exact))
}

#[test]
fn a_hundred_broken_lessons_say_what_is_broken_and_where() {
    let mut luck = Seed::new(13, 0).luck(Purpose::Trial);
    let (mut found, mut tried) = ([BTreeSet::new(), BTreeSet::new()], 0);
    while found.iter().map(BTreeSet::len).sum::<usize>() < 150 {
        tried += 1;
        let index = tried % 2;
        if luck.below(3) == 0 {
            found[1].extend(broken_record(index, &mut luck));
        } else {
            found[0].extend(broken_lesson(index, &mut luck));
        }
        assert!(tried < 2_000, "only {found:?} of {tried} were wrong");
    }
    for (found, least) in found.iter().zip([20, 20]) {
        let exact = found.iter().filter(|(_, exact)| *exact).count();
        assert!(exact > least, "{exact} of {} name the very line", found.len());
    }
}

#[test]
fn what_is_wrong_is_said_in_place() {
    let (name, toml, record_name, record) = FILES[0];
    for (from, to, says) in [
        (
            "expects = [\"draw action\"]",
            "expects = [\"draw list\"]",
            "step 5: 'draw list' is expected, but the record does not play it there",
        ),
        (
            "clauses = [\"S4.7\"]",
            "clauses = [\"S4.77\"]",
            "step 4: the rules of SPAMMERS have no clause 'S4.77'",
        ),
        (
            "when = [\"draw list\"]",
            "when = [\"relay *\"]",
            "step 5: no other legal action has the form 'relay *'",
        ),
        (
            "title = \"Hardware stays.\"",
            "title = \"Hardware stays, and stays, and stays, and stays.\"",
            "step 6: title has 48 characters; 40 are the most",
        ),
        ("refused = \"S4.10\"", "refused = \"S6.1\"", "step 5: nothing is refused by S6.1 there"),
        ("frames = [\"#aim\"", "frames = [\"#a m\"", "step 1: '#a m' is no piece, #id or .class"),
        (
            "game = \"spammers\"",
            "game = \"spam-o-rama\"",
            ", line 3: the game is 'spam-o-rama', but its record is one of spammers",
        ),
        ("do = \"Go on.\"", "does = \"Go on.\"", ", line"),
    ] {
        let changed = toml.replacen(from, to, 1);
        assert_ne!(changed, toml, "{from}");
        let wrong = Lesson::read((name, &changed), (record_name, record)).unwrap_err().to_string();
        assert!(wrong.starts_with(name) && wrong.contains(says), "{wrong}");
    }
    for (from, to, says) in [
        ("# step 3:", "# step 4:", "line 46: '# step 3: …' belongs here, not '# step 4: the first Mailing'"),
        (
            "# step 14: won\n",
            "",
            "lessons/spammers.toml, step 14: lessons/spammers.txt has no '# step 14: …'",
        ),
        ("* roll 4", "* roll 7", "line 48"),
    ] {
        let changed = record.replacen(from, to, 1);
        assert_ne!(changed, record, "{from}");
        let wrong = Lesson::read((name, toml), (record_name, &changed)).unwrap_err().to_string();
        assert!(wrong.contains(says), "{wrong}");
    }
}

#[test]
fn a_broken_glossary_says_what_is_broken_and_where() {
    let (name, text) = GLOSSARY;
    read_glossary(GLOSSARY).unwrap();
    for (from, to, says) in [
        (
            "clause = \"S1.7\"",
            "clause = \"R1.1\"",
            "'Action card': the rules of SPAMMERS have no clause 'R1.1'",
        ),
        ("term = \"Adult\"", "term = \"Zebra\"", "'Area': it belongs before 'Zebra', or is there twice"),
        (
            "How many Actions",
            "How many and how many and how many and how many and how many and how many and how many and how many Actions",
            "'Action lamps': 29 words are said of it; 25 are the most",
        ),
        ("says =", "say =", ", line"),
    ] {
        let changed = text.replacen(from, to, 1);
        let wrong = read_glossary((name, &changed)).unwrap_err().to_string();
        assert!(wrong.starts_with(name) && wrong.contains(says), "{wrong}");
    }
    let mut luck = Seed::new(14, 0).luck(Purpose::Trial);
    let mut exact = 0;
    for _ in 0..100 {
        let broken = broken(text, &mut luck);
        let Err(fault) = read_glossary((name, &broken.text)) else { continue };
        let said = format!("line {}: {fault}", broken.line);
        assert_eq!(fault.file, name);
        let part = |line: usize| part_of(text, "[[", line);
        match &fault.place {
            Place::Line(line) if broken.unquoted && broken.whole(*line) >= broken.line => {}
            Place::Line(line) => assert_eq!(part(broken.whole(*line)), part(broken.line), "{said}"),
            // A word may be out of place beside the one that was broken.
            Place::Term(term) => {
                let after = 1 + broken.text.lines().position(|line| line.contains(term.as_str())).unwrap();
                assert!(part(broken.whole(after)).abs_diff(part(broken.line)) <= 1, "{said}");
            }
            Place::Step(_) | Place::Puzzle(_) => panic!("{said}"),
        }
        exact += usize::from(matches!(fault.place, Place::Line(line) if broken.whole(line) == broken.line));
    }
    assert!(exact > 10, "{exact}");
}
