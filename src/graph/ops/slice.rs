//! A part of a matrix: the columns of a head, the row that is read out.

use ndarray::{Array2, s};

use super::{Element, Explanation, Flops, Inputs, Operation, term};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// Columns `first .. first + count`: [n, d] → [n, count].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceColumns {
    /// The first column.
    pub first: usize,
    /// How many.
    pub count: usize,
}

impl Operation for SliceColumns {
    fn name(&self) -> &'static str {
        "slice_columns"
    }

    fn formula(&self) -> String {
        format!("yᵢⱼ = xᵢ,ⱼ₊{}", self.first).replace("₊0", "")
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [x] = inputs else { return None };
        (self.first + self.count <= x.columns).then_some(Shape::new(x.rows, self.count))
    }

    fn forward<T: Element>(&self, mut inputs: Inputs<T>) -> Array2<T> {
        let x = inputs.shared();
        let mut part = Array2::zeros((x.nrows(), self.count));
        part.assign(&x.slice(s![.., self.first..self.first + self.count]));
        part
    }

    fn flops(&self, _: &[Shape], _: Shape) -> Flops {
        Flops::default()
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        Explanation::direct(term(inputs, 0, Cell::new(cell.row, cell.column + self.first)))
    }
}

/// Rows `first .. first + count`: [n, d] → [count, d].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceRows {
    /// The first row.
    pub first: usize,
    /// How many.
    pub count: usize,
}

impl Operation for SliceRows {
    fn name(&self) -> &'static str {
        "slice_rows"
    }

    fn formula(&self) -> String {
        if self.count == 1 {
            format!("y = x[{}]", self.first)
        } else {
            format!("y = x[{} … {}]", self.first, self.first + self.count - 1)
        }
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [x] = inputs else { return None };
        (self.first + self.count <= x.rows).then_some(Shape::new(self.count, x.columns))
    }

    fn forward<T: Element>(&self, mut inputs: Inputs<T>) -> Array2<T> {
        inputs.shared().slice(s![self.first..self.first + self.count, ..]).to_owned()
    }

    fn flops(&self, _: &[Shape], _: Shape) -> Flops {
        Flops::default()
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        Explanation::direct(term(inputs, 0, Cell::new(cell.row + self.first, cell.column)))
    }
}
