//! Records as the program keeps, verifies and shows them, and as `docs/records.md` describes them.

use serde_json::Value;
use table::{sha256, short_digest};

use crate::bench::{BOTH, Folder};

const PAGE: &str = include_str!("../../../../docs/records.md");

fn shown(folder: &Folder, arguments: &[&str]) -> String {
    let answer = folder.gruntle([&["record", "show", "game.txt"], arguments].concat());
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    answer.out
}

fn data(folder: &Folder, arguments: &[&str]) -> Value {
    serde_json::from_str(&shown(folder, &[arguments, &["--json"]].concat())).unwrap()
}

fn steps(data: &Value) -> &[Value] {
    data["steps"].as_array().unwrap()
}

#[test]
fn what_is_kept_holds() {
    for game in BOTH {
        let folder = Folder::new();
        let play = ["sim", game, "--games", "4", "--seed", "5", "--records", "kept"];
        let told = folder.gruntle(play);
        assert_eq!(told.code, 0, "{}", told.err);
        assert!(told.out.ends_with("  records     4 in kept\n"), "{}", told.out);
        let files: Vec<String> = (0..4).map(|number| format!("kept/{game}-3-5-{number}.txt")).collect();
        let verify = ["record".to_owned(), "verify".to_owned()];
        let verdict = folder.gruntle(verify.iter().chain(&files));
        assert_eq!((verdict.code, verdict.err.as_str()), (0, ""), "{}", verdict.out);
        assert_eq!(verdict.out.lines().count(), 4);
        for (line, file) in verdict.out.lines().zip(&files) {
            assert!(line.starts_with(&format!("{file}: holds, ")), "{line}");
        }
    }
}

#[test]
fn comments_blank_lines_and_foreign_line_ends_do_not_count() {
    for game in BOTH {
        let (folder, text) = Folder::with_record(game, 2);
        folder.write("commented.txt", text.replace("begin\n", "# here it starts\n\nbegin\n#\n"));
        folder.write("windows.txt", text.replace('\n', "\r\n"));
        folder.write("unended.txt", text.trim_end());
        let verdict = folder.gruntle(["record", "verify", "commented.txt", "windows.txt", "unended.txt"]);
        assert_eq!(verdict.code, 0, "{}", verdict.out);
    }
}

#[test]
fn a_story_is_told_whole_or_as_somebody_heard_it() {
    for game in BOTH {
        let (folder, _) = Folder::with_record(game, 3);
        let whole = shown(&folder, &[]);
        let as_a = shown(&folder, &["--as", "A"]);
        let outside = shown(&folder, &["--as", "bystander"]);
        assert!(whole.starts_with(&format!("{game} (rules ")));
        assert!(whole != as_a && as_a != outside && whole != outside);
        assert_eq!(as_a, shown(&folder, &["--as", "a"]));
        let result = whole.lines().last().unwrap();
        assert!(result.contains(" won by ") && as_a.ends_with(&format!("{result}\n")));
        assert_eq!(whole.lines().last(), outside.lines().last());
    }
}

#[test]
fn the_data_holds_every_line_and_every_position_has_its_digest() {
    for game in BOTH {
        for seats in [2, 6] {
            let (folder, text) = Folder::with_record(game, seats);
            let lines: Vec<&str> = text.lines().collect();
            let data = data(&folder, &[]);
            let keys: Vec<&String> = data.as_object().unwrap().keys().collect();
            assert_eq!(
                keys,
                ["record", "game", "rules", "setting", "seats", "seed", "as", "steps", "result"]
            );
            assert_eq!((&data["record"], &data["as"]), (&1.into(), &Value::Null));
            assert_eq!(data["seats"].as_array().unwrap().len(), seats);
            let mut at = lines.iter().position(|line| *line == "begin").unwrap() + 1;
            for step in steps(&data) {
                assert_eq!(step["line"].as_u64(), Some(at as u64 + 1));
                assert_eq!(step["input"].as_str(), Some(lines[at]));
                at += 1;
                if let Some(position) = step.get("position") {
                    let digest = short_digest(&position.to_string());
                    assert_eq!(step["digest"].as_str(), Some(digest.as_str()));
                    assert_eq!(lines[at], format!("= {} {digest}", step["turn"]));
                    at += 1;
                }
                assert!(step.get("view").is_none());
            }
            assert!(lines[at].starts_with("won ") && lines.len() == at + 2);
            let covered: String = lines[..=at].iter().map(|line| format!("{line}\n")).collect();
            assert_eq!(lines[at + 1], format!("end {}", sha256(&covered)));
        }
    }
}

