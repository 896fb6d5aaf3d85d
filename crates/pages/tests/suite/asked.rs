//! Questions to people, and news of absent ones.

use std::time::Duration;

use games::GameName;
use pages::live::{RenderContext, page};
use pages::{Frame, table as desk};
use room::{Absence, LiveGame, Plays, Presence, Reacting, Sitter, Status, Whereabouts, Window};
use spammers::{CardSet, Spammers, Variant};
use table::{Awaits, Luck as _, Match, Purpose, Seat, SeatCount, SeatSet, Seed, Viewer};

fn sitters() -> Vec<Sitter> {
    let all = SeatCount::new(3).unwrap().iter().zip(["Ann", "Bo", "Cy"]);
    all.map(|(seat, name)| Sitter::here(seat, name.to_owned(), Plays::Person)).collect()
}

/// A game that has come to the first moment that is like this.
fn first(so: impl Fn(&Match<Spammers>) -> bool) -> Match<Spammers> {
    let mut luck = Seed::new(3, 0).luck(Purpose::Table);
    let game = Spammers::new(CardSet::standard(), SeatCount::new(3).unwrap(), Variant::Standard);
    let (mut live, mut choices) = (Match::new(game), Vec::new());
    while !so(&live) {
        match live.awaits() {
            Awaits::Luck(_) => drop(live.draw(&mut luck)),
            Awaits::Choice(_) | Awaits::Sealed(_) => {
                let seat = live.awaits().seats().first().unwrap();
                live.choices(seat, &mut choices);
                live.act(seat, luck.pick(&choices).unwrap()).unwrap();
            }
            Awaits::Nothing => panic!("there was no such moment"),
        }
    }
    live
}

fn task_bar(live: &Match<Spammers>, seat: Seat, status: &Status) -> String {
    let (viewer, all) = (Viewer::Seat(seat), sitters());
    let frame = Frame { code: "abcd", game: GameName::Spammers, viewer, version: 7, sitters: &all, status };
    desk::prompt(&frame, (live.game(), &live.view(viewer)), &status.asked(live, viewer), None).into_string()
}

#[test]
fn who_could_change_nothing_in_a_window_is_not_stopped_and_may_go_on() {
    let asked = |live: &Match<Spammers>| live.awaits().seats().first().filter(|_| live.pass().is_some());
    let live = first(|live| asked(live).is_some_and(|seat| !live.has_a_say(seat)));
    let seat = asked(&live).unwrap();
    let window = |no_say, closes_itself, answered: Option<&str>| Status {
        window: Some(Window {
            left: Some(3_000),
            whole: Some(3_000),
            answered: answered.map(str::to_owned),
            closes_itself,
            no_say,
        }),
        own: SeatSet::only(seat),
        ..Status::default()
    };
    let open = task_bar(&live, seat, &window(true, false, None));
    assert!(open.contains("Nothing you hold can change what it gains."), "{open}");
    assert!(open.contains("<button name=\"action\" value=\"pass\">Go on</button>"), "{open}");
    assert!(
        !open.contains("data-yours") && !open.contains("data-steps") && !open.contains("choices"),
        "{open}"
    );
    let passed = task_bar(&live, seat, &window(true, false, Some("pass")));
    assert!(!passed.contains(">Go on<") && !passed.contains("give another"), "{passed}");
    let closing = task_bar(&live, seat, &window(true, true, None));
    assert!(closing.contains("Nothing you hold") && !closing.contains(">Go on<"), "{closing}");
    // Who wants to be asked always is.
    let always = task_bar(&live, seat, &window(false, false, None));
    assert!(always.contains("data-yours") && always.contains("data-steps") && !always.contains(">Go on<"));
}

#[test]
fn one_choice_is_not_said_to_be_all_choices() {
    let live = first(|live| live.pass().is_some());
    let seat = live.awaits().seats().first().unwrap();
    let page = task_bar(&live, seat, &Status::default());
    let count = page.matches("data-steps").count();
    assert_eq!(page.contains("The only choice"), count == 1, "{page}");
}

