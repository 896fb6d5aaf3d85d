//! Arguments of the lab on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::counts::count;
use crate::options::{
    ClusterOptions, KeptOptions, LuckOptions, RunOptions, SetupOptions, TableOptions, TablesOptions,
};

#[derive(Args)]
pub(crate) struct Lab {
    #[command(subcommand)]
    pub(crate) command: LabCommand,
}

#[derive(Subcommand)]
pub(crate) enum LabCommand {
    /// Measure how balanced a game is: seats, length, course, and what each card, List, client or port does
    #[command(
        after_help = "The same seed gives the same files on any number of threads, stopped and resumed or not. Ctrl-C stops
after the work in hand; nothing done is lost. docs/lab.md tells how to read the report.

Examples:
  gruntle lab balance spammers
  gruntle lab balance spammers --seats 2-6 --games 5000 --seed 1 --out lab/seats
  gruntle lab balance spammers --seats 2-6 --games 5000 --seed 1 --out lab/seats --resume
  gruntle lab balance spam-o-rama --network all --bots greedy"
    )]
    #[command(mut_arg("network", |network| network
        .value_name("NAME|FILE|generated|all")
        .help("Spam-O-Rama: ring, corners, long, strip, a file with a network, generated (a fresh one each game), or all (each of the four)")))]
    Balance {
        #[command(flatten)]
        asked: LabOptions,
    },
    /// Compare two ways to play a game: do they differ by more than noise, and in what
    #[command(
        after_help = "Each side is words with spaces between: key=value with the keys deck, variant, network, memory, bots and
seats, or a bare word, which is a card set (SPAMMERS) or a network (Spam-O-Rama). What a side does not say
is as the other options say. Both sides play the same seeds.

Examples:
  gruntle lab compare spammers --a standard --b my.toml
  gruntle lab compare spammers --a variant=standard --b 'variant=demonstration deck=standard'
  gruntle lab compare spam-o-rama --a ring --b 'strip memory=off' --games 2000
  gruntle lab compare spammers --a bots=greedy --b bots=search:200 --games 200"
    )]
    Compare {
        #[command(flatten)]
        asked: LabOptions,
        /// The first side
        #[arg(long, value_name = "WORDS")]
        a: String,
        /// The second side
        #[arg(long, value_name = "WORDS")]
        b: String,
    },
    /// Let bots play a league: who is stronger, by how much, and whether that is certain
    #[command(
        after_help = "Every pair of bots meets at tables of one size; with more than two seats one sits against many, and
in as many games many against one. The league stops when its order is certain, unless you say --all.

Examples:
  gruntle lab ladder spammers
  gruntle lab ladder spammers --bots greedy,search:50,search:500 --games 400 --seed 1
  gruntle lab ladder spam-o-rama --bots random,greedy --seats 2 --all"
    )]
    #[command(mut_arg("bots", |bots| bots
        .default_value("random,greedy,search:100")
        .help("The league: two bots or more of levels such as kingpin, random, greedy, search:N and exec:COMMAND, with commas between")))]
    #[command(mut_arg("games", |games| games
        .default_value("1000")
        .help("How many games at most of each pair of bots")))]
    #[command(mut_arg("seats", |seats| seats.value_name("N").help("How many sit at the table, 2 to 6 [default: 3]")))]
    Ladder {
        #[command(flatten)]
        asked: LabOptions,
        /// Play all games, even when the order is certain before
        #[arg(long)]
        all: bool,
    },
    /// Write self-play as Parquet, to learn from: what seats saw, could do and did, how it came out, what a search thought of it
    #[command(
        after_help = "A row is a decision; docs/dataset.md says column by column what is in it. The same seed gives the same files on any
number of threads, stopped and resumed or not. Ctrl-C stops; files that are whole are kept.

Examples:
  gruntle lab dataset spam-o-rama --bots search:200 --games 10000 --seed 1 --out data/ring
  gruntle lab dataset spam-o-rama --bots search:200 --games 10000 --seed 1 --out data/ring --resume
  gruntle lab dataset spammers --bots search:100,greedy,random --games 1000 --per-file 50"
    )]
    #[command(mut_arg("out", |out| out
        .help("The folder for the files; it must not exist yet [default: lab/dataset-GAME-SEED]")))]
    #[command(mut_arg("bots", |bots| bots.default_value("search:100")))]
    Dataset(Dataset),
    /// Look through games of bots for puzzles: positions in which one choice is far better than all others, and not the obvious one
    #[command(
        after_help = "A quick look at a position finds what may be a puzzle; two deep searches with luck of their own must then agree on
the choice and on its lead. The same seed gives the same puzzles on any number of threads. docs/puzzles.md describes the file.

