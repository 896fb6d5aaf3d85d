//! Many matches at once, on all cores.

use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use rayon::prelude::*;
use table::{ChaCha8, Game as _, Luck as _, Purpose, Seed};
use tensors::MOST_TOKENS;

use crate::any::{Any, Asked, each};
use crate::live::{History, wrong};
use crate::matches::Match;
use crate::said::{array, said};

/// The most matches at once.
const MOST: usize = 1 << 20;
/// The most memory that all of them may take: asking for more than there is ends the interpreter.
const MOST_BYTES: usize = 2 << 30;
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
#[pyclass(module = "gruntle", name = "_Vector", subclass)]
pub(crate) struct Vector {
    /// How matches are set up: each place as the next of these, round and round.
    tables: Vec<Asked>,
    seed: u64,
    skip_forced: bool,
    slots: Vec<Slot>,
    observation: usize,
    tokens: usize,
    seats: usize,
    /// What the seats that are asked see, a row each; written over by every step that is a whole decision.
    #[pyo3(get)]
    observations: Py<PyArray2<i16>>,
    /// Ones where a token may come next, a row each; written over by every step.
    #[pyo3(get)]
    masks: Py<PyArray2<u8>>,
    /// What each seat got with the last step, a row for each match; written over by every step.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// Whether each match ended with the last step, and began anew; written over by every step.
    #[pyo3(get)]
    dones: Py<PyArray1<bool>>,
    /// The seat that is asked in each match; written over by every step.
    #[pyo3(get)]
    currents: Py<PyArray1<i8>>,
    /// The tokens of the decision that has begun in each match and is not whole yet, each plus 1, else 0; a row each.
    #[pyo3(get)]
    begun: Py<PyArray2<i16>>,
}

impl Slot {
    fn new(asked: &Asked, seed: Seed) -> Self {
        let any = asked.begin(seed, History::Forgotten);
        let seats = each!(&any, live => live.game.seats().get());
        Self { any, luck: seed.luck(Purpose::Trial), begun: 1, returns: vec![0.0; seats] }
    }

    /// Plays by lot to a moment that is drawn from all that a match by lot has, or into the match of the next number.
    fn go_some_way(&mut self, asked: &Asked, own: Seed, next: Seed) {
        let by_lot = |slot: &mut Self, after| {
            let token = slot.draw();
            slot.step(token, asked, after)
        };
        let length = (1..).find(|_| by_lot(self, own));
        self.begun = 1;
        for _ in 0..self.luck.below(length.unwrap_or(1)) {
            by_lot(self, next);
        }
    }

    /// A token of a choice drawn by lot.
    fn draw(&mut self) -> u16 {
        each!(&self.any, live => live.draw_token(&mut self.luck))
    }

    /// Takes a token, which is legal, and says whether that ended the match; one that is over begins anew with the next seed.
    fn step(&mut self, token: u16, asked: &Asked, next: Seed) -> bool {
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
            asked.begin_anew(&mut self.any, next);
            self.begun += 1;
        }
        is_over
    }

    /// Takes tokens as long as there is only one that may come next and the match goes on; says whether it did.
    fn skip(&mut self, mask: &mut [u8], asked: &Asked, after: Seed, ended: &mut bool) -> bool {
        let mut skipped = false;
        loop {
            each!(&self.any, live => live.mask(mask));
            let mut next = mask.iter().zip(0..).filter(|(may, _)| **may == 1);
            let (Some((_, token)), None, false) = (next.next(), next.next(), *ended) else { return skipped };
            *ended = self.step(token, asked, after);
            skipped = true;
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
    /// Lets each match take so many tokens, where it is to take one, and reports its state after each. Matches are
    /// independent, so each takes all of its tokens at once, while its data is at hand, without waiting for others.
    fn advance(
        &mut self,
        py: Python<'_>,
        steps: usize,
        token: impl Fn(usize, &mut Slot) -> Option<u16> + Sync,
    ) -> PyResult<()> {
        let in_use = |_| wrong("an array of this vector is in use elsewhere");
        let in_pieces = |_| wrong("an array of this vector is not in one piece");
        macro_rules! in_pieces_of {
            ($($array:ident: $size:expr,)*) => {
                $(let mut $array = self.$array.bind(py).try_readwrite().map_err(in_use)?;)*
                $(let $array = $array.as_slice_mut().map_err(in_pieces)?.par_chunks_mut($size);)*
            };
        }
        in_pieces_of! {
            observations: self.observation, masks: self.tokens, rewards: self.seats, dones: 1, currents: 1, begun: MOST_TOKENS,
        }
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
                let next = Seed::new(seed, place as u64 + slot.begun * count);
                let token = token(place, slot);
                let mut ended = token.is_some_and(|token| slot.step(token, asked, next));
                let skips = skip_forced && token.is_some() && !ended;
                let skipped = skips && slot.skip(mask, asked, next, &mut ended);
                done[0] = ended;
                reward.fill(0.0);
                if ended {
                    reward[..slot.returns.len()].copy_from_slice(&slot.returns);
                }
                current[0] = slot.show(observation, mask, begun, skipped);
            }
        };
        py.detach(|| matches.for_each(play));
        Ok(())
    }
}

