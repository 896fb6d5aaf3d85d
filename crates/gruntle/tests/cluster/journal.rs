//! The journals themselves, in place of nodes' words: the moves, and whether one owner wrote after the other. Then line
//! numbers follow each other, and epochs never go back.

use std::process::Command;

use services::Postgres;

use crate::{DATABASE, GRUNTLE};

/// A line of a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The table.
    pub code: String,
    pub number: u64,
    /// In which epoch of the table it was written; nobody owns a table that is being opened.
    pub epoch: Option<u64>,
    /// In which epoch the table is owned now, or was last.
    pub last: Option<u64>,
}

/// Counts of the judged lines.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Owners {
    pub tables: usize,
    pub lines: usize,
    /// Who wrote, one after the other, at all tables together.
    pub owners: usize,
}

/// All lines of all tables, in order.
pub fn read(postgres: &Postgres) -> Vec<Line> {
    let told = postgres.run(
        DATABASE,
        "SELECT code, seq, journal.epoch, leases.epoch FROM journal JOIN matches ON matches.id = journal.match
         LEFT JOIN leases ON leases.match = journal.match ORDER BY code, seq",
    );
    let line = |row: &str| {
        let mut words = row.split('|');
        let code = words.next().unwrap().to_owned();
        let mut number = || words.next().unwrap().parse().ok();
        Line { code, number: number().unwrap(), epoch: number(), last: number() }
    };
    told.lines().filter(|row| !row.is_empty()).map(line).collect()
}

/// The record of a finished game, made of its journal by a program that has seen nothing else.
pub fn exported(postgres: &Postgres, code: &str) -> String {
    let told = Command::new(GRUNTLE)
        .args(["admin", "--database", &postgres.address(DATABASE), "--database-password-file"])
        .arg(postgres.password_file())
        .args(["export", code])
        .output()
        .unwrap();
    assert!(told.status.success(), "{code}: {}", String::from_utf8_lossy(&told.stderr));
    String::from_utf8(told.stdout).unwrap()
}

/// Judges lines that are in order; gives the error.
pub fn judge(lines: &[Line]) -> Result<Owners, String> {
    let mut owners = Owners { lines: lines.len(), ..Owners::default() };
    let mut before: Option<&Line> = None;
    for line in lines {
        let same = before.filter(|before| before.code == line.code);
        let (number, epoch) = same.map_or((0, None), |before| (before.number, before.epoch));
        if line.number != number + 1 {
            return Err(format!("line {number} is not the one before {line:?}"));
        }
        if line.epoch < epoch {
            return Err(format!("epoch {epoch:?} is the one before {line:?}"));
        }
        if line.epoch > line.last {
            return Err(format!("nobody has owned the table of {line:?} so late"));
        }
        owners.tables += usize::from(same.is_none());
        owners.owners += usize::from(line.epoch > epoch);
        before = Some(line);
    }
    Ok(owners)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(epochs: &[(&str, u64, Option<u64>)]) -> Vec<Line> {
        let line = |&(code, number, epoch): &(&str, u64, Option<u64>)| Line {
            code: code.to_owned(),
            number,
            epoch,
            last: Some(3),
        };
        epochs.iter().map(line).collect()
    }

    #[test]
    fn one_owner_after_the_other_is_as_it_should_be() {
        let good = lines(&[
            ("a", 1, None),
            ("a", 2, Some(1)),
            ("a", 3, Some(1)),
            ("a", 4, Some(3)),
            ("b", 1, None),
            ("b", 2, Some(2)),
        ]);
        assert_eq!(judge(&good), Ok(Owners { tables: 2, lines: 6, owners: 3 }));
    }

    #[test]
    fn two_owners_gaps_and_doubles_are_noticed() {
        let begun = [("a", 1, None), ("a", 2, Some(2))];
        for (next, says) in [
            // A former owner of the table wrote to it.
            (("a", 3, Some(1)), "epoch Some(2) is the one before"),
            (("a", 3, None), "epoch Some(2) is the one before"),
            (("a", 4, Some(2)), "line 2 is not the one before"),
            (("a", 2, Some(2)), "line 2 is not the one before"),
            (("b", 2, Some(2)), "line 0 is not the one before"),
            (("a", 3, Some(4)), "nobody has owned"),
        ] {
            let wrong = judge(&lines(&[&begun[..], &[next]].concat())).unwrap_err();
            assert!(wrong.starts_with(says), "{wrong}");
        }
    }
}
