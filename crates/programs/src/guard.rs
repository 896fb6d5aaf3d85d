//! A watch over the process groups of programs: a shell of its own, which ends them when we are gone, however we went.

use std::collections::BTreeSet;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::Pid;

/// Reads which groups run (`+`) and have ended (`-`), and ends those that still run when nothing more comes.
const SCRIPT: &str = r#"
groups=' '
while read -r sign group; do
    case $sign in
    +) groups="$groups$group " ;;
    -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
"#;

/// The groups that run, and the watch that knows of them.
struct Guard {
    running: BTreeSet<i32>,
    /// Its standard input ends with us: no other process has this end of the pipe.
    watch: Option<ChildStdin>,
}

static GUARD: Mutex<Guard> = Mutex::new(Guard { running: BTreeSet::new(), watch: None });

impl Guard {
    /// Writes to the watch; a new one, if there is none any more, gets the list of all running programs.
    fn tell(&mut self, line: &str) -> std::io::Result<()> {
        if self.watch.as_mut().is_some_and(|watch| watch.write_all(line.as_bytes()).is_ok()) {
            return Ok(());
        }
        let mut watch = watch()?;
        let running: String = self.running.iter().map(|group| format!("+ {group}\n")).collect();
        watch.write_all(running.as_bytes())?;
        self.watch = Some(watch);
        Ok(())
    }
}

/// Starts a watch in a process group of its own, so that no signal that is meant for us ends it.
fn watch() -> std::io::Result<ChildStdin> {
    let mut shell = Command::new("/bin/sh")
        .args(["-c", SCRIPT])
        .env_clear()
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()?;
    shell.stdin.take().ok_or_else(|| std::io::Error::other("it has no pipe"))
}

/// Has a group ended when we are gone.
pub(crate) fn begin(group: Pid) -> std::io::Result<()> {
    let mut guard = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
    let group = group.as_raw_nonzero().get();
    guard.running.insert(group);
    guard.tell(&format!("+ {group}\n"))
}

/// A group has been ended; said before its leader is waited for, as its number may be another's afterwards.
pub(crate) fn end(group: Pid) {
    let mut guard = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
    let group = group.as_raw_nonzero().get();
    guard.running.remove(&group);
    // A watch that is not there any more is replaced when the next program starts.
    let _ = guard.watch.as_mut().map(|watch| writeln!(watch, "- {group}"));
}
