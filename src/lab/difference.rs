//! How far the numbers of a weight are from those of the saved experiment.

use std::sync::Arc;

use ndarray::ArrayRef2;

use super::statistics::Statistics;
use crate::experiment::{ExperimentError, Prepared, weight};
use crate::graph::{Cell, Element, Matrix, Site, same_number};

/// The numbers of a weight in a saved experiment, rounded to the precision of `like`.
///
/// # Errors
/// A weight that it does not have, or that cannot be read from its file.
pub fn saved_numbers(saved: &Prepared, site: Site, like: &Matrix) -> Result<Matrix, ExperimentError> {
    let numbers = weight(saved, site)?;
    Ok(match like {
        Matrix::F32(_) => Arc::new(numbers.mapv(f32::of)).into(),
        Matrix::F64(_) => Arc::new(numbers).into(),
    })
}

/// The numbers of a matrix as they were, and how many of them have changed.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The numbers as they were.
    pub before: Matrix,
    /// How many are not the same.
    pub changed: usize,
    /// Where the change is largest. A change from or to NaN or ∞ is larger than any other.
    pub largest: Option<Cell>,
    /// The largest magnitude as they were.
    pub magnitude: f64,
}

impl Difference {
    /// Compares two matrices; `None` where they have different shapes or precisions.
    pub fn between(now: &Matrix, before: Matrix) -> Option<Self> {
        let (changed, largest) = match (now, &before) {
            (Matrix::F32(now), Matrix::F32(before)) => changes(now, before)?,
            (Matrix::F64(now), Matrix::F64(before)) => changes(now, before)?,
            _ => return None,
        };
        Some(Self { magnitude: Statistics::of(&before).magnitude(), before, changed, largest })
    }
}

fn changes<T: Element>(now: &ArrayRef2<T>, before: &ArrayRef2<T>) -> Option<(usize, Option<Cell>)> {
    if now.dim() != before.dim() {
        return None;
    }
    let (mut changed, mut largest, mut most) = (0, None, 0.0);
    for (((row, column), &new), &old) in now.indexed_iter().zip(before) {
        let (new, old) = (new.wide(), old.wide());
        if same_number(new, old) {
            continue;
        }
        changed += 1;
        let size = (new - old).abs();
        let size = if size.is_nan() { f64::INFINITY } else { size };
        if largest.is_none() || size > most {
            (largest, most) = (Some(Cell::new(row, column)), size);
        }
    }
    Some((changed, largest))
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, array};

    use super::*;

    fn between(now: Array2<f64>, before: Array2<f64>) -> Option<(usize, Option<Cell>)> {
        Difference::between(&Arc::new(now).into(), Arc::new(before).into()).map(|found| (found.changed, found.largest))
    }

    #[test]
    fn changes_are_counted_and_the_largest_is_found() {
        let before = array![[1.0, f64::NAN, -2.0], [0.0, 4.0, 5.0]];
        assert_eq!(between(before.clone(), before.clone()), Some((0, None)));
        let mut now = before.clone();
        (now[(0, 0)], now[(1, 1)]) = (1.5, 1.0);
        assert_eq!(between(now.clone(), before.clone()), Some((2, Some(Cell::new(1, 1)))));
        now[(1, 2)] = f64::NAN;
        assert_eq!(between(now, before.clone()), Some((3, Some(Cell::new(1, 2)))));
        assert_eq!(between(array![[1.0]], before), None);
    }

    #[test]
    fn what_was_saved_is_rounded_like_what_is_run() {
        let mut lab = crate::lab::Lab::new(|| {}).unwrap();
        lab.apply(crate::lab::Command::OpenPreset("encoder-only-classifier")).unwrap();
        lab.finish();
        let site = "encoder.0.self_attention.w_q".parse().unwrap();
        let outcome = lab.outcome().unwrap();
        let id = outcome.prepared.graph.find(site).unwrap();
        let now = outcome.values.matrix(id);
        let before = saved_numbers(lab.document().saved_prepared(), site, &now).unwrap();
        assert_eq!(Difference::between(&now, before).map(|found| found.changed), Some(0));
    }
}
