//! Words on the command line turned into what they stand for.

use games::{GameName, Memory, NetworkChoice, PlayerName, Setup, SetupChoices, network_at};
use table::SeatCount;

use crate::options::SetupOptions;
use crate::{Trouble, deck};

/// More threads than anybody has cores for.
const MOST_THREADS: usize = 1024;

/// So many threads, or one a core.
pub(crate) fn find_threads(asked: Option<usize>) -> Result<usize, Trouble> {
    let threads = asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    if (1..=MOST_THREADS).contains(&threads) {
        Ok(threads)
    } else {
        Err(Trouble::Refused(format!("{threads} threads are not possible; take 1 to {MOST_THREADS}")))
    }
}

/// The seed number, or one from the clock.
pub(crate) fn find_seed(asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| {
        let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
        since.as_nanos() as u64 % 1_000_000_007
    })
}

/// The game of this name.
pub(crate) fn find_game(name: &str) -> Result<GameName, Trouble> {
    GameName::named(name).map_err(|wrong| Trouble::Refused(wrong.to_string()))
}

/// How many sit at a table if nobody says.
pub(crate) const USUAL_SEATS: usize = 3;

/// So many seats.
pub(crate) fn find_seats(count: usize) -> Result<SeatCount, Trouble> {
    SeatCount::new(count).map_err(|wrong| Trouble::Refused(wrong.to_string()))
}

/// The set-up that these words stand for.
pub(crate) fn find_setup(
    game: GameName,
    seats: SeatCount,
    words: &SetupOptions,
    seed: u64,
) -> Result<Setup, Trouble> {
    let network = words.network.as_deref().map(|name| find_network(name, seed)).transpose()?;
    let memory = words.memory.as_deref().map(find_memory).transpose()?;
    let deck = words.deck.as_deref().map(deck::find).transpose()?;
    Setup::new(game, seats, SetupChoices { variant: words.variant.as_deref(), deck, network, memory })
        .map_err(|wrong| Trouble::Refused(wrong.to_string()))
}

/// The network of this name, or in this file.
pub(crate) fn find_network(name: &str, seed: u64) -> Result<NetworkChoice, Trouble> {
    network_at(name, seed).map_err(|wrong| Trouble::Refused(wrong.to_string()))
}

fn find_memory(word: &str) -> Result<Memory, Trouble> {
    Memory::of_name(word)
        .ok_or_else(|| Trouble::Refused(format!("the memory aid is on or off, not '{word}'")))
}

/// The players of these names in a game, of which each program is there.
pub(crate) fn find_bots(game: GameName, names: &str) -> Result<Vec<PlayerName>, Trouble> {
    let bots = read_bots(game, names)?;
    let mut tried: Vec<&PlayerName> = Vec::new();
    for bot in &bots {
        if !tried.contains(&bot) {
            try_out(bot)?;
            tried.push(bot);
        }
    }
    Ok(bots)
}

/// The players of these names in a game.
pub(crate) fn read_bots(game: GameName, names: &str) -> Result<Vec<PlayerName>, Trouble> {
    game.players(names).map_err(|wrong| Trouble::Refused(wrong.to_string()))
}

/// Makes sure that a program is there before anything is played with it.
pub(crate) fn try_out(bot: &PlayerName) -> Result<(), Trouble> {
    let tried = bot.program().map_or(Ok(()), |program| program.try_out());
    tried.map_err(|fault| {
        Trouble::Refused(format!("{bot} is no player: {fault}; name a command that /bin/sh finds from here"))
    })
}

/// One player a seat: one for all, or each by name.
pub(crate) fn seat_bots(bots: Vec<PlayerName>, seats: SeatCount) -> Result<Vec<PlayerName>, Trouble> {
    match &bots[..] {
        [one] => Ok(vec![one.clone(); seats.get()]),
        _ if bots.len() == seats.get() => Ok(bots),
        _ => Err(Trouble::Refused(format!(
            "{} bots are named for {} seats; name one for all, or one a seat",
            bots.len(),
            seats.get()
        ))),
    }
}
