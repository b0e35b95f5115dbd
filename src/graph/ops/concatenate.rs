//! Matrices side by side: the heads' outputs.

use ndarray::{Array2, s};

use super::{Around, Contribution, Element, Explanation, Flops, Inputs, Operation, Upstream, term};
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

    /// Each part has the columns of G that were made from it.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        let gradient = upstream.gradient();
        let mut first = 0;
        let columns = |part: &Shape| {
            let range = first..first + part.columns;
            first = range.end;
            Contribution::whole(gradient.slice(s![.., range]).as_standard_layout().into_owned())
        };
        upstream.shapes().iter().map(columns).collect()
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

    fn explain_backward(&self, around: &Around<'_>, input: usize, cell: Cell) -> Explanation {
        let before: usize = (0..input).map(|part| around.shape(part).columns).sum();
        Explanation::direct(around.gradient(Cell::new(cell.row, before + cell.column)))
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::super::backward::tests::backward;
    use super::*;

    #[test]
    fn each_part_gets_its_columns() {
        let parts = [array![[0.0], [0.0]], array![[0.0, 0.0], [0.0, 0.0]]];
        let got = backward(&Concatenate, &parts, array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        assert_eq!(got, [array![[1.0], [4.0]], array![[2.0, 3.0], [5.0, 6.0]]]);
    }
}
