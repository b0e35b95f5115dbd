//! The numbers a widget shows, wherever they are kept.

use std::ops::Range;
use std::rc::Rc;

use ndarray::ArrayRef2;

/// Row and column of a cell, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// From the top.
    pub row: usize,
    /// From the left.
    pub column: usize,
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    /// A finite number.
    Number(f64),
    /// Hidden by a mask, whatever the number behind it.
    Masked,
    /// What overflowed, or a score of −∞ that no mask has put there.
    Infinite {
        /// +∞, not −∞.
        positive: bool,
    },
    /// NaN.
    NotANumber,
}

/// Some cells of a matrix, a rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its rows.
    pub rows: Range<usize>,
    /// Its columns.
    pub columns: Range<usize>,
}

/// A matrix that is asked cell by cell, so one of millions of cells costs no more than what is seen of it.
#[derive(Clone)]
#[must_use]
pub struct Cells<'a> {
    rows: usize,
    columns: usize,
    value: Rc<dyn Fn(usize, usize) -> f64 + 'a>,
    masked: Option<Rc<dyn Fn(usize, usize) -> bool + 'a>>,
    revision: Option<u64>,
}

impl Cell {
    /// Row first, as in mathematics.
    pub fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }
}

impl Block {
    /// One cell.
    pub fn cell(cell: Cell) -> Self {
        Self { rows: cell.row..cell.row + 1, columns: cell.column..cell.column + 1 }
    }

    /// All cells between two corners, these included.
    pub fn between(a: Cell, b: Cell) -> Self {
        Self { rows: a.row.min(b.row)..a.row.max(b.row) + 1, columns: a.column.min(b.column)..a.column.max(b.column) + 1 }
    }

    /// How many cells.
    pub fn count(&self) -> usize {
        self.rows.len() * self.columns.len()
    }

    /// Whether the cell is one of these.
    pub fn contains(&self, cell: Cell) -> bool {
        self.rows.contains(&cell.row) && self.columns.contains(&cell.column)
    }
}

impl<'a> Cells<'a> {
    /// A matrix of rows × columns whose numbers are asked of `value(row, column)`.
    pub fn new(rows: usize, columns: usize, value: impl Fn(usize, usize) -> f64 + 'a) -> Self {
        Self { rows, columns, value: Rc::new(value), masked: None, revision: None }
    }

    /// The cells at which `masked(row, column)` are shown as hidden.
    pub fn masked(self, masked: impl Fn(usize, usize) -> bool + 'a) -> Self {
        Self { masked: Some(Rc::new(masked)), ..self }
    }

    /// A number that changes whenever a cell does. Pictures of the whole matrix are then kept between frames;
    /// without it they are made anew in each, which a matrix of a million cells feels.
    pub fn revision(self, revision: u64) -> Self {
        Self { revision: Some(revision), ..self }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether there is no cell at all.
    pub fn is_empty(&self) -> bool {
        self.rows == 0 || self.columns == 0
    }

    /// Whether the cell is one of these.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// The number in a cell, masked or not. The cell must lie within the matrix.
    pub fn value(&self, cell: Cell) -> f64 {
        (self.value)(cell.row, cell.column)
    }

    /// Whether there is a mask at all.
    pub fn has_mask(&self) -> bool {
        self.masked.is_some()
    }

    /// Whether a mask hides the cell.
    pub fn is_masked(&self, cell: Cell) -> bool {
        (self.masked.as_ref()).is_some_and(|masked| masked(cell.row, cell.column))
    }

    /// What is to be shown in a cell.
    pub fn read(&self, cell: Cell) -> Reading {
        if self.is_masked(cell) {
            return Reading::Masked;
        }
        match self.value(cell) {
            value if value.is_nan() => Reading::NotANumber,
            value if value.is_infinite() => Reading::Infinite { positive: value > 0.0 },
            value => Reading::Number(value),
        }
    }

    pub(super) fn current_revision(&self) -> Option<u64> {
        self.revision
    }
}

impl<'a, T: Copy + Into<f64>> From<&'a ArrayRef2<T>> for Cells<'a> {
    fn from(array: &'a ArrayRef2<T>) -> Self {
        let (rows, columns) = array.dim();
        Self::new(rows, columns, |row, column| array[[row, column]].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_reading() {
        let numbers = [1.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2.0];
        let cells = Cells::new(1, 5, |_, column| numbers[column]).masked(|_, column| column == 4);
        let read: Vec<Reading> = (0..5).map(|column| cells.read(Cell::new(0, column))).collect();
        assert_eq!(
            read,
            [
                Reading::Number(1.5),
                Reading::NotANumber,
                Reading::Infinite { positive: true },
                Reading::Infinite { positive: false },
                Reading::Masked,
            ]
        );
    }

    #[test]
    fn an_array_is_read_in_place() {
        let array = ndarray::array![[1.0_f32, 2.0], [3.0, 4.0], [5.0, 6.0]];
        let cells = Cells::from(&*array);
        assert_eq!((cells.rows(), cells.columns()), (3, 2));
        assert_eq!(cells.read(Cell::new(2, 1)), Reading::Number(6.0));
    }
}
