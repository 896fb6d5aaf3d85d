//! What Python says, as what it should be: where it is something else, a `ValueError` with a sentence.

use numpy::{Element, PyArray1, PyArrayMethods as _};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::live::wrong;

/// The most letters of something wrong that a sentence repeats.
const MOST_LETTERS: usize = 60;

/// Something as Python writes it, if it can and not longer than a sentence bears.
pub(crate) fn shortly(said: &Bound<'_, PyAny>) -> String {
    let Ok(written) = said.repr() else { return "that".to_owned() };
    let written = written.to_string_lossy();
    match written.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &written[..end]),
        None => written.into_owned(),
    }
}

/// Something that can be asked for.
pub(crate) trait Wanted: Sized {
    /// Its value.
    fn of(said: &Bound<'_, PyAny>) -> PyResult<Self>;
}

/// An argument as the wanted type.
pub(crate) fn said<T: Wanted>(said: &Bound<'_, PyAny>) -> PyResult<T> {
    T::of(said)
}

macro_rules! wanted {
    ($($type:ty: $what:literal,)*) => {$(
        impl Wanted for $type {
            fn of(said: &Bound<'_, PyAny>) -> PyResult<Self> {
                said.extract::<Self>().map_err(|error| not(error.into(), said, $what))
            }
        }
    )*};
}

wanted! {
    u32: "a whole number, 0 to 4294967295",
    u64: "a whole number, 0 to 18446744073709551615",
    usize: "a whole number, 0 or more",
    bool: "True or False",
    PyBackedStr: "a text",
    Vec<String>: "a list of texts",
}

impl<T: Wanted> Wanted for Option<T> {
    fn of(said: &Bound<'_, PyAny>) -> PyResult<Self> {
        if said.is_none() { Ok(None) } else { T::of(said).map(Some) }
    }
}

/// Our sentence, unless somebody wants to end the program.
fn not(error: PyErr, said: &Bound<'_, PyAny>, what: &str) -> PyErr {
    if error.is_instance_of::<PyException>(said.py()) {
        wrong(format!("{} is not {what}", shortly(said)))
    } else {
        error
    }
}

/// An array of these numbers that somebody gave.
pub(crate) fn array<'py, T: Element>(
    said: &Bound<'py, PyAny>,
    kind: &str,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let array = said.cast::<PyArray1<T>>().map_err(|_| {
        wrong(format!("{} is not an array of one dimension with numbers of {kind}", shortly(said)))
    })?;
    Ok(array.clone())
}

/// An array of this size that numbers were written into: the one that was given, or a new one.
pub(crate) fn written<'py, T: Element>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    (size, kind, what): (usize, &str, &str),
    write: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let array = match out {
        Some(out) => array(&out, kind)?,
        None => PyArray1::zeros(py, size, false),
    };
    let mut numbers = array.try_readwrite().map_err(|_| wrong("the array is in use or cannot be written"))?;
    let into = numbers.as_slice_mut().map_err(|_| wrong("the array is not in one piece"))?;
    if into.len() != size {
        return Err(wrong(format!("the array has {} numbers; {what} has {size}", into.len())));
    }
    write(into);
    drop(numbers);
    Ok(array)
}
