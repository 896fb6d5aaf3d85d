//! `gruntle record review` and `gruntle record hint`, for people and for programs, and records of coached games.

use serde_json::Value;
use table::sha256;

use crate::bench::{BOTH, Folder};

/// A folder with a short game in it.
fn short_game(game: &str) -> Folder {
    let folder = Folder::new();
    let mut play = vec!["sim", game, "--games", "1", "--seed", "5", "--records", ".", "--seats", "2"];
    play.extend(["--bots", "greedy"]);
    if game == "spammers" {
        play.extend(["--variant", "demonstration", "--deck", "starter"]);
    }
    assert_eq!(folder.gruntle(play).code, 0);
    let (name, _) = folder.files().pop().unwrap();
    std::fs::rename(folder.path(name.to_str().unwrap()), folder.path("game.txt")).unwrap();
    folder
}

fn is_told_alike(game: &str) {
    let folder = short_game(game);
    let told = folder.gruntle(["record", "review", "game.txt"]);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    for part in ["Luck and skill", "played at ", "Chance to win", "What decided it", "What was given away"] {
        assert!(told.out.contains(part), "{part}: {}", told.out);
    }
    let data = folder.gruntle(["record", "review", "game.txt", "--json"]);
    assert_eq!(data.code, 0, "{}", data.err);
    let review: Value = serde_json::from_str(&data.out).unwrap();
    let keys: Vec<&String> = review.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["review", "game", "depth", "start", "steps", "seats", "moments", "names"]);
    assert_eq!(
        (&review["review"], &review["game"], &review["depth"]),
        (&1.into(), &game.into(), &"quick".into())
    );
    let text = std::fs::read_to_string(folder.path("game.txt")).unwrap();
    let is_input = |line: &&str| {
        let who = line.split(' ').next().unwrap_or_default();
        matches!(who, "*" | "A" | "B")
    };
    let inputs: Vec<&str> = text.lines().filter(is_input).collect();
    let steps = review["steps"].as_array().unwrap();
    assert_eq!(steps.iter().map(|step| step["input"].as_str().unwrap()).collect::<Vec<_>>(), inputs);
    for step in steps {
        assert_eq!(step["chances"].as_array().unwrap().len(), 2);
        assert_eq!(step["luck"].is_array(), step["by"].is_null());
    }
    for seat in review["seats"].as_array().unwrap() {
        let number = |key: &str| seat[key]["mean"].as_f64().unwrap();
        let sum = number("start") + number("luck") - number("loss") + number("rest");
        assert!((sum - seat["end"].as_f64().unwrap()).abs() < 0.05, "{seat}");
        assert!((number("others") + number("reckoning") - number("rest")).abs() < 0.05, "{seat}");
    }
}

/// Every estimate is made again, which takes as long.
#[test]
#[ignore = "long; .ci/run has it"]
fn a_review_is_the_same_again() {
    let folder = short_game("spammers");
    let [first, again] = [(); 2].map(|()| folder.gruntle(["record", "review", "game.txt", "--json"]));
    assert_eq!((first.code, &first.out), (0, &again.out));
}

#[test]
fn a_review_is_told_to_people_and_programs_alike() {
    is_told_alike("spammers");
}

/// Its tables are played to their end for every estimate, which takes long.
#[test]
#[ignore = "long; .ci/run has it"]
fn a_review_of_spam_o_rama_is_told_to_people_and_programs_alike() {
    is_told_alike("spam-o-rama");
}

