//! The sum of two matrices: residual connections, positions.

use std::sync::Arc;

use ndarray::Array2;

use super::{Element, Explanation, Flops, Inputs, Operation, rows, term};
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

    fn flops(&self, _: &[Shape], output: Shape) -> Flops {
        Flops::new(0, output.cells(), 0)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        Explanation::direct(term(inputs, 0, cell).plus(term(inputs, 1, cell)))
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
