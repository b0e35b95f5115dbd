//! A value that comes from outside the graph.

use ndarray::Array2;

use super::{Around, Contribution, Element, Explanation, Expression, Flops, Inputs, Operation, Upstream, term};
use crate::graph::matrix::Matrix;
use crate::graph::shape::{Cell, Shape};

/// A value that comes from outside: the runner is given it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// Learned: counts as parameters.
    Weight(Shape),
    /// What the model is asked about.
    Input(Shape),
    /// Fixed by formula, such as sinusoidal positions.
    Constant(Shape),
}

impl Leaf {
    const fn own_shape(self) -> Shape {
        match self {
            Self::Weight(shape) | Self::Input(shape) | Self::Constant(shape) => shape,
        }
    }
}

impl Operation for Leaf {
    fn name(&self) -> &'static str {
        match self {
            Self::Weight(_) => "weight",
            Self::Input(_) => "input",
            Self::Constant(_) => "constant",
        }
    }

    fn formula(&self) -> String {
        String::new()
    }

    fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
        inputs.is_empty().then_some(self.own_shape())
    }

    fn forward<T: Element>(&self, _: Inputs<T>) -> Array2<T> {
        let Shape { rows, columns } = self.own_shape();
        Array2::zeros((rows, columns))
    }

    /// A leaf is made from nothing.
    fn backward<T: Element>(&self, _: Upstream<'_, T>) -> Vec<Contribution<T>> {
        Vec::new()
    }

    fn flops(&self, _: &[Shape], _: Shape) -> Flops {
        Flops::default()
    }

    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
        Explanation::direct(term(inputs, 0, cell))
    }

    fn explain_backward(&self, _: &Around<'_>, _: usize, _: Cell) -> Explanation {
        Explanation::direct(Expression::Number(0.0))
    }
}
