//! The product of two matrices cell by cell: gates.

use ndarray::Array2;

use super::{Element, Explanation, Flops, Inputs, Operation, term};
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

    fn forward<T: Element>(&self, mut inputs: Inputs<T>, _: usize) -> Array2<T> {
        let a = inputs.owned();
        a * &*inputs.shared()
    }

    fn flops(&self, _: &[Shape], output: Shape) -> Flops {
        Flops::new(output.cells(), 0, 0)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        Explanation::direct(term(inputs, 0, cell).times(term(inputs, 1, cell)))
    }
}
