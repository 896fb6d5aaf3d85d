//! `gruntle serve`: the table in the browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use games::{Collection, Level};
use lab::run::fingerprint;
use server::{Access, ClusterSettings, Database, Https, LevelProgram, Settings};
use tracing_subscriber::filter::LevelFilter;

use crate::Trouble;
use crate::arguments::ServeCommand;
use crate::bot::program_named;
use crate::cluster::find_cluster;
use crate::database::database;
use crate::options::Serve;
use crate::ports::{self, Busy};
use crate::resolve::try_out;
use crate::voice::{Notices, notices};
use crate::welcome::{Front, Start, Welcome};

pub(crate) fn run(command: &ServeCommand, start: Start, out: &mut impl Write) -> Result<(), Trouble> {
    let configuration = command.options.read()?;
    let asked = &configuration.serve()?;
    let (database, cluster) = places(asked)?;
    if command.print_config {
        return Ok(out.write_all(configuration.print()?.as_bytes())?);
    }
    tell_of_trouble(log_level(asked), cluster.as_ref().map(|cluster| cluster.node.as_str()))?;
    let access = Access {
        limit: asked.limit,
        https: if asked.https { Https::ByProxy } else { Https::No },
        trusted_proxies: asked.trusted_proxy.clone(),
        hosts: asked.host.clone(),
    };
    let programs = programs(&asked.allow_exec)?;
    let collection = collection(asked)?;
    let settings = |bind| Settings {
        bind,
        metrics: asked.metrics,
        database: database.clone(),
        access: access.clone(),
        programs: programs.clone(),
        collection: collection.clone(),
        cluster: cluster.clone(),
    };
    let local = |port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    let refused = |trouble: server::Trouble| Trouble::Refused(trouble.to_string());
    let front = if asked.https { Front::Proxy } else { Front::Nothing };
    let welcome = Welcome { start, database: &database, front };
    let mut busy = Busy::default();
    if let Some(bind) = asked.bind {
        return server::run(&settings(bind), &mut |at| welcome.tell(at, &busy, out)).map_err(refused);
    }
    for port in ports::tried() {
        match server::run(&settings(local(port)), &mut |at| welcome.tell(at, &busy, out)) {
            Err(server::Trouble::Bind { at, why, .. }) if Some(at) != asked.metrics => busy.note(port, &why),
            done => return done.map_err(refused),
        }
    }
    server::run(&settings(local(0)), &mut |at| welcome.tell(at, &busy, out)).map_err(refused)
}

/// Where everything is kept, and the cluster of which the server is a node.
pub(crate) fn places(asked: &Serve) -> Result<(Database, Option<ClusterSettings>), Trouble> {
    let cluster = asked.cluster.as_ref().map(|address| cluster(address, asked)).transpose()?;
    let database = database(&asked.database)?;
    let refused = |sentence: &str| Err(Trouble::Refused(sentence.to_owned()));
    match (&cluster, &database) {
        (Some(_), Database::Folder(_) | Database::File(_)) => refused(
            "--cluster needs a database that many nodes can share, and an SQLite file is not; name a PostgreSQL server with --database postgres://…, or leave out --cluster",
        ),
        (None, _) if asked.node.is_some() => refused(
            "--node names one of many nodes; name the NATS by which they talk with --cluster, or leave --node out",
        ),
        (Some(_) | None, _) => Ok((database, cluster)),
    }
}

/// The card sets and networks to choose from: every named file, or their errors, a line each.
pub(crate) fn collection(asked: &Serve) -> Result<Collection, Trouble> {
    let mut collection = Collection::default();
    let mut wrong = Vec::new();
    for file in &asked.deck {
        wrong.extend(collection.add_deck(file).err());
    }
    for file in &asked.network {
        wrong.extend(collection.add_network(file).err());
    }
    match &wrong[..] {
        [] => Ok(collection),
        wrong => {
            let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
            Err(Trouble::Refused(wrong.join("\ngruntle: ")))
        }
    }
}

/// The level of the log on standard error.
fn log_level(asked: &Serve) -> &str {
    let usual = match notices() {
        Notices::Told => "warn",
        Notices::LeftOut => "error",
    };
    asked.log.as_deref().unwrap_or(usual)
}

/// The programs that play in the place of bots, each named as LEVEL=COMMAND.
fn programs(named: &[String]) -> Result<Vec<LevelProgram>, Trouble> {
    let mut programs: Vec<LevelProgram> = Vec::new();
    for text in named {
        let (word, command) = text.split_once('=').unwrap_or((text, ""));
        let Some(level) = Level::named(word.trim()) else {
            let levels: Vec<String> = Level::ALL.map(|level| level.title().to_lowercase()).to_vec();
            return Err(Trouble::Refused(format!(
                "'{text}' does not name a level; write LEVEL=COMMAND, where the level is one of {}",
                levels.join(", ")
            )));
        };
        if programs.iter().any(|program| program.level == level) {
            return Err(Trouble::Refused(format!(
                "{} is given to two programs; a level has one",
                level.title()
            )));
        }
        let bot = program_named(command)?;
        try_out(&bot)?;
        let program = bot.program().cloned();
        programs.extend(program.map(|program| LevelProgram { level, program }));
    }
    Ok(programs)
}

/// The cluster that was asked for, and what this node is called in it.
fn cluster(address: &str, asked: &Serve) -> Result<ClusterSettings, Trouble> {
    let (address, secret, trust) = find_cluster(address, &asked.access)?;
    let named = asked.node.clone().or_else(|| std::env::var("HOSTNAME").ok());
    let machine = || std::fs::read_to_string("/etc/hostname").unwrap_or_default().trim().to_owned();
    let node = named.unwrap_or_else(machine);
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if node.is_empty() || node.len() > 60 || !node.chars().all(is_name) {
        return Err(Trouble::Refused(format!(
            "'{node}' is no name for a node; give one with --node, up to 60 letters, digits, dots and dashes"
        )));
    }
    Ok(ClusterSettings { address, secret, trust, node, program: fingerprint().to_owned() })
}

/// Standard error, with the name of the node in every object of the log.
#[derive(Clone)]
struct Log(Option<String>);

impl Write for Log {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        let mut to = std::io::stderr().lock();
        match (&self.0, line.strip_prefix(b"{")) {
            (Some(node), Some(rest)) => {
                let mut whole = format!("{{\"node\":\"{node}\",").into_bytes();
                whole.extend_from_slice(rest);
                to.write_all(&whole)?;
            }
            (Some(_), None) | (None, _) => to.write_all(line)?,
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        std::io::stderr().flush()
    }
}

/// Logs go to standard error, one JSON object a line. No key and no link of a seat is ever in them.
fn tell_of_trouble(level: &str, node: Option<&str>) -> Result<(), Trouble> {
    let known = ["off", "error", "warn", "info", "debug"];
    let (true, Ok(level)) = (known.contains(&level), level.parse::<LevelFilter>()) else {
        return Err(Trouble::Refused(format!("there is no log level '{level}'; it is {}", known.join(", "))));
    };
    let log = Log(node.map(str::to_owned));
    let _ =
        tracing_subscriber::fmt().json().with_max_level(level).with_writer(move || log.clone()).try_init();
    Ok(())
}
