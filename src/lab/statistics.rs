//! A matrix as a whole.

use crate::graph::{Cell, Matrix};

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
    /// Their L2 norm, √(Σ x²); NaN where there is none.
    pub norm: f64,
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
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0_usize);
        for value in values.clone() {
            found.not_numbers += usize::from(value.is_nan());
            found.infinite += usize::from(value.is_infinite());
            found.zeros += usize::from(value == 0.0);
            if value.is_finite() {
                // `min` and `max` pass over the NaN of the beginning.
                found.least = found.least.min(value);
                found.greatest = found.greatest.max(value);
                sum += value;
                squares += value * value;
                count += 1;
            }
        }
        found.mean = sum / count as f64;
        found.norm = if count > 0 { f64::sqrt(squares) } else { f64::NAN };
        let deviations: f64 = values.filter(|value| value.is_finite()).map(|value| (value - found.mean).powi(2)).sum();
        found.deviation = (deviations / count as f64).sqrt();
        found
    }

    /// The largest magnitude; 0 where no number is finite.
    pub fn magnitude(&self) -> f64 {
        self.least.abs().max(self.greatest.abs()).max(0.0)
    }
}

/// What can be measured of the weights of one attention, without looking at the tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct AttentionMeasures {
    /// The mean entropy of the rows, see [`attention_entropy`].
    pub entropy: f64,
    /// The mean distance of what is looked at, see [`attention_distance`]; only where queries and keys are the same positions.
    pub distance: Option<f64>,
    /// Where most of the weight lies, if it lies in one place.
    pub pattern: Option<Pattern>,
    /// The queries that see nothing: rows of zeros.
    pub blind: Vec<usize>,
}

impl AttentionMeasures {
    /// Measures weights [n_q, n_k]; `own` says that an attention is to itself, so that queries and keys are the same positions.
    pub fn of(weights: &Matrix, own: bool) -> Self {
        Self {
            entropy: attention_entropy(weights),
            distance: own.then(|| attention_distance(weights)),
            pattern: Pattern::of(weights, own),
            blind: (0..weights.shape().rows).filter(|&row| !sees(&weights.row(row))).collect(),
        }
    }
}

/// The mean over the rows of H = −Σ p · log₂ p, in bits: 0 where each query looks at one key alone. Rows that see nothing are
/// left out.
pub fn attention_entropy(weights: &Matrix) -> f64 {
    mean_over_rows(weights, |_, row| {
        // Rounding may leave −0 where a query looks at one key alone.
        row.iter().filter(|&&p| p != 0.0).map(|&p| -p * p.log2()).sum::<f64>() + 0.0
    })
}

/// The mean over the rows of Σ p · |i − j|, in positions: how far from itself a query i looks, on average. Rows that see nothing are
/// left out.
///
/// Source: Vig and Belinkov, 2019, "Analyzing the Structure of Attention in a Transformer Language Model".
pub fn attention_distance(weights: &Matrix) -> f64 {
    mean_over_rows(weights, |query, row| row.iter().enumerate().map(|(key, &p)| p * query.abs_diff(key) as f64).sum())
}

/// The mean of what is measured of each row that sees something; NaN where none does.
fn mean_over_rows(weights: &Matrix, measure: impl Fn(usize, &[f64]) -> f64) -> f64 {
    let rows = (0..weights.shape().rows).map(|row| (row, weights.row(row))).filter(|(_, row)| sees(row));
    let (sum, count) = rows.fold((0.0, 0_usize), |(sum, count), (index, row)| (sum + measure(index, &row), count + 1));
    sum / count as f64
}

fn sees(row: &[f64]) -> bool {
    row.iter().any(|&p| p > 0.0 || p.is_nan())
}

/// One place that holds most of all weight of an attention: more than half of it, and more than half as much again as it would hold
/// if all keys were looked at alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pattern {
    /// Which.
    pub place: PatternPlace,
    /// Its part of the weight, above 0.5.
    pub share: f64,
}

/// Where weight may gather.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternPlace {
    /// The key so many positions after the query: −1 is the previous one, 0 the query itself.
    Offset(isize),
    /// The same key for all queries.
    Key(usize),
}

impl Pattern {
    /// Looks for one offset, where queries and keys are the same positions, or else one key, with most of the weight.
    fn of(weights: &Matrix, own: bool) -> Option<Self> {
        let shape = weights.shape();
        // The offset −(rows − 1) is the first.
        let mut offsets = vec![0.0; if own { shape.rows + shape.columns } else { 0 }];
        let mut keys = vec![0.0; shape.columns];
        for query in 0..shape.rows {
            for (key, p) in weights.row(query).into_iter().enumerate() {
                keys[key] += p;
                if own {
                    offsets[shape.rows - 1 + key - query] += p;
                }
            }
        }
        let all: f64 = keys.iter().sum();
        let least = f64::max(0.5, 1.5 / shape.columns as f64);
        let most = |sums: &[f64]| {
            let (index, sum) = sums.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
            let share = sum / all;
            (share > least).then_some((index, share))
        };
        let offset = most(&offsets).and_then(|(index, share)| {
            let offset = isize::try_from(index).ok()? - isize::try_from(shape.rows).ok()? + 1;
            Some(Self { place: PatternPlace::Offset(offset), share })
        });
        let key = most(&keys).map(|(key, share)| Self { place: PatternPlace::Key(key), share });
        match (offset, key) {
            (Some(offset), Some(key)) => Some(if key.share > offset.share { key } else { offset }),
            (offset, key) => offset.or(key),
        }
    }
}

