//! Matrix products.

use ndarray::Array2;

use super::{Around, Contribution, Element, Explanation, Expression, Flops, Inputs, Operation, Upstream, term, total};
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
        if self.transposed { T::multiply(&a, &b.t()) } else { T::multiply(&a, &b) }
    }

    /// ∂L/∂a = G · bᵀ and ∂L/∂b = aᵀ · G; of a · bᵀ, ∂L/∂a = G · b and ∂L/∂b = Gᵀ · a.
    ///
    /// Source: Giles, 2008, "Collected matrix derivative results for forward and reverse mode algorithmic differentiation", section 2.2.2.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
        let (a, b, gradient) = (upstream.input(0), upstream.input(1), upstream.gradient());
        let (of_a, of_b) = if self.transposed {
            (T::multiply(&gradient, &b), T::multiply(&gradient.t(), &a))
        } else {
            (T::multiply(&gradient, &b.t()), T::multiply(&a.t(), &gradient))
        };
        vec![Contribution::whole(of_a), Contribution::whole(of_b)]
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

    fn explain_backward(&self, around: &Around<'_>, input: usize, cell: Cell) -> Explanation {
        let along = around.gradient_shape();
        let products = if input == 0 {
            let product = |column| around.gradient(Cell::new(cell.row, column)).times(around.input(1, self.partner(cell.column, column)));
            total((0..along.columns).map(product))
        } else {
            // b[k, j] meets column k of a in column j of the result.
            let (k, j) = if self.transposed { (cell.column, cell.row) } else { (cell.row, cell.column) };
            total((0..along.rows).map(|row| around.input(0, Cell::new(row, k)).times(around.gradient(Cell::new(row, j)))))
        };
        Explanation::direct(products)
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::super::backward::tests::backward;
    use super::*;

    #[test]
    fn the_gradient_is_by_hand() {
        // G · bᵀ = [1, 10] · [[5, 7], [6, 8]] and aᵀ · G = [[2], [3]] · [1, 10].
        let (a, b, g) = (array![[2.0, 3.0]], array![[5.0, 6.0], [7.0, 8.0]], array![[1.0, 10.0]]);
        let of_a = array![[65.0, 87.0]];
        let of_b = array![[2.0, 20.0], [3.0, 30.0]];
        assert_eq!(backward(&MatMul { transposed: false }, &[a.clone(), b.clone()], g.clone()), [of_a.clone(), of_b.clone()]);
        let b = b.reversed_axes();
        assert_eq!(backward(&MatMul { transposed: true }, &[a, b], g), [of_a, of_b.reversed_axes()]);
    }
}
