//! Lessons on pages: highlighted pieces exist, and the coach's words stand there.

use games::GameName;
use lessons::{LEARNER, Lesson};
use pages::coach::{coach, sitters};
use pages::live::{self, RenderContext, lesson};
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
fn what_the_game_is_about_is_told_first() {
    for taught in GameName::ALL.map(Lesson::of) {
        for beat in 0..taught.beats().len() {
            assert_eq!(page(taught, beat).contains(&escaped(taught.intro())), beat == 0, "beat {beat}");
        }
        // At a table the browser shows it, once.
        let (sitters, code) = (sitters(taught), "K3F9Q");
        let context = RenderContext { code, version: 1, sitters: &sitters, statuses: &[] };
        let table = |viewer| live::page(&taught.table(0), &context, viewer).into_string();
        assert!(table(Viewer::Seat(LEARNER)).contains(&escaped(taught.intro())));
        assert!(!table(Viewer::Bystander).contains("id=\"about\""));
    }
}

fn escaped(text: &str) -> String {
    maud::html! { (text) }.into_string()
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
