//! Operations that go row by row: shared among threads where that pays, and compiled for the vector instructions that the machine has.

use std::borrow::Cow;
use std::sync::Arc;

use ndarray::{Array2, Axis};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::{Element, Inputs};

/// An operation that makes each row of its result out of the same row of its first input.
pub(super) trait RowOperation<T>: Sync {
    /// Changes row `index` of the first input into that of the result, given the operation's `others` inputs.
    ///
    /// To be `#[inline(always)]`: what the compiler leaves as a call of its own is not compiled for the vector instructions. For
    /// the same reason loops over numbers stand in it as loops.
    fn change(&self, index: usize, row: &mut [T], others: &[Arc<Array2<T>>]);
}

/// The result of an operation that goes row by row, in the memory of its first input where nobody else needs that.
pub(super) fn each_row<T: Element>(op: &impl RowOperation<T>, mut inputs: Inputs<T>) -> Array2<T> {
    let mut values = inputs.owned();
    let others: Vec<_> = inputs.rest().collect();
    let columns = values.ncols();
    if let Some(cells) = values.as_slice_mut().filter(|cells| !cells.is_empty()) {
        let rows_a_part = SHARED_FROM.div_ceil(columns);
        let change = |(part, cells)| Arch::new().dispatch(SomeRows { op, first: part * rows_a_part, cells, columns, others: &others });
        if cells.len() <= SHARED_FROM {
            change((0, cells));
        } else {
            cells.par_chunks_mut(rows_a_part * columns).enumerate().for_each(change);
        }
    }
    values
}

/// As many numbers are worth a thread of their own.
const SHARED_FROM: usize = 1 << 14;

/// Row `index` of a matrix, copied only where its numbers do not stand side by side.
#[inline(always)]
pub(super) fn row_of<T: Clone>(matrix: &Array2<T>, index: usize) -> Cow<'_, [T]> {
    let row = matrix.row(index);
    row.to_slice().map_or_else(|| Cow::Owned(row.to_vec()), Cow::Borrowed)
}

/// Rows that one thread changes.
struct SomeRows<'a, T, R> {
    op: &'a R,
    first: usize,
    cells: &'a mut [T],
    columns: usize,
    others: &'a [Arc<Array2<T>>],
}

impl<T: Element, R: RowOperation<T>> WithSimd for SomeRows<'_, T, R> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (offset, row) in self.cells.chunks_exact_mut(self.columns).enumerate() {
            self.op.change(self.first + offset, row, self.others);
        }
    }
}

/// Whether no number is NaN or infinite: x · 0 is 0 for every finite x, and NaN for the others.
pub(in crate::graph) fn all_finite<T: Element>(cells: &[T]) -> bool {
    let finite = |part| Arch::new().dispatch(AllFinite(part));
    if cells.len() <= SHARED_FROM { finite(cells) } else { cells.par_chunks(SHARED_FROM).all(finite) }
}

struct AllFinite<'a, T>(&'a [T]);

impl<T: Element> WithSimd for AllFinite<'_, T> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> bool {
        sum(self.0, |x| x * T::zero()) == T::zero()
    }
}

/// How many running results a fold keeps, so that it becomes vector instructions.
const LANES: usize = 32;

/// Folds `take` over the numbers in interleaved lanes, then `join` over the lanes.
#[inline(always)]
fn fold<T: Element>(values: &[T], start: T, take: impl Fn(T, T) -> T, join: impl Fn(T, T) -> T) -> T {
    let mut lanes = [start; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = take(*lane, value);
        }
    }
    for (lane, &value) in lanes.iter_mut().zip(rest) {
        *lane = take(*lane, value);
    }
    lanes.into_iter().fold(start, join)
}

/// Σ f(x).
#[inline(always)]
pub(super) fn sum<T: Element>(values: &[T], f: impl Fn(T) -> T) -> T {
    fold(values, T::zero(), |sum, x| sum + f(x), |a, b| a + b)
}

/// Σ f(a, b) over the numbers of two rows of one length.
#[inline(always)]
pub(super) fn sum_of_pairs<T: Element>(a: &[T], b: &[T], f: impl Fn(T, T) -> T) -> T {
    let mut lanes = [T::zero(); LANES];
    let ((a_chunks, a_rest), (b_chunks, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        for ((lane, &a), &b) in lanes.iter_mut().zip(a).zip(b) {
            *lane += f(a, b);
        }
    }
    for ((lane, &a), &b) in lanes.iter_mut().zip(a_rest).zip(b_rest) {
        *lane += f(a, b);
    }
    lanes.into_iter().fold(T::zero(), |a, b| a + b)
}

/// The sum of the rows: [n, d] → [1, d].
pub(super) fn column_sums<T: Element>(matrix: &Array2<T>) -> Array2<T> {
    matrix.sum_axis(Axis(0)).insert_axis(Axis(0))
}

/// The largest number; a NaN is passed over.
#[inline(always)]
pub(super) fn maximum<T: Element>(values: &[T]) -> T {
    let larger = |a, b| if b > a { b } else { a };
    fold(values, T::neg_infinity(), larger, larger)
}
