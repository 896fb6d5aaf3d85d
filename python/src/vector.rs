//! Many matches at once, on all cores.

use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use table::{ChaCha8, Game as _, Purpose, Seed};
use tensors::MOST_TOKENS;

use crate::any::{Any, Asked, Words, each};
use crate::live::{History, wrong};

/// More matches than anybody has memory for.
const MOST: usize = 1 << 20;

/// One of many matches, and what it counts by itself.
struct Slot {
    any: Any,
    luck: ChaCha8,
    /// How many matches this place has begun.
    begun: u64,
    /// What came of the match that has just ended.
    returns: Vec<f32>,
    done: bool,
}

/// Many matches of one set-up. A match that is over begins anew by itself; its luck is that of the next number.
#[pyclass(module = "gruntle")]
pub(crate) struct Vector {
    asked: Asked,
    seed: u64,
    slots: Vec<Slot>,
    observation: usize,
    tokens: usize,
    seats: usize,
    observations: Py<PyArray2<i16>>,
    masks: Py<PyArray2<u8>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
    currents: Py<PyArray1<i8>>,
    begun: Py<PyArray2<i16>>,
}

impl Slot {
    fn new(asked: &Asked, seed: u64, place: usize) -> Self {
        let any = asked.begin(Seed::new(seed, place as u64), History::Forgotten);
        let seats = each!(&any, live => live.game.seats().get());
        let luck = Seed::new(seed, place as u64).luck(Purpose::Trial);
        Self { any, luck, begun: 1, returns: vec![0.0; seats], done: false }
    }

    /// Takes a token; a match that is over begins anew.
    fn step(&mut self, token: usize, asked: &Asked, seed: u64, number: u64) -> PyResult<()> {
        each!(&mut self.any, live => live.take_token(token))?;
        self.done = each!(&self.any, live => live.is_over());
        if self.done {
            self.returns = each!(&self.any, live => live.returns());
            self.any = asked.begin(Seed::new(seed, number), History::Forgotten);
            self.begun += 1;
        }
        Ok(())
    }

    fn show(&self, observation: &mut [i16], mask: &mut [u8], begun: &mut [i16]) -> i8 {
        each!(&self.any, live => {
            live.mask(mask);
            begun.fill(0);
            for (place, token) in begun.iter_mut().zip(live.begun().numbers()) {
                *place = token as i16 + 1;
            }
            live.current().map_or(-1, |seat| {
                // Within a decision nothing happens at the table.
                if live.begun().count() == 0 {
                    live.observe(seat, observation);
                }
                seat.index() as i8
            })
        })
    }
}

impl Vector {
    /// Lets each match take a token, if it is to take one, and tells how it stands then.
    fn advance(
        &mut self,
        py: Python<'_>,
        token: impl Fn(usize, &mut Slot) -> Option<usize> + Sync,
    ) -> PyResult<()> {
        let in_use = |_| wrong("an array of this vector is in use elsewhere");
        let in_pieces = |_| wrong("an array of this vector is not in one piece");
        let mut observations = self.observations.bind(py).try_readwrite().map_err(in_use)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(in_use)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(in_use)?;
        let mut dones = self.dones.bind(py).try_readwrite().map_err(in_use)?;
        let mut currents = self.currents.bind(py).try_readwrite().map_err(in_use)?;
        let mut begun = self.begun.bind(py).try_readwrite().map_err(in_use)?;
        let observations = observations.as_slice_mut().map_err(in_pieces)?.par_chunks_mut(self.observation);
        let masks = masks.as_slice_mut().map_err(in_pieces)?.par_chunks_mut(self.tokens);
        let rewards = rewards.as_slice_mut().map_err(in_pieces)?.par_chunks_mut(self.seats);
        let dones = dones.as_slice_mut().map_err(in_pieces)?.par_iter_mut();
        let currents = currents.as_slice_mut().map_err(in_pieces)?.par_iter_mut();
        let begun = begun.as_slice_mut().map_err(in_pieces)?.par_chunks_mut(MOST_TOKENS);
        let (asked, seed, count) = (&self.asked, self.seed, self.slots.len() as u64);
        let told = (observations, masks, rewards, dones, currents, begun).into_par_iter();
        // Some at a time: a step is short, and handing out work is not for nothing.
        let matches = self.slots.par_iter_mut().enumerate().zip(told).with_min_len(32);
        let step = |((place, slot), (observation, mask, reward, done, current, begun)): (
            (usize, &mut Slot),
            Row<'_>,
        )| {
            slot.done = false;
            if let Some(token) = token(place, slot) {
                let number = place as u64 + slot.begun * count;
                slot.step(token, asked, seed, number)?;
            }
            if slot.done {
                reward.copy_from_slice(&slot.returns);
            } else {
                reward.fill(0.0);
            }
            *done = slot.done;
            *current = slot.show(observation, mask, begun);
            Ok(())
        };
        py.detach(|| matches.try_for_each(step))
    }
}

