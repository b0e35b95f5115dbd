//! Rows × columns.

use std::fmt;

/// The shape of a matrix: rows are positions, columns are dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

impl Shape {
    /// `rows` × `columns`.
    pub const fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns }
    }

    /// Number of cells.
    pub const fn cells(self) -> usize {
        self.rows.saturating_mul(self.columns)
    }

    /// Whether a matrix of this shape has the cell.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {}", self.rows, self.columns)
    }
}

/// The position of a number in a matrix, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Row.
    pub row: usize,
    /// Column.
    pub column: usize,
}

impl Cell {
    /// The cell of `row` and `column`.
    pub const fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.row, self.column)
    }
}
