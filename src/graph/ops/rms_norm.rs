//! Normalisation by the root mean square (Zhang and Sennrich, 2019).

use std::sync::Arc;

use ndarray::Array2;

use super::{Element, Explanation, Expression, Flops, Inputs, Operation, row_terms, rows, term};
use crate::graph::expression::{Function, Steps};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// yᵢⱼ = xᵢⱼ / √(Σₖ xᵢₖ² / d + ε) · γⱼ, row by row. Inputs: x \[n, d\], then γ \[1, d\] where there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RmsNorm {
    /// ε.
    pub epsilon: f64,
}

impl Operation for RmsNorm {
    fn name(&self) -> &'static str {
        "rms_norm"
    }

    fn formula(&self) -> String {
        format!("yᵢⱼ = xᵢⱼ / √(Σₖ xᵢₖ² / d + {:e}) × γⱼ", self.epsilon)
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let (x, parameters) = inputs.split_first()?;
        let fits = parameters.len() <= 1 && parameters.iter().all(|shape| *shape == Shape::new(1, x.columns));
        fits.then_some(*x)
    }

    fn forward<T: Element>(&self, inputs: Inputs<T>) -> Array2<T> {
        rows::each_row(self, inputs)
    }

    fn flops(&self, inputs: &[Shape], output: Shape) -> Flops {
        let (cells, rows) = (output.cells(), output.rows);
        Flops::new(cells * (2 + usize::from(inputs.len() > 1)) + rows, cells + rows, rows)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let row = row_terms(inputs, 0, cell);
        let count = Expression::Number(row.len() as f64);
        let mut steps = Steps::default();
        let squares = Expression::Sum(row.into_iter().map(Expression::squared).collect());
        let mean = steps.line("Σ x²/d", squares.over(count));
        let denominator = mean.plus(Expression::Number(self.epsilon)).apply(Function::Sqrt);
        let mut result = term(inputs, 0, cell).over(denominator);
        if inputs.len() > 1 {
            result = result.times(term(inputs, 1, Cell::new(0, cell.column)));
        }
        steps.result(result)
    }
}

impl<T: Element> rows::RowOperation<T> for RmsNorm {
    #[inline(always)]
    fn change(&self, _: usize, row: &mut [T], parameters: &[Arc<Array2<T>>]) {
        let squares = rows::sum(row, |x| x * x);
        let denominator = (squares / T::of(row.len() as f64) + T::of(self.epsilon)).sqrt();
        for x in row.iter_mut() {
            *x /= denominator;
        }
        for gamma in parameters {
            for (x, &gamma) in row.iter_mut().zip(&*rows::row_of(gamma, 0)) {
                *x *= gamma;
            }
        }
    }
}
