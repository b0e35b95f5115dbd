//! Layer normalisation (Ba, Kiros and Hinton, 2016).

use ndarray::Array2;

use super::{Element, Explanation, Expression, Flops, Inputs, Operation, row_terms, rows, term};
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
    fn denominator<T: Element>(self, variance: T) -> T {
        let epsilon = T::of(self.epsilon);
        match self.place {
            EpsilonPlace::UnderRoot => (variance + epsilon).sqrt(),
            EpsilonPlace::BesideSigma => variance.sqrt() + epsilon,
        }
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

    fn forward<T: Element>(&self, mut inputs: Inputs<T>, threads: usize) -> Array2<T> {
        let mut x = inputs.owned();
        let parameters: Vec<_> = inputs.rest().map(|row| row.row(0).to_vec()).collect();
        let count = T::of(x.ncols() as f64);
        rows::each_row(&mut x, threads, |_, row| {
            let mean = rows::sum(row) / count;
            row.iter_mut().for_each(|x| *x -= mean);
            // The mean was rounded: what is left of it is taken off too, or a row of large and nearly equal numbers loses its digits.
            let rest = rows::sum(row) / count;
            row.iter_mut().for_each(|x| *x -= rest);
            let variance = rows::fold(row, T::zero(), |sum, x| sum + x * x, |a, b| a + b) / count;
            let denominator = self.denominator(variance);
            row.iter_mut().for_each(|x| *x /= denominator);
            if let Some(gamma) = parameters.first() {
                row.iter_mut().zip(gamma).for_each(|(x, &gamma)| *x *= gamma);
            }
            if let Some(beta) = parameters.get(1) {
                row.iter_mut().zip(beta).for_each(|(x, &beta)| *x += beta);
            }
        });
        x
    }

    fn flops(&self, inputs: &[Shape], output: Shape) -> Flops {
        let (cells, rows) = (output.cells(), output.rows);
        let has = |input: usize| usize::from(inputs.len() > input);
        Flops::new(cells * (2 + has(1)) + 2 * rows, cells * (3 + has(2)) + rows, rows)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let row = row_terms(inputs, 0, cell);
        let count = || Expression::Number(row.len() as f64);
        let mut steps = Steps::default();
        let mean = steps.line("μ", Expression::Sum(row.clone()).over(count()));
        let squares = row.iter().map(|x| x.clone().less(mean.clone()).squared()).collect();
        let variance = steps.line("σ²", Expression::Sum(squares).over(count()));
        let epsilon = Expression::Number(self.epsilon);
        let denominator = match self.place {
            EpsilonPlace::UnderRoot => variance.plus(epsilon).apply(Function::Sqrt),
            EpsilonPlace::BesideSigma => variance.apply(Function::Sqrt).plus(epsilon),
        };
        let mut result = term(inputs, 0, cell).less(mean).over(denominator);
        if inputs.len() > 1 {
            result = steps.line("x̂", result).times(term(inputs, 1, Cell::new(0, cell.column)));
        }
        if inputs.len() > 2 {
            result = result.plus(term(inputs, 2, Cell::new(0, cell.column)));
        }
        steps.result(result)
    }
}
