//! Normalisation by the root mean square (Zhang and Sennrich, 2019).

use std::sync::Arc;

use ndarray::Array2;

use super::{
    Around, Contribution, Element, Explanation, Expression, Flops, Inputs, Multiply, Operation, Upstream, row_terms, rows, term, total,
};
use crate::graph::expression::{Function, Steps};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// yᵢⱼ = xᵢⱼ / √(Σₖ xᵢₖ² / d + ε) · γⱼ, row by row. Inputs: x \[n, d\], then γ \[1, d\] where there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RmsNorm {
    /// ε.
    pub epsilon: f64,
}

impl RmsNorm {
    /// A row x to x̂ = x / r; gives r.
    #[inline(always)]
    fn divide<T: Element>(self, row: &mut [T]) -> T {
        let squares = rows::sum(row, |x| x * x);
        let denominator = (squares / T::of(row.len() as f64) + T::of(self.epsilon)).sqrt();
        for x in row.iter_mut() {
            *x /= denominator;
        }
        denominator
    }
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

    /// With r the root mean square, x̂ = x / r and H = G ⊙ γ:
    /// ∂L/∂xᵢⱼ = (Hᵢⱼ − x̂ᵢⱼ · mean(Hᵢ ⊙ x̂ᵢ)) / rᵢ and ∂L/∂γⱼ = Σᵢ Gᵢⱼ x̂ᵢⱼ.
    ///
    /// Source: Zhang and Sennrich, 2019, section 4.2.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        let (x, gradient) = (upstream.input(0), upstream.gradient());
        let gamma = (upstream.shapes().len() > 1).then(|| upstream.input(1));
        let beside = [&x, &gradient].into_iter().chain(&gamma).cloned().collect();
        let mut passed = vec![Contribution::whole(rows::each_row(&Backward(*self), Inputs::new(beside)))];
        if gamma.is_some() {
            let normalised = Arc::new(rows::each_row(self, Inputs::new(vec![x])));
            let products = rows::each_row(&Multiply, Inputs::new(vec![normalised, gradient]));
            passed.push(Contribution::whole(rows::column_sums(&products)));
        }
        passed
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

    fn explain_backward(&self, around: &Around<'_>, input: usize, cell: Cell) -> Explanation {
        if input == 1 {
            return Explanation::direct(around.gradient_of_gamma(self, cell.column));
        }
        let row = around.input_row(0, cell.row);
        let count = || Expression::Number(row.len() as f64);
        let mut steps = Steps::default();
        let mean = steps.line("Σ x²/d", Expression::Sum(row.iter().cloned().map(Expression::squared).collect()).over(count()));
        let denominator = steps.line("r", mean.plus(Expression::Number(self.epsilon)).apply(Function::Sqrt));
        let normalised = |at: Cell| around.input(0, at).over(denominator.clone());
        let products = (0..row.len()).map(|column| Cell::new(cell.row, column)).map(|at| around.scaled_gradient(at).times(normalised(at)));
        let along = steps.line("mean(H·x̂)", total(products).over(count()));
        let own = around.scaled_gradient(cell).less(normalised(cell).times(along));
        steps.result(own.over(denominator.clone()))
    }
}

impl<T: Element> rows::RowOperation<T> for RmsNorm {
    #[inline(always)]
    fn change(&self, _: usize, row: &mut [T], parameters: &[Arc<Array2<T>>]) {
        self.divide(row);
        for gamma in parameters {
            for (x, &gamma) in row.iter_mut().zip(&*rows::row_of(gamma, 0)) {
                *x *= gamma;
            }
        }
    }
}

/// x to ∂L/∂x, beside G and, where there is one, γ.
struct Backward(RmsNorm);

impl<T: Element> rows::RowOperation<T> for Backward {
    #[inline(always)]
    fn change(&self, index: usize, row: &mut [T], others: &[Arc<Array2<T>>]) {
        let Some((gradient, gamma)) = others.split_first() else { return };
        let denominator = self.0.divide(row);
        let mut h = rows::row_of(gradient, index).into_owned();
        for gamma in gamma {
            for (h, &gamma) in h.iter_mut().zip(&*rows::row_of(gamma, 0)) {
                *h *= gamma;
            }
        }
        let along = rows::sum_of_pairs(&h, row, |h, x| h * x) / T::of(row.len() as f64);
        for (x, &h) in row.iter_mut().zip(&h) {
            *x = (h - *x * along) / denominator;
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
        // r = √((1 + 7²) / 2) = 5 and x̂ = [0.2, 1.4]. H = [2, 0], mean(H ⊙ x̂) = 0.2: (2 − 0.2 · 0.2) / 5 and −1.4 · 0.2 / 5.
        let [dx, gamma] = &backward(&RmsNorm { epsilon: 0.0 }, &[array![[1.0, 7.0]], array![[2.0, 3.0]]], array![[1.0, 0.0]])[..] else {
            panic!()
        };
        assert_close(dx, &array![[0.392, -0.056]]);
        assert_close(gamma, &array![[0.2, 0.0]]);
        // Of a zero row x̂ is 0 and r = √ε.
        let got = backward(&RmsNorm { epsilon: 4.0 }, &[array![[0.0, 0.0]]], array![[1.0, -6.0]]);
        assert_eq!(got, [array![[0.5, -3.0]]]);
    }
}
