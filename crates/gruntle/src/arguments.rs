//! What can be asked on the command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use server::{AddressRange, HostName};

/// Two satirical games about e-mail spam: SPAMMERS (1998) and Spam-O-Rama (2004).
#[derive(Parser)]
#[command(name = "gruntle", version, max_term_width = 100)]
#[command(after_help = "Without a command the table is opened: 'gruntle' is 'gruntle serve'.

Examples:
  gruntle
  gruntle sim spammers --seats 4 --games 10000 --seed 42
  gruntle sim spam-o-rama --network strip --games 5 --records games/
  gruntle record verify games/*.txt
  gruntle lab balance spammers --seats 2-6
  gruntle rules S4.7")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Start the table: a site on this machine where both games are played in the browser
    #[command(
        after_help = "Without any flag the table is open to this machine alone, at port 1998 or the next free one.

Examples:
  gruntle serve
  gruntle serve --bind 0.0.0.0:1998          everybody who can reach this machine may play
  gruntle serve --data /srv/gruntle --log info"
    )]
    Serve(Serve),
    /// Look after a table: list, export and remove matches, back up while it runs
    Admin(Admin),
    /// Play many games among bots and count what came of them
    #[command(
        after_help = "The same seed gives the same games on any number of threads, unless a bot thinks by the clock
(search:Nms). A game that takes too long is stopped and counted as unfinished, never as a win.

Examples:
  gruntle sim spammers --games 10000
  gruntle sim spammers --seats 5 --variant demonstration --json
  gruntle sim spammers --bots search:200,greedy,greedy --games 20
  gruntle sim spammers --bots search:1000 --games 1 --aloud    why each bot does what it does
  gruntle sim spam-o-rama --seats 2 --network generated --seed 7
  gruntle sim spam-o-rama --games 20 --records games/   keeps every game as a text file"
    )]
    Sim(Sim),
    /// Study a game over many games: its balance, what a change would change, and who plays it best
    Lab(Lab),
    /// List the bots: their levels, and what they are called on the command line
    Bots,
    /// Verify and show the records of finished games
    Record(Record),
    /// List, show, check and compare card sets of SPAMMERS, or begin one
    Deck(Deck),
    /// Show the rules: a book, a chapter, a clause, or what a word is about
    #[command(after_help = "Examples:
  gruntle rules                      what there is
  gruntle rules spammers             a whole book
  gruntle rules S4                   a chapter
  gruntle rules S4.7                 a clause
  gruntle rules notation             how moves are written
  gruntle rules --search gruntle     every clause with this word")]
    Rules(Rules),
    /// Print a script that completes these commands in your shell
    #[command(after_help = "Example, for bash:
  gruntle completions bash > ~/.local/share/bash-completion/completions/gruntle")]
    Completions {
        /// The shell you use
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
}

#[derive(Args, Default)]
pub(crate) struct Serve {
    /// Where to listen [default: 127.0.0.1:1998, or the next free port]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) bind: Option<SocketAddr>,
    /// The folder in which every match is kept [default: gruntle in your data folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// What to tell on standard error, one JSON object a line: off, error, warn, info or debug
    #[arg(long, default_value = "warn", value_name = "LEVEL")]
    pub(crate) log: String,
    /// How many requests a second one address may make; 0 for no limit
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub(crate) limit: u32,
    /// Visitors come through a proxy that speaks HTTPS: cookies are for HTTPS alone
    #[arg(long)]
    pub(crate) https: bool,
    /// A proxy, by its address or range, that says where a request came from; can be given several times
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) trusted_proxy: Vec<AddressRange>,
    /// A name under which visitors reach the table, such as spam.example; can be given several times [default: names
    /// of this machine alone, and the address at which it listens]
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<HostName>,
    /// Where to tell numbers for Prometheus, at /metrics [default: nowhere]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) metrics: Option<SocketAddr>,
}

#[derive(Args)]
pub(crate) struct Admin {
    /// The folder in which the matches are kept [default: gruntle in your data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
}

#[derive(Subcommand)]
pub(crate) enum AdminCommand {
    /// List all matches, the latest first
    List,
    /// Write the record of a finished match to standard output
    Export {
        /// Its code
        code: String,
    },
    /// Remove a match for good
    Remove {
        /// Its code
        code: String,
    },
    /// Copy the whole database into a new file, while the table is open
    Backup {
        /// The new file
        file: PathBuf,
    },
}

#[derive(Args)]
pub(crate) struct Sim {
    /// spammers or spam-o-rama
    pub(crate) game: String,
    /// How many sit at the table, 2 to 6
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub(crate) seats: usize,
    /// Who plays: random, greedy, search:N (iterations a decision) or search:Nms (time); one name for all seats, or one
    /// a seat with commas between. From game to game they move on by one seat
    #[arg(long, default_value = "random", value_name = "NAME[,NAME…]")]
    pub(crate) bots: String,
    /// How many games
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub(crate) games: u64,
    /// A whole number that all luck comes from; another one each time unless you give it
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// On how many threads; all cores unless you say
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<usize>,
    /// SPAMMERS: standard or demonstration
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// SPAMMERS: standard, starter, or a file with a card set [default: standard; starter for the demonstration]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) deck: Option<String>,
    /// Spam-O-Rama: ring, corners, long, strip, a file with a network, or generated (a fresh one each game)
    #[arg(long, value_name = "NAME|FILE|generated")]
    pub(crate) network: Option<String>,
    /// Spam-O-Rama: whether the program remembers for the players what they have seen
    #[arg(long, value_name = "on|off")]
    pub(crate) memory: Option<String>,
    /// Keep every finished game as a text file in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    /// With how many heads each search thinks, every one on a thread of its own
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) heads: usize,
    /// Let the bots think aloud: every choice with its reason, for a few games
    #[arg(long, conflicts_with_all = ["json", "records"])]
    pub(crate) aloud: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

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
        .help("The league: two bots or more of random, greedy and search:N, with commas between")))]
    #[command(mut_arg("games", |games| games
        .default_value("1000")
        .help("How many games at most of each pair of bots")))]
    #[command(mut_arg("seats", |seats| seats.value_name("N").help("How many sit at the table, 2 to 6")))]
    #[command(mut_arg("network", |network| network
        .value_name("NAME|FILE|generated")
        .help("Spam-O-Rama: ring, corners, long, strip, a file with a network, or generated (a fresh one each game)")))]
    Ladder {
        #[command(flatten)]
        asked: LabOptions,
        /// Play all games, even when the order is certain before
        #[arg(long)]
        all: bool,
    },
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
    Tune(Tune),
}

#[derive(Args)]
pub(crate) struct Tune {
    /// spammers, the game that has card sets
    #[arg(default_value = "spammers")]
    pub(crate) game: String,
    /// standard, starter, or a file with a card set
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
    /// How many sit at the table: a number, some with commas between, or a span such as 2-6
    #[arg(long, default_value = "3", value_name = "N[,N…]")]
    pub(crate) seats: String,
    /// Who plays: random, greedy or search:N; one name for all seats, or one a seat with commas between
    #[arg(long, default_value = "greedy", value_name = "NAME[,NAME…]")]
    pub(crate) bots: String,
    /// How many games of each number of seats a step; the verdict takes four times as many of either set
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub(crate) games: u64,
    /// How many steps
    #[arg(long, default_value_t = 60, value_name = "N")]
    pub(crate) steps: u64,
    /// A whole number that all luck comes from; another one each time unless you give it
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// On how many threads; all cores unless you say
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<usize>,
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
    /// The folder for card file, report, tables and journal; it must not exist yet [default: lab/tune-DECK-SEED]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the search in that folder
    #[arg(long)]
    pub(crate) resume: bool,
    /// Print the numbers in short as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct LabOptions {
    /// spammers or spam-o-rama
    pub(crate) game: String,
    /// How many sit at the table: a number, some with commas between, or a span such as 2-6
    #[arg(long, default_value = "3", value_name = "N[,N…]")]
    pub(crate) seats: String,
    /// Who plays: random, greedy or search:N; one name for all seats, or one a seat with commas between
    #[arg(long, default_value = "greedy", value_name = "NAME[,NAME…]")]
    pub(crate) bots: String,
    /// How many games of each kind
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pub(crate) games: u64,
    /// A whole number that all luck comes from; another one each time unless you give it
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// On how many threads; all cores unless you say
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<usize>,
    /// SPAMMERS: standard or demonstration
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// SPAMMERS: standard, starter, or a file with a card set [default: standard; starter for the demonstration]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) deck: Option<String>,
    /// Spam-O-Rama: ring, corners, long, strip, a file with a network, generated (a fresh one each game), or all
    /// (each of the four)
    #[arg(long, value_name = "NAME|FILE|generated|all")]
    pub(crate) network: Option<String>,
    /// Spam-O-Rama: whether the program remembers for the players what they have seen
    #[arg(long, value_name = "on|off")]
    pub(crate) memory: Option<String>,
    /// The folder for report, tables and journal; it must not exist yet [default: lab/COMMAND-GAME-SEED]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the run in that folder
    #[arg(long)]
    pub(crate) resume: bool,
    /// Print the numbers in short as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Record {
    #[command(subcommand)]
    pub(crate) command: RecordCommand,
}

#[derive(Subcommand)]
pub(crate) enum RecordCommand {
    /// Referee records again: every input, every digest, the result
    #[command(
        after_help = "Exit code 0: all hold. 1: at least one does not; its first wrong line is named. 2: a file cannot be read."
    )]
    Verify {
        /// The records
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The card set they were played with, if it does not come with the program
        #[arg(long, value_name = "FILE")]
        deck: Option<String>,
    },
    /// Tell the story of a record, whole or from one seat
    #[command(after_help = "Examples:
  gruntle record show game.txt                  everything, for the game is over
  gruntle record show game.txt --as B           what seat B heard
  gruntle record show game.txt --as bystander   what everybody heard
  gruntle record show game.txt --json           for programs: docs/records.md describes it")]
    Show {
        /// The record
        file: PathBuf,
        /// Whose ears: a seat (A to F) or bystander
        #[arg(long = "as", value_name = "SEAT|bystander")]
        viewer: Option<String>,
        /// The card set it was played with, if it does not come with the program
        #[arg(long, value_name = "FILE")]
        deck: Option<String>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
#[command(after_help = "Examples:
  gruntle deck list                          the sets that come with the program
  gruntle deck show                          every card of the standard set
  gruntle deck show starter 'Insider Trading'
  gruntle deck new my.toml                   begin a set of your own: docs/cards.md tells how
  gruntle deck check my.toml                 everything that is wrong with it, at once
  gruntle deck diff standard my.toml         what it changes
  gruntle sim spammers --deck my.toml        play it")]
pub(crate) struct Deck {
    #[command(subcommand)]
    pub(crate) command: DeckCommand,
}

#[derive(Subcommand)]
pub(crate) enum DeckCommand {
    /// List the card sets that come with the program
    List,
    /// Draw the cards of a set, or one card of it
    Show {
        /// standard, starter or a file
        #[arg(default_value = "standard")]
        set: String,
        /// The name of a card, or a part of it
        card: Option<String>,
    },
    /// Say everything that is wrong with a card file
    #[command(
        after_help = "Exit code 0: it is sound. 1: it is not, and every fault is named. 2: it cannot be read."
    )]
    Check {
        /// The card file
        file: PathBuf,
    },
    /// Say what one set has that another has not, card by card
    Diff {
        /// standard, starter or a file
        a: String,
        /// standard, starter or a file
        b: String,
    },
    /// Begin a card set: a template with comments that checks clean
    New {
        /// The file to write; it must not exist yet
        file: PathBuf,
    },
}

#[derive(Args)]
pub(crate) struct Rules {
    /// A book (spammers, spam-o-rama, notation), a chapter (S4) or a clause (S4.7)
    pub(crate) what: Option<String>,
    /// Every clause that holds all of these words
    #[arg(long, value_name = "WORDS", conflicts_with = "what")]
    pub(crate) search: Option<String>,
}
