//! The operations. One file each, and each file holds all that is true of its operation.
//!
//! To add one: a file with a type that implements [`Operation`], and a line in the list below. The trait has no defaults, so the
//! compiler asks for the rest; a fused form becomes a further method of the same trait.

mod activation;
mod add;
mod add_bias;
mod append_rows;
mod around;
mod backward;
mod concatenate;
mod gather;
mod layer_norm;
mod leaf;
mod log_softmax;
mod mask;
mod matmul;
mod mean_rows;
mod multiply;
mod rms_norm;
mod rows;
mod scale;
mod slice;
mod softmax;

pub use activation::Activation;
pub use add::Add;
pub use add_bias::AddBias;
pub use append_rows::AppendRows;
pub use around::Around;

use around::total;
pub use backward::{Contribution, Upstream};
pub use concatenate::Concatenate;
pub use gather::Gather;
pub use layer_norm::{EpsilonPlace, LayerNorm};
pub use leaf::Leaf;
pub use log_softmax::LogSoftmax;
pub use mask::{Mask, Visibility};
pub use matmul::MatMul;
pub use mean_rows::MeanRows;
pub use multiply::Multiply;
pub use rms_norm::RmsNorm;
pub use scale::{Scalar, Scale};
pub use slice::{SliceColumns, SliceRows};
pub use softmax::Softmax;

pub(super) use rows::all_finite;

use std::ops::AddAssign;
use std::sync::Arc;

use ndarray::Array2;

use super::element::Element;
use super::expression::{Explanation, Expression};
use super::matrix::Matrix;
use super::shape::{Cell, Shape};

/// What is true of an operation.
pub trait Operation {
    /// Its name: one word, also the key of its texts and of its typeset formula.
    fn name(&self) -> &'static str;

    /// The formula of one cell or row, in the notation of the paper.
    fn formula(&self) -> String;

    /// The shape of the result, or `None` where the inputs do not fit.
    fn shape(&self, inputs: &[Shape]) -> Option<Shape>;

    /// The result. Shapes are known to fit; an input that nobody else needs is handed over and may be changed in place.
    fn forward<T: Element>(&self, inputs: Inputs<T>) -> Array2<T>;

    /// What each input's gradient gains from that of the result, in the order of the inputs: by the chain rule
    /// ∂L/∂xₖₗ = Σᵢⱼ ∂L/∂yᵢⱼ · ∂yᵢⱼ/∂xₖₗ. In the formulas of the operations G is ∂L/∂y, of the shape of y.
    fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>>;

    /// Floating-point operations of one evaluation.
    fn flops(&self, inputs: &[Shape], output: Shape) -> Flops;

    /// How the number at `cell` came from the inputs.
    fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation;

    /// How what the operation sends back to the gradient of the number at `cell` of an input came: [`Operation::backward`] in numbers.
    fn explain_backward(&self, around: &Around<'_>, input: usize, cell: Cell) -> Explanation;
}

/// Floating-point operations, multiplications and additions apart: a multiply–accumulate counts as one of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flops {
    /// Multiplications and divisions.
    pub multiplications: u64,
    /// Additions, subtractions and comparisons.
    pub additions: u64,
    /// Exponentials, roots and other functions.
    pub functions: u64,
}

impl Flops {
    /// All together.
    pub const fn total(self) -> u64 {
        self.multiplications.saturating_add(self.additions).saturating_add(self.functions)
    }

    const fn new(multiplications: usize, additions: usize, functions: usize) -> Self {
        Self { multiplications: multiplications as u64, additions: additions as u64, functions: functions as u64 }
    }
}

impl AddAssign for Flops {
    fn add_assign(&mut self, other: Self) {
        self.multiplications = self.multiplications.saturating_add(other.multiplications);
        self.additions = self.additions.saturating_add(other.additions);
        self.functions = self.functions.saturating_add(other.functions);
    }
}

/// The inputs of an operation, taken one after the other, each stored row after row.
pub struct Inputs<T>(std::vec::IntoIter<Arc<Array2<T>>>);

