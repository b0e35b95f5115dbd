//! Numbers and matrices as Python reads them.

use std::fmt::Write;

use crate::graph::{Cell, Matrix, Shape};

/// A number in as few digits as say exactly which it is, in its own precision.
pub(super) fn number(matrix: &Matrix, cell: Cell) -> String {
    let index = (cell.row, cell.column);
    let text = match matrix {
        Matrix::F32(values) => values.get(index).map(|value| format!("{value:?}")),
        Matrix::F64(values) => values.get(index).map(|value| format!("{value:?}")),
    };
    match text {
        Some(text) if text == "NaN" => "nan".to_owned(),
        Some(text) => text,
        None => String::new(),
    }
}

/// A list of rows, a line each.
pub(super) fn rows(shape: Shape, number: impl Fn(Cell) -> String) -> String {
    let mut text = "[".to_owned();
    for row in 0..shape.rows {
        let numbers: Vec<String> = (0..shape.columns).map(|column| number(Cell::new(row, column))).collect();
        let end = if shape.rows > 1 { "," } else { "" };
        let start = if shape.rows > 1 { "\n    " } else { "" };
        let _ = write!(text, "{start}[{}]{end}", numbers.join(", "));
    }
    text.push_str(if shape.rows > 1 { "\n]" } else { "]" });
    text
}
