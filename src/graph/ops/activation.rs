//! A function of each number.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI, TAU};
use std::sync::Arc;

use ndarray::Array2;

use super::{Around, Contribution, Element, Explanation, Expression, Flops, Inputs, Operation, Upstream, rows, term};
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

    /// ∂L/∂x = G ⊙ f′(x), with
    ///
    /// | f | f′(x) | source |
    /// |---|---|---|
    /// | ReLU | 1 where x > 0, else 0; also 0 at x = 0, as in `PyTorch` | Glorot et al., 2011 |
    /// | GELU | Φ(x) + x · φ(x), with φ(x) = exp(−x² / 2) / √(2π) | Hendrycks and Gimpel, 2016 |
    /// | its tanh form | σ(z) + x · σ(z) · (1 − σ(z)) · z′, with z = 2·√(2/π) · (x + 0.044715·x³) | the same |
    /// | SiLU | σ(x) + x · σ(x) · (1 − σ(x)), with σ(x) = 1 / (1 + e⁻ˣ) | Elfwing et al., 2018 |
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        let x = upstream.input(0);
        vec![Contribution::whole(rows::each_row(&Derivative(*self), upstream.beside([x])))]
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

    fn explain_backward(&self, around: &Around<'_>, _: usize, cell: Cell) -> Explanation {
        let x = || around.input(0, cell);
        let number = Expression::Number;
        let mut steps = Steps::default();
        // x · σ′, or 0 where σ′ has vanished and x may be infinite.
        let times_x = |slope: Expression| if slope.value() == 0.0 { number(0.0) } else { x().times(slope) };
        let derivative = match self {
            Self::Relu => number(if x().value() <= 0.0 { 0.0 } else { 1.0 }),
            Self::Gelu => {
                let erf = steps.line("erf", x().over(number(2.0).apply(Function::Sqrt)).apply(Function::Erf));
                let below = number(1.0).plus(erf).over(number(2.0));
                let density = number(0.0).less(x().squared().over(number(2.0))).apply(Function::Exp);
                below.plus(times_x(density.over(number(TAU).apply(Function::Sqrt))))
            }
            Self::GeluTanh => {
                let factor = || number(2.0).times(number(FRAC_2_PI).apply(Function::Sqrt));
                let inner = x().plus(Expression::Product(vec![number(GELU_CUBIC), x().squared(), x()]));
                let (sigma, slope) = logistic_lines(&mut steps, factor().times(inner));
                let inside = factor().times(number(1.0).plus(Expression::Product(vec![number(3.0 * GELU_CUBIC), x().squared()])));
                let slope = if slope.value() == 0.0 { slope } else { slope.times(inside) };
                sigma.plus(times_x(slope))
            }
            Self::Silu => {
                let (sigma, slope) = logistic_lines(&mut steps, x());
                sigma.plus(times_x(slope))
            }
        };
        let derivative = if let Self::Relu = self { derivative } else { steps.line("f′", derivative) };
        steps.result(around.gradient(cell).times(derivative))
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

/// G to G ⊙ f′(x), beside x.
struct Derivative(Activation);

impl<T: Element> rows::RowOperation<T> for Derivative {
    #[inline(always)]
    fn change(&self, index: usize, row: &mut [T], others: &[Arc<Array2<T>>]) {
        for x in others {
            let x = &*rows::row_of(x, index);
            match self.0 {
                Activation::Relu => {
                    for (g, &x) in row.iter_mut().zip(x) {
                        *g = if x <= T::zero() { T::zero() } else { *g };
                    }
                }
                Activation::Gelu => {
                    for (g, &x) in row.iter_mut().zip(x) {
                        *g *= gelu_slope(x);
                    }
                }
                Activation::GeluTanh => {
                    for (g, &x) in row.iter_mut().zip(x) {
                        *g *= gelu_tanh_slope(x);
                    }
                }
                Activation::Silu => {
                    for (g, &x) in row.iter_mut().zip(x) {
                        *g *= silu_slope(x);
                    }
                }
            }
        }
    }
}

/// σ(z) = 1 / (1 + e⁻ᶻ) and σ′(z) = σ(z) · (1 − σ(z)), as lines.
fn logistic_lines(steps: &mut Steps, z: Expression) -> (Expression, Expression) {
    let one = || Expression::Number(1.0);
    let sigma = steps.line("σ", one().over(one().plus(Expression::Number(0.0).less(z).apply(Function::Exp))));
    (sigma.clone(), sigma.clone().times(one().less(sigma)))
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

/// Φ by the complementary error function, which loses no digits where erf comes close to −1.
#[inline(always)]
fn gelu_slope<T: Element>(x: T) -> T {
    let x = x.wide();
    let (below, density) = (0.5 * libm::erfc(-x * FRAC_1_SQRT_2), (-0.5 * x * x).exp() / TAU.sqrt());
    T::of(below + unless_zero(density, x))
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

/// z = 2u is as in [`gelu_tanh`].
#[inline(always)]
fn gelu_tanh_slope<T: Element>(x: T) -> T {
    let (factor, cubic) = (T::of(2.0 * FRAC_2_PI.sqrt()), T::of(GELU_CUBIC));
    let (value, slope) = logistic(factor * (x + cubic * x * x * x));
    value + unless_zero(slope, x * factor * (T::one() + T::of(3.0) * cubic * x * x))
}

#[inline(always)]
fn silu_slope<T: Element>(x: T) -> T {
    let (value, slope) = logistic(x);
    value + unless_zero(slope, x)
}

/// σ(z) and σ′(z) = σ(z) · (1 − σ(z)), both from e^(−|z|), which never overflows.
#[inline(always)]
fn logistic<T: Element>(z: T) -> (T, T) {
    let small = (-z.abs()).exponential();
    let sum = T::one() + small;
    (if z < T::zero() { small / sum } else { sum.recip() }, small / (sum * sum))
}

/// slope · x, and 0 where the slope has vanished and x may be infinite.
#[inline(always)]
fn unless_zero<T: Element>(slope: T, x: T) -> T {
    if slope == T::zero() { T::zero() } else { slope * x }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::super::backward::tests::backward;
    use super::*;

    const ALL: [Activation; 4] = [Activation::Relu, Activation::Gelu, Activation::GeluTanh, Activation::Silu];

    fn slopes<T: Element>(function: Activation, x: &[T]) -> Vec<T> {
        let x = Array2::from_shape_vec((1, x.len()), x.to_vec()).unwrap();
        let ones = Array2::from_elem(x.dim(), T::one());
        backward(&function, &[x], ones).into_iter().flatten().collect()
    }

    #[test]
    fn slopes_at_zero_and_far_away() {
        for function in ALL {
            let at_zero = if function == Activation::Relu { 0.0 } else { 0.5 };
            assert_eq!(slopes(function, &[0.0_f64, 1e3, -1e3]), [at_zero, 1.0, 0.0], "{function:?}");
            let (huge, none) = (f64::INFINITY, f64::NEG_INFINITY);
            assert_eq!(slopes(function, &[1e300, -1e300, huge, none]), [1.0, 0.0, 1.0, 0.0], "{function:?}");
            assert_eq!(slopes(function, &[1e30_f32, -1e30, f32::INFINITY, f32::NEG_INFINITY]), [1.0, 0.0, 1.0, 0.0], "{function:?}");
        }
    }

    #[test]
    fn slopes_by_hand() {
        // σ(ln 3) = ¾, so that SiLU′ = ¾ + ln 3 · ¾ · ¼.
        let x = 3.0_f64.ln();
        assert!((slopes(Activation::Silu, &[x])[0] - (0.75 + x * 0.1875)).abs() < 1e-15);
        // Φ(1) = 0.84134… and φ(1) = 0.24197….
        assert!((slopes(Activation::Gelu, &[1.0_f64])[0] - (0.841_344_746_068_542_9 + 0.241_970_724_519_143_4)).abs() < 1e-15);
        assert_eq!(slopes(Activation::Relu, &[-2.0, 3.0]), [0.0, 1.0]);
    }

    #[test]
    fn the_gradient_is_the_slope_times_what_arrives() {
        assert_eq!(
            backward(&Activation::Relu, &[array![[-1.0, 2.0], [3.0, 0.0]]], array![[5.0, 6.0], [7.0, 8.0]]),
            [array![[0.0, 6.0], [7.0, 0.0]]]
        );
    }
}
