//! Rows of scores to log-probabilities.

use std::sync::Arc;

use ndarray::Array2;

use super::{Element, Explanation, Expression, Flops, Inputs, Operation, row_terms, rows, term};
use crate::graph::expression::{Function, Steps};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// yᵢⱼ = xᵢⱼ − mᵢ − ln Σₖ exp(xᵢₖ − mᵢ), with m the row's maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogSoftmax;

impl Operation for LogSoftmax {
    fn name(&self) -> &'static str {
        "log_softmax"
    }

    fn formula(&self) -> String {
        "yᵢⱼ = xᵢⱼ − maxᵢ − ln Σₖ exp(xᵢₖ − maxᵢ)".to_owned()
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
        Flops::new(0, cells * 5, cells + output.rows)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let row = row_terms(inputs, 0, cell);
        let mut steps = Steps::default();
        let largest = steps.line("max", Expression::Maximum(row.clone()));
        let terms = row.into_iter().map(|x| x.less(largest.clone()).apply(Function::Exp)).collect();
        let sum = steps.line("Σ exp", Expression::Sum(terms));
        steps.result(term(inputs, 0, cell).less(largest).less(sum.apply(Function::Ln)))
    }
}

impl<T: Element> rows::RowOperation<T> for LogSoftmax {
    #[inline(always)]
    fn change(&self, _: usize, row: &mut [T], _: &[Arc<Array2<T>>]) {
        let largest = rows::maximum(row);
        let logarithm = rows::sum(row, |x| (x - largest).exponential()).ln();
        for x in row {
            *x = *x - largest - logarithm;
        }
    }
}
