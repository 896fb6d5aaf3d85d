//! PostgreSQL, reached through a socket in its folder, or by TLS at a port of loopback.

use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::certificates::{authority, certificates};
use crate::process::processor;
use crate::{checked, fresh_folder, without};

/// Where Debian and others put it.
const FOLDERS: [&str; 5] = [
    "/usr/lib/postgresql/17/bin",
    "/usr/lib/postgresql/16/bin",
    "/usr/lib/postgresql/15/bin",
    "/usr/lib/postgresql/14/bin",
    "/usr/local/bin",
];
/// Who owns everything in it.
const USER: &str = "gruntle";
const PASSWORD: &str = "open sesame: 'ünd' $more";
/// How long it may take to start on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// After so many looks without a first process it is started anew.
const LOOKS: u32 = 50;

/// Ends with the pipe at its standard input: stops the server at once, and removes its folder on request.
const KEEPER: &str = r#"folder=$1; shift; "$@" </dev/null & server=$!; trap "" INT TERM
read -r last; kill -QUIT $server 2>/dev/null; wait $server; [ "$last" = keep ] || rm -rf "$folder""#;

/// Whether writes must survive a crash of the machine, or only of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// The machine, as by default.
    Machine,
    /// The server: quicker, and as good for tests that do not pull the plug.
    Server,
}

/// A PostgreSQL server of one's own. It asks for a password.
pub struct Postgres {
    bin: PathBuf,
    folder: PathBuf,
    durability: Durability,
    /// Where it listens with TLS, if it does.
    port: Option<u16>,
    keeper: Mutex<Option<Child>>,
}

fn bin() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH");
    let on_path = on_path.iter().flat_map(std::env::split_paths);
    let mut folders = FOLDERS.iter().map(PathBuf::from).chain(on_path);
    folders.find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

fn is_root() -> bool {
    let told = Command::new("id").arg("-u").output().unwrap();
    told.stdout.trim_ascii() == b"0"
}

