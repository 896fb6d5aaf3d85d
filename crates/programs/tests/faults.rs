//! Programs that fail in every way: each costs them the move and nothing else.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // A test may stop at once.

use std::time::Duration;

use bots::{Bot as _, Judge, Random};
use programs::{Fault, Faults, Player, PlayerName};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{
    Awaits, Input, Luck as _, Observer, Purpose, ScopedEvent, Seat, SeatCount, SeatSet, Seed, Viewer,
};

fn game() -> SpamORama {
    let seats = SeatCount::new(2).unwrap();
    SpamORama::new(BuiltIn::Ring.network(), seats, Memory::On, SeatSet::EMPTY)
}

/// Plays a game of this program at seat A against a random player, at most so many decisions of it; gives its actions.
fn play<G: Judge>(game: &G, name: &PlayerName, decisions: usize) -> Vec<String> {
    let seed = Seed::new(3, 0);
    let first = Seat::new(0).unwrap();
    let mut luck = seed.luck(Purpose::Table);
    let mut player: Player<G> = name.seated(seed, first);
    let mut other = Random::new(seed, Seat::new(1).unwrap());
    let (mut state, mut choices, mut actions) = (game.set_up(), Vec::new(), Vec::new());
    let mut heard: Vec<ScopedEvent<G::Event>> = Vec::new();
    while actions.len() < decisions {
        let awaits = game.awaits(&state);
        let input = match awaits {
            Awaits::Nothing => break,
            Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
            Awaits::Choice(_) | Awaits::Sealed(_) => {
                let seat = awaits.seats().iter().next().unwrap();
                game.choices(&state, seat, &mut choices);
                let from = Observer::new(game, &state, Viewer::Seat(seat));
                if seat == first {
                    let action = player.choose(&from, &choices);
                    let reason = player.reason(&from, &choices, action).to_string();
                    assert!(reason.starts_with(&game.write_action(action)), "{reason}");
                    if choices.len() > 1 {
                        actions.push(game.write_action(action));
                    }
                    Input::Act(seat, action)
                } else {
                    Input::Act(seat, other.choose(&from, &choices))
                }
            }
        };
        game.apply(&mut state, input, &mut heard).unwrap();
        let own = heard.iter().filter_map(|scoped| scoped.heard_by(Viewer::Seat(first)));
        own.for_each(|event| player.hear(game, event));
        heard.clear();
    }
    player.finish(game.ending(&state).as_ref());
    actions
}

/// The faults of a program in its first decisions.
fn faults(command: &str, decisions: usize) -> Faults {
    faults_within("60000ms", command, decisions)
}

/// The same where each answer must come within this time.
fn faults_within(limit: &str, command: &str, decisions: usize) -> Faults {
    let name: PlayerName = format!("exec@{limit}:{command}").parse().unwrap();
    let played = play(&game(), &name, decisions);
    assert_eq!(played.len(), decisions, "the game goes on");
    name.program().unwrap().faults()
}

/// The one kind of fault of a program.
fn only_fault(command: &str, decisions: usize) -> Fault {
    let faults = faults(command, decisions);
    assert_eq!(faults.kinds.len(), 1, "{command}: {faults:?}");
    faults.notes[0].fault.clone()
}

const ECHO: &str = "while IFS= read -r line; do case $line in *choose*) ";

