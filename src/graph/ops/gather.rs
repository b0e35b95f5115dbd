//! Rows of a table, by index: embeddings of tokens, vectors of positions.

use std::sync::Arc;

use ndarray::{Array2, Axis};

use super::{Element, Explanation, Flops, Inputs, Operation, term};
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

    fn flops(&self, _: &[Shape], _: Shape) -> Flops {
        Flops::default()
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let row = self.indices.get(cell.row).copied().unwrap_or(usize::MAX);
        Explanation::direct(term(inputs, 0, Cell::new(row, cell.column)))
    }
}
