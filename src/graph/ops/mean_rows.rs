//! The mean over positions: one vector for a whole text.

use ndarray::{Array2, Axis};

use super::{Element, Explanation, Expression, Flops, Inputs, Operation, term};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// yⱼ = Σᵢ xᵢⱼ / n: [n, d] → [1, d].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeanRows;

impl Operation for MeanRows {
    fn name(&self) -> &'static str {
        "mean_rows"
    }

    fn formula(&self) -> String {
        "yⱼ = Σᵢ xᵢⱼ / n".to_owned()
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [x] = inputs else { return None };
        (x.rows > 0).then_some(Shape::new(1, x.columns))
    }

    fn forward<T: Element>(&self, mut inputs: Inputs<T>) -> Array2<T> {
        let x = inputs.shared();
        let count = T::of(x.nrows() as f64);
        x.sum_axis(Axis(0)).insert_axis(Axis(0)).mapv_into(|sum| sum / count)
    }

    fn flops(&self, inputs: &[Shape], output: Shape) -> Flops {
        Flops::new(output.cells(), inputs.first().map_or(0, |x| x.cells()), 0)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let rows = inputs.first().map_or(0, |x| x.shape().rows);
        let column = (0..rows).map(|row| term(inputs, 0, Cell::new(row, cell.column))).collect();
        Explanation::direct(Expression::Sum(column).over(Expression::Number(rows as f64)))
    }
}
