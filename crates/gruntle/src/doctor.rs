//! `gruntle doctor`: one screen that says whether a table can be run here.

use std::io::Write;
use std::path::PathBuf;

use games::GameName;
use report::grouped;
use serde_json::{Value, json};
use server::checkup::{self, Contents, DatabaseCheckup, FEW_FILES, MOST_TABLES, Place, StoreError};
use server::{ClusterSettings, Database};

use crate::Trouble;
use crate::arguments::Doctor;
use crate::listed;
use crate::options::Serve;
use crate::serve::{collection, places};
use crate::terminal::strong;
use crate::version::VERSION;

/// With less space than this a table cannot go on: the log of its database alone takes as much under load.
const NO_SPACE: u64 = 128 * MEBIBYTE;
/// With less space than this somebody should look.
const LITTLE_SPACE: u64 = 1024 * MEBIBYTE;
const MEBIBYTE: u64 = 1024 * 1024;

/// How something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Ok,
    /// It works, and somebody should look at it.
    Look,
    Wrong,
}

impl Mark {
    const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Look => "look",
            Self::Wrong => "wrong",
        }
    }
}

/// One thing that was looked at.
struct Check {
    what: &'static str,
    mark: Mark,
    says: String,
}

const fn ok(what: &'static str, says: String) -> Check {
    Check { what, mark: Mark::Ok, says }
}

const fn look(what: &'static str, says: String) -> Check {
    Check { what, mark: Mark::Look, says }
}

const fn wrong(what: &'static str, says: String) -> Check {
    Check { what, mark: Mark::Wrong, says }
}

pub(crate) fn run(asked: &Doctor, out: &mut impl Write) -> Result<(), Trouble> {
    let serve = asked.options.read()?.serve()?;
    let (database, cluster) = places(&serve)?;
    let checks = checks(&serve, &database, cluster.as_ref());
    let bad = checks.iter().filter(|check| check.mark == Mark::Wrong).count();
    match asked.json {
        true => listed::write(&as_json(&checks, bad), out)?,
        false => tell(&checks, out)?,
    }
    match bad {
        0 => Ok(()),
        1 => Err(Trouble::Wrong("one thing is wrong".to_owned())),
        more => Err(Trouble::Wrong(format!("{more} things are wrong"))),
    }
}

fn as_json(checks: &[Check], bad: usize) -> Value {
    let check = |check: &Check| json!({ "check": check.what, "mark": check.mark.word(), "says": check.says });
    json!({ "ok": bad == 0, "checks": checks.iter().map(check).collect::<Vec<_>>() })
}

fn tell(checks: &[Check], out: &mut impl Write) -> Result<(), Trouble> {
    for Check { what, mark, says } in checks {
        let word = format!("{:<6}", mark.word());
        let word = if *mark == Mark::Ok { word } else { strong(&word) };
        writeln!(out, "{word} {what:<9} {says}")?;
    }
    Ok(())
}

fn checks(serve: &Serve, database: &Database, cluster: Option<&ClusterSettings>) -> Vec<Check> {
    let mut checks = Vec::new();
    match checkup::place(database) {
        None => {}
        Some(Ok(place)) => checks.extend([Some(rights(&place)), place.free.map(space)].into_iter().flatten()),
        Some(Err(why)) => checks.push(wrong("folder", format!("{database}: {why}"))),
    }
    match checkup::database(database) {
        Ok(found) => kept(database, &found, &mut checks),
        Err(StoreError::Empty) => checks.push(wrong(
            "database",
            format!("there is none in {database}; 'gruntle serve' makes it when it starts, --data or --database names another"),
        )),
        Err(why @ StoreError::Unread) => checks.push(look("database", format!("{database}: {why}"))),
        Err(why) => checks.push(wrong("database", format!("{database} cannot be read: {why}"))),
    }
    if let Some(cluster) = cluster {
        checks.push(match checkup::reach_nats(&cluster.address, &cluster.secret, cluster.trust) {
            Ok(()) => ok("NATS", format!("{} lets this node in", cluster.address)),
            Err(why) => wrong("NATS", why.to_string()),
        });
    }
    if !(serve.deck.is_empty() && serve.network.is_empty()) {
        checks.push(match collection(serve) {
            Ok(_) => ok("files", "every card set and network that is named can be played with".to_owned()),
            Err(Trouble::Refused(why) | Trouble::Wrong(why) | Trouble::Stopped(why)) => wrong("files", why),
            Err(Trouble::NobodyListens) => wrong("files", "they cannot be read".to_owned()),
        });
    }
    checks.extend(checkup::open_files().map(limit));
    checks.push(versions());
    checks
}

