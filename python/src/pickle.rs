//! A match as Python's pickles have it, in plain values.

use games::Setup;
use pyo3::PyResult;

use crate::any::{Any, Asked, each};
use crate::live::{History, wrong};

/// The set-up and where a match of it stands: `longest`, its seed, and what is kept of it.
pub(crate) type Plain = (String, Option<u32>, String, Vec<String>, Vec<u16>, (String, u32));

/// The match in plain values.
pub(crate) fn plain(any: &Any, asked: &Asked) -> PyResult<Plain> {
    let (seed, (inputs, begun, luck)) = each!(any, live => (live.seed(), live.keep()?));
    Ok((asked.setup.written().to_string(), asked.longest, seed.to_string(), inputs, begun, luck))
}

/// The match of these plain values.
pub(crate) fn of_plain((setup, longest, seed, inputs, begun, luck): Plain) -> PyResult<(Any, Asked)> {
    let setup = serde_json::from_str(&setup).map_err(wrong)?;
    let asked = Asked::of_setup(Setup::read(&setup).map_err(wrong)?, longest)?;
    let mut any = asked.begin(seed.parse().map_err(wrong)?, History::Kept);
    each!(&mut any, live => live.take_up(inputs, begun, luck)?);
    Ok((any, asked))
}
