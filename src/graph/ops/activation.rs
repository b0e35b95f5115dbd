//! A function of each number.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI};
use std::sync::Arc;

use ndarray::Array2;

use super::{Element, Explanation, Expression, Flops, Inputs, Operation, rows, term};
use crate::graph::expression::{Function, Steps};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// The factor of x³ in the tanh form of GELU (Hendrycks and Gimpel, 2016).
const GELU_CUBIC: f64 = 0.044_715;

/// The function between the two products of the feed-forward network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Activation {
    /// max(0, x), as in the paper.
    #[default]
    Relu,
    /// x · Φ(x) = x / 2 · (1 + erf(x / √2)).
    Gelu,
    /// x / 2 · (1 + tanh(√(2/π) · (x + 0.044715·x³))), as in GPT-2.
    GeluTanh,
    /// x / (1 + e⁻ˣ).
    Silu,
}

impl Operation for Activation {
    fn name(&self) -> &'static str {
        match self {
            Self::Relu => "relu",
            Self::Gelu => "gelu",
            Self::GeluTanh => "gelu_tanh",
            Self::Silu => "silu",
        }
    }

    fn formula(&self) -> String {
        match self {
            Self::Relu => "y = max(0, x)",
            Self::Gelu => "y = x / 2 × (1 + erf(x / √2))",
            Self::GeluTanh => "y = x / 2 × (1 + tanh(√(2/π) × (x + 0.044715 x³)))",
            Self::Silu => "y = x / (1 + exp(−x))",
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
            Self::Relu => Flops::new(0, cells, 0),
            Self::Gelu => Flops::new(cells * 3, cells, cells),
            Self::GeluTanh => Flops::new(cells * 6, cells * 2, cells),
            Self::Silu => Flops::new(cells, cells * 2, cells),
        }
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let x = || term(inputs, 0, cell);
        let number = Expression::Number;
        let half = || x().over(number(2.0));
        let mut steps = Steps::default();
        let result = match self {
            Self::Relu => Expression::Maximum(vec![number(0.0), x()]),
            Self::Gelu => {
                let erf = steps.line("erf", x().over(number(2.0).apply(Function::Sqrt)).apply(Function::Erf));
                half().times(number(1.0).plus(erf))
            }
            Self::GeluTanh => {
                let cubic = Expression::Product(vec![number(GELU_CUBIC), x().squared(), x()]);
                let inner = number(FRAC_2_PI).apply(Function::Sqrt).times(x().plus(cubic));
                let tanh = steps.line("tanh", inner.apply(Function::Tanh));
                half().times(number(1.0).plus(tanh))
            }
            Self::Silu => x().over(number(1.0).plus(number(0.0).less(x()).apply(Function::Exp))),
        };
        steps.result(result)
    }
}

impl<T: Element> rows::RowOperation<T> for Activation {
    #[inline(always)]
    fn change(&self, _: usize, row: &mut [T], _: &[Arc<Array2<T>>]) {
        // The choice stands outside the loops, so that each loop is of one kind.
        match self {
            Self::Relu => {
                for x in row {
                    *x = relu(*x);
                }
            }
            Self::Gelu => {
                for x in row {
                    *x = gelu(*x);
                }
            }
            Self::GeluTanh => {
                for x in row {
                    *x = gelu_tanh(*x);
                }
            }
            Self::Silu => {
                for x in row {
                    *x = silu(*x);
                }
            }
        }
    }
}

/// max(0, x); a NaN stays one, it must not be hidden by the comparison.
#[inline(always)]
fn relu<T: Element>(x: T) -> T {
    if x < T::zero() { T::zero() } else { x }
}

#[inline(always)]
fn gelu<T: Element>(x: T) -> T {
    T::of(0.5 * x.wide() * (1.0 + libm::erf(x.wide() * FRAC_1_SQRT_2)))
}

/// (1 + tanh u) / 2 is 1 / (1 + e⁻²ᵘ), which loses no digits where tanh comes close to −1.
#[inline(always)]
fn gelu_tanh<T: Element>(x: T) -> T {
    let twice_inner = T::of(2.0 * FRAC_2_PI.sqrt()) * (x + T::of(GELU_CUBIC) * x * x * x);
    x / (T::one() + (-twice_inner).exponential())
}

#[inline(always)]
fn silu<T: Element>(x: T) -> T {
    x / (T::one() + (-x).exponential())
}