/// Permissions of the data folder.
fn rights(place: &Place) -> Check {
    let folder = place.folder.display();
    let names = |paths: &[PathBuf]| {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        names.join(", ")
    };
    let open = names(&place.open_files);
    match (place.foreign.is_empty(), place.is_open, open.is_empty()) {
        (false, _, _) => wrong(
            "folder",
            format!("{} belongs to another user than you; a server must own it", names(&place.foreign)),
        ),
        (true, true, false) => wrong(
            "folder",
            format!(
                "other users can read hidden hands in {open}; close it with chmod go= (a server does when it starts)"
            ),
        ),
        (true, false, false) => look(
            "folder",
            format!("{open} is open to other users, whom {folder} keeps out; close it with chmod go="),
        ),
        (true, true, true) if place.is_ours => {
            look("folder", format!("other users can look into {folder}; close it with chmod 700"))
        }
        (true, _, true) => ok("folder", format!("{folder}: what is kept there is for you alone")),
    }
}

fn space(free: u64) -> Check {
    let says = format!("{} MiB are free there", grouped(free / MEBIBYTE));
    match free {
        ..NO_SPACE => wrong("space", format!("{says}, and a table needs {}", NO_SPACE / MEBIBYTE)),
        NO_SPACE..LITTLE_SPACE => look("space", format!("{says}; make room before it is full")),
        LITTLE_SPACE.. => ok("space", says),
    }
}

/// The contents of the database.
fn kept(database: &Database, found: &DatabaseCheckup, checks: &mut Vec<Check>) {
    let DatabaseCheckup { schema, known, .. } = found;
    checks.push(match &found.contents {
        None => look(
            "database",
            format!("{database} is of version {schema}, and this program makes it {known}; back it up, then start the server"),
        ),
        Some(Contents { matches, unfinished, .. }) => ok(
            "database",
            format!(
                "{database} is of version {schema}; matches: {}, not over: {}",
                grouped(*matches),
                grouped(*unfinished)
            ),
        ),
    });
    let Some(contents) = &found.contents else { return };
    checks.push(journals(contents));
    match &contents.damages {
        Some(damages) if damages.is_empty() => {}
        Some(damages) => {
            checks.push(wrong("database", format!("its file is damaged: {}", damages.join("; "))))
        }
        None => checks.push(look("database", "its file is too long to be looked through here".to_owned())),
    }
    let is_served =
        if found.is_served { "a server is running with it" } else { "no server is running with it" };
    checks.push(ok("server", is_served.to_owned()));
    checks.extend(contents.nodes.iter().map(|session| {
        let says = format!(
            "{} holds {} tables; a node can carry {}",
            session.node,
            grouped(session.tables),
            grouped(MOST_TABLES)
        );
        match (session.is_linked, session.tables > MOST_TABLES) {
            (false, _) => look("node", format!("{says}; it cannot reach NATS")),
            (true, true) => look("node", format!("{says}; start another")),
            (true, false) => ok("node", says),
        }
    }));
}

fn journals(contents: &Contents) -> Check {
    let looked_at = grouped(contents.looked_at);
    match (contents.broken, contents.looked_at < contents.matches) {
        (0, false) => ok("journals", format!("each of {looked_at} is as it was written")),
        (0, true) => look(
            "journals",
            format!("the latest {looked_at} are as they were written; there was no time for the others"),
        ),
        (broken, _) => wrong(
            "journals",
            format!(
                "broken: {} of {looked_at}; all others go on, and these stay as they are: {}",
                grouped(broken),
                contents.wrong.join("; ")
            ),
        ),
    }
}

fn limit(files: u64) -> Check {
    match files {
        ..FEW_FILES => look(
            "limits",
            format!(
                "{} files may be open here at a time, two for each visitor; raise that to {} (ulimit -n, LimitNOFILE)",
                grouped(files),
                grouped(FEW_FILES)
            ),
        ),
        FEW_FILES.. => ok("limits", format!("{} files may be open here at a time", grouped(files))),
    }
}

fn versions() -> Check {
    let rules = GameName::ALL.map(|game| format!("{} {}", game.title(), game.rules_version())).join(", ");
    ok("program", format!("gruntle {}; rules: {rules}", VERSION.as_str()))
}
