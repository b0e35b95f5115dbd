//! The sum of two matrices: residual connections, positions.

use ndarray::Array2;

use super::{Element, Explanation, Flops, Inputs, Operation, term};
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

    fn forward<T: Element>(&self, mut inputs: Inputs<T>, _: usize) -> Array2<T> {
        let a = inputs.owned();
        a + &*inputs.shared()
    }

    fn flops(&self, _: &[Shape], output: Shape) -> Flops {
        Flops::new(0, output.cells(), 0)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        Explanation::direct(term(inputs, 0, cell).plus(term(inputs, 1, cell)))
    }
}
