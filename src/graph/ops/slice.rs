//! A part of a matrix: the columns of a head, the row that is read out.

use ndarray::{Array2, s};

use super::{Around, Contribution, Element, Explanation, Expression, Flops, Inputs, Operation, Upstream, term};
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

    /// G in the columns that were read, 0 in the others.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        vec![Contribution::Columns(self.first, upstream.gradient())]
    }

    fn flops(&self, _: &[Shape], _: Shape) -> Flops {
        Flops::default()
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        Explanation::direct(term(inputs, 0, Cell::new(cell.row, cell.column + self.first)))
    }

    fn explain_backward(&self, around: &Around<'_>, _: usize, cell: Cell) -> Explanation {
        let read = cell.column.checked_sub(self.first).filter(|&column| column < self.count);
        let gradient = |column| around.gradient(Cell::new(cell.row, column));
        Explanation::direct(read.map_or(Expression::Number(0.0), gradient))
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

    /// G in the rows that were read, 0 in the others.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        vec![Contribution::Rows((self.first..self.first + self.count).collect(), upstream.gradient())]
    }

    fn flops(&self, _: &[Shape], _: Shape) -> Flops {
        Flops::default()
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        Explanation::direct(term(inputs, 0, Cell::new(cell.row + self.first, cell.column)))
    }

    fn explain_backward(&self, around: &Around<'_>, _: usize, cell: Cell) -> Explanation {
        let read = cell.row.checked_sub(self.first).filter(|&row| row < self.count);
        let gradient = |row| around.gradient(Cell::new(row, cell.column));
        Explanation::direct(read.map_or(Expression::Number(0.0), gradient))
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::super::backward::tests::backward;
    use super::*;

    #[test]
    fn what_was_not_read_gets_nothing() {
        let x = [array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]];
        let columns = SliceColumns { first: 1, count: 2 };
        assert_eq!(backward(&columns, &x, array![[7.0, 8.0], [9.0, 10.0]]), [array![[0.0, 7.0, 8.0], [0.0, 9.0, 10.0]]]);
        let rows = SliceRows { first: 1, count: 1 };
        assert_eq!(backward(&rows, &x, array![[7.0, 8.0, 9.0]]), [array![[0.0, 0.0, 0.0], [7.0, 8.0, 9.0]]]);
    }
}
