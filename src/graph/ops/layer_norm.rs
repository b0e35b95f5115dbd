//! Layer normalisation (Ba, Kiros and Hinton, 2016).

use std::sync::Arc;

use ndarray::Array2;

use super::{
    Around, Contribution, Element, Explanation, Expression, Flops, Inputs, Multiply, Operation, Upstream, row_terms, rows, term, total,
};
use crate::graph::expression::{Function, Steps};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// Where ε stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum EpsilonPlace {
    /// √(σ² + ε), as in `PyTorch`.
    #[default]
    UnderRoot,
    /// σ + ε.
    BesideSigma,
}

/// yᵢⱼ = (xᵢⱼ − μᵢ) / √(σᵢ² + ε) · γⱼ + βⱼ, row by row, with the population variance σ² = Σ(x − μ)² / d.
///
/// Inputs: x \[n, d\], then γ \[1, d\] and β \[1, d\] as far as there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerNorm {
    /// ε.
    pub epsilon: f64,
    /// Where it stands.
    pub place: EpsilonPlace,
}

impl LayerNorm {
    #[inline(always)]
    fn denominator<T: Element>(self, variance: T) -> T {
        let epsilon = T::of(self.epsilon);
        match self.place {
            EpsilonPlace::UnderRoot => (variance + epsilon).sqrt(),
            EpsilonPlace::BesideSigma => variance.sqrt() + epsilon,
        }
    }

    /// A row x to x̂ = (x − μ) / r; gives σ² and r.
    #[inline(always)]
    fn standardise<T: Element>(self, row: &mut [T]) -> (T, T) {
        let count = T::of(row.len() as f64);
        // Twice: the first mean is rounded, and what it leaves would cost a row of large and nearly equal numbers its digits.
        for _ in 0..2 {
            let mean = rows::sum(row, |x| x) / count;
            for x in row.iter_mut() {
                *x -= mean;
            }
        }
        let variance = rows::sum(row, |x| x * x) / count;
        let denominator = self.denominator(variance);
        for x in row.iter_mut() {
            *x /= denominator;
        }
        (variance, denominator)
    }
}

