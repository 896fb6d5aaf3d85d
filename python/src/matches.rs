//! One match, and bots.

use games::PlayerName;
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use table::{ChaCha8, Game as _, Purpose, Seed, Viewer};
use tensors::Tensors as _;

use crate::any::{Any, Asked, Words, each, of_record};
use crate::live::{History, wrong};

/// A bot, by name.
#[pyclass(frozen, module = "gruntle")]
pub(crate) struct Bot {
    name: PlayerName,
    seed: u64,
}

#[pymethods]
impl Bot {
    /// The name it was asked for by.
    #[getter]
    fn name(&self) -> String {
        self.name.to_string()
    }

    /// The number of the choice it would take in the match now.
    fn choose(&self, py: Python<'_>, r#match: &Match) -> PyResult<usize> {
        let seed = each!(&r#match.any, live => Seed::new(self.seed, live.decisions().into()));
        py.detach(|| each!(&r#match.any, live => live.bots_choice(&self.name, seed)))
    }

    fn __repr__(&self) -> String {
        format!("gruntle.bot({:?})", self.name.to_string())
    }
}

/// An array of this size that numbers were written into: this one, or a new one.
fn written<'py, T: Element>(
    py: Python<'py>,
    out: Option<Bound<'py, PyArray1<T>>>,
    size: usize,
    what: &str,
    write: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let array = out.unwrap_or_else(|| PyArray1::zeros(py, size, false));
    let mut numbers = array.try_readwrite().map_err(|_| wrong("the array is in use or cannot be written"))?;
    let into = numbers.as_slice_mut().map_err(|_| wrong("the array is not in one piece"))?;
    if into.len() != size {
        return Err(wrong(format!("the array has {} numbers; {what} has {size}", into.len())));
    }
    write(into);
    drop(numbers);
    Ok(array)
}

fn player_named(name: &str) -> PyResult<PlayerName> {
    name.parse().map_err(|none: games::NoSuchPlayer| wrong(none))
}

/// The bot of this name, as the command line has them.
#[pyfunction]
#[pyo3(signature = (name, seed = 0))]
pub(crate) fn bot(name: &str, seed: u64) -> PyResult<Bot> {
    Ok(Bot { name: player_named(name)?, seed })
}

/// A match that has just begun.
#[pyfunction]
#[pyo3(signature = (game, seats = 2, *, seed = 0, number = 0, variant = None, deck = None, network = None, memory = None, longest = None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn make(
    game: &str,
    seats: usize,
    seed: u64,
    number: u64,
    variant: Option<&str>,
    deck: Option<&str>,
    network: Option<&str>,
    memory: Option<bool>,
    longest: Option<u32>,
) -> PyResult<Match> {
    let asked = Asked::new(&Words { game, seats, variant, deck, network, memory, longest, seed })?;
    Ok(Match::new(asked.begin(Seed::new(seed, number), History::Kept), Some(asked)))
}

/// The finished match that a record tells of, refereed.
#[pyfunction]
pub(crate) fn read_record(text: &str) -> PyResult<Match> {
    Ok(Match::new(of_record(text)?, None))
}

/// A match. Luck falls by itself: it waits for a decision of `current`, or is over.
#[pyclass(module = "gruntle")]
pub(crate) struct Match {
    any: Any,
    asked: Option<Asked>,
    /// What `sample` draws with; made when it is asked for.
    lots: Option<ChaCha8>,
}

impl Match {
    const fn new(any: Any, asked: Option<Asked>) -> Self {
        Self { any, asked, lots: None }
    }

    /// The seat of this number, or the one that is asked.
    fn seat(&self, seat: Option<usize>) -> PyResult<table::Seat> {
        each!(&self.any, live => match seat {
            Some(number) => live.seat(number),
            None => live.current().ok_or_else(|| wrong("the match is over, so nobody is asked; say which seat")),
        })
    }
}

#[pymethods]
impl Match {
    /// The game by name.
    #[getter]
    fn game(&self) -> &'static str {
        each!(&self.any, live => live.encoder.layout().game)
    }

    /// How many sit at the table.
    #[getter]
    fn seats(&self) -> usize {
        each!(&self.any, live => live.game.seats().get())
    }

    /// The seed, as records have it.
    #[getter]
    fn seed(&self) -> String {
        each!(&self.any, live => live.seed().to_string())
    }

    /// The set-up, as records have it.
    #[getter]
    fn setting(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let dict = PyDict::new(py);
        for (key, value) in each!(&self.any, live => live.game.setting()) {
            dict.set_item(key, value)?;
        }
        Ok(dict.unbind())
    }

