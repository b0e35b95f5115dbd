//! Rows of scores to probabilities.

use std::sync::Arc;

use ndarray::Array2;

use super::{Element, Explanation, Expression, Flops, Inputs, Operation, row_terms, rows, term};
use crate::graph::expression::{Function, Steps};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// yᵢⱼ = exp(xᵢⱼ − mᵢ) / Σₖ exp(xᵢₖ − mᵢ), row by row.
///
/// m is the row's maximum, which changes nothing in exact arithmetic and keeps exp from overflowing; the naive form takes m = 0.
/// A row that is −∞ throughout (a query that may see nothing) gives zeros, as in `PyTorch`'s scaled dot-product attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Softmax {
    /// Less the row's maximum.
    Stable,
    /// As the formula stands: overflows where exp does.
    Naive,
}

impl Operation for Softmax {
    fn name(&self) -> &'static str {
        match self {
            Self::Stable => "softmax",
            Self::Naive => "softmax_naive",
        }
    }

    fn formula(&self) -> String {
        match self {
            Self::Stable => "yᵢⱼ = exp(xᵢⱼ − maxᵢ) / Σₖ exp(xᵢₖ − maxᵢ)",
            Self::Naive => "yᵢⱼ = exp(xᵢⱼ) / Σₖ exp(xᵢₖ)",
        }
        .to_owned()
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [x] = inputs else { return None };
        Some(*x)
    }

    fn forward<T: Element>(&self, inputs: Inputs<T>) -> Array2<T> {
        rows::each_row(self, inputs)
    }

    fn flops(&self, _: &[Shape], output: Shape) -> Flops {
        let cells = output.cells();
        match self {
            Self::Stable => Flops::new(cells, cells * 3, cells),
            Self::Naive => Flops::new(cells, cells, cells),
        }
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let row = row_terms(inputs, 0, cell);
        if row.iter().all(|x| x.value() == f64::NEG_INFINITY) {
            return Explanation::direct(Expression::Number(0.0));
        }
        let mut steps = Steps::default();
        let shift = match self {
            Self::Stable => Some(steps.line("max", Expression::Maximum(row.clone()))),
            Self::Naive => None,
        };
        let shifted = |x: Expression| match &shift {
            Some(shift) => x.less(shift.clone()),
            None => x,
        };
        let exponential = steps.line("exp", shifted(term(inputs, 0, cell)).apply(Function::Exp));
        let terms = row.into_iter().map(|x| shifted(x).apply(Function::Exp)).collect();
        let sum = steps.line("Σ exp", Expression::Sum(terms));
        steps.result(exponential.over(sum))
    }
}

impl<T: Element> rows::RowOperation<T> for Softmax {
    #[inline(always)]
    fn change(&self, _: usize, row: &mut [T], _: &[Arc<Array2<T>>]) {
        let largest = rows::maximum(row);
        if largest == T::neg_infinity() && !row.iter().any(|x| x.is_nan()) {
            row.fill(T::zero());
            return;
        }
        let shift = match self {
            Self::Stable => largest,
            Self::Naive => T::zero(),
        };
        for x in row.iter_mut() {
            *x = (*x - shift).exponential();
        }
        let sum = rows::sum(row, |x| x);
        for x in row {
            *x /= sum;
        }
    }
}
