//! Options that several commands share.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use server::{AddressRange, HostName};

use crate::voice::{self, Color, Notices, Reader, Voice};

/// Colour and quiet, for every command.
#[derive(Args)]
pub(crate) struct VoiceOptions {
    /// When to emphasise: auto is where a person reads, unless NO_COLOR is set in the environment
    #[arg(
        long,
        global = true,
        display_order = 901,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "auto|always|never"
    )]
    pub(crate) color: Color,
    /// Say nothing but the answer: no progress, no notices, and of a table its address alone
    #[arg(long, global = true, display_order = 902)]
    pub(crate) quiet: bool,
}

impl VoiceOptions {
    /// Speaks so from now on.
    pub(crate) fn settle(&self) {
        let notices = if self.quiet { Notices::LeftOut } else { Notices::Told };
        voice::settle(Voice { color: self.color, notices });
    }
}

/// Pictures of cards: when they are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Pictures {
    /// Where a person reads
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

impl Pictures {
    /// Whether they are drawn for this reader.
    pub(crate) fn are_for(self, reader: Reader) -> bool {
        match self {
            Self::Auto => reader == Reader::Person,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// What a game is set up with, as words.
#[derive(Args, Debug, Clone, PartialEq, Eq)]
pub(crate) struct SetupOptions {
    /// SPAMMERS: standard or demonstration
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// SPAMMERS: standard, starter, standard-1 (before it was balanced), starter-1, or a file with a card set [default:
    /// standard; starter for the demonstration]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) deck: Option<String>,
    /// Spam-O-Rama: ring, corners, long, strip, a file with a network, or generated (a fresh one each game)
    #[arg(long, value_name = "NAME|FILE|generated")]
    pub(crate) network: Option<String>,
    /// Spam-O-Rama: whether the program remembers for the players what they have seen
    #[arg(long, value_name = "on|off")]
    pub(crate) memory: Option<String>,
}

/// Who plays beside this machine.
#[derive(Args, Debug, Clone)]
pub(crate) struct ClusterOptions {
    /// Let workers play ('gruntle worker', on any machines) that take pieces of work from this NATS with JetStream; several
    /// servers with commas between. The answer is the same, byte for byte
    #[arg(long, value_name = "nats://HOST:PORT")]
    pub(crate) cluster: Option<String>,
    #[command(flatten)]
    pub(crate) access: ClusterAccess,
}

/// How NATS lets us in.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct ClusterAccess {
    /// A file with what NATS asks for: a line token=…, or lines user=… and password=… [default: GRUNTLE_NATS_TOKEN, or
    /// GRUNTLE_NATS_USER and GRUNTLE_NATS_PASSWORD, in the environment]
    #[arg(long, value_name = "FILE")]
    pub(crate) cluster_secret: Option<PathBuf>,
    /// With tls://: certificates (PEM) of the authority that has signed for NATS, beside those that this machine believes in
    #[arg(long, value_name = "FILE")]
    pub(crate) cluster_ca: Option<PathBuf>,
    /// Take a NATS on another machine without TLS, or one that asks for no password
    #[arg(long)]
    pub(crate) cluster_open: bool,
}

/// How a run is played and where it is kept.
#[derive(Args)]
pub(crate) struct RunOptions {
    #[command(flatten)]
    pub(crate) kept: KeptOptions,
    #[command(flatten)]
    pub(crate) cluster: ClusterOptions,
}

/// Who plays. Commands have usual bots and words of their own.
#[derive(Args)]
pub(crate) struct PlayerOptions {
    /// Who plays: a level such as kingpin, random, greedy, search:N or exec:COMMAND; one name for all seats, or one a seat with commas between
    #[arg(long, default_value = "greedy", value_name = "NAME[,NAME…]")]
    pub(crate) bots: String,
}

/// Who plays, at tables of one size.
#[derive(Args)]
pub(crate) struct TableOptions {
    /// How many sit at the table [default: as many as bots are named, or 3]
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<usize>,
    #[command(flatten)]
    pub(crate) players: PlayerOptions,
}

/// Who plays, at tables of one size or of several.
#[derive(Args)]
pub(crate) struct TablesOptions {
    /// How many sit at the table: a number, some with commas between, or a span such as 2-6 [default: as many as bots are named, or 3]
    #[arg(long, value_name = "N[,N…]")]
    pub(crate) seats: Option<String>,
    #[command(flatten)]
    pub(crate) players: PlayerOptions,
}

/// What luck a run has, and on how many threads it is played.
#[derive(Args)]
pub(crate) struct LuckOptions {
    /// A whole number that all luck comes from; another one each time unless you give it
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// On how many threads; all cores unless you say
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<usize>,
}

/// What luck a run has, on how many threads it is played, and where it is kept.
#[derive(Args)]
pub(crate) struct KeptOptions {
    #[command(flatten)]
    pub(crate) luck: LuckOptions,
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

/// Where everything is kept.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct DatabaseOptions {
    /// The folder in which every match is kept [default: gruntle in your data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// The database in place of a folder: sqlite:PATH for a file, postgres://USER@HOST/NAME for a PostgreSQL server; in the
    /// environment GRUNTLE_DATABASE
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub(crate) database: Option<String>,
    /// A file with the password for the PostgreSQL server, which must not be on a command line [default: PGPASSWORD or
    /// ~/.pgpass]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) database_password_file: Option<PathBuf>,
}

/// How a table is opened: all of it can stand in a configuration file, too.
#[derive(Args)]
pub(crate) struct Serve {
    /// Where to listen [default: 127.0.0.1:1998, or the next free port]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) bind: Option<SocketAddr>,
    #[command(flatten)]
    pub(crate) database: DatabaseOptions,
    /// What to tell on standard error, one JSON object a line: off, error, warn, info or debug [default: warn; error with
    /// --quiet]
    #[arg(long, value_name = "LEVEL")]
    pub(crate) log: Option<String>,
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
    /// A card file of your own for SPAMMERS, to choose at a new table; can be given several times. docs/cards.md
    #[arg(long, value_name = "FILE")]
    pub(crate) deck: Vec<String>,
    /// A network of your own for Spam-O-Rama, to choose at a new table; can be given several times. docs/networks.md
    #[arg(long, value_name = "FILE")]
    pub(crate) network: Vec<String>,
    /// Let a program of yours play in the place of the bot of a level, at every table but those of deals, such as
    /// kingpin=./mybot; can be given once for each level. It runs with your rights; docs/bot-protocol.md
    #[arg(long, value_name = "LEVEL=COMMAND")]
    pub(crate) allow_exec: Vec<String>,
    /// Where to tell numbers for Prometheus, at /metrics [default: nowhere]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) metrics: Option<SocketAddr>,
    /// Be one of many nodes that share a PostgreSQL database and talk over this NATS; several servers with commas between.
    /// Any node takes any request; docs/scale.md
    #[arg(long, value_name = "nats://HOST:PORT")]
    pub(crate) cluster: Option<String>,
    #[command(flatten)]
    pub(crate) access: ClusterAccess,
    /// With --cluster: what this node is called in its logs [default: the name of the machine]
    #[arg(long, value_name = "NAME")]
    pub(crate) node: Option<String>,
}