impl<T: Element> Inputs<T> {
    /// Inputs in the order of the node.
    pub fn new(mut values: Vec<Arc<Array2<T>>>) -> Self {
        for value in values.iter_mut().filter(|value| !value.is_standard_layout()) {
            *value = Arc::new(value.as_standard_layout().into_owned());
        }
        Self(values.into_iter())
    }

    /// The next input, shared.
    fn shared(&mut self) -> Arc<Array2<T>> {
        self.0.next().unwrap_or_default()
    }

    /// The next input as a matrix of one's own: without a copy where nobody else needs it.
    fn owned(&mut self) -> Array2<T> {
        Arc::unwrap_or_clone(self.shared())
    }

    /// The inputs that are left.
    fn rest(self) -> impl Iterator<Item = Arc<Array2<T>>> {
        self.0
    }
}

/// The cell `cell` of input `input`, as a term of an expression.
fn term(inputs: &[Matrix], input: usize, cell: Cell) -> Expression {
    let value = inputs.get(input).map_or(f64::NAN, |matrix| matrix.at(cell));
    Expression::Cell { input, cell, value }
}

/// The row of `cell` in input `input`, as terms.
fn row_terms(inputs: &[Matrix], input: usize, cell: Cell) -> Vec<Expression> {
    let columns = inputs.get(input).map_or(0, |matrix| matrix.shape().columns);
    (0..columns).map(|column| term(inputs, input, Cell::new(cell.row, column))).collect()
}

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// One of the operations.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Op { $($(#[$doc])* $name($name),)+ }

        $(impl From<$name> for Op {
            fn from(op: $name) -> Self {
                Self::$name(op)
            }
        })+

        impl Operation for Op {
            fn name(&self) -> &'static str {
                match self { $(Self::$name(op) => op.name(),)+ }
            }

            fn formula(&self) -> String {
                match self { $(Self::$name(op) => op.formula(),)+ }
            }

            fn shape(&self, inputs: &[Shape]) -> Option<Shape> {
                match self { $(Self::$name(op) => op.shape(inputs),)+ }
            }

            fn forward<T: Element>(&self, inputs: Inputs<T>) -> Array2<T> {
                match self { $(Self::$name(op) => op.forward(inputs),)+ }
            }

            fn backward<T: Element>(&self, upstream: Upstream<'_, T>) -> Vec<Contribution<T>> {
                match self { $(Self::$name(op) => op.backward(upstream),)+ }
            }

            fn flops(&self, inputs: &[Shape], output: Shape) -> Flops {
                match self { $(Self::$name(op) => op.flops(inputs, output),)+ }
            }

            fn explain(&self, inputs: &[Matrix], cell: Cell) -> Explanation {
                match self { $(Self::$name(op) => op.explain(inputs, cell),)+ }
            }

            fn explain_backward(&self, around: &Around<'_>, input: usize, cell: Cell) -> Explanation {
                match self { $(Self::$name(op) => op.explain_backward(around, input, cell),)+ }
            }
        }
    };
}

operations! {
    /// A weight, an input or a constant.
    Leaf,
    /// Rows of a table.
    Gather,
    /// a + b.
    Add,
    /// x + b, the same row for every position.
    AddBias,
    /// a ⊙ b.
    Multiply,
    /// a · b or a · bᵀ.
    MatMul,
    /// Times or over a number.
    Scale,
    /// −∞ where a query may not see a key.
    Mask,
    /// Rows to probabilities.
    Softmax,
    /// Rows to log-probabilities.
    LogSoftmax,
    /// Layer normalisation.
    LayerNorm,
    /// Normalisation by the root mean square.
    RmsNorm,
    /// A function of each number.
    Activation,
    /// Some columns.
    SliceColumns,
    /// Some rows.
    SliceRows,
    /// Side by side.
    Concatenate,
    /// One below the other.
    AppendRows,
    /// The mean of the rows that count.
    MeanRows,
}
