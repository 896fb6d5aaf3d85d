//! Golden games told again: who won by what, what turned them, and every player in numbers.

use crate::golden::golden;
use games::{GameName, Level};
use pages::{Frame, after};
use review::GameResult;
use room::{Plays, Presence, Sitter, Status, level_word};
use table::{Clause, Seat, SeatSet, Viewer};

fn told(name: &str) -> GameResult {
    after::story(&golden(name)).unwrap()
}

/// The sentences of the moments, a line each.
fn moments(result: &GameResult) -> Vec<String> {
    let told = |of: &review::Highlight| format!("{} {}: {} {}", of.at, of.title, of.says, of.clause);
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
        // The largest of its kind comes before another one.
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
        "650 The Mailing that could not fail: C mails 'Everyone With An E-Mail Address' and rolls 5: 'Adopt-A-Comet Registry' gains 2 and stands at 4. S4.7",
        "231 The best roll: A mails 'Parents Of Class 4B' and rolls 2: 'Registry Polish Deluxe' gains 2 and stands at 8. S4.7",
        "283 The costliest loss: C uses 'Hostile Rebranding': B's 'One Weird Trick, Inc.' falls from 3 to 2. S1.8",
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
        "244 The relay that lifted most: B relays g3 to h3: C's lowest client rises from 14 to 23. R4.5",
        "213 The kindest relay: A relays g7 to g8: B's clients get 16 points, and A's clients 0. R4.5",
    ];
    assert_eq!(moments(&result), told);
}

/// The end of a game for four as its seat A sees it, who won or did not.
fn end(against: [Plays; 3], winner: usize, clause: &'static str) -> String {
    end_for(Presence::Here, against, winner, clause)
}

/// The same for a player who stayed, or gave the game up.
fn end_for(own: Presence, against: [Plays; 3], winner: usize, clause: &'static str) -> String {
    let live = golden("spammers-4-standard");
    let mut result = after::story(&live).unwrap();
    result.ending.winners = SeatSet::only(Seat::new(winner).unwrap());
    result.ending.clause = Clause(clause);
    let plays = [Plays::Person].into_iter().chain(against).enumerate();
    let sitter = |(place, plays)| Sitter {
        presence: if place == 0 { own } else { Presence::Here },
        ..Sitter::here(Seat::new(place).unwrap(), format!("Player {place}"), plays)
    };
    let sitters: Vec<Sitter> = plays.map(sitter).collect();
    let frame = Frame {
        code: "K3F9Q",
        game: GameName::Spammers,
        viewer: Viewer::Seat(Seat::new(0).unwrap()),
        version: 1,
        sitters: &sitters,
        status: &Status::default(),
    };
    after::over(&frame, &result, &live).into_string()
}

#[test]
fn who_won_is_offered_the_next_level_and_who_lost_the_one_below() {
    for level in Level::ALL {
        // The strongest of them counts.
        let against = [Plays::Bot(Level::Intern), Plays::Bot(level), Plays::Bot(Level::Intern)];
        for (winner, says, next) in [(0, "Stronger: ", level.above()), (1, "Easier: ", level.below())] {
            let end = end(against, winner, "S6.1");
            let button =
                next.map(|next| format!("data-rung=\"{}\">{says}{}<", level_word(next), next.title()));
            match button {
                Some(button) => assert!(end.contains(&button), "{button}"),
                None => assert!(!end.contains("data-rung"), "{level:?}"),
            }
            let seats =
                next.map_or(0, |next| end.matches(&format!("value=\"{}\"", level_word(next))).count());
            assert_eq!(seats, if next.is_some() { 3 } else { 0 }, "all three are of that level");
        }
    }
    let friends = end([Plays::Person, Plays::Bot(Level::Intern), Plays::Bot(Level::Intern)], 0, "S6.1");
    assert!(!friends.contains("data-rung"));
}

#[test]
fn a_game_that_was_given_up_is_no_victory_though_a_bot_won_it() {
    let against = [Plays::Bot(Level::Agent); 3];
    let given_up = end_for(Presence::Resigned, against, 0, "S6.1");
    assert!(
        given_up.contains("Easier: ") && !given_up.contains("Stronger: ") && !given_up.contains("You win")
    );
    assert!(end_for(Presence::Here, against, 0, "S6.1").contains("triumph"));
}

#[test]
fn after_a_short_game_the_long_one_is_offered() {
    let bots = [Plays::Bot(Level::Peddler); 3];
    let offers = |clause| end(bots, 0, clause).contains("action=\"/play/spammers\"><button><span>Long game");
    assert_eq!((offers("S6.2"), offers("S6.1")), (true, false));
}
