//! The mean over positions: one vector for a whole text.

use std::sync::Arc;

use ndarray::{Array2, Axis};

use super::{Around, Contribution, Element, Explanation, Expression, Flops, Inputs, Operation, Upstream, rows, term};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// yⱼ = Σᵢ cᵢ xᵢⱼ / Σᵢ cᵢ: [n, d] → [1, d], where cᵢ is 1 for a row that counts and 0 for one that does not, such as padding.
///
/// Where no row counts, y is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeanRows {
    /// Which rows count, one entry for each row.
    pub counted: Arc<[bool]>,
}

impl MeanRows {
    /// The rows that count.
    fn rows(&self) -> Vec<usize> {
        (0..self.counted.len()).filter(|&row| self.counted[row]).collect()
    }
}

impl Operation for MeanRows {
    fn name(&self) -> &'static str {
        "mean_rows"
    }

    fn formula(&self) -> String {
        let all = self.counted.iter().all(|&counted| counted);
        if all { "yⱼ = Σᵢ xᵢⱼ / n" } else { "yⱼ = Σᵢ cᵢ xᵢⱼ / Σᵢ cᵢ" }.to_owned()
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [x] = inputs else { return None };
        (x.rows > 0 && x.rows == self.counted.len()).then_some(Shape::new(1, x.columns))
    }

    fn forward<T: Element>(&self, mut inputs: Inputs<T>) -> Array2<T> {
        let (x, rows) = (inputs.shared(), self.rows());
        let sums = rows::column_sums(&x.select(Axis(0), &rows));
        let count = T::of(rows.len().max(1) as f64);
        sums.mapv_into(|sum| sum / count)
    }

    /// ∂L/∂xᵢⱼ = cᵢ Gⱼ / Σₖ cₖ.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        let (gradient, rows) = (upstream.gradient(), self.rows());
        let count = T::of(rows.len().max(1) as f64);
        let part = Array2::from_shape_fn((rows.len(), gradient.ncols()), |(_, column)| gradient[(0, column)] / count);
        vec![Contribution::Rows(rows.into(), Arc::new(part))]
    }

    fn flops(&self, _: &[Shape], output: Shape) -> Flops {
        Flops::new(output.cells(), output.cells() * self.rows().len(), 0)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let rows = self.rows();
        if rows.is_empty() {
            return Explanation::direct(Expression::Number(0.0));
        }
        let count = Expression::Number(rows.len() as f64);
        let column = rows.into_iter().map(|row| term(inputs, 0, Cell::new(row, cell.column))).collect();
        Explanation::direct(Expression::Sum(column).over(count))
    }

    fn explain_backward(&self, around: &Around<'_>, _: usize, cell: Cell) -> Explanation {
        let counts = self.counted.get(cell.row).copied().unwrap_or(false);
        let count = Expression::Number(self.rows().len() as f64);
        Explanation::direct(if counts { around.gradient(Cell::new(0, cell.column)).over(count) } else { Expression::Number(0.0) })
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::super::backward::tests::{assert_close, backward};
    use super::*;

    fn mean(counted: [bool; 3]) -> (Array2<f64>, Array2<f64>, MeanRows) {
        let x = array![[1.0, 10.0], [3.0, 50.0], [100.0, 100.0]];
        let op = MeanRows { counted: counted.into() };
        let y = op.forward(Inputs::new(vec![Arc::new(x.clone())]));
        let dx = backward(&op, &[x], array![[6.0, 12.0]]).remove(0);
        (y, dx, op)
    }

    #[test]
    fn rows_that_do_not_count_change_nothing() {
        let (y, dx, op) = mean([true, true, false]);
        assert_eq!(y, array![[2.0, 30.0]]);
        assert_eq!(dx, array![[3.0, 6.0], [3.0, 6.0], [0.0, 0.0]]);
        assert_eq!(op.flops(&[Shape::new(3, 2)], Shape::new(1, 2)), Flops::new(2, 4, 0));
        let (y, dx, _) = mean([true; 3]);
        assert_close(&y, &array![[104.0 / 3.0, 160.0 / 3.0]]);
        assert_eq!(dx, array![[2.0, 4.0], [2.0, 4.0], [2.0, 4.0]]);
    }

    #[test]
    fn the_mean_of_no_rows_is_zero() {
        let (y, dx, op) = mean([false; 3]);
        assert_eq!((y, dx), (array![[0.0, 0.0]], Array2::zeros((3, 2))));
        assert_eq!(op.explain(&[], Cell::new(0, 0)).result.value(), 0.0);
    }
}