impl Operation for LayerNorm {
    fn name(&self) -> &'static str {
        match self.place {
            EpsilonPlace::UnderRoot => "layer_norm",
            EpsilonPlace::BesideSigma => "layer_norm_beside",
        }
    }

    fn formula(&self) -> String {
        match self.place {
            EpsilonPlace::UnderRoot => format!("yᵢⱼ = (xᵢⱼ − μᵢ) / √(σᵢ² + {:e}) × γⱼ + βⱼ", self.epsilon),
            EpsilonPlace::BesideSigma => format!("yᵢⱼ = (xᵢⱼ − μᵢ) / (σᵢ + {:e}) × γⱼ + βⱼ", self.epsilon),
        }
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let (x, parameters) = inputs.split_first()?;
        let fits = parameters.len() <= 2 && parameters.iter().all(|shape| *shape == Shape::new(1, x.columns));
        fits.then_some(*x)
    }

    fn forward<T: Element>(&self, inputs: Inputs<T>) -> Array2<T> {
        rows::each_row(self, inputs)
    }

    /// With r the denominator, x̂ = (x − μ) / r and H = G ⊙ γ:
    ///
    /// - ∂L/∂xᵢⱼ = (Hᵢⱼ − mean(Hᵢ)) / rᵢ − x̂ᵢⱼ · mean(Hᵢ ⊙ x̂ᵢ) / qᵢ, where q = r for ε under the root, and σ for ε beside σ
    ///   (where σ = 0, x̂ is 0 too, and the second term);
    /// - ∂L/∂γⱼ = Σᵢ Gᵢⱼ x̂ᵢⱼ and ∂L/∂βⱼ = Σᵢ Gᵢⱼ.
    ///
    /// Source: Ioffe and Szegedy, 2015, section 3, with the mean over a row in place of a batch.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        let (x, gradient) = (upstream.input(0), upstream.gradient());
        let learned: Vec<_> = (1..upstream.shapes().len()).map(|input| upstream.input(input)).collect();
        let beside = [&x, &gradient].into_iter().chain(learned.first()).cloned().collect();
        let mut passed = vec![Contribution::whole(rows::each_row(&Backward(*self), Inputs::new(beside)))];
        if !learned.is_empty() {
            let normalised = Arc::new(rows::each_row(self, Inputs::new(vec![x])));
            let products = rows::each_row(&Multiply, Inputs::new(vec![normalised, Arc::clone(&gradient)]));
            passed.push(Contribution::whole(rows::column_sums(&products)));
        }
        if learned.len() > 1 {
            passed.push(Contribution::whole(rows::column_sums(&gradient)));
        }
        passed
    }

    fn flops(&self, inputs: &[Shape], output: Shape) -> Flops {
        let (cells, rows) = (output.cells(), output.rows);
        let has = |input: usize| usize::from(inputs.len() > input);
        Flops::new(cells * (2 + has(1)) + 2 * rows, cells * (3 + has(2)) + rows, rows)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let row = row_terms(inputs, 0, cell);
        let mut steps = Steps::default();
        let (mean, variance) = deviations(&mut steps, &row);
        let denominator = self.written_denominator(variance);
        let mut result = term(inputs, 0, cell).less(mean).over(denominator);
        if inputs.len() > 1 {
            result = steps.line("x̂", result).times(term(inputs, 1, Cell::new(0, cell.column)));
        }
        if inputs.len() > 2 {
            result = result.plus(term(inputs, 2, Cell::new(0, cell.column)));
        }
        steps.result(result)
    }

    fn explain_backward(&self, around: &Around<'_>, input: usize, cell: Cell) -> Explanation {
        if input == 1 {
            return Explanation::direct(around.gradient_of_gamma(self, cell.column));
        }
        if input == 2 {
            return Explanation::direct(around.gradient_column(cell.column));
        }
        let row = around.input_row(0, cell.row);
        let count = || Expression::Number(row.len() as f64);
        let mut steps = Steps::default();
        let (mu, variance) = deviations(&mut steps, &row);
        let sigma = variance.clone().apply(Function::Sqrt);
        let denominator = steps.line("r", self.written_denominator(variance));
        let normalised = |at: Cell| around.input(0, at).less(mu.clone()).over(denominator.clone());
        let cells = || (0..row.len()).map(|column| Cell::new(cell.row, column));
        let mean = steps.line("mean(H)", total(cells().map(|at| around.scaled_gradient(at))).over(count()));
        let products = cells().map(|at| around.scaled_gradient(at).times(normalised(at)));
        let along = steps.line("mean(H·x̂)", total(products).over(count()));
        let away = around.scaled_gradient(cell).less(mean).over(denominator.clone());
        let slope = match self.place {
            EpsilonPlace::UnderRoot => denominator.clone(),
            // All x of the row are alike, and x̂ is 0.
            EpsilonPlace::BesideSigma if sigma.value() == 0.0 => return steps.result(away),
            EpsilonPlace::BesideSigma => sigma,
        };
        steps.result(away.less(normalised(cell).times(along.over(slope))))
    }
}

impl LayerNorm {
    /// r, made from σ².
    fn written_denominator(&self, variance: Expression) -> Expression {
        let epsilon = Expression::Number(self.epsilon);
        match self.place {
            EpsilonPlace::UnderRoot => variance.plus(epsilon).apply(Function::Sqrt),
            EpsilonPlace::BesideSigma => variance.apply(Function::Sqrt).plus(epsilon),
        }
    }
}

/// μ and σ² of a row, as lines.
fn deviations(steps: &mut Steps, row: &[Expression]) -> (Expression, Expression) {
    let count = || Expression::Number(row.len() as f64);
    let mean = steps.line("μ", Expression::Sum(row.to_vec()).over(count()));
    let squares = row.iter().map(|x| x.clone().less(mean.clone()).squared()).collect();
    let variance = steps.line("σ²", Expression::Sum(squares).over(count()));
    (mean, variance)
}

