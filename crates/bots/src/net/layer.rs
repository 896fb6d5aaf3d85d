//! A layer of a net in whole numbers: weights of eight bits, sums of thirty-two. Every machine comes to the same numbers.

/// What one is worth as an activation: activations are whole numbers of 1/256.
pub(super) const ONE: i32 = 256;
/// By how many bits the factor of a row is shifted.
const SHIFT: u32 = 24;
/// The most that an output can come to: as many as are ever added together stay below what thirty-two bits hold.
const LARGEST: i64 = 1 << 28;

/// So many outputs are summed up at once.
const BLOCK: usize = 32;

/// A layer, all of whose outputs see all inputs.
#[derive(Debug)]
pub(super) struct Layer {
    inputs: usize,
    /// By blocks of outputs, in each input by input, so that inputs of nought cost nothing. A single output is its row. Eight bits
    /// of each are used, the rest makes multiplying them quick.
    weights: Vec<i16>,
    /// For each output what its weights are multiplied by, and what is added.
    rows: Vec<(i32, i32)>,
}

/// What is left of a file of weights.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    /// The layer that comes next, if it has these inputs and outputs and none of its sums can overflow.
    pub(super) fn layer(&mut self, inputs: usize, outputs: usize) -> Option<Layer> {
        let shape = [u16::from_le_bytes(self.take()?), u16::from_le_bytes(self.take()?)];
        if shape.map(usize::from) != [inputs, outputs] {
            return None;
        }
        let block = BLOCK.min(outputs);
        let mut layer = Layer { inputs, weights: vec![0; inputs * outputs], rows: Vec::new() };
        for number in 0..outputs {
            let (factor, bias) = (i32::from_le_bytes(self.take()?), i32::from_le_bytes(self.take()?));
            let (row, rest) = self.0.split_at_checked(inputs)?;
            self.0 = rest;
            let weights: i64 = row.iter().map(|byte| i64::from(byte.cast_signed().unsigned_abs())).sum();
            let sum = weights * -i64::from(i16::MIN);
            let output = ((sum * i64::from(factor.unsigned_abs())) >> SHIFT) + i64::from(bias.unsigned_abs());
            if sum > i64::from(i32::MAX) || output > LARGEST {
                return None;
            }
            layer.rows.push((factor, bias));
            let first = number / block * block * inputs + number % block;
            let places = layer.weights[first..].iter_mut().step_by(block);
            places.zip(row).for_each(|(place, byte)| *place = byte.cast_signed().into());
        }
        Some(layer)
    }
}

impl Layer {
    /// Adds the outputs for these inputs to what stands there.
    pub(super) fn add(&self, inputs: &[i16], into: &mut [i32]) {
        if let [out] = into {
            return *out += scaled(dot(&self.weights, inputs), self.rows[0]);
        }
        let blocks = self.weights.chunks_exact(self.inputs * BLOCK).zip(self.rows.as_chunks::<BLOCK>().0);
        for (into, (weights, rows)) in into.as_chunks_mut::<BLOCK>().0.iter_mut().zip(blocks) {
            let sums = block(weights.as_chunks().0, inputs);
            into.iter_mut().zip(sums).zip(rows).for_each(|((out, sum), row)| *out += scaled(sum, *row));
        }
    }
}

/// The sums of a block of outputs.
fn block(weights: &[[i16; BLOCK]], inputs: &[i16]) -> [i32; BLOCK] {
    let mut sums = [0; BLOCK];
    for (weights, input) in weights.iter().zip(inputs).filter(|(_, input)| **input != 0) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += i32::from(*weight) * i32::from(*input);
        }
    }
    sums
}

/// A sum times the factor of its row, to the nearest, and what is added.
fn scaled(sum: i32, (factor, bias): (i32, i32)) -> i32 {
    ((i64::from(sum) * i64::from(factor) + (1 << (SHIFT - 1))) >> SHIFT) as i32 + bias
}

fn dot(weights: &[i16], inputs: &[i16]) -> i32 {
    weights.iter().zip(inputs).map(|(weight, input)| i32::from(*weight) * i32::from(*input)).sum()
}

/// As an activation, which has sixteen bits.
pub(super) fn clipped(number: i32) -> i16 {
    number.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// As an activation, and nothing below nought.
pub(super) fn rectified(number: i32) -> i16 {
    number.clamp(0, i16::MAX.into()) as i16
}

/// A fraction as an activation, to the nearest.
pub(super) fn fraction(number: i32, of: i32) -> i16 {
    clipped((2 * number * ONE + of).div_euclid(2 * of))
}