#[test]
fn a_record_that_does_not_hold_is_refused_as_verify_has_it() {
    let (folder, text) = Folder::with_record("spammers", 2);
    let lines: Vec<&str> = text.lines().collect();
    let begin = lines.iter().position(|line| *line == "begin").unwrap();
    let changed = |place: usize, line: &str| {
        let mut lines: Vec<&str> = lines.clone();
        lines[place] = line;
        lines.join("\n") + "\n"
    };
    let files = [
        ("no-record.txt", "hello\n".to_owned()),
        ("game.txt", changed(1, "game chess")),
        ("input.txt", changed(begin + 1, "* nonsense")),
        ("sum.txt", changed(lines.len() - 1, "end 00")),
        ("cut.txt", lines[..begin + 5].join("\n")),
    ];
    for (name, content) in files {
        folder.write(name, content);
        let verified = folder.gruntle(["record", "verify", name]);
        let refused = folder.gruntle(["record", "review", name]);
        assert_eq!((verified.code, refused.code), (1, 2), "{name}");
        assert_eq!(refused.err, format!("gruntle: {}", verified.out), "{name}");
    }
    assert_eq!(folder.gruntle(["record", "review", "missing.txt"]).code, 2);
    assert_eq!(folder.gruntle(["record", "review", "game.txt", "--effort", "heroic"]).code, 2);
}

/// The inputs of a record, in the order in which reviews and hints count them.
fn moments(text: &str) -> Vec<&str> {
    text.lines().skip_while(|line| *line != "begin").skip(1).filter(|line| !line.starts_with("= ")).collect()
}

fn is_hinted_alike(game: &str) {
    let folder = short_game(game);
    let text = std::fs::read_to_string(folder.path("game.txt")).unwrap();
    let inputs = moments(&text);
    let is_choice =
        |input: &&str| input.starts_with("A ") && !input.ends_with(" pass") && !input.contains(" react ");
    let at = 1 + inputs.iter().rposition(is_choice).unwrap();
    let number = at.to_string();
    let ask = ["record", "hint", "game.txt", "--at", &number];
    let told = folder.gruntle(ask);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert_eq!(told.out, folder.gruntle(ask).out, "the same again");
    let data = folder.gruntle([&ask[..], &["--json"]].concat());
    let hint: Value = serde_json::from_str(&data.out).unwrap();
    let keys: Vec<&String> = hint.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["hint", "game", "at", "turn", "seat", "why", "best", "names"]);
    assert_eq!((&hint["at"], &hint["seat"], &hint["game"]), (&at.into(), &"A".into(), &game.into()));
    let why = hint["why"].as_str().unwrap();
    let flat = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(why) && why.contains("; I make it "), "{why}: {flat}");
    assert!(flat.contains("How often each would win"), "{flat}");
    let best = hint["best"].as_array().unwrap();
    assert!((1..=3).contains(&best.len()), "{hint}");
    for option in best {
        let number = |value: &Value| value.as_f64().unwrap();
        let [least, most] = [0, 1].map(|end| number(&option["between"][end]));
        assert!(least <= number(&option["chance"]) && number(&option["chance"]) <= most, "{option}");
        assert!(flat.contains(&format!(" % {least:.1} to {most:.1} % ")), "{option}: {flat}");
        assert!(flat.contains(option["says"].as_str().unwrap()), "{option}: {flat}");
    }
    let chance = |option: &Value| option["chance"].as_f64().unwrap();
    assert!(best.is_sorted_by(|one, other| chance(one) >= chance(other)), "{hint}");
    // It is asked before the input: both the preferred choice and the input are legal there.
    let seat = [&ask[..], &["--seat", "a", "--json"]].concat();
    assert_eq!(folder.gruntle(seat).out, data.out);
    for (more, says) in [
        (["--at", "0"], "there is no input 0; this game had 1 to "),
        (["--at", "99999"], "there is no input 99999"),
        (["--at", "1"], "is luck; nobody is asked there"),
        (["--seat", "B"], &format!("B is asked nothing before input {at}, 'A ")),
        (["--seat", "Z"], "'Z' is no seat; seats are A to F"),
    ] {
        let asked = if more[0] == "--at" { ["record", "hint", "game.txt"].to_vec() } else { ask.to_vec() };
        let sentence = folder.refuses(&[asked, more.to_vec()].concat());
        assert!(sentence.contains(says), "{says}: {sentence}");
    }
}

