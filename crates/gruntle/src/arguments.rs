//! Arguments of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::config::Configured;
use crate::counts::count;
use crate::lab::arguments::Lab;
use crate::options::{
    ClusterAccess, ClusterOptions, DatabaseOptions, LuckOptions, Pictures, SetupOptions, TableOptions,
    VoiceOptions,
};
use crate::version::VERSION;

/// Two satirical games about e-mail spam: SPAMMERS (1998) and Spam-O-Rama (2004).
#[derive(Parser)]
#[command(name = "gruntle", version = VERSION.as_str(), max_term_width = 100)]
#[command(after_help = "Without a command the table is opened, and on a desktop its page in your browser.
'gruntle serve' has more to choose.

Examples:
  gruntle
  gruntle sim spammers --seats 4 --games 10000 --seed 42
  gruntle sim spam-o-rama --network strip --games 5 --records games/
  gruntle record verify games/*.txt
  gruntle lab balance spammers --seats 2-6
  gruntle rules S4.7")]
pub(crate) struct Arguments {
    /// Without a command: leave the page for you to open, where it would be opened in your browser
    #[arg(long)]
    pub(crate) no_open: bool,
    #[command(flatten)]
    pub(crate) voice: VoiceOptions,
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
  gruntle serve --data /srv/gruntle --log info
  gruntle serve --config /etc/gruntle/gruntle.toml
  gruntle serve --deck my.toml --network my.txt   a card set and a network of your own to choose from
  gruntle serve --database postgres://gruntle@db.example/games --database-password-file /run/secrets/games"
    )]
    Serve(ServeCommand),
    /// Look whether a table can be run here: its folder, database, NATS, versions and limits; it changes nothing
    #[command(
        after_help = "It takes every option of 'gruntle serve', so that the command line of a service can be looked at with the same words, and works
beside a running server. Each line has a mark: ok, look (somebody should) or wrong.

Examples:
  gruntle doctor
  gruntle doctor --data /srv/gruntle --json
  gruntle doctor --config /etc/gruntle/gruntle.toml

With --json: an object with ok and checks, an array of objects, each with check, mark, says.

Exit code 0: nothing is wrong. 1: something is. 2: the options cannot be read."
    )]
    Doctor(Doctor),
    /// Look after a table: list, export and remove matches, back up while it runs
    Admin(Admin),
    /// Play many games among bots and count what came of them
    #[command(
        after_help = "The same seed gives the same games on any number of threads, unless a bot thinks by the clock
(search:Nms). Behind each percentage stands its 95% interval (Wilson's). Counts may be written 10_000, 100k, 2M or 1e5.
Ctrl-C stops when the games in hand are over, tells what was played so far and exits with 130. A game that takes too long is stopped and counted as unfinished, never as a win.

Examples:
  gruntle sim spammers --games 10000
  gruntle sim spammers --seats 5 --variant demonstration --json
  gruntle sim spammers --bots search:200,greedy,greedy --games 20
  gruntle sim spammers --bots kingpin,operator,peddler --games 1e3
  gruntle sim spammers --bots 'exec:python3 mybot.py,greedy' --games 20
  gruntle sim spammers --bots search:1000 --games 1 --aloud    why each bot does what it does
  gruntle sim spam-o-rama --seats 2 --network generated --seed 7
  gruntle sim spam-o-rama --games 20 --records games/   keeps every game as a text file"
    )]
    #[command(mut_arg("seats", |seats| seats
        .help("How many sit at the table, 2 to 6 [default: as many as bots are named; 3 if it is one name for all]")))]
    #[command(mut_arg("bots", |bots| bots
        .default_value("random")
        .help("Who plays: a level such as kingpin ('gruntle bots' lists them), random, greedy, search:N (iterations a decision), search:Nms (time) or exec:COMMAND (a program of your own); one name for all seats, or one a seat with commas between. From game to game they move on by one seat")))]
    Sim(Sim),
    /// Study a game over many games: its balance, what a change would change, and who plays it best
    Lab(Lab),
    /// Do pieces of work for runs and think for bots of nodes that are told --cluster, on as many machines as you like
    #[command(
        after_help = "A worker takes pieces from a queue in NATS and brings what came of them to whoever asked. Bots of nodes (serve --cluster) think
there, too: it is sent what their seats see, and nothing else; and it looks at their finished games again. It keeps nothing: end it
whenever you like (Ctrl-C, kill), others do what it had in hand. It must run the same program as who asks.
docs/workers.md tells more.

Examples:
  nats-server -js -sd /srv/nats
  gruntle worker --cluster nats://127.0.0.1:4222
  gruntle lab balance spammers --cluster nats://127.0.0.1:4222"
    )]
    Worker(WorkerOptions),
    /// Try a program of your own as a bot
    Bot(Bot),
    /// List the bots: their levels, and what they are called on the command line
    #[command(after_help = "Examples:
  gruntle bots
  gruntle bots --json

With --json: an array of levels, each with level, spammers, spam_o_rama (the bot of each game), expects.")]
    Bots(Bots),
    /// Verify, show and review the records of finished games
    Record(Record),
    /// List, show, check and compare card sets of SPAMMERS, or begin one
    Deck(Deck),
    /// List, show and check networks of Spam-O-Rama, or begin one
    Network(Network),
    /// Show the guided first game of a title, or check and show one of your own: what the coach says, and what is expected
    Lesson {
        /// spammers, spam-o-rama or a file
        game: String,
    },
    /// Show a puzzle: how it came to this, what is asked and what is offered
    #[command(after_help = "Examples:
  gruntle puzzle spammers                  how many there are, by difficulty
  gruntle puzzle spammers 12               one of them, as the seat that is to choose sees it
  gruntle puzzle spammers 12 --solution    what each choice is worth, and why
  gruntle puzzle my.toml                   check a file of your own, and list its puzzles
  gruntle puzzle my.toml 1                 one of them
  gruntle puzzle spammers --json           the list, for programs

With --json: an array of puzzles, each with number, game, difficulty, seat, choices (how many).")]
    Puzzle(ShowPuzzle),
    /// Show the rules: a book, a chapter, a clause, or what a word is about
    #[command(after_help = "Examples:
  gruntle rules                      what there is
  gruntle rules spammers             a whole book
  gruntle rules S4                   a chapter
  gruntle rules S4.7                 a clause
  gruntle rules notation             how moves are written
  gruntle rules --search gruntle     every clause with this word
  gruntle rules --json               what there is, for programs

With --json: an array of books, each with game, title, chapters (id, title, clauses by their ids);
of a book, a chapter, a clause or --search an array of clauses, each with id, chapter,
chapter_title, text.")]
    Rules(Rules),
    /// Print a script that completes these commands in your shell
    #[command(after_help = "Example, for bash:
  gruntle completions bash > ~/.local/share/bash-completion/completions/gruntle")]
    Completions {
        /// The shell you use
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page of this program, or write the pages of all its commands
    #[command(after_help = "Examples:
  gruntle man | man -l -                      read it
  gruntle man --out ~/.local/share/man/man1   then: man gruntle-sim")]
    Man {
        /// The folder for one page for each command; pages that are there are written anew
        #[arg(long = "out", value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

#[derive(Args, Default)]
pub(crate) struct ServeCommand {
    #[command(flatten)]
    pub(crate) options: Configured,
    /// Print the whole configuration that counts, as a file for --config, and open no table
    #[arg(long)]
    pub(crate) print_config: bool,
}

#[derive(Args)]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) options: Configured,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Bots {
    /// Print one JSON array
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Admin {
    #[command(flatten)]
    pub(crate) database: DatabaseOptions,
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
}

#[derive(Subcommand)]
pub(crate) enum AdminCommand {
    /// List all matches, the latest first
    #[command(after_help = "Examples:
  gruntle admin list
  gruntle admin list --json

With --json: an array of matches, each with code, game, stage (lobby, playing or over), opened (in
seconds since 1970), lines, names.")]
    List {
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
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
    /// Copy everything from one database into another that is empty, while no table is open; a copy that was
    /// interrupted is gone on with
    Copy {
        /// The database to copy: sqlite:PATH or postgres://USER@HOST/NAME
        from: String,
        /// The empty database: sqlite:PATH or postgres://USER@HOST/NAME
        to: String,
        /// A file with the password for the first, if it is a PostgreSQL server [default: PGPASSWORD or ~/.pgpass]
        #[arg(long, value_name = "FILE")]
        from_password_file: Option<PathBuf>,
        /// A file with the password for the second, if it is a PostgreSQL server [default: PGPASSWORD or ~/.pgpass]
        #[arg(long, value_name = "FILE")]
        to_password_file: Option<PathBuf>,
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
    #[command(flatten)]
    pub(crate) table: TableOptions,
    /// How many games
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = count)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) luck: LuckOptions,
    #[command(flatten)]
    pub(crate) setup: SetupOptions,
    /// Keep every finished game as a text file in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    /// On how many threads each search thinks at once
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) heads: usize,
    /// Let the bots think aloud: every choice with its reason, for a few games
    #[arg(long, conflicts_with_all = ["json", "records", "cluster"])]
    pub(crate) aloud: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) cluster: ClusterOptions,
}

#[derive(Args)]
pub(crate) struct WorkerOptions {
    /// The NATS with JetStream that has the work; several servers with commas between
    #[arg(long, value_name = "nats://HOST:PORT")]
    pub(crate) cluster: String,
    #[command(flatten)]
    pub(crate) access: ClusterAccess,
    /// How many pieces it does at once, and how many bots think; as many as there are cores unless you say
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<usize>,
    /// What it is called where runs tell who works [default: the name of this machine]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

#[derive(Args)]
#[command(after_help = "Examples:
  gruntle bot check 'python3 mybot.py'
  gruntle bot check ./mybot --game spam-o-rama --games 20
  gruntle bot check 'exec@200ms:./mybot'                     with 200 ms for each decision
  gruntle sim spammers --bots 'exec:./mybot,greedy,greedy'   then let it play")]
pub(crate) struct Bot {
    #[command(subcommand)]
    pub(crate) command: BotCommand,
}

#[derive(Subcommand)]
pub(crate) enum BotCommand {
    /// Play a few games with a program and explain everything that is wrong with its answers
    #[command(
        after_help = "The program is told its seat's view, what it heard and its numbered choices, one JSON object a line, and answers
with the number of a choice. docs/bot-protocol.md describes it. It runs with all your rights.

Exit code 0: it plays by the protocol. 1: it does not; each fault is explained. 2: it cannot be tried."
    )]
    Check {
        /// The command that starts it, as a shell reads it; or exec@Nms:COMMAND for a time other than 1000 ms a decision
        command: String,
        /// spammers or spam-o-rama; both unless you say
        #[arg(long, value_name = "NAME")]
        game: Option<String>,
        /// How many games at each of three tables
        #[arg(long, default_value_t = 2, value_name = "N", value_parser = count)]
        games: u64,
        /// A whole number that all luck comes from
        #[arg(long, default_value_t = 1, value_name = "S")]
        seed: u64,
    },
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
    /// Look at a finished game again: chances, luck, and what each choice gave away
    #[command(
        after_help = "Everything is reckoned as the seat could know it then. The same record gives the same review.

Examples:
  gruntle record review game.txt                  a first look, within seconds
  gruntle record review game.txt --effort deep    minutes, and smaller errors
  gruntle record review game.txt --json           for programs: docs/review.md describes it"
    )]
    Review {
        /// The record
        file: PathBuf,
        /// How deep to look
        #[arg(long, value_name = "quick|deep", default_value = "quick", value_parser = ["quick", "deep"])]
        effort: String,
        /// The card set it was played with, if it does not come with the program
        #[arg(long, value_name = "FILE")]
        deck: Option<String>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// What the coach would have done at a moment of a game, what the best few choices are worth, and why
    #[command(
        after_help = "It knows what the seat could know then, and says what the coach of the site says there. The same moment gives the same hint.

Examples:
  gruntle record hint game.txt --at 57            before input 57, for whoever made it
  gruntle record hint game.txt --at 57 --seat B   for another seat that could have answered then
  gruntle record hint game.txt --at 57 --json     for programs: docs/review.md describes it"
    )]
    Hint {
        /// The record
        file: PathBuf,
        /// Before which input, counted from 1 as 'record review' counts them
        #[arg(long, value_name = "N")]
        at: usize,
        /// For which seat [default: the one that made the input]
        #[arg(long, value_name = "SEAT")]
        seat: Option<String>,
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
  gruntle deck new my.toml --from standard   begin with all cards of another set
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
    #[command(after_help = "Examples:
  gruntle deck list
  gruntle deck list --json

With --json: an array of sets, each with name, version, lists, action_cards (how many), digest.")]
    List {
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// Draw the cards of a set, or one card of it
    #[command(after_help = "Examples:
  gruntle deck show
  gruntle deck show starter 'Insider Trading'
  gruntle deck show starter 'Insider Trading' --picture always > card.txt
  gruntle deck show --json

A picture is painted where the terminal has true colours (COLORTERM) and NO_COLOR is not set, and is plain elsewhere.

With --json: an object with set (as in 'deck list') and cards, each with name, kind, mark, text,
flavour, copies.")]
    Show {
        /// standard, starter or a file
        #[arg(default_value = "standard")]
        set: String,
        /// The name of a card, or a part of it
        card: Option<String>,
        /// When to draw the picture of a card, too: auto is where a person reads
        #[arg(
            long,
            value_enum,
            default_value_t,
            hide_possible_values = true,
            value_name = "auto|always|never"
        )]
        picture: Pictures,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
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
    #[command(after_help = "Examples:
  gruntle deck diff standard my.toml
  gruntle deck diff standard my.toml --json

With --json: an object with a, b (as in 'deck list') and changes, each with card, change (gone, new,
different or flavour), was, is (text or null).")]
    Diff {
        /// standard, starter or a file
        a: String,
        /// standard, starter or a file
        b: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Begin a card set: a template with comments that checks clean, or all cards of another set
    #[command(after_help = "Examples:
  gruntle deck new my.toml
  gruntle deck new my.toml --from standard   change a few cards of ours

The new set is called after its file, and begins at version 1.")]
    New {
        /// The file to write; it must not exist yet
        file: PathBuf,
        /// Begin with the cards of this set: standard, starter, standard-1 or a file [default: the template]
        #[arg(long, value_name = "NAME|FILE")]
        from: Option<String>,
    },
}

#[derive(Args)]
#[command(after_help = "Examples:
  gruntle network list                       the networks that come with the program
  gruntle network show strip
  gruntle network new my.txt                 begin a network of your own: docs/networks.md tells how
  gruntle network check my.txt               everything that is wrong with it, at once
  gruntle sim spam-o-rama --network my.txt   play it")]
pub(crate) struct Network {
    #[command(subcommand)]
    pub(crate) command: NetworkCommand,
}

#[derive(Subcommand)]
pub(crate) enum NetworkCommand {
    /// List the networks that come with the program
    #[command(after_help = "Examples:
  gruntle network list
  gruntle network list --json

With --json: an array of networks, each with name, columns, rows, connections, map, digest.")]
    List {
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// Draw a network
    #[command(after_help = "Examples:
  gruntle network show
  gruntle network show my.txt
  gruntle network show generated --seed 7
  gruntle network show --json

With --json: an object as in 'network list'.")]
    Show {
        /// ring, corners, long, strip, generated or a file
        #[arg(default_value = "ring")]
        network: String,
        /// With generated: a whole number that its luck comes from; another one each time unless you give it
        #[arg(long, value_name = "S")]
        seed: Option<u64>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Say everything that is wrong with a file of a network
    #[command(
        after_help = "Exit code 0: it is sound. 1: it is not, and every fault is named. 2: it cannot be read."
    )]
    Check {
        /// The file
        file: PathBuf,
    },
    /// Begin a network: a template with remarks that is sound, or the squares of another network
    #[command(after_help = "Examples:
  gruntle network new my.txt
  gruntle network new my.txt --from strip
  gruntle network new my.txt --from generated --seed 7   a fresh one

A network is called after its file.")]
    New {
        /// The file to write; it must not exist yet
        file: PathBuf,
        /// Begin with this network: ring, corners, long, strip, generated or a file [default: the template]
        #[arg(long, value_name = "NAME|FILE|generated")]
        from: Option<String>,
        /// With --from generated: a whole number that its luck comes from; another one each time unless you give it
        #[arg(long, value_name = "S", requires = "from")]
        seed: Option<u64>,
    },
}

#[derive(Args)]
pub(crate) struct ShowPuzzle {
    /// spammers, spam-o-rama or a file
    pub(crate) game: String,
    /// Its number, as on the site or in the file
    pub(crate) number: Option<usize>,
    /// Say what each choice is worth, and why
    #[arg(long, requires = "number")]
    pub(crate) solution: bool,
    /// Print the list as one JSON array
    #[arg(long, conflicts_with = "number")]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Rules {
    /// A book (spammers, spam-o-rama, notation), a chapter (S4) or a clause (S4.7)
    pub(crate) what: Option<String>,
    /// Every clause that holds all of these words
    #[arg(long, value_name = "WORDS", conflicts_with = "what")]
    pub(crate) search: Option<String>,
    /// Print one JSON array
    #[arg(long)]
    pub(crate) json: bool,
}
