//! The welcome of a table: where it is, where matches are kept, who can reach it, and what else this program does.

use std::io::Write;

use server::{Addresses, Database};

use crate::open::open;
use crate::ports::Busy;
use crate::terminal::strong;
use crate::voice::{Notices, notices};

/// The command that opened a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// `gruntle` alone: by somebody who wants to play, in the browser that is opened for them.
    Bare,
    /// `gruntle --no-open`.
    BareWithoutBrowser,
    /// `gruntle serve`: by an operator.
    Served,
}

/// The proxy with HTTPS before a table, if there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Front {
    Proxy,
    Nothing,
}

/// The welcome of one table.
pub(crate) struct Welcome<'a> {
    pub(crate) start: Start,
    pub(crate) database: &'a Database,
    pub(crate) front: Front,
}

impl Welcome<'_> {
    /// Tells that the table is open. Whether anybody reads this is not for the table to care about.
    pub(crate) fn tell(&self, at: Addresses, busy: &Busy, out: &mut impl Write) {
        let page = format!("http://{}", at.site);
        let _ = writeln!(out, "{} is open at {}", strong("Gruntle"), strong(&page));
        if notices() == Notices::Told {
            self.tell_more(at, busy, out);
        }
        let _ = out.flush();
        match self.start {
            Start::Bare => open(&page),
            Start::BareWithoutBrowser | Start::Served => {}
        }
    }

    fn tell_more(&self, at: Addresses, busy: &Busy, out: &mut impl Write) {
        let Addresses { site, metrics } = at;
        let _ =
            writeln!(out, "Matches are kept in {}. Ctrl-C closes the table; nothing is lost.", self.database);
        if let Some(told) = busy.told(site.port()) {
            let _ = writeln!(out, "{told}");
        }
        if let Some(metrics) = metrics {
            let _ = writeln!(out, "Its numbers are at http://{metrics}/metrics.");
        }
        if !site.ip().is_loopback() {
            let encrypted = match self.front {
                Front::Proxy => "Here traffic is not encrypted:\nonly the proxy with HTTPS should reach it.",
                Front::Nothing => {
                    "Traffic is not encrypted:\non a network you do not trust, put a proxy with HTTPS in front and start with --https."
                }
            };
            let _ = writeln!(
                out,
                "Everybody who can reach {site} may open tables, play and watch public ones. {encrypted}"
            );
        }
        match self.start {
            Start::Bare | Start::BareWithoutBrowser => {
                let _ = writeln!(
                    out,
                    "Let friends on your network in: gruntle serve --bind 0.0.0.0:{}",
                    site.port()
                );
                let _ = writeln!(
                    out,
                    "gruntle --help lists the rest: sim and lab play many games, record looks at finished ones, rules explains."
                );
            }
            Start::Served => {}
        }
    }
}