impl<T: Element> rows::RowOperation<T> for LayerNorm {
    #[inline(always)]
    fn change(&self, _: usize, row: &mut [T], parameters: &[Arc<Array2<T>>]) {
        self.standardise(row);
        if let Some(gamma) = parameters.first() {
            for (x, &gamma) in row.iter_mut().zip(&*rows::row_of(gamma, 0)) {
                *x *= gamma;
            }
        }
        if let Some(beta) = parameters.get(1) {
            for (x, &beta) in row.iter_mut().zip(&*rows::row_of(beta, 0)) {
                *x += beta;
            }
        }
    }
}

/// x to ∂L/∂x, beside G and, where there is one, γ.
struct Backward(LayerNorm);

impl<T: Element> rows::RowOperation<T> for Backward {
    #[inline(always)]
    fn change(&self, index: usize, row: &mut [T], others: &[Arc<Array2<T>>]) {
        let Some((gradient, gamma)) = others.split_first() else { return };
        let (variance, denominator) = self.0.standardise(row);
        let mut h = rows::row_of(gradient, index).into_owned();
        for gamma in gamma {
            for (h, &gamma) in h.iter_mut().zip(&*rows::row_of(gamma, 0)) {
                *h *= gamma;
            }
        }
        let count = T::of(row.len() as f64);
        let mean = rows::sum(&h, |h| h) / count;
        let along = rows::sum_of_pairs(&h, row, |h, x| h * x) / count;
        let slope = match self.0.place {
            EpsilonPlace::UnderRoot => along / denominator,
            EpsilonPlace::BesideSigma if variance == T::zero() => T::zero(),
            EpsilonPlace::BesideSigma => along / variance.sqrt(),
        };
        for (x, &h) in row.iter_mut().zip(&h) {
            *x = (h - mean) / denominator - *x * slope;
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::super::backward::tests::backward;
    use super::*;

    /// x = [1, 3] has μ = 2 and σ = 1, so that x̂ = [−1, 1] / r with r = 2 for both ε.
    #[test]
    fn the_gradient_is_by_hand() {
        let inputs = [array![[1.0, 3.0]], array![[2.0, 1.0]], array![[0.0, 0.0]]];
        // H = [2, 0], its mean 1; mean(H ⊙ x̂) = −½. First term: [1, −1] / 2. Second: x̂ · (−½) / q = [¼, −¼] / q, with q = 2 or 1.
        for (place, epsilon, dx) in [(EpsilonPlace::UnderRoot, 3.0, 0.375), (EpsilonPlace::BesideSigma, 1.0, 0.25)] {
            let got = backward(&LayerNorm { epsilon, place }, &inputs, array![[1.0, 0.0]]);
            assert_eq!(got, [array![[dx, -dx]], array![[-0.5, 0.0]], array![[1.0, 0.0]]], "{place:?}");
        }
    }

    #[test]
    fn a_constant_row_has_a_gradient() {
        let x = [array![[5.0, 5.0]]];
        let got = backward(&LayerNorm { epsilon: 0.25, place: EpsilonPlace::BesideSigma }, &x, array![[1.0, 0.0]]);
        assert_eq!(got, [array![[2.0, -2.0]]]);
        let got = backward(&LayerNorm { epsilon: 0.25, place: EpsilonPlace::UnderRoot }, &x, array![[1.0, 0.0]]);
        assert_eq!(got, [array![[1.0, -1.0]]]);
    }

    #[test]
    fn gradients_of_the_parameters_add_up_over_the_rows() {
        let norm = LayerNorm { epsilon: 0.0, place: EpsilonPlace::UnderRoot };
        let inputs = [array![[0.0, 2.0], [4.0, 0.0]], array![[1.0, 1.0]], array![[0.0, 0.0]]];
        let [_, gamma, beta] = &backward(&norm, &inputs, array![[1.0, 10.0], [2.0, 20.0]])[..] else { panic!() };
        // x̂ = [[−1, 1], [1, −1]].
        assert_eq!((gamma, beta), (&array![[1.0, -10.0]], &array![[3.0, 30.0]]));
    }
}
