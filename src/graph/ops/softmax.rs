//! Rows of scores to probabilities.

use std::sync::Arc;

use ndarray::Array2;

use super::{Around, Contribution, Element, Explanation, Expression, Flops, Inputs, Operation, Upstream, row_terms, rows, term, total};
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

    /// ∂L/∂xᵢⱼ = yᵢⱼ · (Gᵢⱼ − Σₖ Gᵢₖ yᵢₖ), since ∂yᵢₖ/∂xᵢⱼ = yᵢₖ · (δⱼₖ − yᵢⱼ) (Bridle, 1990).
    ///
    /// Where y is exactly 0, as at a masked key and all along a row that sees nothing, the gradient is exactly 0, whatever G.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        let y = upstream.result();
        vec![Contribution::whole(rows::each_row(&Backward, upstream.beside([y])))]
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

    fn explain_backward(&self, around: &Around<'_>, _: usize, cell: Cell) -> Explanation {
        let columns = around.gradient_shape().columns;
        if around.result(cell).value() == 0.0 {
            return Explanation::direct(Expression::Number(0.0));
        }
        let mut steps = Steps::default();
        let seen = (0..columns).map(|column| Cell::new(cell.row, column)).filter(|&at| around.result(at).value() != 0.0);
        let mean = steps.line("Σ G·y", total(seen.map(|at| around.gradient(at).times(around.result(at)))));
        steps.result(around.result(cell).times(around.gradient(cell).less(mean)))
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

/// G to yᵢⱼ · (Gᵢⱼ − Σₖ Gᵢₖ yᵢₖ), beside y.
struct Backward;

impl<T: Element> rows::RowOperation<T> for Backward {
    #[inline(always)]
    fn change(&self, index: usize, row: &mut [T], others: &[Arc<Array2<T>>]) {
        let none = T::zero();
        for y in others {
            let y = &*rows::row_of(y, index);
            let mean = rows::sum_of_pairs(row, y, |g, y| if y == none { none } else { g * y });
            for (g, &y) in row.iter_mut().zip(y) {
                *g = if y == none { none } else { y * (*g - mean) };
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
        // Of two equal scores y = [½, ½]: ½ · (1 − ½) and ½ · (0 − ½). Of [0, ln 3] y = [¼, ¾]: ¼ · (1 − ¼) and ¾ · (0 − ¼).
        let x = array![[0.0, 0.0], [0.0, 3.0_f64.ln()]];
        for form in [Softmax::Stable, Softmax::Naive] {
            let [dx] = &backward(&form, std::slice::from_ref(&x), array![[1.0, 0.0], [1.0, 0.0]])[..] else { panic!() };
            let expected = array![[0.25, -0.25], [0.1875, -0.1875]];
            assert_close(dx, &expected);
        }
    }

    #[test]
    fn what_weighs_nothing_has_no_gradient() {
        let hidden = f64::NEG_INFINITY;
        let x = array![[0.0, hidden, 0.0], [hidden, hidden, hidden]];
        for wild in [5.0, f64::INFINITY, f64::NAN] {
            let dx = backward(&Softmax::Stable, std::slice::from_ref(&x), array![[1.0, wild, 0.0], [wild, wild, wild]]);
            assert_eq!(dx, [array![[0.25, 0.0, -0.25], [0.0, 0.0, 0.0]]]);
        }
    }
}