#[test]
fn a_good_program_makes_no_fault_and_plays_what_it_says() {
    let name: PlayerName = format!("exec@60000ms:{ECHO} echo 1;; esac; done").parse().unwrap();
    let first = play(&game(), &name, 1000);
    assert!(name.program().unwrap().faults().is_empty(), "{:?}", name.program().unwrap().faults());
    assert!(first.len() > 20 && first[0] == "take moons", "{first:?}");
    // The same copy plays the next game, too, and the same.
    assert_eq!(play(&game(), &name, 1000), first);
    let object: PlayerName =
        format!(r#"exec@60000ms:{ECHO} echo '{{"choice": 1, "reason": "why not"}}';; esac; done"#)
            .parse()
            .unwrap();
    assert_eq!(play(&game(), &object, 1000), first);
}

#[test]
fn nonsense_costs_the_move_and_the_program_goes_on() {
    let says = |what: &str| only_fault(&format!("{ECHO} {what};; esac; done"), 4);
    assert_eq!(says("echo hello"), Fault::NotJson("hello".to_owned()));
    assert_eq!(says("echo"), Fault::NotJson(String::new()));
    assert_eq!(says("echo null"), Fault::NoChoice("null".to_owned()));
    assert_eq!(says("echo 77"), Fault::OutOfRange { said: "77".to_owned(), last: 11 });
    assert_eq!(says("echo -1"), Fault::OutOfRange { said: "-1".to_owned(), last: 11 });
    assert_eq!(says("echo '\"take stars\"'"), Fault::NotAChoice("take stars".to_owned()));
    assert_eq!(says("printf '\\377\\n'"), Fault::NotText);
    let faults = faults(&format!("{ECHO} echo no;; esac; done"), 4);
    assert_eq!((faults.moves, faults.notes.len()), (4, 4));
    assert_eq!(faults.notes[0].played.as_deref(), Some("take suns"), "the first choice is played");
    assert_eq!((faults.notes[0].seat.to_string(), faults.notes[0].question), ("A".to_owned(), 1));
}

#[test]
#[ignore = "long; .ci/run has it"]
fn whoever_does_not_answer_is_ended_and_started_anew() {
    // Answers its first question, then never again: the second is late, and another copy answers the third. The limit
    // is long for starting a shell, however busy the machine is.
    let late = faults_within("8000ms", "read -r game; read -r question; echo 0; sleep 1000", 3);
    assert_eq!(late.kinds.into_iter().collect::<Vec<_>>(), [("too late", 1)]);
    assert_eq!(late.notes[0].fault, Fault::Late(Duration::from_secs(8)));
    assert_eq!(late.notes[0].question, 2);
}

#[test]
fn whoever_ends_is_started_anew_and_told_everything_again() {
    let folder = std::env::temp_dir().join(format!("gruntle-programs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let log = folder.join("told.txt");
    let command = format!(
        "while IFS= read -r line; do printf '%s\\n' \"$line\" >> {}; case $line in *choose*) echo 0; echo oops >&2; \
         read -r next; exit 3;; esac; done",
        log.display()
    );
    let ended = faults(&command, 4);
    let told = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(ended.notes[0].fault, Fault::Ended("exit code 3".to_owned()));
    assert_eq!(ended.notes[0].stderr, ["oops"]);
    let questions: Vec<serde_json::Value> = told
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|line| line["type"] == "choose")
        .collect();
    let events = |place: usize| questions[place]["events"].as_array().unwrap();
    assert!(
        events(1).len() > events(0).len(),
        "the second copy is told all that the first was told, and more"
    );
    assert_eq!(events(1)[..events(0).len()], events(0)[..]);
}

#[test]
fn whoever_cannot_run_is_given_up() {
    let faults = faults("exit 1", 9);
    assert_eq!(faults.moves, 9);
    assert_eq!(faults.kinds.into_iter().collect::<Vec<_>>(), [("ended", 5), ("not asked again", 4)]);
    let missing = only_fault("/no/such/program 2>/dev/null", 3);
    assert_eq!(missing, Fault::Ended("exit code 127: there is no such command".to_owned()));
}

#[test]
fn endless_talk_and_closed_pipes_are_faults() {
    // It begins when it is asked: what it said before would be another fault, or not, as it happens.
    assert_eq!(only_fault(&format!("{ECHO} yes | tr -d '\\n';; esac; done"), 2), Fault::TooLong(64 * 1024));
    assert_eq!(
        only_fault("exec >&-; sleep 1000", 2),
        Fault::Ended("it closed its standard output".to_owned())
    );
    // Both lines in one write, so that the second is there when the first is read.
    let chatty = faults(&format!("{ECHO} printf '0\\n0\\n';; esac; done"), 6);
    assert!(chatty.kinds.contains_key("said unasked"), "{chatty:?}");
}

#[test]
fn what_a_program_started_ends_with_it() {
    // Nobody else on this machine sleeps that long.
    let sleep = format!("sleep {}", 50_000_000 + std::process::id());
    let name: PlayerName = format!("exec@200ms:{sleep} >/dev/null 2>&1 & exit 1").parse().unwrap();
    play(&game(), &name, 2);
    drop(name);
    let left = std::process::Command::new("sh")
        .args(["-c", "for f in /proc/[0-9]*/cmdline; do tr '\\0' ' ' < $f 2>/dev/null; echo; done"])
        .output()
        .unwrap();
    let left = String::from_utf8_lossy(&left.stdout).into_owned();
    assert!(!left.lines().any(|line| line.trim() == sleep), "{left}");
}

#[test]
fn any_bytes_at_all_are_survived() {
    let mut luck = Seed::new(5, 0).luck(Purpose::Trial);
    for _ in 0..6 {
        let bytes: String = (0..8).map(|_| format!("\\{:03o}", luck.below(256))).collect();
        let faults = faults_within("200ms", &format!("{ECHO} printf '{bytes}\\n';; esac; done"), 3);
        assert!(faults.moves <= 3, "{faults:?}");
    }
}

#[test]
fn a_late_fault_of_another_sort_is_noted_after_any_number_of_others() {
    let answers = "n=$((n+1)); if [ $n -lt 40 ]; then echo hello; else echo 77; fi";
    let faults = faults(&format!("n=0; {ECHO} {answers};; esac; done"), 45);
    let told: Vec<_> = faults.by_kind().map(|(kind, count, notes)| (kind, count, notes.len())).collect();
    assert_eq!(told, [("not JSON", 39, 5), ("no such choice", 6, 5)]);
    assert!(faults.notes.windows(2).all(|pair| pair[0].question < pair[1].question), "{faults:?}");
}