/// The memory that so many matches of a set-up take, about.
fn bytes(asked: &Asked, seats: usize) -> usize {
    let encoder = &asked.encoder;
    let row = 2 * encoder.size() + encoder.layout().tokens.len() + 4 * seats + 2 * MOST_TOKENS + 2;
    row + asked.bytes() + size_of::<Slot>() + BYTES_BESIDE
}

/// One match's row: observation, mask, rewards, whether it ended, who is asked, the tokens of a decision so far.
type Row<'a> = (&'a mut [i16], &'a mut [u8], &'a mut [f32], &'a mut [bool], &'a mut [i8], &'a mut [i16]);

#[pymethods]
impl Vector {
    #[new]
    fn new(
        py: Python<'_>,
        tables: Vec<PyRef<'_, Match>>,
        #[pyo3(from_py_with = said)] count: usize,
        #[pyo3(from_py_with = said)] seed: u64,
        #[pyo3(from_py_with = said)] networks: Option<usize>,
        #[pyo3(from_py_with = said)] stagger: bool,
        #[pyo3(from_py_with = said)] skip_forced: bool,
    ) -> PyResult<Self> {
        let seats = tables.iter().map(|table| table.seats()).max().unwrap_or(0);
        let mut tables: Vec<Asked> = tables.iter().filter_map(|table| table.asked.clone()).collect();
        let first = tables.first().ok_or_else(|| wrong("an empty list says nothing of any table"))?;
        let (observation, tokens) = (first.encoder.size(), first.encoder.layout().tokens.len());
        let (fewest, most) = (tables.len(), MOST.min(MOST_BYTES / bytes(first, seats)));
        if !(fewest..=most).contains(&count) {
            return Err(wrong(format!("{count} matches at once are not possible; take {fewest} to {most}")));
        }
        if let Some(networks) = networks {
            Asked::share(&mut tables, networks)?;
        }
        let begin = |place: usize| {
            let asked = &tables[place % tables.len()];
            let [own, next] = [place, place + count].map(|number| Seed::new(seed, number as u64));
            let mut slot = Slot::new(asked, own);
            if stagger {
                slot.go_some_way(asked, own, next);
            }
            slot
        };
        let slots: Vec<Slot> = py.detach(|| (0..count).into_par_iter().map(begin).collect());
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

    /// These numbers of the observation of each seat, a row for each, that of who is asked first; noughts where nobody sits.
    fn _seen_by_each<'py>(&self, py: Python<'py>, from: usize, to: usize) -> PyResult<Bound<'py, PyAny>> {
        let of = |slot: &Slot| {
            let (mut seen, mut rows) =
                (vec![0; self.observation], Vec::with_capacity(self.seats * (to - from)));
            each!(&slot.any, live => live.seats_from_current().for_each(|seat| {
                live.observe(seat, &mut seen);
                rows.extend_from_slice(&seen[from..to]);
            }));
            rows.resize(self.seats * (to - from), 0);
            rows
        };
        let rows = PyArray1::from_vec(py, py.detach(|| self.slots.par_iter().flat_map_iter(of).collect()));
        Ok(rows.reshape([self.slots.len(), self.seats, to - from])?.into_any())
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
        self.advance(py, steps, |_, slot| Some(slot.draw()))
    }

    /// A token that may come next in each match, of a choice drawn by lot.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let slots = &mut self.slots;
        let drawn: Vec<i64> = py.detach(|| slots.par_iter_mut().map(|slot| i64::from(slot.draw())).collect());
        PyArray1::from_vec(py, drawn)
    }
}
