//! The numbers around an operation, for the explanation of a gradient that goes back through it.

use super::{Operation, term};
use crate::graph::expression::Expression;
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// The numbers of an operation's inputs, of its result y and of G = ∂L/∂y.
///
/// In an explanation y counts as the input after the last, and G as the one after that.
pub struct Around<'a> {
    values: &'a [Matrix],
    inputs: usize,
}

impl<'a> Around<'a> {
    /// `values` are those of the inputs, then y, then G.
    pub fn new(values: &'a [Matrix]) -> Self {
        Self { values, inputs: values.len().saturating_sub(2) }
    }

    /// Which of the values G is.
    pub const fn gradient_index(inputs: usize) -> usize {
        inputs + 1
    }

    /// The shape of an input.
    pub(super) fn shape(&self, input: usize) -> Shape {
        self.values.get(input).map_or(Shape::new(0, 0), Matrix::shape)
    }

    /// The shape of G, which is that of y.
    pub(super) fn gradient_shape(&self) -> Shape {
        self.shape(Self::gradient_index(self.inputs))
    }

    /// A number of an input.
    pub(super) fn input(&self, input: usize, cell: Cell) -> Expression {
        term(self.values, input, cell)
    }

    /// A row of an input.
    pub(super) fn input_row(&self, input: usize, row: usize) -> Vec<Expression> {
        (0..self.shape(input).columns).map(|column| self.input(input, Cell::new(row, column))).collect()
    }

    /// A number of y.
    pub(super) fn result(&self, cell: Cell) -> Expression {
        term(self.values, self.inputs, cell)
    }

    /// A number of G.
    pub(super) fn gradient(&self, cell: Cell) -> Expression {
        term(self.values, Self::gradient_index(self.inputs), cell)
    }

    /// A row of G.
    pub(super) fn gradient_row(&self, row: usize) -> impl Iterator<Item = Expression> {
        (0..self.gradient_shape().columns).map(move |column| self.gradient(Cell::new(row, column)))
    }

    /// The sum of a column of G.
    pub(super) fn gradient_column(&self, column: usize) -> Expression {
        total((0..self.gradient_shape().rows).map(|row| self.gradient(Cell::new(row, column))))
    }

    /// H = G ⊙ γ of a norm, whose γ, if it has one, is input 1.
    pub(super) fn scaled_gradient(&self, cell: Cell) -> Expression {
        let gradient = self.gradient(cell);
        if self.inputs > 1 { gradient.times(self.input(1, Cell::new(0, cell.column))) } else { gradient }
    }

    /// ∂L/∂γⱼ = Σᵢ Gᵢⱼ x̂ᵢⱼ of a norm, with x̂ what it makes of input 0 alone.
    pub(super) fn gradient_of_gamma(&self, norm: &impl Operation, column: usize) -> Expression {
        let normalised = |cell| self.values.first().map_or(f64::NAN, |x| norm.explain(std::slice::from_ref(x), cell).result.value());
        let cells = (0..self.gradient_shape().rows).map(|row| Cell::new(row, column));
        total(cells.map(|cell| self.gradient(cell).times(Expression::Number(normalised(cell)))))
    }
}

/// The sum of some terms; a single one stands for itself, and none is 0.
pub(super) fn total(terms: impl Iterator<Item = Expression>) -> Expression {
    let mut terms: Vec<Expression> = terms.collect();
    match (terms.len(), terms.pop()) {
        (1, Some(only)) => only,
        (_, None) => Expression::Number(0.0),
        (_, Some(last)) => {
            terms.push(last);
            Expression::Sum(terms)
        }
    }
}
