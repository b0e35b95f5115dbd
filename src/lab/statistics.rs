//! A matrix as a whole.

use crate::graph::Matrix;

/// What can be said of the numbers of a matrix together. Means and extremes are of the finite ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The smallest finite number; NaN where there is none.
    pub least: f64,
    /// The largest finite number; NaN where there is none.
    pub greatest: f64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, of the whole population.
    pub deviation: f64,
    /// How many are NaN.
    pub not_numbers: usize,
    /// How many are infinite.
    pub infinite: usize,
    /// How many are zero.
    pub zeros: usize,
}

impl Statistics {
    /// Looks through a matrix.
    pub fn of(matrix: &Matrix) -> Self {
        match matrix {
            Matrix::F32(values) => Self::over(values.iter().map(|&value| f64::from(value))),
            Matrix::F64(values) => Self::over(values.iter().copied()),
        }
    }

    fn over(values: impl Iterator<Item = f64> + Clone) -> Self {
        let mut found = Self { least: f64::NAN, greatest: f64::NAN, ..Self::default() };
        let (mut sum, mut count) = (0.0, 0_usize);
        for value in values.clone() {
            found.not_numbers += usize::from(value.is_nan());
            found.infinite += usize::from(value.is_infinite());
            found.zeros += usize::from(value == 0.0);
            if value.is_finite() {
                // `min` and `max` pass over the NaN of the beginning.
                found.least = found.least.min(value);
                found.greatest = found.greatest.max(value);
                sum += value;
                count += 1;
            }
        }
        found.mean = sum / count as f64;
        let squares: f64 = values.filter(|value| value.is_finite()).map(|value| (value - found.mean).powi(2)).sum();
        found.deviation = (squares / count as f64).sqrt();
        found
    }

    /// The largest magnitude; 0 where no number is finite.
    pub fn magnitude(&self) -> f64 {
        self.least.abs().max(self.greatest.abs()).max(0.0)
    }
}

/// The mean over the rows of H = −Σ p · log₂ p, in bits: 0 where each query looks at one key alone. Rows that see nothing are
/// left out.
pub fn attention_entropy(weights: &Matrix) -> f64 {
    let rows = weights.shape().rows;
    let entropies = (0..rows).filter_map(|row| {
        let row = weights.row(row);
        let sees = row.iter().any(|&p| p > 0.0 || p.is_nan());
        // Rounding may leave −0 where a query looks at one key alone.
        sees.then(|| row.iter().filter(|&&p| p != 0.0).map(|&p| -p * p.log2()).sum::<f64>() + 0.0)
    });
    let (sum, count) = entropies.fold((0.0, 0_usize), |(sum, count), entropy| (sum + entropy, count + 1));
    sum / count as f64
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ndarray::array;

    use super::*;

    #[test]
    fn entropy_is_that_of_the_rows() {
        let weights = Matrix::F64(Arc::new(array![[0.5, 0.5, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25], [0.0, 0.0, 0.0, 0.0]]));
        assert!((attention_entropy(&weights) - 1.5).abs() < 1e-15);
    }

    #[test]
    fn what_is_not_finite_is_counted_apart() {
        let matrix = Matrix::F64(Arc::new(array![[1.0, -3.0, 0.0], [f64::NAN, f64::INFINITY, 2.0]]));
        let found = Statistics::of(&matrix);
        assert_eq!((found.least, found.greatest, found.mean), (-3.0, 2.0, 0.0));
        assert!((found.deviation - 3.5_f64.sqrt()).abs() < 1e-15);
        assert_eq!((found.not_numbers, found.infinite, found.zeros), (1, 1, 1));
        assert_eq!(Statistics::of(&Matrix::F64(Arc::new(array![[f64::NAN]]))).magnitude(), 0.0);
    }
}
