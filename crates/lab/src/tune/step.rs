//! One step of the search: what was tried, and what came of it.

use std::path::Path;

use serde_json::{Value, json};
use table::short_digest;

use crate::run::{Line, RunError, damaged};

/// A proposal and its outcome. Costs are in millionths, so that a journal gives them back exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its number, from 1 on.
    pub number: u64,
    /// The proposal, in words.
    pub what: String,
    /// Numbers by their place in the file, with what they became.
    pub changes: Vec<(usize, u8)>,
    /// How many games of each scenario it took.
    pub games: u64,
    /// The cost of the set before.
    pub before: i64,
    /// How much more it would cost.
    pub difference: i64,
    /// The standard error of that.
    pub noise: i64,
    /// Its outcome.
    pub fate: Fate,
}

/// The outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It stays.
    Kept,
    /// It does not pay.
    Dropped,
}

impl Fate {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Dropped => "dropped",
        }
    }
}

pub(super) fn micro(number: f64) -> i64 {
    (number * 1e6).round() as i64
}

pub(super) fn whole(micro: i64) -> f64 {
    micro as f64 / 1e6
}

impl Step {
    /// The cost of the set after it.
    pub(super) const fn after(&self) -> i64 {
        match self.fate {
            Fate::Kept => self.before + self.difference,
            Fate::Dropped => self.before,
        }
    }

    pub(super) fn written(&self) -> String {
        let mut line = json!({
            "step": self.number,
            "what": self.what,
            "changes": self.changes.iter().map(|&(number, value)| json!([number, value])).collect::<Vec<_>>(),
            "games": self.games,
            "before": self.before,
            "difference": self.difference,
            "noise": self.noise,
            "fate": self.fate.word(),
        });
        line["digest"] = short_digest(&line.to_string()).into();
        line.to_string()
    }

    /// The steps that the lines of a journal tell, from the first on without a gap.
    pub(super) fn read_all(lines: Vec<Line>, numbers: usize, folder: &Path) -> Result<Vec<Self>, RunError> {
        let mut steps: Vec<Self> = Vec::new();
        for (line, value) in lines {
            let step = Self::read(value, numbers).filter(|step| step.number == steps.len() as u64 + 1);
            steps.push(step.ok_or_else(|| damaged(folder, line))?);
        }
        Ok(steps)
    }

    fn read(mut line: Value, numbers: usize) -> Option<Self> {
        let digest = line.as_object_mut()?.shift_remove("digest")?;
        if digest.as_str()? != short_digest(&line.to_string()) {
            return None;
        }
        let changes = line.get("changes")?.as_array()?.iter().map(|change| {
            let number = usize::try_from(change.get(0)?.as_u64()?).ok().filter(|number| *number < numbers)?;
            Some((number, u8::try_from(change.get(1)?.as_u64()?).ok()?))
        });
        Some(Self {
            number: line.get("step")?.as_u64()?,
            what: line.get("what")?.as_str()?.to_owned(),
            changes: changes.collect::<Option<_>>()?,
            games: line.get("games")?.as_u64()?,
            before: line.get("before")?.as_i64()?,
            difference: line.get("difference")?.as_i64()?,
            noise: line.get("noise")?.as_i64()?,
            fate: [Fate::Kept, Fate::Dropped]
                .into_iter()
                .find(|fate| line.get("fate").and_then(Value::as_str) == Some(fate.word()))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_read_what_they_write() {
        let step = Step {
            number: 1,
            what: "“Reply-All Storm”: modifier 3 → 2".to_owned(),
            changes: vec![(7, 2), (9, 0)],
            games: 400,
            before: 12_345_678,
            difference: -1,
            noise: 0,
            fate: Fate::Kept,
        };
        let read =
            |text: &str| Step::read_all(vec![(2, serde_json::from_str(text).unwrap())], 10, Path::new("run"));
        let text = step.written();
        assert_eq!(read(&text), Ok(vec![step]));
        for (old, new) in [("400", "401"), ("\"step\":1", "\"step\":2"), ("kept", "kepd"), ("[7,2]", "[7,3]")]
        {
            assert!(text.contains(old) && read(&text.replace(old, new)).is_err(), "{old}");
        }
    }
}