Examples:
  gruntle lab puzzles spammers --count 20 --seed 1
  gruntle lab puzzles spam-o-rama --network corners --count 20 --seed 1 --out corners.toml"
    )]
    #[command(mut_arg("seats", |seats| seats
        .help("How many sit at the table [default: as many as bots are named, or 2]")))]
    #[command(mut_arg("bots", |bots| bots
        .default_value("search:60")
        .help("Who plays: one name for all seats, or one a seat with commas between")))]
    Puzzles(Puzzles),
    /// Search for better numbers in a card set: modifiers, Sizes, Initial Ratings, copies, strengths of effects
    #[command(
        after_help = "The new card file keeps every word and comment of the old one; only numbers and the version change. What
rulebook S8 knows of the original cards never changes, nor do cards named by --keep. The original file is not touched.

Examples:
  gruntle lab tune --games 200 --steps 100
  gruntle lab tune --deck my.toml --rounds 12-16 --lift 8 --numbers modifiers,strengths --seed 1 --out lab/mine
  gruntle lab tune --deck my.toml --rounds 12-16 --lift 8 --numbers modifiers,strengths --seed 1 --out lab/mine --resume
  gruntle lab tune --seats 2-6 --keep 'Insider Trading' --keep 'Router Tap'"
    )]
    #[command(mut_arg("out", |out| out
        .help("The folder for card file, report, tables and journal; it must not exist yet [default: lab/tune-DECK-SEED]")))]
    #[command(mut_arg("resume", |resume| resume.help("Go on with the search in that folder")))]
    Tune(Tune),
}

#[derive(Args)]
pub(crate) struct Dataset {
    /// spammers or spam-o-rama
    pub(crate) game: String,
    /// How many games
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = count)]
    pub(crate) games: u64,
    /// How many games a file
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = count)]
    pub(crate) per_file: u64,
    #[command(flatten)]
    pub(crate) table: TableOptions,
    #[command(flatten)]
    pub(crate) setup: SetupOptions,
    #[command(flatten)]
    pub(crate) kept: KeptOptions,
    #[command(flatten)]
    pub(crate) cluster: ClusterOptions,
}

#[derive(Args)]
pub(crate) struct Puzzles {
    /// spammers or spam-o-rama
    pub(crate) game: String,
    /// How many puzzles
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub(crate) count: usize,
    /// How many games at most to look through
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = count)]
    pub(crate) games: u64,
    /// An answer that is not looked for, in notation, or its beginning and *; may be given again
    #[arg(long, value_name = "ANSWER")]
    pub(crate) except: Vec<String>,
    #[command(flatten)]
    pub(crate) table: TableOptions,
    #[command(flatten)]
    pub(crate) setup: SetupOptions,
    #[command(flatten)]
    pub(crate) luck: LuckOptions,
    /// The file for the puzzles; it must not exist yet [default: puzzles-GAME-SEED.toml]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cluster: ClusterOptions,
}

#[derive(Args)]
pub(crate) struct Tune {
    /// spammers, the game that has card sets
    #[arg(default_value = "spammers")]
    pub(crate) game: String,
    /// standard, starter, standard-1 (before it was balanced), starter-1, or a file with a card set
    #[arg(long, default_value = "standard", value_name = "NAME|FILE")]
    pub(crate) deck: String,
    /// Aim: between which numbers of rounds games should last
    #[arg(long, default_value = "12-16", value_name = "N-M")]
    pub(crate) rounds: String,
    /// Aim: by how many points a place in the order of play may win more than its share
    #[arg(long, default_value_t = 2.0, value_name = "POINTS")]
    pub(crate) seat_edge: f64,
    /// Aim: by how many points a card may raise the win rate of whoever holds it
    #[arg(long, default_value_t = 8.0, value_name = "POINTS")]
    pub(crate) lift: f64,
    #[command(flatten)]
    pub(crate) tables: TablesOptions,
    /// How many games of each number of seats a step; the verdict takes four times as many of either set
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = count)]
    pub(crate) games: u64,
    /// How many steps
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = count)]
    pub(crate) steps: u64,
    /// standard or demonstration
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// Which numbers may change: modifiers, sizes, initials, copies, strengths (the numbers of effects)
    #[arg(long, default_value = "modifiers,sizes,initials,copies", value_name = "KIND[,KIND…]")]
    pub(crate) numbers: String,
    /// A card that stays as it is; may be given again
    #[arg(long, value_name = "CARD")]
    pub(crate) keep: Vec<String>,
    /// What the new set is called; the same as the old, with the next version, unless you say
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunOptions,
}

#[derive(Args)]
pub(crate) struct LabOptions {
    /// spammers or spam-o-rama
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) tables: TablesOptions,
    /// How many games of each kind
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = count)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) setup: SetupOptions,
    #[command(flatten)]
    pub(crate) run: RunOptions,
}