#[test]
fn a_hint_is_told_to_people_and_programs_alike() {
    is_hinted_alike("spammers");
}

#[test]
fn a_hint_of_spam_o_rama_is_told_to_people_and_programs_alike() {
    is_hinted_alike("spam-o-rama");
}

/// Before a choice of all at once, and in a reaction window, others are asked, too.
#[test]
fn a_hint_is_for_any_seat_that_is_asked() {
    let folder = short_game("spammers");
    let text = std::fs::read_to_string(folder.path("game.txt")).unwrap();
    let inputs = moments(&text);
    let of = |place: Option<usize>, seat: &str| {
        let at = (1 + place.unwrap()).to_string();
        let data = folder.gruntle(["record", "hint", "game.txt", "--at", &at, "--seat", seat, "--json"]);
        assert_eq!(data.code, 0, "{}", data.err);
        let hint: Value = serde_json::from_str(&data.out).unwrap();
        hint["best"][0]["action"].as_str().unwrap().to_owned()
    };
    let chooses = inputs.iter().position(|input| input.starts_with("A choose "));
    let [own, other] = ["A", "B"].map(|seat| of(chooses, seat));
    assert!(own.starts_with("choose ") && other.starts_with("choose ") && own != other, "{own} {other}");
    // B is asked first, and A will be if B passes.
    let answer = of(inputs.windows(2).position(|two| two == ["B pass", "A pass"]), "A");
    assert!(answer == "pass" || answer.starts_with("react "), "{answer}");
}

#[test]
fn a_hint_on_a_record_that_does_not_hold_is_refused_as_verify_has_it() {
    let (folder, text) = Folder::with_record("spammers", 2);
    folder.write("game.txt", text.replacen("begin\n* ", "begin\n* nonsense ", 1));
    let verified = folder.gruntle(["record", "verify", "game.txt"]);
    let refused = folder.gruntle(["record", "hint", "game.txt", "--at", "1"]);
    assert_eq!((verified.code, refused.code), (1, 2));
    assert_eq!(refused.err, format!("gruntle: {}", verified.out));
}

/// A record with this line before its seed, and the checksum that fits.
fn with_line(text: &str, line: &str) -> String {
    let place = text.find("\nseed ").unwrap();
    let changed = format!("{}\n{line}{}", &text[..place], &text[place..]);
    let end = changed.rfind("end ").unwrap();
    format!("{}end {}\n", &changed[..end], sha256(&changed[..end]))
}

#[test]
fn a_coached_game_says_so_and_holds() {
    for game in BOTH {
        let (folder, text) = Folder::with_record(game, 3);
        for seats in ["A", "B C", "A B C"] {
            folder.write("coached.txt", with_line(&text, &format!("coached {seats}")));
            let verified = folder.gruntle(["record", "verify", "coached.txt"]);
            assert_eq!(verified.code, 0, "{}", verified.out);
            let shown = folder.gruntle(["record", "show", "coached.txt", "--json"]);
            let shown: Value = serde_json::from_str(&shown.out).unwrap();
            assert_eq!(shown["coached"], Value::from(seats.split(' ').map(Value::from).collect::<Vec<_>>()));
        }
        for wrong in ["coached B A", "coached A A", "coached D", "coached none", "coached A,B", "coached  A"]
        {
            folder.write("coached.txt", with_line(&text, wrong));
            let verified = folder.gruntle(["record", "verify", "coached.txt"]);
            let line = 1 + text.lines().position(|line| line.starts_with("seed ")).unwrap();
            assert_eq!(verified.code, 1, "{wrong}");
            assert!(verified.out.starts_with(&format!("coached.txt: line {line}: ")), "{}", verified.out);
        }
        let shown = folder.gruntle(["record", "show", "game.txt", "--json"]);
        assert!(!shown.out.contains("\"coached\""), "only where it happened");
    }
}
