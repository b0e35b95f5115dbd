//! Which keys a query may see.

use std::sync::Arc;

use ndarray::Array2;

use super::{Around, Contribution, Element, Explanation, Expression, Flops, Inputs, Operation, Upstream, rows, term};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// For each query (row) and key (column), whether the query may see the key.
pub type Visibility = Array2<bool>;

/// The score where the query may see the key, −∞ where it may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// Who may see whom, [n_q, n_k].
    pub visible: Arc<Visibility>,
}

impl Mask {
    /// The queries that may see no key at all: their weights are zero.
    pub fn blind_queries(&self) -> impl Iterator<Item = usize> {
        self.visible.rows().into_iter().enumerate().filter(|(_, row)| !row.iter().any(|&seen| seen)).map(|(query, _)| query)
    }
}

impl Operation for Mask {
    fn name(&self) -> &'static str {
        "mask"
    }

    fn formula(&self) -> String {
        "yᵢⱼ = xᵢⱼ ∨ −∞".to_owned()
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [x] = inputs else { return None };
        (self.visible.dim() == (x.rows, x.columns)).then_some(*x)
    }

    fn forward<T: Element>(&self, inputs: Inputs<T>) -> Array2<T> {
        rows::each_row(self, inputs)
    }

    /// ∂L/∂x = G where the query sees the key, and exactly 0 where it does not, whatever G.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        vec![Contribution::whole(rows::each_row(&Seen(self), upstream.beside([])))]
    }

    fn flops(&self, _: &[Shape], _: Shape) -> Flops {
        Flops::default()
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let seen = self.visible.get((cell.row, cell.column)).copied().unwrap_or(false);
        Explanation::direct(if seen { term(inputs, 0, cell) } else { Expression::Number(f64::NEG_INFINITY) })
    }

    fn explain_backward(&self, around: &Around<'_>, _: usize, cell: Cell) -> Explanation {
        let seen = self.visible.get((cell.row, cell.column)).copied().unwrap_or(false);
        Explanation::direct(if seen { around.gradient(cell) } else { Expression::Number(0.0) })
    }
}

impl<T: Element> rows::RowOperation<T> for Mask {
    #[inline(always)]
    fn change(&self, query: usize, row: &mut [T], _: &[Arc<Array2<T>>]) {
        for (score, &seen) in row.iter_mut().zip(&*rows::row_of(&self.visible, query)) {
            *score = if seen { *score } else { T::neg_infinity() };
        }
    }
}

/// G where the query sees the key, 0 where it does not.
struct Seen<'a>(&'a Mask);

impl<T: Element> rows::RowOperation<T> for Seen<'_> {
    #[inline(always)]
    fn change(&self, query: usize, row: &mut [T], _: &[Arc<Array2<T>>]) {
        for (g, &seen) in row.iter_mut().zip(&*rows::row_of(&self.0.visible, query)) {
            *g = if seen { *g } else { T::zero() };
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::super::backward::tests::backward;
    use super::*;

    #[test]
    fn what_is_hidden_has_no_gradient() {
        let mask = Mask { visible: Arc::new(array![[true, false], [false, false]]) };
        let dx = backward(&mask, &[array![[1.0, 2.0], [3.0, 4.0]]], array![[7.0, f64::NAN], [f64::INFINITY, 8.0]]);
        assert_eq!(dx, [array![[7.0, 0.0], [0.0, 0.0]]]);
    }
}
