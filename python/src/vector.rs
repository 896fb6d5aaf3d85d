//! Many matches at once, on all cores.

use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use rayon::prelude::*;
use table::{ChaCha8, Game as _, Luck as _, Purpose, Seed};
use tensors::MOST_TOKENS;

use crate::any::{Any, Asked, Words, each};
use crate::live::{History, wrong};
use crate::said::{Several, array, said};

/// The most matches at once.
const MOST: usize = 1 << 20;
/// The most memory that all of them may take: whoever asks for more than there is ends the interpreter.
const MOST_BYTES: usize = 2 << 30;
/// The most generated networks that matches share.
const MOST_NETWORKS: usize = 1 << 16;
/// What a match takes beside its rows and itself: lists of choices that it keeps, and what its memory is managed with.
const BYTES_BESIDE: usize = 4 << 10;

/// So many steps at a time, or more: a step is short, and handing out work is not for nothing.
const FEWEST: usize = 32;

/// One of many matches, and what it counts by itself.
struct Slot {
    any: Any,
    luck: ChaCha8,
    /// How many matches this place has begun.
    begun: u64,
    /// What came of the match that has just ended.
    returns: Vec<f32>,
}

/// Many matches of one set-up, or of some in turn. A match that is over begins anew by itself; its luck is that of the next number.
#[pyclass(module = "gruntle")]
pub(crate) struct Vector {
    /// How matches are set up: each place as the next of these, round and round.
    tables: Vec<Asked>,
    seed: u64,
    skip_forced: bool,
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
        Self { any, luck, begun: 1, returns: vec![0.0; seats] }
    }

    /// Plays by lot to a moment that is drawn from all that a match by lot has.
    fn go_some_way(&mut self, asked: &Asked, seed: u64, number: u64) {
        let mut length = 1;
        while !self.step_randomly(asked, seed, number) {
            length += 1;
        }
        self.begun = 1;
        // Should it come to its end before that, the one after it has begun.
        for _ in 0..self.luck.below(length) {
            self.step_randomly(asked, seed, number);
        }
    }

    fn step_randomly(&mut self, asked: &Asked, seed: u64, number: u64) -> bool {
        let token = each!(&self.any, live => live.draw_token(&mut self.luck));
        self.step(token, asked, seed, number)
    }

    /// Takes a token, which is legal, and says whether that ended the match; one that is over begins anew.
    fn step(&mut self, token: u16, asked: &Asked, seed: u64, number: u64) -> bool {
        let is_over = each!(&mut self.any, live => {
            let taken = live.take_token(token);
            debug_assert!(taken, "tokens are looked at before any is taken");
            let is_over = live.is_over();
            if is_over {
                self.returns = live.returns();
            }
            is_over
        });
        if is_over {
            asked.begin_anew(&mut self.any, Seed::new(seed, number));
            self.begun += 1;
        }
        is_over
    }

    /// Takes tokens as long as there is only one that may come next and the match goes on; says whether it did, and whether that ended it.
    fn skip(&mut self, mask: &mut [u8], asked: &Asked, seed: u64, number: u64) -> (bool, bool) {
        let mut skipped = false;
        loop {
            each!(&self.any, live => live.mask(mask));
            let mut next = mask.iter().zip(0..).filter(|(may, _)| **may == 1);
            let (Some((_, token)), None) = (next.next(), next.next()) else { return (skipped, false) };
            skipped = true;
            if self.step(token, asked, seed, number) {
                return (true, true);
            }
        }
    }

    fn show(&self, observation: &mut [i16], mask: &mut [u8], begun: &mut [i16], is_new: bool) -> i8 {
        each!(&self.any, live => {
            live.mask(mask);
            begun.fill(0);
            for (place, token) in begun.iter_mut().zip(live.begun().numbers()) {
                *place = token as i16 + 1;
            }
            live.current().map_or(-1, |seat| {
                // Within a decision nothing happens at the table.
                if is_new || live.begun().count() == 0 {
                    live.observe(seat, observation);
                }
                seat.index() as i8
            })
        })
    }
}

