//! A PostgreSQL server, in a program that was built without PostgreSQL.

use std::convert::Infallible;
use std::fmt;

use super::{NoDatabase, Written};

/// A PostgreSQL server, which this program has no use for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseServer(Infallible);

impl DatabaseServer {
    /// The error that names the right build.
    pub(super) fn read(_: &str, _: &str, _: Written, _: Option<&str>) -> Result<Self, NoDatabase> {
        Err(NoDatabase::NotBuiltIn)
    }

    /// Unreachable: no value of this type exists.
    pub(crate) fn never(&self) -> ! {
        match self.0 {}
    }

    /// The same for a program that is no server.
    pub(super) fn beside(&self) -> Self {
        match self.0 {}
    }
}

impl fmt::Display for DatabaseServer {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Database;

    #[test]
    fn every_server_is_refused_with_the_command_that_builds_a_program_for_it() {
        let refused =
            Database::read("postgres://ann@localhost/games", Written::OnCommandLine, None).unwrap_err();
        assert_eq!(refused, NoDatabase::NotBuiltIn);
        assert!(refused.to_string().ends_with("cargo build --release --features full"));
    }
}