/// A command run by somebody whom PostgreSQL allows to start it: it refuses root.
fn as_somebody(program: &Path) -> Command {
    if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

/// Ends a keeper, and leaves the folder.
fn end(keeper: Option<Child>) {
    if let Some(mut keeper) = keeper {
        let _ = keeper.stdin.take().map(|mut stdin| stdin.write_all(b"keep\n"));
        let _ = keeper.wait();
    }
}

impl Postgres {
    /// One that all tests of this process share, if the machine has it.
    pub fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Option<Postgres>> = OnceLock::new();
        SHARED.get_or_init(|| Self::start("postgres", Durability::Server)).as_ref()
    }

    /// Starts one that can be reached through a socket, if the machine has it.
    pub fn start(name: &str, durability: Durability) -> Option<Self> {
        Self::start_with(name, durability, None)
    }

    /// Starts one that can also be reached at a port of loopback, by TLS alone, with a certificate for `localhost`.
    pub fn start_with_tls(name: &str) -> Option<Self> {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Self::start_with(name, Durability::Server, Some(free))
    }

    fn start_with(name: &str, durability: Durability, port: Option<u16>) -> Option<Self> {
        let Some(bin) = bin() else {
            without("There is no PostgreSQL on this machine");
            return None;
        };
        let folder = fresh_folder(name);
        let postgres = Self { bin, folder, durability, port, keeper: Mutex::new(None) };
        postgres.write("password", PASSWORD);
        if is_root() {
            checked(Command::new("chown").arg("-R").arg("postgres").arg(&postgres.folder).output().unwrap());
        }
        postgres.initialise();
        postgres.start_again();
        Some(postgres)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        let mut file = std::fs::File::create(&path).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn initialise(&self) {
        let mut initdb = as_somebody(&self.bin.join("initdb"));
        initdb.args(["--no-sync", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "-U", USER]);
        initdb.arg("--pwfile").arg(self.password_file()).arg("-D").arg(self.data());
        checked(initdb.current_dir("/").output().unwrap());
        if self.port.is_some() {
            certificates(&self.folder, || as_somebody(Path::new("openssl")));
            let hba = "local all all scram-sha-256\nhostssl all all 127.0.0.1/32 scram-sha-256\n";
            std::fs::write(self.data().join("pg_hba.conf"), hba).unwrap();
        }
    }

    /// Starts it, again if it was stopped or killed, and waits until it answers.
    pub fn start_again(&self) {
        let begun = Instant::now();
        let mut keeper = self.keeper.lock().unwrap();
        let mut gone = 0;
        loop {
            assert!(begun.elapsed() < PATIENCE, "PostgreSQL does not start in {}", self.folder.display());
            let child = keeper.get_or_insert_with(|| self.spawn());
            if self.answers() {
                return;
            }
            gone = if self.is_alive() { 0 } else { gone + 1 };
            // Its old processes had not gone yet, and it gave up.
            if gone > LOOKS || child.try_wait().unwrap().is_some() {
                end(keeper.take());
                gone = 0;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn spawn(&self) -> Child {
        let mut keeper = as_somebody(Path::new("sh"));
        keeper.arg("-c").arg(KEEPER).arg("keeper").arg(&self.folder);
        keeper.arg(self.bin.join("postgres")).arg("-D").arg(self.data()).arg("-k").arg(&self.folder);
        keeper.args(["-c", "unix_socket_permissions=0777", "-c", "max_connections=200"]);
        if self.durability == Durability::Server {
            keeper.args(["-c", "fsync=off"]);
        }
        match self.port {
            Some(port) => {
                keeper.args(["-c", "listen_addresses=127.0.0.1", "-c", "ssl=on", "-p", &port.to_string()]);
                keeper.arg("-c").arg(format!("ssl_cert_file={}/server.crt", self.folder.display()));
                keeper.arg("-c").arg(format!("ssl_key_file={}/server.key", self.folder.display()));
            }
            None => {
                keeper.args(["-c", "listen_addresses="]);
            }
        }
        let log =
            std::fs::OpenOptions::new().create(true).append(true).open(self.folder.join("log")).unwrap();
        keeper.stdin(Stdio::piped()).stdout(log.try_clone().unwrap()).stderr(log);
        keeper.current_dir("/").spawn().unwrap()
    }

    /// Whether its first process is there.
    fn is_alive(&self) -> bool {
        let told = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        told.lines().next().is_some_and(|pid| Path::new("/proc").join(pid.trim()).exists())
    }

    fn answers(&self) -> bool {
        let mut ask = Command::new(self.bin.join("pg_isready"));
        ask.arg("-q").arg("-h").arg(&self.folder);
        ask.args(self.port.iter().flat_map(|port| ["-p".to_owned(), port.to_string()]));
        ask.status().unwrap().success()
    }

    /// The number of its first process.
    #[must_use]
    pub fn process(&self) -> u32 {
        let told = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        told.lines().next().unwrap().parse().unwrap()
    }

    /// Ends it as hard as can be. What it has said to have written is there when it is started again.
    pub fn kill(&self) {
        let pid = self.process().to_string();
        checked(Command::new("kill").args(["-KILL", &pid]).output().unwrap());
        self.let_go();
    }

    /// Stops it as for an update: clients are disconnected.
    pub fn stop(&self) {
        let pid = self.process().to_string();
        checked(Command::new("kill").args(["-INT", &pid]).output().unwrap());
        while self.data().join("postmaster.pid").exists() {
            std::thread::sleep(Duration::from_millis(10));
        }
        self.let_go();
    }

    /// Lets all of its processes sleep as long as this is done.
    pub fn asleep<T>(&self, meanwhile: impl FnOnce() -> T) -> T {
        let signal = |name: &str| {
            let first = self.process().to_string();
            let told = Command::new("ps").args(["-o", "pid=", "--ppid", &first]).output().unwrap();
            let all = format!("{first} {}", String::from_utf8_lossy(&told.stdout));
            let _ = Command::new("kill").arg(name).args(all.split_whitespace()).output();
        };
        signal("-STOP");
        let done = meanwhile();
        signal("-CONT");
        done
    }

    fn let_go(&self) {
        end(self.keeper.lock().unwrap().take());
    }

    /// The file with the password.
    #[must_use]
    pub fn password_file(&self) -> PathBuf {
        self.folder.join("password")
    }

    /// The password.
    #[must_use]
    pub fn password(&self) -> &'static str {
        PASSWORD
    }

    /// The certificate of who vouches for it.
    #[must_use]
    pub fn authority(&self) -> PathBuf {
        authority(&self.folder)
    }

    /// The address of a database in it, through its socket; the password is not part of it.
    #[must_use]
    pub fn address(&self, database: &str) -> String {
        let port = self.port.map(|port| format!("&port={port}")).unwrap_or_default();
        format!("postgres://{USER}@localhost/{database}?host={}{port}", self.folder.display())
    }

    /// The address of a database in it at its port.
    #[must_use]
    pub fn address_at_port(&self, host: &str, database: &str) -> String {
        format!("postgres://{USER}@{host}:{}/{database}", self.port.expect("it listens at a port"))
    }

    /// Makes an empty database, in place of one of this name; gives its address.
    pub fn database(&self, name: &str) -> String {
        self.run("postgres", &format!("DROP DATABASE IF EXISTS \"{name}\" WITH (FORCE)"));
        self.run("postgres", &format!("CREATE DATABASE \"{name}\" STRATEGY wal_log"));
        self.address(name)
    }

    /// The socket at which it listens.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.folder.join(format!(".s.PGSQL.{}", self.port.unwrap_or(5432)))
    }

    /// Runs statements in a database; gives what they tell, a line for each row.
    pub fn run(&self, database: &str, statements: &str) -> String {
        let mut psql = Command::new(self.bin.join("psql"));
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", USER, "-d", database, "-h"]);
        psql.arg(&self.folder).env("PGPASSWORD", PASSWORD);
        psql.args(self.port.iter().flat_map(|port| ["-p".to_owned(), port.to_string()]));
        checked(psql.arg("-c").arg(statements).output().unwrap())
    }

    /// Its processor time, with that of all its present and former processes.
    #[must_use]
    pub fn processor(&self) -> Duration {
        let first = self.process().to_string();
        let told = Command::new("ps").args(["-o", "pid=", "--ppid", &first]).output().unwrap();
        let told = String::from_utf8_lossy(&told.stdout).into_owned();
        std::iter::once(first.as_str()).chain(told.split_whitespace()).map(processor).sum()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut keeper) = keeper.take() {
            drop(keeper.stdin.take());
            let _ = keeper.wait();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_committed_outlives_a_kill_and_a_stop() {
        let Some(postgres) = Postgres::start("postgres-kill", Durability::Machine) else { return };
        assert!(postgres.database("games").contains("/games?host="));
        postgres.run("games", "CREATE TABLE kept (what TEXT); INSERT INTO kept VALUES ('this')");
        postgres.kill();
        assert!(!postgres.answers());
        postgres.start_again();
        assert_eq!(postgres.run("games", "SELECT what FROM kept").trim(), "this");
        postgres.stop();
        postgres.start_again();
        assert_eq!(postgres.run("games", "SELECT what FROM kept").trim(), "this");
        let folder = postgres.folder.clone();
        drop(postgres);
        assert!(!folder.exists());
    }
}
