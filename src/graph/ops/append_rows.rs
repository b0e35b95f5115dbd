//! Matrices one below the other: cached keys and values, then the new ones.

use ndarray::{Array2, Axis, Slice};

use super::{Around, Contribution, Element, Explanation, Flops, Inputs, Operation, Upstream, term};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// a above b: [n, d], [m, d] → [n + m, d].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppendRows;

impl Operation for AppendRows {
    fn name(&self) -> &'static str {
        "append_rows"
    }

    fn formula(&self) -> String {
        "y = [a; b]".to_owned()
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [a, b] = inputs else { return None };
        (a.columns == b.columns).then_some(Shape::new(a.rows + b.rows, a.columns))
    }

    fn forward<T: Element>(&self, mut inputs: Inputs<T>) -> Array2<T> {
        let (mut a, b) = (inputs.owned(), inputs.shared());
        // The shapes were compared when the node was made, so the append cannot fail.
        let appended = a.append(Axis(0), b.view());
        debug_assert!(appended.is_ok());
        a
    }

    /// Each part has the rows of G that were made from it.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        let gradient = upstream.gradient();
        let above = upstream.shapes().first().map_or(0, |a| a.rows);
        let rows = |range: Slice| Contribution::whole(gradient.slice_axis(Axis(0), range).to_owned());
        vec![rows(Slice::from(..above)), rows(Slice::from(above..))]
    }

    fn flops(&self, _: &[Shape], _: Shape) -> Flops {
        Flops::default()
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let above = inputs.first().map_or(0, |a| a.shape().rows);
        Explanation::direct(match cell.row.checked_sub(above) {
            None => term(inputs, 0, cell),
            Some(row) => term(inputs, 1, Cell::new(row, cell.column)),
        })
    }

    fn explain_backward(&self, around: &Around<'_>, input: usize, cell: Cell) -> Explanation {
        let above = if input == 0 { 0 } else { around.shape(0).rows };
        Explanation::direct(around.gradient(Cell::new(above + cell.row, cell.column)))
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::super::backward::tests::backward;
    use super::*;

    #[test]
    fn each_part_gets_its_rows() {
        let parts = [array![[0.0, 0.0]], array![[0.0, 0.0], [0.0, 0.0]]];
        let got = backward(&AppendRows, &parts, array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
        assert_eq!(got, [array![[1.0, 2.0]], array![[3.0, 4.0], [5.0, 6.0]]]);
    }
}
