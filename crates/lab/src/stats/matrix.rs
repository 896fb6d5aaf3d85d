//! Small square matrices.

/// A square matrix.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// All cells nothing.
    pub(crate) fn new(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Adds to a cell.
    pub(crate) fn add(&mut self, row: usize, column: usize, more: f64) {
        self.cells[row * self.size + column] += more;
    }

    /// The product with a column.
    pub(crate) fn times(&self, column: &[f64]) -> Vec<f64> {
        let row = |row: usize| (0..self.size).map(|at| self.at(row, at) * column[at]).sum();
        (0..self.size).map(row).collect()
    }

    /// The product with another of the same size.
    pub(crate) fn times_matrix(&self, other: &Self) -> Self {
        let mut product = Self::new(self.size);
        for row in 0..self.size {
            for column in 0..self.size {
                product.add(
                    row,
                    column,
                    (0..self.size).map(|at| self.at(row, at) * other.at(at, column)).sum(),
                );
            }
        }
        product
    }

    /// The variance of a weighed sum, if this matrix holds the variances of its parts.
    pub(crate) fn square(&self, weights: &[f64]) -> f64 {
        self.times(weights).iter().zip(weights).map(|(part, weight)| part * weight).sum()
    }

    /// The inverse of a symmetric matrix whose squares are all above nothing, so that no row need be swapped.
    pub(crate) fn inverse(&self) -> Self {
        let size = self.size;
        let mut left = self.clone();
        let mut right = Self::new(size);
        (0..size).for_each(|at| right.add(at, at, 1.0));
        for pivot in 0..size {
            let divisor = left.at(pivot, pivot);
            for column in 0..size {
                left.cells[pivot * size + column] /= divisor;
                right.cells[pivot * size + column] /= divisor;
            }
            for row in (0..size).filter(|&row| row != pivot) {
                let factor = left.at(row, pivot);
                for column in 0..size {
                    left.add(row, column, -factor * left.at(pivot, column));
                    right.add(row, column, -factor * right.at(pivot, column));
                }
            }
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_changes_nothing() {
        let cells = vec![4.0, -1.0, 0.5, -1.0, 3.0, -0.2, 0.5, -0.2, 1e-3 + 0.1];
        let matrix = Matrix { size: 3, cells };
        let same = matrix.times_matrix(&matrix.inverse());
        for row in 0..3 {
            for column in 0..3 {
                assert!((same.at(row, column) - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
        assert!((matrix.square(&[1.0, -1.0, 0.0]) - 9.0).abs() < 1e-12);
    }
}
