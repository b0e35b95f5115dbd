//! Rows of scores to log-probabilities.

use std::sync::Arc;

use ndarray::Array2;

use super::{Around, Contribution, Element, Explanation, Expression, Flops, Inputs, Operation, Upstream, row_terms, rows, term, total};
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

    /// ∂L/∂xᵢⱼ = Gᵢⱼ − exp(yᵢⱼ) · Σₖ Gᵢₖ, since exp(y) is the softmax of x (Bridle, 1990).
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        let y = upstream.result();
        vec![Contribution::whole(rows::each_row(&Backward, upstream.beside([y])))]
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

    fn explain_backward(&self, around: &Around<'_>, _: usize, cell: Cell) -> Explanation {
        let mut steps = Steps::default();
        let sum = steps.line("Σ G", total(around.gradient_row(cell.row)));
        let p = steps.line("p", around.result(cell).apply(Function::Exp));
        steps.result(around.gradient(cell).less(p.times(sum)))
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

/// G to Gᵢⱼ − exp(yᵢⱼ) · Σₖ Gᵢₖ, beside y.
struct Backward;

impl<T: Element> rows::RowOperation<T> for Backward {
    #[inline(always)]
    fn change(&self, index: usize, row: &mut [T], others: &[Arc<Array2<T>>]) {
        for y in others {
            let sum = rows::sum(row, |g| g);
            for (g, &y) in row.iter_mut().zip(&*rows::row_of(y, index)) {
                *g -= y.exponential() * sum;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::super::backward::tests::{assert_close, backward};
    use super::*;

    #[test]
    fn the_gradient_is_by_hand() {
        // The probabilities are ¼ and ¾: 1 − ¼ and 0 − ¾.
        let [dx] = &backward(&LogSoftmax, &[array![[0.0, 3.0_f64.ln()]]], array![[1.0, 0.0]])[..] else { panic!() };
        assert_close(dx, &array![[0.75, -0.75]]);
    }
}
