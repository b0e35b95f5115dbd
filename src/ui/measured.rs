//! What is measured of a value when somebody looks: once, and without a frame that waits for a large one.

use std::cell::OnceCell;
use std::sync::{Arc, OnceLock};

use eframe::egui::Context;

use super::widgets::Bins;
use crate::graph::{Cell, Matrix, Visibility};

/// Bars of a histogram.
const BARS: usize = 24;
/// Matrices of so many cells are measured at once; larger ones on another thread.
const AT_ONCE: usize = 1 << 18;

/// Something measured of a matrix, or on its way.
#[derive(Debug)]
pub struct Measured<T> {
    found: Arc<OnceLock<T>>,
    begun: OnceCell<()>,
}

impl<T> Default for Measured<T> {
    fn default() -> Self {
        Self { found: Arc::default(), begun: OnceCell::new() }
    }
}

impl<T: Send + Sync + 'static> Measured<T> {
    /// What `measure` has found in a matrix of so many cells, as soon as it has; the window is then drawn again.
    pub fn get(&self, cells: usize, ctx: &Context, measure: impl FnOnce() -> T + Send + 'static) -> Option<&T> {
        if self.begun.set(()).is_ok() {
            if cells <= AT_ONCE {
                let _ = self.found.set(measure());
            } else {
                let (found, ctx) = (Arc::clone(&self.found), ctx.clone());
                rayon::spawn(move || {
                    let _ = found.set(measure());
                    ctx.request_repaint();
                });
            }
        }
        self.found.get()
    }
}

/// How the numbers of a matrix that no mask hides are distributed.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The bars.
    pub bins: Bins,
    /// Cells that a mask hides, which are in none of them.
    pub masked: usize,
}

impl Distribution {
    /// Counts the numbers of a matrix.
    pub fn of(matrix: &Matrix, visible: Option<&Visibility>) -> Self {
        let shape = matrix.shape();
        let seen = |row, column| visible.is_none_or(|visible| visible.get((row, column)).copied().unwrap_or(true));
        let cells = || (0..shape.rows).flat_map(move |row| (0..shape.columns).map(move |column| (row, column)));
        let values = cells().filter(|&(row, column)| seen(row, column)).map(|(row, column)| matrix.at(Cell::new(row, column)));
        let masked = if visible.is_some() { cells().filter(|&(row, column)| !seen(row, column)).count() } else { 0 };
        Self { bins: Bins::of(values, BARS), masked }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn hidden_cells_are_left_out_and_counted() {
        let matrix = Matrix::F64(Arc::new(array![[1.0, f64::NEG_INFINITY], [3.0, 2.0]]));
        let visible = array![[true, false], [true, true]];
        let found = Distribution::of(&matrix, Some(&visible));
        assert_eq!((found.masked, found.bins.not_finite), (1, 0));
        assert_eq!((found.bins.low, found.bins.high), (1.0, 3.0));
        assert_eq!(found.bins.counts.iter().sum::<usize>(), 3);
        assert_eq!(Distribution::of(&matrix, None).bins.not_finite, 1);
    }

    #[test]
    fn what_is_large_is_measured_elsewhere_and_only_once() {
        let ctx = Context::default();
        let here = std::thread::current().id();
        let small = Measured::default();
        assert_eq!(small.get(10, &ctx, || std::thread::current().id()), Some(&here));
        let large = Measured::default();
        large.get(AT_ONCE + 1, &ctx, || std::thread::current().id());
        let found = loop {
            if let Some(found) = large.get(AT_ONCE + 1, &ctx, move || here) {
                break found;
            }
            std::thread::yield_now();
        };
        assert_ne!(*found, here);
    }
}
