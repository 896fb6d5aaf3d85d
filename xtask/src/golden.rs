//! The golden games: one random game for each table worth keeping an eye on.

use std::sync::OnceLock;

use games::{BotName, GameName, Memory, Setup, SetupChoices, Variant, network_named};
use lab::run::{Stop, Threads};
use lab::{Plan, simulate};
use table::{Record, SeatCount};

use crate::Trouble;

/// The tables of the golden games.
#[derive(Clone, Copy)]
enum Table {
    /// The card game with this victory setting.
    Spammers(Variant),
    /// The piecepack game on the network of this name.
    SpamORama(&'static str, Memory),
}

/// The list: seats and table. Their file names are made from it.
const GOLDEN: [(usize, Table); 13] = [
    (2, Table::Spammers(Variant::Standard)),
    (3, Table::Spammers(Variant::Standard)),
    (4, Table::Spammers(Variant::Standard)),
    (5, Table::Spammers(Variant::Standard)),
    (6, Table::Spammers(Variant::Standard)),
    (3, Table::Spammers(Variant::Demonstration)),
    (2, Table::SpamORama("ring", Memory::On)),
    (3, Table::SpamORama("corners", Memory::On)),
    (4, Table::SpamORama("strip", Memory::On)),
    (5, Table::SpamORama("long", Memory::On)),
    (6, Table::SpamORama("ring", Memory::On)),
    (3, Table::SpamORama("generated", Memory::On)),
    (3, Table::SpamORama("ring", Memory::Off)),
];

/// A golden game as it is played now.
pub(crate) struct Golden {
    /// The name of its file.
    pub file: String,
    /// How it went.
    pub record: Record,
}

/// Plays every golden game.
pub(crate) fn play_all() -> Result<Vec<Golden>, Trouble> {
    GOLDEN.into_iter().map(|(seats, table)| play(seats, table)).collect()
}

/// The year of the game is the seed of its golden games.
const fn seed(table: Table) -> u64 {
    match table {
        Table::Spammers(_) => 1998,
        Table::SpamORama(..) => 2004,
    }
}

fn file(seats: usize, table: Table) -> String {
    match table {
        Table::Spammers(variant) => format!("{}-{seats}-{}.txt", GameName::Spammers.name(), variant.slug()),
        Table::SpamORama(network, memory) => {
            let forgetful = match memory {
                Memory::On => "",
                Memory::Off => "-memory-off",
            };
            format!("{}-{seats}-{network}{forgetful}.txt", GameName::SpamORama.name())
        }
    }
}

fn play(seats: usize, table: Table) -> Result<Golden, Trouble> {
    let file = file(seats, table);
    let refused = |wrong: String| Trouble::Refused(format!("cannot play {file}: {wrong}"));
    let count = SeatCount::new(seats).map_err(|wrong| refused(wrong.to_string()))?;
    let setup = match table {
        Table::Spammers(variant) => Setup::new(
            GameName::Spammers,
            count,
            SetupChoices { variant: Some(variant.slug()), ..SetupChoices::default() },
        ),
        Table::SpamORama(name, memory) => {
            let network = network_named(name, seed(table))
                .ok_or_else(|| refused(format!("there is no network '{name}'")))?;
            Setup::new(
                GameName::SpamORama,
                count,
                SetupChoices { network: Some(network), memory: Some(memory), ..SetupChoices::default() },
            )
        }
    };
    let setup = setup.map_err(|wrong| refused(wrong.to_string()))?;
    let plan = Plan { seed: seed(table), bots: vec![BotName::Random.into(); seats], workers: 1 };
    let record = one_game(&setup, &plan).map_err(refused)?;
    Ok(Golden { file, record })
}

/// Plays the first game of a plan and keeps its record.
fn one_game(setup: &Setup, plan: &Plan) -> Result<Record, String> {
    let kept = OnceLock::new();
    let keep = |_, record| kept.set(record).map_err(|_| "one game gave two records".to_owned());
    let thread = Threads::new(1).map_err(|wrong| wrong.to_string())?;
    simulate(setup, plan, 1, &thread, &Stop::default(), Some(&keep), |_| {})
        .map_err(|stopped| stopped.to_string())?;
    kept.into_inner().ok_or_else(|| "it did not come to an end; give it another seed".to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use games::GameVisitor;

    use super::*;

    #[test]
    fn every_golden_game_has_a_file_of_its_own_and_holds() {
        let games = play_all().unwrap();
        let files: BTreeSet<&str> = games.iter().map(|golden| golden.file.as_str()).collect();
        assert_eq!(files.len(), GOLDEN.len());
        assert!(files.contains("spammers-3-demonstration.txt") && files.contains("spam-o-rama-4-strip.txt"));
        for golden in &games {
            let read = Record::read(&golden.record.to_string()).unwrap();
            let game = games::game_of(read.header(), None).unwrap();
            game.visit(Referee(&read)).unwrap();
        }
    }

    struct Referee<'a>(&'a Record);

    impl GameVisitor for Referee<'_> {
        type Answer = Result<(), table::Fault>;

        fn visit<G: table::Game>(self, make: impl Fn(u64) -> G + Sync) -> Self::Answer {
            self.0.referee(make(0)).map(|_| ())
        }
    }
}
