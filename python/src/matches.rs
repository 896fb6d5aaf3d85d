//! One match, and bots.

use games::{GameName, Memory, PlayerName, Printed, Setup, SetupChoices, card_set_at, network_at};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyList, PyTuple};
use spamorama::{ALL_PORTS, Way};
use table::{ChaCha8, Game as _, Purpose, SeatCount, Seed, Viewer};
use tensors::Tensors as _;

use crate::any::{Any, Asked, each, of_record, other};
use crate::live::{History, wrong};
use crate::pickle::{Plain, of_plain, plain};
use crate::said::{said, shortly, written};

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
    fn choose(&self, py: Python<'_>, r#match: &Bound<'_, PyAny>) -> PyResult<usize> {
        let of_ours =
            r#match.cast::<Match>().map_err(|_| wrong(format!("{} is no match", shortly(r#match))))?;
        let borrowed = of_ours.try_borrow().map_err(|_| wrong("the match is in use elsewhere"))?;
        let any = &borrowed.any;
        let seed = each!(any, live => Seed::new(self.seed, live.decisions().into()));
        py.detach(|| each!(any, live => live.bots_choice(&self.name, seed)))
    }

    fn __repr__(&self) -> String {
        format!("gruntle.bot({:?})", self.name.to_string())
    }
}

fn player_named(name: &str) -> PyResult<PlayerName> {
    name.parse().map_err(|none: games::NoSuchPlayer| wrong(none))
}

/// The bot of this name, as the command line has them.
#[pyfunction]
#[pyo3(signature = (name, seed = 0))]
pub(crate) fn bot(
    #[pyo3(from_py_with = said)] name: PyBackedStr,
    #[pyo3(from_py_with = said)] seed: u64,
) -> PyResult<Bot> {
    Ok(Bot { name: player_named(&name)?, seed })
}

/// A match that has just begun.
#[pyfunction]
#[pyo3(signature = (game, seats = 2, *, seed = 0, number = 0, variant = None, deck = None, network = None, memory = None, longest = None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn make(
    #[pyo3(from_py_with = said)] game: PyBackedStr,
    #[pyo3(from_py_with = said)] seats: usize,
    #[pyo3(from_py_with = said)] seed: u64,
    #[pyo3(from_py_with = said)] number: u64,
    #[pyo3(from_py_with = said)] variant: Option<PyBackedStr>,
    #[pyo3(from_py_with = said)] deck: Option<PyBackedStr>,
    #[pyo3(from_py_with = said)] network: Option<PyBackedStr>,
    #[pyo3(from_py_with = said)] memory: Option<bool>,
    #[pyo3(from_py_with = said)] longest: Option<u32>,
) -> PyResult<Match> {
    let name = GameName::named(&game).map_err(wrong)?;
    let seats = SeatCount::new(seats).map_err(wrong)?;
    let choices = SetupChoices {
        variant: variant.as_deref(),
        deck: deck.map(|name| card_set_at(&name)).transpose().map_err(wrong)?,
        network: network.map(|name| network_at(&name, seed)).transpose().map_err(wrong)?,
        memory: memory.map(|on| if on { Memory::On } else { Memory::Off }),
    };
    let asked = Asked::of_setup(Setup::new(name, seats, choices).map_err(wrong)?, longest)?;
    Ok(Match::new(asked.begin(Seed::new(seed, number), History::Kept), Some(asked)))
}

/// The finished match that a record tells of, refereed.
#[pyfunction]
pub(crate) fn read_record(#[pyo3(from_py_with = said)] text: PyBackedStr) -> PyResult<Match> {
    Ok(Match::new(of_record(&text)?, None))
}

/// The match that was pickled so.
#[pyfunction]
#[pyo3(signature = (*plain))]
pub(crate) fn _unpickled(plain: &Bound<'_, PyTuple>) -> PyResult<Match> {
    let strange = |_| wrong(format!("{} is no pickled match", shortly(plain)));
    let (any, asked) = of_plain(plain.extract::<Plain>().map_err(strange)?)?;
    Ok(Match::new(any, Some(asked)))
}

