//! Layer normalisation (Ba, Kiros and Hinton, 2016).

use std::sync::Arc;

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
    #[inline(always)]
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

    fn forward<T: Element>(&self, inputs: Inputs<T>) -> Array2<T> {
        rows::each_row(self, inputs)
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

impl<T: Element> rows::RowOperation<T> for LayerNorm {
    #[inline(always)]
    fn change(&self, _: usize, row: &mut [T], parameters: &[Arc<Array2<T>>]) {
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