impl Vector {
    /// Lets each match take so many tokens, where it is to take one, and tells how it stands after each. Matches know nothing of each
    /// other, so each takes all of its tokens at once, while what it needs is at hand, and nobody waits for others in between.
    fn advance(
        &mut self,
        py: Python<'_>,
        steps: usize,
        token: impl Fn(usize, &mut Slot) -> Option<u16> + Sync,
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
        let (tables, seed, count) = (&self.tables, self.seed, self.slots.len() as u64);
        let skip_forced = self.skip_forced;
        let told = (observations, masks, rewards, dones, currents, begun).into_par_iter();
        let fewest = FEWEST.div_ceil(steps.max(1));
        let matches = self.slots.par_iter_mut().enumerate().zip(told);
        let matches = matches.with_min_len(fewest).with_max_len(4 * fewest);
        let play = |((place, slot), (observation, mask, reward, done, current, begun)): (
            (usize, &mut Slot),
            Row<'_>,
        )| {
            let asked = &tables[place % tables.len()];
            for _ in 0..steps {
                let number = place as u64 + slot.begun * count;
                let token = token(place, slot);
                *done = token.is_some_and(|token| slot.step(token, asked, seed, number));
                let mut skipped = false;
                if skip_forced && token.is_some() && !*done {
                    (skipped, *done) = slot.skip(mask, asked, seed, number);
                }
                reward.fill(0.0);
                if *done {
                    reward[..slot.returns.len()].copy_from_slice(&slot.returns);
                }
                *current = slot.show(observation, mask, begun, skipped);
            }
        };
        py.detach(|| matches.for_each(play));
        Ok(())
    }
}

/// The memory that so many matches of a set-up take, about.
fn bytes(asked: &Asked, seats: usize) -> usize {
    let layout = asked.layout();
    let row = 2 * layout.size() + layout.tokens.len() + 4 * seats + 2 * MOST_TOKENS + 2;
    row + asked.bytes() + size_of::<Slot>() + BYTES_BESIDE
}

/// What is told of one match: observation, mask, rewards, whether it ended, who is asked, the tokens of a decision so far.
type Row<'a> = (&'a mut [i16], &'a mut [u8], &'a mut [f32], &'a mut bool, &'a mut i8, &'a mut [i16]);