#[test]
fn that_one_is_asked_always_can_be_chosen_beside_the_other_settings() {
    let live = first(|live| live.pass().is_some());
    let seat = live.awaits().seats().first().unwrap();
    let page = task_bar(&live, seat, &Status { reacting: Reacting::Always, ..Status::default() });
    assert!(page.contains("value=\"always\" aria-pressed=\"true\">Ask me always</button>"), "{page}");
    assert!(
        page.contains("value=\"ask\" aria-pressed=\"false\">Ask me where I can change something</button>")
    );
}

/// The table as this viewer sees it, where time ran out for the second of them before the last input.
fn late(viewer: Viewer, presence: Presence) -> String {
    let live = first(|live| live.turns() == 2 && live.pass().is_none());
    let mut all = sitters();
    all[1].presence = presence;
    all[1].ran_out = vec![live.version() - 1];
    let statuses = [(viewer, Status::default())];
    let context = RenderContext { code: "abcd", version: 9, sitters: &all, statuses: &statuses };
    page(&LiveGame::Spammers(live), &context, viewer).into_string()
}

#[test]
fn that_time_ran_out_is_told_to_everybody_in_prompt_and_log() {
    let line = "data-by=\"b\" data-moment=\"timeout\">Time ran out for <b data-seat=\"b\">Bo</b>: a stand-in moved.</li>";
    let seats = SeatCount::new(3).unwrap();
    for viewer in seats.viewers() {
        let told = late(viewer, Presence::Away(Absence::TimedOut));
        assert_eq!(told.matches(line).count(), 1, "{viewer}");
        if viewer.seat().is_some_and(|seat| seat.index() == 1) {
            assert!(
                told.contains("Time ran out: a stand-in moved. It plays for you until you are back."),
                "{told}"
            );
            assert!(told.contains("<button class=\"primary\">I am back</button>"));
        } else if !told.contains("data-yours") {
            assert!(told.contains("Time ran out for Bo: a stand-in plays."), "{viewer}");
        }
    }
    // The line stays when its owner is back, without the stand-in.
    let back = late(Viewer::Bystander, Presence::Here);
    assert!(back.contains(line) && !back.contains("a stand-in plays"));
}

#[test]
fn a_bot_can_be_called_for_people_who_are_not_there_and_for_nobody_else() {
    let away = Whereabouts::Away { since: Duration::from_secs(4) };
    let mut all = sitters();
    let seats: Vec<Seat> = all.iter().map(|sitter| sitter.seat).collect();
    let known = [(seats[0], Whereabouts::Here), (seats[1], away)];
    let of = |all: &[Sitter], at| desk::company(all, &known, at).into_string();
    let drawn = of(&all, Some("abcd"));
    assert!(!drawn.contains("data-about=\"a\""), "Ann is here");
    assert!(drawn.contains("action=\"/t/abcd/replace\" data-live data-about=\"b\""), "{drawn}");
    assert!(drawn.contains("data-about=\"c\""), "of Cy nobody knows");
    assert!(!of(&all, None).contains("form"), "nothing is played");
    assert!(!drawn.contains("for it") && !drawn.contains("0 min"));
    let missed = desk::missed(&all, &known, Some("abcd")).into_string();
    assert!(missed.contains("data-about=\"b\"") && missed.contains("has been away"), "{missed}");
    assert!(!missed.contains("data-about=\"a\"") && !missed.contains("data-about=\"c\""), "{missed}");
    all[1].bot_wanted_by = SeatSet::only(seats[0]);
    assert!(of(&all, Some("abcd")).contains(" (1 for it)"));
    all[1].presence = Presence::Away(Absence::Replaced);
    let replaced = of(&all, Some("abcd"));
    assert!(
        replaced.contains(" missed")
            && replaced.contains("a bot plays")
            && !replaced.contains("data-about=\"b\"")
    );
}
