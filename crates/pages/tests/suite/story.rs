//! Golden games told again: who won by what, what turned them, and every player in numbers.

use crate::golden::golden;
use pages::{GameResult, after};

fn told(name: &str) -> GameResult {
    after::story(&golden(name)).unwrap()
}

/// What is told of the moments, a line each.
fn moments(result: &GameResult) -> Vec<String> {
    let told = |of: &pages::Highlight| format!("{} {}: {} {}", of.at, of.title, of.says, of.clause);
    result.highlights.iter().map(told).collect()
}

#[test]
fn every_golden_game_has_three_moments_of_its_own_and_numbers_that_agree() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../records");
    let files =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        files.filter_map(|file| Some(file.strip_suffix(".txt")?.to_owned())).collect();
    names.sort();
    for name in names {
        let result = told(&name);
        assert_eq!(result.highlights.len(), 3, "{name}");
        let mut places: Vec<usize> = result.highlights.iter().map(|moment| moment.at).collect();
        places.sort_unstable();
        assert!(
            places.is_sorted_by(|one, next| one < next) && places[2] <= result.inputs,
            "{name}: {places:?}"
        );
        // The largest of its kind is told before another one.
        let titles: Vec<&str> = result.highlights.iter().map(|moment| moment.title).collect();
        assert!(titles.is_sorted_by_key(|title| title.starts_with("Another")), "{name}: {titles:?}");
        for (seat, row) in &result.rows {
            assert_eq!(row.len(), result.columns.len(), "{name}");
            let line = &result.race.iter().find(|(of, _)| of == seat).unwrap().1;
            // The last table of the race is the last there was.
            assert!(row[..2].contains(line.last().unwrap()), "{name}, {seat}: {row:?} {line:?}");
        }
        if let Some(goal) = result.goal {
            let reached = |(seat, line): &(_, Vec<u32>)| {
                result.ending.winners.contains(*seat) && line.last() >= Some(&goal)
            };
            assert!(result.race.iter().any(reached), "{name}: nobody reached {goal}");
        }
    }
}

#[test]
fn what_turned_a_game_of_spammers() {
    let result = told("spammers-3-standard");
    assert_eq!(result.sentence.to_string(), "C wins with 21 in all at the start of a turn. 20 is enough.");
    let told = [
        "650 The best roll: C mails 'Everyone With An E-Mail Address' and rolls 5: 'Adopt-A-Comet Registry' gains 2 and stands at 4. S4.7",
        "283 The costliest loss: C uses 'Hostile Rebranding': 'One Weird Trick, Inc.' of B falls from 3 to 2. S1.8",
        "231 Another good roll: A mails 'Parents Of Class 4B' and rolls 2: 'Registry Polish Deluxe' gains 2 and stands at 8. S4.7",
    ];
    assert_eq!(moments(&result), told);
}

#[test]
fn what_turned_a_game_of_spam_o_rama() {
    let result = told("spam-o-rama-3-corners");
    assert_eq!(
        result.sentence.to_string(),
        "B wins: the lowest client stands at 29, higher than anybody else's."
    );
    let told = [
        "241 The largest score: B relays d3 to d4: 2 ports stand alone, and 7 coins score 46 points. R4.5",
        "244 The relay that lifted most: B relays g3 to h3: the lowest client of C rises from 14 to 23. R4.5",
        "213 The kindest relay: A relays g7 to g8: the clients of B get 16 points, those of A 0. R4.5",
    ];
    assert_eq!(moments(&result), told);
}
