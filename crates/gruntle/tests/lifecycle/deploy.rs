//! The files for deployment name only metrics, buckets and options that the program has.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::GRUNTLE;
use driver::Client;
use services::{Nats, Postgres, fresh_folder};

use driver::table::Table;

fn deployed(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()))
}

/// The metrics, once something was written; where program and machine allow, of one of many nodes.
async fn told() -> (Tells, String) {
    let more = ["--limit", "0", "--metrics", "127.0.0.1:0"];
    let (gruntle, folder) = (Path::new(GRUNTLE), fresh_folder("told"));
    let needs = match cfg!(all(feature = "nats", feature = "postgres")) {
        true => Postgres::shared().zip(Nats::start_with(&folder, &[])),
        false => None,
    };
    let (table, tells) = match &needs {
        None => (Table::start_with(gruntle, folder.clone(), "127.0.0.1:0", &more), Tells::AsOne),
        Some((postgres, nats)) => {
            let password = postgres.password_file().display().to_string();
            let kept = ["--database", &postgres.database("told"), "--database-password-file", &password];
            let cluster = ["--cluster", &nats.address(), "--node", "a"];
            let options: Vec<String> = kept.into_iter().chain(cluster).map(str::to_owned).collect();
            (Table::start_elsewhere(gruntle, "told-node", &options, &more[2..]), Tells::AsNode)
        }
    };
    let options = serde_json::json!({ "game": "spammers", "seats": 2 });
    assert_eq!(Client::new(table.at).post("/tables", &options).await.unwrap().status, 200);
    let told = Client::new(table.metrics.unwrap()).get("/metrics", "*/*").await.unwrap().body;
    drop((table, needs));
    let _ = std::fs::remove_dir_all(&folder);
    (tells, told)
}

/// Who tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tells {
    /// The only server.
    AsOne,
    /// One of many nodes, which has more to tell.
    AsNode,
}

/// Every name of a series of ours in a text.
fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with("gruntle_")).map(str::to_owned).collect()
}

