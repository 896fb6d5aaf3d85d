//! A match as Python's pickles have it, in plain values.

use games::Setup;
use pyo3::PyResult;
use table::Seed;

use crate::any::{Any, Asked, each};
use crate::live::{History, Kept, wrong};

/// The set-up and where a match of it stands: `longest`, its seed, every input, the tokens of a decision begun, and the luck to
/// come with how much of it has fallen.
pub(crate) type Plain = (String, Option<u32>, String, Vec<String>, Vec<u16>, (String, u32));

/// The match in plain values.
pub(crate) fn plain(any: &Any, asked: &Asked) -> PyResult<Plain> {
    let (seed, kept) = each!(any, live => (live.seed(), live.keep()?));
    let (setup, longest) = asked.parts();
    let luck = (kept.luck.to_string(), kept.drawn);
    Ok((setup.written().to_string(), longest, seed.to_string(), kept.inputs, kept.begun, luck))
}

/// The match of these plain values.
pub(crate) fn of_plain(plain: Plain) -> PyResult<(Any, Asked)> {
    let (setup, longest, seed, inputs, begun, (luck, drawn)) = plain;
    let setup = serde_json::from_str(&setup).map_err(wrong)?;
    let asked = Asked::of_setup(Setup::read(&setup).map_err(wrong)?, longest)?;
    let seed: Seed = seed.parse().map_err(wrong)?;
    let kept = Kept { inputs, begun, luck: luck.parse().map_err(wrong)?, drawn };
    let mut any = asked.begin(seed, History::Kept);
    each!(&mut any, live => live.take_up(&kept)?);
    Ok((any, asked))
}
