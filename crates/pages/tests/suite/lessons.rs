//! What the coach points at is there, and what it says stands on the page.

use games::GameName;
use lessons::{LEARNER, Lesson};
use pages::coach::{coach, sitters};
use pages::live::{RenderContext, lesson};
use table::Viewer;

fn page(taught: &Lesson, beat: usize) -> String {
    let sitters = sitters(taught);
    let code = taught.game().name();
    let context = RenderContext { code, version: beat as u64, sitters: &sitters, statuses: &[] };
    lesson(&taught.table(beat), &context, Viewer::Seat(LEARNER), coach(taught, beat, None)).into_string()
}

/// Whether the page has this piece, `#id` or `.class`.
fn has(page: &str, frame: &str) -> bool {
    let values = |attribute: &str| -> Vec<String> {
        let mark = format!(" {attribute}=\"");
        page.split(&mark).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    match frame.split_at(1) {
        ("#", id) => values("id").iter().any(|one| one == id),
        (".", class) => values("class").iter().any(|all| all.split(' ').any(|one| one == class)),
        _ => values("data-piece").iter().any(|one| one == frame),
    }
}

#[test]
fn what_is_pointed_at_is_on_the_page() {
    for taught in GameName::ALL.map(Lesson::of) {
        for beat in 0..taught.beats().len() {
            let drawn = page(taught, beat);
            for frame in &taught.step(beat).frames {
                assert!(has(&drawn, frame), "{:?}, beat {beat}: {frame}", taught.game());
            }
        }
    }
}

#[test]
fn a_lesson_asks_all_that_the_rules_allow_and_leads_to_no_table() {
    for taught in GameName::ALL.map(Lesson::of) {
        for (beat, moment) in taught.beats().iter().enumerate() {
            let drawn = page(taught, beat);
            assert!(drawn.contains(&format!("action=\"/learn/{}/act\"", taught.game().name())));
            assert!(!drawn.contains("\"/t/") && !drawn.contains("data-events"), "beat {beat}");
            if let Some(expected) = &moment.expects {
                assert!(drawn.contains(&format!("value=\"{expected}\"")), "beat {beat}: {expected}");
            }
        }
    }
}