/// Where two matrices of one shape differ most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LargestChange {
    /// Where.
    pub cell: Cell,
    /// The number before.
    pub before: f64,
    /// The number after.
    pub after: f64,
}

impl LargestChange {
    /// The cell at which |after − before| is largest; one that became or ceased to be NaN counts most. `None` where all numbers are
    /// the same.
    pub fn largest(before: &Matrix, after: &Matrix) -> Option<Self> {
        let shape = after.shape();
        let mut largest: Option<(f64, Self)> = None;
        for row in 0..shape.rows {
            for column in 0..shape.columns {
                let cell = Cell::new(row, column);
                let found = Self { cell, before: before.at(cell), after: after.at(cell) };
                let size = found.size();
                if size > largest.map_or(0.0, |(size, _)| size) {
                    largest = Some((size, found));
                }
            }
        }
        largest.map(|(_, found)| found)
    }

    fn size(&self) -> f64 {
        match (self.before.is_nan(), self.after.is_nan()) {
            (true, true) => 0.0,
            (false, false) if self.before == self.after => 0.0,
            (false, false) => (self.after - self.before).abs(),
            _ => f64::INFINITY,
        }
    }
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

    fn matrix(values: ndarray::Array2<f64>) -> Matrix {
        Matrix::F64(Arc::new(values))
    }

    #[test]
    fn distance_is_that_of_the_rows() {
        // 0.5·0 + 0.5·2 = 1; 1·1 = 1; the last row: 0.25·2 + 0.5·1 + 0.25·0 = 1; a row that sees nothing does not count.
        let weights = matrix(array![[0.5, 0.0, 0.5, 0.0], [1.0, 0.0, 0.0, 0.0], [0.25, 0.5, 0.25, 0.0], [0.0, 0.0, 0.0, 0.0]]);
        assert!((attention_distance(&weights) - 1.0).abs() < 1e-15);
        let measures = AttentionMeasures::of(&weights, true);
        assert_eq!(measures.blind, [3]);
        assert_eq!(measures.distance, Some(1.0));
        assert_eq!(AttentionMeasures::of(&weights, false).distance, None);
        assert!(attention_distance(&matrix(array![[f64::NAN, 0.0]])).is_nan());
    }

    #[test]
    fn a_pattern_is_the_place_of_more_than_half_of_the_weight() {
        // On the previous one: 0.8 + 0.7 + 0.7 of 4 in all = 0.55. On the first: 1 + 0.8 + 0.1 + 0.1 = 2, which is not more than half.
        let previous = matrix(array![[1.0, 0.0, 0.0, 0.0], [0.8, 0.2, 0.0, 0.0], [0.1, 0.7, 0.2, 0.0], [0.1, 0.1, 0.7, 0.1]]);
        let pattern = AttentionMeasures::of(&previous, true).pattern.unwrap();
        assert_eq!(pattern.place, PatternPlace::Offset(-1));
        assert!((pattern.share - 0.55).abs() < 1e-12);
        assert_eq!(AttentionMeasures::of(&previous, false).pattern, None);

        // On the key 1: 0.6 + 0.9 of 2.
        let sink = matrix(array![[0.4, 0.6, 0.0], [0.0, 0.9, 0.1]]);
        let pattern = AttentionMeasures::of(&sink, false).pattern.unwrap();
        assert_eq!(pattern, Pattern { place: PatternPlace::Key(1), share: 0.75 });
        // Of two keys one always holds half: 0.55 says nothing, 0.8 does. A lone key says nothing at all.
        assert_eq!(AttentionMeasures::of(&matrix(array![[0.45, 0.55]]), false).pattern, None);
        assert!(AttentionMeasures::of(&matrix(array![[0.2, 0.8]]), false).pattern.is_some());
        assert_eq!(AttentionMeasures::of(&matrix(array![[1.0], [1.0]]), true).pattern, None);

        // Half of the weight is not more than half.
        assert_eq!(AttentionMeasures::of(&matrix(array![[0.5, 0.5], [0.5, 0.5]]), true).pattern, None);
        assert_eq!(AttentionMeasures::of(&matrix(array![[f64::NAN, 0.5]]), true).pattern, None);
        // Nothing is looked at, and nothing is divided by nothing.
        assert_eq!(AttentionMeasures::of(&matrix(array![[0.0, 0.0]]), true).pattern, None);
    }

    #[test]
    fn the_largest_difference_has_its_place() {
        let before = matrix(array![[1.0, 2.0, f64::NAN], [0.0, f64::INFINITY, -1.0]]);
        assert_eq!(LargestChange::largest(&before, &before), None);
        let after = matrix(array![[1.5, 2.0, f64::NAN], [0.0, f64::INFINITY, -1.75]]);
        assert_eq!(LargestChange::largest(&before, &after), Some(LargestChange { cell: Cell::new(1, 2), before: -1.0, after: -1.75 }));
        let gone = matrix(array![[f64::NAN, 2.0, f64::NAN], [9.0, f64::INFINITY, -1.0]]);
        assert_eq!(LargestChange::largest(&before, &gone).map(|found| found.cell), Some(Cell::new(0, 0)));
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