    /// The seat that is asked; `None` when nobody is.
    #[getter]
    fn current(&self) -> Option<usize> {
        each!(&self.any, live => live.current().map(table::Seat::index))
    }

    /// Whether nobody is asked any more.
    #[getter]
    fn over(&self) -> bool {
        each!(&self.any, live => live.is_over())
    }

    /// The seats that won; `None` while it goes on, and where it was stopped.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        each!(&self.any, live => live.winners())
    }

    /// How many decisions have been made.
    #[getter]
    fn decisions(&self) -> u32 {
        each!(&self.any, live => live.decisions())
    }

    /// How many turns have begun.
    #[getter]
    fn turns(&self) -> u32 {
        each!(&self.any, live => live.turns())
    }

    /// For each seat 1 if it has won, -1 if it has not, 0 while the match goes on.
    fn returns(&self) -> Vec<f32> {
        each!(&self.any, live => live.returns())
    }

    /// The choices of the seat that is asked, in notation and canonical order.
    fn legal(&self) -> Vec<String> {
        each!(&self.any, live => live.written_choices())
    }

    /// Takes a choice, by its number or in notation.
    fn step(&mut self, choice: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(text) = choice.extract::<String>() {
            return each!(&mut self.any, live => live.choose_written(&text));
        }
        let number = choice.extract::<i64>().ok().and_then(|number| usize::try_from(number).ok());
        let number = number.ok_or_else(|| {
            wrong(format!("{choice} is no choice; give its number, 0 or more, or its notation"))
        })?;
        each!(&mut self.any, live => live.choose(number))
    }

    /// Takes the next token of a decision; it is made when its tokens are whole.
    fn step_token(&mut self, token: usize) -> PyResult<()> {
        each!(&mut self.any, live => live.take_token(token))
    }

    /// What a seat sees, as a dict; the one that is asked unless you say.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let text = self.view_json(seat)?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The same as it is written in JSON: the same text for the same view.
    #[pyo3(signature = (seat = None))]
    fn view_json(&self, seat: Option<usize>) -> PyResult<String> {
        let seat = self.seat(seat)?;
        Ok(each!(&self.any, live => live.view_text(Viewer::Seat(seat))))
    }

    /// What a bystander sees, as a dict.
    fn open_view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = each!(&self.any, live => live.view_text(Viewer::Bystander));
        py.import("json")?.call_method1("loads", (text,))
    }

    /// What a seat sees, in numbers: a new array, or written into `out`.
    #[pyo3(signature = (seat = None, out = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
        out: Option<Bound<'py, PyArray1<i16>>>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let seat = self.seat(seat)?;
        let size = each!(&self.any, live => live.encoder.size());
        written(py, out, size, "an observation", |into| each!(&self.any, live => live.observe(seat, into)))
    }

    /// Ones where a token may come next, zeros elsewhere: a new array, or written into `out`.
    #[pyo3(signature = (out = None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<u8>>>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let size = each!(&self.any, live => live.encoder.layout().tokens.len());
        written(py, out, size, "a mask", |into| each!(&self.any, live => live.mask(into)))
    }

    /// A token that may come next, of a choice drawn by lot.
    fn sample(&mut self) -> PyResult<u16> {
        each!(&self.any, live => {
            let seed = live.seed();
            let lots = self.lots.get_or_insert_with(|| seed.luck(Purpose::Trial));
            if live.is_over() { Err(wrong("the match is over; no token can be taken")) } else { Ok(live.draw_token(lots)) }
        })
    }

    /// Who decided what so far: seats, and their choices in notation.
    fn actions(&self) -> PyResult<Vec<(usize, String)>> {
        each!(&self.any, live => live.actions())
    }

    /// The same match as it stood after so many decisions, without bots.
    fn at(&self, decisions: u32) -> PyResult<Self> {
        let any = match &self.any {
            Any::Spammers(live) => Any::Spammers(Box::new(live.at(decisions)?)),
            Any::SpamORama(live) => Any::SpamORama(Box::new(live.at(decisions)?)),
        };
        Ok(Self::new(any, self.asked.clone()))
    }

    /// The tokens of each choice.
    fn tokens(&self) -> Vec<Vec<u16>> {
        each!(&self.any, live => live.choice_tokens().iter().map(|tokens| tokens.numbers().to_vec()).collect())
    }

    /// The tokens of the decision that has begun and is not whole yet.
    #[getter]
    fn begun(&self) -> Vec<u16> {
        each!(&self.any, live => live.begun().numbers().collect())
    }

    /// What can be said of each choice in numbers, a row each.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let (rows, width) =
            each!(&self.any, live => (live.choices().len(), live.encoder.layout().features.len()));
        let array = PyArray2::zeros(py, [rows, width], false);
        {
            let mut numbers = array.readwrite();
            let into = numbers.as_slice_mut().map_err(|_| wrong("the array is not in one piece"))?;
            each!(&self.any, live => live.features(into));
        }
        Ok(array)
    }

    /// What the numbers mean: version, digest, channels, tokens, features.
    fn layout(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let layout = each!(&self.any, live => live.game.layout());
        let dict = PyDict::new(py);
        dict.set_item("version", tensors::VERSION)?;
        dict.set_item("digest", layout.digest())?;
        dict.set_item("size", layout.size())?;
        let channels = PyDict::new(py);
        let mut start = 0;
        for channel in &layout.channels {
            channels.set_item(channel.name, (start, channel.shape.clone(), channel.says))?;
            start += channel.size();
        }
        dict.set_item("channels", channels)?;
        dict.set_item("tokens", PyList::new(py, &layout.tokens)?)?;
        dict.set_item("features", PyList::new(py, layout.features.iter().map(|(name, _)| *name))?)?;
        Ok(dict.unbind())
    }

    /// What a seat has heard since so many inputs: the number of the input, the clause, the sentence.
    #[pyo3(signature = (seat, since = 0))]
    fn heard(&self, seat: usize, since: usize) -> PyResult<Vec<(usize, String, String)>> {
        let seat = self.seat(Some(seat))?;
        each!(&self.any, live => live.heard(Viewer::Seat(seat), since))
    }

    /// The same match from here on, without bots; its luck to come is the same, or that of this seed.
    #[pyo3(signature = (seed = None))]
    fn clone(&self, seed: Option<u64>) -> Self {
        let seed = seed.map(|seed| Seed::new(seed, u64::MAX));
        let any = match &self.any {
            Any::Spammers(live) => Any::Spammers(Box::new(live.copy(seed))),
            Any::SpamORama(live) => Any::SpamORama(Box::new(live.copy(seed))),
        };
        Self::new(any, self.asked.clone())
    }

    fn __copy__(&self) -> Self {
        self.clone(None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone(None)
    }

    /// Some match that looks like this one to a seat, drawn from its view alone.
    #[pyo3(signature = (seat = None, seed = 0))]
    fn imagine(&self, seat: Option<usize>, seed: u64) -> PyResult<Self> {
        let (seat, seed) = (self.seat(seat)?, Seed::new(seed, u64::MAX));
        let any = match &self.any {
            Any::Spammers(live) => Any::Spammers(Box::new(live.imagine(seat, seed))),
            Any::SpamORama(live) => Any::SpamORama(Box::new(live.imagine(seat, seed))),
        };
        Ok(Self::new(any, self.asked.clone()))
    }

    /// A bot sits down at a seat and decides for it in `play_bots`.
    fn seat_bot(&mut self, seat: usize, name: &str) -> PyResult<()> {
        let (seat, name) = (self.seat(Some(seat))?, player_named(name)?);
        each!(&mut self.any, live => live.seat_bot(seat, &name));
        Ok(())
    }

    /// Lets bots decide until a seat without one is asked, or the match is over.
    fn play_bots(&mut self, py: Python<'_>) {
        py.detach(|| each!(&mut self.any, live => live.play_bots()));
    }

    /// The record of the finished match, with these names at the seats.
    #[pyo3(signature = (names = None))]
    fn record(&self, names: Option<Vec<String>>) -> PyResult<String> {
        let usual = || (0..self.seats()).map(|_| "python".to_owned()).collect();
        each!(&self.any, live => live.record(&names.unwrap_or_else(usual)))
    }

    /// The same set-up begun anew with another seed.
    #[pyo3(signature = (seed, number = 0))]
    fn restart(&mut self, seed: u64, number: u64) -> PyResult<()> {
        let asked = self.asked.as_ref().ok_or_else(|| {
            wrong("this match came from a record; make() begins one that can be begun anew")
        })?;
        self.any = asked.begin(Seed::new(seed, number), History::Kept);
        self.lots = None;
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<gruntle.Match {} of {} seats, seed {}>", self.game(), self.seats(), self.seed())
    }
}
