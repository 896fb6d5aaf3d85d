//! Refusals of a node to join a cluster.

use std::process::Command;

use services::{Durability, Nats, Postgres, fresh_folder};

use crate::{DATABASE, GRUNTLE};

/// The error of a node that does not start with these options.
fn refused(options: &[&str]) -> String {
    let refused =
        Command::new(GRUNTLE).args(["serve", "--bind", "127.0.0.1:0", "--node", "a"]).args(options).output();
    let refused = refused.unwrap();
    assert!(!refused.status.success());
    String::from_utf8_lossy(&refused.stderr).into_owned()
}

#[test]
fn a_file_cannot_be_shared() {
    let folder = fresh_folder("cluster-file");
    let said = refused(&["--cluster", "nats://127.0.0.1:1", "--data", &folder.display().to_string()]);
    assert!(said.contains("--database postgres://"), "{said}");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_node_is_not_part_of_what_everybody_can_read() {
    let Some(postgres) = Postgres::start("guarded-postgres", Durability::Server) else { return };
    let address = postgres.database(DATABASE);
    let folder = fresh_folder("guarded-nats");
    let Some(nats) = Nats::start_with_tls_and(&folder, &["-a", "0.0.0.0"]) else { return };
    let refused_at = |scheme: &str| {
        let cluster = format!("{scheme}://0.0.0.0:{}", nats.port());
        let ca = Nats::authority(&folder).display().to_string();
        let password = postgres.password_file().display().to_string();
        let database = ["--database", &address, "--database-password-file", &password];
        refused(&[&database[..], &["--cluster", &cluster, "--cluster-ca", &ca]].concat())
    };
    for (scheme, says) in [("nats", "would be spoken to without TLS"), ("tls", "lets everybody in")] {
        let said = refused_at(scheme);
        assert!(said.contains(says) && said.contains("read what is hidden at every table"), "{said}");
    }
    drop(nats);
    std::fs::remove_dir_all(&folder).unwrap();
}
