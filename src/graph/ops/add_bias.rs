//! A bias: the same row for every position.

use std::sync::Arc;

use ndarray::Array2;

use super::{Around, Contribution, Element, Explanation, Flops, Inputs, Operation, Upstream, rows, term};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// x + b with x [n, d] and b [1, d].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddBias;

impl Operation for AddBias {
    fn name(&self) -> &'static str {
        "add_bias"
    }

    fn formula(&self) -> String {
        "yᵢⱼ = xᵢⱼ + bⱼ".to_owned()
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [x, bias] = inputs else { return None };
        (*bias == Shape::new(1, x.columns)).then_some(*x)
    }

    fn forward<T: Element>(&self, inputs: Inputs<T>) -> Array2<T> {
        rows::each_row(self, inputs)
    }

    /// ∂L/∂x = G and ∂L/∂bⱼ = Σᵢ Gᵢⱼ.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        let gradient = upstream.gradient();
        let bias = Contribution::whole(rows::column_sums(&gradient));
        vec![Contribution::Whole(gradient), bias]
    }

    fn flops(&self, _: &[Shape], output: Shape) -> Flops {
        Flops::new(0, output.cells(), 0)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        Explanation::direct(term(inputs, 0, cell).plus(term(inputs, 1, Cell::new(0, cell.column))))
    }

    fn explain_backward(&self, around: &Around<'_>, input: usize, cell: Cell) -> Explanation {
        Explanation::direct(if input == 0 { around.gradient(cell) } else { around.gradient_column(cell.column) })
    }
}

impl<T: Element> rows::RowOperation<T> for AddBias {
    #[inline(always)]
    fn change(&self, _: usize, row: &mut [T], others: &[Arc<Array2<T>>]) {
        for other in others {
            for (x, &y) in row.iter_mut().zip(&*rows::row_of(other, 0)) {
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
    fn the_bias_gets_the_sum_of_the_rows() {
        let g = array![[1.0, 2.0], [10.0, 20.0]];
        assert_eq!(backward(&AddBias, &[g.clone(), array![[0.0, 0.0]]], g.clone()), [g, array![[11.0, 22.0]]]);
    }
}
