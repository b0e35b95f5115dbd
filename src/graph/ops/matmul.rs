//! Matrix products.

use ndarray::Array2;

use super::{Element, Explanation, Expression, Flops, Inputs, Operation, term};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// a · b with [n, k] · [k, m] → [n, m], or a · bᵀ with [n, k] · [m, k]ᵀ → [n, m].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatMul {
    /// Whether the second factor is read transposed.
    pub transposed: bool,
}

impl MatMul {
    /// Where in the second factor the number stands that meets column `k` of the first.
    const fn partner(self, k: usize, column: usize) -> Cell {
        if self.transposed { Cell::new(column, k) } else { Cell::new(k, column) }
    }
}

impl Operation for MatMul {
    fn name(&self) -> &'static str {
        if self.transposed { "matmul_transposed" } else { "matmul" }
    }

    fn formula(&self) -> String {
        if self.transposed { "yᵢⱼ = Σₖ aᵢₖ × bⱼₖ" } else { "yᵢⱼ = Σₖ aᵢₖ × bₖⱼ" }.to_owned()
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        let [a, b] = inputs else { return None };
        let (inner, columns) = if self.transposed { (b.columns, b.rows) } else { (b.rows, b.columns) };
        (a.columns == inner).then_some(Shape::new(a.rows, columns))
    }

    fn forward<T: Element>(&self, mut inputs: Inputs<T>) -> Array2<T> {
        let (a, b) = (inputs.shared(), inputs.shared());
        T::multiply(&a, &b, self.transposed)
    }

    fn flops(&self, inputs: &[Shape], output: Shape) -> Flops {
        let products = inputs.first().map_or(0, |a| output.cells().saturating_mul(a.columns));
        Flops::new(products, products, 0)
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        let inner = inputs.first().map_or(0, |a| a.shape().columns);
        let product = |k| term(inputs, 0, Cell::new(cell.row, k)).times(term(inputs, 1, self.partner(k, cell.column)));
        Explanation::direct(Expression::Sum((0..inner).map(product).collect()))
    }
}