/// Every bucket that a text asks for by name.
fn buckets(text: &str) -> BTreeSet<String> {
    text.split("le=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// The queries of a dashboard.
fn expressions(of: &Value, found: &mut Vec<String>) {
    match of {
        Value::Object(fields) => {
            let asked = ["expr", "query"].into_iter().filter_map(|key| fields.get(key)?.as_str());
            found.extend(asked.map(str::to_owned));
            fields.values().for_each(|value| expressions(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| expressions(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[tokio::test]
async fn dashboard_and_alerts_ask_for_what_is_told_and_the_dashboard_for_all_of_it() {
    let (tells, told) = told().await;
    let series: BTreeSet<String> = told
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split(['{', ' ']).next())
        .map(str::to_owned)
        .collect();
    let mut asked = Vec::new();
    expressions(&serde_json::from_str(&deployed("dashboard.json")).unwrap(), &mut asked);
    let asked = asked.join("\n");
    let alerts = deployed("alerts.yaml");
    assert!(names(&asked).len() >= 7 && names(&alerts).len() >= 3, "{asked}");
    for name in names(&asked).union(&names(&alerts)) {
        let is_of_nodes = name.starts_with("gruntle_cluster_") || name == "gruntle_followed_matches";
        assert!(
            series.contains(name) || is_of_nodes && tells == Tells::AsOne,
            "{name} is not among {series:?}"
        );
    }
    for bucket in buckets(&alerts) {
        assert!(told.contains(&format!("le=\"{bucket}\"")), "there is no bucket {bucket}: {told}");
    }
    let kinds = told.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    for kind in kinds {
        assert!(asked.contains(kind), "{kind} is not on the dashboard");
    }
    let serving = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/serving.md");
    let documented = names(&std::fs::read_to_string(serving).unwrap());
    for kind in told.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()) {
        assert!(documented.contains(kind), "{kind} is not in docs/serving.md");
    }
}

/// The alerts by name, each with what it asks for.
fn alerts() -> Vec<(String, String)> {
    let text = deployed("alerts.yaml");
    let alerts = text.split("- alert: ").skip(1).map(|alert| {
        let (name, rest) = alert.split_once('\n').unwrap();
        let (_, asks) = rest.split_once(" expr:").unwrap();
        let asks = asks
            .lines()
            .take_while(|line| !["for:", "labels:"].iter().any(|key| line.trim().starts_with(key)));
        let words: Vec<&str> = asks.flat_map(str::split_whitespace).collect();
        (name.to_owned(), words.join(" "))
    });
    alerts.collect()
}

/// Series match only where all their labels are equal: a bucket never matches a count, nor a sum its parts, unless the
/// query names the labels. An alert that compares series that never match is silent for ever.
#[test]
fn alerts_compare_what_can_meet() {
    let alerts = alerts();
    assert!(alerts.len() >= 8, "{alerts:?}");
    for (name, asks) in alerts {
        let has = |what: &str| asks.contains(what);
        assert!(!has("le=\"") || has(" ignoring (le) ") || has("without (le)"), "{name}: {asks}");
        let goes_with = [" and ", " unless "].iter().flat_map(|word| asks.split(word).skip(1));
        for other in goes_with {
            let is_sum =
                ["sum ", "sum(", "min ", "min(", "max ", "max("].iter().any(|word| other.contains(word));
            assert!(!is_sum || other.starts_with("on ("), "{name}: {asks}");
        }
    }
}

/// Prometheus itself says when each alert fires.
#[test]
fn alerts_are_told_when_they_should_and_not_otherwise() {
    let tests = deployed("alerts.test.yaml");
    for (name, _) in alerts() {
        assert!(tests.contains(&format!("- alertname: {name}\n")), "no test looks whether {name} is told");
        assert!(
            tests.contains(&format!("- {{alertname: {name}, ")),
            "no test looks whether {name} can be silent"
        );
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    let asked =
        Command::new("promtool").args(["test", "rules", "alerts.test.yaml"]).current_dir(folder).output();
    match asked {
        Err(why) if why.kind() == ErrorKind::NotFound => {
            services::without("There is no promtool on this machine")
        }
        Err(why) => panic!("promtool: {why}"),
        Ok(told) => {
            let (out, wrong) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
            assert!(told.status.success(), "{out}{wrong}");
        }
    }
}

/// NATS lets in whom the documentation says.
#[test]
fn nats_is_told_what_the_documentation_says() {
    let serving = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/serving.md");
    let serving = std::fs::read_to_string(serving).unwrap();
    let users = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with("{ user:"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(users(&deployed("nats.conf")), users(&serving));
    assert_eq!(users(&serving).len(), 3);
}

/// The long options in lines of ours.
fn options(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(|letter: char| !letter.is_ascii_lowercase() && letter != '-');
    words.filter(|word| word.starts_with("--"))
}

#[test]
fn units_and_containers_use_options_that_there_are() {
    let help = |command: &str| {
        let help = Command::new(GRUNTLE).args([command, "--help"]).output().unwrap();
        String::from_utf8(help.stdout).unwrap()
    };
    let (serve, worker) = (help("serve"), help("worker"));
    for (name, help) in [
        ("gruntle.service", &serve),
        ("gruntle-postgres.conf", &serve),
        ("gruntle-cluster.conf", &serve),
        ("gruntle-worker.service", &worker),
        ("Containerfile", &serve),
        ("compose.yaml", &serve),
        ("compose-cluster.yaml", &serve),
    ] {
        let text = deployed(name);
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let ours = lines.filter(|line| {
            line.starts_with("ExecStart=/usr/local/bin/gruntle ")
                || line.starts_with("CMD [\"serve\"")
                || line.starts_with("- --")
        });
        let options: BTreeSet<&str> = ours.flat_map(options).collect();
        assert!(options.len() >= 3, "{name}: {options:?}");
        for option in options {
            assert!(
                help.contains(&format!("{option} ")) || help.contains(&format!("{option}\n")),
                "{name}: {option}"
            );
        }
    }
}

/// Secrets come in files that a service is handed, all of which it uses.
#[test]
fn units_use_what_they_are_handed() {
    for (name, command) in [
        ("gruntle-postgres.conf", "serve"),
        ("gruntle-cluster.conf", "serve"),
        ("gruntle-worker.service", "worker"),
    ] {
        let text = deployed(name);
        let starts = text.lines().find(|line| line.starts_with("ExecStart=/usr")).unwrap();
        assert!(starts.starts_with(&format!("ExecStart=/usr/local/bin/gruntle {command} ")), "{starts}");
        let handed: BTreeSet<&str> =
            text.lines().filter_map(|line| line.strip_prefix("LoadCredential=")?.split(':').next()).collect();
        let used: BTreeSet<&str> = starts
            .split("${CREDENTIALS_DIRECTORY}/")
            .skip(1)
            .filter_map(|rest| rest.split(' ').next())
            .collect();
        assert_eq!(handed, used, "{name}");
        let serving = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/serving.md");
        assert!(std::fs::read_to_string(serving).unwrap().contains(name), "{name} is not in docs/serving.md");
    }
}
