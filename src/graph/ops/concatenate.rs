//! Matrices side by side: the heads' outputs.

use ndarray::{Array2, s};

use super::{Element, Explanation, Flops, Inputs, Operation, term};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// Concat(a, b, …): [n, d₁], [n, d₂], … → [n, d₁ + d₂ + …].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Concatenate;

impl Operation for Concatenate {
    fn name(&self) -> &'static str {
        "concatenate"
    }

    fn formula(&self) -> String {
        "y = Concat(head₁, …, headₕ)".to_owned()
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let (first, rest) = inputs.split_first()?;
        let fits = rest.iter().all(|shape| shape.rows == first.rows);
        fits.then(|| Shape::new(first.rows, inputs.iter().map(|shape| shape.columns).sum()))
    }

    fn forward<T: Element>(&self, inputs: Inputs<T>) -> Array2<T> {
        let parts: Vec<_> = inputs.rest().collect();
        let rows = parts.first().map_or(0, |part| part.nrows());
        let mut out = Array2::zeros((rows, parts.iter().map(|part| part.ncols()).sum()));
        let mut first = 0;
        for part in parts {
            out.slice_mut(s![.., first..first + part.ncols()]).assign(&part);
            first += part.ncols();
        }
        out
    }

    fn flops(&self, _: &[Shape], _: Shape) -> Flops {
        Flops::default()
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let mut column = cell.column;
        let mut input = 0;
        while let Some(part) = inputs.get(input).map(|part| part.shape().columns).filter(|&part| part <= column) {
            column -= part;
            input += 1;
        }
        Explanation::direct(term(inputs, input, Cell::new(cell.row, column)))
    }
}
