//! `gruntle admin`: commands for operators.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use server::Database;
use server::admin::{Answer, Listed, Task, administer};

use crate::Trouble;
use crate::arguments::{Admin, AdminCommand};
use crate::database::{database, named};
use crate::listed;
use crate::progress::bar_over;

pub(crate) fn run(asked: &Admin, out: &mut impl Write) -> Result<(), Trouble> {
    match &asked.command {
        AdminCommand::List { .. } => administered(asked, &Task::List, out),
        AdminCommand::Export { code } => administered(asked, &Task::Export(code), out),
        AdminCommand::Remove { code } => {
            administered(asked, &Task::Remove(code), out)?;
            Ok(writeln!(out, "{code} is removed.")?)
        }
        AdminCommand::Backup { file } if file.exists() => Err(Trouble::Refused(format!(
            "'{}' is there already; a backup goes into a new file",
            file.display()
        ))),
        AdminCommand::Backup { file } => {
            administered(asked, &Task::BackUp(file), out)?;
            Ok(writeln!(out, "Everything is copied into {}.", file.display())?)
        }
        AdminCommand::Copy { from, to, from_password_file, to_password_file } => {
            let options = &asked.database;
            if options.data.is_some()
                || options.database.is_some()
                || options.database_password_file.is_some()
            {
                return Err(Trouble::Refused(
                    "'gruntle admin copy FROM TO' names both databases itself; leave --data, --database and \
                     --database-password-file out, and write --from-password-file and --to-password-file for passwords"
                        .to_owned(),
                ));
            }
            let from = named(from, from_password_file.as_deref())?;
            copy(&from, &named(to, to_password_file.as_deref())?, out)
        }
    }
}

/// Does something with one database, and tells what came of it.
fn administered(asked: &Admin, task: &Task<'_>, out: &mut impl Write) -> Result<(), Trouble> {
    let database = database(&asked.database)?;
    match administer(&database, task).map_err(|unable| Trouble::Refused(unable.to_string()))? {
        Answer::Matches(matches) if matches!(asked.command, AdminCommand::List { json: true }) => {
            listed::write(&listed::matches(&matches), out)?;
        }
        Answer::Matches(matches) => list(&matches, out)?,
        Answer::Record(record) => out.write_all(record.as_bytes())?,
        Answer::Done => {}
    }
    Ok(())
}

fn copy(from: &Database, to: &Database, out: &mut impl Write) -> Result<(), Trouble> {
    let stopped = Arc::new(AtomicBool::new(false));
    let stop = stopped.clone();
    // Where the system allows no handler, Ctrl-C just ends the program, which does no harm either.
    let _ = ctrlc::set_handler(move || stop.store(true, Ordering::Relaxed));
    let bar = bar_over(0, "matches");
    let copied = server::admin::copy(from, to, &mut |done, of| {
        bar.set_length(of);
        bar.set_position(done);
        if stopped.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let copied = copied.map_err(|unable| match stopped.load(Ordering::Relaxed) {
        true => Trouble::Stopped("stopped; the same command goes on with the copy".to_owned()),
        false => Trouble::Refused(unable.to_string()),
    })?;
    let digest = copied.digest();
    let server::admin::Copied { matches, lines, deals, .. } = copied;
    writeln!(out, "{matches} matches with {lines} lines and {deals} deals are copied into {to}.")?;
    writeln!(out, "Both databases have the digest {digest}.")?;
    Ok(())
}

fn list(matches: &[Listed], out: &mut impl Write) -> std::io::Result<()> {
    if matches.is_empty() {
        return writeln!(out, "No matches yet.");
    }
    writeln!(out, "{:<10} {:<12} {:<8} {:<17} {:>6}  who", "code", "game", "stage", "opened (UTC)", "lines")?;
    for one in matches {
        let (code, opened) = (&one.code, when(one.opened));
        let names = one.names.join(", ");
        writeln!(out, "{code:<10} {:<12} {:<8} {opened:<17} {:>6}  {names}", one.game, one.stage, one.lines)?;
    }
    Ok(())
}

/// Seconds since 1970 as date and time, by the civil calendar.
fn when(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days since the first of March of the year 0, in eras of 400 years.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", rest / 3_600, rest % 3_600 / 60)
}

#[cfg(test)]
mod tests {
    use super::when;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(when(0), "1970-01-01 00:00");
        assert_eq!(when(951_782_400), "2000-02-29 00:00");
        assert_eq!(when(1_104_537_599), "2004-12-31 23:59");
        assert_eq!(when(894_412_800), "1998-05-06 00:00");
    }
}
