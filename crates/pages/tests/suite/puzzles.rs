//! The page of every puzzle that comes with the program: asked, solved and missed.

use games::GameName;
use lessons::Puzzle;
use pages::puzzle::{Progress, page};
use table::Viewer;

/// The text of a page, without its marks.
fn words(page: &str) -> String {
    page.split('<').filter_map(|part| part.split_once('>').map(|(_, words)| words)).collect()
}

fn drawn(puzzle: &Puzzle, at: Progress<'_>) -> String {
    let page = page(puzzle, &puzzle.table(), None, at).into_string();
    assert!(!page.contains('\u{f5ea0}'), "a seat is called by its name");
    page
}

#[test]
fn every_puzzle_has_its_page() {
    for puzzle in GameName::ALL.into_iter().flat_map(Puzzle::all) {
        let place = format!("{} {}", puzzle.game.name(), puzzle.number);
        let asked = drawn(puzzle, Progress::Asked);
        let table = puzzle.table();
        let choices = table.choices(Viewer::Seat(puzzle.seat));
        for option in &puzzle.options {
            let button = format!("<button name=\"action\" value=\"{}\">", option.action);
            assert_eq!(asked.matches(&button).count(), 1, "{place}: {}", option.action);
            assert!(
                choices.iter().any(|(action, says)| *action == option.action && !says.is_empty()),
                "{place}"
            );
        }
        assert!(!asked.contains("data-solved") && !words(&asked).contains("games of 100 more"), "{place}");
    }
}

#[test]
fn every_answer_to_a_puzzle_has_its_page() {
    for puzzle in GameName::ALL.into_iter().flat_map(Puzzle::all) {
        let place = format!("{} {}", puzzle.game.name(), puzzle.number);
        for (solved, option) in [("yes", puzzle.best()), ("no", &puzzle.options[puzzle.obvious])] {
            let answered = drawn(puzzle, Progress::Answered(&option.action));
            assert!(answered.contains(&format!("data-solved=\"{solved}\"")), "{place}");
            let told = words(&answered);
            assert!(told.contains("games of 100 more than the next best"), "{place}");
            // It speaks to the solver.
            let (_, options) = answered.split_once("<ol class=\"options\">").unwrap();
            let (options, _) = options.split_once("</ol>").unwrap();
            let notes: Vec<&str> = options.split("<span class=\"note\">").skip(1).collect();
            // The reason for the best stands before them all.
            assert_eq!(notes.len() + 1, puzzle.options.len(), "{place}");
            let (_, because) = answered.split_once("<p class=\"because\">").unwrap();
            let notes = notes.into_iter().chain(because.split_once("</p>").map(|(because, _)| because));
            for note in notes {
                assert!(
                    !note.split([' ', ',', ';']).any(|word| ["I", "my", "mine", "me"].contains(&word)),
                    "{place}: {note}"
                );
            }
        }
    }
}
