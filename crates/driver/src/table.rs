//! A `gruntle serve` of one's own, in a folder of its own, that ends with the test.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use services::fresh_folder;

/// Restarts of a server that ends because a service is slow or gone, as a service manager does.
const STARTS: usize = 40;
const BETWEEN_STARTS: Duration = Duration::from_millis(250);

/// A running table.
pub struct Table {
    child: Child,
    pub at: SocketAddr,
    /// Where its numbers are, if that was asked for.
    pub metrics: Option<SocketAddr>,
    folder: PathBuf,
    gruntle: PathBuf,
    /// Where its matches are kept, if that is not its folder.
    elsewhere: Vec<String>,
    /// How much it says in its log, if that was asked for.
    log: Vec<String>,
}

/// The seed of a server in this folder: by the name of the folder, and how often it was started there.
fn seed(folder: &Path) -> String {
    let path = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // The end of the name differs from run to run.
    let name = path.rsplitn(3, '-').last().unwrap_or_default();
    let number = name.bytes().fold(7_u64, |number, byte| number.wrapping_mul(31).wrapping_add(byte.into()));
    // Beside the folder, whose contents belong to the server.
    let note = folder.with_extension("starts");
    let starts = std::fs::read_to_string(&note).unwrap_or_default() + "|";
    std::fs::write(note, &starts).unwrap();
    format!("{number}/{}", starts.len())
}

impl Table {
    /// Starts a table that turns nobody away for being fast.
    pub fn start(gruntle: &Path, name: &str) -> Self {
        Self::start_with(gruntle, fresh_folder(name), "127.0.0.1:0", &["--limit", "0"])
    }

    /// The same, as if it were this many milliseconds after 1970; not to be started again, for time would go back.
    pub fn start_at(gruntle: &Path, name: &str, time: u64) -> Self {
        let kept = (fresh_folder(name), Vec::new());
        Self::start_anywhere(gruntle, kept, ("127.0.0.1:0", Some(time)), &["--limit", "0"], Stdio::inherit)
    }

    pub fn start_with(gruntle: &Path, folder: PathBuf, bind: &str, more: &[&str]) -> Self {
        Self::start_anywhere(gruntle, (folder, Vec::new()), (bind, None), more, Stdio::inherit)
    }

    /// Starts a table whose matches are kept where these options say.
    pub fn start_elsewhere(gruntle: &Path, name: &str, elsewhere: &[String], more: &[&str]) -> Self {
        let more = [&["--limit", "0"], more].concat();
        let kept = (fresh_folder(name), elsewhere.to_vec());
        Self::start_anywhere(gruntle, kept, ("127.0.0.1:0", None), &more, Stdio::inherit)
    }

    fn start_anywhere(
        gruntle: &Path,
        (folder, elsewhere): (PathBuf, Vec<String>),
        place: (&str, Option<u64>),
        more: &[&str],
        log: impl Fn() -> Stdio,
    ) -> Self {
        let starts = if elsewhere.is_empty() { 1 } else { STARTS };
        let started = (0..starts).find_map(|start| {
            std::thread::sleep(if start == 0 { Duration::ZERO } else { BETWEEN_STARTS });
            Self::try_to_start(gruntle, (&folder, &elsewhere), place, more, log())
        });
        let (child, at, metrics) = started.unwrap_or_else(|| panic!("no address is told"));
        let log = more.windows(2).find(|words| words[0] == "--log").unwrap_or_default();
        let log = log.iter().map(|&word| word.to_owned()).collect();
        Self { child, at, metrics, folder, gruntle: gruntle.to_owned(), elsewhere, log }
    }

    /// The process, where it is and where its numbers are; nothing if it ends before it tells that.
    fn try_to_start(
        gruntle: &Path,
        (folder, elsewhere): (&Path, &[String]),
        (bind, time): (&str, Option<u64>),
        more: &[&str],
        log: Stdio,
    ) -> Option<(Child, SocketAddr, Option<SocketAddr>)> {
        let mut command = Command::new(gruntle);
        command.env("GRUNTLE_TEST_SEED", seed(folder)).args(["serve", "--bind", bind]);
        command.envs(time.map(|time| ("GRUNTLE_TEST_TIME", time.to_string())));
        match elsewhere.is_empty() {
            true => command.arg("--data").arg(folder),
            false => command.args(elsewhere),
        };
        let mut child = command.args(more).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut address = || {
            let mut line = String::new();
            said.read_line(&mut line).unwrap();
            let at = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
            at.map(|at| at.trim().trim_end_matches('.').parse().unwrap())
        };
        let Some(at) = address() else {
            let _ = child.wait();
            return None;
        };
        let _folder = address();
        let metrics = if more.contains(&"--metrics") { address() } else { None };
        Some((child, at, metrics))
    }

    /// Starts a table that writes a log of this level, to be read afterwards.
    pub fn start_noting(gruntle: &Path, name: &str, level: &str) -> Self {
        Self::start_noting_elsewhere(gruntle, name, &[], level)
    }

    /// The same, if its matches are kept where these options say.
    pub fn start_noting_elsewhere(gruntle: &Path, name: &str, elsewhere: &[String], level: &str) -> Self {
        let folder = fresh_folder(name);
        let log = std::fs::File::create(folder.join("log.txt")).unwrap();
        let more = ["--limit", "0", "--log", level];
        Self::start_anywhere(gruntle, (folder, elsewhere.to_vec()), ("127.0.0.1:0", None), &more, || {
            log.try_clone().unwrap().into()
        })
    }

    /// Its log.
    pub fn noted(&self) -> String {
        String::from_utf8_lossy(&std::fs::read(self.folder.join("log.txt")).unwrap()).into_owned()
    }

    /// Where its matches are kept.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The number of the process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal by name.
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// Ends it as hard as can be, and starts it again at the same address with the same folder.
    pub fn kill_and_restart(&mut self) {
        let _ = self.child.kill();
        self.restart();
    }

    /// Starts it again when it has ended.
    pub fn restart(&mut self) {
        let _ = self.child.wait();
        let kept = (std::mem::take(&mut self.folder), self.elsewhere.clone());
        let log = self.log.iter().map(String::as_str);
        let metrics = self.metrics.map(|at| at.to_string());
        let metrics = metrics.iter().flat_map(|at| ["--metrics", at.as_str()]);
        let more: Vec<&str> = ["--limit", "0"].into_iter().chain(log).chain(metrics).collect();
        let bind = self.at.to_string();
        let mut again = Self::start_anywhere(&self.gruntle, kept, (&bind, None), &more, Stdio::inherit);
        std::mem::swap(&mut self.child, &mut again.child);
        self.folder = std::mem::take(&mut again.folder);
    }

    /// Stops it politely; says with which code it went.
    pub fn stop(&mut self) -> Option<i32> {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        self.child.wait().ok().and_then(|status| status.code())
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if !self.folder.as_os_str().is_empty() {
            let _ = std::fs::remove_file(self.folder.with_extension("starts"));
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}