/// A match. Luck falls by itself: it waits for a decision of `current`, or is over.
#[pyclass(module = "gruntle")]
pub(crate) struct Match {
    any: Any,
    /// How it was set up, unless a record told.
    pub(crate) asked: Option<Asked>,
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
    pub(crate) fn seats(&self) -> usize {
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
            wrong(format!("{} is no choice; give its number, 0 or more, or its notation", shortly(choice)))
        })?;
        each!(&mut self.any, live => live.choose(number))
    }

    /// Takes the next token of a decision; it is made when its tokens are whole.
    fn step_token(&mut self, #[pyo3(from_py_with = said)] token: usize) -> PyResult<()> {
        each!(&mut self.any, live => {
            let is_over = live.is_over();
            match u16::try_from(token).is_ok_and(|token| live.take_token(token)) {
                true => Ok(()),
                false if is_over => Err(wrong("the match is over; no token can be taken")),
                false => Err(wrong(format!("token {token} cannot come next; mask() has a 1 at each token that can"))),
            }
        })
    }

    /// What a seat sees, as a dict; the one that is asked unless you say.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = said)] seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let text = self.view_json(seat)?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The same as it is written in JSON: the same text for the same view.
    #[pyo3(signature = (seat = None))]
    fn view_json(&self, #[pyo3(from_py_with = said)] seat: Option<usize>) -> PyResult<String> {
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
        #[pyo3(from_py_with = said)] seat: Option<usize>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let seat = self.seat(seat)?;
        let size = each!(&self.any, live => live.encoder.size());
        let what = (size, "int16", "an observation");
        written(py, out, what, |into| each!(&self.any, live => live.observe(seat, into)))
    }

    /// Ones where a token may come next, zeros elsewhere: a new array, or written into `out`.
    #[pyo3(signature = (out = None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let size = each!(&self.any, live => live.encoder.layout().tokens.len());
        written(py, out, (size, "uint8", "a mask"), |into| each!(&self.any, live => live.mask(into)))
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
    fn at(&self, #[pyo3(from_py_with = said)] decisions: u32) -> PyResult<Self> {
        let any = other!(&self.any, live => live.at(decisions)?);
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
        let (features, width) = each!(&self.any, live => live.features());
        let rows = features.len() / width;
        PyArray1::from_vec(py, features).reshape([rows, width])
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
        match &self.any {
            Any::Spammers(live) => {
                let mut cards = Printed::all_of(live.game.set());
                cards.rotate_left(live.game.set().lists().len());
                let facts =
                    cards.into_iter().map(|card| (card.name, card.kind, card.mark, card.text, card.copies));
                dict.set_item("cards", facts.collect::<Vec<_>>())?;
            }
            Any::SpamORama(live) => {
                let network = live.game.network();
                let neighbours = ALL_PORTS.iter().map(|from| {
                    let mut ways = [None; Way::ALL.len()];
                    let next = network.adjacent(from).iter();
                    next.for_each(|to| ways[Way::between(network, from, to).index()] = Some(to.index()));
                    ways
                });
                dict.set_item("neighbours", neighbours.collect::<Vec<_>>())?;
            }
        }
        Ok(dict.unbind())
    }

    /// What a seat has heard since so many inputs: the number of the input, the clause, the sentence.
    #[pyo3(signature = (seat, since = 0))]
    fn heard(
        &self,
        #[pyo3(from_py_with = said)] seat: usize,
        #[pyo3(from_py_with = said)] since: usize,
    ) -> PyResult<Vec<(usize, String, String)>> {
        let seat = self.seat(Some(seat))?;
        each!(&self.any, live => live.heard(Viewer::Seat(seat), since))
    }

    /// The same match from here on, without bots; its luck to come is the same, or that of this seed.
    #[pyo3(signature = (seed = None))]
    fn clone(&self, #[pyo3(from_py_with = said)] seed: Option<u64>) -> Self {
        let seed = seed.map(|seed| Seed::new(seed, u64::MAX));
        let any = other!(&self.any, live => live.copy(seed));
        Self::new(any, self.asked.clone())
    }

    fn __copy__(&self) -> Self {
        self.clone(None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone(None)
    }

    /// For pickles, which hold all that happened, secrets too, and the luck to come, but no bots.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let native = py.import("gruntle._gruntle")?;
        match &self.asked {
            Some(asked) => Ok((native.getattr("_unpickled")?, plain(&self.any, asked)?.into_pyobject(py)?)),
            None => Ok((native.getattr("read_record")?, (self.record(None)?,).into_pyobject(py)?)),
        }
    }

    /// Some match that looks like this one to a seat, drawn from its view alone.
    #[pyo3(signature = (seat = None, seed = 0))]
    fn imagine(
        &self,
        #[pyo3(from_py_with = said)] seat: Option<usize>,
        #[pyo3(from_py_with = said)] seed: u64,
    ) -> PyResult<Self> {
        let (seat, seed) = (self.seat(seat)?, Seed::new(seed, u64::MAX));
        let any = other!(&self.any, live => live.imagine(seat, seed));
        Ok(Self::new(any, self.asked.clone()))
    }

    /// A bot sits down at a seat and decides for it in `play_bots`.
    fn seat_bot(
        &mut self,
        #[pyo3(from_py_with = said)] seat: usize,
        #[pyo3(from_py_with = said)] name: PyBackedStr,
    ) -> PyResult<()> {
        let (seat, name) = (self.seat(Some(seat))?, player_named(&name)?);
        each!(&mut self.any, live => live.seat_bot(seat, &name));
        Ok(())
    }

    /// Lets bots decide until a seat without one is asked, or the match is over.
    fn play_bots(&mut self, py: Python<'_>) {
        py.detach(|| each!(&mut self.any, live => live.play_bots()));
    }

    /// The record of the finished match, with these names at the seats.
    #[pyo3(signature = (names = None))]
    fn record(&self, #[pyo3(from_py_with = said)] names: Option<Vec<String>>) -> PyResult<String> {
        let usual = || (0..self.seats()).map(|_| "python".to_owned()).collect();
        each!(&self.any, live => live.record(&names.unwrap_or_else(usual)))
    }

    /// The same set-up begun anew with another seed.
    #[pyo3(signature = (seed, number = 0))]
    fn restart(
        &mut self,
        #[pyo3(from_py_with = said)] seed: u64,
        #[pyo3(from_py_with = said)] number: u64,
    ) -> PyResult<()> {
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
