//! The product of two matrices cell by cell: gates.

use std::sync::Arc;

use ndarray::Array2;

use super::{Around, Contribution, Element, Explanation, Flops, Inputs, Operation, Upstream, rows, term};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// a ⊙ b, cell by cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiply;

impl Operation for Multiply {
    fn name(&self) -> &'static str {
        "multiply"
    }

    fn formula(&self) -> String {
        "yᵢⱼ = aᵢⱼ × bᵢⱼ".to_owned()
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [a, b] = inputs else { return None };
        (a == b).then_some(*a)
    }

    fn forward<T: Element>(&self, inputs: Inputs<T>) -> Array2<T> {
        rows::each_row(self, inputs)
    }

    /// ∂L/∂a = G ⊙ b and ∂L/∂b = G ⊙ a.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        let times = |input| Contribution::whole(rows::each_row(self, Inputs::new(vec![upstream.gradient(), upstream.input(input)])));
        vec![times(1), times(0)]
    }

    fn flops(&self, _: &[Shape], output: Shape) -> Flops {
        Flops::new(output.cells(), 0, 0)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        Explanation::direct(term(inputs, 0, cell).times(term(inputs, 1, cell)))
    }

    fn explain_backward(&self, around: &Around<'_>, input: usize, cell: Cell) -> Explanation {
        Explanation::direct(around.gradient(cell).times(around.input(1 - input.min(1), cell)))
    }
}

impl<T: Element> rows::RowOperation<T> for Multiply {
    #[inline(always)]
    fn change(&self, index: usize, row: &mut [T], others: &[Arc<Array2<T>>]) {
        for other in others {
            for (x, &y) in row.iter_mut().zip(&*rows::row_of(other, index)) {
                *x *= y;
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
    fn each_gets_the_gradient_times_the_other() {
        let got = backward(&Multiply, &[array![[2.0, 3.0]], array![[5.0, 7.0]]], array![[1.0, 10.0]]);
        assert_eq!(got, [array![[5.0, 70.0]], array![[2.0, 30.0]]]);
    }
}
