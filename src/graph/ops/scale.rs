//! Times or over one number: the divisor of the scores, the factor of the embeddings.

use std::fmt;
use std::sync::Arc;

use ndarray::Array2;

use super::{Around, Contribution, Element, Explanation, Expression, Flops, Inputs, Operation, Upstream, rows, term};
use crate::graph::expression::Function;
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// A number of the set-up, as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// The number itself.
    Plain(f64),
    /// √ of the number.
    Root(f64),
}

impl Scalar {
    /// The number.
    pub fn value(self) -> f64 {
        match self {
            Self::Plain(value) => value,
            Self::Root(square) => square.sqrt(),
        }
    }

    fn expression(self) -> Expression {
        match self {
            Self::Plain(value) => Expression::Number(value),
            Self::Root(square) => Expression::Number(square).apply(Function::Sqrt),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(value) => write!(f, "{value}"),
            Self::Root(square) => write!(f, "√{square}"),
        }
    }
}

/// Every number times or over the same one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// x × s.
    Times(Scalar),
    /// x / s.
    Over(Scalar),
}

impl Operation for Scale {
    fn name(&self) -> &'static str {
        match self {
            Self::Times(_) => "scale_times",
            Self::Over(_) => "scale_over",
        }
    }

    fn formula(&self) -> String {
        match self {
            Self::Times(scalar) => format!("yᵢⱼ = xᵢⱼ × {scalar}"),
            Self::Over(scalar) => format!("yᵢⱼ = xᵢⱼ / {scalar}"),
        }
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [x] = inputs else { return None };
        Some(*x)
    }

    fn forward<T: Element>(&self, inputs: Inputs<T>) -> Array2<T> {
        rows::each_row(self, inputs)
    }

    /// ∂L/∂x = G × s, or G / s.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        vec![Contribution::whole(rows::each_row(self, upstream.beside([])))]
    }

    fn flops(&self, _: &[Shape], output: Shape) -> Flops {
        Flops::new(output.cells(), 0, 0)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let x = term(inputs, 0, cell);
        Explanation::direct(match self {
            Self::Times(scalar) => x.times(scalar.expression()),
            Self::Over(scalar) => x.over(scalar.expression()),
        })
    }

    fn explain_backward(&self, around: &Around<'_>, _: usize, cell: Cell) -> Explanation {
        let gradient = around.gradient(cell);
        Explanation::direct(match self {
            Self::Times(scalar) => gradient.times(scalar.expression()),
            Self::Over(scalar) => gradient.over(scalar.expression()),
        })
    }
}

impl<T: Element> rows::RowOperation<T> for Scale {
    #[inline(always)]
    fn change(&self, _: usize, row: &mut [T], _: &[Arc<Array2<T>>]) {
        match self {
            Self::Times(scalar) => {
                let factor = T::of(scalar.value());
                for x in row {
                    *x *= factor;
                }
            }
            Self::Over(scalar) => {
                let divisor = T::of(scalar.value());
                for x in row {
                    *x /= divisor;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::super::backward::tests::backward;
    use super::*;

    #[test]
    fn the_gradient_is_scaled_alike() {
        let (x, g) = ([array![[1.0, 2.0]]], array![[3.0, 6.0]]);
        assert_eq!(backward(&Scale::Times(Scalar::Plain(3.0)), &x, g.clone()), [array![[9.0, 18.0]]]);
        assert_eq!(backward(&Scale::Over(Scalar::Root(9.0)), &x, g), [array![[1.0, 2.0]]]);
    }
}
