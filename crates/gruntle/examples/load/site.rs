//! The servers that are driven, and what each of them takes.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

use services::{Durability, Nats, Postgres, fresh_folder, processor};

use driver::table::Table;

/// Where matches are kept, and through how many nodes they are seen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One server with a file.
    File,
    /// One server with PostgreSQL.
    Postgres,
    /// One node with PostgreSQL and NATS.
    Node,
    /// The same, and a second node through which somebody watches every match.
    Watched,
}

/// A server or two, with what they need.
pub struct Site {
    /// Where everybody plays.
    pub table: Table,
    /// The node through which others watch.
    pub beside: Option<Table>,
    postgres: Option<Postgres>,
    nats: Option<(Nats, SocketAddr)>,
}

/// Resources used so far.
pub struct Taken {
    table: Duration,
    beside: Option<Duration>,
    database: Option<Duration>,
    messages: Option<[u64; 3]>,
}

impl Site {
    /// Starts all of it.
    pub fn start(gruntle: &Path, kind: Kind) -> Self {
        if kind == Kind::File {
            return Self { table: Table::start(gruntle, "load"), beside: None, postgres: None, nats: None };
        }
        let postgres = Postgres::start("load-postgres", Durability::Machine).unwrap();
        let (address, password) = (postgres.database("games"), postgres.password_file());
        let password = password.display().to_string();
        let nats = (kind != Kind::Postgres).then(|| {
            let told_at = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
            let port = told_at.port().to_string();
            (Nats::start_with(fresh_folder("load-nats"), &["-m", &port]).unwrap(), told_at)
        });
        let node = |name: &str| {
            let mut options: Vec<String> =
                ["--database", &address, "--database-password-file", &password].map(str::to_owned).into();
            if let Some((nats, _)) = &nats {
                options.extend(["--cluster", &nats.address(), "--node", name].map(str::to_owned));
            }
            Table::start_elsewhere(gruntle, &format!("load-{name}"), &options, &[])
        };
        let (table, beside) = (node("a"), (kind == Kind::Watched).then(|| node("b")));
        Self { table, beside, postgres: Some(postgres), nats }
    }

    /// Resources used until now.
    pub fn taken(&self) -> Taken {
        Taken {
            table: processor(self.table.process()),
            beside: self.beside.as_ref().map(|node| processor(node.process())),
            database: self.postgres.as_ref().map(Postgres::processor),
            messages: self.nats.as_ref().map(|(_, told_at)| messages(*told_at)),
        }
    }

    /// Says what it has taken since then, for each of so many moves.
    pub fn report(&self, since: &Taken, moves: u64) {
        let now = self.taken();
        let each = |now: Duration, then: Duration| {
            now.saturating_sub(then).as_secs_f64() * 1e6 / moves.max(1) as f64
        };
        println!("  server CPU a move   {:.0} µs", each(now.table, since.table));
        if let Some((now, then)) = now.beside.zip(since.beside) {
            println!("  the other node's    {:.0} µs", each(now, then));
        }
        if let Some((now, then)) = now.database.zip(since.database) {
            println!("  database's own      {:.0} µs", each(now, then));
        }
        if let Some((now, then)) = now.messages.zip(since.messages) {
            let each = |way: usize| (now[way] - then[way]) as f64 / moves.max(1) as f64;
            let size = (now[2] - then[2]) / (now[0] - then[0]).max(1);
            println!(
                "  messages a move     {:.2} to NATS of {size} bytes each, {:.2} from it",
                each(0),
                each(1)
            );
        }
        if let Some(postgres) = &self.postgres {
            let ask = "SELECT round(pg_total_relation_size('journal') / count(*)) || ' bytes of ' || count(*) FROM journal";
            println!("  a line takes        {}", postgres.run("games", ask).trim());
        }
    }
}

/// How many messages NATS has taken, how many it has handed on, and how many bytes it has taken.
fn messages(told_at: SocketAddr) -> [u64; 3] {
    let mut stream = TcpStream::connect(told_at).unwrap();
    write!(stream, "GET /varz HTTP/1.0\r\n\r\n").unwrap();
    let mut told = String::new();
    stream.read_to_string(&mut told).unwrap();
    ["in_msgs", "out_msgs", "in_bytes"].map(|key| {
        let after = told.split(&format!("\"{key}\":")).nth(1).unwrap().trim_start();
        after.split(|letter: char| !letter.is_ascii_digit()).next().unwrap().parse().unwrap()
    })
}