/// What is told of one match: observation, mask, rewards, whether it ended, who is asked, the tokens of a decision so far.
type Row<'a> = (&'a mut [i16], &'a mut [u8], &'a mut [f32], &'a mut bool, &'a mut i8, &'a mut [i16]);

#[pymethods]
impl Vector {
    #[new]
    #[pyo3(signature = (game, count, seats = 2, *, seed = 0, variant = None, deck = None, network = None, memory = None, longest = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn new(
        py: Python<'_>,
        game: &str,
        count: usize,
        seats: usize,
        seed: u64,
        variant: Option<&str>,
        deck: Option<&str>,
        network: Option<&str>,
        memory: Option<bool>,
        longest: Option<u32>,
    ) -> PyResult<Self> {
        if !(1..=MOST).contains(&count) {
            return Err(wrong(format!("{count} matches at once are not possible; take 1 to {MOST}")));
        }
        let asked = Asked::new(&Words { game, seats, variant, deck, network, memory, longest, seed })?;
        let slots: Vec<Slot> =
            py.detach(|| (0..count).into_par_iter().map(|place| Slot::new(&asked, seed, place)).collect());
        let (observation, tokens) = each!(&slots[0].any, live => {
            (live.encoder.size(), live.encoder.layout().tokens.len())
        });
        let mut vector = Self {
            asked,
            seed,
            slots,
            observation,
            tokens,
            seats,
            observations: PyArray2::zeros(py, [count, observation], false).unbind(),
            masks: PyArray2::zeros(py, [count, tokens], false).unbind(),
            rewards: PyArray2::zeros(py, [count, seats], false).unbind(),
            dones: PyArray1::zeros(py, count, false).unbind(),
            currents: PyArray1::zeros(py, count, false).unbind(),
            begun: PyArray2::zeros(py, [count, MOST_TOKENS], false).unbind(),
        };
        vector.advance(py, |_, _| None)?;
        Ok(vector)
    }

    /// How many matches there are.
    fn __len__(&self) -> usize {
        self.slots.len()
    }

    /// What the seats that are asked see, a row each; written over by every step that is a whole decision.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<i16>> {
        self.observations.clone_ref(py)
    }

    /// Ones where a token may come next, a row each; written over by every step.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.masks.clone_ref(py)
    }

    /// What each seat got with the last step, a row for each match; written over by every step.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// Whether each match ended with the last step, and began anew; written over by every step.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.dones.clone_ref(py)
    }

    /// The seat that is asked in each match; written over by every step.
    #[getter]
    fn currents(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.currents.clone_ref(py)
    }

    /// The tokens of the decision that has begun in each match and is not whole yet, each plus 1, else 0; a row each.
    #[getter]
    fn begun(&self, py: Python<'_>) -> Py<PyArray2<i16>> {
        self.begun.clone_ref(py)
    }

    /// Takes a token in each match; the arrays are written over.
    fn step(&mut self, py: Python<'_>, tokens: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let tokens = tokens.as_slice().map_err(|_| wrong("the tokens are not in one piece"))?.to_vec();
        if tokens.len() != self.slots.len() {
            return Err(wrong(format!(
                "{} tokens for {} matches; give one each",
                tokens.len(),
                self.slots.len()
            )));
        }
        let masks = self.masks.bind(py).try_readonly().map_err(|_| wrong("the masks are in use"))?;
        let allowed = masks.as_slice().map_err(|_| wrong("the masks are not in one piece"))?;
        for (place, token) in tokens.iter().enumerate() {
            let row = &allowed[place * self.tokens..(place + 1) * self.tokens];
            let is_legal =
                usize::try_from(*token).is_ok_and(|token| row.get(token).is_some_and(|one| *one == 1));
            if !is_legal {
                return Err(wrong(format!(
                    "token {token} cannot come next in match {place}; see its row of masks"
                )));
            }
        }
        drop(masks);
        self.advance(py, |place, _| usize::try_from(tokens[place]).ok())
    }

    /// Takes a token of a choice drawn by lot in each match, so many times; the arrays are written over each time.
    #[pyo3(signature = (steps = 1))]
    fn step_randomly(&mut self, py: Python<'_>, steps: usize) -> PyResult<()> {
        for _ in 0..steps {
            self.advance(py, |_, slot| {
                let Slot { any, luck, .. } = slot;
                Some(each!(&*any, live => live.draw_token(luck)).into())
            })?;
        }
        Ok(())
    }

    /// A token that may come next in each match, of a choice drawn by lot.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let draw = |slot: &mut Slot| {
            let Slot { any, luck, .. } = slot;
            i64::from(each!(&*any, live => live.draw_token(luck)))
        };
        let slots = &mut self.slots;
        let drawn: Vec<i64> = py.detach(|| slots.par_iter_mut().map(draw).collect());
        PyArray1::from_vec(py, drawn)
    }
}
