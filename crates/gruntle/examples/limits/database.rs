//! PostgreSQL, as it is by default: lines of journals, and leases.

use std::time::{Duration, Instant};

use room::Entry;
use server::limits::BareNode;
use server::{Database, Written};
use services::{Durability, Postgres};
use tokio::runtime::Runtime;

use crate::{MEASURED, each, runtime};

const NAME: &str = "games";
/// Nodes, each with one connection that writes.
const NODES: [usize; 3] = [1, 3, 8];
/// Lines of different tables in one transaction.
const LINES: [usize; 4] = [1, 16, 64, 256];
/// The tables of a node.
const TABLES: u64 = 256;
/// So many tables without an owner a node takes at a time.
const ADOPT: usize = 256;
/// A line as most are: an input of a game.
const LINE: &str = "A take suns";

/// Sessions never expire here, so that a busy machine does not change the measurement.
const LASTING: &str = "
    CREATE FUNCTION lasting() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.until := clock_timestamp() + interval '1 day'; RETURN NEW; END $$;
    CREATE TRIGGER lasting BEFORE INSERT OR UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION lasting();
    UPDATE sessions SET until = until";

/// A node with a thread of its own.
struct Driven {
    runtime: Runtime,
    node: BareNode,
}

impl Driven {
    fn join(postgres: &Postgres, number: usize) -> Self {
        let (address, password) = (postgres.address(NAME), Some(postgres.password()));
        let database = Database::read(&address, Written::OnCommandLine, password).unwrap();
        let runtime = runtime();
        let node = runtime.block_on(BareNode::join(&database, number as u32 + 1)).unwrap();
        Self { runtime, node }
    }

    fn claim(&mut self, matches: impl Iterator<Item = u64>) {
        self.runtime.block_on(self.node.claim(matches)).unwrap();
    }

    /// Writes until then, so many lines at a time; gives how many transactions that were.
    fn write(&mut self, lines: usize, until: Instant) -> u64 {
        let line = Entry::Played(LINE.to_owned());
        self.runtime.block_on(async {
            let mut transactions = 0;
            while Instant::now() < until {
                self.node.write(lines, &line).await.unwrap();
                transactions += 1;
            }
            transactions
        })
    }

    fn renew(&mut self, adopt: usize) -> (usize, usize) {
        self.runtime.block_on(self.node.renew(adopt)).unwrap()
    }
}

/// Opens so many matches of which nothing is written; gives their numbers.
fn open(postgres: &Postgres, prefix: &str, count: u64) -> Vec<u64> {
    let told = postgres.run(
        NAME,
        &format!(
            "INSERT INTO matches (code, game, stage, listed, luck, created, updated)
             SELECT '{prefix}' || n, 'spam-o-rama', 'playing', FALSE, n, 0, 0 FROM generate_series(1, {count}) n
             RETURNING id"
        ),
    );
    told.lines().map(|id| id.parse().unwrap()).collect()
}

/// How many bytes have gone into the log.
fn log(postgres: &Postgres) -> u64 {
    let told = postgres.run(NAME, "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')");
    told.trim().parse().unwrap()
}

pub fn measure() {
    let postgres = Postgres::start("limits-postgres", Durability::Machine).unwrap();
    postgres.database(NAME);
    let mut nodes = vec![Driven::join(&postgres, 0)];
    postgres.run(NAME, LASTING);
    nodes.extend((1..NODES[2]).map(|number| Driven::join(&postgres, number)));
    let matches = open(&postgres, "w", TABLES * nodes.len() as u64);
    for (node, matches) in nodes.iter_mut().zip(matches.chunks(TABLES as usize)) {
        node.claim(matches.iter().copied());
        // Later on it is known how each journal ends.
        node.write(TABLES as usize, Instant::now() + Duration::from_millis(1));
    }
    println!(
        "\nPostgreSQL, lines of journals: each transaction has lines of so many tables, behind their leases"
    );
    println!("nodes  lines  transactions/s   lines/s  its CPU a line  a transaction  log a line");
    for lines in LINES {
        for count in NODES {
            write(&postgres, &mut nodes[..count], lines);
        }
    }
    drop(nodes);
    println!("\nPostgreSQL, leases: a node says that its session goes on, and is then replaced");
    println!(
        "tables  renewed in  its CPU  expired, {ADOPT} taken in  longest request  all taken in  requests"
    );
    for tables in [1_000, 10_000, 60_000] {
        replace(&postgres, tables);
    }
}

fn write(postgres: &Postgres, nodes: &mut [Driven], lines: usize) {
    let count = nodes.len();
    let (log_before, before) = (log(postgres), postgres.processor());
    let begun = Instant::now();
    let transactions: u64 = std::thread::scope(|scope| {
        let each = nodes.iter_mut().map(|node| scope.spawn(move || node.write(lines, begun + MEASURED)));
        let each: Vec<_> = each.collect();
        each.into_iter().map(|one| one.join().unwrap()).sum()
    });
    let time = begun.elapsed();
    let taken = postgres.processor().saturating_sub(before);
    let written = transactions * lines as u64;
    println!(
        "{count:>5}  {lines:>5}  {:>14.0}  {:>8.0}  {:>11.1} µs  {:>10.0} µs  {:>4} bytes",
        transactions as f64 / time.as_secs_f64(),
        written as f64 / time.as_secs_f64(),
        each(taken, written),
        each(taken, transactions),
        (log(postgres) - log_before) / written.max(1),
    );
}

/// A node with so many tables renews its session; then that ends, and another one takes its tables.
fn replace(postgres: &Postgres, tables: u64) {
    let (mut one, mut other) = (Driven::join(postgres, 0), Driven::join(postgres, 1));
    one.claim(open(postgres, &format!("l{tables}-"), tables).into_iter());
    let renewals = 200;
    let (before, begun) = (postgres.processor(), Instant::now());
    for _ in 0..renewals {
        assert_eq!(one.renew(0), (0, tables as usize));
    }
    let (renewed, taken) = (begun.elapsed(), postgres.processor().saturating_sub(before));
    postgres.run(
        NAME,
        &format!(
            "ALTER TABLE sessions DISABLE TRIGGER lasting;
             UPDATE sessions SET until = clock_timestamp() - interval '1 second' WHERE id = {};
             ALTER TABLE sessions ENABLE TRIGGER lasting",
            one.node.session()
        ),
    );
    let begun = Instant::now();
    let mut requests = Vec::new();
    loop {
        let asked = Instant::now();
        let (adopted, _) = other.renew(ADOPT);
        requests.push(asked.elapsed());
        if adopted < ADOPT {
            break;
        }
    }
    let all = begun.elapsed();
    assert_eq!(other.renew(0), (0, tables as usize));
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{tables:>6}  {:>7.2} ms  {:>4.0} µs  {:>18.0} ms  {:>12.0} ms  {:>9.0} ms  {:>8}",
        each(renewed, renewals) / 1e3,
        each(taken, renewals),
        requests.first().copied().map_or(0.0, milliseconds),
        requests.iter().max().copied().map_or(0.0, milliseconds),
        milliseconds(all),
        requests.len(),
    );
}
