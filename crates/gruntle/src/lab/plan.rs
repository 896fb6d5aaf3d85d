//! Arguments turned into the settings of a run.

use games::{BuiltIn, GameName, PlayerName};
use lab::run::{Scenario, Settings};
use table::SeatCount;

use crate::Trouble;
use crate::lab::arguments::LabOptions;
use crate::lab::side::Side;
use crate::options::SetupOptions;
use crate::resolve::{USUAL_SEATS, find_bots, find_game, find_seats, find_setup, read_bots, seat_bots};

/// Numbers of seats: `3`, `2,3,4` or `2-6`.
pub(crate) fn seats(text: &str) -> Result<Vec<SeatCount>, Trouble> {
    let wrong = || {
        Trouble::Refused(format!(
            "'{text}' is not a number of seats; write 3, some with commas between such as 2,3,4, or a span such as 2-6"
        ))
    };
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    let mut all = Vec::new();
    for part in text.split(',') {
        let (first, last) = match part.split_once('-') {
            None => (number(part)?, number(part)?),
            Some((first, last)) => (number(first)?, number(last)?),
        };
        if first > last {
            return Err(wrong());
        }
        // The ends first: a span may be long and wrong.
        find_seats(first)?;
        find_seats(last)?;
        all.extend((first..=last).filter_map(|count| SeatCount::new(count).ok()));
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// How many sit at the table if nobody says: as many as bots are named, if several are.
pub(crate) fn usual_seats(game: GameName, seats: Option<&str>, bots: &str) -> Result<String, Trouble> {
    Ok(match (seats, read_bots(game, bots)?.len()) {
        (Some(seats), _) => seats.to_owned(),
        (None, 1) => USUAL_SEATS.to_string(),
        (None, bots) => bots.to_string(),
    })
}

/// Bots that a run can be repeated with.
pub(crate) fn bots(game: GameName, names: &str, seats: SeatCount) -> Result<Vec<PlayerName>, Trouble> {
    repeatable(seat_bots(find_bots(game, names)?, seats)?)
}

/// These bots, if a run can be repeated with them.
pub(super) fn repeatable(bots: Vec<PlayerName>) -> Result<Vec<PlayerName>, Trouble> {
    match bots.iter().find(|bot| bot.thinks_by_the_clock()) {
        None => Ok(bots),
        Some(clock) => Err(Trouble::Refused(format!(
            "{clock} thinks by the clock, so no run with it could be repeated; name search:N with a number of iterations"
        ))),
    }
}

/// A word as a shell would read it back.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./,:=+".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The command without what does not change its numbers.
pub(super) fn command(
    name: &str,
    asked: &LabOptions,
    seats: Option<&str>,
    sides: &[(&str, &str)],
    seed: u64,
) -> String {
    let mut words = vec![format!("gruntle lab {name} {}", asked.game)];
    let mut add = |key: &str, value: &str| words.push(format!("--{key} {}", quoted(value)));
    sides.iter().for_each(|(key, words)| add(key, words));
    seats.iter().for_each(|seats| add("seats", seats));
    add("bots", &asked.tables.players.bots);
    add("games", &asked.games.to_string());
    add("seed", &seed.to_string());
    let SetupOptions { variant, deck, network, memory } = &asked.setup;
    for (key, value) in [("variant", variant), ("deck", deck), ("network", network), ("memory", memory)] {
        if let Some(value) = value {
            add(key, value);
        }
    }
    words.join(" ")
}

pub(crate) fn balance(asked: &LabOptions, seed: u64) -> Result<Settings, Trouble> {
    let game = find_game(&asked.game)?;
    let networks = match asked.setup.network.as_deref() {
        Some("all") if game == GameName::SpamORama => {
            BuiltIn::ALL.map(|network| network.name().to_owned()).to_vec()
        }
        Some(_) | None => Vec::new(),
    };
    let mut scenarios = Vec::new();
    let counts = usual_seats(game, asked.tables.seats.as_deref(), &asked.tables.players.bots)?;
    for seats in seats(&counts)? {
        let bots = bots(game, &asked.tables.players.bots, seats)?;
        let label = format!("{} seats", seats.get());
        if networks.is_empty() {
            let setup = find_setup(game, seats, &asked.setup, seed)?;
            scenarios.push(Scenario { label, setup, bots });
            continue;
        }
        for name in &networks {
            let words = SetupOptions { network: Some(name.clone()), ..asked.setup.clone() };
            let label = if counts.contains([',', '-']) { format!("{name}, {label}") } else { name.clone() };
            let setup = find_setup(game, seats, &words, seed)?;
            scenarios.push(Scenario { label, setup, bots: bots.clone() });
        }
    }
    Ok(Settings {
        command: command("balance", asked, Some(&counts), &[], seed),
        seed,
        games: asked.games,
        scenarios,
    })
}

pub(crate) fn compare(asked: &LabOptions, sides: [&str; 2], seed: u64) -> Result<Settings, Trouble> {
    let game = find_game(&asked.game)?;
    let mut scenarios = Vec::new();
    for text in sides {
        let words = Side::read(text, game, asked)?;
        let count = usual_seats(game, words.seats.as_deref(), &words.bots)?;
        let [seats] = seats(&count)?[..] else {
            return Err(Trouble::Refused(format!(
                "'{count}' are several numbers of seats; a side of a comparison has one"
            )));
        };
        let (setup, bots) = (find_setup(game, seats, &words.setup, seed)?, bots(game, &words.bots, seats)?);
        scenarios.push(Scenario { label: words.label(text), setup, bots });
    }
    // Each side may have seats of its own, by its bots.
    let command =
        command("compare", asked, asked.tables.seats.as_deref(), &[("a", sides[0]), ("b", sides[1])], seed);
    Ok(Settings { command, seed, games: asked.games, scenarios })
}
