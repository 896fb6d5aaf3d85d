//! The games of Gruntle for Python. What cannot be done is a `ValueError` with a sentence.

mod any;
mod live;
mod matches;
mod pickle;
mod said;
mod vector;

use pyo3::prelude::*;

/// Views are made of many small lists, and bots that search take and give back memory all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The native part of the package.
#[pymodule]
fn _gruntle(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("TENSORS_VERSION", tensors::VERSION)?;
    module.add_class::<matches::Match>()?;
    module.add_class::<matches::Bot>()?;
    module.add_class::<vector::Vector>()?;
    module.add_function(wrap_pyfunction!(matches::make, module)?)?;
    module.add_function(wrap_pyfunction!(matches::bot, module)?)?;
    module.add_function(wrap_pyfunction!(matches::read_record, module)?)?;
    module.add_function(wrap_pyfunction!(matches::_unpickled, module)?)?;
    Ok(())
}
