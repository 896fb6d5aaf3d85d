//! A program as a process, where the system has no pipes that can be waited for: none can be started.

use std::time::Duration;

use crate::fault::Fault;

/// A program that cannot be here.
pub(crate) enum Process {}

impl Process {
    /// Says that programs need another system.
    pub(crate) fn start(_: &str) -> Result<Self, Fault> {
        Err(Fault::CannotStart("programs can only play where the system is a Unix".to_owned()))
    }

    /// Says the same.
    pub(crate) fn try_out(command: &str, _: Duration) -> Result<(), Fault> {
        Self::start(command).map(|_| ())
    }

    /// Nothing to ask.
    pub(crate) fn ask(&mut self, _: &[u8], _: Duration) -> Result<String, Fault> {
        match *self {}
    }

    /// Nothing to tell.
    pub(crate) fn tell(&mut self, _: &[u8], _: Duration) -> Result<(), Fault> {
        match *self {}
    }

    /// Never a fault.
    pub(crate) fn unasked(&mut self) -> Option<Fault> {
        match *self {}
    }

    /// Nothing was written.
    pub(crate) fn stderr(&mut self) -> Vec<String> {
        match *self {}
    }

    /// Nothing to end.
    pub(crate) fn kill(self) {
        match self {}
    }
}
