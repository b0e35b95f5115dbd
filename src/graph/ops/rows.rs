//! Loops over rows: shared among threads where that pays, and compiled for the vector instructions that the machine has.

use ndarray::Array2;
use rayon::prelude::*;

use crate::graph::element::Element;

/// Below this many numbers a loop is not worth sharing out.
const SHARED_FROM: usize = 1 << 15;

/// Calls `change` for each row, with its index.
pub(super) fn each_row<T: Element>(values: &mut Array2<T>, threads: usize, change: impl Fn(usize, &mut [T]) + Sync) {
    let (rows, columns) = values.dim();
    if !values.is_standard_layout() {
        *values = values.as_standard_layout().into_owned();
    }
    let Some(cells) = values.as_slice_mut().filter(|cells| !cells.is_empty()) else { return };
    let some_rows = |first: usize, part: &mut [T]| {
        pulp::Arch::new().dispatch(|| {
            for (offset, row) in part.chunks_exact_mut(columns).enumerate() {
                change(first + offset, row);
            }
        });
    };
    if threads > 1 && cells.len() >= SHARED_FROM {
        let rows_a_part = rows.div_ceil(threads * 4);
        cells.par_chunks_mut(rows_a_part * columns).enumerate().for_each(|(part, cells)| some_rows(part * rows_a_part, cells));
    } else {
        some_rows(0, cells);
    }
}

/// How many running results a fold keeps, so that it becomes vector instructions.
const LANES: usize = 16;

/// Folds `take` over the numbers in sixteen interleaved lanes, then over the lanes.
#[inline(always)]
pub(super) fn fold<T: Element>(values: &[T], start: T, take: impl Fn(T, T) -> T, join: impl Fn(T, T) -> T) -> T {
    let mut lanes = [start; LANES];
    let mut chunks = values.chunks_exact(LANES);
    for chunk in &mut chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = take(*lane, value);
        }
    }
    for (lane, &value) in lanes.iter_mut().zip(chunks.remainder()) {
        *lane = take(*lane, value);
    }
    lanes.into_iter().fold(start, join)
}

/// Σ x.
#[inline(always)]
pub(super) fn sum<T: Element>(values: &[T]) -> T {
    fold(values, T::zero(), |a, b| a + b, |a, b| a + b)
}

/// The largest number; a NaN is passed over.
#[inline(always)]
pub(super) fn maximum<T: Element>(values: &[T]) -> T {
    let larger = |a, b| if b > a { b } else { a };
    fold(values, T::neg_infinity(), larger, larger)
}
