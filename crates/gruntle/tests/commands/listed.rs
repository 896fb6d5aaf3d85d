//! Lists as JSON: field names that programs can rely on, and the same content that people read.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::bench::{BOTH, Folder, answer};

fn data(arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(arguments)).unwrap()
}

/// The names of the fields of an object.
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn rows(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

const SET: [&str; 5] = ["name", "version", "lists", "action_cards", "digest"];

#[test]
fn bots() {
    let told = data(&["bots", "--json"]);
    assert_eq!(rows(&told).len(), games::Level::ALL.len());
    for (row, level) in rows(&told).iter().zip(games::Level::ALL) {
        assert_eq!(keys(row), ["level", "spammers", "spam_o_rama", "expects"]);
        assert_eq!(row["level"], level.title());
        let known = games::GameName::ALL.map(|game| game.bot(level).to_string());
        assert_eq!([&row["spammers"], &row["spam_o_rama"]], [&known[0], &known[1]]);
    }
}

#[test]
fn card_sets_and_their_cards() {
    let sets = data(&["deck", "list", "--json"]);
    let names: Vec<&Value> = rows(&sets).iter().map(|set| &set["name"]).collect();
    assert_eq!(names, ["standard", "starter"]);
    rows(&sets).iter().for_each(|set| assert_eq!(keys(set), SET));

    let shown = data(&["deck", "show", "starter", "--json"]);
    assert_eq!(keys(&shown), ["set", "cards"]);
    assert_eq!(shown["set"], sets[1]);
    assert!(rows(&shown["cards"]).len() > 20);
    let one = data(&["deck", "show", "starter", "insider trading", "--json"]);
    let [card] = rows(&one["cards"]) else { panic!("{one}") };
    assert_eq!(keys(card), ["name", "kind", "mark", "text", "flavour", "copies"]);
    assert_eq!(card["name"], "Insider Trading");
}

#[test]
fn what_one_set_has_that_another_has_not() {
    let told = data(&["deck", "diff", "standard-1", "standard", "--json"]);
    assert_eq!(keys(&told), ["a", "b", "changes"]);
    assert_eq!((keys(&told["a"]), keys(&told["b"])), (SET.to_vec(), SET.to_vec()));
    assert!(!rows(&told["changes"]).is_empty());
    for change in rows(&told["changes"]) {
        assert_eq!(keys(change), ["card", "change", "was", "is"]);
        let texts = (change["was"].is_string(), change["is"].is_string());
        let known = match change["change"].as_str().unwrap() {
            "gone" => (true, false),
            "new" => (false, true),
            "different" => (true, true),
            "flavour" => (false, false),
            other => panic!("{other}"),
        };
        assert_eq!(texts, known, "{change}");
    }
    assert_eq!(
        data(&["deck", "diff", "starter", "starter", "--json"])["changes"],
        Value::from(Vec::<u8>::new())
    );
}

#[test]
fn puzzles() {
    for game in BOTH {
        let told = data(&["puzzle", game, "--json"]);
        let text = answer(&["puzzle", game]);
        assert!(
            text.lines().next().unwrap().ends_with(&format!(": {} puzzles", rows(&told).len())),
            "{text}"
        );
        let mut before = 0;
        for puzzle in rows(&told) {
            assert_eq!(keys(puzzle), ["number", "game", "difficulty", "theme", "seat", "choices"]);
            assert_eq!(puzzle["game"], game);
            assert!(puzzle["number"].as_u64() > Some(before), "{puzzle}");
            before = puzzle["number"].as_u64().unwrap();
            assert!((1..=5).contains(&puzzle["difficulty"].as_u64().unwrap()), "{puzzle}");
            assert!(
                puzzle["seat"].as_str().unwrap().len() == 1 && puzzle["choices"].as_u64() > Some(1),
                "{puzzle}"
            );
        }
    }
}

#[test]
fn rules() {
    let books = data(&["rules", "--json"]);
    let overview = answer(&["rules"]);
    assert_eq!(rows(&books).iter().map(|book| &book["game"]).collect::<Vec<_>>(), BOTH);
    for book in rows(&books) {
        assert_eq!(keys(book), ["game", "title", "chapters"]);
        for chapter in rows(&book["chapters"]) {
            assert_eq!(keys(chapter), ["id", "title", "clauses"]);
            let heading =
                format!("  {} {}\n", chapter["id"].as_str().unwrap(), chapter["title"].as_str().unwrap());
            assert!(overview.contains(&heading), "{heading}");
            assert!(!rows(&chapter["clauses"]).is_empty());
        }
    }
    let chapter = data(&["rules", "s4", "--json"]);
    let listed = rows(&books[0]["chapters"]).iter().find(|chapter| chapter["id"] == "S4").unwrap();
    let ids: Value = rows(&chapter).iter().map(|clause| clause["id"].clone()).collect();
    assert_eq!(ids, listed["clauses"]);
    let clause = data(&["rules", "S4.7", "--json"]);
    assert_eq!(keys(&clause[0]), ["id", "chapter", "chapter_title", "text"]);
    assert_eq!((&clause[0]["id"], &clause[0]["chapter"]), (&"S4.7".into(), &"S4".into()));
    assert!(clause[0]["text"].as_str().unwrap().starts_with("Roll one die.") && rows(&clause).len() == 1);
    let sentence = Folder::new().refuses(&["rules", "notation", "--json"]);
    assert!(sentence.contains("leave out --json"), "{sentence}");
}

#[test]
fn clauses_with_a_word() {
    let told = data(&["rules", "--search", "gruntle", "--json"]);
    let ids: BTreeSet<&str> = rows(&told).iter().map(|clause| clause["id"].as_str().unwrap()).collect();
    assert!(ids.contains("S1.6") && !ids.contains("S1.11"), "{ids:?}");
    assert!(!answer(&["rules", "--search", "gruntle", "--json"]).contains("**"));
}
