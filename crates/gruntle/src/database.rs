//! Where everything is kept, out of options and environment.

use std::path::Path;

use server::{Database, Written, usual_folder};

use crate::Trouble;
use crate::options::DatabaseOptions;

/// Environment variable of the database, for addresses with a password. It is not `DATABASE_URL`, which is often set
/// for another program.
const ENVIRONMENT: &str = "GRUNTLE_DATABASE";

fn refused(why: impl ToString) -> Trouble {
    Trouble::Refused(why.to_string())
}

/// Where everything is kept.
pub(crate) fn database(asked: &DatabaseOptions) -> Result<Database, Trouble> {
    let password = asked.database_password_file.as_deref().map(password).transpose()?;
    let told = match (&asked.data, &asked.database) {
        (Some(_), Some(_)) => {
            return Err(refused("--data and --database both say where games are kept; give one of them"));
        }
        (Some(_), None) => None,
        (None, Some(address)) => Some((address.clone(), Written::OnCommandLine)),
        (None, None) => std::env::var(ENVIRONMENT).ok().map(|address| (address, Written::InEnvironment)),
    };
    match told {
        Some((address, written)) => Database::read(&address, written, password.as_deref()).map_err(refused),
        None if password.is_some() => {
            Err(refused("--database-password-file is for a PostgreSQL server; name it with --database"))
        }
        None => Ok(Database::Folder(asked.data.clone().unwrap_or_else(usual_folder))),
    }
}

/// A database that was named by its address, and the password for it in a file.
pub(crate) fn named(address: &str, password_file: Option<&Path>) -> Result<Database, Trouble> {
    let password = password_file.map(password).transpose()?;
    Database::read(address, Written::OnCommandLine, password.as_deref()).map_err(refused)
}

/// The password in a file; the end of its line is not part of it.
fn password(file: &Path) -> Result<String, Trouble> {
    let name = file.display();
    let text = std::fs::read_to_string(file)
        .map_err(|why| refused(format!("cannot read the password in '{name}': {why}")))?;
    let password = text.strip_suffix('\n').unwrap_or(&text);
    let password = password.strip_suffix('\r').unwrap_or(password);
    match password.is_empty() {
        true => Err(refused(format!("there is no password in '{name}'"))),
        false => Ok(password.to_owned()),
    }
}
