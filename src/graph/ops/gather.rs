//! Rows of a table, by index: embeddings of tokens, vectors of positions.

use std::sync::Arc;

use ndarray::{Array2, Axis};

use super::{Around, Contribution, Element, Explanation, Flops, Inputs, Operation, Upstream, term, total};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// Row i of the result is row `indices[i]` of the table: [table rows, d] → [indices, d].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gather {
    /// Which rows.
    pub indices: Arc<[usize]>,
}

impl Operation for Gather {
    fn name(&self) -> &'static str {
        "gather"
    }

    fn formula(&self) -> String {
        "xᵢ = E[tᵢ]".to_owned()
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [table] = inputs else { return None };
        let inside = self.indices.iter().all(|&index| index < table.rows);
        inside.then_some(Shape::new(self.indices.len(), table.columns))
    }

    fn forward<T: Element>(&self, mut inputs: Inputs<T>) -> Array2<T> {
        inputs.shared().select(Axis(0), &self.indices)
    }

    /// ∂L/∂E[t] = Σ Gᵢ over the rows i with tᵢ = t: a token that occurs twice gets both rows, one that does not occur gets 0.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        vec![Contribution::Rows(Arc::clone(&self.indices), upstream.gradient())]
    }

    fn flops(&self, _: &[Shape], _: Shape) -> Flops {
        Flops::default()
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let row = self.indices.get(cell.row).copied().unwrap_or(usize::MAX);
        Explanation::direct(term(inputs, 0, Cell::new(row, cell.column)))
    }

    fn explain_backward(&self, around: &Around<'_>, _: usize, cell: Cell) -> Explanation {
        let picked = self.indices.iter().enumerate().filter(|(_, index)| **index == cell.row);
        Explanation::direct(total(picked.map(|(row, _)| around.gradient(Cell::new(row, cell.column)))))
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::super::backward::tests::backward;
    use super::*;

    #[test]
    fn a_token_that_occurs_twice_gets_both_rows() {
        let gather = Gather { indices: [2, 0, 2].into() };
        let got = backward(&gather, &[Array2::zeros((3, 2))], array![[1.0, 2.0], [3.0, 4.0], [10.0, 20.0]]);
        assert_eq!(got, [array![[3.0, 4.0], [0.0, 0.0], [11.0, 22.0]]]);
    }
}
