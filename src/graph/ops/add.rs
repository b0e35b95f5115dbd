//! The sum of two matrices: residual connections, positions.

use std::sync::Arc;

use ndarray::Array2;

use super::{Around, Contribution, Element, Explanation, Flops, Inputs, Operation, Upstream, rows, term};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// a + b, cell by cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Add;

impl Operation for Add {
    fn name(&self) -> &'static str {
        "add"
    }

    fn formula(&self) -> String {
        "yᵢⱼ = aᵢⱼ + bᵢⱼ".to_owned()
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [a, b] = inputs else { return None };
        (a == b).then_some(*a)
    }

    fn forward<T: Element>(&self, inputs: Inputs<T>) -> Array2<T> {
        rows::each_row(self, inputs)
    }

    /// ∂L/∂a = ∂L/∂b = G.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        vec![Contribution::Whole(upstream.gradient()), Contribution::Whole(upstream.gradient())]
    }

    fn flops(&self, _: &[Shape], output: Shape) -> Flops {
        Flops::new(0, output.cells(), 0)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        Explanation::direct(term(inputs, 0, cell).plus(term(inputs, 1, cell)))
    }

    fn explain_backward(&self, around: &Around<'_>, _: usize, cell: Cell) -> Explanation {
        Explanation::direct(around.gradient(cell))
    }
}

impl<T: Element> rows::RowOperation<T> for Add {
    #[inline(always)]
    fn change(&self, index: usize, row: &mut [T], others: &[Arc<Array2<T>>]) {
        for other in others {
            for (x, &y) in row.iter_mut().zip(&*rows::row_of(other, index)) {
                *x += y;
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
    fn both_get_the_gradient() {
        let g = array![[5.0, 6.0]];
        assert_eq!(backward(&Add, &[array![[1.0, 2.0]], array![[3.0, 4.0]]], g.clone()), [g.clone(), g]);
    }
}
