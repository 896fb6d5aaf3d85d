//! The browser of the user: whether it is opened for them when `gruntle` starts a table, and how.

use std::ffi::OsString;
use std::process::{Child, Command, Stdio};
use std::thread;

use crate::voice::Reader;

/// The command that opens a page on this system. There is none where the user could see no page: standard output goes
/// elsewhere, they work from another machine, or there is no desktop.
pub(crate) fn opener(
    system: &str,
    reader: Reader,
    variable: impl Fn(&str) -> Option<OsString>,
    page: &str,
) -> Option<Vec<String>> {
    let is_set = |name: &&str| variable(name).is_some_and(|value| !value.is_empty());
    let is_remote = ["SSH_CONNECTION", "SSH_TTY"].iter().any(is_set);
    if reader == Reader::Program || is_remote {
        return None;
    }
    let words: &[&str] = match system {
        "linux" if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(is_set) => &["xdg-open"],
        "macos" => &["open"],
        // The first quoted word of 'start' is a title.
        "windows" => &["cmd", "/C", "start", ""],
        _ => return None,
    };
    Some(words.iter().chain([&page]).map(|word| (*word).to_owned()).collect())
}

/// Opens this page in the browser of the user, if they can see one. Nobody waits for it, and a table goes on without.
pub(crate) fn open(page: &str) {
    let reader = Reader::of(&std::io::stdout());
    let opener = opener(std::env::consts::OS, reader, |name| std::env::var_os(name), page);
    if let Some(mut child) = opener.and_then(|words| start(&words)) {
        // Somebody must hear of its end, or it stays in the list of processes.
        let _ = thread::Builder::new().name("browser".to_owned()).spawn(move || child.wait());
    }
}

/// Starts it in a group of its own: Ctrl-C closes the table, and the browser stays.
fn start(words: &[String]) -> Option<Child> {
    let (program, arguments) = words.split_first()?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "http://127.0.0.1:1998";

    fn opened(system: &str, reader: Reader, set: &[&str]) -> Option<String> {
        let variable = |name: &str| set.contains(&name).then(|| OsString::from(":0"));
        opener(system, reader, variable, PAGE).map(|words| words.join(" "))
    }

    #[test]
    fn a_desktop_opens_the_page() {
        let linux = |set: &[&str]| opened("linux", Reader::Person, set);
        let opens = Some("xdg-open http://127.0.0.1:1998".to_owned());
        assert_eq!(linux(&["DISPLAY"]), opens);
        assert_eq!(linux(&["WAYLAND_DISPLAY"]), opens);
        assert_eq!(opened("macos", Reader::Person, &[]).as_deref(), Some("open http://127.0.0.1:1998"));
        let windows = opened("windows", Reader::Person, &[]);
        assert_eq!(windows.as_deref(), Some("cmd /C start  http://127.0.0.1:1998"));
    }

    #[test]
    fn nothing_is_opened_where_nobody_would_see_it() {
        assert_eq!(opened("linux", Reader::Person, &[]), None, "there is no desktop");
        for system in ["linux", "macos", "windows"] {
            assert_eq!(opened(system, Reader::Program, &["DISPLAY"]), None, "{system}");
            for far in ["SSH_CONNECTION", "SSH_TTY"] {
                assert_eq!(opened(system, Reader::Person, &["DISPLAY", far]), None, "{system}, {far}");
            }
        }
        assert_eq!(opened("freebsd", Reader::Person, &["DISPLAY"]), None);
    }

    #[test]
    fn a_variable_that_is_empty_is_as_good_as_none() {
        let empty = |name: &str| (name == "DISPLAY").then(OsString::new);
        assert_eq!(opener("linux", Reader::Person, empty, PAGE), None);
    }

    #[test]
    fn what_cannot_be_started_is_passed_over() {
        assert!(start(&["/no/such/browser".to_owned(), PAGE.to_owned()]).is_none());
    }
}