#[pymethods]
impl Vector {
    #[new]
    #[pyo3(signature = (game, count, seats = Several(vec![2]), *, seed = 0, variant = None, deck = None, network = Several(vec![None]), memory = Several(vec![None]), longest = None, networks = None, stagger = false, skip_forced = false))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = said)] game: PyBackedStr,
        #[pyo3(from_py_with = said)] count: usize,
        #[pyo3(from_py_with = said)] seats: Several<usize>,
        #[pyo3(from_py_with = said)] seed: u64,
        #[pyo3(from_py_with = said)] variant: Option<PyBackedStr>,
        #[pyo3(from_py_with = said)] deck: Option<PyBackedStr>,
        #[pyo3(from_py_with = said)] network: Several<Option<PyBackedStr>>,
        #[pyo3(from_py_with = said)] memory: Several<Option<bool>>,
        #[pyo3(from_py_with = said)] longest: Option<u32>,
        #[pyo3(from_py_with = said)] networks: Option<usize>,
        #[pyo3(from_py_with = said)] stagger: bool,
        #[pyo3(from_py_with = said)] skip_forced: bool,
    ) -> PyResult<Self> {
        let lengths = [seats.0.len(), network.0.len(), memory.0.len()];
        let table = |number: usize| {
            let uneven = || {
                wrong(
                    "lists of seats, networks and memory go together table by table; make them equally long",
                )
            };
            let words = Words {
                game: &game,
                seats: *seats.of_table(number).ok_or_else(uneven)?,
                variant: variant.as_deref(),
                deck: deck.as_deref(),
                network: network.of_table(number).ok_or_else(uneven)?.as_deref(),
                memory: *memory.of_table(number).ok_or_else(uneven)?,
                longest,
                seed,
            };
            Asked::new(&words)
        };
        let most_tables = if lengths.contains(&0) { 0 } else { lengths[0].max(lengths[1]).max(lengths[2]) };
        let mut tables = (0..most_tables).map(table).collect::<PyResult<Vec<_>>>()?;
        let Some(first) = tables.first() else {
            return Err(wrong("an empty list says nothing of any table"));
        };
        let seats = seats.0.iter().copied().max().unwrap_or(0);
        let most = MOST.min(MOST_BYTES / bytes(first, seats));
        if !(tables.len()..=most).contains(&count) {
            let fewest = tables.len();
            return Err(wrong(format!("{count} matches at once are not possible; take {fewest} to {most}")));
        }
        if let Some(networks) = networks {
            if !(1..=MOST_NETWORKS).contains(&networks) {
                return Err(wrong(format!(
                    "{networks} networks are not possible; take 1 to {MOST_NETWORKS}"
                )));
            }
            let pool = py.detach(|| tables.iter().find_map(|asked| asked.networks(networks)));
            let pool = pool.ok_or_else(|| {
                wrong("networks says how many networks are generated; it needs network='generated'")
            })?;
            tables.iter_mut().for_each(|asked| asked.share(&pool));
        }
        let begin = |place: usize| {
            let asked = &tables[place % tables.len()];
            let mut slot = Slot::new(asked, seed, place);
            if stagger {
                slot.go_some_way(asked, seed, place as u64);
            }
            slot
        };
        let slots: Vec<Slot> = py.detach(|| (0..count).into_par_iter().map(begin).collect());
        let (observation, tokens) = each!(&slots[0].any, live => {
            (live.encoder.size(), live.encoder.layout().tokens.len())
        });
        let mut vector = Self {
            tables,
            seed,
            skip_forced,
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
        vector.advance(py, 1, |_, _| None)?;
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

    /// Takes a token in each match; the arrays are written over. Nothing happens if one of them cannot come next.
    fn step(&mut self, py: Python<'_>, tokens: &Bound<'_, PyAny>) -> PyResult<()> {
        let tokens = array::<i64>(tokens, "int64")?;
        let tokens = tokens.try_readonly().map_err(|_| wrong("the tokens are in use elsewhere"))?;
        let tokens = tokens.as_slice().map_err(|_| wrong("the tokens are not in one piece"))?.to_vec();
        if tokens.len() != self.slots.len() {
            return Err(wrong(format!(
                "{} tokens for {} matches; give one each",
                tokens.len(),
                self.slots.len()
            )));
        }
        let slots = &self.slots;
        let is_wrong = |(slot, token): (&Slot, &i64)| {
            !u16::try_from(*token).is_ok_and(|token| each!(&slot.any, live => live.is_next(token)))
        };
        let matches = slots.par_iter().zip(&tokens).with_min_len(FEWEST);
        if let Some(place) = py.detach(|| matches.map(is_wrong).position_first(|is_wrong| is_wrong)) {
            let token = tokens[place];
            return Err(wrong(format!(
                "token {token} cannot come next in match {place}; see its row of masks"
            )));
        }
        self.advance(py, 1, |place, _| u16::try_from(tokens[place]).ok())
    }

    /// Takes a token of a choice drawn by lot in each match, so many times; the arrays are written over each time.
    #[pyo3(signature = (steps = 1))]
    fn step_randomly(&mut self, py: Python<'_>, #[pyo3(from_py_with = said)] steps: usize) -> PyResult<()> {
        self.advance(py, steps, |_, slot| {
            let Slot { any, luck, .. } = slot;
            Some(each!(&*any, live => live.draw_token(luck)))
        })
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
