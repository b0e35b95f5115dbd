//! A bias: the same row for every position.

use ndarray::Array2;

use super::{Element, Explanation, Flops, Inputs, Operation, term};
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

    fn forward<T: Element>(&self, mut inputs: Inputs<T>, _: usize) -> Array2<T> {
        let x = inputs.owned();
        x + &*inputs.shared()
    }

    fn flops(&self, _: &[Shape], output: Shape) -> Flops {
        Flops::new(0, output.cells(), 0)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        Explanation::direct(term(inputs, 0, cell).plus(term(inputs, 1, Cell::new(0, cell.column))))
    }
}