#[test]
fn the_data_for_one_viewer_hides_what_they_did_not_see() {
    for game in BOTH {
        let (folder, _) = Folder::with_record(game, 3);
        let whole = data(&folder, &[]);
        for viewer in ["A", "C", "bystander"] {
            let seen = data(&folder, &["--as", viewer]);
            assert_eq!(seen["as"], viewer);
            assert_eq!(steps(&seen).len(), steps(&whole).len());
            let mut hidden = 0;
            for (seen, whole) in steps(&seen).iter().zip(steps(&whole)) {
                hidden += usize::from(seen["input"].is_null());
                assert!(seen["input"].is_null() || seen["input"] == whole["input"]);
                assert!(["turn", "digest", "position"].into_iter().all(|key| seen.get(key).is_none()));
                assert_eq!(seen.get("view").is_some(), whole.get("position").is_some());
            }
            assert!(hidden > 0, "{game} {viewer}");
        }
    }
}

#[test]
fn nobody_sees_the_cards_another_is_dealt() {
    let (folder, _) = Folder::with_record("spammers", 2);
    let heard: Vec<Value> =
        ["A", "B", "bystander"].into_iter().map(|viewer| data(&folder, &["--as", viewer])).collect();
    let deal = 2 * (3 + 6);
    for step in 0..deal {
        let sees = |viewer: usize| !steps(&heard[viewer])[step]["input"].is_null();
        assert!(sees(0) != sees(1) && !sees(2), "input {step}");
    }
}

#[test]
fn the_example_of_the_page_is_real() {
    let (folder, text) = Folder::with_record("spam-o-rama", 3);
    let example = PAGE.split("```\n").nth(1).unwrap();
    let mut lines = text.lines();
    for line in example.lines().filter(|line| *line != "…") {
        assert!(lines.any(|real| real == line), "{line}");
    }
    let data = data(&folder, &[]);
    let shown = PAGE.rsplit("```\n").nth(1).unwrap();
    for step in steps(&data).iter().filter(|step| [36, 37].map(Value::from).contains(&step["line"])) {
        assert!(shown.contains(&format!("\"input\": {}", step["input"])));
        assert!(shown.contains(&step["events"][0]["text"].to_string()));
        if let Some(digest) = step.get("digest") {
            assert!(
                shown.contains(&digest.to_string())
                    && shown.contains(&step["position"]["values"].to_string())
            );
        }
    }
    assert!(shown.contains(&format!("\"result\": {}", data["result"])));
}

#[test]
fn the_page_names_every_field_of_both_positions() {
    for game in BOTH {
        let (folder, _) = Folder::with_record(game, 2);
        let data = data(&folder, &[]);
        let position = steps(&data).iter().rev().find_map(|step| step.get("position"));
        let mut fields = Vec::new();
        name_fields(position.unwrap(), &mut fields);
        for field in fields {
            let named = PAGE.contains(&format!("| `{field}` |")) || PAGE.contains(&format!("\"{field}\":"));
            assert!(named || "ABCDEF".contains(&field), "{field}");
        }
    }
}

fn name_fields(value: &Value, into: &mut Vec<String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        into.push(key.clone());
        name_fields(value, into);
    }
    for value in value.as_array().into_iter().flatten() {
        name_fields(value, into);
    }
}
